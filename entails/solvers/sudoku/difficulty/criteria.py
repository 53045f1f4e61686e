"""Criteria of difficulty of many grids: a table with a row per grid and a named column per criterion.

The criteria are visual ones, technique counts and first uses, the number of steps available in each round, search
costs, the rating of Sudoku Explainer and the exact depth. On request, the measures of the disjunction engine and the
chaos of annex 4 are added.

The visual criteria of Landreau 2025 (1.B, annex 1, annex 4) are sums over a table of open candidates: what a person
sees before the first step.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.data.weights import weights as shipped_weights
from entails.models.limits import UNLIMITED, Limits
from entails.models.rating import RatingWeights
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import Budget
from entails.solvers.kernels.sudoku_numbers import BACKTRACKING, SINGLES
from entails.solvers.quine.depth import ExactDepth, grid_depths
from entails.solvers.quine.run import METRICS, measure
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.explainer import rate_with_explainer
from entails.solvers.sudoku.difficulty.search_cost import SINGLE_KINDS, search_costs, singles_in_sight
from entails.solvers.sudoku.steps.position import require_classic
from entails.solvers.sudoku.steps.technique import COUNTED, TECHNIQUES
from entails.solvers.sudoku.steps.traces import Traces, traces

VISUAL = (
    "givens",
    "candidates",
    "candidates_per_cell",
    "spread_rows",
    "spread_columns",
    "spread_boxes",
    "spread",
    "spread_digits",
    "clauses",
    "density",
    "mix",
)
"""The visual criteria. `spread` is the sum of the three before it, as in the study's program; `density` counts a clause
once per rule that contains it, as the study does; `mix` is its composite of givens and spreads."""


def visual(grids: Sequence[Grid]) -> Floats:
    """Compute the visual criteria of classic grids, one row per grid."""
    digits = np.array([grid.cells for grid in grids], np.int64).reshape(-1, 9, 9)
    open_ = open_candidates(grids, digits)
    is_given = digits > 0
    givens = is_given.sum(axis=(1, 2))
    candidates = _count(open_, 3).sum(axis=(1, 2), dtype=np.int64)
    rows, columns, boxes = is_given.sum(axis=2), is_given.sum(axis=1), _boxes(is_given).sum(axis=2)
    held = digits[..., None] == np.arange(1, 10)
    of_digit = _count(held, 2).sum(axis=1, dtype=np.int64)
    spreads = [counts.std(axis=1) for counts in (rows, columns, boxes)]
    spread, spread_digits = sum(spreads), of_digit.std(axis=1)
    clauses = _clauses(held, open_)
    return np.column_stack(
        [
            givens,
            candidates,
            candidates / np.maximum(81 - givens, 1),
            *spreads,
            spread,
            spread_digits,
            clauses,
            clauses / np.maximum(candidates, 1),
            20 - spread_digits + 1.5 * spread - 0.8 * givens,
        ]
    ).astype(np.float64)


def open_candidates(grids: Sequence[Grid], digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which digits are possible in each cell: (grid, row, column, digit)."""
    held = digits[..., None] == np.arange(1, 10)
    in_box = _boxes(held).any(axis=2).reshape(-1, 3, 1, 3, 1, 9)
    seen = held.any(axis=2)[:, :, None] | held.any(axis=1)[:, None]
    seen = seen.reshape(-1, 3, 3, 3, 3, 9) | in_box
    open_: NDArray[np.bool_] = ~seen.reshape(-1, 9, 9, 9) & (digits == 0)[..., None]
    for place, grid in enumerate(grids):
        if grid.marks is not None:
            marks = np.array(grid.marks, np.int64).reshape(9, 9, 1)
            open_[place] &= (marks >> np.arange(9) & 1).astype(bool)
    return open_


