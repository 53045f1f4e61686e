"""Checks of single constraints, one function per constraint type; each returns faults with sentences."""

from collections import Counter
from collections.abc import Iterator
from math import prod

import numpy as np

from entails.encoders.check.assignment import NO_FAULT, Faults, PartialAssignment, compares
from entails.locale.message import Message, Sentence
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    Clause,
    Compare,
    Connected,
    Count,
    Differ,
    Distance,
    Element,
    Formula,
    Linear,
    Logic,
    Loop,
    Product,
    Table,
)
from entails.models.statement import GroupIndex

_FALSE = Message("false if {facts}", "faux si {facts}")


def check_logic(constraint: Logic, known: PartialAssignment) -> Faults:
    if _true(constraint.formula, known):
        return NO_FAULT
    return known.fault(
        constraint, _FALSE(facts=known.facts(lit if known.holds(lit) else -lit for lit in facts_of(constraint.formula)))
    )


def _true(formula: Formula, known: PartialAssignment) -> bool:
    if isinstance(formula, int):
        return known.holds(formula)
    name, *parts = formula
    match name:
        case "and":
            return all(_true(part, known) for part in parts)
        case "or":
            return any(_true(part, known) for part in parts)
        case "not":
            return not _true(parts[0], known)
        case "implies":
            return not _true(parts[0], known) or _true(parts[1], known)
    truths = [_true(part, known) for part in parts]
    return len(set(truths)) < 2 if name == "iff" else truths.count(True) % 2 == 1


def facts_of(formula: Formula) -> Iterator[int]:
    """Iterate over the facts of a formula, without duplicates."""
    facts: dict[int, None] = {}
    open_ = [formula]
    while open_:
        part = open_.pop()
        if isinstance(part, int):
            facts[abs(part)] = None
        else:
            open_ += reversed(part[1:])
    yield from facts


_AGAIN = Message("{value} occurs more than once: {where}", "{value} apparaît plusieurs fois : {where}")
_NEVER = Message("{value} does not occur", "{value} n'apparaît pas")


def check_all_different(constraint: AllDifferent, known: PartialAssignment) -> Faults:
    if len(set(map(known.values.__getitem__, constraint.over))) == len(constraint.over):
        return NO_FAULT
    counted = Counter(known.values[number] for number in constraint.over)
    if fine := GroupIndex.of(known.statement).fine(constraint):
        return tuple((group, _how(constraint, value, known)) for value, group in fine.items() if counted[value] != 1)
    again = [value for value in sorted(counted) if counted[value] > 1 and value not in constraint.apart_from]
    return known.fault(constraint, _how(constraint, again[0], known)) if again else NO_FAULT


def _how(constraint: AllDifferent, value: int, known: PartialAssignment) -> Sentence:
    where = [number for number in constraint.over if known.values[number] == value]
    if where:
        return _AGAIN(value=known.shown(where[0]), where=known.described(where))
    return _NEVER(value=known.statement.variables[constraint.over[0]].shown(value))


_REFUSED = Message("this sequence is rejected: {row}", "cette suite est refusée : {row}")


def check_automaton(constraint: Automaton, known: PartialAssignment) -> Faults:
    states = {constraint.start}
    for number in constraint.over:
        value = known.values[number]
        states = {after for before, read, after in constraint.transitions if read == value and before in states}
    if not states.isdisjoint(constraint.finals):
        return NO_FAULT
    return known.fault(constraint, _REFUSED(row=known.described(constraint.over)))


_NONE = Message("none of these is true: {facts}", "rien de ceci n'est vrai : {facts}")


def check_bulk(constraint: Bulk, known: PartialAssignment) -> Faults:
    if known.statement.wide:
        held = np.isin(np.abs(constraint.lits), [fact for fact in known.true if fact]) == (constraint.lits > 0)
    else:
        true = np.zeros(known.statement.facts + 1, bool)
        true[np.array(list(known.true), np.int64)] = True
        held = true[np.abs(constraint.lits)] == (constraint.lits > 0)
    counted = np.concatenate([[0], np.cumsum(held)])
    empty_handed = np.flatnonzero(counted[constraint.starts[1:]] == counted[constraint.starts[:-1]]).tolist()
    if not empty_handed:
        return NO_FAULT
    groups = constraint.group_of.tolist() or [constraint.group] * (len(constraint.starts) - 1)
    first_of = {groups[clause]: clause for clause in reversed(empty_handed)}
    return tuple(
        fault
        for group, clause in sorted(first_of.items())
        for fault in known.fault(constraint, _NONE(facts=known.facts(_clause(constraint, clause))), group)
    )


