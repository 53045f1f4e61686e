"""The common queries (solve, count, export, constraints) for Scrabble positions."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from entails.encoders.scrabble import state
from entails.formats.statement import ModelText, describe
from entails.models.fields import Option
from entails.models.scrabble.position import Position
from entails.queries.count import COUNT as _COUNT
from entails.queries.count import count as count
from entails.queries.export import CONSTRAINTS as _CONSTRAINTS
from entails.queries.export import EXPORT as _EXPORT
from entails.queries.export import ConstraintsOptions, ExportOptions, cp_models, result_of
from entails.queries.export import export as export
from entails.queries.query import Progress, QueryResult
from entails.queries.solve import QUERY as _SOLVE
from entails.queries.solve import solve as solve

VERBS = {
    "solve": {"PLACE": 2, "__all__": ["solve"], "text": "Find a play with the highest score, with any engine."},
    "count": {"PLACE": 3, "__all__": ["count"], "text": "Count the legal plays, with any engine."},
    "export": {"PLACE": 8, "__all__": ["export"], "text": "Export the position, or the CP-SAT models of its slots."},
    "constraints": {"PLACE": 9, "text": "Show the constraint model of a slot, with sentences."},
}


SOLVE = replace(_SOLVE, schema="solve")


COUNT = replace(_COUNT, schema="count")


Slot = Annotated[
    str | None,
    Field(description="Slot of the CP-SAT model: place and length, such as '8D 5'."),
    Option(metavar="SLOT"),
]


class ScrabbleExportOptions(ExportOptions):
    """Options of `scrabble export`."""

    slot: Slot = None


EXPORT = replace(
    _EXPORT,
    options=ScrabbleExportOptions,
    examples={
        "in its own form": {},
        "the model of a slot": {"puzzle": "empty", "rack": "AEMORST", "to": "cpsat", "slot": "8D 5"},
    },
    schema="export",
)


class ScrabbleConstraintsOptions(ConstraintsOptions):
    """Options of `scrabble constraints`."""

    slot: Slot = None


def _constraints_answer(
    position: Position, options: ScrabbleConstraintsOptions, progress: Progress
) -> QueryResult[ModelText]:
    """Return the constraint model of the chosen slot."""
    del progress
    models = cp_models(position, slot=options.slot)
    case = state(*models.recipe.parts[models.place()])
    return result_of(position, describe(case.statement, options.language))


CONSTRAINTS = replace(
    _CONSTRAINTS,
    options=ScrabbleConstraintsOptions,
    answer=_constraints_answer,
    examples={"a slot": {"puzzle": "empty", "rack": "AEMORST", "slot": "8D 5"}},
    schema="constraints",
)
