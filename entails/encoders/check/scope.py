"""Which variables a constraint speaks of."""

from collections.abc import Iterator

from entails.encoders.check.known import Known
from entails.encoders.check.logic import facts_of
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
    Table,
)


def scope(said: Constraint, known: Known) -> frozenset[int]:
    """Its variables by number, those of its condition and of its facts among them."""
    facts = (*said.when, *_facts(said))
    return frozenset((*_variables(said), *(known.owner(fact) for fact in facts)))


def _variables(said: Constraint) -> Iterator[int]:
    match said:
        case AllDifferent() | Automaton() | Product() | Table():
            yield from said.over
        case Linear():
            yield from (number for _, number in said.terms)
        case Compare() | Distance():
            yield from (said.left, said.right)
        case Differ():
            yield from (*said.left, *said.right)
        case Element():
            yield said.index
            yield from (number for kind, number in (*said.items, said.value) if kind == "var")


def _facts(said: Constraint) -> Iterator[int]:
    match said:
        case Clause() | Count() | Connected() | Loop():
            yield from said.lits
        case Bulk():
            yield from said.lits.tolist()
        case Linear():
            yield from (fact for _, fact in said.facts)
        case Logic():
            yield from facts_of(said.formula)
