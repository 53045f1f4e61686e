"""Show the constraint model: variables, constraints and their sentences."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from entails.formats.statement import ModelText, describe, markdown
from entails.locale.message import Language, Message
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Option, Value
from entails.models.report import Report
from entails.puzzles import puzzle_type_of
from entails.queries.query import Artefact, LanguageOption, Progress, Query, QueryOptions, QueryResult, named

PLACE = 9
_TITLE = Message("Constraint model", "Modèle de contraintes")
__all__ = ["constraints"]


class ConstraintsOptions(QueryOptions):
    """Options of `constraints`."""

    language: LanguageOption = "en"
    markdown: Annotated[bool, Field(description="Add the model as a Markdown page.")] = False


class VariableReport(Value):
    """Variables with the same domain; a long list of names is shortened."""

    names: str
    domain: str
    count: int


class ConstraintReport(Value):
    """A constraint: type, formula, and the sentence of its group. A repair may remove a `soft` one."""

    type: str
    formula: str
    id: str
    text: str
    soft: bool


class ConstraintsReport(Report):
    """Report of `constraints`: the statement of a puzzle. `types` has the number of constraints of each type."""

    variables: tuple[VariableReport, ...]
    constraints: tuple[ConstraintReport, ...]
    types: dict[str, int]
    objective: str | None = Field(default=None, exclude_if=lambda objective: objective is None)


def constraints(puzzle: Any, language: Language = "en") -> ModelText:
    """Return the constraint model of a puzzle as text: variables, constraints, sentences."""
    puzzle_type = puzzle_type_of(puzzle)
    statement = puzzle_type.constraint_model(puzzle)
    if statement is None:
        raise UnsupportedCapability(f"{puzzle_type.name} has no statement to show")
    return describe(statement, language)


def answer(puzzle: Any, options: ConstraintsOptions, progress: Progress) -> QueryResult[ModelText]:
    """Return the parts of the statement."""
    del progress
    return result_of(puzzle, constraints(puzzle, options.language))


def result_of(puzzle: Any, text: ModelText) -> QueryResult[ModelText]:
    """Return a statement with its report, as the result of the query."""
    report = ConstraintsReport(
        **named(puzzle),
        variables=tuple(VariableReport(**asdict(row)) for row in text.variables),
        constraints=tuple(ConstraintReport(**asdict(row)) for row in text.constraints),
        types=text.types,
        objective=text.objective,
    )
    return QueryResult(text, report)


def _markdown(text: ModelText, options: ConstraintsOptions, ending: str) -> str:
    del ending
    return markdown(text, _TITLE.say(options.language), options.language)


QUERY = Query(
    options=ConstraintsOptions,
    report=ConstraintsReport,
    answer=answer,
    artefacts={
        "markdown": Artefact(
            _markdown,
            "Write the model as Markdown to this file.",
            Option("--markdown", metavar="FILE"),
            ("md",),
            http="asked",
        )
    },
)
