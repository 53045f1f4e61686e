"""Queries that rate one Sudoku, or many in one request."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import comb
from statistics import pstdev
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.models.errors import EntailsError, UnsupportedPuzzle, at_field
from entails.models.fields import Document, Option, Value
from entails.models.limits import UNLIMITED, Limits
from entails.models.rating import Band, RatingWeights
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.puzzles import puzzle_type_of
from entails.queries.query import (
    Artefact,
    Progress,
    Query,
    QueryResult,
    Seed,
    TimedOptions,
    Verdict,
    require_puzzle_type,
)
from entails.queries.sudoku.steps import (
    NEWSPAPER_GRID,
    LadderOption,
    LadderReport,
    TechniqueId,
    chosen_ladder,
)
from entails.solvers.engine import Budget
from entails.studies.common import KINDS, require_matplotlib

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.difficulty.model import Rating
from entails.queries.parse import parse

VERBS = {
    "rate": {
        "PLACE": 6,
        "__all__": ["rate"],
        "text": "Rate the difficulty for people.\n\n"
        "The report has the difficulty, the band, the hardest step and every criterion.",
    },
    "rate-many": {
        "PANEL": None,
        "text": "Rate many grids in one request.",
    },
}


_LARGE = 16
"""The largest size whose exact depth is computed up to 2; beyond it, up to 1.

