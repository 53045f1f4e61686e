"""Show a hint for the next step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, overload

from pydantic import Field

from entails.locale.message import Language, Message, listed, place_in_words
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Document, Option
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import EndReason, PathStatus, ReasonedStep, WrongEntry, capital, rules_listed
from entails.models.report import Report
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.query import Artefact, Progress, Query, QueryResult, named
from entails.queries.steps import (
    VERDICTS,
    ReasonReport,
    StatementText,
    StepsPositionOptions,
    WrongReport,
    pictured,
    walked,
)

if TYPE_CHECKING:
    from entails.models.sudoku.ladder import Ladder
    from entails.queries.sudoku.hint import Strength as SudokuStrength
    from entails.solvers.sudoku.steps.path import StepHint

PANEL = "Human solving"
PLACE = 21
__all__ = ["hint"]

Strength = Literal["where", "rules", "step"]

_NO_STEP: dict[PathStatus, Message] = {
    "solved": Message("Nothing is left to find.", "Il ne reste rien à trouver."),
    "several": Message(
        "Nothing more is forced: there are several solutions.", "Rien d'autre n'est forcé : il y a plusieurs solutions."
    ),
    "contradiction": Message("There is no solution.", "Il n'y a pas de solution."),
    "undecided": Message("No step was found in time.", "Aucune étape n'a été trouvée à temps."),
}
_LOOK = Message("Look at {cells}.", "Regardez {cells}.")
_LOOK_AT_ALL = Message("Look at the rule about the whole board.", "Regardez la règle qui porte sur toute la grille.")
_FORCE_SOMETHING = Message("{rules}: this forces something.", "{rules} : cela force quelque chose.")


class HintOptions(StepsPositionOptions):
    """Options of `sudoku hint`."""

    strength: Annotated[
        Strength,
        Field(description="Amount of help: where (to look), rules (to use) or step."),
        Option("--strength", "-s", metavar="S"),
    ] = "where"


class ReasonedHintReport(Report):
    """Report of `hint`.

    `strength` decides which fields are filled; `wrong` entries come first and are always reported in full. `found` is
    false if there is no step; then the sentence says why.
    """

    strength: Strength
    found: bool
    sentence: str
    cells: tuple[str, ...] = ()
    statements: tuple[StatementText, ...] = Field(default=(), description="empty with the strength where")
    facts: tuple[str, ...] = Field(default=(), description="only with the strength step")
    forces: tuple[str, ...] = Field(default=(), description="only with the strength step")
    minimal: bool | None = None
    smallest: bool | None = None
    step: ReasonReport | None = Field(default=None, description="only with the strength step")
    wrong: tuple[WrongReport, ...] = ()
    reason: EndReason | None = None


@dataclass(frozen=True)
class ReasonedHint:
    """The next step, if there is one, and a sentence that reveals as much as the strength allows.

    `wrong` lists entries that contradict the puzzle.
    """

    sentence: str
    step: ReasonedStep | None = None
    wrong: tuple[WrongEntry, ...] = ()
    status: PathStatus = "solved"
    puzzle: Any = None
    known: tuple[str, ...] = ()
    reason: EndReason | None = None


@overload
def hint(
    puzzle: Grid,
    strength: "SudokuStrength" = "where",
    techniques: Sequence[str] | None = None,
    *,
    language: Language = "en",
    ladder: "str | Document | Ladder | None" = None,
    givens: Grid | None = None,
    assume: Sequence[str] = (),
) -> "StepHint": ...


@overload
def hint(
    puzzle: Any,
    strength: Strength = "where",
    techniques: None = None,
    *,
    assume: Sequence[str] = (),
    limits: Limits = UNLIMITED,
    seed: int = 0,
    smallest: bool = False,
    language: Language = "en",
) -> ReasonedHint: ...


def hint(
    puzzle: Any,
    strength: Any = "where",
    techniques: Sequence[str] | None = None,
    *,
    assume: Sequence[str] = (),
    limits: Limits = UNLIMITED,
    seed: int = 0,
    smallest: bool = False,
    language: Language = "en",
    also: Sequence[str] = (),
    ladder: "str | Document | Ladder | None" = None,
    givens: Grid | None = None,
) -> Any:
    """Return a hint: `where` to look, the `rules` to use (Sudoku: the `technique`), or the whole `step`.

    `assume` lists entries of a player (`also` is another name of it); wrong ones are named first.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, Grid):
        from entails.queries.sudoku.hint import hint as of_sudoku

        return of_sudoku(puzzle, strength, techniques, language, ladder, givens, (*assume, *also))
    if techniques is not None or ladder is not None or givens is not None:
        raise UnsupportedCapability(f"{puzzle_type_of(puzzle).name} has no techniques of its own")
    with walked(puzzle, "hint", limits, (*assume, *also), seed, smallest=smallest) as walk:
        known = walk.position.names(walk.position.known)
        step = next(walk.steps(), None)
        status = "undecided" if step is not None else walk.status
        sentences = [wrong.say(language) for wrong in walk.wrong]
        sentences.append(
            _hint_text(step, strength, language) if step is not None else _NO_STEP[status].wording(language)
        )
        return ReasonedHint(" ".join(sentences), step, walk.wrong, status, puzzle, known, walk.finder.reason)


