"""A statement as a recipe for CP-SAT, and the model itself.

`Choice`: several statements, of which an answer of any is an answer.

It is for problems that fall into many small ones: a Scrabble word lies in one slot of the board, and each slot is a
statement. They are stated one by one where they are solved, since most never are: a bound tells that they cannot beat
what is known already.

A choice of statements for CP-SAT: one model for each case, built where it is solved.

There are no clauses of a choice: they would say all of its cases at once, which is what it is there to avoid.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from entails.encoders.cpsat import constraints
from entails.encoders.cpsat.constraints import (
    Model,
    post_automaton,
    post_bulk,
    post_clause,
    post_compare,
    post_connected,
    post_count,
    post_differ,
    post_distance,
    post_element,
    post_linear,
    post_logic,
    post_loop,
    post_product,
    post_table,
)
from entails.models.constraints import (
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
from entails.models.encoding import Answer, CpParts, CpSat, Decode, Sense
from entails.models.statement import GroupIndex, Statement

POST: dict[type[Constraint], Callable[[Any, Model], None]] = {
    AllDifferent: constraints.post_all_different,
    Automaton: post_automaton,
    Bulk: post_bulk,
    Clause: post_clause,
    Compare: post_compare,
    Connected: post_connected,
    Count: post_count,
    Differ: post_differ,
    Distance: post_distance,
    Element: post_element,
    Linear: post_linear,
    Logic: post_logic,
    Loop: post_loop,
    Product: post_product,
    Table: post_table,
}


def compile_cpsat(statement: Statement, decode: Decode[Any] | None = None) -> CpSat[Any]:
    """The recipe. `decode` makes an answer of the facts that hold; without it the answer is the variables' values."""
    return CpSat(
        build=build_model,
        parts=((statement,),),
        names=statement.names,
        groups=GroupIndex.of(statement).groups,
        decode=decode or statement.values_of,
        sense="maximise" if statement.objective is None else statement.objective.sense,
        one_hot=statement.one_hot,
        about=statement.about,
    )


def build_model(statement: Statement) -> CpParts:
    """The model. What may be doubted hangs on a switch for each group; that a variable has one of its values is never
    doubted here, since a variable of CP-SAT always has."""
    model = Model(statement, GroupIndex.of(statement))
    for said in statement.every_constraint:
        POST[type(said)](said, model)
    if (objective := statement.objective) is not None:
        better = model.cp.maximize if objective.sense == "maximise" else model.cp.minimize
        better(model.total(objective.terms, objective.facts) + objective.fixed)
    return CpParts(model.cp, model.facts(), model.switches)


@dataclass(frozen=True, eq=False)
class StatementCase:
    """One of the statements. All cases of a choice share its facts: `facts` gives those that depend on the statement
    and the statement's own fact that each of them is, `always` are true in this case. The others never are."""

    statement: Statement
    facts: Mapping[int, int]
    always: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class CpChoice:
    """`state` is a function of a module that makes a case of the arguments in one of `parts`. `names` are the facts,
    fact 1 first.

    With an objective, of one `sense` in all cases, the best over all of them counts. `bound` takes the same arguments
    as `state` and says what no answer of that case can surpass.
    """

    state: Callable[..., StatementCase]
    parts: tuple[tuple[Any, ...], ...]
    names: Sequence[str]
    bound: Callable[..., float] | None = None
    sense: Sense = "maximise"
    about: tuple[str, ...] = ()


P = TypeVar("P")
A = TypeVar("A")


def compile_choice(choice: CpChoice, decode: Decode[A]) -> CpSat[A]:
    """The recipe. Where a single case is left its sentences can be doubted; of several, each would be contradicted for
    reasons of its own, and simply holds."""
    alone = len(choice.parts) == 1
    return CpSat(
        build=partial(build, choice.state, len(choice.names), alone),
        parts=choice.parts,
        names=choice.names,
        groups=GroupIndex.of(choice.state(*choice.parts[0]).statement).groups if alone else (),
        decode=decode,
        about=choice.about,
        bound=choice.bound,
        sense=choice.sense,
    )


def build(state: Callable[..., StatementCase], facts: int, doubting: bool, *part: Any) -> CpParts:
    """The model of one case, told in the facts of the choice. What may be doubted holds, unless `doubting`."""

    case = state(*part)
    built = build_model(case.statement)
    never, always = (built.model.new_constant(0), 1), (built.model.new_constant(1), 1)
    said = [never] * facts
    for fact in case.always:
        said[fact - 1] = always
    for fact, own in case.facts.items():
        said[fact - 1] = built.facts[own - 1]
    if not doubting:
        built.model.add_bool_and(list(built.switches.values()))
    return CpParts(built.model, said, built.switches if doubting else {})


@dataclass(frozen=True)
class ChosenCpSat(Generic[P, A]):
    """Puzzles that are said as a choice of statements, for CP-SAT."""

    name: str
    choose: Callable[[P], CpChoice]
    answer: Answer[P, A]
    summary: str = "one model of CP-SAT for each case"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True

    def encode(self, puzzle: P) -> CpSat[A]:
        return compile_choice(self.choose(puzzle), partial(self.answer, puzzle))
