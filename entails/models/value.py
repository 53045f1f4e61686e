"""`Value`: the base of every pydantic model here. Frozen, and strict about unknown fields."""

from pydantic import BaseModel, ConfigDict

from entails.models.brackets import bracketed


class Value(BaseModel):
    """A value: compared by content, never changed after it is made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def absent(self) -> set[str]:
        """Fields that its JSON line leaves out."""
        return set()

    def json_line(self) -> str:
        """One line of JSON."""
        return bracketed(self.model_dump_json(exclude=self.absent()))
