"""Show a hint for the next step.

--strength sets how much it reveals: where to look, the technique, or the step.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.formats.sudoku.read import parse_grid
from entails.locale.message import Language
from entails.models.errors import Invalid, InvalidOption
from entails.models.fields import Document, Option, Value
from entails.models.sudoku.grid import Grid
from entails.puzzles import puzzle_type_of
from entails.queries.query import (
    Artefact,
    LanguageOption,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    require_puzzle_type,
)
from entails.queries.sudoku.steps import (
    NEWSPAPER_GRID,
    VERDICTS,
    AllLinks,
    LadderOption,
    StepReport,
    TechniqueId,
    Techniques,
    chosen_ladder,
    chosen_techniques,
    status_now,
    step_report,
)

if TYPE_CHECKING:
    from entails.models.rating import Ladder
    from entails.solvers.sudoku.steps.path import StepHint

PANEL = "Human solving"
PLACE = 21
__all__ = ["hint"]

Strength = Literal["where", "technique", "step"]


class SudokuHintOptions(QueryOptions):
    """Options of `sudoku hint`."""

    strength: Annotated[
        Strength,
        Field(description="Amount of help: where, technique or step."),
        Option("--strength", "-s", metavar="S"),
    ] = "where"
    techniques: Techniques = None
    ladder: LadderOption = None
    links: AllLinks = False
    givens: Annotated[
        str | None,
        Field(description="The puzzle as given: the other digits of the grid are your entries."),
        Option(metavar="GRID"),
    ] = None
    assume: Annotated[
        tuple[str, ...],
        Field(description="Your entry, such as r4c4=5; wrong entries are named first (repeatable)."),
        Option("--assume", metavar="FACT"),
    ] = ()
    language: LanguageOption = "en"


class WrongDigitReport(Value):
    """A wrong digit: its name (r4c4=5), whether it is known to be your entry, and why it is wrong."""

    digit: str
    is_entry: bool
    sentence: str


class HintReport(Value):
    """Report of `sudoku hint`, with as much detail as the strength allows.

    `found` is false if there is no next step; `sentence` then says why. Wrong digits come first in `sentence`; the step
    is then one of the grid without them.
    """

    puzzle: str
    strength: Strength
    found: bool
    sentence: str
    cells: tuple[str, ...] = Field(default=(), description="cells to look at; empty without a step")
    technique: TechniqueId = Field(default=None, description="absent with strength where")
    step: StepReport | None = Field(default=None, description="only with strength step")
    wrong: tuple[WrongDigitReport, ...] = Field(default=(), description="digits that cannot be right; absent if none")
    suspects: tuple[str, ...] = Field(default=(), description="digits one of which is wrong; absent if none")
    explanation: tuple[str, ...] = Field(default=(), description="with links: the links of the step; absent if none")

    def absent(self) -> set[str]:
        return {name for name in ("wrong", "suspects", "explanation") if not getattr(self, name)}


def hint(
    grid: Grid,
    strength: Strength = "where",
    techniques: Sequence[str] | None = None,
    language: Language = "en",
    ladder: "str | Document | Ladder | None" = None,
    givens: Grid | None = None,
    assume: Sequence[str] = (),
) -> "StepHint":
    """Return a hint for the next step: `where` to look, the `technique`, or the whole `step`.

    Digits of the grid that `givens` does not have and the facts of `assume` are entries of the player; wrong ones are
    named first. Without either, the digits that the source marks as entered count as entries.
    """
    from entails.solvers.sudoku.steps.path import hint as hint_at
    from entails.solvers.sudoku.steps.wrong import with_entries

    require_puzzle_type(grid, "sudoku", "hint")
    if givens is not None or assume:
        grid = with_entries(grid, _checked_givens(grid, givens), [_entry(grid, fact) for fact in assume])
    names = None if techniques is None else tuple(techniques)
    return hint_at(grid, strength, chosen_techniques(names, chosen_ladder(ladder)), language)


def _read_givens(text: str, grid: Grid) -> Grid:
    try:
        return parse_grid(text, grid.shape)
    except Invalid as error:
        raise InvalidOption.like(error).at("givens") from None


def _checked_givens(grid: Grid, givens: Grid | None) -> Grid | None:
    """Return the givens; raise an error if the grid lacks one of them."""
    if givens is not None and givens.shape != grid.shape:
        raise InvalidOption("another shape than the grid", where="givens", expected=f"shape {grid.shape.name[:20]}")
    for cell, digit in givens.givens() if givens is not None else ():
        if grid.cells[cell] != digit:
            place = grid.shape.cell_name(cell)
            raise InvalidOption(f"{place} is {digit}, but not in the grid", where="givens", expected="its givens")
    return givens


def _entry(grid: Grid, fact: str) -> tuple[int, int]:
    """Return the cell and digit of an entry such as r4c4=5."""
    match = re.fullmatch(r"\s*r([0-9]{1,2})c([0-9]{1,2})\s*=\s*([0-9]{1,2})\s*", fact, re.IGNORECASE)
    size = grid.shape.size
    if match is None or not all(1 <= int(number) <= size for number in match.groups()):
        raise InvalidOption(
            f"invalid entry {fact[:40]!r}", where="assume", expected=f"a cell and a digit up to {size}, such as r4c4=5"
        )
    row, column, digit = map(int, match.groups())
    cell = size * (row - 1) + column - 1
    if grid.cells[cell] not in (0, digit):
        raise InvalidOption(
            f"{grid.shape.cell_name(cell)} is {grid.cells[cell]} already", where="assume", expected="an empty cell"
        )
    return cell, digit


def answer(grid: Grid, options: SudokuHintOptions, progress: Progress) -> "QueryResult[StepHint]":
    """Return the hint at the requested strength."""
    del progress
    givens = None if options.givens is None else _read_givens(options.givens, grid)
    shown = hint(grid, options.strength, options.techniques, options.language, options.ladder, givens, options.assume)
    step, wrong = shown.step, shown.wrong
    report = HintReport(
        puzzle=puzzle_type_of(grid).format(grid),
        strength=options.strength,
        found=step is not None,
        sentence=shown.sentence,
        cells=_where(shown),
        technique=step.technique if step is not None and options.strength != "where" else None,
        step=step_report(step, options.language) if step is not None and options.strength == "step" else None,
        wrong=()
        if wrong is None
        else tuple(
            WrongDigitReport(digit=digit.name, is_entry=digit.is_entry, sentence=digit.say(options.language))
            for digit in wrong.digits
        ),
        explanation=tuple(step.links(options.language))
        if step is not None and options.links and options.strength == "step"
        else (),
        suspects=() if wrong is None else tuple(grid.shape.candidate_name(*each) for each in wrong.suspects),
    )
    verdict = "no" if wrong is not None else "yes" if step is not None else VERDICTS[status_now(grid)]
    return QueryResult(shown, report, verdict)


def _where(shown: "StepHint") -> tuple[str, ...]:
    from entails.solvers.sudoku.steps.path import region

    if shown.step is None:
        return ()
    return tuple(map(shown.grid.shape.cell_name, sorted(region(shown.step).cells)))


def _picture(shown: "StepHint", options: SudokuHintOptions, ending: str) -> str | None:
    """Draw the step with its links; only for the strength `step`."""
    del ending
    from entails.solvers.sudoku.steps.picture import picture

    return picture(shown.grid, shown.step) if shown.step is not None and options.strength == "step" else None


QUERY = Query(
    options=SudokuHintOptions,
    artefacts={"svg": Artefact(_picture, "Write a picture of the step.", Option("--svg", metavar="FILE"), ("svg",))},
    report=HintReport,
    answer=answer,
    examples={"the technique": {"puzzle": NEWSPAPER_GRID, "strength": "technique"}},
    schema="hint",
)
