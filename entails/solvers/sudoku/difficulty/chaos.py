"""Annex 4 of Landreau 2025, the duration of chaos: hardness as Ercsey-Ravasz and Toroczkai define it (2012).

Many random starts of the dynamics in `kernels.chaos` run on the pruned CNF of a grid. The fraction still unsolved at
time t decays like exp(-kappa * t); eta = -log10(kappa) is the hardness. Published: easy below 1, medium 1 to 2, hard 2
to 3, ultra-hard above; "Platinum Blonde" 3.6.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats
from entails.solvers.budget import run_stoppable
from entails.solvers.kernels.chaos import escape_time
from entails.solvers.sudoku.formula import formula

TOLERANCE = 1e-3
_FASTEST, _SLOWEST = 1e3, 1e-9
"""Bounds of kappa: a full grid has nothing to escape from, and one that breaks a rule never escapes."""
_TRANSIENT = 0.25
"""The share of starts that may be solved before the decay is measured: it takes a while to become exponential."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The escape rate of one grid, from so many starts of which so many were solved before the cap.

    `bound` is True when too few were: kappa is then an upper bound, and eta a lower one.
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
    """The escape rate of each grid. `longest` (model time), `most_steps` (of the integrator) and `seconds` (for each
    grid) are caps; without `seconds` the same seed gives the same answer."""
    found = []
    for place, grid in enumerate(grids):
        found.append(_escape(grid, starts, longest, most_steps, np.random.default_rng([seed, place]), seconds))
        each()
    return found


def _escape(
    grid: Grid, starts: int, longest: float, most_steps: int, random: np.random.Generator, seconds: float | None
) -> Escape:
    cnf = formula(grid)
    clauses = cnf.clauses
    if not np.all(np.diff(clauses.starts)):
        return _told(_SLOWEST, 0, 0, bound=True)
    if not cnf.variables:
        return _told(_FASTEST, 0, 0, bound=False)
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

    made = run_stoppable(run, raise_flag, seconds)
    return decay(times[:made], solved[:made])


def decay(times: Floats, solved: NDArray[np.bool_]) -> Escape:
    """The rate of an exponential decay from times to a solution, or to the cap where there was none.

    The likeliest rate is the number of solved starts over the time that all of them spent, both counted from the end of
    the transient.
    """
    count = len(times)
    ends = np.sort(times[solved])
    begun = float(ends[int(_TRANSIENT * len(ends))]) if len(ends) > 3 else 0.0
    late = times >= begun if begun else np.ones(count, bool)
    spent = float((times[late] - begun).sum())
    escaped = int((late & solved).sum())
    kappa = max(escaped, 1) / spent if spent > 0 else _FASTEST
    return _told(kappa, count, int(solved.sum()), bound=2 * int(solved.sum()) < count)


def _told(kappa: float, starts: int, solved: int, *, bound: bool) -> Escape:
    kappa = min(max(kappa, _SLOWEST), _FASTEST)
    return Escape(kappa, -math.log10(kappa), starts, solved, bound)
