"""Export the position, or the CP-SAT models of its slots."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from entails.models.fields import Option
from entails.queries.export import QUERY as _COMMON
from entails.queries.export import ExportOptions, export

PLACE = 8
__all__ = ["export"]

Slot = Annotated[
    str | None,
    Field(description="Slot of the CP-SAT model: place and length, such as '8D 5'."),
    Option(metavar="SLOT"),
]


class ScrabbleExportOptions(ExportOptions):
    """Options of `scrabble export`."""

    slot: Slot = None


QUERY = replace(
    _COMMON,
    options=ScrabbleExportOptions,
    examples={
        "in its own form": {},
        "the model of a slot": {"puzzle": "empty", "rack": "AEMORST", "to": "cpsat", "slot": "8D 5"},
    },
    schema="export",
)
