"""Queries about human solving steps and techniques."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import ConfigDict, Field

from entails.data.sudoku import LADDER
from entails.locale.message import Language
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import Document, Option, Value
from entails.models.report import OneOf, Report
from entails.models.sudoku.grid import Grid
from entails.queries.query import (
    Artefact,
    LanguageOption,
    Pages,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    Verdict,
    named,
    require_puzzle_type,
    watcher_of,
)

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.steps.ladder import LadderScore, TechniqueLadder
    from entails.solvers.sudoku.steps.path import Path
    from entails.solvers.sudoku.steps.position import Step
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entails.locale.message import Language
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

VERBS = {
    "steps": {
        "PANEL": "Human solving",
        "PLACE": 20,
        "__all__": ["steps"],
        "text": "List human solving steps with reasons.",
    },
    "techniques": {
        "PANEL": "Human solving",
        "PLACE": 23,
        "__all__": ["techniques"],
        "text": "List the techniques of a ladder.\n\n"
        "Each has its cost and level, and a position in which it finds a step.",
    },
}


NEWSPAPER_GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""An example for queries on classic grids."""

Techniques = Annotated[
    tuple[str, ...] | None,
    Field(description="Techniques to use, in this order (study: those of Landreau 2025; an unknown name lists all)."),
    Option(metavar="A,B,C", commas=True),
]
LadderOption = Annotated[
    str | Document | None,
    LADDER,
    Field(
        description="Order and costs of the techniques: entails (default), sudoku-explainer, hodoku, sudokuwiki, or a "
        "TOML or JSON file; see `entails sudoku techniques`."
    ),
    Option(metavar="NAME|FILE"),
]
AllLinks = Annotated[
    bool,
    Field(description="Explain forcing chains and unique loops link by link, one sentence each."),
    Option("--links"),
]


def _technique_ids() -> list[str]:
    from entails.solvers.sudoku.steps.technique import LINE, TECHNIQUES

    return [technique.id for technique in (*TECHNIQUES, LINE)]


TechniqueId = Annotated[str | None, OneOf(_technique_ids)]


def chosen_ladder(ladder: "str | Document | Ladder | None") -> "TechniqueLadder | None":
    """Return the ladder of this name or document with its techniques, or None if none is chosen."""
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder

    with at_field("ladder"):
        return None if ladder is None else TechniqueLadder.of(ladder)


def chosen_techniques(names: tuple[str, ...] | None, ladder: "TechniqueLadder | None" = None) -> tuple[str, ...]:
    """Return the ids of the named techniques; by default those of the ladder or all, easiest first."""
    from entails.solvers.sudoku.steps.technique import DEFAULT, chosen

    if names is None:
        return DEFAULT if ladder is None else ladder.techniques
    if ladder is not None:
        raise InvalidOption("cannot be combined with a ladder", where="techniques", expected="one of the two")
    with at_field("techniques"):
        return tuple(technique.id for technique in chosen(names))


Status = Literal["solved", "stuck", "several", "contradiction", "open"]
VERDICTS: dict[Status, Verdict] = {
    "solved": "yes",
    "open": "yes",
    "stuck": "undecided",
    "several": "undecided",
    "contradiction": "no",
}


class SudokuStepsOptions(QueryOptions):
    """Options of `sudoku steps`."""

    techniques: Techniques = None
    ladder: LadderOption = None
    available: Annotated[bool, Field(description="List every step available now instead of the path.")] = False
    links: AllLinks = False
    draw: Annotated[bool, Field(description="Draw each step on the terminal (one puzzle only).")] = False
    language: LanguageOption = "en"


class StepMarkReport(Value):
    """Candidates that have the same role in a step.

    Roles: "placed", "eliminated"; "end" and "link" of a chain; "set" for the base of the argument (a group, an almost
    locked set, the body of a fish); "fin", "corner", "pivot" and others.
    """

    role: str
    candidates: tuple[str, ...]


class LinkReport(Value):
    """A link between candidates: "strong" (at least one holds), "weak" (at most one holds) or "then" (implication)."""

    model_config = ConfigDict(serialize_by_alias=True)

    start: Annotated[tuple[str, ...], Field(alias="from")]
    end: Annotated[tuple[str, ...], Field(alias="to")]
    kind: Literal["strong", "weak", "then"]


