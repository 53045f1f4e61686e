"""Ratings: how hard a grid is for people, by calibrated weights.

`difficulty` follows the time that people take, `difficulty_relative` time and completion together; 1 is about an
average grid of the fitted set. The band follows from the difficulty, within limits that the hardest step sets.

`rate_batches` rates batches on all cores, in order. Threads are enough, because kernels release Python's lock.

Grids other than classic 9x9 get a path and the lowest band that the hardest step requires. There are no solving times
of such grids, and Sudoku Explainer 1.2.1 does not rate them, so they have no difficulty and no ER.
"""

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any, Literal, TypeVar

import numpy as np

from entails.data.sudoku import weights as shipped_weights
from entails.models.errors import InvalidData
from entails.models.limits import UNLIMITED, Limits
from entails.models.rating import BANDS, Band, LinearModel, RatingWeights
from entails.models.sudoku.grid import Grid
from entails.solvers.pool.limits import cores
from entails.solvers.quine.depth import ExactDepth, grid_depth
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, canonical, chains, criteria, uses_of
from entails.solvers.sudoku.difficulty.explainer import BEYOND, LOWER_TECHNIQUES
from entails.solvers.sudoku.difficulty.explainer_nested import sukaku_rating
from entails.solvers.sudoku.difficulty.search_cost import rounds
from entails.solvers.sudoku.difficulty.shape_rounds import ShapeRounds, follow_rounds
from entails.solvers.sudoku.steps.any_shape import FINDERS
from entails.solvers.sudoku.steps.argument import SHAPE
from entails.solvers.sudoku.steps.ladder import LadderScore, TechniqueLadder
from entails.solvers.sudoku.steps.path import solve_steps
from entails.solvers.sudoku.steps.position import has_one_solution, has_several_solutions
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT, TECHNIQUES, chosen, technique, without_direction

Solutions = Literal["one", "several", "none", "unknown"]
_HIGHEST = 50.0
"""Maximum of a logarithm before exponentiation."""


