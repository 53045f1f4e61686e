"""Tables, binary relations and automata as CNF.

A forbidden row is a clause. A table of two columns is a relation: for each value of one variable, its supports in the
other, or the few values against it; both directions are written, so unit propagation enforces arc consistency. In other
tables each row has an auxiliary that implies its facts; one of them is true, and each fact needs a row that has it.
Under a condition the auxiliaries are defined in both directions; otherwise the facts determine them, except while the
table is switched off. Large tables, such as lexicons, are written as arrays.

Sums, products and automata are read choice by choice with states. After each choice there is a layer of states; those
that cannot be reached, or from which nothing is accepted, are left out. A state's literal is defined in both directions
("these choices lead here"), and no choice leads out of the remaining states. A nondeterministic automaton uses "can be
reached" instead.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf.at_most_one import Ints, even_starts
from entails.encoders.cnf.writer import TRUE, Size, Space, Writer
from entails.models.constraints import Automaton, Table
from entails.models.encoding import Clauses

FEW_TUPLES = 2
"""Maximum number of incompatible partner values that are excluded by a clause each."""

Goes = Callable[[int, int], bool]
"""A function that returns whether the left variable may have the first value while the right one has the second."""


def size_relation(left: int, right: int, space: Space) -> Size:
    """Predict the size of a binary relation: a clause per value of each variable, or a few excluded pairs."""
    left_values, right_values = space.count(left), space.count(right)
    return Size(
        max(FEW_TUPLES, 1) * (left_values + right_values),
        2 * left_values * right_values + left_values + right_values + 2 * FEW_TUPLES * (left_values + right_values),
    )


def claim_relation(left: int, right: int, goes: Goes, out: Writer) -> None:
    """Add clauses that allow only the pairs of values for which `goes` is true; it is called for every pair."""
    lefts, rights = out.facts(left), out.facts(right)
    against: dict[int, int] = dict.fromkeys(rights.values(), 0)
    supports: dict[int, list[int]] = {literal: [] for literal in rights.values()}
    for value, literal in lefts.items():
        with_it = [partner for number, partner in rights.items() if goes(value, number)]
        for partner in with_it:
            supports[partner].append(literal)
        named = _name(literal, with_it, list(rights.values()), out)
        for partner in named:
            against[partner] += 1
    for partner, with_it in supports.items():
        if len(with_it) + against[partner] < len(lefts):
            out.claim(-partner, *with_it)


def _name(literal: int, with_it: list[int], others: list[int], out: Writer) -> list[int]:
    """Add a clause with the supports of a literal, or exclude its other partners if they are few; return those."""
    if not with_it:
        out.claim(-literal)
        return others
    if len(others) - len(with_it) <= FEW_TUPLES:
        fine = set(with_it)
        named = [partner for partner in others if partner not in fine]
        for partner in named:
            out.claim(-literal, -partner)
        return named
    out.claim(-literal, *with_it)
    return []


FEW = 64
"""Number of rows below which a table is written without arrays, which have a higher fixed cost."""


def size_table(table: Table, space: Space) -> Size:
    rows, width = len(table.rows), len(table.over)
    if not table.allowed:
        return Size(rows, rows * width)
    if width == 2:
        return size_relation(table.over[0], table.over[1], space)
    values = sum(space.count(variable) for variable in table.over)
    both = rows if table.when else 0
    return Size(1 + rows * width + values + both, rows * (3 * width + 1) + values + both * (width + 1), rows)


def write_table(table: Table, out: Writer) -> None:
    if len(table.rows) < FEW and len(table.over) > 1:
        _write_few(table, out)
        return
    rows = literals(table, out.space)
    if not table.allowed:
        _forbid(rows, out)
    elif not len(rows):
        out.claim()
    elif len(table.over) == 1:
        fine = set(rows[:, 0].tolist())
        out.claim_all((-literal,) for literal in out.facts(table.over[0]).values() if literal not in fine)
    elif len(table.over) == 2:
        _go_together(table, set(map(tuple, rows.tolist())), out)
    elif table.over:
        _allow(table, rows, out)


def literals(table: Table, space: Space) -> Ints:
    """Return the rows of a table as literals, without duplicates and without rows that no assignment has."""
    array, width = table.rows.array, len(table.over)
    if not width:
        return np.zeros((min(len(array), 1), 0), np.int32)
    lits_of_rows = np.empty(array.shape, np.int32)
    for column, variable in enumerate(table.over):
        facts = space.facts(variable)
        values = np.fromiter(facts, np.int64, len(facts))
        places = np.minimum(np.searchsorted(values, array[:, column]), len(values) - 1)
        lits = np.fromiter(facts.values(), np.int32, len(facts))
        lits_of_rows[:, column] = np.where(values[places] == array[:, column], lits[places], 0)
        earlier = table.over.index(variable)
        if earlier != column:
            lits_of_rows[:, column] *= lits_of_rows[:, column] == lits_of_rows[:, earlier]
    lits_of_rows = lits_of_rows[lits_of_rows.all(axis=1)]
    return lits_of_rows[np.sort(_first_of_each(lits_of_rows))]


def _first_of_each(rows: Ints) -> NDArray[np.intp]:
    """Return the first index of each distinct row; rows are compared as single numbers if they fit."""
    if not len(rows):
        return np.zeros(0, np.intp)
    lowest = rows.min(axis=0)
    spans = [int(span) for span in rows.max(axis=0) - lowest + 1]
    if prod(spans) >= 1 << 62:
        return np.unique(rows, axis=0, return_index=True)[1]
    keys = np.zeros(len(rows), np.int64)
    for column, span in enumerate(spans):
        keys = keys * span + (rows[:, column] - lowest[column])
    return np.unique(keys, return_index=True)[1]


def _write_few(table: Table, out: Writer) -> None:
    """Write a small table without arrays, which have a higher fixed cost."""
    facts = [out.facts(variable) for variable in table.over]
    columns = (
        [own.get(value, 0) for value in column] for own, column in zip(facts, table.rows.array.T.tolist(), strict=True)
    )
    rows = sorted(row for row in {*zip(*columns, strict=True)} if 0 not in row and _agrees(row, table.over))
    if not table.allowed:
        out.claim_all([-literal for literal in row] for row in rows)
    elif not rows:
        out.claim()
    elif len(table.over) == 2:
        _go_together(table, set(rows), out)
    else:
        first: int = out.once(
            ("rows", table.over, table.rows, bool(table.when)), lambda: _few_variables(rows, table, out)
        )
        chosen = range(first, first + len(rows))
        out.claim(*chosen)
        for column, own in enumerate(facts):
            having: dict[int, list[int]] = {literal: [-literal] for literal in own.values()}
            for variable, row in zip(chosen, rows, strict=True):
                having[row[column]].append(variable)
            out.claim_all(having.values())


def _agrees(row: tuple[int, ...], over: tuple[int, ...]) -> bool:
    """Return whether a row gives a variable that is in several columns the same value in each."""
    return len(set(over)) == len(over) or len(set(zip(over, row, strict=True))) == len(set(over))


def _go_together(table: Table, pairs: set[tuple[int, ...]], out: Writer) -> None:
    left, right = table.over
    lefts, rights = out.facts(left), out.facts(right)
    claim_relation(left, right, lambda a, b: (lefts[a], rights[b]) in pairs, out)


def _few_variables(rows: list[tuple[int, ...]], table: Table, out: Writer) -> int:
    """Add a selector variable per row, which implies the row's facts; return the first one. For small tables."""
    first = out.top + 1
    for row in rows:
        here = out.fresh()
        out.define_all((-here, literal) for literal in row)
        if table.when:
            out.define(here, *(-literal for literal in row))
    return first


