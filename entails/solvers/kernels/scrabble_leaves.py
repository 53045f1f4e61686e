"""Every leave of a rack: its value, and whether the tiles laid without it can be a word.

A leave is a number whose digits are the copies of each tile, as in `entails.solvers.scrabble.leave`. All worths are
integers, so that equal ones are equal on every machine: values are in parts of a point (`PARTS`), and since they fade
as the bag runs out, a point is multiplied by the size of a rack.

**Anagrams.** Each letter has a random number, its key; the key of a set of tiles is the sum of theirs. A Bloom filter
has the keys of all words of a lexicon: a key determines an element of an array and three of its bits. A clear bit
proves that no word consists of such tiles.
"""

from typing import NamedTuple

import numpy as np

from entails.models.scrabble.tiles import BLANK
from entails.solvers.kernels.jit import kernel
from entails.solvers.kernels.scrabble_board import Worth
from entails.solvers.kernels.scrabble_graph import I32, I64, SYMBOLS, U8, symbol_of

PARTS = 1_000_000
"""Number of parts of a point; values are given in parts."""
SCORES = 1 << 14
"""A number above any score, which prefers the higher score among plays of equal worth."""
NEITHER, VOWEL, CONSONANT = range(3)
MANY_BLANKS = 1 << 20
"""A number of blanks above that of any rack, with which any word may be spelled."""
MOST_NUMBERED = 1 << 40
"""Number of leaves up to which they are counted."""
MOST_LEAVES = 512
"""Number of leaves up to which a search by score distinguishes them."""
LETTER_KEYS = np.array([0, *np.random.default_rng(1).integers(1 << 40, 1 << 48, SYMBOLS - 1)], np.int64)
"""The key of each symbol. Sums of the keys of a line fit into 63 bits."""
FILTER_SHIFTS = FIRST, SECOND, THIRD = 24, 30, 36
"""The places in a key of the three numbers of six bits that determine its bits in the filter."""


class LetterValues(NamedTuple):
    """Leave values in fractions of a point, by symbol with the blank at 0.

    They are values of each number of copies, of two different tiles together, and of each number of vowels and
    consonants; and which symbols are vowels or consonants.
    """

    copies: I64
    pairs: I64
    balance: I64
    sorts: U8


class LeaveArrays(NamedTuple):
    """The leaves of a rack, by number.

    Attributes:
        tiles, faces, worth: Number of tiles, points and value of each leave.
        weights: The weight of the digit of each symbol.
        keys, blanks: The key of the letters laid and the number of blanks laid.
        held, copies: The symbols of the rack, and the copies of each in each leave.
        order, starts: The leaves by number of tiles laid, and where those with k tiles laid begin.
    """

    tiles: I32
    faces: I32
    worth: I64
    weights: I64
    keys: I64
    blanks: I32
    held: I32
    copies: U8
    order: I32
    starts: I32


@kernel
def number_of_leaves(rack: I32) -> int:
    """Return the number of leaves of a rack, or some number above `MOST_NUMBERED`."""
    size = 1
    for symbol in range(SYMBOLS):
        size *= rack[symbol] + 1 if size <= MOST_NUMBERED else 1
    return size


@kernel
def list_leaves(rack: I32, points: I32) -> LeaveArrays:
    """List the leaves of a rack of symbols, without values."""
    size = number_of_leaves(rack)
    tiles, faces, worth = np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64)
    weights, keys, blanks = np.zeros(SYMBOLS, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int32)
    kinds = all_tiles = 0
    for symbol in range(SYMBOLS):
        kinds += rack[symbol] > 0
        all_tiles += rack[symbol]
        keys[0] += rack[symbol] * LETTER_KEYS[symbol]
    blanks[0] = rack[0]
    held, copies = np.zeros(kinds, np.int32), np.zeros((size, kinds), np.uint8)
    kinds, size = 0, 1
    for kind in range(SYMBOLS - 2, -1, -1):
        symbol = 0 if kind == BLANK else kind + 1
        if rack[symbol] == 0:
            continue
        weights[symbol] = size
        for copy in range(1, rack[symbol] + 1):
            for number in range(size):
                at = number + copy * size
                tiles[at], faces[at] = tiles[number] + copy, faces[number] + copy * points[symbol]
                keys[at] = keys[number] - copy * LETTER_KEYS[symbol]
                blanks[at] = blanks[number] - copy * (symbol == 0)
                for before in range(kinds):
                    copies[at, before] = copies[number, before]
                copies[at, kinds] = copy
        held[kinds] = symbol
        kinds += 1
        size *= rack[symbol] + 1
    order, starts = np.zeros(size, np.int32), np.zeros(all_tiles + 2, np.int32)
    for number in range(size):
        starts[all_tiles - tiles[number] + 1] += 1
    for laid in range(all_tiles + 1):
        starts[laid + 1] += starts[laid]
    places = starts.copy()
    for number in range(size):
        laid = all_tiles - tiles[number]
        order[places[laid]] = number
        places[laid] += 1
    return LeaveArrays(tiles, faces, worth, weights, keys, blanks, held, copies, order, starts)


