"""`rate`: how hard a grid is for people, with calibrated weights.

`difficulty` follows the time that people take, `difficulty_relative` time and completion together; 1 is about an
average grid of the set they were fitted to. The band follows from the difficulty, within limits that the hardest step
sets.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any, Literal

import numpy as np

from entails.data.weights import weights as shipped_weights
from entails.models.errors import InvalidData
from entails.models.limits import UNLIMITED, Limits
from entails.models.rating import BANDS, Band, LinearModel, RatingWeights
from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats
from entails.solvers.quine.depth import ExactDepth
from entails.solvers.quine.grids import grid_depth
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, criteria
from entails.solvers.sudoku.difficulty.ladder import BEYOND
from entails.solvers.sudoku.difficulty.search import round_costs
from entails.solvers.sudoku.difficulty.successor import successor_rating
from entails.solvers.sudoku.steps.step import SHAPE
from entails.solvers.sudoku.steps.technique import COUNTED, TECHNIQUES, chosen, technique
from entails.solvers.sudoku.steps.traces import traces

Solutions = Literal["one", "several", "none", "unknown"]
_HIGHEST = 50.0
"""Logarithms beyond this are cut off before they are undone."""


@dataclass(frozen=True)
class Rating:
    """What is known of one grid. Only a grid with one solution has a difficulty; of others the criteria are still told.

    `er` is that of Sudoku Explainer 1.2.1, None where its chains within chains are needed: `with_nested` looks for
    those.
    `er_sukaku` is that of its successor SukakuExplainer, which has techniques of its own from 4.0 up, None where `er`
    is.
    `exact_depth` is None when it was not found within the limits; `depth_at_least` is what is known then.
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

    def __str__(self) -> str:
        if self.difficulty is None and self.band is not None:
            return f"{self.band}, hardest step {self.hardest}"
        if self.difficulty is None:
            return f"not rated: {self.solutions} solution{'s' if self.solutions == 'several' else ''}"
        return f"{self.band}, difficulty {self.difficulty:.2f}, hardest step {self.hardest}"

    @cached_property
    def er_sukaku(self) -> float | None:
        """Worked out when it is first asked for: it takes as long as `er`."""
        return self._successor(None)

    def _successor(self, seconds: float | None) -> float | None:
        if self.er is None or self.criteria["ladder"] < BEYOND:
            return None if self.er is None else successor_rating(self.puzzle, self.er)
        from entails.solvers.sudoku.difficulty.nested import nested_successor_rating

        return nested_successor_rating(self.puzzle, seconds)

    def with_nested(self, seconds: float | None = None) -> "Rating":
        """The same, with chains within chains where `er` needs them; within a time, if one is given."""
        if self.er is not None or self.solutions != "one" or self.puzzle.shape != SHAPE:
            return self
        from entails.solvers.sudoku.difficulty.nested import NESTED, nested_rating

        er = nested_rating(self.puzzle, seconds)
        named = self.hardest is not None and technique(self.hardest).family != "cases"
        return self if er is None else replace(self, er=er, hardest=self.hardest if named else NESTED)

    def in_full(self, seconds: float | None = None) -> "Rating":
        """The same, with all of it worked out; `er_sukaku` is None where that takes longer than `seconds`."""
        if "er_sukaku" not in self.__dict__:
            self.__dict__["er_sukaku"] = self._successor(seconds)
        return self

    def _repr_html_(self) -> str:
        """A table of all that is known."""
        told = {name: value for name, value in self.as_json().items() if name not in ("puzzle", "criteria")}
        known = [(name, value) for name, value in {**told, **self.criteria}.items() if value is not None]
        rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in known)
        return f"<p>{escape(str(self))}</p><table>{rows}</table>"

    def as_json(self) -> dict[str, Any]:
        """The rating as plain data."""
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
            "criteria": self.criteria,
        }


def rate(
    grid: Grid, *, weights: RatingWeights | None = None, quine: bool = False, chaos: bool = False, seed: int = 0
) -> Rating:
    """The rating of one grid."""
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
    """The ratings of many grids, which is much faster than one by one. The arguments are those of `criteria`; weights
    other than the shipped ones make another model. With techniques other than those of the weights the counts change,
    and the difficulty with them."""
    model = weights or shipped_weights()
    order = _order(model) if techniques is None else tuple(techniques)
    used = (*model.difficulty.weights, *model.difficulty_relative.weights)
    wanted = quine or any(name.startswith("quine_") for name in used)
    table = criteria(
        grids, techniques=order, weights=model, quine=wanted, chaos=chaos, seed=seed, limits=limits, each=each
    )
    return ratings(grids, table, model)


def _order(weights: RatingWeights) -> tuple[str, ...]:
    """The techniques that the weights were made for."""
    return tuple(one.id for one in chosen(weights.techniques)) if weights.techniques else COUNTED


def ratings(grids: Sequence[Grid], table: CriteriaTable, weights: RatingWeights) -> list[Rating]:
    """Ratings from criteria that are already known."""
    difficulty = predict(weights.difficulty, table).tolist()
    relative = predict(weights.difficulty_relative, table).tolist()
    told = [_solutions(depth) for depth in table.depths]
    er = table.column("ladder").tolist()
    has_er = [solutions == "one" and by_ladder < BEYOND for solutions, by_ladder in zip(told, er, strict=True)]
    rated = []
    for place, grid in enumerate(grids):
        depth = table.depths[place]
        solutions = told[place]
        proper = solutions == "one"
        rated.append(
            Rating(
                puzzle=grid,
                solutions=solutions,
                difficulty=round(difficulty[place], 4) if proper else None,
                difficulty_relative=round(relative[place], 4) if proper else None,
                band=band_of(difficulty[place], er[place], weights) if proper else None,
                er=round(er[place], 1) if has_er[place] else None,
                exact_depth=depth.depth,
                depth_at_least=depth.at_least,
                hardest=table.hardest[place],
                criteria=table.row(place),
            )
        )
    return rated


def predict(model: LinearModel, table: CriteriaTable) -> Floats:
    """What a linear model says of each grid, on the scale of its target."""
    unknown = [name for name in model.weights if name not in table.names]
    if unknown:
        raise InvalidData(
            f"there is no criterion {unknown[0][:40]!r}", where="weights", expected="names that `rate` shows"
        )
    said = model.intercept + table.columns(list(model.weights)) @ np.array(list(model.weights.values()))
    return untransformed(said, model.transform, model.cap)


def untransformed(values: Floats, transform: str, cap: float | None = None) -> Floats:
    """Back to the scale of the target."""
    if transform == "log":
        values = np.exp(np.clip(values, -_HIGHEST, _HIGHEST))
    elif transform == "root":
        values = np.maximum(values, 0) ** 2
    return values if cap is None else np.minimum(values, cap)


def band_of(difficulty: float, er: float, weights: RatingWeights) -> Band:
    """The band of a difficulty, as far as the hardest step leaves it."""
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
    """Where the effort goes along the path: the technique of each round and its search cost."""
    unique = _solutions(grid_depth(grid)) == "one"
    model = weights or shipped_weights()
    told = traces([grid], _order(model), unique=unique)
    names = [TECHNIQUES[number].id for number in told.rounds.technique.tolist()]
    return names, round_costs(told, model.search)
