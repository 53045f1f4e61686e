"""`OrToolsModel`: a CP-SAT model as text. A CpModel does not pickle; its text does, and is quickly read again."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from entails.models.cp_model.contents import Contents
from entails.models.cp_model.proto import contents

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True)
class OrToolsModel:
    """The text of a CpModelProto. Named constraints may be doubted; with `doubt_unnamed` the others too."""

    text: str
    doubt_unnamed: bool = False

    def doubting_all(self) -> "OrToolsModel":
        """The same, with every constraint open to doubt."""
        return replace(self, doubt_unnamed=True)

    def build(self) -> "CpModel":
        """It as an object of OR-Tools."""
        from ortools.sat.python.cp_model import CpModel

        model = CpModel()
        model.proto.parse_text_format(self.text)
        return model

    @cached_property
    def contents(self) -> Contents:
        """What it holds, as plain data."""
        return contents(self.build().proto)

    @cached_property
    def names(self) -> dict[int, str]:
        """The variables that an answer tells, and what they are called: those with names, or all where none has one.
        A name that comes again gets a number."""
        variables = self.contents.variables
        named = {index: variable.name for index, variable in enumerate(variables) if variable.name}
        if not named:
            return {index: f"x{index}" for index in range(len(variables))}
        seen: dict[str, int] = {}
        for index, name in named.items():
            seen[name] = seen.get(name, 0) + 1
            named[index] = name if seen[name] == 1 else f"{name} ({seen[name]})"
        return named

    def __getstate__(self) -> dict[str, Any]:
        return {"text": self.text, "doubt_unnamed": self.doubt_unnamed}
