"""What a CP-SAT model holds, as plain data."""

from dataclasses import dataclass

from entails.models.cp_model.constraints import Constraint, Domain, Expression
from entails.models.objective import Sense


@dataclass(frozen=True, slots=True)
class Variable:
    """Its name, empty where it has none, and its values."""

    name: str
    domain: Domain

    @property
    def fixed(self) -> int | None:
        """Its only value, where it has only one."""
        low, high = self.domain[0], self.domain[-1]
        return low if low == high else None

    @property
    def boolean(self) -> bool:
        return self.domain == (0, 1)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be as large or as small as possible: a sum of whole numbers, or None where it is no such thing."""

    sense: Sense
    sum: Expression | None


@dataclass(frozen=True)
class Contents:
    """All that a model says; `assumptions` are literals that it takes for granted when it is solved."""

    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...]
    assumptions: tuple[int, ...] = ()
    goal: Goal | None = None
    name: str = ""
