"""Show the constraint model of a slot, with sentences."""

from dataclasses import replace

from entails.encoders.scrabble import state
from entails.formats.statement import ModelText, describe
from entails.models.scrabble.position import Position
from entails.queries.constraints import QUERY as _COMMON
from entails.queries.constraints import ConstraintsOptions, result_of
from entails.queries.export import cp_models
from entails.queries.query import Progress, QueryResult
from entails.queries.scrabble.export import Slot

PLACE = 9


class ScrabbleConstraintsOptions(ConstraintsOptions):
    """Options of `scrabble constraints`."""

    slot: Slot = None


def answer(position: Position, options: ScrabbleConstraintsOptions, progress: Progress) -> QueryResult[ModelText]:
    """Return the parts of the statement of the chosen slot."""
    del progress
    models = cp_models(position, slot=options.slot)
    case = state(*models.recipe.parts[models.place()])
    return result_of(position, describe(case.statement, options.language))


QUERY = replace(
    _COMMON,
    options=ScrabbleConstraintsOptions,
    answer=answer,
    examples={"a slot": {"puzzle": "empty", "rack": "AEMORST", "slot": "8D 5"}},
    schema="constraints",
)
