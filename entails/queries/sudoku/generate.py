"""Generate grids of a given difficulty.

Every grid has one solution and a rating. The same seed gives the same grids.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from entails.formats.sudoku.text import EMPTY
from entails.models.errors import InvalidOption, at_field, quantity
from entails.models.fields import Document, Option, Value
from entails.models.limits import Limits
from entails.models.sudoku.shape import Shape
from entails.puzzles import puzzle_type_of
from entails.queries.query import Artefact, Pages, Progress, Query, QueryOptions, QueryResult, Seed, Stream, bounded
from entails.queries.sudoku.practice import PracticePosition, practice
from entails.queries.sudoku.rate import RateReport
from entails.queries.sudoku.steps import LadderOption, LadderReport
from entails.solvers.sudoku.generate import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.models.sudoku.grid import Grid
    from entails.solvers.sudoku.orders import GeneratedGrid, TargetedGeneration

PANEL = "Human solving"
PLACE = 22
__all__ = ["generate"]

_REASONS = {
    "nodes": "{attempts:,} attempts gave no further grid; raise --attempts above {allowed:,}",
    "time": "time limit reached after {attempts:,} attempts",
}
_UNRATED: dict[str, Any] = {
    "solutions": "one",
    "criteria": {},
    **dict.fromkeys(
        ("difficulty", "difficulty_relative", "band", "er", "er_sukaku", "exact_depth", "hardest", "chains")
    ),
}


class SudokuGenerateOptions(QueryOptions):
    """Options of `sudoku generate`."""

    n: Annotated[int, Field(ge=1, description="Number of grids."), Option("-n", "--number", metavar="N")] = 1
    difficulty: Annotated[
        str | None,
        Field(description="Band (easy, medium, hard, expert, diabolical) or range: 0.8..1.2."),
        Option(metavar="D"),
    ] = None
    technique: Annotated[
        str | None,
        Field(description="Technique of the hardest step, such as x-wing (with --ladder, any that it has)."),
        Option(metavar="NAME"),
    ] = None
    ladder: LadderOption = None
    practice: Annotated[
        bool, Field(description="Print positions just before the technique is needed instead of whole grids.")
    ] = False
    clues: Annotated[
        int | str | None, Field(description="Number of clues, or a range: 22..26."), Option(metavar="N")
    ] = None
    symmetry: Annotated[
        Symmetry, Field(description=f"Symmetry of the clues: {', '.join(SYMMETRIES)}."), Option(metavar="S")
    ] = "rotational"
    minimal: Annotated[bool, Field(description="Require every clue to be necessary.")] = False
    pattern: Annotated[
        str | None,
        Field(description="Cells of the clues: 81 characters, . for none."),
        Option(metavar="CELLS"),
    ] = None
    mask: Annotated[
        str | None, Field(description="Cells that may have clues: 81 characters, . for none."), Option(metavar="CELLS")
    ] = None
    solution: Annotated[
        str | None,
        Field(description="Full grid that every generated grid must have as its solution."),
        Option(metavar="GRID"),
    ] = None
    unrated: Annotated[bool, Field(description="Do not rate the grids, which is several times faster.")] = False
    size: Annotated[
        int, Field(ge=4, le=25, description="Rows and columns; only 9x9 grids have a difficulty."), Option(metavar="N")
    ] = 9
    shape: Annotated[
        str | None,
        Field(description="Shape instead of a size: x (diagonals), jigsaw:REGIONS, 12x12, ..."),
        Option(metavar="SHAPE"),
    ] = None
    seed: Seed = 0
    attempts: Annotated[
        int | None,
        Field(
            ge=1,
            description="Attempt limit per grid (default: 10,000; for a technique, 200,000; on other shapes, 1,000).",
        ),
        Option(metavar="N", panel="Limits"),
    ] = None
    seconds: Annotated[
        float | None,
        Field(ge=0.001, allow_inf_nan=False, description="Time limit for all grids, in seconds."),
        Option(metavar="S", panel="Limits"),
    ] = None

    @property
    def board(self) -> Shape:
        """The shape of the grids."""
        return Shape.classic(self.size) if self.shape is None else Shape.named(self.shape)

    @property
    def cells_of_clues(self) -> tuple[int, ...] | None:
        """The cells (from 0) of the pattern or the mask, or None."""
        if self.pattern is not None and self.mask is not None:
            raise InvalidOption("cannot be combined with --pattern", where="--mask", expected="one of the two")
        text, where = (self.pattern, "--pattern") if self.mask is None else (self.mask, "--mask")
        if text is None:
            return None
        signs, cells = "".join(text.split()), self.board.cells
        if self.board != Shape.classic(9) or len(signs) != cells:
            raise InvalidOption(f"{len(signs)} cells", where=where, expected="81, for a classic 9x9 grid")
        return tuple(cell for cell, sign in enumerate(signs) if sign not in EMPTY)

    @property
    def given_solution(self) -> "Grid | None":
        """The solution of every grid, or None."""
        from entails.formats.sudoku.read import parse_grid

        with at_field("solution"):
            return None if self.solution is None else parse_grid(self.solution)

    @property
    def number_of_clues(self) -> tuple[int, int] | None:
        """The fewest and the most clues, from "24" or a range "22..26"; None without the option."""
        if self.clues is None:
            return None
        low, dots, high = str(self.clues).partition("..")
        cells = self.board.cells
        try:
            fewest, most = int(low), int(high) if dots else int(low)
        except ValueError:
            fewest, most = 1, 0
        if not 0 <= fewest <= most <= cells or most == 0:
            raise InvalidOption(
                f"invalid number of clues {str(self.clues)[:20]!r}",
                where="--clues",
                expected=f"1 to {cells}, or two such numbers, as in 22..26",
            )
        return fewest, most


class GenerateReport(RateReport):
    """Report of `sudoku generate` on one grid: its rating, its solution, and the number of attempts.

    Only 9x9 grids have a difficulty. Other shapes are rated by their techniques, if one is requested; otherwise the
    fields of the rating are null. With `practice`, `position` is the one just
    before the technique is needed, with its candidates, as a line of a technique library.
    """

    solution: str
    clues: int
    attempts: int
    position: str | None = None

    def absent(self) -> set[str]:
        return super().absent() | ({"position"} if self.position is None else set())


class GeneratedReport(Value):
    """All generated grids. If `complete` is false, `reason` names the limit that ended the search."""

    grids: tuple[GenerateReport, ...]
    complete: bool
    reason: str | None = None


def generate(
    n: int = 1,
    *,
    size: int | Shape = 9,
    difficulty: str | tuple[float, float] | None = None,
    technique: str | None = None,
    ladder: "str | Document | Ladder | None" = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "rotational",
    minimal: bool = False,
    pattern: Sequence[int] | None = None,
    mask: bool = False,
    solution: "Grid | None" = None,
    rated: bool = True,
    seed: int = 0,
    limits: Limits | None = None,
) -> "TargetedGeneration":
    """Generate grids one by one, each with its solution and rating.

    With a `ladder`, `technique` is the hardest step of the path in its order. `pattern` lists the cells with clues,
    numbered from 0. With `mask`, clues may occupy only some of them. `solution` is the solution of every grid. Unrated
    grids are generated several times faster.
    """
    from entails.solvers.sudoku.orders import generate as order

    return order(
        n,
        size=size,
        difficulty=difficulty,
        technique=technique,
        ladder=ladder,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
        pattern=pattern,
        mask=mask,
        solution=solution,
        rated=rated,
        seed=seed,
        limits=limits,
    )


def answer(nothing: None, options: SudokuGenerateOptions, progress: Progress) -> Stream:
    """Yield each grid when it is found; progress shows the attempts and the expected time left."""
    from entails.solvers.sudoku.orders import GridTarget, attempt_limit

    del nothing
    attempts = options.attempts
    if attempts is None:
        attempts = attempt_limit(GridTarget.of(options.difficulty, options.technique, options.ladder), options.board)
    orders = generate(
        options.n,
        size=options.board,
        difficulty=options.difficulty,
        technique=options.technique,
        ladder=options.ladder,
        clues=options.number_of_clues,
        symmetry=options.symmetry,
        minimal=options.minimal,
        pattern=options.cells_of_clues,
        mask=options.mask is not None,
        solution=options.given_solution,
        rated=not options.unrated,
        seed=options.seed,
        limits=bounded(options.seconds, nodes=attempts),
    )
    if options.practice and options.technique is None:
        raise InvalidOption("missing technique", where="--practice", expected="--technique NAME")
    kept: list[GeneratedGrid] = []
    reports: list[GenerateReport] = []
    started = time.monotonic()

    def show_progress() -> None:
        left = (time.monotonic() - started) * (options.n - len(kept)) / max(len(kept), 1)
        expected = f", about {left:,.0f} s left" if kept else ""
        progress(len(kept) / options.n, f"{len(kept)} / {options.n}, {orders.attempts:,} tried{expected}")

    orders.watch = show_progress
    for generated in orders:
        kept.append(generated)
        reports.append(_report(generated, options))
        show_progress()
        yield QueryResult(generated, reports[-1])
    whole = GeneratedReport(grids=tuple(reports), complete=orders.complete, reason=orders.reason)
    if orders.complete:
        return QueryResult(kept, whole)
    grids = f"{orders.found:,} of {orders.wanted:,} grids"
    why = _REASONS[orders.reason or "nodes"].format(attempts=orders.attempts, allowed=attempts)
    if orders.found:
        why += f"; {quantity(round(orders.attempts / orders.found), 'attempt')} for each grid on average"
    return QueryResult(kept, whole, "undecided", (f"{grids} generated: {why}",))


def _practice(grid: "Grid", options: SudokuGenerateOptions) -> PracticePosition:
    assert options.technique is not None
    return practice(grid, options.technique, options.ladder)


def puzzle_text(grid: "Grid") -> str:
    """Return a grid as text that every command reads back, with its shape if that is not classic."""
    return puzzle_type_of(grid).format(grid)


def _report(generated: "GeneratedGrid", options: SudokuGenerateOptions) -> GenerateReport:
    return GenerateReport(
        **{
            **(_UNRATED if generated.rating is None else generated.rating.as_json()),
            "ladder": LadderReport.of(None if generated.rating is None else generated.rating.ladder),
            "puzzle": puzzle_text(generated.puzzle),
            "solution": generated.solution.line,
            "clues": len(generated.puzzle.givens()),
            "attempts": generated.attempts,
            "position": _practice(generated.puzzle, options).line if options.practice else None,
        }
    )


def _sheet(grids: "list[GeneratedGrid]", options: SudokuGenerateOptions, ending: str) -> bytes | Pages:
    from entails.data import sheet_fonts
    from entails.formats.sudoku.sheet import sheet_pdf, sheet_svg

    captions = [
        ""
        if generated.rating is None or generated.rating.difficulty is None
        else f"{generated.rating.band} {generated.rating.difficulty:.2f}"
        for generated in grids
    ]
    puzzles, solutions = [generated.puzzle for generated in grids], [generated.solution for generated in grids]
    if options.practice:
        from entails.solvers.sudoku.steps.words import technique_name

        positions = [_practice(puzzle, options) for puzzle in puzzles]
        puzzles = [position.grid.with_marks for position in positions]
        captions = [technique_name(position.technique, "en") for position in positions]
    if ending == "pdf":
        return sheet_pdf(puzzles, solutions=solutions, captions=captions, fonts=sheet_fonts())
    return Pages(sheet_svg(puzzles, solutions=solutions, captions=captions))


QUERY = Query(
    options=SudokuGenerateOptions,
    report=GenerateReport,
    whole=GeneratedReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    artefacts={
        "sheet": Artefact(
            _sheet,
            "Write a printable sheet (.pdf or .svg) with solutions at the end.",
            endings=("svg", "pdf"),
            what="sheet",
        )
    },
    examples={"two easy grids": {"n": 2, "difficulty": "easy", "seed": 1}},
    schema="generate",
)
