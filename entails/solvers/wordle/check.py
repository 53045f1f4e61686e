"""Is a history consistent; which words are left and what do they share; and if none is left, why.

The words left come from the compiled filter, which has them at once. Only a contradiction needs more: the CNF finds the
smallest sets of claims that cannot all hold, and the smallest sets of guesses to doubt.

The engine `filter`: Wordle with a lexicon, word by word, on the compiled filter.

A lexicon is a list of all answers there can be, so nothing has to be searched: the words that agree with the history
are found once, and every question is asked of what is left of them.

The few words of a lexicon that matter for why no word is left.

Which claims can hold together depends only on which claims each word breaks. A word that breaks all that another one
breaks, and perhaps more, makes nothing possible that the other does not. So a lexicon of tens of thousands of words
comes down to those that break as little as possible, often a dozen, and every contradiction and every repair stays.

The single change that mends a history in which no word is left: one square of another colour, or another count.

A slip of the finger is the usual cause, and "make square 4 of guess 2 yellow" is what a player wants to hear.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.wordle import (
    LETTERS,
    AtLeast,
    AtMost,
    FeedbackClaim,
    InCommon,
    Is,
    IsNot,
    WellPlaced,
    answer,
    fact_names,
    facts_of,
    has_text,
    state,
    statements,
)
from entails.locale.message import Language, Message, Sentence
from entails.models.alphabet import ALPHABET, Letters, to_letters, to_words
from entails.models.encoding import Cnf, Encoding, Native
from entails.models.errors import InvalidStatement
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, Limits, Options
from entails.models.outcome import (
    Conflict,
    EndReason,
    Explanation,
    Outcome,
    Repair,
    Satisfied,
    Stats,
    Undecided,
    Unsatisfiable,
)
from entails.models.wordle.history import COLOURS, GREEN, GREY, YELLOW, Guess, History, Wordle
from entails.solvers.engine import BaseSession, Budget, Engine, Session, engine
from entails.solvers.explain import explain
from entails.solvers.forced import forced
from entails.solvers.soft import Grain

A = TypeVar("A")
Mask = NDArray[np.bool_]


class FilterEngine(Engine):
    """The words of a lexicon that agree with a history."""

    def __init__(self) -> None:
        super().__init__(
            "filter",
            "compiled word filter for Wordle with a lexicon",
            frozenset({"native"}),
            frozenset({"assume", "enumerate", "interrupt"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def refuses_puzzle(self, puzzle: object) -> str | None:
        if isinstance(puzzle, Wordle) and puzzle.lexicon is not None:
            return None
        other = ", not any string of letters" if isinstance(puzzle, Wordle) else ""
        return f"engine filter takes Wordle histories with a lexicon only{other}"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = FilterSession(encoding.puzzle, limits)
        return session


class FilterSession(BaseSession):
    """The candidates of one history. Assumed and blocked facts are masks over them."""

    engine_name = "filter"

    def __init__(self, puzzle: Wordle, limits: Limits) -> None:
        self._budget = Budget(limits)
        self._letters = remaining(puzzle)
        self._facts = len(fact_names(puzzle.length))
        self._open: list[Mask] = [np.ones(len(self._letters), bool)]

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[str]:
        if groups is not None:
            raise self.cannot("choose groups: it takes the history as a whole")
        started = time.perf_counter()
        found = self._letters[self._open[-1] & self._all(assume)]
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if not len(found):
            return Unsatisfiable(stats)
        (word,) = to_words(found[:1])
        return Satisfied(word, stats, facts_of(word))

    def answers(self, most: int | None) -> Generator[str, None, EndReason | None]:
        """The words as they stand in the lexicon."""
        if self._budget.out_of_time:
            return "time"
        found = self._letters[self._open[-1]]
        yield from to_words(found[:most])
        return "maximum" if most is not None and len(found) > most else None

    def _all(self, facts: Sequence[int]) -> Mask:
        """Which candidates have all of these facts."""
        mask = np.ones(len(self._letters), bool)
        for fact in facts:
            mask &= self._holds(abs(fact)) == (fact > 0)
        return mask

    def _holds(self, fact: int) -> Mask:
        if not 0 < fact <= self._facts:
            expected = f"1 to {self._facts}, or its negative"
            raise InvalidStatement(f"there is no fact {fact}", where="assumptions", expected=expected)
        position, letter = divmod(fact - 1, LETTERS)
        same = self._letters == letter
        holds: Mask = same[:, position] if position < self._letters.shape[1] else same.any(axis=1)
        return holds

    def block(self, facts: Sequence[int]) -> None:
        self._open[-1] = self._open[-1] & ~self._all(facts)

    def push(self) -> None:
        self._open.append(self._open[-1])

    def pop(self) -> None:
        self._open.pop()


def remaining(puzzle: Wordle) -> Letters:
    """The words of the lexicon that agree with the history, as rows of letters."""
    from entails.solvers.wordle.feedback import candidates

    letters = puzzle.letters
    rows: Letters = letters[candidates(puzzle.history.facts, letters, puzzle.history.kind)]
    return rows


ENGINE = FilterEngine()

_MOST_CELLS = 50_000_000
"""Words times claims; beyond, a history is no game, and the lexicon is left as it is."""


def words_that_matter(puzzle: Wordle) -> Lexicon | None:
    """A lexicon with which the puzzle has the same contradictions and repairs."""
    said = [claim for _, claim in statements(puzzle) if claim is not None]
    if puzzle.lexicon is None or not said or len(puzzle.letters) * len(said) > _MOST_CELLS:
        return puzzle.lexicon
    letters = puzzle.letters
    broken = np.stack([~holds(claim, letters) for claim in said], axis=1)
    words = to_words(letters[_least(np.packbits(broken, axis=1))])
    return Lexicon.of(words, puzzle.lexicon.name, puzzle.lexicon.language)


def _least(broken: NDArray[np.uint8]) -> list[int]:
    """Rows, one for each set of bits that contains no other row's."""
    different, rows = np.unique(broken, axis=0, return_index=True)
    kept: list[int] = []
    for place in np.argsort(np.bitwise_count(different).sum(axis=1), kind="stable").tolist():
        if not (different[kept] & ~different[place] == 0).all(axis=1).any():
            kept.append(place)
    return [int(rows[place]) for place in kept]


