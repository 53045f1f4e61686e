"""Criteria of difficulty for many grids: a table with a row per grid and a named column per criterion.

The criteria are visual ones, technique counts and first uses, the number of singles in sight in each round, search
costs, the rating of Sudoku Explainer and the exact depth. On request, the measures of the disjunction engine and the
chaos of annex 4 are added.

Every criterion but `ladder` is the same, in every bit, for all isomorphs of a grid: exchanged rows, columns, bands or
stacks, transposed grids, renamed digits. Technique counts and costs come from rounds (`search_cost`). `ladder`, the ER,
follows Sudoku Explainer, whose choice among equal hints depends on the order of the cells. The disjunction engine,
chaos and guesses depend on an order too, so they are measured on the canonical form of the grid.

The visual criteria of Landreau 2025 (1.B, annex 1, annex 4) are sums over a table of open candidates: what a person
sees before the first step.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.data.sudoku import weights as shipped_weights
from entails.models.limits import UNLIMITED, Limits
from entails.models.rating import RatingWeights
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import Budget
from entails.solvers.kernels.sudoku_board import I64
from entails.solvers.kernels.sudoku_numbers import BACKTRACKING, LAST_IN_COLUMN, LAST_IN_ROW, SINGLES
from entails.solvers.quine.depth import ExactDepth, grid_depths
from entails.solvers.quine.run import METRICS, measure
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.explainer import rate_with_explainer, rate_without_order
from entails.solvers.sudoku.difficulty.search_cost import SINGLE_KINDS, Rounds, escape_rates, rounds
from entails.solvers.sudoku.steps.position import require_classic
from entails.solvers.sudoku.steps.technique import COUNTED, TECHNIQUES, without_direction
from entails.solvers.sudoku.steps.traces import traces

VISUAL = (
    "givens",
    "candidates",
    "candidates_per_cell",
    "spread_lines",
    "spread_boxes",
    "spread",
    "spread_digits",
    "clauses",
    "density",
    "mix",
)
"""The visual criteria.

`spread_lines` is the sum of the spreads over rows and columns, `spread` that of all three, as
in the study's program; `density` counts a clause once per rule that contains it, as the study does; `mix` is its
composite of givens and spreads.
"""


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
    spread_lines, spread_boxes = deviation(rows) + deviation(columns), deviation(boxes)
    spread, spread_digits = spread_lines + spread_boxes, deviation(of_digit)
    clauses = _clauses(held, open_)
    return np.column_stack(
        [
            givens,
            candidates,
            candidates / np.maximum(81 - givens, 1),
            spread_lines,
            spread_boxes,
            spread,
            spread_digits,
            clauses,
            clauses / np.maximum(candidates, 1),
            20 - spread_digits + 1.5 * spread - 0.8 * givens,
        ]
    ).astype(np.float64)


def deviation(counts: NDArray[np.integer]) -> Floats:
    """Return the standard deviation of each row of counts, from integer sums, so that order does not matter."""
    number = counts.shape[1]
    square = number * (counts.astype(np.int64) ** 2).sum(axis=1) - counts.sum(axis=1, dtype=np.int64) ** 2
    return np.asarray(np.sqrt(square) / number, np.float64)


def open_candidates(grids: Sequence[Grid], digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which digits are possible in each cell, as an array (grid, row, column, digit)."""
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
    """Reshape an array (grid, row, column, ...) to (grid, box, position, ...)."""
    rest = cells.shape[3:]
    parts = cells.reshape(-1, 3, 3, 3, 3, *rest).swapaxes(2, 3)
    return parts.reshape(-1, 9, 9, *rest)


