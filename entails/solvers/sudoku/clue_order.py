"""Orders in which clues are removed from a full grid, so that a large subset or a fish can be needed.

A naked quad is needed only in a unit with eight empty cells, a hidden one with nine, and a jellyfish of a digit with at
most one clue. So the clues of the unit or the digit are removed first, and those that keep the technique possible last:
for a naked quad of four cells, the other digits where these cells see them; for a hidden quad, its digits where the
other cells of the unit see them; for a jellyfish, all clues of its lines outside its columns.
"""

from typing import Final, Literal

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from entails.models.sudoku.shape import Shape

Empties = Literal["unit", "digit", "fish", "naked quad", "hidden quad"]

_QUAD: Final = 4
_FIRST, _NEXT, _LAST = 0, 1, 2
"""When a clue is removed."""


def shuffled(random: RandomState, *sizes: int) -> NDArray[np.int64]:
    """Return a random permutation of n items, or for two sizes an array of permutations.

    It uses only random numbers, whose sequence numpy guarantees, unlike that of its shuffling.
    """
    return random.random_sample(sizes).argsort(axis=-1, kind="stable")


def removal_order(
    empties: Empties | None, shape: Shape, solution: NDArray[np.uint8], orbits: NDArray[np.int64], random: RandomState
) -> NDArray[np.int64]:
    """Return the orbits whose clues may be removed, in a random order that `empties` restricts.

    An orbit is a row of cells, padded with -1. For a fish, the clues that would go last stay.
    """
    order = shuffled(random, len(orbits))
    if empties is None:
        return order
    turns = np.full(shape.cells + 1, _NEXT)  # the last one is the padding of orbits
    turns[:-1] = _turns(empties, shape, solution, random)
    of_orbits = turns[orbits[order]]
    of_orbits = np.where((of_orbits == _FIRST).any(axis=1), _FIRST, of_orbits.max(axis=1))
    order = order[np.argsort(of_orbits, kind="stable")]
    return order[: np.count_nonzero(of_orbits < _LAST)] if empties == "fish" else order


def _turns(empties: Empties, shape: Shape, solution: NDArray[np.uint8], random: RandomState) -> NDArray[np.int64]:
    """Return for each cell when its clue is removed: `_FIRST`, `_NEXT` or `_LAST`."""
    choice = random.random_sample()
    turns = np.full(shape.cells, _NEXT)
    if empties == "digit":
        turns[solution == 1 + int(choice * shape.size)] = _FIRST
        return turns
    if empties == "fish":
        return _fish(solution.reshape(shape.size, shape.size), 1 + int(choice * shape.size), random).ravel()
    unit = np.array(shape.units[int(choice * len(shape.units))].cells)
    if empties != "unit":
        quad = shuffled(random, len(unit)) < _QUAD
        source = quad if empties == "hidden quad" else ~quad
        digits, seeing = solution[unit[source]], set(unit[~source].tolist())
        seen = [cell for group in shape.units if not seeing.isdisjoint(group.cells) for cell in group.cells]
        turns[seen] = np.where(np.isin(solution[seen], digits), _LAST, _NEXT)
    turns[unit] = _FIRST
    return turns


def _fish(grid: NDArray[np.uint8], digit: int, random: RandomState) -> NDArray[np.int64]:
    """Return when the clues are removed so that, in four lines, a digit has places only in four columns."""
    turns = np.full(grid.shape, _NEXT)
    by_row = random.random_sample() < 1 / 2
    lines, turns_of_lines = (grid, turns) if by_row else (grid.T, turns.T)
    chosen = shuffled(random, len(grid))[:_QUAD]
    turns_of_lines[chosen] = _LAST
    turns_of_lines[np.ix_(chosen, np.flatnonzero((lines[chosen] == digit).any(axis=0)))] = _FIRST
    turns[grid == digit] = _FIRST
    return turns
