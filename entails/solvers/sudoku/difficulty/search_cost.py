"""Slow criteria: the search cost of a path with the fit of its rates, and the chaos of annex 4.

For people, the number of available steps in each round matters most (Pelánek 2014 calls it dependency; openness.c of
Landreau 2025 asks for it). Here all visible singles compete: their rates add up, and the time to the first find is the
inverse of the sum, to some power. `search_costs` is the criterion; `fit_rates` fits the rates to solving times.

Annex 4 of Landreau 2025 is the duration of chaos, the hardness defined by Ercsey-Ravasz and Toroczkai (2012). The
dynamics of `kernels.studies` runs on the pruned CNF of a grid from many random starts. The fraction that is unsolved at
time t decays like exp(-kappa * t); eta = -log10(kappa) is the hardness. Published values: easy below 1, medium 1 to 2,
hard 2 to 3, ultra-hard above; "Platinum Blonde" has 3.6.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.models.rating import SearchRates
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import run_stoppable
from entails.solvers.kernels.studies import escape_time
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
    POINTING_PAIR,
    X_WING,
)
from entails.solvers.sudoku import formula
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.steps.traces import Traces

SINGLE_KINDS = {
    "full_houses": (FULL_HOUSE,),
    "box_singles": (LAST_IN_BOX,),
    "line_singles": (LAST_IN_ROW, LAST_IN_COLUMN),
    "naked_singles": (LAST_NUMBER,),
    "marked_singles": (NAKED_SINGLE, HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE),
}
"""Types of singles that people find at different speeds; `marked_singles` need pencil marks."""

_STEP_KINDS = ((POINTING_PAIR, BOX_LINE), (NAKED_PAIR, HIDDEN_QUAD), (X_WING, 999))
_FITTED = ("full_house", "line", "naked", "marked", "power", "locked", "subset", "beyond", "base")


def singles_in_sight(traces: Traces) -> Floats:
    """Return how many cells have each of SINGLE_KINDS as their easiest single, per round."""
    easiest = traces.rounds.easiest
    return np.column_stack([easiest[:, list(kinds)].sum(axis=1) for kinds in SINGLE_KINDS.values()]).astype(np.float64)


def search_costs(traces: Traces, rates: SearchRates) -> Floats:
    """Return the search cost of each grid."""
    return _Path(traces).costs(rates)


def round_costs(traces: Traces, rates: SearchRates) -> Floats:
    """Return the search cost of each round of all grids."""
    return _Path(traces).round_costs(rates)


class _Path:
    """The numbers of paths on which their costs depend."""

    def __init__(self, traces: Traces) -> None:
        technique = traces.rounds.technique
        self.grid = traces.grid
        self.grids = len(traces.status)
        self.in_sight = singles_in_sight(traces)
        self.step_kind = np.column_stack([(technique >= first) & (technique <= last) for first, last in _STEP_KINDS])

    def round_costs(self, rates: SearchRates) -> Floats:
        """Return the cost of each round."""
        rate = self.in_sight @ np.array([rates.full_house, rates.box, rates.line, rates.naked, rates.marked])
        visible = rate > 0
        time = np.where(visible, np.where(visible, rate, 1.0) ** -rates.power, 0.0)
        steps = self.step_kind @ np.array([rates.locked, rates.subset, rates.beyond])
        return np.asarray(time + steps, np.float64)

    def costs(self, rates: SearchRates) -> Floats:
        """Return the cost of each grid."""
        summed = np.bincount(self.grid, self.round_costs(rates), minlength=self.grids)
        return np.asarray(summed + rates.base, np.float64)


FIRST_GUESS = SearchRates(
    full_house=4.5, box=1, line=0.3, naked=0.08, marked=0.13, power=1, locked=2.7, subset=4.5, beyond=4.5, base=1
)
"""Starting point and prior of the fit: full houses are seen at once, naked singles are hard to see."""


def fit_rates(traces: Traces, log_seconds: Floats, weight: Floats, pull: float = 0.5, passes: int = 4) -> SearchRates:
    """Fit the rates whose log cost, times a slope, best follows the logarithms of measured times.

    Uses damped least squares on the logarithms of the rates. Mean times have extreme outliers, because people take
    breaks, so large residuals are weighted down by Huber's rule. `pull` keeps rates near the first guess where the data
    says little.
    """
    path = _Path(traces)
    guess = np.log([getattr(FIRST_GUESS, name) for name in _FITTED])
    start = np.concatenate([[log_seconds.mean() - 2, 0.6], guess])
    strength = np.concatenate([[0.0, 0.0], np.full(len(guess), pull)])
    point, robust = start, np.ones(len(log_seconds))
    for _ in range(passes):
        scale = np.sqrt(weight / weight.mean() * robust)

        def residuals(at: Floats, scale: Floats = scale) -> Floats:
            predicted = at[0] + at[1] * np.log(path.costs(_rates(at[2:])))
            return np.concatenate([scale * (predicted - log_seconds), strength * (at - start)])

        point = damped_least_squares(residuals, point)
        off = np.abs(point[0] + point[1] * np.log(path.costs(_rates(point[2:]))) - log_seconds)
        robust = 1 / np.maximum(1, off / max(1.5 * float(np.median(off)), 1e-9))
    fitted = _rates(point[2:])
    return SearchRates(**{name: float(f"{value:.3g}") for name, value in fitted.model_dump().items()})


def _rates(logs: Floats) -> SearchRates:
    values = np.exp(np.clip(logs, -8, 8)).tolist()
    return SearchRates(box=1.0, **dict(zip(_FITTED, values, strict=True)))


def damped_least_squares(residuals: Callable[[Floats], Floats], start: Floats, most: int = 30) -> Floats:
    """Minimise by the Levenberg-Marquardt method with finite differences; suitable for a dozen unknowns."""
    point, damping = start, 1.0
    here = residuals(point)
    for _ in range(most):
        small = 1e-4 * np.eye(len(point))
        slopes = np.array([(residuals(point + step) - here) / 1e-4 for step in small]).T
        square = slopes.T @ slopes
        gained = 0.0
        for _ in range(8):
            damped = square + damping * np.diag(np.diag(square) + 1e-6)
            there = point - np.linalg.solve(damped, slopes.T @ here)
            new = residuals(there)
            gained = float(here @ here - new @ new)
            if gained > 0:
                point, here, damping = there, new, max(damping / 3, 1e-6)
                break
            damping *= 3
        if gained < 1e-7 * float(here @ here):
            break
    return point


TOLERANCE = 1e-3
_FASTEST, _SLOWEST = 1e3, 1e-9
"""Bounds of kappa: that of a full grid, and that of a grid that breaks a rule."""
_TRANSIENT = 0.25
"""The share of solved starts that is skipped before the decay is measured, until it is exponential."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The escape rate of a grid.

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
    """Return the escape rate of each grid.

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
    """Return the rate of an exponential decay from times to a solution, or to the cap if there was none.

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
