"""The search cost of a grid, by order-independent rounds, and the chaos measure of annex 4.

For people, the number of available steps in each round matters most (Pelánek 2014 calls it dependency; openness.c of
Landreau 2025 asks for it). Here all visible singles compete in a race by the clock of `kernels.sudoku_rounds`. The
search cost is the time at which the last cell is filled. It is the same for every isomorph of a grid.

Annex 4 of Landreau 2025 is the duration of chaos, the hardness defined by Ercsey-Ravasz and Toroczkai (2012). The
dynamics of `kernels.studies` runs on the pruned CNF of a grid from many random starts. The fraction that is unsolved at
time t decays like exp(-kappa * t); eta = -log10(kappa) is the hardness. Published values: easy below 1, medium 1 to 2,
hard 2 to 3, ultra-hard above; "Platinum Blonde" has 3.6.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.models.rating import SearchRates
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import run_stoppable
from entails.solvers.kernels.studies import escape_time
from entails.solvers.kernels.sudoku_board import I16, I64, new_board, new_step_table
from entails.solvers.kernels.sudoku_numbers import (
    BOX_LINE,
    FULL_HOUSE,
    HIDDEN_QUAD,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    LAST_IN_BOX,
    LAST_IN_COLUMN,
    LAST_IN_ROW,
    LAST_NUMBER,
    NAKED_PAIR,
    NAKED_SINGLE,
    NESTED_DISJUNCTION,
    POINTING_PAIR,
    SINGLES,
    TECHNIQUES,
    X_WING,
)
from entails.solvers.kernels.sudoku_rounds import RoundCosts, follow_rounds_of_grids, new_rounds
from entails.solvers.sudoku import formula
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.steps.position import usable, wanted
from entails.solvers.sudoku.steps.technique import COUNTED
from entails.solvers.sudoku.steps.traces import counted, puzzles

SINGLE_KINDS = {
    "full_houses": (FULL_HOUSE,),
    "box_singles": (LAST_IN_BOX,),
    "line_singles": (LAST_IN_ROW, LAST_IN_COLUMN),
    "naked_singles": (LAST_NUMBER,),
    "marked_singles": (NAKED_SINGLE, HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE),
}
"""Types of singles that people find at different speeds; `marked_singles` need pencil marks."""

_SLOWEST_RATE = 1e-6
_AT_ONCE = 32


@dataclass(frozen=True, eq=False, slots=True)
class Rounds:
    """The rounds of many grids. Techniques are indexed as in the table `TECHNIQUES`.

    Attributes:
        starts: The rounds of grid g are those from `starts[g]` up to `starts[g + 1]`.
        technique: Per round, the technique used; of singles, the easiest.
        removed: Per round, the number of candidates removed.
        time: Per round, the time that it takes.
        seen: Per round and single technique, how many cells have it as the easiest; columns count as rows.
        filled: Per round and single technique, how many of these cells are filled.
        singles: Per grid and single technique, how many cells it fills if easier techniques come first.
    """

    starts: I64
    technique: I16
    removed: I16
    time: Floats
    seen: I16
    filled: I16
    singles: I64

    @property
    def grids(self) -> int:
        """Return the number of grids."""
        return len(self.starts) - 1

    @property
    def grid(self) -> I64:
        """Return the index of the grid that each round belongs to."""
        return np.repeat(np.arange(self.grids), np.diff(self.starts))

    @property
    def in_sight(self) -> Floats:
        """Return, for each round, how many cells have each of SINGLE_KINDS as their easiest single."""
        return np.column_stack([self.seen[:, list(kinds)].sum(axis=1) for kinds in SINGLE_KINDS.values()]).astype(
            np.float64
        )

    @property
    def counts(self) -> I64:
        """Return, for each grid, `singles` and the number of rounds of every other technique."""
        flat = np.bincount(self.grid * TECHNIQUES + self.technique, minlength=self.grids * TECHNIQUES)
        counts = flat.reshape(-1, TECHNIQUES)
        counts[:, :SINGLES] = self.singles
        return counts

    def total(self, values: NDArray[np.number]) -> Floats:
        """Return the sum of values per round over each grid's rounds."""
        return np.bincount(self.grid, values, minlength=self.grids).astype(np.float64)

    def costs(self, rates: SearchRates) -> Floats:
        """Return the search cost of each grid."""
        return rates.base + self.total(self.time)


def rounds(
    grids: Sequence[Grid] | NDArray[np.integer],
    rates: SearchRates,
    techniques: Iterable[str] = COUNTED,
    *,
    unique: bool = False,
) -> Rounds:
    """Run the rounds of all grids, which may be an array of digits, 81 per row with 0 for an empty cell."""
    digits, marks = puzzles(grids)
    order = usable(counted(techniques), unique)
    costs = round_costs(rates)
    ends = np.zeros(len(digits), np.int64)
    uses = np.zeros((len(digits), SINGLES), np.int64)
    board, spare, steps, single = new_board(), new_board(), new_step_table(), np.zeros((SINGLES, 81), np.int64)
    room = new_rounds(min(_AT_ONCE, len(digits)))
    pieces = [tuple(column[:0] for column in room[:-1])]
    done = 0
    for first in range(0, len(digits), _AT_ONCE):
        batch = slice(first, first + _AT_ONCE)
        room.size[0] = 0
        follow_rounds_of_grids(
            digits[batch],
            marks[batch],
            order,
            wanted(order),
            unique,
            costs,
            board,
            spare,
            single,
            steps,
            room,
            ends[batch],
            uses[batch],
        )
        ends[batch] += done
        used = int(room.size[0])
        done += used
        pieces.append(tuple(column[:used].copy() for column in room[:-1]))
    technique, removed, time, seen, filled = map(np.concatenate, zip(*pieces, strict=True))
    return Rounds(np.concatenate([[0], ends]), technique, removed, time, seen, filled, uses)


