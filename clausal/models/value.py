"""`Value`: the base of every pydantic model here. Frozen, and strict about unknown fields."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A value: compared by content, never changed after it is made."""

    model_config = ConfigDict(frozen=True, extra="forbid")