class StepReport(Value):
    """A step of a solving path. Cells are named r1c1, candidates r1c1=5; `chain` is in players' notation."""

    technique: str
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    places: tuple[str, ...]
    removes: tuple[str, ...]
    sentence: str
    marks: tuple[StepMarkReport, ...] = ()
    links: tuple[LinkReport, ...] = ()
    chain: str | None = None


class LadderReport(Value):
    """The score of a solving path by a ladder of techniques.

    `score` and `level` are null unless the path solves the grid and the ladder has them. `uses` counts the steps of
    each technique, easiest first.
    """

    ladder: str
    status: Literal["solved", "stuck", "several", "contradiction", "open"]
    hardest: str | None
    level: str | None
    score: float | None
    uses: dict[str, int]

    @classmethod
    def of(cls, score: "LadderScore | None") -> "LadderReport | None":
        """Return the report on a score, or None without a score."""
        return None if score is None else cls(**score.as_json())


class SudokuStepsReport(Report):
    """Report of `sudoku steps` on one grid.

    Attributes:
        status: The end of the path. "solved"; "stuck": no technique applies, though there is one solution; "several":
            more than one solution is left; "contradiction"; "open": `steps` are those available now.
        steps: The steps.
        reason: The reason for a contradiction.
        ladder: The path judged by the chosen ladder; absent without one.
        explanations: With `links`, the links of each step as sentences; empty without forcing chains or unique loops.
    """

    status: Status
    steps: tuple[StepReport, ...]
    reason: str | None = None
    ladder: LadderReport | None = None
    explanations: tuple[tuple[str, ...], ...] | None = None

    def absent(self) -> set[str]:
        optional = ("reason", "ladder", "explanations")
        return super().absent() | {name for name in optional if getattr(self, name) is None}


@dataclass(frozen=True)
class SudokuStepsResult:
    """The steps of a grid, and the whole path if it was requested."""

    steps: Sequence["Step"]
    grid: Grid
    path: "Path | None" = None
    score: "LadderScore | None" = None


def steps(
    grid: Grid,
    techniques: Sequence[str] | None = None,
    ladder: "str | Document | Ladder | None" = None,
    *,
    watch: "Callable[[Step], None] | None" = None,
) -> "Path":
    """Return the solving path of a grid, with the techniques in the given order or in that of a ladder."""
    from entails.solvers.sudoku.steps.path import steps as path_of

    require_puzzle_type(grid, "sudoku", "steps")
    names = None if techniques is None else tuple(techniques)
    return path_of(grid, chosen_techniques(names, chosen_ladder(ladder)), watch)


def _steps_answer(grid: Grid, options: SudokuStepsOptions, progress: Progress) -> QueryResult[SudokuStepsResult]:
    """Return the solving path, or all steps that are available now."""
    from entails.solvers.sudoku.steps.path import contradiction, steps_now

    watch = watcher_of(progress)
    ladder = chosen_ladder(options.ladder)
    if options.available:
        by_default = options.techniques is None and ladder is None
        available = steps_now(grid) if by_default else steps_now(grid, chosen_techniques(options.techniques, ladder))
        status = status_now(grid) if not available else "open"
        wrong = contradiction(grid, options.language) if status == "contradiction" else None
        return QueryResult(
            SudokuStepsResult(available, grid),
            _report(grid, status, available, wrong, options),
            VERDICTS[status],
        )
    path = steps(
        grid,
        options.techniques,
        options.ladder,
        watch=None if watch is None else lambda step: watch("step", step_report(step, options.language)),
    )
    status = _several_or_stuck(grid) if path.status == "stuck" else path.status
    wrong = contradiction(path.final, options.language) if status == "contradiction" else None
    score = None if ladder is None else ladder.score(path.uses, status)
    report = _report(grid, status, path.steps, wrong, options, score)
    return QueryResult(SudokuStepsResult(path.steps, grid, path, score), report, VERDICTS[status])


def _report(
    grid: Grid,
    status: Status,
    path_steps: Sequence["Step"],
    reason: str | None,
    options: SudokuStepsOptions,
    score: "LadderScore | None" = None,
) -> SudokuStepsReport:
    language = options.language
    return SudokuStepsReport(
        **named(grid),
        status=status,
        steps=tuple(step_report(step, language) for step in path_steps),
        reason=reason,
        ladder=LadderReport.of(score),
        explanations=tuple(tuple(step.links(language)) for step in path_steps) if options.links else None,
    )


