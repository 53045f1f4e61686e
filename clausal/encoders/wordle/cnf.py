"""Wordle as a CNF: one variable for each letter at each position, one for each word of the lexicon.

The rules define and restrict nothing that is not certain: each position holds one letter, a word's variable implies its
letters, counters know how often a letter occurs. So each claim of a guess is a unit clause or two, and the lexicon is
one clause, "one of these words", with what it implies for single letters: those make unit propagation as strong as the
table constraint of CP-SAT.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Literal

import numpy as np

from clausal.encoders.counting import at_least
from clausal.encoders.wordle.claims import AtLeast, AtMost, Claim, InCommon, Is, IsNot, WellPlaced
from clausal.encoders.wordle.rules import LETTERS, about, at, fact_names, has, statements, word_of
from clausal.models.encoding import Clauses, Cnf
from clausal.models.letters import ALPHABET, Letters
from clausal.models.lexicon import Lexicon
from clausal.models.wordle import Wordle

_RULES = 0
_KEPT_LISTS = 8
"""Lists of words whose clauses stay in memory."""


def cnf(puzzle: Wordle, name: str) -> Cnf[str]:
    """The rules and words that many puzzles share, and what this one claims."""
    groups = tuple(group for group, _ in statements(puzzle))
    base, words = shared_rules(puzzle.length, puzzle.lexicon)
    secret = _Secret(puzzle.length, first_free=len(fact_names(puzzle.length)) + words + 1)
    stated: list[list[int]] = []
    group_of: list[int] = []
    for index, (_, claim) in enumerate(statements(puzzle)):
        units = [] if claim is None else secret.meets(claim)
        stated += [[unit] for unit in units]
        group_of += [index] * len(units)
    counters = Clauses.of(secret.clauses, [_RULES] * len(secret.clauses))
    added = counters + Clauses.of(stated, group_of)
    if puzzle.lexicon is not None:
        added += in_lexicon(puzzle.length, puzzle.lexicon, len(groups) - 1)
    return Cnf(
        variables=secret.top,
        names=fact_names(puzzle.length),
        groups=groups,
        decode=partial(word_of, puzzle.length),
        added=added,
        base=base,
        one_hot=True,
        about=about(puzzle, name),
    )


class _Secret:
    """The unknown word, and what can be said about it. Counters are made when a claim needs them."""

    def __init__(self, length: int, first_free: int) -> None:
        self.length = length
        self.top = first_free - 1
        self.clauses: list[list[int]] = []
        self._counters: dict[tuple[int, ...], list[int]] = {}

    def meets(self, claim: Claim) -> list[int]:
        """The claim as literals that all have to hold."""
        match claim:
            case Is(position, letter):
                return [at(position, letter)]
            case IsNot(position, letter):
                return [-at(position, letter)]
            case AtLeast(letter, copies):
                return [self._has(letter, copies)]
            case AtMost(letter, copies):
                return [-self._has(letter, copies + 1)]
            case WellPlaced(word, count):
                return self._exactly([at(position, letter) for position, letter in enumerate(word)], count)
            case InCommon(word, count):
                shared = [self._has(letter, word[: place + 1].count(letter)) for place, letter in enumerate(word)]
                return self._exactly(shared, count)
        raise NotImplementedError(type(claim).__name__)

    def _has(self, letter: str, copies: int) -> int:
        """There are at least so many copies of this letter."""
        if copies == 1:
            return has(self.length, letter)
        return self._at_least([at(position, letter) for position in range(self.length)])[copies - 1]

    def _exactly(self, lits: Sequence[int], count: int) -> list[int]:
        counted = self._at_least(lits)
        enough, too_many = counted[max(count - 1, 0) : count], counted[count : count + 1]
        return [*enough, *(-more for more in too_many)]

    def _at_least(self, lits: Sequence[int]) -> list[int]:
        """Literals for "at least 1, 2, ... of these are true", each counter made once."""
        key = tuple(lits)
        if key not in self._counters:
            self._counters[key], clauses = at_least(lits, self._fresh)
            self.clauses += clauses
        return self._counters[key]

    def _fresh(self) -> int:
        self.top += 1
        return self.top


@lru_cache(_KEPT_LISTS)
def shared_rules(length: int, lexicon: Lexicon | None) -> tuple[Clauses, int]:
    """Each position holds one letter, a letter is there when a position holds it, a word is its letters; and how many
    words there are."""
    clauses: list[list[int]] = []
    for position in range(length):
        letters = [at(position, letter) for letter in ALPHABET]
        clauses.append(letters)
        clauses += [[-one, -other] for one, other in combinations(letters, 2)]
    for letter in ALPHABET:
        places = [at(position, letter) for position in range(length)]
        there = has(length, letter)
        clauses.append([-there, *places])
        clauses += [[-place, there] for place in places]
    rules = Clauses.of(clauses)
    if lexicon is None:
        return rules, 0
    facts = _facts_of_words(lexicon.letters(length))
    words = _word_variables(length, len(facts))
    implied = np.stack([np.repeat(-words, length), facts.ravel()], axis=1).astype(np.int32)
    starts = np.arange(len(implied) + 1, dtype=np.int32) * np.int32(2)
    return rules + Clauses(implied.ravel(), starts, np.zeros(len(implied), np.int32)), len(facts)


def in_lexicon(length: int, lexicon: Lexicon, group: int) -> Clauses:
    """One of the words is the secret; and a letter at a position needs a word that has it there."""
    said = _lexicon_clauses(length, lexicon)
    return Clauses(said.lits, said.starts, np.full(len(said), group, np.int32))


@lru_cache(_KEPT_LISTS)
def _lexicon_clauses(length: int, lexicon: Lexicon) -> Clauses:
    facts = _facts_of_words(lexicon.letters(length))
    words = _word_variables(length, len(facts))
    needs: list[list[int]] = []
    for position in range(length):
        for value in range(LETTERS):
            fact = position * LETTERS + value + 1
            needs.append([-fact, *words[facts[:, position] == fact].tolist()])
    return Clauses.of([words.tolist(), *needs])


def _facts_of_words(letters: Letters) -> "np.ndarray[tuple[int, int], np.dtype[np.int32]]":
    """The letters of each word as facts."""
    places = np.arange(letters.shape[1], dtype=np.int32) * LETTERS + 1
    facts: np.ndarray[tuple[int, int], np.dtype[np.int32]] = letters.astype(np.int32) + places[None, :]
    return facts


def _word_variables(length: int, count: int) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    """The variable of each word; they come right after the facts."""
    first = len(fact_names(length)) + 1
    return np.arange(first, first + count, dtype=np.int32)


@dataclass(frozen=True)
class WordleCnf:
    """The clauses as an encoder."""

    name: str = "cnf"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "a variable for each letter at each position and for each word"

    def encode(self, puzzle: Wordle) -> Cnf[str]:
        return cnf(puzzle, self.name)
