"""Which statements an assignment breaks, and how."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entails.encoders.check import (
    all_different,
    automaton,
    bulk,
    clause,
    compare,
    connected,
    count,
    differ,
    distance,
    element,
    linear,
    logic,
    loop,
    product,
    table,
)
from entails.encoders.check.hidden import Piece, faults_of_hidden, pieces
from entails.encoders.check.known import NO_FAULT, Fault, Faults, Known
from entails.models.encoding import Group
from entails.models.sentence import Sentence, Template
from entails.models.statement import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    Linear,
    Logic,
    Loop,
    Product,
    Statement,
    Table,
)
from entails.models.statement.grain import Grain

FAULTS: dict[type[Constraint], Callable[[Any, Known], Faults]] = {
    AllDifferent: all_different.faults,
    Automaton: automaton.faults,
    Bulk: bulk.faults,
    Clause: clause.faults,
    Compare: compare.faults,
    Connected: connected.faults,
    Count: count.faults,
    Differ: differ.faults,
    Distance: distance.faults,
    Element: element.faults,
    Linear: linear.faults,
    Logic: logic.faults,
    Loop: loop.faults,
    Product: product.faults,
    Table: table.faults,
}

_NO_VALUE = Template("{name} has no value", "{name} n'a pas de valeur")
_OTHER_VALUE = Template("{name} cannot be {value}", "{name} ne peut pas valoir {value}")


@dataclass(frozen=True, slots=True)
class Breach:
    """A statement that an assignment breaks. `how` tells the values that do."""

    group: Group
    how: Sentence


def broken(statement: Statement, values: Sequence[int | None]) -> Group | None:
    """The first statement that these values break, None when they keep all of them."""
    first = next(breaches(statement, values), None)
    return None if first is None else first.group


def breaches(statement: Statement, values: Sequence[int | None]) -> Iterator[Breach]:
    """All that these values break; `values` has one for each variable. Those of hidden variables may be missing: then
    it is only broken if it is with every value they could have.

    Where a variable has no value, or one that is not its own, nothing else is looked at.
    """
    known = Known(statement)
    unsound = () if known.settle_all(values) else tuple(_settled_one_by_one(known, values))
    yield from unsound
    if not unsound:
        for group, how in _faults(known):
            yield Breach(Grain.of(statement).groups[group], how)


def _settled_one_by_one(known: Known, values: Sequence[int | None]) -> Iterator[Breach]:
    """Take the values in, and tell of those that are none."""
    for number, variable in enumerate(known.statement.variables):
        value = values[number] if number < len(values) else None
        if value is None and variable.hidden and variable.values:
            continue
        if value is None:
            yield Breach(variable.holds, _NO_VALUE(name=known.name(number)))
        elif not known.settle(number, value):
            yield Breach(variable.holds, _OTHER_VALUE(name=known.name(number), value=value))


def _faults(known: Known) -> Iterator[Fault]:
    statement, tied = known.statement, list[Piece]()
    said: Sequence[Constraint] = statement.every_constraint
    if len(statement.variables) > statement.shown:
        key = "hidden", known.unknown()
        if key not in statement.made:
            statement.made[key] = pieces(known, key[1])
        said, tied = statement.made[key]
    for one in said:
        if (not one.when or known.all_hold(one.when)) and (found := FAULTS[type(one)](one, known)):
            yield from found
    for piece in tied:
        yield from faults_of_hidden(piece, known, _check)


def _check(said: Constraint, known: Known) -> Faults:
    return FAULTS[type(said)](said, known) if known.all_hold(said.when) else NO_FAULT