@dataclass(frozen=True)
class Rating:
    """The rating of a grid. All grids have criteria; only uniquely solvable ones have a difficulty.

    Attributes:
        er: The rating of Sudoku Explainer 1.2.1; None if it needs chains within chains (see `with_nested`).
        er_sukaku: The rating of SukakuExplainer, which has its own techniques from 4.0 up; None if `er` is.
        exact_depth: The disjunction depth; None if a limit was reached, then `depth_at_least` is a lower bound.
        ladder: The score of the path by a ladder of techniques, if one was chosen.
    """

    puzzle: Grid
    solutions: Solutions
    difficulty: float | None
    difficulty_relative: float | None
    band: Band | None
    er: float | None
    exact_depth: int | None
    depth_at_least: int
    hardest: str | None
    criteria: dict[str, float]
    ladder: LadderScore | None = None

    def __str__(self) -> str:
        if self.difficulty is None and self.band is not None:
            return f"{self.band}, hardest step {self.hardest}"
        if self.difficulty is None:
            return f"not rated: {self.solutions} solution{'s' if self.solutions == 'several' else ''}"
        return f"{self.band}, difficulty {self.difficulty:.2f}, hardest step {self.hardest}"

    @cached_property
    def er_sukaku(self) -> float | None:
        """Compute the SukakuExplainer rating when first accessed; it takes as long as `er`."""
        return self._rate_sukaku(None)

    def _rate_sukaku(self, seconds: float | None) -> float | None:
        if self.er is None:
            return None
        if (simple := sukaku_rating(self.puzzle, self.er)) is not None:
            return simple
        from entails.solvers.sudoku.difficulty.explainer_nested import nested_sukaku_rating

        return nested_sukaku_rating(self.puzzle, seconds)

    def with_nested(self, seconds: float | None = None) -> "Rating":
        """Return the rating with `er` from nested chains if the grid needs them; `seconds` limits the time."""
        if self.er is not None or self.solutions != "one" or self.puzzle.shape != SHAPE:
            return self
        from entails.solvers.sudoku.difficulty.explainer_nested import NESTED, nested_rating

        er = nested_rating(self.puzzle, seconds)
        named = self.hardest is not None and technique(self.hardest).family != "cases"
        return self if er is None else replace(self, er=er, hardest=self.hardest if named else NESTED)

    def with_ladder(self, ladder: TechniqueLadder | None) -> "Rating":
        """Return the rating with the score of a path that follows a ladder's order of techniques.

        The path is the same for every isomorph: that of the canonical form, or rounds on other shapes.
        """
        if ladder is None:
            return self
        uses, status = self._path_of(ladder.techniques)
        status = "several" if status == "stuck" and self.solutions == "several" else status
        return replace(self, ladder=ladder.score(uses, status).without_direction)

    def _path_of(self, techniques: Sequence[str]) -> tuple[Mapping[str, int], str]:
        """Return the uses of each technique and the status of a path that does not depend on the order of cells."""
        if self.puzzle.shape != SHAPE:
            passed = follow_rounds(self.puzzle, techniques)
            first = {without_direction(name): name for name in reversed(techniques)}
            return {first[name]: count for name, count in passed.uses.items()}, passed.status
        [grid] = canonical([self.puzzle])
        path = solve_steps(grid, techniques, unique=self.solutions == "one")
        return path.uses, path.status

    def in_full(self, seconds: float | None = None) -> "Rating":
        """Return the rating with `er_sukaku` computed, or None if that takes longer than `seconds`."""
        if "er_sukaku" not in self.__dict__:
            self.__dict__["er_sukaku"] = self._rate_sukaku(seconds)
        return self

    def _repr_html_(self) -> str:
        """Return the rating as an HTML table."""
        fields = {name: value for name, value in self.as_json().items() if name not in ("puzzle", "criteria", "ladder")}
        known = [(name, value) for name, value in {**fields, **self.criteria}.items() if value is not None]
        rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in known)
        return f"<p>{escape(str(self))}</p><table>{rows}</table>"

    def as_json(self) -> dict[str, Any]:
        """Return the rating as plain data."""
        return {
            "puzzle": self.puzzle.line,
            "solutions": self.solutions,
            "difficulty": self.difficulty,
            "difficulty_relative": self.difficulty_relative,
            "band": self.band,
            "er": self.er,
            "er_sukaku": self.er_sukaku,
            "exact_depth": self.exact_depth,
            "exact_depth_at_least": self.depth_at_least if self.exact_depth is None else None,
            "hardest": self.hardest,
            "chains": chains(self.criteria),
            "criteria": self.criteria,
            "ladder": None if self.ladder is None else self.ladder.as_json(),
        }


def rate(
    grid: Grid, *, weights: RatingWeights | None = None, quine: bool = False, chaos: bool = False, seed: int = 0
) -> Rating:
    """Rate one grid."""
    return rate_many([grid], weights=weights, quine=quine, chaos=chaos, seed=seed)[0]


def rate_many(
    grids: Sequence[Grid],
    *,
    weights: RatingWeights | None = None,
    techniques: Iterable[str] | None = None,
    quine: bool = False,
    chaos: bool = False,
    seed: int = 0,
    limits: Limits = UNLIMITED,
    each: Callable[[int], None] = lambda _: None,
) -> list[Rating]:
    """Rate many grids, much faster than in single calls. The arguments are those of `criteria`.

    Other weights than the shipped ones give another model. Other techniques than those of the weights change the counts
    and therefore the difficulty.
    """
    model = weights or shipped_weights()
    order = _order(model) if techniques is None else tuple(techniques)
    used = (*model.difficulty.weights, *model.difficulty_relative.weights)
    wanted = quine or any(name.startswith("quine_") for name in used)
    table = criteria(
        grids, techniques=order, weights=model, quine=wanted, chaos=chaos, seed=seed, limits=limits, each=each
    )
    return ratings(grids, table, model)


