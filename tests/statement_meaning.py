"""The meaning of a statement by exhaustive evaluation: slow, plain, independent of the compilers.

`holds` tests each constraint type on an assignment; `answers` tries all assignments.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import floor, prod

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
    Formula,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Operand,
    Product,
    RoundTrip,
    Table,
    Task,
    TasksApart,
)
from entails.models.statement import GroupIndex, Statement

Values = tuple[int, ...]


def compared(left: int, op: str, right: int) -> bool:
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]


def calculated(function: str, values: list[int]) -> int:
    """Return the value of a function, computed with fractions."""
    if function in ("//", "%", "div", "rem"):
        left, right = values
        quotient = (floor if function in ("//", "%") else int)(Fraction(left, right))
        return quotient if function in ("//", "div") else left - right * quotient
    return {"*": prod, "abs": lambda only: abs(*only), "min": min, "max": max}[function](values)


def true_facts(statement: Statement, values: Values) -> set[int]:
    """Return the true facts, including hidden ones."""
    facts = zip(statement.variables, values, statement.first_literals, strict=False)
    return {
        first + (0 if item.boolean else list(item.values).index(value))
        for item, value, first in facts
        if not item.boolean or value
    }


class World:
    """One assignment of all variables."""

    def __init__(self, statement: Statement, values: Values) -> None:
        self.values = values
        self.true = true_facts(statement, values)

    def lit(self, lit: int) -> bool:
        return (lit in self.true) if lit > 0 else (-lit not in self.true)

    def formula(self, formula: Formula) -> bool:
        if isinstance(formula, int):
            return self.lit(formula)
        name, *parts = formula
        truths = [self.formula(part) for part in parts]
        if name == "and":
            return all(truths)
        if name == "or":
            return any(truths)
        if name == "not":
            return not truths[0]
        if name == "implies":
            return not truths[0] or truths[1]
        if name == "iff":
            return len(set(truths)) <= 1
        assert name == "xor"
        return sum(truths) % 2 == 1

    def holds(self, constraint: Constraint) -> bool:
        """Return whether a constraint is satisfied, or does not apply."""
        return not all(map(self.lit, constraint.when)) or all(met for _, met in self.parts(constraint))

    def parts(self, constraint: Constraint) -> Iterator[tuple[int, bool]]:
        """Yield groups of the statement, each with whether its part of the constraint is satisfied."""
        if isinstance(constraint, Bulk):
            groups = constraint.group_of.tolist() or [constraint.group] * (len(constraint.starts) - 1)
            for (start, end), group in zip(pairwise(constraint.starts.tolist()), groups, strict=True):
                yield group, any(map(self.lit, constraint.lits[start:end].tolist()))
        else:
            yield constraint.group, self.met(constraint)

    def met(self, constraint: Constraint) -> bool:
        values = self.values
        match constraint:
            case Clause(lits):
                return any(map(self.lit, lits))
            case Count(lits, op, k):
                return compared(sum(map(self.lit, lits)), op, k)
            case AllDifferent(over, apart_from):
                pairs = combinations([values[number] for number in over], 2)
                return all(item != second or item in apart_from for item, second in pairs)
            case Linear(terms, op, value, facts):
                total = sum(times * values[number] for times, number in terms)
                return compared(total + sum(times for times, fact in facts if self.lit(fact)), op, value)
            case Compare(left, op, right, offset):
                return compared(values[left], op, values[right] + offset)
            case Distance(left, right, op, k):
                return compared(abs(values[left] - values[right]), op, k)
            case Product(over, value):
                return prod(values[number] for number in over) == value
            case Calculation(function, over, result):
                return calculated(function, [values[number] for number in over]) == values[result]
            case Table(over, rows, allowed):
                return ([values[number] for number in over] in rows.array.tolist()) == allowed
            case Automaton(over, start, finals, transitions):
                states = {start}
                for number in over:
                    states = {to for state, value, to in transitions if state in states and value == values[number]}
                return bool(states & finals)
            case Logic(formula):
                return self.formula(formula)
            case Element(index, items, value, first):
                place = values[index] - first
                read = [values[number] if kind == "var" else number for kind, number in (*items, value)]
                return 0 <= place < len(items) and read[place] == read[-1]
            case Differ(left, right):
                return [values[number] for number in left] != [values[number] for number in right]
            case Connected(lits, edges, root):
                inside = {vertex for vertex, lit in enumerate(lits) if self.lit(lit)}
                if root is not None and root not in inside:
                    return False
                return pieces(inside, [edge for edge in edges if inside >= set(edge)]) <= 1
            case Loop(lits, edges):
                drawn = [edge for edge, lit in zip(edges, lits, strict=True) if self.lit(lit)]
                ends = [end for edge in drawn for end in edge]
                return bool(drawn) and all(ends.count(end) == 2 for end in ends) and pieces(set(ends), drawn) == 1
            case TasksApart(tasks):
                moments = [moment for task in tasks for moment in self.moments(task)]
                return len(moments) == len(set(moments))
            case CapacityLimit(tasks, demands, capacity):
                used: dict[int, int] = {}
                for task, demand in zip(tasks, demands, strict=True):
                    for moment in self.moments(task):
                        used[moment] = used.get(moment, 0) + self.operand(demand)
                return max(used.values(), default=0) <= self.operand(capacity)
            case RoundTrip():
                return self.circuit(constraint)
            case InverseLists(left, right, first_left, first_right):
                there = {(place, values[number]) for place, number in enumerate(left, first_left)}
                back = {(values[number], place) for place, number in enumerate(right, first_right)}
                return there == back
            case Lexicographic(left, right, strict):
                pairs = [(values[item], values[second]) for item, second in zip(left, right, strict=True)]
                unequal = [item < second for item, second in pairs if item != second]
                return unequal[0] if unequal else not strict
            case Cardinality(over, wanted, counts, closed):
                row = [values[number] for number in over]
                pairs = zip(wanted, counts, strict=True)
                exact = all(row.count(value) == self.operand(count) for value, count in pairs)
                return exact and not (closed and set(row) - set(wanted))
            case DistinctValues(over, op, number):
                return compared(len({values[each] for each in over}), op, self.operand(number))
        raise NotImplementedError(constraint)

    def operand(self, operand: Operand) -> int:
        return self.values[operand[1]] if operand[0] == "var" else operand[1]

    def moments(self, task: Task) -> range:
        """Return the time units during which a task runs."""
        start = self.values[task.start]
        takes_place = task.present is None or self.lit(task.present)
        return range(start, start + self.operand(task.duration) * takes_place)

    def circuit(self, round_trip: RoundTrip) -> bool:
        """Return whether a circuit exists, by trying orders of places: one circuit, or tours through a depot."""
        places = range(round_trip.first, round_trip.first + len(round_trip.over))
        chosen = {place: self.values[number] for place, number in zip(places, round_trip.over, strict=True)}
        visited = [place for place in places if not round_trip.optional or chosen[place] != place]
        if round_trip.depot is None:
            orders: Iterator[tuple[int, ...]] = permutations(visited[1:])
            rounds = ([*visited[:1], *order] for order in orders)
            return not visited or any(
                all(chosen[item] == second for item, second in pairwise([*order, order[0]])) for order in rounds
            )
        for order in permutations(visited):
            follows = dict(pairwise((*order, round_trip.depot)))
            if all(chosen[place] in (follows[place], round_trip.depot) for place in visited):
                return True
        return not visited


def pieces(vertices: set[int], edges: Sequence[tuple[int, int]]) -> int:
    """Return the number of components of a graph."""
    piece = {vertex: vertex for vertex in vertices}
    for item, second in edges:
        merged, into = piece[item], piece[second]
        piece = {vertex: into if own == merged else own for vertex, own in piece.items()}
    return len(set(piece.values()))


def assignments(statement: Statement) -> Iterator[Values]:
    yield from product(*(variable.values for variable in statement.variables))


def claims(statement: Statement, world: World) -> Iterator[tuple[int, bool]]:
    """Yield groups of the encoding, each with whether it is satisfied."""
    granularity = GroupIndex.of(statement)
    for item in statement.every_constraint:
        if not all(map(world.lit, item.when)):
            continue
        if isinstance(item, AllDifferent) and (fine := granularity.fine(item)):
            taken = [world.values[number] for number in item.over]
            yield from ((group, taken.count(value) == 1) for value, group in fine.items())
        else:
            for group, met in world.parts(item):
                number = granularity.number[group]
                assert number is not None
                yield number, met


def whole_answers(statement: Statement, held: Collection[int] | None = None) -> Iterator[Values]:
    """Yield every assignment that satisfies all claims; of the soft groups, only `held` count, if given."""
    groups = GroupIndex.of(statement).groups
    for values in assignments(statement):
        text = claims(statement, World(statement, values))
        if all(met for group, met in text if held is None or not groups[group].soft or group in held):
            yield values


def answers(statement: Statement, held: Collection[int] | None = None) -> set[Values]:
    """Return the solutions without hidden variables."""
    return {values[: statement.shown] for values in whole_answers(statement, held)}


def conflicts(statement: Statement) -> set[frozenset[str]]:
    """Return the ids of every minimal set of conflicting soft groups."""
    groups = GroupIndex.of(statement).groups
    soft = [number for number, group in enumerate(groups) if group.soft]
    items: list[frozenset[int]] = []
    for size in range(len(soft) + 1):
        for chosen in map(frozenset, combinations(soft, size)):
            if not any(known <= chosen for known in items) and not answers(statement, chosen):
                items.append(chosen)
    return {frozenset(groups[number].id for number in item) for item in items}


def worth(statement: Statement, values: Values) -> int:
    """Return the objective value of an assignment."""
    objective = statement.objective
    assert objective is not None
    world = World(statement, values)
    of_variables = sum(times * values[number] for times, number in objective.terms)
    return objective.fixed + of_variables + sum(times for times, fact in objective.facts if world.lit(fact))


def best(statement: Statement) -> int | None:
    """Return the optimum of the objective; None without a solution."""
    assert statement.objective is not None
    choose = max if statement.objective.sense == "maximise" else min
    return choose((worth(statement, values) for values in whole_answers(statement)), default=None)
