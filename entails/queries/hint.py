"""Queries about the next step of a person: hints, and ratings by such steps."""

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
    from entails.models.rating import Ladder
    from entails.queries.sudoku.hint import Strength as SudokuStrength
    from entails.solvers.sudoku.steps.path import StepHint
from typing import TYPE_CHECKING

from entails.models.rating import RatingWeights
from entails.queries.query import Seconds, Seed, TimedOptions
from entails.queries.quine import exact_depth
from entails.queries.steps import stated
from entails.solvers.engine import Budget
from entails.solvers.steps.path import Difficulty, difficulty

if TYPE_CHECKING:
    from entails.models.fields import Document
    from entails.models.rating import Ladder
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.sudoku.difficulty.model import Rating

VERBS = {
    "hint": {
        "PANEL": "Human solving",
        "PLACE": 21,
        "__all__": ["hint"],
        "text": "Show a hint for the next step.",
    },
    "rate": {
        "PANEL": "Human solving",
        "PLACE": 22,
        "__all__": ["rate", "reasoned_difficulty"],
        "text": "Rate the difficulty: rounds, step sizes, available steps.",
    },
}


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


def _hint_answer(puzzle: Any, options: HintOptions, progress: Progress) -> QueryResult[ReasonedHint]:
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


HINT = Query(
    options=HintOptions,
    report=ReasonedHintReport,
    answer=_hint_answer,
    artefacts={"svg": Artefact(_svg, "Draw where to look, as SVG.", Option("--svg", metavar="FILE"), ("svg",))},
    examples={"where": {}, "the step": {"strength": "step"}},
    schema="reasoned-hint",
)


_DEEPEST = 3


class RateOptions(TimedOptions):
    """Options of `sudoku rate`."""

    seconds: Seconds = 60.0
    seed: Seed = 0


class ReasonedRateReport(Report):
    """Report of `rate` for a puzzle type without a difficulty model.

    `effort` is rounds + 2 · sizes. `criteria` has all criteria by name; `depth` is the disjunction depth, null if
    unknown. `status` is as in `steps`.
    """

    status: PathStatus
    effort: int | None = None
    largest: int
    criteria: dict[str, float | None] = Field(default_factory=dict)
    reason: EndReason | None = None


@dataclass(frozen=True)
class RatingResult:
    """A rating by steps, with the disjunction depth."""

    difficulty: Difficulty
    depth: "ExactDepth"


def reasoned_difficulty(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> Difficulty:
    """Rate a puzzle only by its steps, with criteria that all puzzle types share."""
    cnf, statement = stated(puzzle, "rate")
    return difficulty(cnf, statement, limits, seed=seed)


@overload
def rate(
    puzzle: Grid,
    *,
    weights: RatingWeights | None = None,
    quine: bool = True,
    nested: bool = True,
    chaos: bool = False,
    limits: Limits = UNLIMITED,
    seed: int = 0,
    ladder: "str | Document | Ladder | None" = None,
) -> "Rating": ...


@overload
def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0) -> RatingResult: ...


def rate(puzzle: Any, *, limits: Limits = UNLIMITED, seed: int = 0, **of_sudoku: Any) -> Any:
    """Rate the difficulty of a puzzle for a person.

    Sudoku has its own model and options; other puzzle types are rated by common criteria.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, Grid):
        from entails.queries.sudoku.rate import rate as rate_sudoku

        return rate_sudoku(puzzle, limits=limits, seed=seed, **of_sudoku)
    if of_sudoku:
        raise UnsupportedCapability(
            f"{puzzle_type_of(puzzle).name} does not support option {next(iter(of_sudoku))!r}; sudoku does"
        )
    budget = Budget(limits)
    by_steps = reasoned_difficulty(puzzle, limits=limits, seed=seed)
    left = Limits() if budget.seconds is None else Limits(seconds=max(budget.seconds, 0.001))
    return RatingResult(by_steps, exact_depth(puzzle, limits=left, cap=_DEEPEST))


def _rate_answer(puzzle: Any, options: RateOptions, progress: Progress) -> QueryResult[RatingResult]:
    """Return the criteria of a rating, and an effort if steps solve the puzzle."""
    del progress
    rated: RatingResult = rate(puzzle, limits=options.limits, seed=options.seed)
    by_steps = rated.difficulty
    criteria: dict[str, float | None] = {
        name: getattr(by_steps, name)
        for name in ("rounds", "stuck", "largest", "sizes", "steps", "available", "least_available")
    }
    report = ReasonedRateReport(
        **named(puzzle),
        status=by_steps.status,
        effort=by_steps.effort if by_steps.status == "solved" else None,
        largest=by_steps.largest,
        criteria={**criteria, "depth": rated.depth.depth},
        reason=by_steps.reason,
    )
    return QueryResult(rated, report, VERDICTS[by_steps.status])


RATE = Query(options=RateOptions, report=ReasonedRateReport, answer=_rate_answer, schema="reasoned-rate")
