"""`Statement`: a problem said once. Variables, constraints that are values, and the sentence over each of them.

Compilers make of it what engines take (`encoders/clauses`, `encoders/cpsat`), a checker says which sentence an
assignment breaks (`encoders/check`). Nothing here knows how.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import accumulate
from typing import Any

from entails.models.encoding import Group
from entails.models.later import Later
from entails.models.objective import Objective
from entails.models.statement.constraints import Constraint
from entails.models.statement.variable import Variable


@dataclass(frozen=True, eq=False)
class Statement:
    """`groups` and `constraints` are what this statement adds to its `frame`: a statement that many share, such as the
    rules of the game on one board. The groups of the frame come first, so a constraint's `group` counts through both;
    its variables are the frame's, with more behind them where it has its own.

    It is compared by identity, so that compilers can keep beside it what they made of it.
    """

    variables: tuple[Variable, ...]
    groups: tuple[Group, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    objective: Objective | None = None
    frame: "Statement | None" = None
    about: tuple[str, ...] = ()

    @cached_property
    def made(self) -> dict[Hashable, Any]:
        """What compilers made of it, so that they make it once. It stays here when the statement travels."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: self.__dict__[field.name] for field in fields(self)}

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The first fact of each variable; at the end, the first number that is no fact."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.firsts
        return tuple(accumulate((variable.facts for variable in self.variables), initial=1))

    @property
    def facts(self) -> int:
        """How many facts there are, those of hidden variables included."""
        return self.firsts[-1] - 1

    @cached_property
    def shown(self) -> int:
        """How many variables are not hidden; they come first."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.shown
        return sum(not variable.hidden for variable in self.variables)

    @cached_property
    def names(self) -> Sequence[str]:
        """What the facts are called that are not hidden, in order."""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.names
        shown = self.variables[: self.shown]
        return Later(
            self.firsts[self.shown] - 1, lambda: tuple(name for variable in shown for name in variable.fact_names())
        )

    @cached_property
    def every_group(self) -> tuple[Group, ...]:
        """The groups of the frame, then its own."""
        return self.groups if self.frame is None else self.frame.every_group + self.groups

    @cached_property
    def every_constraint(self) -> tuple[Constraint, ...]:
        """The constraints of the frame, then its own."""
        return self.constraints if self.frame is None else self.frame.every_constraint + self.constraints

    def fact(self, variable: int, value: int) -> int:
        """The literal that says "this variable has this value"."""
        said = self.variables[variable]
        if said.boolean:
            return self.firsts[variable] if value else -self.firsts[variable]
        return self.firsts[variable] + said.values.index(value)

    @cached_property
    def one_hot(self) -> bool:
        """Do the facts that hold in one answer never contain those of another?"""
        if self.frame is not None and self.frame.variables is self.variables:
            return self.frame.one_hot
        return all(not variable.boolean or variable.defined for variable in self.variables[: self.shown])

    @cached_property
    def worths(self) -> Objective | None:
        """The objective told of facts alone: each is worth what the value it gives its variable is."""
        objective = self.objective
        if objective is None:
            return None
        facts = list(objective.facts)
        for times, number in objective.terms:
            variable, first = self.variables[number], self.firsts[number]
            worths = (times,) if variable.boolean else (times * value for value in variable.values)
            facts += [(worth, fact) for fact, worth in enumerate(worths, first) if worth]
        return Objective(objective.sense, facts=tuple(facts), fixed=objective.fixed)

    def values_of(self, true: Sequence[int]) -> tuple[int | None, ...]:
        """The value of each variable that is not hidden, when exactly these facts hold; None where no fact tells."""
        holding, found = {fact for fact in true if fact > 0}, list[int | None]()
        for variable, first in zip(self.variables[: self.shown], self.firsts, strict=False):
            if variable.boolean:
                found.append(int(first in holding))
            else:
                places = (place for place in range(len(variable.values)) if first + place in holding)
                place = next(places, None)
                found.append(None if place is None else variable.values[place])
        return tuple(found)
