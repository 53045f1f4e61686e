"""Checker of whole statements: which groups an assignment violates, and how.

Values of hidden variables are not part of an assignment: it is valid if some values of them fit. Mostly their
definitions determine them in turn. Otherwise a search jumps back from a contradiction to a variable
involved in it (conflict-directed backjumping, Prosser 1993).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain, islice
from typing import Any

from entails.encoders.check import constraints, global_constraints
from entails.encoders.check.assignment import NO_FAULT, Fault, Faults, PartialAssignment
from entails.encoders.check.constraints import (
    calculated,
    check_arithmetic,
    check_automaton,
    check_bulk,
    check_clause,
    check_compare,
    check_connected,
    check_count,
    check_differ,
    check_distance,
    check_element,
    check_linear,
    check_logic,
    check_loop,
    check_product,
    check_table,
    facts_of,
)
from entails.locale.message import Message, Sentence
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
from entails.models.encoding import Group
from entails.models.statement import GroupIndex, Statement


def scope(constraint: Constraint, known: PartialAssignment) -> frozenset[int]:
    """Return all variables of a constraint, including those of `when` and of its facts."""
    facts = (*constraint.when, *_facts(constraint))
    return frozenset((*_variables(constraint), *(known.owner(fact) for fact in facts)))


def _variables(constraint: Constraint) -> Iterator[int]:
    match constraint:
        case AllDifferent() | Automaton() | RoundTrip() | Product() | Table():
            yield from constraint.over
        case Cardinality():
            yield from (*constraint.over, *_among(constraint.counts))
        case DistinctValues():
            yield from (*constraint.over, *_among((constraint.value,)))
        case TasksApart() | CapacityLimit():
            yield from (task.start for task in constraint.tasks)
            yield from _among([task.duration for task in constraint.tasks])
            if isinstance(constraint, CapacityLimit):
                yield from _among((*constraint.demands, constraint.capacity))
        case Calculation():
            yield from (*constraint.over, constraint.result)
        case Linear():
            yield from (number for _, number in constraint.terms)
        case Compare() | Distance():
            yield from (constraint.left, constraint.right)
        case Differ() | InverseLists() | Lexicographic():
            yield from (*constraint.left, *constraint.right)
        case Element():
            yield constraint.index
            yield from _among((*constraint.items, constraint.value))


def _among(operands: Sequence[tuple[str, int]]) -> Iterator[int]:
    """Iterate over those operands that are variables, leaving out constants."""
    return (number for kind, number in operands if kind == "var")


def _facts(constraint: Constraint) -> Iterator[int]:
    match constraint:
        case Clause() | Count() | Connected() | Loop():
            yield from constraint.lits
        case Bulk():
            yield from constraint.lits.tolist()
        case Linear():
            yield from (fact for _, fact in constraint.facts)
        case Logic():
            yield from facts_of(constraint.formula)
        case TasksApart() | CapacityLimit():
            yield from (task.present for task in constraint.tasks if task.present is not None)


Check = Callable[[Constraint, PartialAssignment], Faults]
Due = list[tuple[Constraint, frozenset[int]]]
"""Constraints, each with the positions of its variables in the search order."""

Tie = tuple[Constraint, frozenset[int]]
"""A constraint and its hidden variables."""

_MOST_TRIES = 100_000


@dataclass(frozen=True)
class Piece:
    """A component of hidden variables in search order; `due[i]` are the constraints to check after variable i."""

    order: tuple[int, ...]
    due: tuple[Due, ...]


def faults_of_hidden(piece: Piece, known: PartialAssignment, check: Check) -> Iterator[Fault]:
    """Yield the faults that no values of the hidden variables avoid; none if the search takes too long."""
    if _search(piece, known, check) is not False:
        return
    for number, due in zip(piece.order, piece.due, strict=True):
        yield from _least_wrong(number, due, known, check)


def _search(piece: Piece, known: PartialAssignment, check: Check) -> bool | None:
    """Return whether some values satisfy a component; None if many attempts do not decide it."""
    values, _ = _values(piece.order[0], piece.due[0], known)
    ahead = [values]
    blamed: list[set[int]] = [set()]
    for _ in range(_MOST_TRIES):
        place = len(ahead) - 1
        number = piece.order[place]
        known.forget(number)
        value = next(ahead[-1], None)
        if value is None:
            reasons = blamed.pop()
            if not reasons:
                return False
            back = max(reasons)
            for passed in piece.order[back + 1 : place]:
                known.forget(passed)
            del ahead[back + 1 :], blamed[back + 1 :]
            blamed[back] |= reasons - {back}
            continue
        known.settle(number, value)
        culprit = next((places for constraint, places in piece.due[place] if check(constraint, known)), None)
        if culprit is not None:
            blamed[-1] |= culprit - {place}
        elif len(ahead) == len(piece.order):
            return True
        else:
            values, reasons = _values(piece.order[place + 1], piece.due[place + 1], known)
            ahead.append(values)
            blamed.append(reasons - {place + 1})
    return None


def _values(number: int, due: Due, known: PartialAssignment) -> tuple[Iterator[int], set[int]]:
    """Return the values to try for a variable, true first for a boolean, and the places that determine its value."""
    variable = known.statement.variables[number]
    if not variable.boolean:
        for constraint, places in due:
            values = _determined(number, constraint, known)
            if values is not None:
                return (value for value in values if value in variable.values), set(places)
    return iter((1, 0) if variable.boolean else variable.values), set()


def _determined(number: int, constraint: Constraint, known: PartialAssignment) -> tuple[int, ...] | None:
    """Return the at most one value that an unconditional constraint allows; None if it may allow several.

    All other variables of the constraint are known.
    """
    if constraint.when:
        return None
    match constraint:
        case Calculation(result=result, over=over) if result == number and number not in over:
            return (calculated(constraint, known),)
        case Compare(left=left, op="=", right=right, offset=offset) if left != right:
            return (known.values[right] + offset if left == number else known.values[left] - offset,)
        case Linear(terms=terms, op="=", value=total, facts=facts):
            factor = sum(times for times, each in terms if each == number)
            rest = sum(times * known.values[each] for times, each in terms if each != number)
            rest += sum(times for times, fact in facts if known.holds(fact))
            if factor:
                return () if (total - rest) % factor else ((total - rest) // factor,)
        case Element(index=index, items=items, value=("var", result), first=first) if result == number != index:
            place = known.values[index] - first
            if 0 <= place < len(items) and items[place] != ("var", number):
                kind, item = items[place]
                return (known.values[item] if kind == "var" else item,)
    return None


def _least_wrong(number: int, due: Due, known: PartialAssignment, check: Check) -> Faults:
    """Set a variable to the value with the fewest faults, and return these; a wide variable gets its first value.

    Constraints with `when` count more: they define the hidden condition, so the fault lies with its use.
    """

    def wrong(value: int) -> list[tuple[Constraint, Faults]]:
        known.forget(number)
        known.settle(number, value)
        return [(constraint, faults) for constraint, _ in due if (faults := check(constraint, known))]

    def weight(value: int) -> int:
        return sum(2 if constraint.when else 1 for constraint, _ in wrong(value))

    variable = known.statement.variables[number]
    candidates = iter((1, 0) if variable.boolean else variable.values)
    if variable.wide:
        candidates = islice(chain(_values(number, due, known)[0], variable.values), 1)
    return tuple(fault for _, broken_by in wrong(min(candidates, key=weight)) for fault in broken_by)


def pieces(known: PartialAssignment, unknown: Collection[int]) -> tuple[list[Constraint], list[Piece]]:
    """Split constraints into those over known variables, and components connected by hidden variables."""
    among, plain, ties = frozenset(unknown), list[Constraint](), list[Tie]()
    for constraint in known.statement.every_constraint:
        own = scope(constraint, known) & among
        if own:
            ties.append((constraint, own))
        else:
            plain.append(constraint)
    return plain, [_ordered(hanging) for hanging in _components(ties)]


def _components(ties: Sequence[Tie]) -> list[list[Tie]]:
    """Split the ties into components that share no variable."""
    of = {number: {number} for _, own in ties for number in own}
    for _, (first, *others) in ties:
        for neighbour in others:
            if of[neighbour] is not of[first]:
                small, large = sorted((of[neighbour], of[first]), key=len)
                large |= small
                of |= dict.fromkeys(small, large)
    by_root: dict[int, list[Tie]] = {}
    for constraint, own in ties:
        by_root.setdefault(id(of[min(own)]), []).append((constraint, own))
    return list(by_root.values())


def _ordered(ties: Sequence[Tie]) -> Piece:
    """Order variables by propagation: first those that one constraint determines, then those that these determine."""
    left = [set(own) for _, own in ties]
    tied_by: dict[int, list[int]] = {}
    for tie, (_, numbers) in enumerate(ties):
        for number in numbers:
            tied_by.setdefault(number, []).append(tie)
    place: dict[int, int] = {}
    queue = [(len(own), min(own), tie) for tie, own in enumerate(left)]
    heapify(queue)
    while queue:
        _, number, _ = heappop(queue)
        if number not in place:
            place[number] = len(place)
            for tie in tied_by[number]:
                left[tie].remove(number)
                if left[tie]:
                    heappush(queue, (len(left[tie]), min(left[tie]), tie))
    due: list[Due] = [[] for _ in place]
    for constraint, own in ties:
        places = frozenset(place[number] for number in own)
        due[max(places)].append((constraint, places))
    return Piece(tuple(place), tuple(due))


FAULTS: dict[type[Constraint], Callable[[Any, PartialAssignment], Faults]] = {
    AllDifferent: constraints.check_all_different,
    Calculation: check_arithmetic,
    Automaton: check_automaton,
    Bulk: check_bulk,
    Cardinality: global_constraints.check_cardinality,
    RoundTrip: global_constraints.check_circuit,
    Clause: check_clause,
    Compare: check_compare,
    Connected: check_connected,
    Count: check_count,
    CapacityLimit: global_constraints.check_cumulative,
    Differ: check_differ,
    Distance: check_distance,
    DistinctValues: global_constraints.check_distinct_values,
    Element: check_element,
    InverseLists: global_constraints.check_inverse,
    Lexicographic: global_constraints.check_lexicographic,
    Linear: check_linear,
    Logic: check_logic,
    Loop: check_loop,
    TasksApart: global_constraints.check_no_overlap,
    Product: check_product,
    Table: check_table,
}

_NO_VALUE = Message("{name} has no value", "{name} n'a pas de valeur")
_OTHER_VALUE = Message("{name} cannot be {value}", "{name} ne peut pas valoir {value}")


@dataclass(frozen=True, slots=True)
class Breach:
    """A group that an assignment violates. `how` names the values at fault."""

    group: Group
    how: Sentence


def broken(statement: Statement, values: Sequence[int | None]) -> Group | None:
    """Return the first group that an assignment violates, or None."""
    first = next(breaches(statement, values), None)
    return None if first is None else first.group


def breaches(statement: Statement, values: Sequence[int | None]) -> Iterator[Breach]:
    """Yield all groups that an assignment violates.

    `values` has one value per variable. Values of hidden variables may be missing; a group is then broken if all their
    values break it. If a variable has no value or an invalid one, nothing else is checked.
    """
    known = PartialAssignment(statement)
    unsound = () if known.settle_all(values) else tuple(_settled_one_by_one(known, values))
    yield from unsound
    if not unsound:
        for group, how in _faults(known):
            yield Breach(GroupIndex.of(statement).groups[group], how)


def _settled_one_by_one(known: PartialAssignment, values: Sequence[int | None]) -> Iterator[Breach]:
    """Set the values in order; yield a breach for each missing or invalid value."""
    for number, variable in enumerate(known.statement.variables):
        value = values[number] if number < len(values) else None
        if value is None and variable.hidden and variable.values:
            continue
        if value is None:
            yield Breach(variable.holds, _NO_VALUE(name=known.name(number)))
        elif not known.settle(number, value):
            yield Breach(variable.holds, _OTHER_VALUE(name=known.name(number), value=value))


def _faults(known: PartialAssignment) -> Iterator[Fault]:
    statement, tied = known.statement, list[Piece]()
    constraints: Sequence[Constraint] = statement.every_constraint
    if len(statement.variables) > statement.shown:
        key = "hidden", known.unknown()
        if key not in statement.cache:
            statement.cache[key] = pieces(known, key[1])
        constraints, tied = statement.cache[key]
    for constraint in constraints:
        if (not constraint.when or known.all_hold(constraint.when)) and (
            faults := FAULTS[type(constraint)](constraint, known)
        ):
            yield from faults
    for piece in tied:
        yield from faults_of_hidden(piece, known, _check)


def _check(constraint: Constraint, known: PartialAssignment) -> Faults:
    return FAULTS[type(constraint)](constraint, known) if known.all_hold(constraint.when) else NO_FAULT
