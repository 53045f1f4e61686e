"""The entropy of Kalaydjian & Duhem 2022 in any order of combinations, and their solver, to be raced and compared.

`entails.solvers.wordle.degenerate` is the compiled form of the same entropy, in their own order.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from entails.models.letters import Letters
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_degenerate import GREEN, GREY, YELLOW, flagged_feedback, keep_similar
from entails.solvers.wordle.candidates import Rows
from entails.solvers.wordle.degenerate import degenerate_bits
from entails.solvers.wordle.patterns import rows_of

Combination = tuple[int, ...]


def counting_order(length: int) -> list[Combination]:
    """All combinations as the study counts them, in base 3: X (grey) 0, Z (yellow) 1, O (green) 2."""
    return list(product((GREY, YELLOW, GREEN), repeat=length))


def bits_in_order(guess: Letters, dictionary: Letters, order: Sequence[Combination]) -> float:
    """The study's entropy of one guess, word by word and with its list of memory, for combinations in any order: slow,
    and what the compiled form is tested against."""
    words = rows_of(dictionary)
    counted = np.zeros(len(words), dtype=bool)
    bits = 0.0
    for combination in order:
        kept = np.zeros(len(words), dtype=bool)
        keep_similar(rows_of(guess), words, np.array(combination, np.uint8), kept)
        share = np.count_nonzero(kept & ~counted) / len(words)
        counted |= kept
        bits -= share * np.log2(share) if share else 0.0
    return float(bits)


def shuffled_bits(guess: Letters, dictionary: Letters, shuffles: int, seed: int = 0) -> list[float]:
    """The cure that the study proposes: the entropy on dictionaries in several orders, to be averaged."""
    random, order = np.random.default_rng(seed), counting_order(dictionary.shape[1])
    return [bits_in_order(guess, random.permutation(dictionary), order) for _ in range(shuffles)]


@dataclass(frozen=True, eq=False)
class _Node:
    """One history: the secrets that gave it, and the words that the study's solver believes are left."""

    members: Rows
    believed: Rows
    turn: int


def play_the_study(words: Words, opener: str | None = None, seed: int | None = None) -> dict[int, int]:
    """How many secrets the study's solver finds in how many turns, beginning with a word that is typed in.

    It drops the words that are not compatible by its own test with the colours of its own feedback, guesses the word of
    highest degenerate entropy among those left, and drops that one too, so that it ends (its two cures for not
    converging). With a seed it guesses any word that is left, which is the naive player that the study compares with.
    """
    random = None if seed is None else np.random.default_rng(seed)
    every = np.arange(words.answers, dtype=np.int32)
    found: Counter[int] = Counter()
    first = None if opener is None else words.row_of(opener)
    waiting = [_Node(every, every, 1)]
    while waiting:
        node = waiting.pop()
        if node.turn == 1 and first is not None:
            guess = first
        elif random is None:
            bits = degenerate_bits(words, node.believed, node.believed)
            guess = int(node.believed[int(np.argmax(np.round(bits, 9)))])
        else:
            guess = int(node.believed[int(random.integers(len(node.believed)))])
        believed = node.believed[node.believed != guess]
        for colours, members in _answers(words, guess, node.members):
            kept = np.zeros(len(believed), dtype=bool)
            keep_similar(rows_of(words.letters[guess]), rows_of(words.letters[believed]), colours, kept)
            waiting.append(_Node(members, believed[kept], node.turn + 1))
        found[node.turn] += int(guess in node.members)
    return dict(sorted((turns, secrets) for turns, secrets in found.items() if secrets))


def _answers(words: Words, guess: int, members: Rows) -> Iterator[tuple[Letters, Rows]]:
    """The colours that a guess gets from these secrets, by the feedback of the program, and who gives them; without
    the guess itself."""
    others = members[members != guess]
    colours = np.empty((len(others), words.length), np.uint8)
    for row, secret in enumerate(others.tolist()):
        flagged_feedback(rows_of(words.letters[guess]), words.letters[secret], colours[row])
    if len(others):
        different, which = np.unique(colours, axis=0, return_inverse=True)
        for number, one in enumerate(different):
            yield np.ascontiguousarray(one), others[which.ravel() == number]
