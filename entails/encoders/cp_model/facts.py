"""The facts of a CP-SAT model: "x=3" for every value of a variable, or "x" alone where it is true or false.

A variable may have millions of values, so nothing is listed: a fact is found by its number when somebody asks.
"""

import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, overload

from entails.models.cp_model.constraints import Domain
from entails.models.cp_model.value import OrToolsModel
from entails.models.encoding import CpParts

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True)
class Values:
    """The values of a domain by their place, and the other way round."""

    domain: Domain

    @property
    def count(self) -> int:
        return sum(high - low + 1 for low, high in self._spans())

    def _spans(self) -> Sequence[tuple[int, int]]:
        return tuple(zip(self.domain[::2], self.domain[1::2], strict=True))

    def value(self, place: int) -> int:
        for low, high in self._spans():
            if place <= high - low:
                return low + place
            place -= high - low + 1
        raise IndexError(place)

    def place(self, value: int) -> int | None:
        before = 0
        for low, high in self._spans():
            if low <= value <= high:
                return before + value - low
            before += high - low + 1
        return None


class Facts:
    """Which fact says what: those of the first variable come first, from 1."""

    def __init__(self, model: OrToolsModel) -> None:
        told = model.names
        variables = model.contents.variables
        self.indices = tuple(told)
        self.words = tuple(told.values())
        self.booleans = tuple(variables[index].boolean for index in told)
        self.values = tuple(Values(variables[index].domain) for index in told)
        sizes = (1 if boolean else values.count for boolean, values in zip(self.booleans, self.values, strict=True))
        self.firsts = tuple(accumulate(sizes, initial=1))

    @property
    def count(self) -> int:
        return self.firsts[-1] - 1

    def said(self, fact: int) -> tuple[int, int]:
        """The place of a variable among those told, and the value."""
        if not 0 < fact <= self.count:
            raise IndexError(fact)
        place = bisect_right(self.firsts, fact) - 1
        return place, 1 if self.booleans[place] else self.values[place].value(fact - self.firsts[place])

    def fact(self, place: int, value: int) -> int | None:
        """The fact that a variable has this value, None when no fact says so."""
        if self.booleans[place]:
            return self.firsts[place] if value else None
        found = self.values[place].place(value)
        return None if found is None else self.firsts[place] + found

    def answer(self, true: Sequence[int]) -> dict[str, int]:
        """The value of every variable, when these facts hold."""
        found = dict.fromkeys(self.words, 0)  # a boolean of which nothing is said is false
        for fact in true:
            if fact > 0:
                place, value = self.said(fact)
                found[self.words[place]] = value
        return found


@dataclass(frozen=True)
class FactNames(Sequence[str]):
    """What the facts are called."""

    facts: Facts

    def __len__(self) -> int:
        return min(self.facts.count, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place, value = self.facts.said(index + 1 if index >= 0 else self.facts.count + index + 1)
        return self.facts.words[place] if self.facts.booleans[place] else f"{self.facts.words[place]}={value}"


class _ByValue:
    """The facts that each value of one variable makes true."""

    def __init__(self, facts: Facts, place: int) -> None:
        self._facts, self._place = facts, place

    def get(self, value: int, default: tuple[int, ...] = ()) -> tuple[int, ...]:
        fact = self._facts.fact(self._place, value)
        return default if fact is None else (fact,)


class _Sayings(Sequence[tuple["IntVar", int]]):
    """What each fact says of a built model."""

    def __init__(self, facts: Facts, variables: Sequence["IntVar"]) -> None:
        self._facts, self._variables = facts, variables

    def __len__(self) -> int:
        return min(self._facts.count, sys.maxsize)

    def __getitem__(self, index: Any) -> Any:
        place, value = self._facts.said(index + 1)
        return self._variables[place], value


@dataclass(frozen=True)
class ManyFacts(CpParts):
    """A built model whose facts are not listed."""

    told: Facts | None = None

    @property
    def saying(self) -> Any:
        assert self.told is not None
        assert isinstance(self.facts, _Sayings)
        return [(variable, _ByValue(self.told, place)) for place, variable in enumerate(self.facts._variables)]

    @property
    def deniable(self) -> tuple[int, ...]:
        assert self.told is not None
        return tuple(first for first, boolean in zip(self.told.firsts, self.told.booleans, strict=False) if boolean)


def parts(model: "CpModel", facts: Facts, switches: dict[int, "IntVar"]) -> CpParts:
    """A built model with its facts."""
    variables = [model.get_int_var_from_proto_index(index) for index in facts.indices]
    return ManyFacts(model, _Sayings(facts, variables), switches, facts)
