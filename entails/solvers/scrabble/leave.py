"""Leave values and equity: the score of a play plus the value of the tiles it leaves.

While the bag has tiles, the value of a leave is the learnt one, scaled down as the bag runs out. With an empty bag it
is an estimate of the end: going out wins the opponent's tiles, and tiles that stay count twice against the player.

Values are sums of integers (parts of a point), so that equal values compare equal; they become floats only in results.
This module values all plays of a list with array operations. Compiled code (`scrabble_bounds`) computes the same in the
search for the best play without a list.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from entails.models.alphabet import LATIN, Alphabet
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import BLANK, COPIES, KINDS, MOST_KEPT, LeaveValues, Rack, symbols_of
from entails.solvers.kernels.scrabble_leaves import CONSONANT, NEITHER, PARTS, VOWEL, LetterValues
from entails.solvers.kernels.scrabble_search import Aim
from entails.solvers.scrabble.placements import Placements, Scored

Counts = NDArray[np.int64]
"""Leaves as rows of counts by tile number."""
Points = NDArray[np.float64]


@dataclass(frozen=True)
class LeaveTables:
    """Leave values as arrays, which value many leaves at once. Tiles without a value count 0."""

    values: LeaveValues
    alphabet: Alphabet = LATIN

    def of(self, leaves: Counts) -> Points:
        """Return the values of leaves, in points."""
        return self.parts_of(leaves) / PARTS

    def parts_of(self, leaves: Counts) -> Counts:
        """Return the values of leaves, in fractions of a point."""
        copies = np.minimum(leaves, len(self._sums[0]) - 1)
        is_kept = (leaves > 0).astype(np.int64)
        parts: Counts = self._sums[np.arange(KINDS), copies].sum(axis=1)
        parts += ((is_kept @ self._pairs) * is_kept).sum(axis=1)
        return parts + self._balance[self.balance_of(leaves)]

    @cached_property
    def by_symbol(self) -> LetterValues:
        """The values for compiled code, with the blank first."""
        first = np.array([BLANK, *range(KINDS)])
        pairs = (self._pairs + self._pairs.T)[first][:, first]
        return LetterValues(self._sums[first], np.ascontiguousarray(pairs), self._balance, self._sorts[first])

    def balance_of(self, leaves: Counts) -> tuple[Counts, Counts]:
        """Return the numbers of vowels and of consonants in leaves, up to the table's limits."""
        sorts = self._sorts[: leaves.shape[1]]
        vowels, consonants = (leaves[:, sorts == sort].sum(axis=1) for sort in (VOWEL, CONSONANT))
        return np.minimum(vowels, MOST_KEPT), np.minimum(consonants, MOST_KEPT)

    @cached_property
    def _sorts(self) -> NDArray[np.uint8]:
        """Class of each tile: vowel, consonant or neither."""
        sorts = np.array([VOWEL if symbol in self.values.vowels else CONSONANT for symbol in self._symbols], np.uint8)
        sorts[BLANK] = NEITHER
        return sorts

    @cached_property
    def _symbols(self) -> str:
        return symbols_of(self.alphabet)

    @cached_property
    def _sums(self) -> Counts:
        """The total value of 0, 1, 2, ... copies of each tile."""
        longest = 26
        steps = np.zeros((KINDS, longest + 1), np.int64)
        for tile, symbol in enumerate(self._symbols):
            copies = _parts(self.values.copies.get(symbol, (0.0,) * COPIES))
            steps[tile, 1 : COPIES + 1] = copies
            steps[tile, COPIES + 1 :] = copies[-1]
        sums: Counts = steps.cumsum(axis=1)
        return sums

    @cached_property
    def _pairs(self) -> Counts:
        table = np.zeros((KINDS, KINDS), np.int64)
        for pair, value in self.values.pairs.items():
            first, second = map(self._symbols.find, pair)
            if first >= 0 and second >= 0:
                table[first, second] = _parts(value)
        return table

    @cached_property
    def _balance(self) -> Counts:
        """The balance values relative to the empty leave, whose value is 0."""
        balance = _parts(self.values.balance)
        balance -= int(balance[0, 0])
        return balance


def _parts(points: ArrayLike) -> Counts:
    """Convert points to integer fractions of a point."""
    parts: Counts = np.rint(np.asarray(points, np.float64) * PARTS).astype(np.int64)
    return parts


