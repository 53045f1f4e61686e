"""What the tiles that a play leaves are worth, and so what a play is worth beyond its score: its equity.

While there are tiles in the bag, equity is the score plus the learnt value of the leave, which fades as the bag runs
out. With an empty bag it is the score plus what the end would bring: who goes out wins the tiles of the others, which
they lose, and whoever is left with tiles had better count them twice.

Worths are added up as whole numbers of parts of a point, so that equal ones are equal, and in floating point only when
they are told. Here they are found with whole arrays, for every play of a list; compiled code (`scrabble_bounds`) does
it again for the search that finds the best play without a list.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from entails.models.alphabet import LATIN, Alphabet
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import BLANK, COPIES, KINDS, MOST_KEPT, LeaveValues, Rack, symbols_of
from entails.solvers.kernels.scrabble_bounds import CONSONANT, NEITHER, PARTS, VOWEL, LetterValues
from entails.solvers.kernels.scrabble_search import Aim
from entails.solvers.scrabble.placements import Placements, Scored

Counts = NDArray[np.int64]
"""One leave a row: how many of each kind of tile."""
Points = NDArray[np.float64]


@dataclass(frozen=True)
class LeaveTables:
    """Leave values as arrays, to value thousands of leaves at once, of tiles with these letters. A tile that the values
    do not know is worth nothing by itself."""

    values: LeaveValues
    alphabet: Alphabet = LATIN

    def of(self, leaves: Counts) -> Points:
        """What each leave is worth."""
        return self.parts_of(leaves) / PARTS

    def parts_of(self, leaves: Counts) -> Counts:
        """The same in parts of a point."""
        copies = np.minimum(leaves, len(self._sums[0]) - 1)
        there = (leaves > 0).astype(np.int64)
        worth: Counts = self._sums[np.arange(KINDS), copies].sum(axis=1)
        worth += ((there @ self._pairs) * there).sum(axis=1)
        return worth + self._balance[self.balance_of(leaves)]

    @cached_property
    def by_symbol(self) -> LetterValues:
        """The same for compiled code, where the blank comes first."""
        first = np.array([BLANK, *range(KINDS)])
        pairs = (self._pairs + self._pairs.T)[first][:, first]
        return LetterValues(self._sums[first], np.ascontiguousarray(pairs), self._balance, self._sorts[first])

    def balance_of(self, leaves: Counts) -> tuple[Counts, Counts]:
        """How many vowels and how many consonants each leave has, as far as the values tell them apart."""
        sorts = self._sorts[: leaves.shape[1]]
        vowels, consonants = (leaves[:, sorts == sort].sum(axis=1) for sort in (VOWEL, CONSONANT))
        return np.minimum(vowels, MOST_KEPT), np.minimum(consonants, MOST_KEPT)

    @cached_property
    def _sorts(self) -> NDArray[np.uint8]:
        """Of each tile: is it a vowel, a consonant, or neither?"""
        sorts = np.array([VOWEL if one in self.values.vowels else CONSONANT for one in self._symbols], np.uint8)
        sorts[BLANK] = NEITHER
        return sorts

    @cached_property
    def _symbols(self) -> str:
        return symbols_of(self.alphabet)

    @cached_property
    def _sums(self) -> Counts:
        """Of each tile: what 0, 1, 2, ... copies are worth together."""
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
        for pair, worth in self.values.pairs.items():
            one, other = map(self._symbols.find, pair)
            if one >= 0 and other >= 0:
                table[one, other] = _parts(worth)
        return table

    @cached_property
    def _balance(self) -> Counts:
        """Measured from the empty leave, which is worth nothing: only differences between leaves are learnt."""
        balance = _parts(self.values.balance)
        balance -= int(balance[0, 0])
        return balance


def _parts(points: ArrayLike) -> Counts:
    """Points in parts of one."""
    parts: Counts = np.rint(np.asarray(points, np.float64) * PARTS).astype(np.int64)
    return parts


def kept_of(rack: Rack) -> Counts:
    """Every way to keep some tiles of a rack: at most 128 of seven. `leave_numbers` are rows of this."""
    sizes, weights = _number_system(rack)
    kept: Counts = np.arange(sizes.prod())[:, None] // weights % sizes
    return kept


def _number_system(rack: Rack) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Leaves as numbers: the copies of each tile are a digit. How many values it has, and what it counts."""
    sizes = np.array(rack.counts, np.int64) + 1
    return sizes, np.append(np.cumprod(sizes[:0:-1])[::-1], 1)


