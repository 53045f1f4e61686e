"""Make grids to order: each has one solution and a rating, and the same seed gives the same grids."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from entails.formats.sudoku.text import EMPTY
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.limits import Limits
from entails.models.sudoku.shape import Shape
from entails.queries.query import Artefact, Pages, Progress, Query, QueryResult, Seed, Stream, bounded
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.sudoku.rate import RateReport
from entails.solvers.sudoku.generate import DEFAULT_LIMITS, Symmetry

if TYPE_CHECKING:
    from entails.solvers.sudoku.orders import GeneratedGrid, TargetedGeneration

PANEL = "For people"
PLACE = 22
__all__ = ["generate"]

_WHY = {
    "nodes": "{attempts:,} attempts made no other; --attempts allows more than {allowed:,} for one grid",
    "time": "the time was over after {attempts:,} attempts",
}
_UNRATED: dict[str, Any] = {
    "solutions": "one",
    "criteria": {},
    **dict.fromkeys(("difficulty", "difficulty_relative", "band", "er", "er_sukaku", "exact_depth", "hardest")),
}


class SudokuGenerateOptions(AnyAsk):
    """What `generate` may be told."""

    n: Annotated[int, Field(ge=1, description="How many grids."), Option("-n", "--number", metavar="N")] = 1
    difficulty: Annotated[
        str | None,
        Field(description="easy, medium, hard, expert, diabolical, or two numbers: 0.8..1.2."),
        Option(metavar="D"),
    ] = None
    technique: Annotated[str | None, Field(description="The hardest step, such as x-wing."), Option(metavar="NAME")] = (
        None
    )
    clues: Annotated[int | str | None, Field(description="So many clues, or a range: 22..26."), Option(metavar="N")] = (
        None
    )
    symmetry: Annotated[
        Symmetry, Field(description="How the clues lie: rotational, mirror or none."), Option(metavar="S")
    ] = "rotational"
    minimal: Annotated[bool, Field(description="No clue can be spared.")] = False
    pattern: Annotated[
        str | None,
        Field(description="Clues stand here and nowhere else: 81 characters, . for none."),
        Option(metavar="CELLS"),
    ] = None
    mask: Annotated[
        str | None, Field(description="Clues stand in some of these cells only."), Option(metavar="CELLS")
    ] = None
    size: Annotated[
        int, Field(ge=4, le=25, description="9, or another size; only 9 has a difficulty."), Option(metavar="N")
    ] = 9
    seed: Seed = 0
    attempts: Annotated[
        int, Field(ge=1, description="Try so often for one grid."), Option(metavar="N", panel="Limits")
    ] = 10_000
    seconds: Annotated[
        float | None,
        Field(ge=0.001, allow_inf_nan=False, description="For all grids together."),
        Option(metavar="S", panel="Limits"),
    ] = None

    @property
    def cells_of_clues(self) -> tuple[int, ...] | None:
        """The cells of the pattern or the mask, numbered from 0."""
        if self.pattern is not None and self.mask is not None:
            raise InvalidOption("this is said beside --pattern", where="--mask", expected="one of the two")
        said, where = (self.pattern, "--pattern") if self.mask is None else (self.mask, "--mask")
        if said is None:
            return None
        signs, cells = "".join(said.split()), Shape.classic(self.size).cells
        if self.size != 9 or len(signs) != cells:
            raise InvalidOption(f"{len(signs)} cells", where=where, expected="81, for a classic 9x9 grid")
        return tuple(cell for cell, sign in enumerate(signs) if sign not in EMPTY)

    @property
    def number_of_clues(self) -> tuple[int, int] | None:
        """ "24", or "22..26" for anything from 22 to 26."""
        if self.clues is None:
            return None
        low, dots, high = str(self.clues).partition("..")
        cells = Shape.classic(self.size).cells
        try:
            fewest, most = int(low), int(high) if dots else int(low)
        except ValueError:
            fewest, most = 1, 0
        if not 0 <= fewest <= most <= cells or most == 0:
            raise InvalidOption(
                f"{str(self.clues)[:20]!r} is no number of clues",
                where="--clues",
                expected=f"1 to {cells}, or two such numbers, as in 22..26",
            )
        return fewest, most


class GenerateReport(RateReport):
    """`generate`: the rating of a new grid, its only solution, and how many attempts it took. Grids of another size
    than 9 have no rating, so these fields are null."""

    solution: str
    clues: int
    attempts: int


class GeneratedReport(Value):
    """The grids of an order; `complete` says whether all of them were found, else `reason` what ended the search."""

    grids: tuple[GenerateReport, ...]
    complete: bool
    reason: str | None = None


def generate(
    n: int = 1,
    *,
    size: int = 9,
    difficulty: str | tuple[float, float] | None = None,
    technique: str | None = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "rotational",
    minimal: bool = False,
    pattern: Sequence[int] | None = None,
    mask: bool = False,
    seed: int = 0,
    limits: Limits = DEFAULT_LIMITS,
) -> "TargetedGeneration":
    """New grids, one after the other, each with its solution and its rating. `pattern` are the cells with clues,
    numbered from 0; with `mask`, clues stand in some of them."""
    from entails.solvers.sudoku.orders import generate as order

    return order(
        n,
        size=size,
        difficulty=difficulty,
        technique=technique,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
        pattern=pattern,
        mask=mask,
        seed=seed,
        limits=limits,
    )


def answer(nothing: None, ask: SudokuGenerateOptions, progress: Progress) -> Stream:
    """Each grid as soon as it is there."""
    del nothing
    orders = generate(
        ask.n,
        size=ask.size,
        difficulty=ask.difficulty,
        technique=ask.technique,
        clues=ask.number_of_clues,
        symmetry=ask.symmetry,
        minimal=ask.minimal,
        pattern=ask.cells_of_clues,
        mask=ask.mask is not None,
        seed=ask.seed,
        limits=bounded(ask.seconds, nodes=ask.attempts),
    )
    kept: list[GeneratedGrid] = []
    reports: list[GenerateReport] = []
    for made in orders:
        kept.append(made)
        reports.append(_report(made))
        progress(len(kept) / ask.n, f"{len(kept)} / {ask.n}")
        yield QueryResult(made, reports[-1])
    whole = GeneratedReport(grids=tuple(reports), complete=orders.complete, reason=orders.reason)
    if orders.complete:
        return QueryResult(kept, whole)
    grids = f"{orders.found:,} of {orders.wanted:,} {'grid' if orders.wanted == 1 else 'grids'}"
    why = _WHY[orders.reason or "nodes"].format(attempts=orders.attempts, allowed=ask.attempts)
    return QueryResult(kept, whole, "undecided", (f"{grids} as ordered: {why}",))


def _report(made: "GeneratedGrid") -> GenerateReport:
    return GenerateReport(
        **{
            **(_UNRATED if made.rating is None else made.rating.as_json()),
            "puzzle": made.puzzle.line,
            "solution": made.solution.line,
            "clues": len(made.puzzle.givens()),
            "attempts": made.attempts,
        }
    )


def _sheet(grids: "list[GeneratedGrid]", ask: SudokuGenerateOptions, ending: str) -> bytes | Pages:
    from entails.data.fonts import sheet_fonts
    from entails.formats.sudoku.sheet import sheet_pdf, sheet_svg

    del ask
    captions = ["" if made.rating is None else f"{made.rating.band} {made.rating.difficulty:.2f}" for made in grids]
    puzzles, solutions = [made.puzzle for made in grids], [made.solution for made in grids]
    if ending == "pdf":
        return sheet_pdf(puzzles, solutions=solutions, captions=captions, fonts=sheet_fonts())
    return Pages(sheet_svg(puzzles, solutions=solutions, captions=captions))


QUESTION = Query(
    ask=SudokuGenerateOptions,
    report=GenerateReport,
    whole=GeneratedReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    artefacts={
        "sheet": Artefact(
            _sheet,
            "Print-ready pages: .pdf or .svg; solutions come last.",
            endings=("svg", "pdf"),
            what="sheet",
        )
    },
    examples={"two easy grids": {"n": 2, "difficulty": "easy", "seed": 1}},
    schema="generate",
)
