"""`Space`: the variables of a statement as the compiler sees them. Which literal says that a variable has a value?"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.statement import Constraint, Statement

T = TypeVar("T")


class Space:
    """Variables and their literals, looked up once each; and how "at most one" is to be said."""

    def __init__(self, statement: Statement, at_most_one: str = "pairwise") -> None:
        self.statement = statement
        self.at_most_one = at_most_one
        self.variables = statement.variables
        self._firsts = statement.firsts
        self._facts: dict[int, dict[int, int]] = {}
        self._domains: dict[int, int] = {}
        self._numbers: dict[tuple[bool, range | tuple[int, ...]], int] = {}
        self._plans: dict[int, Any] = {}

    @cached_property
    def firsts(self) -> NDArray[np.int32]:
        """The first fact of each variable."""
        return np.array(self._firsts, np.int32)

    def facts(self, variable: int) -> dict[int, int]:
        """The literal of each value, smallest value first. Exactly one of them holds."""
        found = self._facts.get(variable)
        if found is None:
            said, first = self.variables[variable], self._firsts[variable]
            if said.boolean:
                found = {0: -first, 1: first}
            else:
                found = dict(sorted((value, first + place) for place, value in enumerate(said.values)))
            self._facts[variable] = found
        return found

    def shared_domain(self, variables: Sequence[int]) -> range | tuple[int, ...] | None:
        """The values that these variables have in common, in one order; None where they differ, and for booleans."""
        said = self.variables
        domain = said[variables[0]].values if variables else ()
        for number in variables:
            one = said[number]
            if one.boolean or (one.values is not domain and one.values != domain):
                return None
        return domain

    def domain_number(self, variable: int) -> int:
        """A number for what a variable may be: the same for variables with the same values in the same order."""
        found = self._domains.get(variable)
        if found is None:
            said = self.variables[variable]
            found = self._numbers.setdefault((said.boolean, said.values), len(self._numbers))
            self._domains[variable] = found
        return found

    def count(self, variable: int) -> int:
        """How many values a variable has."""
        return len(self.variables[variable].values)

    def owner(self, literal: int) -> int:
        """The variable that a fact speaks of."""
        return bisect_right(self._firsts, abs(literal)) - 1

    def once(self, said: Constraint, plan: Callable[[], T]) -> T:
        """What is worked out for a constraint when its size is told, and used when it is written."""
        found: T | None = self._plans.get(id(said))
        if found is None:
            found = self._plans[id(said)] = plan()
        return found
