"""A FlatZinc model as a value: a constraint problem, and which variables its solutions show."""

from collections.abc import Mapping
from dataclasses import dataclass

from entails.models.problem.model import ProblemModel
from entails.models.statement import Statement


@dataclass(frozen=True)
class OutputItem:
    """A variable or an array that solutions show.

    Attributes:
        members: Names of variables, or constants as text.
        indices: Index sets of an array, as (first, last); None for a single variable.
    """

    name: str
    members: tuple[str, ...]
    indices: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, eq=False)
class FlatZincModel:
    """A FlatZinc model. Introduced variables are hidden; `outputs` are shown in this order."""

    problem: ProblemModel
    outputs: tuple[OutputItem, ...] = ()

    @property
    def statement(self) -> Statement:
        return self.problem.statement

    def solution_text(self, values: Mapping[str, int | str | bool]) -> str:
        """Return a solution as FlatZinc solvers print it, without the line that ends it."""

        def shown(member: str) -> str:
            value = values.get(member, member)
            return str(value).lower() if isinstance(value, bool) else str(value)

        lines = []
        for item in self.outputs:
            if item.indices is None:
                lines.append(f"{item.name} = {shown(item.members[0])};")
            else:
                sets = "".join(f"{low}..{high}," for low, high in item.indices)
                members = ",".join(map(shown, item.members))
                lines.append(f"{item.name} = array{len(item.indices)}d({sets}[{members}]);")
        return "\n".join(lines)