def _hint_text(step: ReasonedStep, strength: Strength, language: Language) -> str:
    if strength == "step":
        return step.say(language)
    if strength == "rules":
        return _FORCE_SOMETHING(rules=capital(rules_listed(step.statements, language))).say(language)
    cells = [place_in_words(cell, language) for cell in step.cells]
    return (_LOOK(cells=listed(cells, 9, language)) if cells else _LOOK_AT_ALL()).say(language)


def answer(puzzle: Any, options: HintOptions, progress: Progress) -> QueryResult[ReasonedHint]:
    """Return the hint at the requested strength."""
    del progress
    result: ReasonedHint = hint(
        puzzle,
        options.strength,
        assume=options.assume,
        limits=options.limits,
        seed=options.seed,
        smallest=options.smallest,
        language=options.language,
    )
    step = result.step
    shown = step is not None and options.strength == "step"
    report = ReasonedHintReport(
        **named(puzzle),
        strength=options.strength,
        found=step is not None,
        sentence=result.sentence,
        cells=() if step is None else step.cells,
        statements=StatementText.of(step.statements, options.language)
        if step is not None and options.strength != "where"
        else (),
        facts=step.facts if step is not None and shown else (),
        forces=step.forces if step is not None and shown else (),
        minimal=None if step is None else step.minimal,
        smallest=None if step is None else step.smallest,
        step=ReasonReport.of(step, options.language) if step is not None and shown else None,
        wrong=tuple(WrongReport.of(wrong, options.language) for wrong in result.wrong),
        reason=result.reason,
    )
    return QueryResult(result, report, "no" if result.wrong else "yes" if step is not None else VERDICTS[result.status])


def _svg(result: ReasonedHint, options: HintOptions, ending: str) -> str | None:
    """Draw the board with the cells to look at marked; with the strength "step", also with its result."""
    del ending
    from entails.formats.drawing.svg import svg

    if result.step is None or not puzzle_type_of(result.puzzle).is_drawn:
        return None
    known = [*result.known, *(result.step.forces if options.strength == "step" else ())]
    return svg(pictured(result.puzzle, known, result.step.cells), title=result.sentence)


QUERY = Query(
    options=HintOptions,
    report=ReasonedHintReport,
    answer=answer,
    artefacts={"svg": Artefact(_svg, "Draw where to look, as SVG.", Option("--svg", metavar="FILE"), ("svg",))},
    examples={"where": {}, "the step": {"strength": "step"}},
    schema="reasoned-hint",
)
