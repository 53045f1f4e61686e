"""Compiler of a statement into a recipe for CP-SAT, and builder of the model.

A `CpChoice` is a choice of statements: a solution of any of them is a solution. It is for problems that split into many
small ones: a Scrabble word lies in one slot of the board, and each slot is a statement. There is one model for each
case, built where it is solved. Most are never built, since a bound shows that they cannot beat the best known solution.
A choice has no CNF: that would state all cases at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from entails.encoders.cpsat import constraints
from entails.encoders.cpsat.constraints import (
    Model,
    PlainModel,
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
    post_table,
)
from entails.encoders.cpsat.global_constraints import (
    post_arithmetic,
    post_cardinality,
    post_circuit,
    post_cumulative,
    post_distinct_values,
    post_inverse,
    post_lexicographic,
    post_no_overlap,
    post_product,
)
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    CapacityLimit,
    Cardinality,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    DistinctValues,
    Element,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Product,
    RoundTrip,
    Table,
    TasksApart,
)
from entails.models.encoding import Answer, CpParts, CpSat, Decode, PlainParts, Sense
from entails.models.errors import UnsupportedPuzzle
from entails.models.numbering import numbered_parts
from entails.models.statement import GroupIndex, Statement

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

MOST_OBJECTIVE = 2**53
"""The largest objective value: CP-SAT reports it as a float."""

POST: dict[type[Constraint], Callable[[Any, Model], None]] = {
    AllDifferent: constraints.post_all_different,
    Calculation: post_arithmetic,
    Automaton: post_automaton,
    Bulk: post_bulk,
    Cardinality: post_cardinality,
    RoundTrip: post_circuit,
    Clause: post_clause,
    Compare: post_compare,
    Connected: post_connected,
    Count: post_count,
    CapacityLimit: post_cumulative,
    Differ: post_differ,
    Distance: post_distance,
    DistinctValues: post_distinct_values,
    Element: post_element,
    InverseLists: post_inverse,
    Lexicographic: post_lexicographic,
    Linear: post_linear,
    Logic: post_logic,
    Loop: post_loop,
    TasksApart: post_no_overlap,
    Product: post_product,
    Table: post_table,
}


def compile_cpsat(statement: Statement, decode: Decode[Any] | None = None) -> CpSat[Any]:
    """Return the CP-SAT recipe of a statement. `decode` converts the true facts to a solution.

    By default, a solution is the values of the variables.
    """
    return CpSat(
        build=build_model,
        parts=((statement,),),
        names=statement.names,
        groups=GroupIndex.of(statement).groups,
        decode=decode or statement.values_of,
        sense="maximise" if statement.objective is None else statement.objective.sense,
        one_hot=statement.one_hot,
        about=statement.about,
        plain=build_plain,
        full_relaxation=any(isinstance(constraint, _RELAXED) for constraint in statement.every_constraint),
    )


_MANY_FACTS = 2_000
"""Facts above which the facts of a solution are computed from its values rather than looked up."""
_RELAXED = (CapacityLimit, RoundTrip)
"""Constraints whose linear relaxation helps CP-SAT: with it, a round trip of 50 places is proven best in a second."""


def build_model(statement: Statement) -> CpParts:
    """Build the CP-SAT model of a statement, with a selector for each soft group.

    That a variable has one of its values is always hard here, since a variable of CP-SAT always has one.
    """
    model = Model(statement, GroupIndex.of(statement))
    _post_all(statement, model)
    if statement.wide or statement.first_literals[statement.shown] > _MANY_FACTS:
        return numbered_parts(model.cp, statement.numbering, model.variables[: statement.shown], model.switches)
    return CpParts(model.cp, model.facts(), model.switches)


def build_plain(statement: Statement) -> PlainParts:
    """Build the CP-SAT model of a statement without selectors; constraints of soft groups are named."""
    model = PlainModel(statement, GroupIndex.of(statement))
    _post_all(statement, model)
    if statement.wide:
        facts = numbered_parts(model.cp, statement.numbering, model.variables[: statement.shown], {}).facts
        return PlainParts(model.cp, facts, sentences=model.sentences, remarks=model.remarks)
    return PlainParts(model.cp, model.facts(), sentences=model.sentences, remarks=model.remarks)


def _post_all(statement: Statement, model: Model) -> None:
    for constraint in statement.every_constraint:
        POST[type(constraint)](constraint, model)
    if (objective := statement.scaled_objective) is not None:
        better = model.cp.maximize if objective.sense == "maximise" else model.cp.minimize
        low, high = model.extremes(objective.terms, objective.facts)
        if max(abs(low), abs(high)) + abs(objective.fixed) > MOST_OBJECTIVE:
            raise UnsupportedPuzzle("engine cpsat does not optimise sums beyond 2^53, and this objective may exceed it")
        better(model.total(objective.terms, objective.facts) + objective.fixed)


@dataclass(frozen=True, eq=False)
class StatementCase:
    """An alternative of a choice. The facts of the choice that it does not mention are false.

    Attributes:
        facts: The statement's own fact for each fact of the choice that depends on it.
        always: The facts of the choice that are true in this case.
    """

    statement: Statement
    facts: Mapping[int, int]
    always: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class CpChoice:
    """A choice among statements, exactly one of which applies.

    Attributes:
        state: Module-level function that builds a case from the arguments in one of `parts`.
        parts: The arguments of each case.
        names: The facts, fact 1 first.
        bound: Function of the same arguments that bounds the objective of the case.
        label: Function of the same arguments that names the case.
        sense: The sense of the objective, the same in all cases; the best solution over all cases counts.
    """

    state: Callable[..., StatementCase]
    parts: tuple[tuple[Any, ...], ...]
    names: Sequence[str]
    bound: Callable[..., float] | None = None
    sense: Sense = "maximise"
    about: tuple[str, ...] = ()
    label: Callable[..., str] | None = None


P = TypeVar("P")
A = TypeVar("A")


def compile_choice(choice: CpChoice, decode: Decode[A]) -> CpSat[A]:
    """Return the CP-SAT recipe of a choice among statements.

    The groups of a single case stay soft. Those of several cases are hard, since each case would conflict for its own
    reasons.
    """
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
        plain=partial(build_plain_case, choice.state, len(choice.names)),
        label=choice.label,
    )


def build(state: Callable[..., StatementCase], facts: int, soft_groups: bool, *part: Any) -> CpParts:
    """Build the model of one alternative with the facts of the choice. Soft groups are hard unless `soft_groups`."""

    case = state(*part)
    built = build_model(case.statement)
    facts_here = _facts_of_choice(case, built, facts)
    if not soft_groups:
        built.model.add_bool_and(list(built.switches.values()))
    return CpParts(built.model, facts_here, built.switches if soft_groups else {})


def build_plain_case(state: Callable[..., StatementCase], facts: int, *part: Any) -> PlainParts:
    """Build the model of one alternative without selectors, with the facts of the choice."""
    case = state(*part)
    built = build_plain(case.statement)
    return replace(built, facts=_facts_of_choice(case, built, facts))


def _facts_of_choice(case: StatementCase, built: CpParts, count: int) -> list[tuple["IntVar", int]]:
    """Return the model variable and value of each fact of the choice."""
    never, always = (built.model.new_constant(0), 1), (built.model.new_constant(1), 1)
    facts = [never] * count
    for fact in case.always:
        facts[fact - 1] = always
    for fact, own in case.facts.items():
        facts[fact - 1] = built.facts[own - 1]
    return facts


@dataclass(frozen=True)
class ChosenCpSat(Generic[P, A]):
    """Encoder of puzzles whose statement is a choice, such as the slots of a Scrabble board."""

    name: str
    choose: Callable[[P], CpChoice]
    answer: Answer[P, A]
    summary: str = "one model of CP-SAT for each case"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True

    def encode(self, puzzle: P) -> CpSat[A]:
        return compile_choice(self.choose(puzzle), partial(self.answer, puzzle))