@kernel
def value_leaves(leaves: LeaveArrays, rack: I32, values: LetterValues) -> None:
    """Write the values of all leaves, while the bag is full."""
    worth, held = leaves.worth, leaves.held
    vowels, consonants = np.zeros(len(worth), np.int64), np.zeros(len(worth), np.int64)
    together = np.zeros(len(worth), np.int64)
    size = 1
    for kind in range(len(held)):
        symbol = held[kind]
        is_vowel, is_consonant = values.sorts[symbol] == VOWEL, values.sorts[symbol] == CONSONANT
        block = 1
        for before in range(kind):
            width = rack[held[before]] + 1
            pair = values.pairs[symbol, held[before]]
            for copy in range(1, width):
                for rest in range(block):
                    together[copy * block + rest] = together[rest] + pair
            block *= width
        for copy in range(1, rack[symbol] + 1):
            added = values.copies[symbol, min(copy, values.copies.shape[1] - 1)]
            for number in range(size):
                at = number + copy * size
                vowels[at] = vowels[number] + copy * is_vowel
                consonants[at] = consonants[number] + copy * is_consonant
                worth[at] = worth[number] + together[number] + added
        size *= rack[symbol] + 1
    most = len(values.balance) - 1
    for number in range(size):
        worth[number] += values.balance[min(vowels[number], most), min(consonants[number], most)]


@kernel
def count_leaves(sums: I64) -> LeaveArrays:
    """Return leaves that are numbers of tiles only, for large racks; `sums` are those of the best tiles."""
    size = len(sums)
    tiles, faces = np.zeros(size, np.int32), np.zeros(size, np.int32)
    order, starts = np.zeros(size, np.int32), np.zeros(size + 1, np.int32)
    for number in range(size):
        tiles[number], order[number], starts[number] = number, size - 1 - number, number
        faces[number] = sums[size - 1] - sums[size - 1 - number]
    starts[size] = size
    many = np.full(size, MANY_BLANKS, np.int32)
    nothing, weights = np.zeros(size, np.int64), np.ones(SYMBOLS, np.int64)
    held, copies = np.zeros(1, np.int32), np.zeros((size, 1), np.uint8)
    for number in range(size):
        copies[number, 0] = min(number, 1)
    return LeaveArrays(tiles, faces, nothing, weights, nothing.copy(), many, held, copies, order, starts)


@kernel
def by_score(all_tiles: int) -> Worth:
    """Return the worth that counts only the score, for searches that list plays."""
    return Worth(1, np.zeros(1, np.int64), np.zeros(SYMBOLS, np.int64), np.zeros(all_tiles + 1, np.int64))


@kernel
def by_score_with(leaves: LeaveArrays, all_tiles: int) -> Worth:
    """Return the worth that counts only the score, with numbered leaves."""
    return Worth(1, np.zeros(len(leaves.tiles), np.int64), leaves.weights, np.zeros(all_tiles + 1, np.int64))


@kernel
def by_equity(leaves: LeaveArrays, all_tiles: int, bag: int, rack_size: int, unseen: int) -> Worth:
    """Return the worth that adds score and leave value (equity).

    With an empty bag, the player who goes out wins the points of the `unseen` tiles and the opponent loses them, so
    tiles kept count double against the player.
    """
    point = PARTS * rack_size
    kept, most = leaves.worth * (min(bag, rack_size) * SCORES), np.full(all_tiles + 1, -(1 << 62), np.int64)
    for number in range(len(kept)):
        if bag == 0:
            kept[number] = (2 * unseen if number == 0 else -2 * leaves.faces[number]) * point * SCORES
        laid = all_tiles - leaves.tiles[number]
        most[laid] = max(most[laid], kept[number])
    return Worth(point * SCORES + 1, kept, leaves.weights, most)


@kernel
def bits_of_key(key: int) -> int:
    """Return the three bits of a key in its element of a filter."""
    return 1 << (key >> FIRST & 63) | 1 << (key >> SECOND & 63) | 1 << (key >> THIRD & 63)


@kernel
def may_spell(anagrams: I64, letters: int, key: int, blanks: int) -> bool:
    """Return whether letters with this key and blanks may be a word; always true with two blanks.

    `letters` is the mask of the letters that a blank can be.
    """
    last = len(anagrams) - 1
    if last < 0 or blanks > 1:
        return True
    if blanks == 0:
        bits = bits_of_key(key)
        return bool(anagrams[key & last] & bits == bits)
    while letters:
        bit = letters & -letters
        letters ^= bit
        whole = key + LETTER_KEYS[symbol_of(bit)]
        bits = bits_of_key(whole)
        if anagrams[whole & last] & bits == bits:
            return True
    return False
