"""`Model`: a CP-SAT model under construction, with what every kind of constraint needs to post itself.

Constraints hold under a *guard*: the switch of their group when it may be doubted, and the literals of their `when`.
What a constraint only defines (is this fact true, how far is this vertex) holds always and in one way only, so that
CP-SAT lists every answer once.

No value twice. Where each value has a sentence of its own that may be doubted, it is said value by value.

An automaton, which CP-SAT has itself; but there state and value must settle the next state.

CP-SAT leaves the states of its automaton open where it is not claimed, and lists each answer once for every way to fill
them in. So one under a condition gets states of its own, which the values settle.

Clauses by the million, each under the switch of its own group.

One of these holds.

Two variables compared: their difference against the offset.

Vertices that hang together: every one of them can be reached from the first.

How far each vertex is from the first one (or the root) is defined by its neighbours: one more than the nearest of them.
Distances are settled by the set of vertices alone, so every answer is found once; a vertex that cannot be reached is as
far as there are vertices, and the constraint says that none is.

So many of these hold: a sum of literals.

Two rows of variables are not equal everywhere: there is a place where they differ.

How far apart two variables are: their difference lies among the numbers of the right size, on either side of 0.

The item at an index has this value; an index beyond the items is refused.

A sum compared with a number, which is what CP-SAT is made for.

A formula over facts. What stands at the top is claimed; every part below gets a Boolean that is true when it is.

One closed loop: CP-SAT's circuit over the edges, each in one of its two directions.

Vertices that no edge touches are passed over, which an arc from a vertex to itself says in a circuit. So an edge from a
vertex to itself cannot be part of it: it is a loop on its own.

Multiplied they make this number: an automaton whose states are what has been multiplied so far.

Only divisors of the number lead there, so there are few states, and no product ever grows beyond the number. (CP-SAT's
own multiplication refuses factors whose product could be too large.)

One of these rows, or none of them.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial, reduce
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

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
    Formula,
    Linear,
    Logic,
    Loop,
    Op,
    Product,
    Table,
)
from entails.models.errors import UnsupportedPuzzle
from entails.models.statement import GroupIndex, Statement, Variable

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

CpLiteral = Any
"""A Boolean variable of the model or its negation."""
Guard = tuple[CpLiteral, ...]
Interval = tuple[float, float]
"""From a number to a number, both among them, or without end."""
Weighted = tuple[int, int]
"""How much it counts, and which variable or fact it is."""

MOST = 2**62
"""What the engine can count to without harm."""


class Model:
    """The variables of a statement in CP-SAT. Facts become literals when a constraint speaks of them, not before."""

    def __init__(self, statement: Statement, grain: GroupIndex) -> None:
        from entails.encoders.cpsat.light import interface

        self.api = interface()
        self.statement, self.grain = statement, grain
        self.cp: CpModel = self.api.CpModel()
        self.variables = [self._variable(said) for said in statement.variables]
        self.switches: dict[int, IntVar] = {}
        self._literals: dict[int, CpLiteral] = {}

    def domain(self, values: Iterable[int]) -> Any:
        """Return the domain of these values."""
        return self.api.Domain.from_values(list(values))

    def _variable(self, said: Variable) -> "IntVar":
        if said.boolean:
            return self.cp.new_bool_var(said.name)
        if not said.values:
            self.cp.add_bool_or([])  # a variable that can have no value: nothing is an answer
            return self.cp.new_constant(0)
        if isinstance(said.values, range) and said.values.step == 1:
            _refuse_beyond(said.values[0], said.values[-1])
            return self.cp.new_int_var(said.values[0], said.values[-1], said.name)
        _refuse_beyond(min(said.values), max(said.values))
        return self.cp.new_int_var_from_domain(self.domain(said.values), said.name)

    def facts(self) -> list[tuple["IntVar", int]]:
        """What each fact that is not hidden says: a variable and its value."""
        return [
            (variable, value)
            for variable, said in zip(self.variables, self.statement.variables[: self.statement.shown], strict=False)
            for value in ((1,) if said.boolean else said.values)
        ]

    def literal(self, fact: int) -> CpLiteral:
        """The Boolean that says this fact; for a negative one, its negation."""
        number = abs(fact)
        if number not in self._literals:
            self._literals[number] = self._literal(*self._meaning(number))
        return self._literals[number] if fact > 0 else ~self._literals[number]

    def _literal(self, variable: "IntVar", value: int, boolean: bool) -> CpLiteral:
        if boolean or tuple(self.cp.proto.variables[variable.index].domain) == (0, 1):
            return variable if value else ~variable
        return self.true_when(variable == value, variable != value)

    def literals(self, facts: Iterable[int]) -> list[CpLiteral]:
        return [self.literal(fact) for fact in facts]

    def claim(self, fact: int, guard: Guard) -> None:
        """The fact holds, or does not if it is negative: for that it need not become a literal."""
        variable, value, _ = self._meaning(abs(fact))
        self.hold(self.cp.add(variable == value if fact > 0 else variable != value), guard)

    def _meaning(self, fact: int) -> tuple["IntVar", int, bool]:
        """The variable and the value that a fact speaks of, and whether it is stated as a boolean."""
        number = bisect_right(self.statement.firsts, fact) - 1
        said = self.statement.variables[number]
        value = 1 if said.boolean else said.values[fact - self.statement.firsts[number]]
        return self.variables[number], value, said.boolean

    def true_when(self, says: Any, denies: Any) -> CpLiteral:
        """A new Boolean that is true exactly when `says` holds; `denies` is its opposite."""
        holds = self.cp.new_bool_var("")
        self.hold(self.cp.add(says), (holds,))
        self.hold(self.cp.add(denies), (~holds,))
        return holds

    def all_of(self, literals: Sequence[CpLiteral]) -> CpLiteral:
        """A Boolean that is true exactly when all of these are."""
        if len(literals) == 1:
            return literals[0]
        every = self.cp.new_bool_var("")
        self.cp.add_bool_and(literals).only_enforce_if(every)
        self.cp.add_bool_or([~literal for literal in literals] + [every])
        return every

    def guard(self, said: Constraint, group: int | None = None, fine: int | None = None) -> Guard:
        """What must be true for a constraint to be claimed: all of its `when`, and that its group (or another one of
        the statement) is not doubted. A `fine` group of the encoding is doubted in its place."""
        when, group = tuple(self.literals(said.when)), said.group if group is None else group
        number = self.grain.number[group] if fine is None else fine
        if number is None or not self.statement.every_group[group].doubtable:
            return when
        if number not in self.switches:
            self.switches[number] = self.cp.new_bool_var("")
        return (self.switches[number], *when)

    def hold(self, constraint: Any, guard: Guard) -> None:
        """The constraint is claimed where all of the guard is true."""
        if guard:
            constraint.only_enforce_if(guard)

    def never(self, guard: Guard) -> None:
        self.hold(self.cp.add_bool_or([]), guard)

    def sum(
        self, terms: Sequence[Weighted], facts: Sequence[Weighted], within: Sequence[Interval], guard: Guard
    ) -> None:
        """A sum of variables and of facts lies in one of these intervals."""
        low, high = self.extremes(terms, facts)
        cut = [(int(max(low, least)), int(min(high, most))) for least, most in within if least <= high and most >= low]
        if not cut:
            self.never(guard)
        elif cut != [(low, high)]:
            _refuse_beyond(low, high)
            domain = self.api.Domain.from_intervals([list(interval) for interval in cut])
            self.hold(self.cp.add_linear_expression_in_domain(self.total(terms, facts), domain), guard)

    def total(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> Any:
        """The sum as an expression of the model."""
        counted = [self.variables[number] for _, number in terms] + self.literals(fact for _, fact in facts)
        return self.api.LinearExpr.weighted_sum(counted, [times for times, _ in (*terms, *facts)])

    def extremes(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> tuple[int, int]:
        """The least and the largest that the sum could be."""
        spans = [sorted(times * end for end in self.ends(number)) for times, number in terms]
        spans += [sorted((0, times)) for times, _ in facts]
        return sum(low for low, _ in spans), sum(high for _, high in spans)

    def ends(self, number: int) -> tuple[int, int]:
        """The least and the largest value of a variable."""
        values = self.statement.variables[number].values
        return (min(values), max(values)) if values else (0, 0)


def intervals(op: Op, value: int) -> list[Interval]:
    """The numbers n with "n op value"."""
    match op:
        case "=":
            return [(value, value)]
        case "!=":
            return [(-inf, value - 1), (value + 1, inf)]
        case "<":
            return [(-inf, value - 1)]
        case "<=":
            return [(-inf, value)]
        case ">":
            return [(value + 1, inf)]
        case ">=":
            return [(value, inf)]


def _refuse_beyond(*numbers: int) -> None:
    if max(map(abs, numbers)) > MOST:
        raise UnsupportedPuzzle("engine cpsat does not count beyond 2^62, and this statement needs larger numbers")


def post_all_different(said: AllDifferent, model: Model) -> None:
    fine = model.grain.fine(said)
    if fine and model.statement.every_group[said.group].doubtable:
        for value, group in fine.items():
            model.sum((), _having(said, value, model), [(1, 1)], model.guard(said, fine=group))
    elif said.apart_from and not said.apart_from.isdisjoint(_values(said, model)):
        for value in sorted(_values(said, model) - said.apart_from):
            model.sum((), _having(said, value, model), [(0, 1)], model.guard(said))
    else:
        model.hold(model.cp.add_all_different([model.variables[number] for number in said.over]), model.guard(said))


def _values(said: AllDifferent, model: Model) -> set[int]:
    return {value for number in said.over for value in model.statement.variables[number].values}


def _having(said: AllDifferent, value: int, model: Model) -> list[tuple[int, int]]:
    """The facts that give one of them this value, each counted once."""
    able = [number for number in said.over if value in model.statement.variables[number].values]
    return [(1, model.statement.fact(number, value)) for number in able]


Step = tuple[int, int, int]

_MOST_STATES = 20_000


def post_automaton(said: Automaton, model: Model) -> None:
    walk(said, said.over, *_settled(said), model)


def walk(
    said: Constraint, over: tuple[int, ...], start: int, finals: Collection[int], steps: Collection[Step], model: Model
) -> None:
    """These variables lead from the start to one of the finals; a state and a value have one step at most."""
    guard = model.guard(said)
    if not over or not steps or not finals:
        if over or start not in finals:
            model.never(guard)
    elif said.when:
        lost = min((start, *finals, *(to for _, _, to in steps))) - 1
        last = _last_state(over, start, {(state, value): to for state, value, to in steps}, lost, model)
        model.hold(model.cp.add_linear_expression_in_domain(last, model.domain(finals)), guard)
    else:
        read = [model.variables[number] for number in over]
        model.hold(model.cp.add_automaton(read, start, sorted(finals), sorted(steps)), guard)


def _last_state(
    over: tuple[int, ...], start: int, leads: dict[tuple[int, int], int], lost: int, model: Model
) -> "IntVar":
    """A variable for the state in which these end; where there is no step they are `lost` for good."""
    reached, state = {start}, model.cp.new_constant(start)
    for number in over:
        values = model.statement.variables[number].values
        rows = [(before, value, leads.get((before, value), lost)) for before in sorted(reached) for value in values]
        reached = {after for _, _, after in rows}
        after = model.cp.new_int_var_from_domain(model.domain(reached), "")
        model.cp.add_allowed_assignments([state, model.variables[number], after], rows)
        state = after
    return state


def _settled(said: Automaton) -> tuple[int, Collection[int], Collection[Step]]:
    """Start, finals and steps of the same language, such that state and value settle the next state: it is a set of
    states, all those that the values read so far may lead to."""
    leads: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for state, value, to in said.transitions:
        leads[state, value].add(to)
    if all(len(afters) == 1 for afters in leads.values()):
        return said.start, said.finals, set(said.transitions)
    values = sorted({value for _, value in leads})
    number, new, steps = {frozenset({said.start}): 0}, [frozenset({said.start})], set[Step]()
    while new:
        here = new.pop()
        for value in values:
            after = frozenset(to for state in here for to in leads.get((state, value), ()))
            if after and after not in number:
                number[after] = len(number)
                new.append(after)
            if after:
                steps.add((number[here], value, number[after]))
        if len(number) > _MOST_STATES:
            raise UnsupportedPuzzle("an automaton leaves too much open at each step for engine cpsat")
    return 0, [place for states, place in number.items() if states & said.finals], steps


def post_bulk(said: Bulk, model: Model) -> None:
    lits = model.literals(said.lits.tolist())
    groups = said.group_of.tolist() or [said.group] * (len(said.starts) - 1)
    guards = {group: model.guard(said, group) for group in set(groups)}
    for (start, end), group in zip(pairwise(said.starts.tolist()), groups, strict=True):
        model.hold(model.cp.add_bool_or(lits[start:end]), guards[group])


def post_clause(said: Clause, model: Model) -> None:
    guard = model.guard(said)
    if len(said.lits) == 1:
        model.claim(said.lits[0], guard)
    else:
        model.hold(model.cp.add_bool_or(model.literals(said.lits)), guard)


def post_compare(said: Compare, model: Model) -> None:
    guard = model.guard(said)
    model.sum([(1, said.left), (-1, said.right)], (), intervals(said.op, said.offset), guard)


def post_connected(said: Connected, model: Model) -> None:
    guard, far = model.guard(said), len(said.lits)
    inside = model.literals(said.lits)
    if said.root is not None:
        model.hold(model.cp.add_bool_or([inside[said.root]]), guard)
    distances = _distances(said, inside, model)
    for vertex, distance in zip(inside, distances, strict=True):
        model.hold(model.cp.add(distance < far), (*guard, vertex))


def _distances(said: Connected, inside: list[CpLiteral], model: Model) -> "list[IntVar]":
    """How far each vertex is from the first one, by steps over vertices inside; beyond reach, and outside, `far`."""
    far = len(inside)
    distances = [model.cp.new_int_var(0, far, "") for _ in inside]
    beside: list[set[int]] = [set() for _ in inside]
    for one, other in said.edges:
        beside[one].add(other)
        beside[other].add(one)
    for vertex, is_first in enumerate(_firsts(said, inside, model)):
        distance, here = distances[vertex], inside[vertex]
        nearest = model.cp.new_int_var(0, far - 1, "")
        model.cp.add_min_equality(nearest, [*(distances[other] for other in beside[vertex] - {vertex}), far - 1])
        model.hold(model.cp.add(distance == far), (~here,))
        model.hold(model.cp.add(distance == 0), (is_first,))
        model.hold(model.cp.add(distance == nearest + 1), (here, ~is_first))
    return distances


def _firsts(said: Connected, inside: list[CpLiteral], model: Model) -> list[CpLiteral]:
    """For each vertex, whether it is the one that distances are counted from: the root, or the first one inside."""
    if said.root is not None:
        never = model.cp.new_constant(0)
        return [here if vertex == said.root else never for vertex, here in enumerate(inside)]
    firsts, none_before = inside[:1], [~here for here in inside[:1]]
    for here in inside[1:]:
        firsts.append(model.all_of([here, none_before[-1]]))
        none_before.append(model.all_of([~here, none_before[-1]]))
    return firsts


def post_count(said: Count, model: Model) -> None:
    guard = model.guard(said)
    model.sum((), [(1, lit) for lit in said.lits], intervals(said.op, said.k), guard)


def post_differ(said: Differ, model: Model) -> None:
    guard = model.guard(said)
    places = zip(said.left, said.right, strict=True)
    pairs = [(model.variables[one], model.variables[other]) for one, other in places if one != other]
    model.hold(model.cp.add_bool_or([model.true_when(one != other, one == other) for one, other in pairs]), guard)


def post_distance(said: Distance, model: Model) -> None:
    guard = model.guard(said)
    sizes = [(max(0, low), high) for low, high in intervals(said.op, said.k) if high >= 0]
    model.sum([(1, said.left), (-1, said.right)], (), _both_sides(sizes), guard)


def _both_sides(sizes: list[Interval]) -> list[Interval]:
    """The numbers of these sizes, in order; the two that meet in the middle are one."""
    below = [(-high, -low) for low, high in reversed(sizes)]
    if below and below[-1][1] == 0:
        return [*below[:-1], (below[-1][0], sizes[0][1]), *sizes[1:]]
    return below + sizes


def post_element(said: Element, model: Model) -> None:
    guard = model.guard(said)
    if not said.items:
        return model.never(guard)

    def read(item: tuple[str, int]) -> Any:
        kind, number = item
        return model.variables[number] if kind == "var" else number

    place = model.variables[said.index] - said.first
    return model.hold(model.cp.add_element(place, [read(item) for item in said.items], read(said.value)), guard)


def post_linear(said: Linear, model: Model) -> None:
    guard = model.guard(said)
    model.sum(said.terms, said.facts, intervals(said.op, said.value), guard)


def post_logic(said: Logic, model: Model) -> None:
    guard = model.guard(said)
    claim(said.formula, model, guard)


def claim(formula: Formula, model: Model, guard: Guard) -> None:
    """The formula holds."""
    match formula:
        case ("and", *parts):
            for part in parts:
                claim(part, model, guard)
        case ("or", *parts):
            model.hold(model.cp.add_bool_or([truth(part, model) for part in parts]), guard)
        case ("implies", left, right):
            claim(right, model, (*guard, truth(left, model)))
        case _:
            model.hold(model.cp.add_bool_or([truth(formula, model)]), guard)


def truth(formula: Formula, model: Model) -> CpLiteral:
    """A Boolean that is true exactly when the formula holds."""
    match formula:
        case int(fact):
            return model.literal(fact)
        case ("not", part):
            return ~truth(part, model)
        case ("and", *parts):
            return model.all_of([truth(part, model) for part in parts])
        case ("or", *parts):
            return ~model.all_of([~truth(part, model) for part in parts])
        case ("implies", left, right):
            return ~model.all_of([truth(left, model), ~truth(right, model)])
        case ("iff", *parts):
            held = [truth(part, model) for part in parts]
            return ~model.all_of([~model.all_of(held), ~model.all_of([~each for each in held])])
        case ("xor", *parts):
            return reduce(partial(_either, model), [truth(part, model) for part in parts], model.cp.new_constant(0))
    raise NotImplementedError(f"{formula!r} is no formula")


def _either(model: Model, one: CpLiteral, other: CpLiteral) -> CpLiteral:
    """Exactly one of the two."""
    odd = model.cp.new_bool_var("")
    model.cp.add_bool_xor([one, other, ~odd])
    return odd


Arc = tuple[int, int, CpLiteral]


def post_loop(said: Loop, model: Model) -> None:
    guard = model.guard(said)
    drawn = list(zip(said.edges, model.literals(said.lits), strict=True))
    model.hold(model.cp.add_bool_or([edge for _, edge in drawn]), guard)
    for place, ((one, other), edge) in enumerate(drawn):
        if one == other:
            others = [~drawn[elsewhere][1] for elsewhere in range(len(drawn)) if elsewhere != place]
            model.hold(model.cp.add_bool_and(others), (*guard, edge))
    if arcs := _arcs([(ends, edge) for ends, edge in drawn if ends[0] != ends[1]], model, guard):
        model.hold(model.cp.add_circuit(arcs), guard)


def _arcs(drawn: list[tuple[tuple[int, int], CpLiteral]], model: Model, guard: Guard) -> list[Arc]:
    """Both directions of every edge, and for every vertex the arc that passes it over. Where the loop is not claimed no
    edge has a direction, so that there is one way to say it."""
    claimed = model.all_of(guard) if guard else None
    number = {vertex: place for place, vertex in enumerate(sorted({end for ends, _ in drawn for end in ends}))}
    touching: list[list[CpLiteral]] = [[] for _ in number]
    arcs: list[Arc] = []
    for (one, other), edge in drawn:
        there, back = model.cp.new_bool_var(""), model.cp.new_bool_var("")
        model.hold(model.cp.add(there + back == edge), guard)
        if claimed is not None:
            model.hold(model.cp.add_bool_and([~there, ~back]), (~claimed,))
        arcs += [(number[one], number[other], there), (number[other], number[one], back)]
        touching[number[one]].append(edge)
        touching[number[other]].append(edge)
    return arcs + [(place, place, model.all_of([~edge for edge in edges])) for place, edges in enumerate(touching)]


def post_product(said: Product, model: Model) -> None:
    domains = [model.statement.variables[number].values for number in said.over]
    if said.value == 0:
        able = [number for number, values in zip(said.over, domains, strict=True) if 0 in values]
        zeros = [model.literal(model.statement.fact(number, 0)) for number in able]
        return model.hold(model.cp.add_bool_or(zeros), model.guard(said))
    reached, steps = frozenset({1}), set[Step]()
    seen: dict[tuple[frozenset[int], frozenset[int]], frozenset[Step]] = {}
    fitting = {
        number: frozenset(value for value in values if value and said.value % value == 0)
        for number, values in dict(zip(said.over, domains, strict=True)).items()
    }
    for number in said.over:
        divisors = fitting[number]
        if (reached, divisors) not in seen:  # after a few factors nothing new is reached
            seen[reached, divisors] = frozenset(
                (before, value, before * value)
                for before in reached
                for value in divisors
                if said.value % (before * value) == 0
            )
        here = seen[reached, divisors]
        steps |= here
        reached = frozenset(after for _, _, after in here)
    return walk(said, said.over, 1, {said.value}, steps, model)


def post_table(said: Table, model: Model) -> None:
    guard = model.guard(said)
    if not said.over or not len(said.rows):
        if said.allowed != bool(len(said.rows)):
            model.never(guard)
        return
    add = model.cp.add_allowed_assignments if said.allowed else model.cp.add_forbidden_assignments
    model.hold(add([model.variables[number] for number in said.over], said.rows.array), guard)
