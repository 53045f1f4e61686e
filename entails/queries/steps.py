"""List human solving steps with reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, overload

from pydantic import Field

from entails.models.errors import UnsupportedCapability
from entails.models.fields import Document, Option
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason, PathStatus, ReasonedPath
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.query import Artefact, Pages, Progress, Query, QueryResult, Verdict, named, watcher_of
from entails.queries.steps_common import ReasonReport, StepsPositionOptions, WrongReport, pictured, stated, walked

if TYPE_CHECKING:
    from entails.models.sudoku.ladder import Ladder
    from entails.solvers.sudoku.steps.path import Path

PANEL = "Human solving"
PLACE = 20
__all__ = ["steps"]

VERDICTS: dict[PathStatus, Verdict] = {
    "solved": "yes",
    "several": "no",
    "contradiction": "no",
    "undecided": "undecided",
}


class StepsOptions(StepsPositionOptions):
    """Options of `steps`."""

    certificate: Annotated[bool, Field(description="Add a proof of each step that other programs can check.")] = False


class StepsReport(Report):
    """Report of `steps`.

    `status` is the end of the path: "several" if nothing more is forced, "undecided" if a limit was reached. `wrong`
    lists entries that contradict the puzzle; the steps ignore them.
    """

    status: PathStatus
    steps: tuple[ReasonReport, ...]
    wrong: tuple[WrongReport, ...] = ()
    largest: int
    reason: EndReason | None = None


@dataclass(frozen=True)
class StepsResult:
    """A puzzle, its path, and the entries of the player."""

    puzzle: Any
    path: ReasonedPath
    entered: tuple[str, ...] = ()


@overload
def steps(
    puzzle: Grid, techniques: Sequence[str] | None = None, *, ladder: "str | Document | Ladder | None" = None
) -> "Path": ...


@overload
def steps(
    puzzle: Any,
    techniques: None = None,
    *,
    assume: Sequence[str] = (),
    limits: Limits = UNLIMITED,
    seed: int = 0,
    smallest: bool = False,
) -> ReasonedPath: ...


def steps(
    puzzle: Any,
    techniques: Sequence[str] | None = None,
    *,
    assume: Sequence[str] = (),
    limits: Limits = UNLIMITED,
    seed: int = 0,
    smallest: bool = False,
    also: Sequence[str] = (),
    ladder: "str | Document | Ladder | None" = None,
) -> Any:
    """Return the whole path, step by step.

    Sudoku uses human techniques; other puzzle types use small sets of constraints that force the next facts. `assume`
    lists entries of a player (`also` is another name of it).
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, Grid):
        from entails.queries.sudoku.steps import steps as of_sudoku

        return of_sudoku(puzzle, techniques, ladder)
    if techniques is not None or ladder is not None:
        raise UnsupportedCapability(f"{puzzle_type_of(puzzle).name} has no techniques of its own")
    with walked(puzzle, "steps", limits, (*assume, *also), seed, smallest=smallest) as walk:
        return walk.path()


def answer(puzzle: Any, options: StepsOptions, progress: Progress) -> QueryResult[StepsResult]:
    """List the solving steps up to the solution, or until no further step is found."""
    with walked(puzzle, "steps", options.limits, options.assume, options.seed, smallest=options.smallest) as walk:
        facts, watch = walk.position.cnf.answers, watcher_of(progress)
        if watch is not None:
            for wrong in walk.wrong:
                watch("wrong", WrongReport.of(wrong, options.language))
        for step in walk.steps():
            if watch is not None:
                watch("step", ReasonReport.of(step, options.language))
            progress(1 - len(walk.position.open) / facts, "steps")
        path = walk.path()
    report = StepsReport(
        **named(puzzle),
        status=path.status,
        steps=tuple(ReasonReport.of(step, options.language) for step in path.steps),
        wrong=tuple(WrongReport.of(wrong, options.language) for wrong in path.wrong),
        largest=max((len(step.statements) for step in path.steps), default=0),
        reason=path.reason,
    )
    entered = tuple(name for name in options.assume if name.strip() not in {wrong.entry for wrong in path.wrong})
    return QueryResult(StepsResult(puzzle, path, entered), report, "no" if path.wrong else VERDICTS[path.status])


def _certificate(walked_path: StepsResult, options: StepsOptions, ending: str) -> str:
    """Return the steps as a DRUP proof over the clauses that `export` writes and the player's entries."""
    del ending
    from entails.solvers.steps.path import certificate

    cnf, _ = stated(walked_path.puzzle, "steps")
    return certificate(cnf, walked_path.path, walked_path.entered, options.limits)


def _pages(walked_path: StepsResult, options: StepsOptions, ending: str) -> Pages | None:
    """Draw each step: its result in colour, the places to look at marked."""
    del ending
    from entails.formats.drawing.svg import svg

    if not puzzle_type_of(walked_path.puzzle).is_drawn:
        return None
    known: list[str] = [*walked_path.entered]
    pages = []
    for step in walked_path.path.steps:
        known += step.forces
        pages.append(svg(pictured(walked_path.puzzle, known, step.cells), title=step.say(options.language)))
    return Pages(pages) if pages else None


QUERY = Query(
    options=StepsOptions,
    report=StepsReport,
    answer=answer,
    artefacts={
        "certificate": Artefact(
            _certificate,
            "Write a checked proof of every step; export writes its clauses.",
            http="asked",
        ),
        "svg": Artefact(_pages, "Draw each step: FILE.svg, FILE-2.svg, ...", Option("--svg", metavar="FILE"), ("svg",)),
    },
    schema="reasoned-steps",
)
