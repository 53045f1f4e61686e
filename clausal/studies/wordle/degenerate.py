"""The entropy of Kalaydjian & Duhem 2022 in any order of combinations, and their solver, to be raced and compared.

`clausal.solvers.wordle.degenerate` is the compiled form of the same entropy, in their own order.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from clausal.models.letters import Letters
from clausal.models.wordle.scoring import COLOURS
from clausal.models.wordle.words import Words
from clausal.solvers.kernels.word_degenerate import GREEN, GREY, YELLOW, keep_similar
from clausal.solvers.wordle.candidates import Rows
from clausal.solvers.wordle.degenerate import degenerate_bits
from clausal.solvers.wordle.patterns import pattern_row, rows_of

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


def play_the_study(words: Words, seed: int | None = None) -> dict[int, int]:
    """How many secrets the study's solver finds in how many turns.

    It drops the words that are not compatible by its own test, guesses the word of highest degenerate entropy among
    those left, and drops that one too, so that it ends (its two cures for not converging). With a seed it guesses any
    word that is left, which is the naive player that the study compares with.
    """
    random = None if seed is None else np.random.default_rng(seed)
    every = np.arange(words.answers, dtype=np.int32)
    found: Counter[int] = Counter()
    waiting = [_Node(every, every, 1)]
    while waiting:
        node = waiting.pop()
        if random is None:
            best = int(np.argmax(np.round(degenerate_bits(words, node.believed, node.believed), 9)))
        else:
            best = int(random.integers(len(node.believed)))
        guess = int(node.believed[best])
        believed = node.believed[node.believed != guess]
        codes = pattern_row(words.letters[guess], words.letters[node.members], COLOURS)
        for code in np.unique(codes).tolist():
            if code == COLOURS.win(words.length):
                found[node.turn] += 1
                continue
            colours = np.array(COLOURS.colours(code, words.length), np.uint8)
            kept = np.zeros(len(believed), dtype=bool)
            keep_similar(rows_of(words.letters[guess]), rows_of(words.letters[believed]), colours, kept)
            waiting.append(_Node(node.members[codes == code], believed[kept], node.turn + 1))
    return dict(sorted(found.items()))
