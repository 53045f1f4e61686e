"""Assignments as seen by the checker, and the sentences about their faults."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from entails.locale.message import Message, Sentence
from entails.models.constraints import Constraint
from entails.models.statement import GroupIndex, Statement

Fault = tuple[int, Sentence]
"""The number of a broken group (see `GroupIndex`), and a sentence on how it is broken."""
Faults = tuple[Fault, ...]
NO_FAULT: Faults = ()

_HIDDEN = Message("a variable without a name", "une variable sans nom")
_NOT = Message("not {fact}", "non {fact}")


class PartialAssignment:
    """The value of each variable (None if unknown), and the true facts."""

    __slots__ = ("statement", "true", "values")

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.values: list[Any] = [None] * len(statement.variables)
        self.true: set[int | None] = set()

    def unknown(self) -> tuple[int, ...]:
        """Return the variables without a value."""
        return tuple(number for number, value in enumerate(self.values) if value is None)

    def settle(self, number: int, value: int) -> bool:
        """Set the value of a variable; return False if it is not in the domain."""
        fact = _facts_of(self.statement)[number].get(value)
        if fact is None:
            return False
        self.values[number] = value
        self.true.add(fact)
        return True

    def settle_all(self, values: Sequence[int | None]) -> bool:
        """Set all values and return True; if one of them is invalid, set none and return False."""
        facts = {literals.get(value) for literals, value in zip(_facts_of(self.statement), values, strict=False)}
        if None in facts or len(values) != len(self.values):
            return False
        self.values, self.true = list(values), facts
        return True

    def forget(self, number: int) -> None:
        """Remove the value of a variable."""
        if self.values[number] is not None:
            self.true.discard(_facts_of(self.statement)[number].get(self.values[number]))
        self.values[number] = None

    def fault(self, constraint: Constraint, how: Sentence, group: int | None = None) -> Faults:
        """Return a fault with this sentence for the group of a constraint, or for `group` if it is given."""
        number = GroupIndex.of(self.statement).number[constraint.group if group is None else group]
        assert number is not None, "a group that gave way has only fine ones to break"
        return ((number, how),)

    def holds(self, lit: int) -> bool:
        return lit in self.true if lit > 0 else -lit not in self.true

    def all_hold(self, lits: Iterable[int]) -> bool:
        return all(lit in self.true if lit > 0 else -lit not in self.true for lit in lits)

    def owner(self, lit: int) -> int:
        """Return the variable that a fact belongs to."""
        return bisect_right(self.statement.first_literals, abs(lit)) - 1

    def name(self, number: int) -> str | Sentence:
        """Return the name of a variable."""
        variable = self.statement.variables[number]
        return _HIDDEN() if variable.hidden else variable.name

    def fact(self, lit: int) -> str | Sentence:
        """Return a literal in words."""
        hidden = abs(lit) > len(self.statement.names)
        name = _HIDDEN() if hidden else self.statement.names[abs(lit) - 1]
        return name if lit > 0 else _NOT(fact=name)

    def facts(self, lits: Iterable[int]) -> Sentence:
        """Return literals in words, as a list."""
        return listed([self.fact(lit) for lit in lits])

    def described(self, numbers: Iterable[int]) -> Sentence:
        """Return variables with their values: "x is 3, y is 4"."""
        return listed([_IS(name=self.name(number), value=self.shown(number)) for number in dict.fromkeys(numbers)])

    def shown(self, number: int) -> int | str:
        """Return the value of a variable in the form that sentences show: a number or a word."""
        return self.statement.variables[number].shown(self.values[number])


class _IntervalFacts:
    """The fact of each value of a variable, as a sequence computed on access."""

    def __init__(self, first: int, values: range) -> None:
        self._first, self._values = first, values

    def get(self, value: int | None) -> int | None:
        return self._first + value - self._values[0] if value is not None and value in self._values else None


_FEW_VALUES = 32


def _facts_of(statement: Statement) -> list[dict[int | None, int] | _IntervalFacts]:
    """Return, for each variable, the fact of each value; 0 for a value without a fact."""
    tables: list[dict[int | None, int] | _IntervalFacts] | None = statement.cache.get("facts")
    if tables is None:
        base = statement.base
        if base is not None and base.variables is statement.variables:
            tables = _facts_of(base)
        else:
            first_literals = zip(statement.variables, statement.first_literals, strict=False)
            tables = [
                {0: 0, 1: first}
                if variable.boolean
                else _IntervalFacts(first, variable.values)
                if isinstance(variable.values, range) and len(variable.values) > _FEW_VALUES
                else {value: first + place for place, value in enumerate(variable.values)}
                for variable, first in first_literals
            ]
        statement.cache["facts"] = tables
    return tables


_IS = Message("{name} is {value}", "{name} vaut {value}")
_MOST_LISTED = 8


def listed(items: Sequence[str | Sentence]) -> Sentence:
    """Join items to a list for a sentence, shortened if there are many."""
    shown = items[:_MOST_LISTED]
    holes = ", ".join(f"{{w{place}}}" for place in range(len(shown)))
    template = Message(holes + (", ..." if len(shown) < len(items) else ""))
    return template(**{f"w{place}": word for place, word in enumerate(shown)})


def compares(left: int, op: str, right: int) -> bool:
    """Return whether `left op right` is true."""
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right