def leave_numbers(rack: Rack, found: Placements) -> NDArray[np.int64]:
    """What each placement leaves, as a row of `kept_of(rack)`. Thousands of placements leave the same few dozen things,
    so this is much quicker than to write down and value the leave of each."""
    sizes, weights = _number_system(rack)
    if not len(found):
        return np.zeros(0, np.int64)
    of_letter = weights[found.letters.astype(np.intp) - 1] * found.laid_letters
    used = np.add.reduceat(of_letter, found.firsts)[found.play_of]
    for place in range(int(found.lengths.max())) if rack.blanks else ():
        chosen = np.flatnonzero(found.blanks >> place & 1)
        letters = found.letters[found.firsts[found.play_of[chosen]] + place].astype(np.intp) - 1
        used[chosen] += weights[BLANK] - weights[letters]
    numbers: NDArray[np.int64] = (sizes - 1) @ weights - used
    return numbers


def equities(position: Position, found: Placements, tables: LeaveTables) -> Points:
    """Score and leave together, of each placement."""
    kept = _parts_kept(position, kept_of(position.rack), tables)
    point = PARTS * position.rules.rack_size
    return (found.scores * np.int64(point) + kept[leave_numbers(position.rack, found)]) / point


def equity_of(position: Position, found: Scored, tables: LeaveTables) -> float:
    """Score and leave together, of one placement."""
    leave = np.array([position.rack.without(found.placement.used).counts], np.int64)
    point = PARTS * position.rules.rack_size
    return (found.score * point + int(_parts_kept(position, leave, tables)[0])) / point


def leave_worth(position: Position, leaves: Counts, tables: LeaveTables) -> Points:
    """What these leaves are worth in this position."""
    return _parts_kept(position, leaves, tables) / (PARTS * position.rules.rack_size)


def _parts_kept(position: Position, leaves: Counts, tables: LeaveTables) -> Counts:
    """The same; a point has as many parts as `PARTS` says, times the size of a rack."""
    bag, rack_size = tiles_in_bag(position), position.rules.rack_size
    if bag:
        return tables.parts_of(leaves) * min(bag, rack_size)
    face = leaves @ np.array(position.tile_set.values, np.int64)
    out = leaves.sum(axis=1) == 0
    return np.where(out, 2 * position.unseen.value(position.tile_set), -2 * face) * (PARTS * rack_size)


def aim_at_equity(position: Position, tables: LeaveTables) -> Aim:
    """What tells compiled code to look for the highest equity in this position."""
    unseen = position.unseen
    bag = tiles_in_bag(position, unseen)
    return Aim(True, tables.by_symbol, bag, position.rules.rack_size, unseen.value(position.tile_set))


def tiles_in_bag(position: Position, unseen: Rack | None = None) -> int:
    """How many tiles are in the bag when every other player has a full rack; without others told, there is one."""
    full = position.rules.rack_size * max(len(position.others), 1)
    return max((unseen or position.unseen).total - full, 0)


@dataclass(frozen=True)
class BestExchange:
    """What an exchange would best keep, and what that is worth."""

    exchanged: Rack
    worth: float


def best_exchange(position: Position, bag: int, tables: LeaveTables) -> BestExchange:
    """The exchange that keeps the best leave, of as many tiles as the bag can give."""
    kept = kept_of(position.rack)
    given = position.rack.total - kept.sum(axis=1)
    worth = np.where((given > 0) & (given <= bag), leave_worth(position, kept, tables), -np.inf)
    best = int(worth.argmax())
    exchanged = position.rack.without(Rack(tuple(kept[best].tolist()), position.rack.alphabet))
    return BestExchange(exchanged, float(worth[best]))