def _clause(constraint: Bulk, clause: int) -> list[int]:
    return [int(lit) for lit in constraint.lits[constraint.starts[clause] : constraint.starts[clause + 1]]]


def check_clause(clause: Clause, known: PartialAssignment) -> Faults:
    true = known.true
    for lit in clause.lits:
        if lit in true if lit > 0 else -lit not in true:
            return NO_FAULT
    return known.fault(clause, _NONE(facts=known.facts(clause.lits)))


def check_compare(constraint: Compare, known: PartialAssignment) -> Faults:
    left, right = known.values[constraint.left], known.values[constraint.right]
    if compares(left, constraint.op, right + constraint.offset):
        return NO_FAULT
    return known.fault(constraint, known.described((constraint.left, constraint.right)))


_NO_ROOT = Message("{root} is false", "{root} est faux")
_APART = Message("{one} and {other} are not connected", "{one} et {other} ne sont pas reliés")


def check_connected(constraint: Connected, known: PartialAssignment) -> Faults:
    inside = {vertex for vertex, lit in enumerate(constraint.lits) if known.holds(lit)}
    if constraint.root is not None and constraint.root not in inside:
        return known.fault(constraint, _NO_ROOT(root=known.fact(constraint.lits[constraint.root])))
    if not inside:
        return NO_FAULT
    first = min(inside)
    alone = inside - reached(first, [edge for edge in constraint.edges if edge[0] in inside and edge[1] in inside])
    if not alone:
        return NO_FAULT
    first_fact, other_fact = known.fact(constraint.lits[first]), known.fact(constraint.lits[min(alone)])
    return known.fault(constraint, _APART(one=first_fact, other=other_fact))


def reached(start: int, edges: list[tuple[int, int]]) -> set[int]:
    """Return the vertices that are reachable from `start`."""
    beside: dict[int, list[int]] = {}
    for left, right in edges:
        beside.setdefault(left, []).append(right)
        beside.setdefault(right, []).append(left)
    seen, ahead = {start}, [start]
    while ahead:
        new = [right for right in beside.get(ahead.pop(), ()) if right not in seen]
        seen.update(new)
        ahead += new
    return seen


_COUNTED = Message("{found} of these are true, not {op} {k}: {facts}", "{found} sont vrais, pas {op} {k} : {facts}")


def check_count(constraint: Count, known: PartialAssignment) -> Faults:
    count = sum(map(known.holds, constraint.lits))
    if compares(count, constraint.op, constraint.k):
        return NO_FAULT
    return known.fault(
        constraint, _COUNTED(found=count, op=constraint.op, k=constraint.k, facts=known.facts(constraint.lits))
    )


_EQUAL = Message("both are equal: {row}", "les deux sont identiques : {row}")


def check_differ(constraint: Differ, known: PartialAssignment) -> Faults:
    if any(
        known.values[left] != known.values[right] for left, right in zip(constraint.left, constraint.right, strict=True)
    ):
        return NO_FAULT
    return known.fault(constraint, _EQUAL(row=known.described(constraint.left)))


_DISTANCE_APART = Message(
    "they are {apart} apart, not {op} {k}: {both}", "leur écart est {apart}, pas {op} {k} : {both}"
)


def check_distance(constraint: Distance, known: PartialAssignment) -> Faults:
    apart = abs(known.values[constraint.left] - known.values[constraint.right])
    if compares(apart, constraint.op, constraint.k):
        return NO_FAULT
    both = known.described((constraint.left, constraint.right))
    return known.fault(constraint, _DISTANCE_APART(apart=apart, op=constraint.op, k=constraint.k, both=both))


_NO_ITEM = Message("{index}, which is out of range", "{index}, hors de la liste")
_ITEM = Message(
    "{index}, and the item there is {found}, not {wanted}", "{index}, et l'élément est {found}, pas {wanted}"
)


def check_element(constraint: Element, known: PartialAssignment) -> Faults:
    place = known.values[constraint.index] - constraint.first
    if not 0 <= place < len(constraint.items):
        return known.fault(constraint, _NO_ITEM(index=known.described((constraint.index,))))
    there, wanted = _read(constraint.items[place], known), _read(constraint.value, known)
    if there == wanted:
        return NO_FAULT
    shown, instead = _shown(there, constraint, known), _shown(wanted, constraint, known)
    return known.fault(constraint, _ITEM(index=known.described((constraint.index,)), found=shown, wanted=instead))


