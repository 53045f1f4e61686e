"""Arithmetic numbering of facts: variables may have millions of values, so facts are computed and never listed.

Fact 1 is the first value of the first variable. A boolean has one fact, which is true if the variable is 1. A domain is
anything with the number of its values (`count`), the value at an index (`value`) and the index of a value (`place`).
"""

import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol, overload

from entails.models.encoding import CpParts

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


class DomainValues(Protocol):
    """The values of a domain by index, and their indices."""

    @property
    def count(self) -> int: ...

    def value(self, place: int) -> int: ...

    def place(self, value: int) -> int | None: ...


@dataclass(frozen=True)
class SpannedValues:
    """The values of inclusive intervals, flattened: (0, 3, 7, 7) is 0 to 3, and 7."""

    domain: tuple[int, ...]

    @cached_property
    def _before(self) -> tuple[int, ...]:
        """Return the number of values before each interval, then the number of all values."""
        lows, highs = self.domain[::2], self.domain[1::2]
        return tuple(accumulate((high - low + 1 for low, high in zip(lows, highs, strict=True)), initial=0))

    @property
    def count(self) -> int:
        return self._before[-1] if len(self.domain) > 2 else self.domain[1] - self.domain[0] + 1

    def value(self, place: int) -> int:
        if not 0 <= place < self.count:
            raise IndexError(place)
        span = bisect_right(self._before, place) - 1
        return self.domain[2 * span] + place - self._before[span]

    def place(self, value: int) -> int | None:
        span = bisect_right(self.domain[::2], value) - 1
        if span < 0 or value > self.domain[2 * span + 1]:
            return None
        return self._before[span] + value - self.domain[2 * span]


@dataclass(frozen=True)
class ListedValues:
    """A domain listed as a tuple of values, in its order."""

    values: tuple[int, ...]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {value: place for place, value in enumerate(self.values)}

    @property
    def count(self) -> int:
        return len(self.values)

    def value(self, place: int) -> int:
        return self.values[place]

    def place(self, value: int) -> int | None:
        return self._places.get(value)


def domain_of(values: range | tuple[int, ...]) -> DomainValues:
    """Return the domain of these values; a range without gaps stays an interval."""
    if isinstance(values, range) and values.step == 1 and values:
        return SpannedValues((values[0], values[-1]))
    return ListedValues(tuple(values))


class FactNumbering:
    """The numbering of the facts of named variables; `labels` has the words of values, where a variable has them."""

    def __init__(
        self,
        words: Sequence[str],
        booleans: Sequence[bool],
        values: Sequence[DomainValues],
        labels: Sequence[tuple[str, ...]] = (),
    ) -> None:
        self.words, self.booleans, self.values = tuple(words), tuple(booleans), tuple(values)
        self.labels = tuple(labels) or ((),) * len(self.words)
        sizes = (1 if boolean else values.count for boolean, values in zip(booleans, values, strict=True))
        self.first_literals = tuple(accumulate(sizes, initial=1))

    @property
    def count(self) -> int:
        return self.first_literals[-1] - 1

    def value_of(self, fact: int) -> tuple[int, int]:
        """Return the index of the variable that a fact belongs to, and the value."""
        if not 0 < fact <= self.count:
            raise IndexError(fact)
        place = bisect_right(self.first_literals, fact) - 1
        return place, 1 if self.booleans[place] else self.values[place].value(fact - self.first_literals[place])

    def fact(self, place: int, value: int) -> int | None:
        """Return the fact that a variable has a value; None if the value is not in its domain."""
        if self.booleans[place]:
            return self.first_literals[place] if value else None
        position = self.values[place].place(value)
        return None if position is None else self.first_literals[place] + position

    def name(self, fact: int) -> str:
        """Return the name of a fact: "x=3", or "x" for a boolean."""
        place, value = self.value_of(fact)
        if self.booleans[place]:
            return self.words[place]
        labels = self.labels[place]
        return f"{self.words[place]}={labels[fact - self.first_literals[place]] if labels else value}"

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    def find(self, name: str) -> int | None:
        """Return the fact of this name; None if there is none."""
        word, _, value = (name, "", "1") if name in self._places else name.rpartition("=")
        place = self._places.get(word)
        if place is None or (word == name and not self.booleans[place]):
            return None
        if labels := self.labels[place]:
            return self.first_literals[place] + labels.index(value) if value in labels else None
        return self.fact(place, int(value)) if _is_number(value) else None

    def answer(self, true: Sequence[int]) -> dict[str, int]:
        """Return the value of every variable, given the true facts."""
        values = dict.fromkeys(self.words, 0)  # a boolean without a fact is false
        for fact in true:
            if fact > 0:
                place, value = self.value_of(fact)
                values[self.words[place]] = value
        return values


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 21


@dataclass(frozen=True)
class FactNames(Sequence[str]):
    """The names of the facts, computed on access."""

    facts: FactNumbering

    def __len__(self) -> int:
        return min(self.facts.count, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        return self.facts.name(index + 1 if index >= 0 else self.facts.count + index + 1)


class _ByValue:
    """The facts that each value of one variable makes true; a sequence computed on access."""

    def __init__(self, facts: FactNumbering, place: int) -> None:
        self._facts, self._place = facts, place

    def get(self, value: int, default: tuple[int, ...] = ()) -> tuple[int, ...]:
        fact = self._facts.fact(self._place, value)
        return default if fact is None else (fact,)


class _Meanings(Sequence[tuple["IntVar", int]]):
    """The variable and value of each fact of a built model; a sequence computed on access."""

    def __init__(self, facts: FactNumbering, variables: Sequence["IntVar"]) -> None:
        self.numbering, self.variables = facts, variables

    def __len__(self) -> int:
        return min(self.numbering.count, sys.maxsize)

    def __getitem__(self, index: Any) -> Any:
        place, value = self.numbering.value_of(index + 1)
        return self.variables[place], value


@dataclass(frozen=True)
class NumberedParts(CpParts):
    """A built CP-SAT model whose facts are computed on access."""

    @property
    def variables(self) -> Sequence["IntVar"]:
        """Return the variables of the facts, in their order."""
        return self._meanings.variables

    @property
    def _meanings(self) -> _Meanings:
        assert isinstance(self.facts, _Meanings)
        return self.facts

    @cached_property
    def literals_of_value(self) -> Any:
        numbering = self._meanings.numbering
        return [(variable, _ByValue(numbering, place)) for place, variable in enumerate(self._meanings.variables)]

    @cached_property
    def deniable(self) -> tuple[int, ...]:
        numbering = self._meanings.numbering
        named = zip(numbering.first_literals, numbering.booleans, strict=False)
        return tuple(first for first, boolean in named if boolean)


def numbered_parts(
    model: "CpModel", facts: FactNumbering, variables: Sequence["IntVar"], switches: dict[int, "IntVar"]
) -> NumberedParts:
    """Return a built model with the variables of its facts, in their order."""
    return NumberedParts(model, _Meanings(facts, variables), switches)