def possible_leaves(rack: Rack) -> Counts:
    """Return every possible leave of a rack, at most 128 for seven tiles; `leave_numbers` index this array."""
    sizes, weights = _number_system(rack)
    kept: Counts = np.arange(sizes.prod())[:, None] // weights % sizes
    return kept


def _number_system(rack: Rack) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the base and weight of each digit in leave numbers; the copies of a tile form a digit."""
    sizes = np.array(rack.counts, np.int64) + 1
    return sizes, np.append(np.cumprod(sizes[:0:-1])[::-1], 1)


def leave_numbers(rack: Rack, placements: Placements) -> NDArray[np.int64]:
    """Return the leave of each placement as an index into `possible_leaves(rack)`.

    Thousands of placements share a few dozen leaves, so this is much faster than valuing the leave of each.
    """
    sizes, weights = _number_system(rack)
    if not len(placements):
        return np.zeros(0, np.int64)
    of_letter = weights[placements.letters.astype(np.intp) - 1] * placements.laid_letters
    used = np.add.reduceat(of_letter, placements.firsts)[placements.play_of]
    for place in range(int(placements.lengths.max())) if rack.blanks else ():
        chosen = np.flatnonzero(placements.blanks >> place & 1)
        letters = placements.letters[placements.firsts[placements.play_of[chosen]] + place].astype(np.intp) - 1
        used[chosen] += weights[BLANK] - weights[letters]
    numbers: NDArray[np.int64] = (sizes - 1) @ weights - used
    return numbers


def equities(position: Position, placements: Placements, tables: LeaveTables) -> Points:
    """Return the equity of each placement in a position."""
    kept = _parts_kept(position, possible_leaves(position.rack), tables)
    point = PARTS * position.rules.rack_size
    return (placements.scores * np.int64(point) + kept[leave_numbers(position.rack, placements)]) / point


def equity_of(position: Position, play: Scored, tables: LeaveTables) -> float:
    """Return the equity of one placement."""
    leave = np.array([position.rack.without(play.placement.used).counts], np.int64)
    point = PARTS * position.rules.rack_size
    return (play.score * point + int(_parts_kept(position, leave, tables)[0])) / point


def leave_points(position: Position, leaves: Counts, tables: LeaveTables) -> Points:
    """Return the values of leaves in a position, in points."""
    return _parts_kept(position, leaves, tables) / (PARTS * position.rules.rack_size)


def _parts_kept(position: Position, leaves: Counts, tables: LeaveTables) -> Counts:
    """Return the values of leaves in a position, in fractions: `PARTS` times the rack size per point."""
    bag, rack_size = tiles_in_bag(position), position.rules.rack_size
    if bag:
        return tables.parts_of(leaves) * min(bag, rack_size)
    face = leaves @ np.array(position.tile_set.values, np.int64)
    out = leaves.sum(axis=1) == 0
    return np.where(out, 2 * position.unseen.value(position.tile_set), -2 * face) * (PARTS * rack_size)


def aim_at_equity(position: Position, tables: LeaveTables) -> Aim:
    """Return the criterion "best equity" as a kernel argument."""
    unseen = position.unseen
    bag = tiles_in_bag(position, unseen)
    return Aim(True, tables.by_symbol, bag, position.rules.rack_size, unseen.value(position.tile_set))


def tiles_in_bag(position: Position, unseen: Rack | None = None) -> int:
    """Return the number of tiles in the bag if all opponents (by default one) have full racks."""
    full = position.rules.rack_size * max(len(position.others), 1)
    return max((unseen or position.unseen).total - full, 0)


@dataclass(frozen=True)
class BestExchange:
    """The best exchange, and the value of the leave it keeps."""

    exchanged: Rack
    value: float


def best_exchange(position: Position, bag: int, tables: LeaveTables) -> BestExchange:
    """Return the exchange with the best leave, within the number of tiles in the bag."""
    kept = possible_leaves(position.rack)
    exchanged_tiles = position.rack.total - kept.sum(axis=1)
    values = np.where((exchanged_tiles > 0) & (exchanged_tiles <= bag), leave_points(position, kept, tables), -np.inf)
    best = int(values.argmax())
    exchanged = position.rack.without(Rack(tuple(kept[best].tolist()), position.rack.alphabet))
    return BestExchange(exchanged, float(values[best]))
