"""What the tiles that a play leaves are worth, for every leave of a rack at once.

A leave is a number whose digits are the copies of each tile, A first and the blank last, as in
`entails.solvers.scrabble.leave`. All worths are whole numbers, so equal ones are equal on every machine: values come in
parts of a point (`PARTS`), and since they fade as the bag runs out, a point is as many times the size of a rack.
"""

from typing import NamedTuple

import numpy as np

from entails.models.scrabble.tiles import BLANK
from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8
from entails.solvers.kernels.scrabble_parts import Worth

PARTS = 1_000_000
"""Parts of a point in which values are told."""
SCORES = 1 << 14
"""More than any play scores: of plays that are worth the same the one with the higher score is the best."""
NEITHER, VOWEL, CONSONANT = range(3)


class Values(NamedTuple):
    """Leave values in parts of a point, by symbol with the blank at 0: so many copies, two different tiles together, so
    many vowels and consonants; and which tile is which of the two."""

    copies: I64
    pairs: I64
    balance: I64
    sorts: U8


class Leaves(NamedTuple):
    """Of each leave of a rack: how many tiles it has and what they count, and what it is worth; the weights of the
    digits, by symbol."""

    tiles: I32
    faces: I32
    worth: I64
    weights: I64


@kernel
def leaves_of(rack: I32, points: I32, values: Values) -> Leaves:
    """Every leave of a rack of symbols, by number, with what it is worth while the bag is full."""
    size = 1
    for symbol in range(SYMBOLS):
        size *= rack[symbol] + 1
    tiles, faces, worth = np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64)
    vowels, consonants = np.zeros(size, np.int64), np.zeros(size, np.int64)
    weights, held = np.zeros(SYMBOLS, np.int64), np.zeros(SYMBOLS, np.int64)
    kinds, size = 0, 1
    for kind in range(SYMBOLS - 2, -1, -1):
        symbol = 0 if kind == BLANK else kind + 1
        if rack[symbol] == 0:
            continue
        weights[symbol] = size
        for number in range(size):
            together = 0
            for before in range(kinds):
                other = held[before]
                if number // weights[other] % (rack[other] + 1):
                    together += values.pairs[symbol, other]
            for copy in range(1, rack[symbol] + 1):
                at = number + copy * size
                tiles[at], faces[at] = tiles[number] + copy, faces[number] + copy * points[symbol]
                vowels[at] = vowels[number] + copy * (values.sorts[symbol] == VOWEL)
                consonants[at] = consonants[number] + copy * (values.sorts[symbol] == CONSONANT)
                worth[at] = worth[number] + together + values.copies[symbol, min(copy, values.copies.shape[1] - 1)]
        held[kinds] = symbol
        kinds += 1
        size *= rack[symbol] + 1
    most = len(values.balance) - 1
    for number in range(size):
        worth[number] += values.balance[min(vowels[number], most), min(consonants[number], most)]
    return Leaves(tiles, faces, worth, weights)


@kernel
def no_leaves() -> Leaves:
    """Where only the score counts."""
    return Leaves(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64))


@kernel
def by_score(all_tiles: int) -> Worth:
    """Only the score counts."""
    return Worth(1, np.zeros(1, np.int64), np.zeros(SYMBOLS, np.int64), np.zeros(all_tiles + 1, np.int64))


@kernel
def by_equity(leaves: Leaves, all_tiles: int, bag: int, rack_size: int, unseen: int) -> Worth:
    """Score and leave count together. With an empty bag whoever goes out wins what the `unseen` tiles count and the
    other loses it, and tiles kept had better be counted twice."""
    point = PARTS * rack_size
    kept, most = leaves.worth * (min(bag, rack_size) * SCORES), np.full(all_tiles + 1, -(1 << 62), np.int64)
    for number in range(len(kept)):
        if bag == 0:
            kept[number] = (2 * unseen if number == 0 else -2 * leaves.faces[number]) * point * SCORES
        laid = all_tiles - leaves.tiles[number]
        most[laid] = max(most[laid], kept[number])
    return Worth(point * SCORES + 1, kept, leaves.weights, most)