def holds(claim: FeedbackClaim, letters: Letters) -> Mask:
    """Of which words the claim is true."""
    found: Mask
    match claim:
        case Is(position, letter):
            found = letters[:, position] == ALPHABET.index(letter)
        case IsNot(position, letter):
            found = letters[:, position] != ALPHABET.index(letter)
        case AtLeast(letter, copies):
            found = _copies(letter, letters) >= copies
        case AtMost(letter, copies):
            found = _copies(letter, letters) <= copies
        case WellPlaced(word, count):
            found = (letters == [ALPHABET.index(letter) for letter in word]).sum(axis=1) == count
        case InCommon(word, count):
            shared = [np.minimum(_copies(letter, letters), copies) for letter, copies in Counter(word).items()]
            found = np.sum(shared, axis=0) == count
        case _:
            raise NotImplementedError(type(claim).__name__)
    return found


def _copies(letter: str, letters: Letters) -> NDArray[np.int64]:
    count: NDArray[np.int64] = (letters == ALPHABET.index(letter)).sum(axis=1)
    return count


EXPLAINER, REFEREE = "minisat22", "maplechrono"
EXPLAIN_SECONDS = 3.0
"""How long each of the two explanations may take where nobody sets a limit."""

FEWEST_DOUBTS = 5
"""A guess to doubt is a short line: so many are listed even where one contradiction is enough."""

Blame = Literal["letters", "lexicon"]
Explainer = Callable[[Wordle, Limits, int, Grain], Explanation]


@dataclass(frozen=True)
class WhatIsLeft:
    """The words left. Not `exact` means that there are more than `count`; `words` has no more than were asked for."""

    count: int
    exact: bool
    words: tuple[str, ...]
    forced: tuple[str, ...]
    consistent: bool | None = True
    reason: EndReason | None = None


@dataclass(frozen=True)
class WhyNothing:
    """Why no word is left. `blame` is None when the limits came first."""

    blame: Blame | None
    conflicts: tuple[Conflict, ...]
    repairs: tuple[Repair, ...]
    complete: bool
    reason: EndReason | None


def formula(puzzle: Wordle, words: Lexicon | None = None) -> Cnf[str]:
    """The history in clauses; `words` stand for the whole lexicon where they are enough."""
    return compile_cnf(state(puzzle, words), decode=partial(answer, puzzle))