def _read(item: tuple[str, int], known: PartialAssignment) -> int:
    kind, number = item
    return known.values[number] if kind == "var" else number


def _shown(value: int, constraint: Element, known: PartialAssignment) -> int | str:
    """Return a value in the form in which its variable shows it; unchanged if no variable takes it."""
    variables = (
        known.statement.variables[number] for kind, number in (*constraint.items, constraint.value) if kind == "var"
    )
    return next((variable.shown(value) for variable in variables if value in variable.values), value)


_SUM = Message("the sum is {total}, not {op} {value}: {parts}", "la somme est {total}, pas {op} {value} : {parts}")


def check_linear(constraint: Linear, known: PartialAssignment) -> Faults:
    total = sum(times * known.values[number] for times, number in constraint.terms)
    total += sum(times for times, fact in constraint.facts if known.holds(fact))
    if compares(total, constraint.op, constraint.value):
        return NO_FAULT
    parts = known.described(number for _, number in constraint.terms)
    return known.fault(constraint, _SUM(total=total, op=constraint.op, value=constraint.value, parts=parts))


_NO_LOOP = Message("there is no loop", "il n'y a pas de boucle")
_ENDS = Message("the loop ends or branches: {edges}", "la boucle s'arrête ou se divise : {edges}")
_SEVERAL = Message("{one} and {other} belong to different loops", "{one} et {other} sont de boucles différentes")


def check_loop(constraint: Loop, known: PartialAssignment) -> Faults:
    drawn = [(edge, lit) for edge, lit in zip(constraint.edges, constraint.lits, strict=True) if known.holds(lit)]
    if not drawn:
        return known.fault(constraint, _NO_LOOP())
    meeting = Counter(vertex for edge, _ in drawn for vertex in edge)
    odd = [vertex for vertex, ends in meeting.items() if ends != 2]
    if odd:
        return known.fault(constraint, _ENDS(edges=known.facts(lit for edge, lit in drawn if odd[0] in edge)))
    (first, lit), *_ = drawn
    on_it = reached(first[0], [edge for edge, _ in drawn])
    for edge, elsewhere in drawn:
        if edge[0] not in on_it:
            return known.fault(constraint, _SEVERAL(one=known.fact(lit), other=known.fact(elsewhere)))
    return NO_FAULT


_PRODUCT = Message("the product is {found}, not {value}: {parts}", "le produit est {found}, pas {value} : {parts}")


def check_product(constraint: Product, known: PartialAssignment) -> Faults:
    product = prod(known.values[number] for number in constraint.over)
    if product == constraint.value:
        return NO_FAULT
    return known.fault(
        constraint, _PRODUCT(found=product, value=constraint.value, parts=known.described(constraint.over))
    )


_RESULT = Message("{function} gives {value}: {parts}", "{function} donne {value} : {parts}")


def calculated(constraint: Calculation, known: PartialAssignment) -> int:
    """Return the value of a calculation's function for the known values."""
    values = [known.values[number] for number in constraint.over]
    match constraint.function:
        case "*":
            return int(prod(values))
        case "abs":
            return int(abs(values[0]))
        case "min":
            return int(min(values))
        case "max":
            return int(max(values))
    dividend, divisor = values
    quotient, remainder = divmod(dividend, divisor)
    if constraint.function in ("div", "rem") and remainder and (dividend < 0) != (divisor < 0):
        quotient, remainder = quotient + 1, remainder - divisor
    return int(quotient if constraint.function in ("//", "div") else remainder)


def check_arithmetic(constraint: Calculation, known: PartialAssignment) -> Faults:
    value = calculated(constraint, known)
    if value == known.values[constraint.result]:
        return NO_FAULT
    parts = known.described((*constraint.over, constraint.result))
    return known.fault(constraint, _RESULT(function=constraint.function, value=value, parts=parts))


_NOT_A_ROW = Message("no row of the table has {row}", "aucune ligne de la table n'a {row}")
_A_ROW = Message("a row of the table has {row}", "une ligne de la table a {row}")


def check_table(table: Table, known: PartialAssignment) -> Faults:
    row = [known.values[number] for number in table.over]
    if bool((table.rows.array == row).all(axis=1).any()) == table.allowed:
        return NO_FAULT
    how = _NOT_A_ROW if table.allowed else _A_ROW
    return known.fault(table, how(row=known.described(table.over)))
