"""`Known`: an assignment, as the checks look at it; and what they have to say when it is wrong."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from entails.locale.message import Message, Sentence
from entails.models.constraints import Constraint
from entails.models.statement import GroupIndex, Statement

Fault = tuple[int, Sentence]
"""The number of a group that is broken (as `GroupIndex` numbers them), and how it is."""
Faults = tuple[Fault, ...]
NO_FAULT: Faults = ()

_HIDDEN = Message("something that has no name", "quelque chose sans nom")
_NOT = Message("not {fact}", "non {fact}")


class PartialAssignment:
    """The value of each variable, None where it is not known, and the facts that hold then."""

    __slots__ = ("statement", "true", "values")

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.values: list[Any] = [None] * len(statement.variables)
        self.true: set[int | None] = set()

    def unknown(self) -> tuple[int, ...]:
        """The variables without a value."""
        return tuple(number for number, value in enumerate(self.values) if value is None)

    def settle(self, number: int, value: int) -> bool:
        """A variable has this value: False when it cannot."""
        fact = _facts_of(self.statement)[number].get(value)
        if fact is None:
            return False
        self.values[number] = value
        self.true.add(fact)
        return True

    def settle_all(self, values: Sequence[int | None]) -> bool:
        """All variables have these values: False, and nothing is known, when one of them cannot."""
        facts = {literals.get(value) for literals, value in zip(_facts_of(self.statement), values, strict=False)}
        if None in facts or len(values) != len(self.values):
            return False
        self.values, self.true = list(values), facts
        return True

    def forget(self, number: int) -> None:
        """A variable is not known any more."""
        variable, first = self.statement.variables[number], self.statement.firsts[number]
        self.values[number] = None
        self.true.difference_update(range(first, first + variable.facts))

    def fault(self, constraint: Constraint, how: Sentence, group: int | None = None) -> Faults:
        """A constraint is broken in its group, or in another one of the statement."""
        number = GroupIndex.of(self.statement).number[constraint.group if group is None else group]
        assert number is not None, "a group that gave way has only fine ones to break"
        return ((number, how),)

    def holds(self, lit: int) -> bool:
        return lit in self.true if lit > 0 else -lit not in self.true

    def all_hold(self, lits: Iterable[int]) -> bool:
        return all(lit in self.true if lit > 0 else -lit not in self.true for lit in lits)

    def owner(self, lit: int) -> int:
        """The variable that a fact belongs to."""
        return bisect_right(self.statement.firsts, abs(lit)) - 1

    def name(self, number: int) -> str | Sentence:
        """What a variable is called."""
        variable = self.statement.variables[number]
        return _HIDDEN() if variable.hidden else variable.name

    def fact(self, lit: int) -> str | Sentence:
        """What a literal says."""
        hidden = abs(lit) > len(self.statement.names)
        name = _HIDDEN() if hidden else self.statement.names[abs(lit) - 1]
        return name if lit > 0 else _NOT(fact=name)

    def facts(self, lits: Iterable[int]) -> Sentence:
        """Literals one after the other."""
        return listed([self.fact(lit) for lit in lits])

    def told(self, numbers: Iterable[int]) -> Sentence:
        """Variables with their values: "x is 3, y is 4"."""
        return listed([_IS(name=self.name(number), value=self.shown(number)) for number in dict.fromkeys(numbers)])

    def shown(self, number: int) -> int | str:
        """The value of a variable as sentences name it."""
        return self.statement.variables[number].shown(self.values[number])


def _facts_of(statement: Statement) -> list[dict[int | None, int]]:
    """For each variable, the fact that each of its values makes true; 0 where it makes none true."""
    tables: list[dict[int | None, int]] | None = statement.cache.get("facts")
    if tables is None:
        frame = statement.frame
        if frame is not None and frame.variables is statement.variables:
            tables = _facts_of(frame)
        else:
            firsts = zip(statement.variables, statement.firsts, strict=False)
            tables = [
                {0: 0, 1: first}
                if variable.boolean
                else {value: first + place for place, value in enumerate(variable.values)}
                for variable, first in firsts
            ]
        statement.cache["facts"] = tables
    return tables


_IS = Message("{name} is {value}", "{name} vaut {value}")
_MOST_LISTED = 8


def listed(items: Sequence[str | Sentence]) -> Sentence:
    """Words one after the other; of many only the first."""
    shown = items[:_MOST_LISTED]
    holes = ", ".join(f"{{w{place}}}" for place in range(len(shown)))
    template = Message(holes + (", ..." if len(shown) < len(items) else ""))
    return template(**{f"w{place}": word for place, word in enumerate(shown)})


def compares(left: int, op: str, right: int) -> bool:
    """left op right."""
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