A limit on the depth is the same for every isomorph; one on the number of disjunctions is not, nor is one on time.
"""
_VERDICTS: dict[str, Verdict] = {"one": "yes", "several": "no", "none": "no", "unknown": "undecided"}


class SudokuRateOptions(TimedOptions):
    """Options of `sudoku rate`."""

    weights: Annotated[
        Document | None, Field(description="Custom weights, as written by calibrate."), Option(metavar="FILE")
    ] = None
    quine: Annotated[
        bool | None,
        Field(description="Add the measures of the disjunction engine (default: only for a single puzzle)."),
        Option("--quine"),
    ] = None
    nested: Annotated[
        bool | None,
        Field(description="Search nested chains, for an ER above 9.4 (default: only for a single puzzle)."),
        Option("--nested"),
    ] = None
    ladder: LadderOption = None
    chaos: Annotated[bool, Field(description="Add the chaos criterion: seconds to minutes per puzzle.")] = False
    seed: Seed = 0

    @property
    def own_weights(self) -> RatingWeights | None:
        from entails.data.sudoku import read_weights

        with at_field("weights"):
            return None if self.weights is None else read_weights(self.weights)


class RateReport(Value):
    """Report of `sudoku rate`.

    Only a classic 9x9 grid with one solution has a difficulty. Grids of other shapes have visual
    criteria, an exact depth, the hardest step of their path and the lowest band that it allows.

    Attributes:
        puzzle: The grid.
        solutions: The number of solutions in words; only "one" gives a rating.
        difficulty: Difficulty by the time that people take.
        difficulty_relative: Difficulty by time and completion.
        band: easy, medium, hard, expert or diabolical.
        er: The rating of Sudoku Explainer 1.2.1; null if it needs nested chains that were not searched (`nested`) or
            cost too much.
        er_sukaku: The rating of SukakuExplainer, which adds techniques from 4.0 up; null if `er` is.
        exact_depth: The exact disjunction depth; null if a limit was reached.
        exact_depth_at_least: The bound known if `exact_depth` is null.
        hardest: The hardest technique of the path.
        chains: The number of rounds with a chain or a disjunction; 0 if patterns suffice.
        criteria: Every measured criterion by name.
        ladder: The path in the order of the chosen ladder, with its score; absent without one.
    """

    puzzle: str
    solutions: Literal["one", "several", "none", "unknown"]
    difficulty: float | None
    difficulty_relative: float | None
    band: Band | None
    er: float | None
    er_sukaku: float | None
    exact_depth: int | None
    exact_depth_at_least: int | None = None
    hardest: TechniqueId
    chains: int | None = None
    criteria: dict[str, float]
    ladder: LadderReport | None = None

    def absent(self) -> set[str]:
        return {name for name in ("exact_depth_at_least", "ladder") if getattr(self, name) is None}


def rate(
    grid: Grid,
    *,
    weights: RatingWeights | None = None,
    quine: bool = True,
    nested: bool = True,
    chaos: bool = False,
    limits: Limits = UNLIMITED,
    seed: int = 0,
    ladder: "str | Document | Ladder | None" = None,
) -> "Rating":
    """Rate the difficulty of a grid for a person.

    Without `quine`, the criteria of the disjunction search are omitted. Without `nested`, ER ends where nested chains
    begin. Grids that are not classic 9x9 have a path, a band by their hardest step, visual criteria and an exact depth,
    but no difficulty. A `ladder` adds the score of the path in its order.
    """
    from entails.solvers.sudoku.difficulty.model import rate_many

    require_puzzle_type(grid, "sudoku", "rate")
    order = chosen_ladder(ladder)
    if not _is_classic(grid):
        return _rate_shape(grid, weights, limits).with_ladder(order)
    budget = Budget(limits)
    [rating] = rate_many([grid], weights=weights, quine=quine, chaos=chaos, limits=limits, seed=seed)
    rating = rating.with_ladder(order)
    return rating.with_nested(budget.seconds) if nested else rating


def _rate_shape(grid: Grid, weights: RatingWeights | None, limits: Limits) -> "Rating":
    """Rate a grid other than classic 9x9: solving path, visual criteria and, with one solution, exact depth."""
    from entails.solvers.quine.depth import grid_depth
    from entails.solvers.sudoku.difficulty.model import rate_other

    rating = rate_other(grid, weights)
    measured = visual_criteria(grid)
    if rating.solutions != "one":
        return replace(rating, criteria={**measured, **rating.criteria})
    depth = grid_depth(grid, limits, 2 if grid.shape.size <= _LARGE else 1)
    measured["exact_depth"] = float(depth.at_least)
    return replace(
        rating,
        exact_depth=depth.depth,
        depth_at_least=depth.at_least,
        criteria={**measured, **rating.criteria},
    )


def visual_criteria(grid: Grid) -> dict[str, float]:
    """Return the visual criteria of a grid of any shape (Landreau 2025, 1.B), by name.

    `spread` is the sum of the deviations of givens over rows, columns and regions. `density` is the number of clauses
    of the pruned CNF per candidate; a clause counts once for each rule that gives it.
    """
    size, units, cells, masks = grid.shape.size, grid.shape.units, grid.cells, grid.open_masks()
    givens = [sum(cells[cell] > 0 for cell in unit.cells) for unit in units]
    spreads = [pstdev(givens[start : start + size]) for start in (0, size, 2 * size)]
    candidates = sum(mask.bit_count() for mask in masks)
    clauses = sum((not digit) + comb(mask.bit_count(), 2) for digit, mask in zip(cells, masks, strict=True))
    for unit in units:
        for digit in range(1, size + 1):
            placed = sum(cells[cell] == digit for cell in unit.cells)
            places = sum(masks[cell] >> (digit - 1) & 1 for cell in unit.cells)
            clauses += (placed != 1) + comb(places, 2)
    return {
        "givens": float(sum(givens[:size])),
        "candidates": float(candidates),
        "candidates_per_cell": candidates / max(cells.count(0), 1),
        "spread_lines": spreads[0] + spreads[1],
        "spread_boxes": spreads[2],
        "spread": sum(spreads),
        "spread_digits": pstdev([cells.count(digit) for digit in range(1, size + 1)]),
        "clauses": float(clauses),
        "density": clauses / max(candidates, 1),
    }


def _rate_answer(grid: Grid, options: SudokuRateOptions, progress: Progress) -> "QueryResult[Rating]":
    """Rate a grid with the requested criteria."""
    del progress
    budget = Budget(options.limits)
    quine, nested = (True if wish is None else wish for wish in (options.quine, options.nested))
    rating = rate(
        grid,
        weights=options.own_weights,
        quine=quine,
        nested=nested,
        chaos=options.chaos,
        limits=options.limits,
        seed=options.seed,
        ladder=options.ladder,
    )
    return _result(rating.in_full(budget.seconds))


def _result(rating: "Rating") -> "QueryResult[Rating]":
    return QueryResult(rating, lambda: rate_report(rating), _VERDICTS[rating.solutions])


def rate_report(rating: "Rating") -> RateReport:
    """Return the report of a rating."""
    fields = {**rating.as_json(), "puzzle": puzzle_type_of(rating.puzzle).format(rating.puzzle)}
    fields["ladder"] = LadderReport.of(rating.ladder)
    return RateReport.model_construct(**fields)  # validation would slow down large files, and the values are our own


def answer_many(
    grids: Iterator[Grid], options: SudokuRateOptions, progress: Progress
) -> "Iterator[QueryResult[Rating] | EntailsError]":
    """Yield the rating of each grid: in batches on all cores, or one by one if there are limits per grid."""
    if options.chaos or options.nested or options.seconds is not None:
        single = options.model_copy(update={"quine": bool(options.quine), "nested": bool(options.nested)})
        for grid in grids:
            try:
                yield _rate_answer(grid, single, progress)
            except UnsupportedPuzzle as error:
                yield error
        return
    from entails.solvers.sudoku.difficulty.model import SolvingPace, rate_batches

    pace, ladder = SolvingPace(), chosen_ladder(options.ladder)

    def batches() -> Iterator[tuple[list[Grid], list[Grid]]]:
        while some := list(islice(grids, pace.grids)):
            yield some, list(filter(_is_classic, some))

    for some, ratings in rate_batches(
        batches(), weights=options.own_weights, quine=bool(options.quine), pace=pace, in_full=True
    ):
        waiting = iter(ratings)
        for grid in some:
            rating = next(waiting) if _is_classic(grid) else rate(grid, weights=options.own_weights)
            yield _result(rating.with_ladder(ladder))


def _is_classic(grid: Grid) -> bool:
    return grid.shape == Shape.classic(9)


def _draw_effort(rating: "Rating", options: SudokuRateOptions, ending: str) -> bytes:
    from entails.solvers.sudoku.difficulty.model import effort
    from entails.studies.sudoku.calibrate import plot_effort

    return plot_effort(*effort(rating.puzzle, options.own_weights), ending)


RATE = Query(
    options=SudokuRateOptions,
    report=RateReport,
    answer=_rate_answer,
    takes="many",
    many=answer_many,
    artefacts={
        "plot": Artefact(
            _draw_effort,
            "Write a plot of the effort (.png, .svg or .pdf; one puzzle only).",
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        )
    },
    examples={"a newspaper grid": {"puzzle": NEWSPAPER_GRID}},
    schema="rate",
)


class SudokuRateManyOptions(TimedOptions):
    """Options of `sudoku rate-many`: the grids to rate."""

    puzzles: Annotated[tuple[str, ...], Field(min_length=1, description="The grids.")]


class RatedReport(Value):
    """Ratings of the grids, in order; null for an invalid grid, whose message is in `errors` by index."""

    ratings: tuple[RateReport | None, ...]
    errors: dict[int, str] = Field(default_factory=dict)


def _rate_many_answer(nothing: None, options: SudokuRateManyOptions, progress: Progress) -> QueryResult[RatedReport]:
    """Rate the grids one by one and collect the errors of invalid ones."""
    del nothing
    ratings: list[RateReport | None] = []
    errors: dict[int, str] = {}
    for index, text in enumerate(options.puzzles):
        try:
            ratings.append(rate_report(rate(parse("sudoku", text), quine=False)))
        except EntailsError as error:
            ratings.append(None)
            errors[index] = str(error)
        progress((index + 1) / len(options.puzzles), f"{index + 1} / {len(options.puzzles)}")
    report = RatedReport(ratings=tuple(ratings), errors=errors)
    return QueryResult(report, report)


RATE_MANY = Query(
    options=SudokuRateManyOptions,
    report=RatedReport,
    answer=_rate_many_answer,
    takes="nothing",
    pace="job",
    examples={"one grid": {"puzzles": [NEWSPAPER_GRID]}},
)