def _boxes(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Reshape (grid, row, column, ...) to (grid, box, position, ...)."""
    rest = cells.shape[3:]
    parts = cells.reshape(-1, 3, 3, 3, 3, *rest).swapaxes(2, 3)
    return parts.reshape(-1, 9, 9, *rest)


def _clauses(held: NDArray[np.bool_], open_: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count the clauses of the pruned CNF: per open rule, one for all candidates and one per pair of candidates."""
    placed = (_count(held, 3), _count(held, 2), _count(held, 1), _count(_boxes(held), 2))
    left = (_count(open_, 3), _count(open_, 2), _count(open_, 1), _count(_boxes(open_), 2))
    total = np.zeros(len(held), np.int64)
    for already, count in zip(placed, left, strict=True):
        total += ((already != 1) + count * (count - 1) // 2).sum(axis=(1, 2), dtype=np.int64)
    return total


def _count(flags: NDArray[np.bool_], axis: int) -> NDArray[np.int16]:
    """Count the flags along an axis of nine; numpy adds small integers faster than flags."""
    count: NDArray[np.int16] = flags.view(np.uint8).sum(axis=axis, dtype=np.uint8).astype(np.int16)
    return count


_AT_ONCE = 512
_SEQUENCE_WEIGHTS = (0.2, 1.0, 2.0, 2.0, 3.0, 3.5, 3.5, 3.5)
_SEQUENCE_BEYOND = 5.0
"""Weights of `sequence_cost`, not fitted: full house, box, row, column, naked, with pencil marks, others."""


_CASES = ("disjunction", "nested-disjunction")
"""Catch-all techniques of a path; Sudoku Explainer has names for most of these steps."""


def uses_of(technique: str) -> str:
    """Return the name of the criterion that counts a technique."""
    return f"uses_{technique.replace('-', '_')}"


def first_use_of(technique: str) -> str:
    """Return the name of the criterion that is 1 for grids that need a technique."""
    return f"first_{technique.replace('-', '_')}"


@dataclass(frozen=True, eq=False, slots=True)
class CriteriaTable:
    """Criteria of many grids.

    Attributes:
        names: The columns.
        values: Per grid and column, the value.
        hardest: Per grid, the id of the hardest technique that it needs; None for a full grid.
        depths: Per grid, its exact depth and whether its solution is unique.
    """

    names: tuple[str, ...]
    values: Floats
    hardest: tuple[str | None, ...]
    depths: tuple[ExactDepth, ...]

    def column(self, name: str) -> Floats:
        """Return one criterion of all grids."""
        return self.values[:, self.names.index(name)]

    def columns(self, names: Sequence[str]) -> Floats:
        """Return some criteria of all grids."""
        return self.values[:, [self.names.index(name) for name in names]]

    def row(self, place: int) -> dict[str, float]:
        """Return all criteria of one grid by name."""
        return dict(zip(self.names, self.values[place].tolist(), strict=True))


def criteria(
    grids: Sequence[Grid],
    *,
    techniques: Iterable[str] = COUNTED,
    weights: RatingWeights | None = None,
    quine: bool = False,
    chaos: bool = False,
    seed: int = 0,
    limits: Limits = UNLIMITED,
    each: Callable[[int], None] = lambda _: None,
) -> CriteriaTable:
    """Measure classic 9x9 grids.

    Args:
        grids: The grids to measure.
        techniques: The techniques of the path, in order.
        weights: The weights of the search cost.
        quine: Add the measures of the disjunction engine (milliseconds per grid).
        chaos: Add the chaos of annex 4 (seconds to minutes per grid); if `chaos_bound` is 1, eta is a lower bound.
        seed: The seed of `chaos`.
        limits: Limits on the exact depths of a batch; its remaining seconds limit the chaos of each grid.
        each: Called after each batch with its number of grids.
    """
    order, chosen_weights = tuple(techniques), weights or shipped_weights()
    for grid in grids:
        require_classic(grid)
    tables = []
    for first in range(0, len(grids), _AT_ONCE):
        batch = grids[first : first + _AT_ONCE]
        tables.append(_batch(batch, order, chosen_weights, limits, quine, seed if chaos else None))
        each(len(batch))
    if not tables:
        tables = [_batch([], order, chosen_weights, limits, quine, seed if chaos else None)]
    return CriteriaTable(
        tables[0].names,
        np.concatenate([table.values for table in tables]),
        tuple(name for table in tables for name in table.hardest),
        tuple(depth for table in tables for depth in table.depths),
    )


def _batch(
    grids: Sequence[Grid],
    techniques: tuple[str, ...],
    weights: RatingWeights,
    limits: Limits,
    quine: bool,
    chaos_seed: int | None,
) -> CriteriaTable:
    budget = Budget(limits)
    depths = grid_depths(grids, limits)
    unique = np.array([depth.several is False and depth.status == "satisfied" for depth in depths], bool)
    columns: dict[str, Floats] = dict(zip(VISUAL, visual(grids).T, strict=True))
    hardest: list[str | None] = [None] * len(grids)
    for is_unique in (True, False):
        places = np.flatnonzero(unique == is_unique)
        subset = [grid for grid, wanted in zip(grids, unique == is_unique, strict=True) if wanted]
        paths = traces(subset, techniques, unique=is_unique)
        parts = {**_technique_counts(paths, techniques), **_availability(paths), **_costs(paths, weights)}
        ratings = rate_with_explainer(subset, unique=is_unique)
        parts["ladder"] = ratings.er
        for name, values in parts.items():
            columns.setdefault(name, np.zeros(len(grids)))[places] = values
        for place, by_path, finder in zip(places.tolist(), _hardest(paths, techniques), ratings.finders, strict=True):
            hardest[place] = finder if finder is not None and by_path in _CASES else by_path
    columns["exact_depth"] = np.array([depth.at_least for depth in depths], np.float64)
    if quine:
        columns |= _quine_measures(grids)
    if chaos_seed is not None:
        from entails.solvers.sudoku.difficulty.search_cost import escape_rates

        rates = escape_rates(grids, seed=chaos_seed, seconds=budget.seconds)
        columns["chaos_kappa"] = np.array([rate.kappa for rate in rates])
        columns["chaos_eta"] = np.array([rate.eta for rate in rates])
        columns["chaos_bound"] = np.array([float(rate.bound) for rate in rates])
    values = np.column_stack(list(columns.values())).astype(np.float64).reshape(len(grids), len(columns))
    return CriteriaTable(tuple(columns), values, tuple(hardest), tuple(depths))


def _technique_counts(paths: Traces, techniques: tuple[str, ...]) -> dict[str, Floats]:
    counts = paths.counts
    counts[:, BACKTRACKING] = np.maximum(counts[:, BACKTRACKING], 0)
    counts = counts + paths.guess_counts
    columns: dict[str, Floats] = {"steps": np.diff(paths.starts).astype(np.float64)}
    columns["eliminations"] = np.bincount(paths.grid, paths.rounds.removed, minlength=len(paths.status)).astype(
        np.float64
    )
    for technique in TECHNIQUES:
        if not technique.is_counted or (technique.criterion and technique.id not in techniques):
            continue
        used = counts[:, technique.number].astype(np.float64)
        columns[uses_of(technique.id)] = used
        columns[first_use_of(technique.id)] = (used > 0).astype(np.float64)
    return columns


def _availability(paths: Traces) -> dict[str, Floats]:
    """Compute the number of singles visible in each round: all, hidden, easy, and each type alone.

    Hidden singles are those of boxes and lines and full houses; easy ones are those of boxes and full houses.
    """
    kinds = singles_in_sight(paths)
    sums = {"singles": kinds.sum(axis=1), "hidden": kinds[:, :3].sum(axis=1), "easy": kinds[:, :2].sum(axis=1)}
    columns: dict[str, Floats] = {}
    for name, count in sums.items():
        columns[f"{name}_mean"] = _mean(paths, count)
        columns[f"{name}_min"] = _least(paths, count)
        columns[f"{name}_harmonic"] = 1 / np.maximum(_mean(paths, 1 / (count + 0.5)), 1e-3)
        columns[f"{name}_start"] = _first(paths, count)
    columns["hidden_start_root"] = np.sqrt(columns["hidden_start"])
    for name, count in zip(SINGLE_KINDS, kinds.T, strict=True):
        columns[f"{name}_mean"] = _mean(paths, count)
    taken = paths.rounds.available[np.arange(len(paths.grid)), paths.rounds.technique]
    columns["choices_mean"] = _mean(paths, taken.astype(np.float64))
    return columns


def _costs(paths: Traces, weights: RatingWeights) -> dict[str, Floats]:
    technique = paths.rounds.technique.astype(np.int64)
    in_sight = paths.rounds.available[np.arange(len(technique)), technique]
    weight = np.array([*_SEQUENCE_WEIGHTS, _SEQUENCE_BEYOND])[np.minimum(technique, SINGLES)]
    sequence = np.bincount(paths.grid, weight / np.sqrt(np.maximum(in_sight, 1)), minlength=len(paths.status))
    search = search_costs(paths, weights.search)
    return {"sequence_cost": sequence, "search_cost": search, "search_cost_log": np.log(search)}


def _mean(paths: Traces, values: Floats) -> Floats:
    rounds = np.maximum(np.diff(paths.starts), 1)
    mean: Floats = np.bincount(paths.grid, values, minlength=len(paths.status)) / rounds
    return mean


def _first(paths: Traces, values: Floats) -> Floats:
    begins, ends = paths.starts[:-1], paths.starts[1:]
    return np.where(ends > begins, np.append(values, 0.0)[begins], 0.0)


def _least(paths: Traces, values: Floats) -> Floats:
    least = np.full(len(paths.status), np.inf)
    np.minimum.at(least, paths.grid, values)
    return np.where(np.isfinite(least), least, 0.0)


def _hardest(paths: Traces, techniques: tuple[str, ...]) -> list[str | None]:
    """Return the last technique in the order that each grid needs."""
    position = {name: place for place, name in enumerate(techniques)}
    rank = np.array([position.get(technique.id, -1) for technique in TECHNIQUES if technique.is_counted])
    top = np.where(paths.counts > 0, rank, -1).max(axis=1, initial=-1)
    return [techniques[place] if place >= 0 else None for place in top.tolist()]


def _quine_measures(grids: Sequence[Grid]) -> dict[str, Floats]:
    results = measure(grids)
    return {
        f"quine_{name.replace(', ', '_').replace(' ', '_')}": np.array([metric(result) for result in results], float)
        for name, metric in METRICS.items()
    }
