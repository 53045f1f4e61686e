"""How likely letters are to be drawn from a full bag, and by that: alphagrams in the order of their probability, and
stems, letters that make a word with one more."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from entails.models.lexicon import Lexicon
from entails.models.scrabble.tiles import BLANK, TileSet

Counts = NDArray[np.int64]
"""Letters without order: how many of each kind, one set a row."""


def chances(letters: Counts, tile_set: TileSet) -> NDArray[np.float64]:
    """The probability that so many tiles, drawn from a full bag, are these letters; blanks may stand for some.

    For each letter, tiles of its own or blanks: a polynomial in the number of blanks, and all of them multiplied.
    """
    blanks = tile_set.counts[BLANK]
    ways = np.zeros((len(letters), blanks + 1))
    ways[:, 0] = 1.0
    for kind in range(letters.shape[1]):
        most = int(letters[:, kind].max(initial=0))
        if kind == BLANK or not most:
            continue
        have = tile_set.counts[kind]
        table = np.zeros((most + 1, blanks + 1))
        for wanted in range(most + 1):
            for lacking in range(min(wanted, blanks) + 1):
                table[wanted, lacking] = comb(have, wanted - lacking)
        factor, product = table[letters[:, kind]], np.zeros_like(ways)
        for power in range(blanks + 1):
            for lacking in range(power + 1):
                product[:, power] += ways[:, power - lacking] * factor[:, lacking]
        ways = product
    total = ways @ np.array([comb(blanks, used) for used in range(blanks + 1)], np.float64)
    sizes = letters.sum(axis=1)
    whole = np.array([comb(tile_set.total, size) for size in range(int(sizes.max(initial=0)) + 1)], np.float64)
    found: NDArray[np.float64] = total / whole[sizes]
    return found


@dataclass(frozen=True)
class Alphagram:
    """Letters in order, the words that they spell, and the probability that they are drawn."""

    letters: str
    words: tuple[str, ...]
    probability: float


def alphagrams(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Alphagram]:
    """The letters of all words of a length, the likeliest first."""
    rows, alphabet = lexicon.letters(length), lexicon.alphabet
    if not len(rows):
        return []
    ordered = np.sort(rows, axis=1)
    different, of_word = np.unique(ordered, axis=0, return_inverse=True)
    likely = chances(_counted(different, alphabet.kinds), tile_set)
    spelt: list[list[str]] = [[] for _ in different]
    for group, word in zip(of_word.ravel().tolist(), lexicon.words(length), strict=True):
        spelt[group].append(word)
    letters = alphabet.to_words(different)
    order = np.lexsort((np.arange(len(different)), -likely))
    return [Alphagram(letters[at], tuple(spelt[at]), float(likely[at])) for at in order.tolist()]


@dataclass(frozen=True)
class Stem:
    """Letters that make words with one more: which ones, how many words, the probability that the letters are drawn,
    and that one more tile of the bag then makes a word."""

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


def stems(lexicon: Lexicon, tile_set: TileSet, length: int) -> list[Stem]:
    """The stems of a length, those first that most often become a word: both probabilities multiplied."""
    rows, alphabet = np.sort(lexicon.letters(length + 1), axis=1), lexicon.alphabet
    if not len(rows):
        return []
    taken = [(np.delete(rows, place, axis=1), rows[:, place]) for place in range(length + 1)]
    fresh = [np.ones(len(rows), np.bool_)] + [rows[:, at] != rows[:, at - 1] for at in range(1, length + 1)]
    left = np.concatenate([part[new] for (part, _), new in zip(taken, fresh, strict=True)])
    added = np.concatenate([letter[new] for (_, letter), new in zip(taken, fresh, strict=True)])
    different, of_word = np.unique(left, axis=0, return_inverse=True)
    words = np.zeros((len(different), alphabet.kinds), np.int64)
    np.add.at(words, (of_word.ravel(), added), 1)
    counts = _counted(different, alphabet.kinds)
    likely = chances(counts, tile_set)
    unseen = np.maximum(np.array(tile_set.counts[: alphabet.kinds]) - counts, 0)
    makes = (words > 0) * unseen
    completed = (makes.sum(axis=1) + tile_set.counts[BLANK]) / max(tile_set.total - length, 1)
    order = np.lexsort((np.arange(len(different)), -likely * completed))
    names = alphabet.to_words(different)
    return list(_stems(order, names, words, likely, completed, alphabet.small))


def _stems(
    order: NDArray[np.intp],
    names: list[str],
    words: Counts,
    likely: NDArray[np.float64],
    completed: NDArray[np.float64],
    letters: str,
) -> Iterator[Stem]:
    for at in order.tolist():
        added = "".join(letters[kind] for kind in np.flatnonzero(words[at]).tolist())
        yield Stem(names[at], added, int(words[at].sum()), float(likely[at]), float(completed[at]))


def _counted(rows: NDArray[np.uint8], kinds: int) -> Counts:
    return np.stack([(rows == kind).sum(axis=1, dtype=np.int64) for kind in range(kinds)], axis=1)