def _clauses(held: NDArray[np.bool_], open_: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count the clauses of the pruned CNF: one over all candidates of each open rule, and one per pair."""
    placed = (_count(held, 3), _count(held, 2), _count(held, 1), _count(_boxes(held), 2))
    left = (_count(open_, 3), _count(open_, 2), _count(open_, 1), _count(_boxes(open_), 2))
    total = np.zeros(len(held), np.int64)
    for already, count in zip(placed, left, strict=True):
        total += ((already != 1) + count * (count - 1) // 2).sum(axis=(1, 2), dtype=np.int64)
    return total


def _count(flags: NDArray[np.bool_], axis: int) -> NDArray[np.int16]:
    """Count flags along an axis of nine; numpy adds small integers faster than flags."""
    count: NDArray[np.int16] = flags.view(np.uint8).sum(axis=axis, dtype=np.uint8).astype(np.int16)
    return count


_AT_ONCE = 512
_SEQUENCE_WEIGHTS = (0.2, 1.0, 2.0, 2.0, 3.0, 3.5, 3.5, 3.5)
_SEQUENCE_BEYOND = 5.0
"""Weights of `sequence_cost`, not fitted: full house, box, row, column, naked, with pencil marks, others."""


_CASES = ("disjunction", "nested-disjunction")
"""Catch-all techniques of a path; Sudoku Explainer has names for most of these steps."""


def uses_of(technique: str) -> str:
    """Return the name of the criterion that counts a technique; rows and columns share one criterion."""
    return f"uses_{without_direction(technique).replace('-', '_')}"


def first_use_of(technique: str) -> str:
    """Return the name of the criterion that is 1 for a grid that needs a technique, else 0."""
    return f"first_{without_direction(technique).replace('-', '_')}"


CHAINS = ("simple-colouring", "x-chain", "xy-chain", "aic", "aic-loop", "dynamic-forcing-chains", *_CASES)
"""The techniques that the summary `chains` of a rating counts."""


def chains(criteria: Mapping[str, float]) -> int:
    """Return the number of rounds with a chain or a disjunction; an alternating chain can replace a disjunction."""
    counted = [name for name in CHAINS if name != "aic" or uses_of("disjunction") not in criteria]
    return int(sum(criteria.get(uses_of(name), 0.0) for name in counted))


@dataclass(frozen=True, eq=False, slots=True)
class CriteriaTable:
    """The criteria of many grids as a table.

    Attributes:
        names: The columns.
        values: Per grid and column, the value.
        hardest: Per grid, the id of the hardest technique that it needs; None for a full grid.
        depths: Per grid, its exact depth and whether its solution is unique.
        er: Per grid, its ER as given; the criterion `ladder` is that of its canonical form.
    """

    names: tuple[str, ...]
    values: Floats
    hardest: tuple[str | None, ...]
    depths: tuple[ExactDepth, ...]
    er: Floats

    def column(self, name: str) -> Floats:
        """Return one criterion for all grids."""
        return self.values[:, self.names.index(name)]

    def columns(self, names: Sequence[str]) -> Floats:
        """Return several criteria for all grids."""
        return self.values[:, [self.names.index(name) for name in names]]

    def row(self, place: int) -> dict[str, float]:
        """Return all criteria of one grid, by name."""
        return dict(zip(self.names, self.values[place].tolist(), strict=True))


def criteria(
    grids: Sequence[Grid],
    *,
    techniques: Iterable[str] = COUNTED,
    weights: RatingWeights | None = None,
    quine: bool = False,
    chaos: bool = False,
    step_by_step: bool = False,
    seed: int = 0,
    limits: Limits = UNLIMITED,
    each: Callable[[int], None] = lambda _: None,
) -> CriteriaTable:
    """Measure the criteria of classic 9x9 grids.

    Args:
        grids: The grids to measure.
        techniques: The techniques of the path, in order.
        weights: The weights of the search cost.
        step_by_step: Count the techniques along the path of `steps`, which depends on the order of the cells, as
            studies do.
        quine: Add the measures of the disjunction engine (milliseconds per grid).
        chaos: Add the chaos of annex 4 (seconds to minutes per grid); if `chaos_bound` is 1, eta is a lower bound.
        seed: The seed of `chaos`.
        limits: Limits on the exact depths of a batch; its remaining seconds limit the chaos of each grid.
        each: Called after each batch with its number of grids.
    """
    request = _Request(tuple(techniques), weights or shipped_weights(), quine, seed if chaos else None, step_by_step)
    for grid in grids:
        require_classic(grid)
    tables = []
    for first in range(0, len(grids), _AT_ONCE):
        batch = grids[first : first + _AT_ONCE]
        tables.append(_batch(batch, request, limits))
        each(len(batch))
    if not tables:
        tables = [_batch([], request, limits)]
    return CriteriaTable(
        tables[0].names,
        np.concatenate([table.values for table in tables]),
        tuple(name for table in tables for name in table.hardest),
        tuple(depth for table in tables for depth in table.depths),
        np.concatenate([table.er for table in tables]),
    )


@dataclass(frozen=True, slots=True)
class _Request:
    """The quantities to measure; see the function `criteria`."""

    techniques: tuple[str, ...]
    weights: RatingWeights
    quine: bool
    chaos_seed: int | None
    step_by_step: bool


def _batch(grids: Sequence[Grid], request: _Request, limits: Limits) -> CriteriaTable:
    budget = Budget(limits)
    depths = grid_depths(grids, limits)
    unique = np.array([depth.several is False and depth.status == "satisfied" for depth in depths], bool)
    columns: dict[str, Floats] = dict(zip(VISUAL, visual(grids).T, strict=True))
    hardest: list[str | None] = [None] * len(grids)
    er = np.zeros(len(grids))
    for is_unique in (True, False):
        places = np.flatnonzero(unique == is_unique)
        subset = [grid for grid, wanted in zip(grids, unique == is_unique, strict=True) if wanted]
        path = rounds(subset, request.weights.search, request.techniques, unique=is_unique)
        counts = _technique_counts(subset, path, request, is_unique)
        parts = {
            **_path_length(path),
            **_use_criteria(counts, request.techniques),
            **_availability(path),
            **_costs(path, request.weights),
        }
        ratings = rate_with_explainer(subset, unique=is_unique)
        er[places] = ratings.er
        if is_unique:
            ratings = rate_without_order(subset, ratings)
        parts["ladder"] = ratings.er
        for name, values in parts.items():
            columns.setdefault(name, np.zeros(len(grids)))[places] = values
        columns.setdefault("uses_aic", np.zeros(len(grids)))[places] = _alternating_rounds(parts, ratings.finders)
        by_path = _hardest(path.counts, request.techniques)
        for place, last, finder in zip(places.tolist(), by_path, ratings.finders, strict=True):
            hardest[place] = finder if finder is not None and last in _CASES else last
    columns["exact_depth"] = np.array([depth.at_least for depth in depths], np.float64)
    if request.quine:
        columns |= _quine_measures(grids)
    if request.chaos_seed is not None:
        rates = escape_rates(canonical(grids), seed=request.chaos_seed, seconds=budget.seconds)
        columns["chaos_kappa"] = np.array([rate.kappa for rate in rates])
        columns["chaos_eta"] = np.array([rate.eta for rate in rates])
        columns["chaos_bound"] = np.array([float(rate.bound) for rate in rates])
    values = np.column_stack(list(columns.values())).astype(np.float64).reshape(len(grids), len(columns))
    return CriteriaTable(tuple(columns), values, tuple(hardest), tuple(depths), er)


def canonical(grids: Sequence[Grid]) -> list[Grid]:
    """Return the canonical form of each grid; a grid with pencil marks has none and is returned unchanged."""
    from entails.solvers.sudoku.persistent import canonical_forms

    plain = iter(canonical_forms([grid for grid in grids if grid.marks is None]))
    return [next(plain) if grid.marks is None else grid for grid in grids]


def _technique_counts(grids: Sequence[Grid], path: Rounds, request: _Request, unique: bool) -> I64:
    """Return how often each technique is used: cells filled by singles, rounds of other techniques, guesses."""
    guesses = "backtracking" in request.techniques
    if not guesses and not request.step_by_step:
        return path.counts
    steps = traces(grids if request.step_by_step else canonical(grids), request.techniques, unique=unique)
    counts = steps.counts if request.step_by_step else path.counts
    if guesses:
        counts[:, BACKTRACKING] = np.maximum(steps.guesses, 0)
        counts += steps.guess_counts
    return counts


def _path_length(path: Rounds) -> dict[str, Floats]:
    """Count the rounds, the steps (cells filled and elimination rounds) and the removals of each path."""
    beyond = path.technique >= SINGLES
    numbers = {
        "steps": path.filled.sum(axis=1, dtype=np.int64) + beyond,
        "rounds": np.ones(len(beyond), np.int64),
        "eliminations": path.removed.astype(np.int64),
    }
    return {name: path.total(values) for name, values in numbers.items()}


def _use_criteria(counts: I64, techniques: tuple[str, ...]) -> dict[str, Floats]:
    columns: dict[str, Floats] = {}
    for each in TECHNIQUES:
        if not each.is_counted or (each.criterion and each.id not in techniques):
            continue
        name = uses_of(each.id)
        columns[name] = columns.get(name, np.zeros(len(counts))) + counts[:, each.number]
        columns[first_use_of(each.id)] = (columns[name] > 0).astype(np.float64)
    return columns


def _alternating_rounds(parts: dict[str, Floats], finders: Sequence[str | None]) -> Floats:
    """Return the number of disjunctions for each grid whose ER needs nothing beyond alternating chains."""
    return parts[uses_of("disjunction")] * np.array([finder == "aic" for finder in finders], np.float64)


def _availability(path: Rounds) -> dict[str, Floats]:
    """Count the singles visible in each round: all, hidden, easy, and by type.

    Hidden singles are those of boxes and lines and full houses; easy ones are those of boxes and full houses.
    """
    kinds = path.in_sight
    sums = {"singles": kinds.sum(axis=1), "hidden": kinds[:, :3].sum(axis=1), "easy": kinds[:, :2].sum(axis=1)}
    columns: dict[str, Floats] = {}
    for name, count in sums.items():
        columns[f"{name}_mean"] = _mean(path, count)
        columns[f"{name}_min"] = _least(path, count)
        columns[f"{name}_harmonic"] = 1 / np.maximum(_mean(path, 1 / (count + 0.5)), 1e-3)
        columns[f"{name}_start"] = _first(path, count)
    columns["hidden_start_root"] = np.sqrt(columns["hidden_start"])
    for name, count in zip(SINGLE_KINDS, kinds.T, strict=True):
        columns[f"{name}_mean"] = _mean(path, count)
    return columns


def _costs(path: Rounds, weights: RatingWeights) -> dict[str, Floats]:
    """Compute the sequence cost and the search cost of each path.

    In the sequence cost, a cell counts by its technique and the root of how many singles are in sight.
    """
    filled = path.filled / np.sqrt(np.maximum(path.seen, 1)) @ np.array(_SEQUENCE_WEIGHTS)
    beyond = np.where(path.technique >= SINGLES, _SEQUENCE_BEYOND, 0.0)
    sequence = path.total(filled + beyond)
    search = path.costs(weights.search)
    return {"sequence_cost": sequence, "search_cost": search, "search_cost_log": np.log(search)}


def _mean(path: Rounds, values: Floats) -> Floats:
    number = np.maximum(np.diff(path.starts), 1)
    return path.total(values) / number


def _first(path: Rounds, values: Floats) -> Floats:
    begins, ends = path.starts[:-1], path.starts[1:]
    return np.where(ends > begins, np.append(values, 0.0)[begins], 0.0)


def _least(path: Rounds, values: Floats) -> Floats:
    least = np.full(path.grids, np.inf)
    np.minimum.at(least, path.grid, values)
    return np.where(np.isfinite(least), least, 0.0)


def _hardest(counts: I64, techniques: tuple[str, ...]) -> list[str | None]:
    """Return, for each grid, the last technique in the given order that it needs."""
    position = {name: place for place, name in enumerate(techniques)}
    rank = np.array([position.get(each.id, -1) for each in TECHNIQUES if each.is_counted])
    rank[LAST_IN_ROW] = max(rank[LAST_IN_ROW], rank[LAST_IN_COLUMN])
    top = np.where(counts > 0, rank, -1).max(axis=1, initial=-1)
    return [without_direction(techniques[place]) if place >= 0 else None for place in top.tolist()]


def _quine_measures(grids: Sequence[Grid]) -> dict[str, Floats]:
    results = measure(canonical(grids))
    return {
        f"quine_{name.replace(', ', '_').replace(' ', '_')}": np.array([metric(result) for result in results], float)
        for name, metric in METRICS.items()
    }