def _forbid(rows: Ints, out: Writer) -> None:
    out.block(Clauses(*_guarded(-rows, out), np.full(len(rows), out.group, np.int32)))


def _guarded(rows: Ints, out: Writer) -> tuple[Ints, Ints]:
    guard = np.broadcast_to(np.array(out.guard, np.int32), (len(rows), len(out.guard)))
    full = np.hstack([rows, guard]) if len(out.guard) else rows
    return full.ravel(), even_starts(*full.shape)


def _allow(table: Table, rows: Ints, out: Writer) -> None:
    chosen = out.once(("rows", table.over, table.rows, bool(table.when)), lambda: _row_variables(rows, table, out))
    supports = _supports(table, rows, chosen, out)
    starts = np.zeros(len(supports) + 1, np.int32)
    np.cumsum([len(support) for support in supports], out=starts[1:])
    out.block(Clauses(np.concatenate(supports), starts, np.full(len(supports), out.group, np.int32)))


def _row_variables(rows: Ints, table: Table, out: Writer) -> Ints:
    """Add a selector variable per row, which implies the row's facts; return these variables."""
    count, width = rows.shape
    chosen = np.arange(out.top + 1, out.top + count + 1, dtype=np.int32)
    out.top += count
    implied = np.stack([np.repeat(-chosen, width), rows.ravel()], axis=1)
    out.block(Clauses(implied.ravel(), even_starts(len(implied), 2), np.full(len(implied), out.definitions, np.int32)))
    if table.when:
        spelt = np.hstack([chosen[:, None], -rows])
        out.block(Clauses(spelt.ravel(), even_starts(count, width + 1), np.full(count, out.definitions, np.int32)))
    return chosen