def step_report(step: "Step", language: Language = "en") -> StepReport:
    return StepReport(**step.as_json(language))


def status_now(grid: Grid) -> Status:
    """Return the status of a grid that has no next step."""
    from entails.solvers.sudoku.steps.path import contradiction

    return "contradiction" if contradiction(grid) else "solved" if all(grid.cells) else _several_or_stuck(grid)


def _several_or_stuck(grid: Grid) -> Status:
    from entails.solvers.sudoku.steps.position import has_several_solutions

    return "several" if has_several_solutions(grid) else "stuck"


def _pictures(taken: SudokuStepsResult, options: SudokuStepsOptions, ending: str) -> Pages | None:
    """Draw each step with its links; steps available now are drawn on the current grid."""
    del options, ending
    from entails.solvers.sudoku.steps.picture import picture, pictures

    if not taken.steps:
        return None
    if taken.path is None:
        return Pages([picture(taken.grid, step) for step in taken.steps])
    return Pages(list(pictures(taken.path.puzzle, taken.steps)))


STEPS = Query(
    options=SudokuStepsOptions,
    report=SudokuStepsReport,
    artefacts={
        "svg": Artefact(
            _pictures,
            "Write a picture of each step: FILE.svg, FILE-2.svg, ...",
            Option("--svg", metavar="FILE"),
            ("svg",),
        )
    },
    answer=_steps_answer,
    examples={
        "a newspaper grid": {"puzzle": NEWSPAPER_GRID},
        "now": {"puzzle": NEWSPAPER_GRID, "available": True},
        "by another ladder": {"puzzle": NEWSPAPER_GRID, "ladder": "hodoku"},
    },
    schema="steps",
)


class SudokuTechniquesOptions(QueryOptions):
    """Options of `sudoku techniques`."""

    ladder: Annotated[
        str | Document,
        LADDER,
        Field(description="Ladder: entails, sudoku-explainer, hodoku, sudokuwiki, or a TOML or JSON file."),
        Option(metavar="NAME|FILE"),
    ] = "entails"
    language: LanguageOption = "en"


class TechniqueReport(Value):
    """A technique of a ladder in the report of `sudoku techniques`.

    `example` is a position in which it finds a step: a grid, or a line of a technique library that keeps candidates.
    """

    technique: str
    name: str
    level: str | None
    cost: float | None
    example: str | None


class TechniquesReport(Value):
    """Report of `sudoku techniques`: a ladder and its techniques, easiest first."""

    ladder: str
    about: str
    source: str
    score: Literal["sum", "max"] | None
    techniques: tuple[TechniqueReport, ...]


def techniques(
    ladder: "str | Document | Ladder | TechniqueLadder" = "entails", language: "Language" = "en"
) -> TechniquesReport:
    """Return the techniques of a ladder, easiest first, each with an example position."""
    from entails.data.sudoku import technique_examples
    from entails.solvers.sudoku.steps.ladder import TechniqueLadder
    from entails.solvers.sudoku.steps.words import technique_name

    resolved = ladder if isinstance(ladder, TechniqueLadder) else chosen_ladder(ladder)
    assert resolved is not None
    return TechniquesReport(
        ladder=resolved.ladder.name,
        about=resolved.ladder.about,
        source=resolved.ladder.source,
        score=resolved.ladder.score,
        techniques=tuple(
            TechniqueReport(
                technique=rung.technique,
                name=technique_name(rung.technique, language),
                level=resolved.level_name(rung) or None,
                cost=rung.cost,
                example=technique_examples().get(rung.technique),
            )
            for rung in resolved.rungs
        ),
    )


def _techniques_answer(
    nothing: None, options: SudokuTechniquesOptions, progress: Progress
) -> QueryResult[TechniquesReport]:
    """Return the techniques of the chosen ladder."""
    del nothing, progress
    report = techniques(options.ladder or "entails", options.language)
    return QueryResult(report, report)


TECHNIQUES = Query(
    options=SudokuTechniquesOptions,
    report=TechniquesReport,
    answer=_techniques_answer,
    takes="nothing",
    examples={"HoDoKu's": {"ladder": "hodoku"}},
)
