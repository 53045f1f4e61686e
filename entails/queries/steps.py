"""List human solving steps with reasons.

A step is a small set of constraints that, with the facts known before it, forces new facts.
"""

# `hint`, `rate` and `minimal` share the first part: the puzzle as constraints, a player's position, reports of steps.

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, overload

from pydantic import Field

from entails.encoders.encoder import with_assumptions
from entails.formats.drawing.text import with_marks
from entails.locale.message import Language
from entails.models.drawing import Drawing
from entails.models.encoding import Cnf, Group
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Document, Option, Value
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason, PathStatus, ReasonedPath, ReasonedStep, Tier, WrongEntry
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.pipeline import as_cnf
from entails.queries.query import (
    Artefact,
    LanguageOption,
    Pages,
    Progress,
    Query,
    QueryResult,
    Seconds,
    Seed,
    TimedOptions,
    Verdict,
    named,
    watcher_of,
)

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.solvers.steps.path import Walk
    from entails.solvers.sudoku.steps.path import Path

Entries = Annotated[
    tuple[str, ...],
    Field(description='Your entry: a fact such as r1c1=5; "not r1c1=5" for a crossed-out value.'),
    Option("--assume", "--also", metavar="FACT"),
]


class StepsPositionOptions(TimedOptions):
    """Base of the options of `steps` and `hint`: the entries of the player."""

    assume: Entries = ()
    smallest: Annotated[bool, Field(description="Prove that each step is as small as possible (seconds per step).")] = (
        False
    )
    language: LanguageOption = "en"
    seconds: Seconds = 60.0
    seed: Seed = 0


class StatementText(Value):
    """A constraint as its id and its sentence."""

    id: str
    text: str

    @classmethod
    def of(cls, groups: Sequence[Group], language: Language = "en") -> "tuple[StatementText, ...]":
        return tuple(cls(id=group.id, text=group.say(language)) for group in groups)


class ReasonReport(Value):
    """A step: the constraints `statements` and the known `facts` force the facts `forces`.

    Attributes:
        minimal: Whether the first forced fact needs all of the constraints.
        smallest: Whether no smaller set of constraints forces a fact.
        by_propagation: Whether unit propagation is enough.
        verified: Whether a second engine confirmed it.
        cells: The cells to look at.
    """

    statements: tuple[StatementText, ...]
    facts: tuple[str, ...]
    forces: tuple[str, ...]
    tier: Tier
    minimal: bool
    smallest: bool
    by_propagation: bool
    verified: bool
    cells: tuple[str, ...]
    sentence: str

    @classmethod
    def of(cls, step: ReasonedStep, language: Language = "en") -> "ReasonReport":
        return cls(
            statements=StatementText.of(step.statements, language),
            facts=step.facts,
            forces=step.forces,
            tier=step.tier,
            minimal=step.minimal,
            smallest=step.smallest,
            by_propagation=step.by_propagation,
            verified=step.verified,
            cells=step.cells,
            sentence=step.say(language),
        )


class WrongReport(Value):
    """A wrong entry of the player, with the constraints and facts that refute it."""

    entry: str
    statements: tuple[StatementText, ...]
    facts: tuple[str, ...]
    minimal: bool
    sentence: str

    @classmethod
    def of(cls, wrong: WrongEntry, language: Language = "en") -> "WrongReport":
        return cls(
            entry=wrong.entry,
            statements=StatementText.of(wrong.statements, language),
            facts=wrong.facts,
            minimal=wrong.minimal,
            sentence=wrong.say(language),
        )


@contextmanager
def walked(
    puzzle: Any, verb: str, limits: Limits, assume: Sequence[str] = (), seed: int = 0, *, smallest: bool = False
) -> "Iterator[Walk]":
    """Return the path through a puzzle that starts from the entries of the player."""
    cnf, statement = stated(puzzle, verb)
    claimed = with_assumptions(cnf, assume)
    assert isinstance(claimed, Cnf)  # clauses stay clauses
    entries = tuple(group.id for group in claimed.groups[len(cnf.groups) :])
    from entails.solvers.steps.path import open_path

    with open_path(claimed, statement, limits, entries=entries, seed=seed, smallest=smallest) as walk:
        yield walk


def stated(puzzle: Any, verb: str) -> tuple[Cnf[Any], Any]:
    """Return the CNF of a puzzle with all groups, and its statement."""
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    statement = puzzle_type.statement(puzzle)
    if statement is None:
        raise UnsupportedCapability(f"{puzzle_type.name} has no query {verb!r}: it has no constraint model")
    return as_cnf(puzzle, "complete", "explain"), statement


def pictured(puzzle: Any, known: Sequence[str], marked: Sequence[str]) -> Drawing:
    """Draw the board with the known facts and marked cells."""
    puzzle_type = puzzle_type_of(puzzle)
    answer = puzzle_type.partial_answer(puzzle, known)
    if answer is None:
        raise UnsupportedCapability(f"{puzzle_type.name} has no drawing")
    return with_marks(puzzle_type.draw(puzzle, answer), marked)


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
    """Options of `sudoku steps`."""

    certificate: Annotated[bool, Field(description="Add a proof of each step that other programs can check.")] = False


class StepsReport(Report):
    """Report of `steps`: the solving steps and how they end.

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
    """A puzzle, its solving path, and the entries of the player."""

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
    """Return the whole solving path of a puzzle.

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
    """List the solving steps until the puzzle is solved or no further step is found."""
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
    """Return the steps as a DRUP proof over the clauses of `export` and the player's entries."""
    del ending
    from entails.solvers.steps.path import certificate

    cnf, _ = stated(walked_path.puzzle, "steps")
    return certificate(cnf, walked_path.path, walked_path.entered, options.limits)


def _pages(walked_path: StepsResult, options: StepsOptions, ending: str) -> Pages | None:
    """Draw each step: its result in colour, and the cells to look at marked."""
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
            "Write a checked DRUP proof of every step, over the clauses that export writes.",
            http="asked",
        ),
        "svg": Artefact(_pages, "Draw each step: FILE.svg, FILE-2.svg, ...", Option("--svg", metavar="FILE"), ("svg",)),
    },
    schema="reasoned-steps",
)
