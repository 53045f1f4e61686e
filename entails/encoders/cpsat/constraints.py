"""Constraints for CP-SAT: `Model`, a model under construction, and a function for each constraint type.

A constraint holds under a *guard*: the switch of its group if the group is soft, and the literals of its `when`.
Definitions (whether a fact is true, how far away a vertex is) always hold and determine their variables, so that CP-SAT
lists every solution once.

Some functions do not post the obvious CP-SAT constraint:

- AllDifferent is posted value by value if each value has its own soft group.
- Automaton: CP-SAT leaves the states of an automaton that is not enforced open. An automaton under a condition gets
  state variables that the values determine. A nondeterministic automaton is determinised first.
- Connected: the distance of each vertex from the first one, or the root, is one more than that of its nearest
  neighbour. The set of vertices determines all distances; the distance of an unreachable vertex is the number of
  vertices.
- Loop: a circuit over both directions of every edge. A vertex without an edge has an arc to itself. An edge from a
  vertex to itself cannot be part of a circuit and is a loop on its own.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
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
    Table,
    Task,
)
from entails.models.encoding import Group, LazySequence
from entails.models.errors import UnsupportedPuzzle
from entails.models.statement import GroupIndex, Statement, Variable

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

CpLiteral = Any
"""A Boolean variable of the model or its negation."""
Guard = tuple[CpLiteral, ...]
Interval = tuple[float, float]
"""The least and the largest number of an interval; infinite where it has no end."""
Weighted = tuple[int, int]
"""A coefficient, and the number of a variable or a fact."""

MOST = 2**62
"""The largest absolute value that CP-SAT can handle."""


class Model:
    """The variables of a statement in CP-SAT. A fact becomes a literal when a constraint first uses it."""

    def __init__(self, statement: Statement, granularity: GroupIndex) -> None:
        from entails.encoders.cpsat.light import interface

        self.api = interface()
        self.statement, self.granularity = statement, granularity
        self.cp: CpModel = self.api.CpModel()
        self.variables = [self._variable(variable) for variable in statement.variables]
        self.switches: dict[int, IntVar] = {}
        self._literals: dict[int, CpLiteral] = {}
        self.intervals: dict[Task, Any] = {}

    def domain(self, values: Iterable[int]) -> Any:
        """Return the CP-SAT domain of these values."""
        return self.api.Domain.from_values(list(values))

    def _variable(self, variable: Variable) -> "IntVar":
        if variable.boolean:
            return self.cp.new_bool_var(variable.name)
        if not variable.values:
            self.cp.add_bool_or([])  # a variable without values: there is no solution
            return self.cp.new_constant(0)
        if isinstance(variable.values, range) and variable.values.step == 1:
            reject_beyond(variable.values[0], variable.values[-1])
            return self.cp.new_int_var(variable.values[0], variable.values[-1], variable.name)
        reject_beyond(min(variable.values), max(variable.values))
        return self.cp.new_int_var_from_domain(self.domain(variable.values), variable.name)

    def facts(self) -> LazySequence[tuple["IntVar", int]]:
        """Return the model variable and the value of each visible fact, listed on access."""
        variables, shown = self.variables, self.statement.variables[: self.statement.shown]
        return LazySequence(
            self.statement.first_literals[len(shown)] - 1,
            lambda: tuple(
                (variable, value)
                for variable, stated in zip(variables, shown, strict=False)
                for value in ((1,) if stated.boolean else stated.values)
            ),
        )

    def literal(self, fact: int) -> CpLiteral:
        """Return the CP-SAT literal of a fact; for a negative number, its negation."""
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
        """Require a literal of the statement to be true, without creating a CP-SAT literal for it."""
        variable, value, _ = self._meaning(abs(fact))
        self.hold(self.cp.add(variable == value if fact > 0 else variable != value), guard)

    def _meaning(self, fact: int) -> tuple["IntVar", int, bool]:
        """Return the variable and the value of a fact, and whether the variable is a Boolean."""
        number = bisect_right(self.statement.first_literals, fact) - 1
        variable = self.statement.variables[number]
        value = 1 if variable.boolean else variable.values[fact - self.statement.first_literals[number]]
        return self.variables[number], value, variable.boolean

    def true_when(self, says: Any, denies: Any) -> CpLiteral:
        """Return a new literal that is equivalent to the constraint `says`, whose negation is `denies`."""
        holds = self.cp.new_bool_var("")
        self.hold(self.cp.add(says), (holds,))
        self.hold(self.cp.add(denies), (~holds,))
        return holds

    def all_of(self, literals: Sequence[CpLiteral]) -> CpLiteral:
        """Return a literal for the conjunction of these literals."""
        if len(literals) == 1:
            return literals[0]
        every = self.cp.new_bool_var("")
        self.cp.add_bool_and(literals).only_enforce_if(every)
        self.cp.add_bool_or([~literal for literal in literals] + [every])
        return every

    def guard(self, constraint: Constraint, group: int | None = None, fine: int | None = None) -> Guard:
        """Return the literals that enforce a constraint: its `when`, and the selector of its group if that is soft.

        `group` replaces the group of the constraint; with `fine`, a group of the encoding, its switch is used.
        """
        when, group = tuple(self.literals(constraint.when)), constraint.group if group is None else group
        number = self.granularity.number[group] if fine is None else fine
        if number is None or not self.statement.every_group[group].soft:
            return when
        if number not in self.switches:
            self.switches[number] = self.cp.new_bool_var("")
        return (self.switches[number], *when)

    def hold(self, constraint: Any, guard: Guard) -> None:
        """Enforce a constraint if all literals of the guard are true."""
        if guard:
            constraint.only_enforce_if(guard)

    def never(self, guard: Guard) -> None:
        self.hold(self.cp.add_bool_or([]), guard)

    def sum(
        self, terms: Sequence[Weighted], facts: Sequence[Weighted], within: Sequence[Interval], guard: Guard
    ) -> None:
        """Require a sum of variables and facts to lie in one of these intervals."""
        low, high = self.extremes(terms, facts)
        cut = [(int(max(low, least)), int(min(high, most))) for least, most in within if least <= high and most >= low]
        if not cut:
            self.never(guard)
        elif cut != [(low, high)]:
            reject_beyond(low, high)
            domain = self.api.Domain.from_intervals([list(interval) for interval in cut])
            self.hold(self.cp.add_linear_expression_in_domain(self.total(terms, facts), domain), guard)

    def total(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> Any:
        """Return the sum of variables and facts as an expression of the model."""
        counted = [self.variables[number] for _, number in terms] + self.literals(fact for _, fact in facts)
        return self.api.LinearExpr.weighted_sum(counted, [times for times, _ in (*terms, *facts)])

    def extremes(self, terms: Sequence[Weighted], facts: Sequence[Weighted]) -> tuple[int, int]:
        """Return the smallest and the largest possible value of a sum."""
        spans = [sorted(times * end for end in self.ends(number)) for times, number in terms]
        spans += [sorted((0, times)) for times, _ in facts]
        return sum(low for low, _ in spans), sum(high for _, high in spans)

    def ends(self, number: int) -> tuple[int, int]:
        """Return the smallest and the largest value of a variable."""
        values = self.statement.variables[number].values
        if isinstance(values, range) and values.step == 1 and values:
            return values[0], values[-1]
        return (min(values), max(values)) if values else (0, 0)


class PlainModel(Model):
    """A model without selectors. Hidden variables have no names.

    A guard begins with the group of its constraint. `hold` writes the group's sentence into the name of a soft
    constraint, and into `sentences` for a hard one.
    """

    def __init__(self, statement: Statement, granularity: GroupIndex) -> None:
        self.sentences: dict[int, str] = {}
        self.remarks: dict[int, str] = {}
        soft = {group.id: group.text for group in granularity.groups if group.soft}
        repeated = {text for text, count in Counter(soft.values()).items() if count > 1}
        self._names = {name: f"{text} ({name})" if text in repeated else text for name, text in soft.items()}
        super().__init__(statement, granularity)

    def _variable(self, variable: Variable) -> "IntVar":
        created = super()._variable(variable)
        if variable.hidden:
            self.cp.proto.variables[created.index].name = ""
            self.remarks[created.index] = f"auxiliary: {variable.name}"
        elif variable.labels:
            meanings = zip(variable.values, variable.labels, strict=True)
            self.remarks[created.index] = ", ".join(f"{value} is {label}" for value, label in meanings)
        return created

    def guard(self, constraint: Constraint, group: int | None = None, fine: int | None = None) -> Guard:
        when, group = tuple(self.literals(constraint.when)), constraint.group if group is None else group
        number = self.granularity.number[group] if fine is None else fine
        return (self.statement.every_group[group] if number is None else self.granularity.groups[number], *when)

    def all_of(self, literals: Sequence[CpLiteral]) -> CpLiteral:
        literals = [literal for literal in literals if not isinstance(literal, Group)]
        return super().all_of(literals) if literals else self.cp.new_constant(1)

    def hold(self, constraint: Any, guard: Guard) -> None:
        super().hold(constraint, tuple(literal for literal in guard if not isinstance(literal, Group)))
        for group in guard:
            if isinstance(group, Group) and group.soft:
                constraint.with_name(self._names[group.id])
            elif isinstance(group, Group):
                self.sentences[constraint.index] = group.text


def intervals(op: Op, value: int) -> list[Interval]:
    """Return the intervals of numbers n that satisfy `n op value`."""
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


def reject_beyond(*numbers: int) -> None:
    """Reject numbers that are too large for CP-SAT."""
    if max(map(abs, numbers)) >= MOST:
        raise UnsupportedPuzzle("engine cpsat supports numbers up to 2^62; this problem needs larger ones")


def post_all_different(constraint: AllDifferent, model: Model) -> None:
    fine = model.granularity.fine(constraint)
    if fine and model.statement.every_group[constraint.group].soft:
        for value, group in fine.items():
            model.sum((), _having(constraint, value, model), [(1, 1)], model.guard(constraint, fine=group))
    elif constraint.apart_from and any(model.statement.variables[number].wide for number in constraint.over):
        _post_pairs(constraint, model)
    elif constraint.apart_from and not constraint.apart_from.isdisjoint(_values(constraint, model)):
        for value in sorted(_values(constraint, model) - constraint.apart_from):
            model.sum((), _having(constraint, value, model), [(0, 1)], model.guard(constraint))
    else:
        model.hold(
            model.cp.add_all_different([model.variables[number] for number in constraint.over]), model.guard(constraint)
        )


def _post_pairs(constraint: AllDifferent, model: Model) -> None:
    """Require each pair of variables to differ, unless the first has a repeatable value; values are not listed."""
    guard = model.guard(constraint)
    for place, number in enumerate(constraint.over):
        able = [value for value in constraint.apart_from if value in model.statement.variables[number].values]
        none = tuple(~model.literal(model.statement.fact(number, value)) for value in sorted(able))
        for later in constraint.over[place + 1 :]:
            if later == number:
                model.hold(model.cp.add_bool_or([]), (*guard, *none))
            else:
                model.hold(model.cp.add(model.variables[number] != model.variables[later]), (*guard, *none))


def _values(constraint: AllDifferent, model: Model) -> set[int]:
    return {value for number in constraint.over for value in model.statement.variables[number].values}


def _having(constraint: AllDifferent, value: int, model: Model) -> list[tuple[int, int]]:
    """Return the facts that give one of the variables this value, each with coefficient 1."""
    able = [number for number in constraint.over if value in model.statement.variables[number].values]
    return [(1, model.statement.fact(number, value)) for number in able]


Step = tuple[int, int, int]

_MOST_STATES = 20_000
_MOST_STEPS = 1_000_000


def post_automaton(constraint: Automaton, model: Model) -> None:
    walk(constraint, constraint.over, *_settled(constraint), model)


def walk(
    constraint: Constraint,
    over: tuple[int, ...],
    start: int,
    finals: Collection[int],
    steps: Collection[Step],
    model: Model,
) -> None:
    """Require a deterministic automaton to lead from the start to one of the finals."""
    guard = model.guard(constraint)
    if not over or not steps or not finals:
        if over or start not in finals:
            model.never(guard)
    elif constraint.when:
        lost = min((start, *finals, *(to for _, _, to in steps))) - 1
        last = _last_state(over, start, {(state, value): to for state, value, to in steps}, lost, model)
        model.hold(model.cp.add_linear_expression_in_domain(last, model.domain(finals)), guard)
    else:
        read = [model.variables[number] for number in over]
        model.hold(model.cp.add_automaton(read, start, sorted(finals), sorted(steps)), guard)


def _last_state(
    over: tuple[int, ...], start: int, leads: dict[tuple[int, int], int], lost: int, model: Model
) -> "IntVar":
    """Return a variable for the last state of an automaton; its value is `lost` if a transition is missing."""
    reached, state = {start}, model.cp.new_constant(start)
    for number in over:
        values = model.statement.variables[number].values
        if len(values) * len(reached) > _MOST_STEPS:
            raise UnsupportedPuzzle(
                "an automaton or product under a condition has too many values for engine cpsat: "
                f"{len(values):,} for {model.statement.variables[number].name}"
            )
        rows = [(before, value, leads.get((before, value), lost)) for before in sorted(reached) for value in values]
        reached = {after for _, _, after in rows}
        after = model.cp.new_int_var_from_domain(model.domain(reached), "")
        model.cp.add_allowed_assignments([state, model.variables[number], after], rows)
        state = after
    return state


def _settled(constraint: Automaton) -> tuple[int, Collection[int], Collection[Step]]:
    """Return start, finals and transitions of an equivalent deterministic automaton.

    Its states are sets of states: all those that the values read so far may lead to.
    """
    leads: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for state, value, to in constraint.transitions:
        leads[state, value].add(to)
    if all(len(afters) == 1 for afters in leads.values()):
        return constraint.start, constraint.finals, set(constraint.transitions)
    values = sorted({value for _, value in leads})
    number, new, steps = {frozenset({constraint.start}): 0}, [frozenset({constraint.start})], set[Step]()
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
            raise UnsupportedPuzzle("an automaton has too many possible states per step for engine cpsat")
    return 0, [place for states, place in number.items() if states & constraint.finals], steps


def post_bulk(constraint: Bulk, model: Model) -> None:
    lits = model.literals(constraint.lits.tolist())
    groups = constraint.group_of.tolist() or [constraint.group] * (len(constraint.starts) - 1)
    guards = {group: model.guard(constraint, group) for group in set(groups)}
    for (start, end), group in zip(pairwise(constraint.starts.tolist()), groups, strict=True):
        model.hold(model.cp.add_bool_or(lits[start:end]), guards[group])


def post_clause(constraint: Clause, model: Model) -> None:
    guard = model.guard(constraint)
    if len(constraint.lits) == 1:
        model.claim(constraint.lits[0], guard)
    else:
        model.hold(model.cp.add_bool_or(model.literals(constraint.lits)), guard)


def post_compare(constraint: Compare, model: Model) -> None:
    guard = model.guard(constraint)
    model.sum([(1, constraint.left), (-1, constraint.right)], (), intervals(constraint.op, constraint.offset), guard)


def post_connected(constraint: Connected, model: Model) -> None:
    guard, far = model.guard(constraint), len(constraint.lits)
    inside = model.literals(constraint.lits)
    if constraint.root is not None:
        model.hold(model.cp.add_bool_or([inside[constraint.root]]), guard)
    distances = _distances(constraint, inside, model)
    for vertex, distance in zip(inside, distances, strict=True):
        model.hold(model.cp.add(distance < far), (*guard, vertex))


def _distances(constraint: Connected, inside: list[CpLiteral], model: Model) -> "list[IntVar]":
    """Return the distance of each vertex from the root over true vertices; `far` if it is not connected to the root."""
    far = len(inside)
    distances = [model.cp.new_int_var(0, far, "") for _ in inside]
    beside: list[set[int]] = [set() for _ in inside]
    for left, right in constraint.edges:
        beside[left].add(right)
        beside[right].add(left)
    for vertex, is_first in enumerate(_firsts(constraint, inside, model)):
        distance, here = distances[vertex], inside[vertex]
        nearest = model.cp.new_int_var(0, far - 1, "")
        model.cp.add_min_equality(nearest, [*(distances[right] for right in beside[vertex] - {vertex}), far - 1])
        model.hold(model.cp.add(distance == far), (~here,))
        model.hold(model.cp.add(distance == 0), (is_first,))
        model.hold(model.cp.add(distance == nearest + 1), (here, ~is_first))
    return distances


def _firsts(constraint: Connected, inside: list[CpLiteral], model: Model) -> list[CpLiteral]:
    """Return, for each vertex, a literal for "distances count from it": it is the root, or the first true vertex."""
    if constraint.root is not None:
        never = model.cp.new_constant(0)
        return [here if vertex == constraint.root else never for vertex, here in enumerate(inside)]
    first_literals, none_before = inside[:1], [~here for here in inside[:1]]
    for here in inside[1:]:
        first_literals.append(model.all_of([here, none_before[-1]]))
        none_before.append(model.all_of([~here, none_before[-1]]))
    return first_literals


def post_count(constraint: Count, model: Model) -> None:
    guard = model.guard(constraint)
    model.sum((), [(1, lit) for lit in constraint.lits], intervals(constraint.op, constraint.k), guard)


def post_differ(constraint: Differ, model: Model) -> None:
    guard = model.guard(constraint)
    places = zip(constraint.left, constraint.right, strict=True)
    pairs = [(model.variables[left], model.variables[right]) for left, right in places if left != right]
    model.hold(model.cp.add_bool_or([model.true_when(left != right, left == right) for left, right in pairs]), guard)


def post_distance(constraint: Distance, model: Model) -> None:
    guard = model.guard(constraint)
    sizes = [(max(0, low), high) for low, high in intervals(constraint.op, constraint.k) if high >= 0]
    model.sum([(1, constraint.left), (-1, constraint.right)], (), _both_sides(sizes), guard)


def _both_sides(sizes: list[Interval]) -> list[Interval]:
    """Return the numbers with these absolute values as sorted intervals; intervals that meet at 0 are merged."""
    below = [(-high, -low) for low, high in reversed(sizes)]
    if below and below[-1][1] == 0:
        return [*below[:-1], (below[-1][0], sizes[0][1]), *sizes[1:]]
    return below + sizes


def post_element(constraint: Element, model: Model) -> None:
    guard = model.guard(constraint)
    if not constraint.items:
        return model.never(guard)

    def read(item: tuple[str, int]) -> Any:
        kind, number = item
        return model.variables[number] if kind == "var" else number

    place = model.variables[constraint.index] - constraint.first
    return model.hold(
        model.cp.add_element(place, [read(item) for item in constraint.items], read(constraint.value)), guard
    )


def post_linear(constraint: Linear, model: Model) -> None:
    guard = model.guard(constraint)
    model.sum(constraint.terms, constraint.facts, intervals(constraint.op, constraint.value), guard)


def post_logic(constraint: Logic, model: Model) -> None:
    guard = model.guard(constraint)
    claim(constraint.formula, model, guard)


def claim(formula: Formula, model: Model, guard: Guard) -> None:
    """Require a formula to be true if all literals of the guard are."""
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
    """Return a literal that is equivalent to a formula."""
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
    raise NotImplementedError(f"unknown formula {formula!r}")


def _either(model: Model, left: CpLiteral, right: CpLiteral) -> CpLiteral:
    """Return a literal for the disjunction of two literals."""
    odd = model.cp.new_bool_var("")
    model.cp.add_bool_xor([left, right, ~odd])
    return odd


Arc = tuple[int, int, CpLiteral]


def post_loop(constraint: Loop, model: Model) -> None:
    guard = model.guard(constraint)
    drawn = list(zip(constraint.edges, model.literals(constraint.lits), strict=True))
    model.hold(model.cp.add_bool_or([edge for _, edge in drawn]), guard)
    for place, ((start, end), edge) in enumerate(drawn):
        if start == end:
            others = [~drawn[elsewhere][1] for elsewhere in range(len(drawn)) if elsewhere != place]
            model.hold(model.cp.add_bool_and(others), (*guard, edge))
    if arcs := _arcs([(ends, edge) for ends, edge in drawn if ends[0] != ends[1]], model, guard):
        model.hold(model.cp.add_circuit(arcs), guard)


def _arcs(drawn: list[tuple[tuple[int, int], CpLiteral]], model: Model, guard: Guard) -> list[Arc]:
    """Return both directions of every edge as arcs, and for every vertex the arc to itself that skips it.

    If the loop is not enforced, no edge has a direction, so that every solution is listed once.
    """
    claimed = model.all_of(guard) if guard else None
    number = {vertex: place for place, vertex in enumerate(sorted({end for ends, _ in drawn for end in ends}))}
    touching: list[list[CpLiteral]] = [[] for _ in number]
    arcs: list[Arc] = []
    for (start, finish), edge in drawn:
        there, back = model.cp.new_bool_var(""), model.cp.new_bool_var("")
        model.hold(model.cp.add(there + back == edge), guard)
        if claimed is not None:
            model.hold(model.cp.add_bool_and([~there, ~back]), (~claimed,))
        arcs += [(number[start], number[finish], there), (number[finish], number[start], back)]
        touching[number[start]].append(edge)
        touching[number[finish]].append(edge)
    return arcs + [(place, place, model.all_of([~edge for edge in edges])) for place, edges in enumerate(touching)]


def post_table(constraint: Table, model: Model) -> None:
    guard = model.guard(constraint)
    if not constraint.over or not len(constraint.rows):
        if constraint.allowed != bool(len(constraint.rows)):
            model.never(guard)
        return
    add = model.cp.add_allowed_assignments if constraint.allowed else model.cp.add_forbidden_assignments
    model.hold(add([model.variables[number] for number in constraint.over], constraint.rows.array), guard)