def _order(weights: RatingWeights) -> tuple[str, ...]:
    """Return the techniques with which the weights were fitted, in order."""
    return tuple(technique.id for technique in chosen(weights.techniques)) if weights.techniques else COUNTED


def ratings(grids: Sequence[Grid], table: CriteriaTable, weights: RatingWeights) -> list[Rating]:
    """Build ratings from computed criteria."""
    difficulty = predict(weights.difficulty, table).tolist()
    relative = predict(weights.difficulty_relative, table).tolist()
    numbers = [_solutions(depth) for depth in table.depths]
    er, without_order = table.er.tolist(), table.column("ladder").tolist()
    has_er = [solutions == "one" and level < BEYOND for solutions, level in zip(numbers, er, strict=True)]
    rated = []
    for place, grid in enumerate(grids):
        depth = table.depths[place]
        solutions = numbers[place]
        proper = solutions == "one"
        rated.append(
            Rating(
                puzzle=grid,
                solutions=solutions,
                difficulty=round(difficulty[place], 4) if proper else None,
                difficulty_relative=round(relative[place], 4) if proper else None,
                band=band_of(difficulty[place], without_order[place], weights) if proper else None,
                er=round(er[place], 1) if has_er[place] else None,
                exact_depth=depth.depth,
                depth_at_least=depth.at_least,
                hardest=table.hardest[place],
                criteria=table.row(place),
            )
        )
    return rated


def predict(model: LinearModel, table: CriteriaTable) -> Floats:
    """Return a linear model's prediction for each grid, on the scale of the target."""
    unknown = [name for name in model.weights if name not in table.names]
    if unknown:
        raise InvalidData(
            f"unknown criterion {unknown[0][:40]!r}", where="weights", expected="a name that `rate` reports"
        )
    predicted = model.intercept + table.columns(list(model.weights)) @ np.array(list(model.weights.values()))
    return untransformed(predicted, model.transform, model.cap)


def untransformed(values: Floats, transform: str, cap: float | None = None) -> Floats:
    """Convert transformed values back to the scale of the target."""
    if transform == "log":
        values = np.exp(np.clip(values, -_HIGHEST, _HIGHEST))
    elif transform == "root":
        values = np.maximum(values, 0) ** 2
    return values if cap is None else np.minimum(values, cap)


def band_of(difficulty: float, er: float, weights: RatingWeights) -> Band:
    """Return the band of a difficulty, within the limits of the hardest step."""
    by_time = bisect_right(weights.bands, difficulty)
    for limit in weights.band_limits:
        if er <= limit.er:
            return BANDS[min(max(by_time, BANDS.index(limit.lowest)), BANDS.index(limit.highest))]
    return BANDS[by_time]


def _solutions(depth: ExactDepth) -> Solutions:
    if depth.status == "unsatisfiable":
        return "none"
    if depth.status == "undecided" or depth.several is None:
        return "unknown"
    return "several" if depth.several else "one"


def effort(grid: Grid, weights: RatingWeights | None = None) -> tuple[list[str], Floats]:
    """Return the technique of each round on a grid's path, and its search cost."""
    unique = _solutions(grid_depth(grid)) == "one"
    model = weights or shipped_weights()
    path = rounds([grid], model.search, _order(model), unique=unique)
    return [without_direction(TECHNIQUES[number].id) for number in path.technique.tolist()], path.time


T = TypeVar("T")
Batch = tuple[T, Sequence[Grid]]
"""Grids, with a token that is returned with their ratings."""
_SECONDS = 0.2
"""Target time of a batch, in seconds."""
_MOST = 256
"""Maximum number of grids in a batch."""


class SolvingPace:
    """A batch size that keeps batches short, because a stop waits for the running batches."""

    def __init__(self) -> None:
        self.grids = 16

    def learn(self, grids: int, seconds: float) -> None:
        self.grids = max(1, min(_MOST, 4 * self.grids, round(_SECONDS * grids / max(seconds, 1e-6))))