def _supports(table: Table, rows: Ints, chosen: Ints, out: Writer) -> list[Ints]:
    """Return the clause "one of the rows is selected", and for each fact the clause of the rows that support it."""
    guard = np.array(out.guard, np.int32)
    clauses = [np.concatenate([chosen, guard])]
    for column, variable in enumerate(table.over):
        order = _in_order(rows[:, column])
        sorted_lits, sorted_rows = rows[order, column], chosen[order]
        lits = np.fromiter(out.facts(variable).values(), np.int32)
        begins, ends = np.searchsorted(sorted_lits, lits), np.searchsorted(sorted_lits, lits, side="right")
        for literal, begin, end in zip(lits.tolist(), begins.tolist(), ends.tolist(), strict=True):
            clauses.append(np.concatenate([np.array([-literal], np.int32), sorted_rows[begin:end], guard]))
    return clauses


def _in_order(numbers: Ints) -> NDArray[np.intp]:
    """Return the indices that sort an array of numbers; 16-bit numbers are sorted faster."""
    rising = numbers - numbers.min()
    return np.argsort(rising.astype(np.uint16) if rising.max() < 1 << 16 else rising, kind="stable")


Choice = Sequence[tuple[int, int]]
"""Pairs (value, literal) of which exactly one literal is true. Values may be equal."""
State = int
Step = Callable[[int, State, int], State | None]
"""A function from the number of a layer, a state and the chosen value to the next state.

It returns None if nothing can be accepted any more, and `DONE` if everything is accepted.
"""

DONE: State = -(1 << 62)


@dataclass
class _Layer:
    """The transitions at one position: `edges[state]` are (literal, next state) pairs."""

    edges: dict[State, list[tuple[int, State]]] = field(default_factory=dict)


def claim_layers(key: Hashable, choices: Sequence[Choice], start: State, step: Step, out: Writer) -> None:
    """Add clauses that make an automaton accept the choices. After the last one, `step` returns None or DONE.

    The definitions are cached under `key`, which must identify choices, start and step.
    """
    out.claim_all(out.once(("layers", key), lambda: _clauses(choices, start, step, out)))


def _clauses(choices: Sequence[Choice], start: State, step: Step, out: Writer) -> list[list[int]]:
    """Define a literal per state; return the clauses that restrict the choices."""
    layers = _living(choices, start, step)
    if not layers[0].edges:
        return [[]]
    claims: list[list[int]] = []
    literal_of: dict[State, int] = {start: TRUE}
    ended = False
    for choice, layer in zip(choices, layers, strict=True):
        for state, edges in layer.edges.items():
            claims += _no_way_out(literal_of[state], edges, choice)
        literal_of, done = _next_states(layer, literal_of, choice, out)
        ended = ended or done
        if not ended and TRUE not in (living := list(literal_of.values())):
            claims.append(living)
    return claims


def _living(choices: Sequence[Choice], start: State, step: Step) -> list[_Layer]:
    """Return the transitions at each position, without states that lie on no path from the start to acceptance."""
    layers: list[_Layer] = []
    states = [start]
    for place, choice in enumerate(choices):
        layer, following_states = _Layer(), dict[State, None]()
        for state in states:
            edges = layer.edges[state] = []
            for value, literal in choice:
                if (following := step(place, state, value)) is not None:
                    edges.append((literal, following))
                    if following != DONE:
                        following_states[following] = None
        layers.append(layer)
        states = list(following_states)
    alive = {DONE}
    for layer in reversed(layers):
        for state, edges in list(layer.edges.items()):
            layer.edges[state] = left = [edge for edge in edges if edge[1] in alive]
            if not left:
                del layer.edges[state]
        alive = {DONE, *layer.edges}
    return layers


def _no_way_out(state: int, edges: list[tuple[int, State]], choice: Choice) -> list[list[int]]:
    """Return clauses that allow only choices with a transition, or exclude the others if these are fewer."""
    going = {literal for literal, _ in edges}
    refused = [literal for _, literal in choice if literal not in going]
    here = [] if state == TRUE else [-state]
    if not refused:
        return []
    if len(going) < len(refused):
        return [[*here, *(literal for literal, _ in edges)]]
    return [[*here, -literal] for literal in refused]