def what_is_left(puzzle: Wordle, limits: Limits, most: int | None = None, language: Language = "en") -> WhatIsLeft:
    """Up to `most` of the words that agree with the history, how many there are, and what they share. Strings of
    letters, where there is no lexicon, are spoken of in English only."""
    if puzzle.lexicon is None:
        return _strings_left(puzzle, limits, most)
    left = remaining(puzzle)
    return WhatIsLeft(len(left), True, tuple(to_words(left[:most])), shared_facts(left, language), len(left) > 0)


def _strings_left(puzzle: Wordle, limits: Limits, most: int | None) -> WhatIsLeft:
    """The same for strings of letters: there may be millions, so they are counted to `most` only."""
    from entails.solvers.enumerate import solutions

    encoding, solver = formula(puzzle), engine("cadical195")
    listing = solutions(solver, encoding, limits, Options(max_solutions=most))
    found = tuple(sorted(listing))
    if not found:
        return WhatIsLeft(0, True, (), (), False if listing.complete else None, listing.reason)
    facts = forced(solver, encoding, limits, DEFAULTS)
    reason = None if listing.reason == "maximum" else listing.reason
    return WhatIsLeft(len(found), listing.complete, found, without_echoes(facts.names), True, reason)


def shared_facts(letters: Letters, language: Language = "en") -> tuple[str, ...]:
    """What all of these words have in common: letters at positions, and letters that are somewhere."""
    if not len(letters):
        return ()
    first = to_words(letters[:1])[0]
    same = (letters == letters[0]).all(axis=0)
    placed = [Is(position, letter) for position, letter in enumerate(first) if same[position]]
    there = [letter for value, letter in enumerate(ALPHABET) if (letters == value).any(axis=1).all()]
    settled = {claim.letter for claim in placed}
    somewhere = [has_text(letter, language) for letter in there if letter not in settled]
    return (*(claim.sentence.say(language) for claim in placed), *somewhere)


def without_echoes(names: Sequence[str]) -> tuple[str, ...]:
    """Facts without "there is an A" where a position is known to be A."""
    settled = {has_text(name[-1].lower()) for name in names if name.startswith("position")}
    return tuple(name for name in names if name not in settled)


def why_nothing(puzzle: Wordle, limits: Limits, most: int, explained: "Explainer | None" = None) -> WhyNothing:
    """The smallest contradictions, up to `most`, and the fewest guesses to doubt, as `explained` by an engine that
    somebody chose, or by the usual one.

    The letters alone are asked first: a contradiction there needs no lexicon, and says more.
    """
    explained = explained or _explained
    bounded = limits.model_copy(update={"seconds": limits.seconds or EXPLAIN_SECONDS})
    blame: Blame | None = "letters"
    why = explained(Wordle(puzzle.history), bounded, most, "fine")
    if why.consistent:
        blame, why = "lexicon", explained(puzzle, bounded, most, "fine")
    elif why.consistent is None:
        blame = None
    doubts = explained(puzzle, bounded, max(most, FEWEST_DOUBTS), "coarse")
    reasons = [_cut(why, len(why.conflicts) < most), _cut(doubts, len(doubts.repairs) < max(most, FEWEST_DOUBTS))]
    reason = next((reason for reason in reasons if reason), None)
    return WhyNothing(blame, why.conflicts, doubts.repairs, reason is None, reason)


def _cut(explanation: Explanation, short: bool) -> EndReason | None:
    """What ended the list that is used of an explanation: one that is short of the maximum has not reached it."""
    return None if short and explanation.reason == "maximum" else explanation.reason


def _explained(puzzle: Wordle, limits: Limits, most: int, grain: Grain) -> Explanation:
    """By the words that matter, in the words of the whole lexicon."""
    encoding = formula(puzzle, words_that_matter(puzzle))
    return explain(engine(EXPLAINER), encoding, limits, DEFAULTS, most=most, grain=grain, referee=engine(REFEREE))


_MOST_GUESSES = 30
"""Nobody mends a longer history by one square; without a lexicon, a third of that."""
_MOST_TOLD = 5
_SECONDS = 0.2
"""Time for each change that is tried by an engine, where there is no lexicon to look at."""

