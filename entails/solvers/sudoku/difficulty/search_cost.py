"""How long a person looks for the next step: the search cost of a path, and the fit of its rates.

What matters most for people is how much there is to find at each moment (Pelánek 2014 calls it dependency; openness.c
of Landreau 2025 asks for it). Here all single steps in sight run a race: their rates add up, and the time to the first
find is the inverse of the sum, to some power. `search_costs` is the criterion; `fit_rates` learns the rates from times.

Annex 4 of Landreau 2025, the duration of chaos: hardness as Ercsey-Ravasz and Toroczkai define it (2012).

Many random starts of the dynamics in `kernels.chaos` run on the pruned CNF of a grid. The fraction still unsolved at
time t decays like exp(-kappa * t); eta = -log10(kappa) is the hardness. Published: easy below 1, medium 1 to 2, hard 2
to 3, ultra-hard above; "Platinum Blonde" 3.6.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.models.rating import SearchRates
from entails.models.sudoku.grid import Grid
from entails.solvers.arrays import Floats
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
from entails.solvers.sudoku.steps.traces import Traces

SINGLE_KINDS = {
    "full_houses": (FULL_HOUSE,),
    "box_singles": (LAST_IN_BOX,),
    "line_singles": (LAST_IN_ROW, LAST_IN_COLUMN),
    "naked_singles": (LAST_NUMBER,),
    "marked_singles": (NAKED_SINGLE, HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE),
}
"""The kinds of single that people find at different speeds; `marked_singles` need pencil marks."""

_STEP_KINDS = ((POINTING_PAIR, BOX_LINE), (NAKED_PAIR, HIDDEN_QUAD), (X_WING, 999))
_FITTED = ("full_house", "line", "naked", "marked", "power", "locked", "subset", "beyond", "base")


def singles_in_sight(traces: Traces) -> Floats:
    """For each round and each of SINGLE_KINDS, how many cells have it as their easiest single."""
    easiest = traces.rounds.easiest
    return np.column_stack([easiest[:, list(kinds)].sum(axis=1) for kinds in SINGLE_KINDS.values()]).astype(np.float64)


def search_costs(traces: Traces, rates: SearchRates) -> Floats:
    """The search cost of each grid."""
    return _Path(traces).costs(rates)


def round_costs(traces: Traces, rates: SearchRates) -> Floats:
    """The search cost of each round of all grids: where the effort goes along the path."""
    return _Path(traces).round_costs(rates)


class _Path:
    """A path as the numbers that its cost depends on."""

    def __init__(self, traces: Traces) -> None:
        technique = traces.rounds.technique
        self.grid = traces.grid
        self.grids = len(traces.status)
        self.in_sight = singles_in_sight(traces)
        self.step_kind = np.column_stack([(technique >= first) & (technique <= last) for first, last in _STEP_KINDS])

    def round_costs(self, rates: SearchRates) -> Floats:
        """The cost of each round."""
        rate = self.in_sight @ np.array([rates.full_house, rates.box, rates.line, rates.naked, rates.marked])
        found = rate > 0
        time = np.where(found, np.where(found, rate, 1.0) ** -rates.power, 0.0)
        steps = self.step_kind @ np.array([rates.locked, rates.subset, rates.beyond])
        return np.asarray(time + steps, np.float64)

    def costs(self, rates: SearchRates) -> Floats:
        """The cost of each grid."""
        summed = np.bincount(self.grid, self.round_costs(rates), minlength=self.grids)
        return np.asarray(summed + rates.base, np.float64)


FIRST_GUESS = SearchRates(
    full_house=4.5, box=1, line=0.3, naked=0.08, marked=0.13, power=1, locked=2.7, subset=4.5, beyond=4.5, base=1
)
"""Where the fit begins, and what it is drawn to: full houses leap to the eye, naked singles hide."""


def fit_rates(traces: Traces, log_seconds: Floats, weight: Floats, pull: float = 0.5, passes: int = 4) -> SearchRates:
    """The rates whose log cost, times a slope, best follows the logarithms of measured times.

    Damped least squares on the logarithms of the rates. Mean times have wild outliers (people leave the table), so far
    residuals count less, by Huber's rule. `pull` keeps rates near the first guess where the data says little.
    """
    path = _Path(traces)
    guess = np.log([getattr(FIRST_GUESS, name) for name in _FITTED])
    start = np.concatenate([[log_seconds.mean() - 2, 0.6], guess])
    strength = np.concatenate([[0.0, 0.0], np.full(len(guess), pull)])
    point, robust = start, np.ones(len(log_seconds))
    for _ in range(passes):
        scale = np.sqrt(weight / weight.mean() * robust)

        def residuals(at: Floats, scale: Floats = scale) -> Floats:
            said = at[0] + at[1] * np.log(path.costs(_rates(at[2:])))
            return np.concatenate([scale * (said - log_seconds), strength * (at - start)])

        point = damped_least_squares(residuals, point)
        off = np.abs(point[0] + point[1] * np.log(path.costs(_rates(point[2:]))) - log_seconds)
        robust = 1 / np.maximum(1, off / max(1.5 * float(np.median(off)), 1e-9))
    fitted = _rates(point[2:])
    return SearchRates(**{name: float(f"{value:.3g}") for name, value in fitted.model_dump().items()})


def _rates(logs: Floats) -> SearchRates:
    values = np.exp(np.clip(logs, -8, 8)).tolist()
    return SearchRates(box=1.0, **dict(zip(_FITTED, values, strict=True)))


def damped_least_squares(residuals: Callable[[Floats], Floats], start: Floats, most: int = 30) -> Floats:
    """Levenberg and Marquardt's method with differences for derivatives: enough for a dozen unknowns."""
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