def round_costs(rates: SearchRates) -> RoundCosts:
    """Convert search rates to arrays indexed by technique."""
    by_kind = (rates.full_house, rates.box, rates.line, rates.naked, rates.marked)
    of_single = np.zeros(SINGLES)
    for kinds, rate in zip(SINGLE_KINDS.values(), by_kind, strict=True):
        of_single[list(kinds)] = max(rate, _SLOWEST_RATE)
    times = np.zeros(TECHNIQUES)
    times[POINTING_PAIR : BOX_LINE + 1] = rates.locked
    times[NAKED_PAIR : HIDDEN_QUAD + 1] = rates.subset
    times[X_WING:] = rates.beyond
    times[NESTED_DISJUNCTION] = rates.nested
    return RoundCosts(of_single, times, float(rates.power))


def rates_by_step(step: float) -> SearchRates:
    """Return rates in which each single is `step` times as fast as the next harder one.

    These are full house, box, line, and both singles of a cell and singles with pencil marks. A round of locked
    candidates takes as long as a single in a line, other rounds twice as long.
    """
    return SearchRates(
        full_house=step,
        box=1.0,
        line=1 / step,
        naked=1 / step**2,
        marked=1 / step**2,
        power=1.0,
        locked=step,
        subset=2 * step,
        beyond=2 * step,
        nested=2 * step,
        base=1.0,
    )


TOLERANCE = 1e-3
_FASTEST, _SLOWEST = 1e3, 1e-9
"""Bounds of kappa: that of a full grid, and that of a grid that breaks a rule."""
_TRANSIENT = 0.25
"""The share of solved starts that is skipped before the decay is measured, until it is exponential."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The escape rate of a grid, its measure of chaos.

    Attributes:
        kappa: The rate of decay.
        eta: -log10(kappa).
        starts: The number of starts.
        solved: The number of starts solved before the cap.
        bound: Whether too few were solved; then kappa is an upper bound and eta a lower one.
    """

    kappa: float
    eta: float
    starts: int
    solved: int
    bound: bool


def escape_rates(
    grids: Sequence[Grid],
    *,
    starts: int = 30,
    longest: float = 2000.0,
    most_steps: int = 50_000,
    seed: int = 0,
    seconds: float | None = None,
    each: Callable[[], None] = lambda: None,
) -> list[Escape]:
    """Measure the escape rate of each grid.

    `longest` (model time), `most_steps` (of the integrator) and `seconds` (per grid) are caps. Without `seconds`, equal
    seeds give equal results.
    """
    rates = []
    for place, grid in enumerate(grids):
        rates.append(_escape(grid, starts, longest, most_steps, np.random.default_rng([seed, place]), seconds))
        each()
    return rates


def _escape(
    grid: Grid, starts: int, longest: float, most_steps: int, random: np.random.Generator, seconds: float | None
) -> Escape:
    cnf = formula(grid)
    clauses = cnf.clauses
    if not np.all(np.diff(clauses.starts)):
        return _escape_at(_SLOWEST, 0, 0, bound=True)
    if not cnf.variables:
        return _escape_at(_FASTEST, 0, 0, bound=False)
    times, solved = np.zeros(starts), np.zeros(starts, bool)
    stop = np.zeros(1, np.uint8)
    begins = [random.uniform(-1, 1, cnf.variables) for _ in range(starts)]

    def run() -> int:
        for at, begin in enumerate(begins):
            if stop[0]:
                return at
            state = np.concatenate([begin, np.zeros(len(clauses.starts) - 1)])
            times[at], solved[at] = escape_time(
                state, cnf.variables, clauses.lits, clauses.starts, longest, most_steps, TOLERANCE, stop
            )
        return starts

    def raise_flag() -> None:
        stop[0] = 1

    completed = run_stoppable(run, raise_flag, seconds)
    return decay(times[:completed], solved[:completed])


def decay(times: Floats, solved: NDArray[np.bool_]) -> Escape:
    """Estimate the rate of an exponential decay from times to a solution, capped where none was reached.

    The maximum-likelihood rate is the number of solved starts divided by the total time, both counted from the end of
    the transient.
    """
    count = len(times)
    ends = np.sort(times[solved])
    begun = float(ends[int(_TRANSIENT * len(ends))]) if len(ends) > 3 else 0.0
    late = times >= begun if begun else np.ones(count, bool)
    spent = float((times[late] - begun).sum())
    escaped = int((late & solved).sum())
    kappa = max(escaped, 1) / spent if spent > 0 else _FASTEST
    return _escape_at(kappa, count, int(solved.sum()), bound=2 * int(solved.sum()) < count)


def _escape_at(kappa: float, starts: int, solved: int, *, bound: bool) -> Escape:
    kappa = min(max(kappa, _SLOWEST), _FASTEST)
    return Escape(kappa, -math.log10(kappa), starts, solved, bound)