def rate_batches(
    batches: Iterable[Batch[T]],
    *,
    weights: RatingWeights | None = None,
    quine: bool = False,
    workers: int | None = None,
    pace: SolvingPace | None = None,
    in_full: bool = False,
) -> Iterator[tuple[T, list[Rating]]]:
    """Yield the ratings of each batch with its token. Batches are read on demand, so they can be endless.

    A `pace` learns how long batches take. `in_full` also computes the values that a rating otherwise computes on first
    use.
    """
    threads = workers or cores()

    def rated(grids: Sequence[Grid]) -> list[Rating]:
        started = time.perf_counter()
        batch = rate_many(grids, weights=weights, quine=quine)
        if in_full:
            batch = [rating.in_full() for rating in batch]
        if pace is not None and grids:
            pace.learn(len(grids), time.perf_counter() - started)
        return batch

    waiting: deque[tuple[T, Future[list[Rating]]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for token, grids in batches:
            waiting.append((token, pool.submit(rated, grids)))
            if len(waiting) > threads:
                first, ratings = waiting.popleft()
                yield first, ratings.result()
        while waiting:
            first, ratings = waiting.popleft()
            yield first, ratings.result()
    finally:
        pool.shutdown(cancel_futures=True)


_LEVELS = {
    **{rated.technique: rated.level for rated in LOWER_TECHNIQUES},
    **{
        technique(name).number: level
        for name, level in {
            "naked-quad": 5.0,
            "jellyfish": 5.2,
            "hidden-quad": 5.4,
            "simple-colouring": 6.6,
            "x-chain": 6.6,
            **dict.fromkeys(("skyscraper", "two-string-kite", "turbot-fish"), 6.6),
            "xy-chain": 7.0,
            "w-wing": 7.0,
            "aic": 7.0,
            "aic-loop": 7.0,
            "dynamic-forcing-chains": 8.5,
        }.items()
    },
}
"""The rating of each technique; singles without pencil marks are below all."""


def rate_other(grid: Grid, weights: RatingWeights | None = None) -> Rating:
    """Rate one grid of any other shape."""
    path = follow_rounds(grid, DEFAULT)
    solutions = _solutions_of_shape(grid, path)
    names = dict.fromkeys(without_direction(name) for name in DEFAULT if name in FINDERS)
    hardest = next((name for name in reversed(names) if name in path.uses), None)
    marks = [mask.bit_count() for mask in grid.open_masks()]
    criteria = {
        "givens": len(grid.givens()),
        "candidates": sum(marks),
        "candidates_per_cell": sum(marks) / max(sum(map(bool, marks)), 1),
        "steps": sum(path.uses.values()),
        "eliminations": path.eliminations,
        **{uses_of(name): path.uses.get(name, 0) for name in names},
    }
    return Rating(
        puzzle=grid,
        solutions=solutions,
        difficulty=None,
        difficulty_relative=None,
        band=_band(hardest, weights or shipped_weights()) if path.status == "solved" else None,
        er=None,
        exact_depth=None,
        depth_at_least=0,
        hardest=hardest,
        criteria={name: float(value) for name, value in criteria.items()},
    )


def _solutions_of_shape(grid: Grid, path: ShapeRounds) -> Solutions:
    """Return the number of solutions; a complete path proves uniqueness, because no step assumes it."""
    if path.status != "stuck":
        return "one" if path.status == "solved" else "none"
    return "one" if has_one_solution(grid) else "several" if has_several_solutions(grid) else "none"


def _band(hardest: str | None, weights: RatingWeights) -> Band:
    level = _LEVELS.get(technique(hardest).number, 0.0) if hardest else 0.0
    return next((limit.lowest for limit in weights.band_limits if level <= limit.er), BANDS[-1])
