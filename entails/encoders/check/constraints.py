"""A formula over facts.

No value twice. Where each value has a sentence of its own, that of a value that comes again, or never, is broken.

Values that lead through an automaton from its start to a final state.

Clauses by the million: all of them looked at as one array.

One of these holds.

Two variables compared.

Vertices that hang together.

So many of these hold.

Two rows that are not equal everywhere.

How far apart two variables are.

The item at an index has this value.

A sum compared with a number.

One closed loop: two ends of edges meet at every vertex on it, and all of it hangs together.

Multiplied they make this number.

One of these rows, or none of them.
"""

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

_FALSE = Message("it is false where {facts}", "c'est faux quand {facts}")


def check_logic(said: Logic, known: PartialAssignment) -> Faults:
    if _true(said.formula, known):
        return NO_FAULT
    return known.fault(
        said, _FALSE(facts=known.facts(lit if known.holds(lit) else -lit for lit in facts_of(said.formula)))
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
    """The facts that a formula speaks of, each once."""
    found: dict[int, None] = {}
    open_ = [formula]
    while open_:
        part = open_.pop()
        if isinstance(part, int):
            found[abs(part)] = None
        else:
            open_ += reversed(part[1:])
    yield from found


_AGAIN = Message("{value} comes more than once: {where}", "{value} apparaît plusieurs fois : {where}")
_NEVER = Message("{value} does not come at all", "{value} n'apparaît pas")


def check_all_different(said: AllDifferent, known: PartialAssignment) -> Faults:
    if len(set(map(known.values.__getitem__, said.over))) == len(said.over):
        return NO_FAULT
    counted = Counter(known.values[number] for number in said.over)
    if fine := GroupIndex.of(known.statement).fine(said):
        return tuple((group, _how(said, value, known)) for value, group in fine.items() if counted[value] != 1)
    again = [value for value in sorted(counted) if counted[value] > 1 and value not in said.apart_from]
    return known.fault(said, _how(said, again[0], known)) if again else NO_FAULT


def _how(said: AllDifferent, value: int, known: PartialAssignment) -> Sentence:
    where = [number for number in said.over if known.values[number] == value]
    if where:
        return _AGAIN(value=known.shown(where[0]), where=known.told(where))
    return _NEVER(value=known.statement.variables[said.over[0]].shown(value))


_REFUSED = Message("this row is refused: {row}", "cette suite est refusée : {row}")


def check_automaton(said: Automaton, known: PartialAssignment) -> Faults:
    states = {said.start}
    for number in said.over:
        value = known.values[number]
        states = {after for before, read, after in said.transitions if read == value and before in states}
    if not states.isdisjoint(said.finals):
        return NO_FAULT
    return known.fault(said, _REFUSED(row=known.told(said.over)))


_NONE = Message("none of these holds: {facts}", "rien de ceci n'est vrai : {facts}")


def check_bulk(said: Bulk, known: PartialAssignment) -> Faults:
    true = np.zeros(known.statement.facts + 1, bool)
    true[np.array(list(known.true), np.int64)] = True
    held = true[np.abs(said.lits)] == (said.lits > 0)
    counted = np.concatenate([[0], np.cumsum(held)])
    empty_handed = np.flatnonzero(counted[said.starts[1:]] == counted[said.starts[:-1]]).tolist()
    if not empty_handed:
        return NO_FAULT
    groups = said.group_of.tolist() or [said.group] * (len(said.starts) - 1)
    first_of = {groups[clause]: clause for clause in reversed(empty_handed)}
    return tuple(
        fault
        for group, clause in sorted(first_of.items())
        for fault in known.fault(said, _NONE(facts=known.facts(_clause(said, clause))), group)
    )


def _clause(said: Bulk, clause: int) -> list[int]:
    return [int(lit) for lit in said.lits[said.starts[clause] : said.starts[clause + 1]]]


def check_clause(said: Clause, known: PartialAssignment) -> Faults:
    true = known.true
    for lit in said.lits:
        if lit in true if lit > 0 else -lit not in true:
            return NO_FAULT
    return known.fault(said, _NONE(facts=known.facts(said.lits)))


def check_compare(said: Compare, known: PartialAssignment) -> Faults:
    left, right = known.values[said.left], known.values[said.right]
    if compares(left, said.op, right + said.offset):
        return NO_FAULT
    return known.fault(said, known.told((said.left, said.right)))


_NO_ROOT = Message("{root} does not hold", "{root} n'est pas vrai")
_APART = Message("{one} and {other} do not hang together", "{one} et {other} ne sont pas reliés")


def check_connected(said: Connected, known: PartialAssignment) -> Faults:
    inside = {vertex for vertex, lit in enumerate(said.lits) if known.holds(lit)}
    if said.root is not None and said.root not in inside:
        return known.fault(said, _NO_ROOT(root=known.fact(said.lits[said.root])))
    if not inside:
        return NO_FAULT
    first = min(inside)
    alone = inside - reached(first, [edge for edge in said.edges if edge[0] in inside and edge[1] in inside])
    if not alone:
        return NO_FAULT
    one, other = known.fact(said.lits[first]), known.fact(said.lits[min(alone)])
    return known.fault(said, _APART(one=one, other=other))


def reached(start: int, edges: list[tuple[int, int]]) -> set[int]:
    """The vertices that edges lead to from one of them."""
    beside: dict[int, list[int]] = {}
    for one, other in edges:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found, ahead = {start}, [start]
    while ahead:
        new = [other for other in beside.get(ahead.pop(), ()) if other not in found]
        found.update(new)
        ahead += new
    return found


_COUNTED = Message("{found} of these hold, not {op} {k}: {facts}", "{found} sont vrais, pas {op} {k} : {facts}")


def check_count(said: Count, known: PartialAssignment) -> Faults:
    found = sum(map(known.holds, said.lits))
    if compares(found, said.op, said.k):
        return NO_FAULT
    return known.fault(said, _COUNTED(found=found, op=said.op, k=said.k, facts=known.facts(said.lits)))


_EQUAL = Message("both are the same: {row}", "les deux sont identiques : {row}")


def check_differ(said: Differ, known: PartialAssignment) -> Faults:
    if any(known.values[one] != known.values[other] for one, other in zip(said.left, said.right, strict=True)):
        return NO_FAULT
    return known.fault(said, _EQUAL(row=known.told(said.left)))


_DISTANCE_APART = Message(
    "they are {apart} apart, not {op} {k}: {both}", "leur écart est {apart}, pas {op} {k} : {both}"
)


def check_distance(said: Distance, known: PartialAssignment) -> Faults:
    apart = abs(known.values[said.left] - known.values[said.right])
    if compares(apart, said.op, said.k):
        return NO_FAULT
    both = known.told((said.left, said.right))
    return known.fault(said, _DISTANCE_APART(apart=apart, op=said.op, k=said.k, both=both))


_NO_ITEM = Message("{index}, and there is no such item", "{index}, et il n'y a pas de tel élément")
_ITEM = Message(
    "{index}, and the item there is {found}, not {wanted}", "{index}, et l'élément est {found}, pas {wanted}"
)


def check_element(said: Element, known: PartialAssignment) -> Faults:
    place = known.values[said.index] - said.first
    if not 0 <= place < len(said.items):
        return known.fault(said, _NO_ITEM(index=known.told((said.index,))))
    there, wanted = _read(said.items[place], known), _read(said.value, known)
    if there == wanted:
        return NO_FAULT
    shown, instead = _shown(there, said, known), _shown(wanted, said, known)
    return known.fault(said, _ITEM(index=known.told((said.index,)), found=shown, wanted=instead))


def _read(item: tuple[str, int], known: PartialAssignment) -> int:
    kind, number = item
    return known.values[number] if kind == "var" else number


def _shown(value: int, said: Element, known: PartialAssignment) -> int | str:
    """The value as one of the variables would show it, where one has it."""
    variables = (known.statement.variables[number] for kind, number in (*said.items, said.value) if kind == "var")
    return next((variable.shown(value) for variable in variables if value in variable.values), value)


_SUM = Message("the sum is {total}, not {op} {value}: {parts}", "la somme est {total}, pas {op} {value} : {parts}")


def check_linear(said: Linear, known: PartialAssignment) -> Faults:
    total = sum(times * known.values[number] for times, number in said.terms)
    total += sum(times for times, fact in said.facts if known.holds(fact))
    if compares(total, said.op, said.value):
        return NO_FAULT
    parts = known.told(number for _, number in said.terms)
    return known.fault(said, _SUM(total=total, op=said.op, value=said.value, parts=parts))


_NO_LOOP = Message("there is no loop", "il n'y a pas de boucle")
_ENDS = Message("it ends or branches: {edges}", "elle s'arrête ou se divise : {edges}")
_SEVERAL = Message("{one} and {other} are of different loops", "{one} et {other} sont de boucles différentes")


def check_loop(said: Loop, known: PartialAssignment) -> Faults:
    drawn = [(edge, lit) for edge, lit in zip(said.edges, said.lits, strict=True) if known.holds(lit)]
    if not drawn:
        return known.fault(said, _NO_LOOP())
    meeting = Counter(vertex for edge, _ in drawn for vertex in edge)
    odd = [vertex for vertex, ends in meeting.items() if ends != 2]
    if odd:
        return known.fault(said, _ENDS(edges=known.facts(lit for edge, lit in drawn if odd[0] in edge)))
    (first, lit), *_ = drawn
    on_it = reached(first[0], [edge for edge, _ in drawn])
    for edge, elsewhere in drawn:
        if edge[0] not in on_it:
            return known.fault(said, _SEVERAL(one=known.fact(lit), other=known.fact(elsewhere)))
    return NO_FAULT


_PRODUCT = Message("the product is {found}, not {value}: {parts}", "le produit est {found}, pas {value} : {parts}")


def check_product(said: Product, known: PartialAssignment) -> Faults:
    found = prod(known.values[number] for number in said.over)
    if found == said.value:
        return NO_FAULT
    return known.fault(said, _PRODUCT(found=found, value=said.value, parts=known.told(said.over)))


_NOT_A_ROW = Message("no row of the table has {row}", "aucune ligne de la table n'a {row}")
_A_ROW = Message("a row of the table has {row}", "une ligne de la table a {row}")


def check_table(said: Table, known: PartialAssignment) -> Faults:
    row = [known.values[number] for number in said.over]
    if bool((said.rows.array == row).all(axis=1).any()) == said.allowed:
        return NO_FAULT
    how = _NOT_A_ROW if said.allowed else _A_ROW
    return known.fault(said, how(row=known.told(said.over)))
