"""An estimate of the ER of Sudoku Explainer: the highest rung that a grid needs on its ladder of techniques.

Up to swordfish and hidden triples the rungs have fixed values, published with the program, and our finders agree with
it grid by grid. Above, our chains are not its chains; there the value is fitted to the length of the longest argument.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clausal.models.rating import LadderEnd
from clausal.models.sudoku import Grid
from clausal.solvers.arrays import Floats
from clausal.solvers.kernels import sudoku_steps_numbers as number
from clausal.solvers.kernels.sudoku_ladder import ANY, DIRECT, SHORT, climb_many
from clausal.solvers.kernels.sudoku_steps import I64, new_board
from clausal.solvers.kernels.sudoku_steps_found import new_found
from clausal.solvers.sudoku.steps.position import arrays, refuse_other_shapes


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique as Sudoku Explainer meets it. `end` names the fitted rule that replaces the level, if any."""

    level: float
    technique: int
    condition: int = ANY
    end: str | None = None


RUNGS: tuple[Rung, ...] = (
    Rung(1.0, number.FULL_HOUSE),
    Rung(1.2, number.HIDDEN_SINGLE_BOX),
    Rung(1.5, number.HIDDEN_SINGLE_LINE),
    Rung(1.7, number.POINTING_PAIR, DIRECT),
    Rung(1.7, number.POINTING_TRIPLE, DIRECT),
    Rung(1.9, number.BOX_LINE, DIRECT),
    Rung(2.0, number.HIDDEN_PAIR, DIRECT),
    Rung(2.3, number.NAKED_SINGLE),
    Rung(2.5, number.HIDDEN_TRIPLE, DIRECT),
    Rung(2.6, number.POINTING_PAIR),
    Rung(2.6, number.POINTING_TRIPLE),
    Rung(2.8, number.BOX_LINE),
    Rung(3.0, number.NAKED_PAIR),
    Rung(3.2, number.X_WING),
    Rung(3.4, number.HIDDEN_PAIR),
    Rung(3.6, number.NAKED_TRIPLE),
    Rung(3.8, number.SWORDFISH),
    Rung(4.0, number.HIDDEN_TRIPLE),
    Rung(4.0, number.X_CHAIN, SHORT),
    Rung(4.2, number.Y_WING),
    Rung(4.4, number.XYZ_WING),
    Rung(4.5, number.UNIQUE_RECTANGLE),
    Rung(5.0, number.NAKED_QUAD),
    Rung(5.2, number.JELLYFISH),
    Rung(5.4, number.HIDDEN_QUAD),
    Rung(5.0, number.COLOURING, end="colouring"),
    Rung(5.0, number.X_CHAIN, end="colouring"),
    Rung(6.0, number.XY_CHAIN, end="xy-chain"),
    Rung(7.0, number.DISJUNCTION, end="disjunction"),
)
"""The ladder, from below. A short X-chain is a skyscraper, a kite or a turbot fish."""

STUCK = len(RUNGS)
DEEPER = (11.0, 11.9)
"""Grids of exact depth 2 have an ER of about 11 and more, the first known grid of depth 3 has 11.9."""


@dataclass(frozen=True, eq=False, slots=True)
class Climb:
    """Per grid: the highest rung (STUCK when the ladder is too short, -1 for a full grid), and what the longest
    argument on that rung rests on."""

    highest: I64
    longest: I64


def climb(grids: Sequence[Grid], *, unique: bool) -> Climb:
    """Climb with each grid. Unique rectangles are only sound where there is one solution."""
    rungs = [rung for rung in RUNGS if unique or rung.technique != number.UNIQUE_RECTANGLE]
    index = np.array([RUNGS.index(rung) for rung in rungs])
    techniques = np.array([rung.technique for rung in rungs], np.int64)
    conditions = np.array([rung.condition for rung in rungs], np.int64)
    wanted = np.zeros(number.TECHNIQUES, np.int64)
    wanted[techniques] = 1
    digits, marks = np.zeros((2, len(grids), 81), np.int64)
    for place, grid in enumerate(grids):
        refuse_other_shapes(grid)
        digits[place], marks[place] = arrays(grid)
    uses, longest = np.zeros((2, len(grids), len(rungs)), np.int64)
    filled = np.zeros(len(grids), np.int64)
    single = np.zeros((number.SINGLES, 81), np.int64)
    climb_many(
        digits,
        marks,
        techniques,
        conditions,
        wanted,
        new_board(),
        single,
        new_found(),
        new_board(),
        uses,
        longest,
        filled,
    )
    top = np.where(uses > 0, np.arange(len(rungs)), -1).max(axis=1, initial=-1)
    length = np.take_along_axis(longest, np.maximum(top, 0)[:, None], axis=1)[:, 0]
    highest = np.where(filled == 0, STUCK, np.where(top < 0, -1, index[top]))
    return Climb(highest, length)


def estimated_er(climbed: Climb, depths: NDArray[np.int64], ends: Mapping[str, LadderEnd]) -> Floats:
    """The estimate for each grid; `depths` are exact depths, 2 where it is only known that 1 is not enough."""
    told = np.zeros(len(climbed.highest))
    for place, (rung, longest) in enumerate(zip(climbed.highest.tolist(), climbed.longest.tolist(), strict=True)):
        if rung == STUCK:
            told[place] = DEEPER[1] if depths[place] > 2 else DEEPER[0]
        elif rung >= 0:
            end = ends.get(RUNGS[rung].end or "")
            told[place] = RUNGS[rung].level if end is None else end.base + end.slope * min(longest, end.most)
    return told