def _next_states(
    layer: _Layer, literal_of: dict[State, int], choice: Choice, out: Writer
) -> tuple[dict[State, int], bool]:
    """Define the states after a choice; return them, and whether a path has been accepted already."""
    entering: dict[State, list[tuple[int, int]]] = {}
    for state, edges in layer.edges.items():
        for literal, following in edges:
            entering.setdefault(following, []).append((literal_of[state], literal))
    done = entering.pop(DONE, None) is not None
    return {state: defined(ways, choice, out) for state, ways in entering.items()}, done


def defined(ways: list[tuple[int, int]], choice: Choice, out: Writer) -> int:
    """Return a literal that is true exactly if one of these transitions is taken."""
    if all(state == TRUE for state, _ in ways):
        return out.any_of(literal for _, literal in ways)
    here = out.fresh()
    sources: dict[int, list[int]] = {}
    for state, literal in ways:
        sources.setdefault(literal, []).append(state)
    certain = {literal for state, literal in ways if state == TRUE}
    out.define_all((-state, -literal, here) for state, literal in ways if literal not in certain)
    out.define_all((-here, -literal, *states) for literal, states in sources.items() if literal not in certain)
    out.define_all((-literal, here) for literal in certain)
    if len(sources) < len(choice):
        out.define(-here, *sources)
    return here


def size_automaton(constraint: Automaton, space: Space) -> Size:
    """Return an upper bound of an automaton's size, from the transitions and states at each position."""
    transitions = set(constraint.transitions)
    states = len({state for start, _, end in transitions for state in (start, end)} | {constraint.start})
    by_value = Counter(value for _, value, _ in transitions)
    domains = Counter(space.variables[variable].values for variable in constraint.over)
    ways = sum(times * sum(by_value[value] for value in domain) for domain, times in domains.items())
    return Size(
        3 * ways + len(constraint.over) + 1, 10 * ways + states * len(constraint.over), states * len(constraint.over)
    )


def write_automaton(constraint: Automaton, out: Writer) -> None:
    if not constraint.over:
        if constraint.start not in constraint.finals:
            out.claim()
        return
    following: defaultdict[tuple[State, int], set[State]] = defaultdict(set)
    for state, value, next_state in constraint.transitions:
        following[state, value].add(next_state)
    choices = tuple(tuple(out.facts(variable).items()) for variable in constraint.over)
    if all(len(states) == 1 for states in following.values()):
        _deterministic(constraint, choices, {read: next(iter(states)) for read, states in following.items()}, out)
    else:
        _reachable(constraint, choices, following, out)


def _key(constraint: Automaton, choices: tuple[Choice, ...]) -> object:
    return "automaton", choices, constraint.start, constraint.finals, frozenset(constraint.transitions)


def _deterministic(
    constraint: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], State], out: Writer
) -> None:
    last = len(choices) - 1

    def step(place: int, state: State, value: int) -> State | None:
        following_state = following.get((state, value))
        if place < last:
            return following_state
        return DONE if following_state in constraint.finals else None

    claim_layers(_key(constraint, choices), choices, constraint.start, step, out)


def _reachable(
    constraint: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], set[State]], out: Writer
) -> None:
    """Add clauses that require, at each position, a state on a path from the start to a final state."""

    def define() -> list[list[int]]:
        ways = _ways(constraint, choices, following)
        literal_of, claims = {constraint.start: TRUE}, list[list[int]]()
        for choice, layer in zip(choices, ways, strict=True):
            if not layer:
                return [[]]
            entering: dict[State, list[tuple[int, int]]] = {}
            for state, literal, end in layer:
                entering.setdefault(end, []).append((literal_of[state], literal))
            literal_of = {state: defined(leading, choice, out) for state, leading in entering.items()}
            claims.append(list(literal_of.values()))
        return [claim for claim in claims if TRUE not in claim]

    out.claim_all(out.once(_key(constraint, choices), define))


def _ways(
    constraint: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], set[State]]
) -> list[list[tuple[State, int, State]]]:
    """Return, for each position, the (state, literal, next state) transitions on paths from start to final states."""
    layers: list[list[tuple[State, int, State]]] = []
    states = {constraint.start}
    for choice in choices:
        layers.append(
            [
                (state, literal, end)
                for state in sorted(states)
                for value, literal in choice
                for end in sorted(following.get((state, value), ()))
            ]
        )
        states = {end for _, _, end in layers[-1]}
    alive = set(constraint.finals)
    for place in range(len(layers) - 1, -1, -1):
        layers[place] = [way for way in layers[place] if way[2] in alive]
        alive = {state for state, _, _ in layers[place]}
    return layers
