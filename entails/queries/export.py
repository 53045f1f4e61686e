"""Export the puzzle as DIMACS or in another format."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from entails.models.encoding import Cnf
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Option
from entails.models.report import Report
from entails.puzzles import as_puzzle, kind_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.pipeline import as_cnf
from entails.queries.query import Artefact, Encoder, Examples, Progress, Query, QueryResult, named
from entails.queries.query import QueryOptions as AnyAsk

PLACE = 8
__all__ = ["export"]

_FORMULAS = ("dimacs", "gcnf")


class ExportOptions(AnyAsk):
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


def _formulas(of_kind: AnyPuzzle) -> tuple[str, ...]:
    return _FORMULAS if any(encoder.kind == "cnf" for encoder in of_kind.encoders.values()) else ()


def _default_form(of_kind: AnyPuzzle) -> str:
    return next(iter((*_formulas(of_kind), *of_kind.formats)))


def _exported(puzzle: Any, form: str | None, encoder: str | None) -> Export:
    puzzle = as_puzzle(puzzle)
    of_kind = kind_of(puzzle)
    form = form or _default_form(of_kind)
    if form in of_kind.formats:
        return Export(form, of_kind.formats[form](puzzle) + "\n")
    if form not in _formulas(of_kind):
        known = ", ".join([*_formulas(of_kind), *of_kind.formats])
        raise UnsupportedCapability(f"{of_kind.name} has no format {form!r}; available: {known}")
    usual = "complete" if form == "gcnf" and "complete" in of_kind.encoders else of_kind.route("export").encoder
    formula = as_cnf(puzzle, encoder or usual, form)
    if (comment := of_kind.file_comment(puzzle)) is not None:
        formula = replace(formula, about=(comment, *formula.about))
    return Export(form, formula)


def answer(puzzle: Any, ask: ExportOptions, progress: Progress) -> QueryResult[Export]:
    """Export the puzzle; the whole text is built only if the report is read."""
    del progress
    exported = _exported(puzzle, ask.to, ask.encoder)
    return QueryResult(exported, lambda: ExportReport(**named(puzzle), form=exported.form, text="".join(exported)))


def _alone(ask: ExportOptions, of_kind: AnyPuzzle) -> str:
    """Return what only one puzzle may be exported to: a DIMACS file holds one formula."""
    form = ask.to or _default_form(of_kind)
    return "" if form in of_kind.formats else form


def _examples(of_kind: AnyPuzzle) -> Examples:
    return {"as DIMACS" if _formulas(of_kind) else "in its own form": {}}


QUESTION = Query(
    ask=ExportOptions,
    report=ExportReport,
    answer=answer,
    artefacts={
        "output": Artefact(
            lambda exported, ask, ending: exported,  # noqa: ARG005
            "Write to this file, whole or not at all.",
            Option("--output", "-o", metavar="FILE"),
            alone=_alone,
            answer=True,
        )
    },
    examples=_examples,
)
