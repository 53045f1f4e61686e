"""Global constraints as CNF: schedules, circuits, inverses, orders, value counts, connectivity and loops.

Tasks that must not overlap are compared two by two with order literals. A capacity is an adder for each time at which a
task may begin. A circuit is a permutation in which every place leads to a root within as many steps as there are
places; whether it does after k steps is defined by whether the next place does after k - 1. Everything auxiliary is
defined in both directions, so the facts determine it.

Connectivity and loops are compiled by vertex elimination. When a vertex is eliminated, its neighbours that are linked
through it get a link of their own, as in elimination for linear equations. A true vertex without a link to the
remaining ones completes its component; the graph is connected if no true vertex remains then. Links are defined in both
directions, so the facts determine them: no ranks, distances or choice of a tree. On a grid of n cells this takes about
n² / 4 clauses, much less than distances up to n; the vertex with the fewest neighbours goes first, which keeps new
links few.

The edges of a loop are connected, and each vertex has none or two of them.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple

from entails.encoders.cnf import linear
from entails.encoders.cnf.all_different import equal
from entails.encoders.cnf.arithmetic import at_most, size_order
from entails.encoders.cnf.linear import claim_adder, claim_count, size_adder, size_linear, size_of, write_linear
from entails.encoders.cnf.writer import NOTHING, TRUE, Size, Space, Writer
from entails.models.constraints import (
    CapacityLimit,
    Cardinality,
    Connected,
    DistinctValues,
    InverseLists,
    Lexicographic,
    Linear,
    Loop,
    Operand,
    RoundTrip,
    Task,
    TasksApart,
)
from entails.models.errors import TooLarge

_MOST_LINKS = 2_000_000


class VertexOrder(NamedTuple):
    """Vertices in elimination order, each with its remaining neighbours when it is eliminated."""

    steps: tuple[tuple[int, tuple[int, ...]], ...]
    edges: int

    @property
    def size(self) -> Size:
        """The predicted size of the connectivity clauses for this order."""
        joined = sum(len(left) * (len(left) - 1) // 2 for _, left in self.steps)
        linked = sum(len(left) for _, left in self.steps)
        vertices = len(self.steps)
        return Size(
            4 * joined + 4 * (linked + self.edges) + 5 * vertices,
            10 * joined + 10 * (linked + self.edges) + 12 * vertices,
            joined + linked + 2 * self.edges + 2 * vertices,
        )


def order(vertices: Iterable[int], edges: Iterable[tuple[int, int]], last: int | None = None) -> VertexOrder:
    """Return an elimination order by minimum degree, with `last` at the end."""
    near: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    count = 0
    for first, second in edges:
        count += 1
        if first != second:
            near[first].add(second)
            near[second].add(first)
    waiting = [(len(own), vertex) for vertex, own in near.items() if vertex != last]
    heapify(waiting)
    steps: list[tuple[int, tuple[int, ...]]] = []
    joined = 0
    while waiting:
        degree, vertex = heappop(waiting)
        if vertex not in near or degree != len(near[vertex]):
            continue
        left = near.pop(vertex)
        joined += len(left) * (len(left) - 1) // 2
        if joined > _MOST_LINKS:
            raise TooLarge(f"following connections through this graph takes more than {_MOST_LINKS:,} links")
        for second in left:
            near[second].discard(vertex)
            near[second] |= left - {second}
            if second != last:
                heappush(waiting, (len(near[second]), second))
        steps.append((vertex, tuple(sorted(left))))
    return VertexOrder((*steps, *((vertex, ()) for vertex in near)), count)


def claim_elimination(
    taken: VertexOrder,
    holds: Callable[[int], int],
    edges: Iterable[tuple[int, int, int]],
    out: Writer,
    *,
    rooted: bool = False,
) -> None:
    """Add clauses that require the true vertices to be connected by edges (vertex, vertex, literal).

    With `rooted`, the vertex eliminated last is known to be true.
    """
    links: dict[tuple[int, int], list[int]] = {}
    for first, second, literal in edges:
        if first != second:
            links.setdefault((min(first, second), max(first, second)), []).append(literal)
    later = _some_later(taken, holds, out) if not rooted else [TRUE] * (len(taken.steps) - 1) + [-TRUE]
    for (vertex, left), more in zip(taken.steps, later, strict=True):
        to = [out.any_of(links.pop((min(vertex, second), max(vertex, second)))) for second in left]
        for (second, first), (further, two) in combinations(zip(left, to, strict=True), 2):
            links.setdefault((second, further), []).append(out.all_of((first, two)))
        out.claim_open(-holds(vertex), *to, -more)


def _some_later(taken: VertexOrder, holds: Callable[[int], int], out: Writer) -> list[int]:
    """Return, for each vertex, a literal that is true if a vertex eliminated later is true."""
    later_literals = [-TRUE]
    for vertex, _ in reversed(taken.steps[1:]):
        later_literals.append(out.any_of((later_literals[-1], holds(vertex))))
    return later_literals[::-1]


def size_connected(constraint: Connected, space: Space) -> Size:
    return _order(constraint, space).size.plus(Size(1, 1))


def write_connected(constraint: Connected, out: Writer) -> None:
    lits = constraint.lits
    if constraint.root is not None:
        out.claim(lits[constraint.root])
    edges = [(left, right, out.all_of((lits[left], lits[right]))) for left, right in constraint.edges if left != right]
    if lits:
        claim_elimination(
            _order(constraint, out.space), lits.__getitem__, edges, out, rooted=constraint.root is not None
        )


def _order(constraint: Connected, space: Space) -> VertexOrder:
    return space.once(constraint, lambda: order(range(len(constraint.lits)), constraint.edges, constraint.root))


def size_loop(constraint: Loop, space: Space) -> Size:
    total = _loop_order(constraint, space).size.plus(Size(1, len(constraint.lits)))
    for ends in _ends(constraint).values():
        total = total.plus(linear.size_of(len(ends), "<=", 2, space.at_most_one)).plus(Size(len(ends), len(ends) ** 2))
    return total


def write_loop(constraint: Loop, out: Writer) -> None:
    out.claim(*constraint.lits)
    ends, group = _ends(constraint), out.group
    for vertex, literals in ends.items():
        if constraint.at_vertex:
            out.begin(_group(constraint, vertex, out), constraint.when)
        linear.claim_count(literals, "<=", 2, out)
        for place, literal in enumerate(literals):
            others = literals[:place] + literals[place + 1 :]
            if literal not in others:
                out.claim(-literal, *others)
    out.begin(group, constraint.when)
    passed = {vertex: out.any_of(literals) for vertex, literals in ends.items()}
    edges = [(left, right, literal) for (left, right), literal in zip(constraint.edges, constraint.lits, strict=True)]
    if passed:
        claim_elimination(_loop_order(constraint, out.space), passed.__getitem__, edges, out)


def _group(constraint: Loop, vertex: int, out: Writer) -> int:
    number = out.granularity.number[constraint.at_vertex[vertex]]
    assert number is not None  # only groups of all-differents give way to finer ones
    return number


def _loop_order(constraint: Loop, space: Space) -> VertexOrder:
    return space.once(
        constraint, lambda: order({vertex for edge in constraint.edges for vertex in edge}, constraint.edges)
    )


def _ends(constraint: Loop) -> dict[int, list[int]]:
    """Return the literals of the edges at each vertex; a loop at a vertex counts twice."""
    edges_at: dict[int, list[int]] = {}
    for edge, literal in zip(constraint.edges, constraint.lits, strict=True):
        for vertex in edge:
            edges_at.setdefault(vertex, []).append(literal)
    return edges_at


_MOST_STEPS = 3_000_000
"""Combinations of values that are written out before giving up."""
Choices = list[tuple[int, tuple[int, ...]]]
"""Values of an operand, each with the literals under which it has it: one, or none for a constant."""


def _values(operand: Operand, space: Space) -> range | tuple[int, ...]:
    kind, number = operand
    return space.variables[number].values if kind == "var" else (number,)


def _choices(operand: Operand, out: Writer) -> Choices:
    kind, number = operand
    if kind == "const":
        return [(number, ())]
    return [(value, (literal,)) for value, literal in out.facts(number).items()]


def _too_many(steps: int, what: str) -> None:
    if steps > _MOST_STEPS:
        raise TooLarge(f"{what} would take {steps:,} combinations of values", expected="engine cpsat")


def size_no_overlap(constraint: TasksApart, space: Space) -> Size:
    total, clauses = NOTHING, 0
    for task in {task.start: task for task in constraint.tasks}.values():
        total = total.plus(size_order(space.count(task.start)))
    for left, right in combinations(constraint.tasks, 2):
        durations = len(_values(left.duration, space)) * len(_values(right.duration, space))
        clauses += space.count(left.start) * durations
    _too_many(clauses, "no_overlap")
    return total.plus(Size(clauses, 7 * clauses))


def write_no_overlap(constraint: TasksApart, out: Writer) -> None:
    for left, right in combinations(constraint.tasks, 2):
        absent = tuple(-task.present for task in (left, right) if task.present is not None)
        for start, begins in out.facts(left.start).items():
            for duration, lasts in _choices(left.duration, out):
                for other_duration, lasts_too in _choices(right.duration, out):
                    if duration > 0 and other_duration > 0:
                        out.claim_open(
                            -begins,
                            *absent,
                            *(-literal for literal in (*lasts, *lasts_too)),
                            at_most(out, right.start, start - other_duration),
                            -at_most(out, right.start, start + duration - 1),
                        )


def size_cumulative(constraint: CapacityLimit, space: Space) -> Size:
    times = {value for task in constraint.tasks for value in space.variables[task.start].values}
    steps = sum(space.count(task.start) * len(_values(task.duration, space)) for task in constraint.tasks)
    _too_many(len(times) * (steps + len(constraint.tasks)), "cumulative")
    weights = [max(0, *_values(demand, space)) for demand in constraint.demands]
    weights += [max(_values(constraint.capacity, space)) - min(_values(constraint.capacity, space))]
    kinds = sum(len(_values(demand, space)) for demand in constraint.demands)
    each = size_adder(weights).times(2).plus(Size(3 * (steps + kinds), 9 * (steps + kinds), steps + 2 * kinds))
    return each.times(len(times))


def write_cumulative(constraint: CapacityLimit, out: Writer) -> None:
    most = max(_values(constraint.capacity, out.space))
    capacities = _choices(constraint.capacity, out)
    spare = [(most - value, literal) for value, literals in capacities for literal in literals if value < most]
    for time in sorted({value for task in constraint.tasks for value in out.facts(task.start)}):
        weighted, left = list(spare), most
        for task, demand in zip(constraint.tasks, constraint.demands, strict=True):
            running = _running(task, time, out)
            for amount, literals in _choices(demand, out):
                literal = out.all_of((running, *literals)) if running != -TRUE else -TRUE
                if amount > 0 and literal == TRUE:
                    left -= amount
                elif amount > 0 and literal != -TRUE:
                    weighted.append((amount, literal))
        claim_adder(weighted, "<=", left, out)


def _running(task: Task, time: int, out: Writer) -> int:
    """Return a literal that is true exactly if the task is running at a time."""
    present = () if task.present is None else (task.present,)
    started = [
        out.all_of((begins, *lasts, *present))
        for start, begins in out.facts(task.start).items()
        for duration, lasts in _choices(task.duration, out)
        if start <= time < start + duration
    ]
    return out.any_of(started)


def size_circuit(constraint: RoundTrip, space: Space) -> Size:
    count = len(constraint.over)
    arcs = sum(min(space.count(number), count + 1) for number in constraint.over)
    steps = arcs * count
    _too_many(steps, "circuit")
    values = sum(space.count(number) for number in constraint.over)
    return Size(4 * steps + arcs * count + values, 10 * steps + 2 * arcs * count + values, 2 * steps + count)


def write_circuit(constraint: RoundTrip, out: Writer) -> None:
    over, first, depot = constraint.over, constraint.first, constraint.depot
    lone = len(over) == 1 and depot is None
    arcs: list[dict[int, int]] = []
    home: list[int] = []
    for place, number in enumerate(over):
        arcs.append({})
        home.append(-TRUE)
        for value, literal in out.facts(number).items():
            target = value - first
            if depot is not None and value == depot:
                home[place] = literal
            elif not 0 <= target < len(over) or (target == place and not constraint.optional and not lone):
                out.claim(-literal)
            else:
                arcs[place][target] = literal
    for target in range(len(over)):
        arriving = dict.fromkeys(arcs[place][target] for place in range(len(over)) if target in arcs[place])
        out.claim_all((-left, -right) for left, right in combinations(arriving, 2))
        if sum(target in leaving for leaving in arcs) > len(arriving):  # a variable that stands for two places
            counted = [leaving[target] for leaving in arcs if target in leaving]
            out.claim_all((-literal,) for literal in arriving if counted.count(literal) > 1)
    _claim_reached(arcs, home, constraint, out)


def _claim_reached(arcs: list[dict[int, int]], home: list[int], constraint: RoundTrip, out: Writer) -> None:
    """Add clauses by which each place leads to the root: the depot, the first place, or the first visited place."""
    count = len(arcs)
    idle = [arcs[place].get(place, -TRUE) if constraint.optional else -TRUE for place in range(count)]
    if constraint.depot is not None:
        roots = [-TRUE] * count
    elif constraint.optional:
        roots = [out.all_of((-idle[place], *idle[:place])) for place in range(count)]
    else:
        roots = [TRUE if place == 0 else -TRUE for place in range(count)]
    reached = [-TRUE] * count
    for _ in range(count):
        goal = [out.any_of((roots[place], reached[place])) for place in range(count)]
        reached = [
            out.any_of((home[place], *(out.all_of((literal, goal[target])) for target, literal in arcs[place].items())))
            for place in range(count)
        ]
    for place in range(count):
        out.claim_open(reached[place], idle[place])


def size_inverse(constraint: InverseLists, space: Space) -> Size:
    values = sum(space.count(number) for number in (*constraint.left, *constraint.right))
    return Size(values, 2 * values)


def write_inverse(constraint: InverseLists, out: Writer) -> None:
    sides = (
        (constraint.left, constraint.right, constraint.first_left, constraint.first_right),
        (constraint.right, constraint.left, constraint.first_right, constraint.first_left),
    )
    for these, those, first, first_other in sides:
        for place, number in enumerate(these):
            for value, literal in out.facts(number).items():
                inside = 0 <= value - first_other < len(those)
                partner = out.facts(those[value - first_other]).get(place + first) if inside else None
                out.claim(-literal) if partner is None else out.claim(-literal, partner)


def size_lexicographic(constraint: Lexicographic, space: Space) -> Size:
    total = NOTHING
    for left, right in zip(constraint.left, constraint.right, strict=True):
        values = space.count(left) + space.count(right)
        total = total.plus(size_order(space.count(right))).plus(Size(6 * values + 8, 18 * values + 20, values + 4))
    return total.plus(Size(1, 1))


def write_lexicographic(constraint: Lexicographic, out: Writer) -> None:
    ordered = -TRUE if constraint.strict else TRUE
    for left, right in reversed(list(zip(constraint.left, constraint.right, strict=True))):
        if left != right:
            level = out.all_of((equal(left, right, out), ordered))
            above = (out.all_of((literal, -at_most(out, right, value))) for value, literal in out.facts(left).items())
            ordered = out.any_of((level, *above))
    out.claim_open(ordered)


def _counted(constraint: Cardinality, space: Space) -> list[Linear]:
    """Return a linear constraint for each value: the number of variables that take it."""
    sums = []
    for value, (kind, count) in zip(constraint.values, constraint.counts, strict=True):
        able = [number for number in constraint.over if value in space.variables[number].values]
        facts = tuple((1, space.statement.fact(number, value)) for number in able)
        terms, wanted = (((-1, count),), 0) if kind == "var" else ((), count)
        sums.append(Linear(terms, "=", wanted, facts))
    return sums


def size_cardinality(constraint: Cardinality, space: Space) -> Size:
    total = NOTHING
    for counted in space.once(constraint, lambda: _counted(constraint, space)):
        total = total.plus(size_linear(counted, space))
    values = sum(space.count(number) for number in constraint.over) if constraint.closed else 0
    return total.plus(Size(values, values))


def write_cardinality(constraint: Cardinality, out: Writer) -> None:
    for counted in out.space.once(constraint, lambda: _counted(constraint, out.space)):
        write_linear(counted, out)
    for number in constraint.over if constraint.closed else ():
        for value, literal in out.facts(number).items():
            if value not in constraint.values:
                out.claim(-literal)


def _takers(constraint: DistinctValues, out: Writer) -> Iterator[int]:
    """Yield, for each value, a literal that is true if some variable takes it."""
    over = tuple(dict.fromkeys(constraint.over))
    takers: dict[int, list[int]] = {}
    for number in over:
        for value, literal in out.facts(number).items():
            takers.setdefault(value, []).append(literal)
    for _, literals in sorted(takers.items()):
        yield out.any_of(literals)


def size_distinct_values(constraint: DistinctValues, space: Space) -> Size:
    facts = sum(space.count(number) for number in constraint.over)
    values = len({value for number in constraint.over for value in space.variables[number].values})
    total = Size(2 * facts, 4 * facts, values)
    kind, number = constraint.value
    if kind == "const":
        return total.plus(size_of(values, *_plain(constraint.op, number), space.at_most_one))
    largest = max(space.variables[number].values) - min(space.variables[number].values)
    return total.plus(size_adder([1] * values + [largest] * space.count(number)).times(2)).plus(Size(2, 2))


def _plain(op: str, value: int) -> tuple[str, int]:
    return ("<=", value - 1) if op == "<" else (">=", value + 1) if op == ">" else (op, value)


def write_distinct_values(constraint: DistinctValues, out: Writer) -> None:
    takers, (kind, number) = list(_takers(constraint, out)), constraint.value
    if kind == "const":
        claim_count(takers, *_plain(constraint.op, number), out)
        return
    wanted = out.facts(number)
    most = max(wanted)
    spare = [(most - value, literal) for value, literal in wanted.items() if value < most]
    op, value = _plain(constraint.op, most)
    claim_adder([*((1, literal) for literal in takers), *spare], op, value, out)
