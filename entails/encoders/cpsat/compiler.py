"""A statement as a recipe for CP-SAT, and the model itself."""

from collections.abc import Callable
from typing import Any

from entails.encoders.cpsat import (
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
from entails.encoders.cpsat.model import Model
from entails.models.encoding import CpParts, CpSat, Decode
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

POST: dict[type[Constraint], Callable[[Any, Model], None]] = {
    AllDifferent: all_different.post,
    Automaton: automaton.post,
    Bulk: bulk.post,
    Clause: clause.post,
    Compare: compare.post,
    Connected: connected.post,
    Count: count.post,
    Differ: differ.post,
    Distance: distance.post,
    Element: element.post,
    Linear: linear.post,
    Logic: logic.post,
    Loop: loop.post,
    Product: product.post,
    Table: table.post,
}


def compile_cpsat(statement: Statement, decode: Decode[Any] | None = None) -> CpSat[Any]:
    """The recipe. `decode` makes an answer of the facts that hold; without it the answer is the variables' values."""
    return CpSat(
        build=build,
        parts=((statement,),),
        names=statement.names,
        groups=Grain.of(statement).groups,
        decode=decode or statement.values_of,
        sense="maximise" if statement.objective is None else statement.objective.sense,
        one_hot=statement.one_hot,
        about=statement.about,
    )


def build(statement: Statement) -> CpParts:
    """The model. What may be doubted hangs on a switch for each group; that a variable has one of its values is never
    doubted here, since a variable of CP-SAT always has."""
    model = Model(statement, Grain.of(statement))
    for said in statement.every_constraint:
        POST[type(said)](said, model)
    if (objective := statement.objective) is not None:
        better = model.cp.maximize if objective.sense == "maximise" else model.cp.minimize
        better(model.total(objective.terms, objective.facts) + objective.fixed)
    return CpParts(model.cp, model.facts(), model.switches)
