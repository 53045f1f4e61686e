"""Ladders: ordered techniques of a logical solver with costs and levels, as data."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from entails.models.fields import Value

Cost = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=500)]


class LadderLevel(Value):
    """A level of a ladder: techniques of similar difficulty, easiest first.

    Attributes:
        name: The name of the level; may be empty.
        most: The highest score of the level: a grid with a higher one is of a later level.
        techniques: The names of the techniques with their costs; a list of names has no costs.
    """

    name: Text = ""
    most: Cost | None = None
    techniques: Annotated[dict[Text, Cost | None], Field(min_length=1, max_length=200)]

    @field_validator("techniques", mode="before")
    @classmethod
    def _without_costs(cls, techniques: object) -> object:
        if isinstance(techniques, list) and all(isinstance(name, str) for name in techniques):
            return dict.fromkeys(techniques)
        return techniques


class Ladder(Value):
    """A ladder of techniques, easiest first.

    Attributes:
        name: The name of the ladder.
        about: A sentence about it.
        source: The origin of its order and costs.
        score: How the costs of the steps make a score; null if the ladder has none.
        levels: The levels, easiest first.
    """

    name: Annotated[Text, Field(min_length=1)]
    about: Text = ""
    source: Text = ""
    score: Literal["sum", "max"] | None = None
    levels: Annotated[tuple[LadderLevel, ...], Field(min_length=1, max_length=50)]