_COLOURS = {
    GREEN: Message("green", "verte"),
    YELLOW: Message("yellow", "jaune"),
    GREY: Message("grey", "grise"),
}
_SQUARE = Message(
    "make square {place} of guess {number} ({word}) {colour}",
    "rendez {colour} la case {place} de l'essai {number} ({word})",
)
_COUNT = Message(
    "make the counts of guess {number} ({word}) {counts}", "donnez à l'essai {number} ({word}) les comptes {counts}"
)
_LEFT = Message("{change}: {count} words are left", "{change} : il reste {count} mots")
_ONE_LEFT = Message("{change}: then it is {word}", "{change} : c'est alors {word}")

_Change = tuple[int, int]
"""The place of a guess, and the code that it would have instead."""


def mends(puzzle: Wordle) -> tuple[Sentence, ...]:
    """Single changes after which words are left, those that leave most first. A change of a square is one of a colour,
    whatever else of the guess follows from it."""
    history = puzzle.history
    if not history.guesses or len(history) > _MOST_GUESSES:
        return ()
    if puzzle.lexicon is None:
        return tuple(_said(history, change) for change in _by_engine(history))
    found, one_word = _by_words(puzzle)
    told = sorted(found, key=lambda change: (-found[change], change))[:_MOST_TOLD]
    return tuple(
        _ONE_LEFT(change=_said(history, change), word=one_word[change].upper())
        if found[change] == 1
        else _LEFT(change=_said(history, change), count=f"{found[change]:,}")
        for change in told
    )


def _by_words(puzzle: Wordle) -> tuple[Counter[_Change], dict[_Change, str]]:
    """For each change how many words it leaves, and one of them: words that a single guess excludes, by one square."""
    from entails.solvers.wordle.feedback import pattern_row

    history = puzzle.history
    secrets = puzzle.letters
    rows = to_letters([guess.word for guess in history], history.length)
    codes = np.array([pattern_row(row, secrets, history.kind) for row in rows], np.int64)
    differs = codes != np.array([guess.code for guess in history])[:, None]
    near = np.flatnonzero(differs.sum(axis=0) == 1)
    found: Counter[_Change] = Counter()
    one_word: dict[_Change, str] = {}
    for word in near.tolist():
        place = int(differs[:, word].argmax())
        change = place, int(codes[place, word])
        if _is_single(history, change):
            found[change] += 1
            one_word.setdefault(change, to_words(secrets[word : word + 1])[0])
    return found, one_word


def _by_engine(history: History) -> Iterator[_Change]:
    """The same for strings of letters: every change is tried."""

    told = 0
    for place, guess in enumerate(history if 3 * len(history) <= _MOST_GUESSES else ()):
        for code in _near(history, guess.code):
            if told < _MOST_TOLD and history.kind.problem(guess.word, code) is None:
                changed = (*history.guesses[:place], Guess(guess.word, code), *history.guesses[place + 1 :])
                left = what_is_left(Wordle(replace(history, guesses=changed)), Limits(seconds=_SECONDS), 1)
                if left.consistent:
                    told += 1
                    yield place, code


def _near(history: History, code: int) -> Iterator[int]:
    """The codes that differ in one square, or in one of the two counts."""
    marks = _marks(history, code)
    colours = history.scoring == COLOURS.name
    base = 3 if colours else history.length + 1
    for at, mark in enumerate(marks):
        for other in range(base):
            if other != mark:
                yield code + (other - mark) * base ** (len(marks) - 1 - at)


def _is_single(history: History, change: _Change) -> bool:
    """Is it one square, or one of the two counts, that is another?"""
    place, code = change
    before, after = (_marks(history, one) for one in (history.guesses[place].code, code))
    return sum(one != other for one, other in zip(before, after, strict=True)) == 1


def _marks(history: History, code: int) -> tuple[int, ...]:
    if history.scoring == COLOURS.name:
        return tuple(COLOURS.colours(code, history.length))
    return divmod(code, history.length + 1)


def _said(history: History, change: _Change) -> Sentence:
    place, code = change
    guess = history.guesses[place]
    if history.scoring != COLOURS.name:
        counts = history.kind.write(code, history.length)
        return _COUNT(number=place + 1, word=guess.word.upper(), counts=counts)
    before, after = _marks(history, guess.code), _marks(history, code)
    square = next(at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)
    colour = _COLOURS[after[square]]()
    return _SQUARE(place=square + 1, number=place + 1, word=guess.word.upper(), colour=colour)
