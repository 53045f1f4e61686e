"""Export the puzzle as DIMACS or in another format."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from entails.models.encoding import Cnf
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Option
from entails.models.report import Report
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.pipeline import as_cnf
from entails.queries.query import Artefact, Encoder, Examples, Progress, Query, QueryOptions, QueryResult, named

PLACE = 8
__all__ = ["export"]

_FORMULAS = ("dimacs", "gcnf")


class ExportOptions(QueryOptions):
    """Options of `export`."""

    to: Annotated[
        str | None,
        Field(
            description="Format: dimacs (default if the puzzle has a formula), gcnf, or a format of the puzzle type; "
            "an unknown name lists them."
        ),
        Option(metavar="FORM"),
    ] = None
    encoder: Encoder = None


class ExportReport(Report):
    """Report of `export`: the text of the file. Without --json, the command prints the text itself."""

    form: str
    text: str


@dataclass(frozen=True)
class Export:
    """An exported puzzle: its text, or a formula that is written in pieces because it may be large."""

    form: str
    content: str | Cnf[Any]

    def __iter__(self) -> Iterator[str]:
        from entails.formats.dimacs.write import write_dimacs, write_gcnf

        if isinstance(self.content, str):
            return iter([self.content])
        return iter(write_dimacs(self.content) if self.form == "dimacs" else write_gcnf(self.content))


def export(puzzle: Any, *, form: str | None = None, encoder: str | None = None) -> Iterator[str]:
    """Yield the puzzle as text, in pieces: `dimacs`, `gcnf`, or a format of its puzzle type.

    The default is `dimacs`, or the first format of a type without a formula.
    """
    return iter(_exported(puzzle, form, encoder))


def _formulas(puzzle_type: AnyPuzzle) -> tuple[str, ...]:
    return _FORMULAS if any(encoder.kind == "cnf" for encoder in puzzle_type.encoders.values()) else ()


def _default_form(puzzle_type: AnyPuzzle) -> str:
    return next(iter((*_formulas(puzzle_type), *puzzle_type.formats)))


def _exported(puzzle: Any, form: str | None, encoder: str | None) -> Export:
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    form = form or _default_form(puzzle_type)
    if form in puzzle_type.formats:
        return Export(form, puzzle_type.formats[form](puzzle) + "\n")
    if form not in _formulas(puzzle_type):
        known = ", ".join([*_formulas(puzzle_type), *puzzle_type.formats])
        raise UnsupportedCapability(f"{puzzle_type.name} has no format {form!r}; available: {known}")
    usual = "complete" if form == "gcnf" and "complete" in puzzle_type.encoders else puzzle_type.route("export").encoder
    formula = as_cnf(puzzle, encoder or usual, form)
    if (comment := puzzle_type.file_comment(puzzle)) is not None:
        formula = replace(formula, about=(comment, *formula.about))
    return Export(form, formula)


def answer(puzzle: Any, options: ExportOptions, progress: Progress) -> QueryResult[Export]:
    """Export the puzzle; the whole text is built only if the report is read."""
    del progress
    exported = _exported(puzzle, options.to, options.encoder)
    return QueryResult(exported, lambda: ExportReport(**named(puzzle), form=exported.form, text="".join(exported)))


def _alone(options: ExportOptions, puzzle_type: AnyPuzzle) -> str:
    """Return what only one puzzle may be exported to: a DIMACS file holds one formula."""
    form = options.to or _default_form(puzzle_type)
    return "" if form in puzzle_type.formats else form


def _examples(puzzle_type: AnyPuzzle) -> Examples:
    return {"as DIMACS" if _formulas(puzzle_type) else "in its own form": {}}


QUERY = Query(
    options=ExportOptions,
    report=ExportReport,
    answer=answer,
    artefacts={
        "output": Artefact(
            lambda exported, options, ending: exported,  # noqa: ARG005
            "Write to this file, whole or not at all.",
            Option("--output", "-o", metavar="FILE"),
            alone=_alone,
            answer=True,
        )
    },
    examples=_examples,
)
