"""How long a person looks for the next step: the search cost of a path, and the fit of its rates.

What matters most for people is how much there is to find at each moment (Pelánek 2014 calls it dependency; openness.c
of Landreau 2025 asks for it). Here all single steps in sight run a race: their rates add up, and the time to the first
find is the inverse of the sum, to some power. `search_costs` is the criterion; `fit_rates` learns the rates from times.
"""

from collections.abc import Callable

import numpy as np

from entails.models.rating import SearchRates
from entails.solvers.arrays import Floats
from entails.solvers.kernels.sudoku_steps_numbers import (
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
