"""Schedules, circuits, inverses, orders and value counts for CP-SAT.

A task is an interval, shared by the constraints that it belongs to; one that may last 0 is left out if it does.
CP-SAT 9.15 honours enforcement literals on no_overlap, cumulative, circuit and routes.

Products, quotients, remainders, absolute values, minima and maxima for CP-SAT.

A product with a known value is an automaton whose states are the products so far. Only divisors of the number are
reached, so there are few states and no product grows beyond the number: CP-SAT's own multiplication rejects factors
whose product could be too large.
"""

from collections.abc import Sequence
from itertools import combinations
from math import isqrt, prod
from typing import Any

from entails.encoders.cpsat.constraints import CpLiteral, Guard, Model, Step, intervals, reject_beyond, walk
from entails.models.constraints import (
    Calculation,
    CapacityLimit,
    Cardinality,
    DistinctValues,
    InverseLists,
    Lexicographic,
    Op,
    Operand,
    Product,
    RoundTrip,
    Task,
    TasksApart,
)


def post_arithmetic(constraint: Calculation, model: Model) -> None:
    """Add the equation of a calculation: a function of variables equals a variable.

    Quotients are defined whether or not the constraint is enforced: an enforced division loses solutions in CP-SAT
    9.15.
    """
    guard, target = model.guard(constraint), model.variables[constraint.result]
    over = [model.variables[number] for number in constraint.over]
    match constraint.function:
        case "*":
            reject_beyond(prod(max(map(abs, model.ends(number))) for number in constraint.over))
            model.hold(model.cp.add_multiplication_equality(target, over), guard)
        case "abs":
            model.hold(model.cp.add_max_equality(target, [over[0], -over[0]]), guard)
        case "min":
            model.hold(model.cp.add_min_equality(target, over), guard)
        case "max":
            model.hold(model.cp.add_max_equality(target, over), guard)
        case _:
            _post_division(constraint, model, guard)


def _post_division(constraint: Calculation, model: Model, guard: Guard) -> None:
    """Add quotient and remainder, rounded towards zero; `//` and `%` correct them where the signs differ."""
    dividend, divisor, number = *(model.variables[each] for each in constraint.over), constraint.over[1]
    largest, most = (max(map(abs, model.ends(each))) for each in constraint.over)
    low, high = model.ends(constraint.over[0])
    quotient, remainder = model.cp.new_int_var(-largest, largest, ""), divisor
    down = constraint.function in ("//", "%")
    if constraint.function in ("//", "div"):
        model.cp.add_division_equality(quotient, dividend, divisor)
    signs_differ = down and (low < 0 or model.ends(number)[0] < 0)
    if signs_differ or constraint.function in ("%", "rem"):
        size = model.cp.new_int_var(1, most, "")
        model.cp.add_max_equality(size, [divisor, -divisor])
        remainder = model.cp.new_int_var(-most + 1 if low < 0 else 0, most - 1 if high > 0 else 0, "")
        model.cp.add_modulo_equality(remainder, dividend, size)
    value, lower = (
        (quotient, quotient - 1) if constraint.function in ("//", "div") else (remainder, remainder + divisor)
    )
    result = model.variables[constraint.result]
    if signs_differ:
        apart = _apart(remainder, divisor, model.ends(number), model)
        model.hold(model.cp.add(result == lower), (*guard, apart))
        guarded = (*guard, ~apart)
    else:
        guarded = guard
    model.hold(model.cp.add(result == value), guarded)


def _apart(remainder: Any, divisor: Any, ends: tuple[int, int], model: Model) -> CpLiteral:
    """Return a literal for "the remainder is not 0 and its sign differs from that of the divisor"."""
    negative = model.true_when(remainder <= -1, remainder >= 0)
    if ends[0] >= 0:
        return negative
    positive = model.true_when(remainder >= 1, remainder <= 0)
    if ends[1] <= 0:
        return positive
    below = model.true_when(divisor <= -1, divisor >= 1)
    return ~model.all_of([~model.all_of([negative, ~below]), ~model.all_of([positive, below])])


def post_product(constraint: Product, model: Model) -> None:
    domains = [model.statement.variables[number].values for number in constraint.over]
    wide = any(model.statement.variables[number].wide for number in constraint.over)
    if wide and constraint.value and (constraint.when or abs(constraint.value) > _MOST_FACTORED):
        return _post_multiplied(constraint, model)
    if constraint.value == 0:
        able = [number for number, values in zip(constraint.over, domains, strict=True) if 0 in values]
        zeros = [model.literal(model.statement.fact(number, 0)) for number in able]
        return model.hold(model.cp.add_bool_or(zeros), model.guard(constraint))
    divisors_of = _divisors(constraint.value) if wide else ()
    reached, steps = frozenset({1}), set[Step]()
    seen: dict[tuple[frozenset[int], frozenset[int]], frozenset[Step]] = {}
    fitting = {
        number: frozenset(value for value in divisors_of if value in values)
        if wide
        else frozenset(value for value in values if value and constraint.value % value == 0)
        for number, values in dict(zip(constraint.over, domains, strict=True)).items()
    }
    for number in constraint.over:
        divisors = fitting[number]
        if (reached, divisors) not in seen:  # after a few factors nothing new is reached
            seen[reached, divisors] = frozenset(
                (before, value, before * value)
                for before in reached
                for value in divisors
                if constraint.value % (before * value) == 0
            )
        here = seen[reached, divisors]
        steps |= here
        reached = frozenset(after for _, _, after in here)
    return walk(constraint, constraint.over, 1, {constraint.value}, steps, model)


_MOST_FACTORED = 10**12


def _divisors(number: int) -> list[int]:
    """Return all divisors of a number, including negative ones."""
    low = [candidate for candidate in range(1, isqrt(abs(number)) + 1) if number % candidate == 0]
    return [sign * size for size in {*low, *(abs(number) // small for small in low)} for sign in (1, -1)]


def _post_multiplied(constraint: Product, model: Model) -> None:
    """Add a product as a chain of multiplications, which are defined even if the constraint is not enforced."""
    guard, product, most = model.guard(constraint), model.variables[constraint.over[0]], 1
    for place, number in enumerate(constraint.over):
        most *= max(map(abs, model.ends(number)))
        reject_beyond(most)
        if place:
            longer = model.cp.new_int_var(-most, most, "")
            model.cp.add_multiplication_equality(longer, [product, model.variables[number]])
            product = longer
    model.hold(model.cp.add(product == constraint.value), guard)


Arc = tuple[int, int, CpLiteral]


def _value(operand: Operand, model: Model) -> Any:
    """Return an operand as a variable of the model, or as a number."""
    kind, number = operand
    return model.variables[number] if kind == "var" else number


def _ends(operand: Operand, model: Model) -> tuple[int, int]:
    kind, number = operand
    return model.ends(number) if kind == "var" else (number, number)


def _interval(task: Task, model: Model) -> Any:
    """Return the CP-SAT interval of a task; None if its duration is 0."""
    shortest, longest = _ends(task.duration, model)
    if longest <= 0:
        return None
    key = Task("", task.start, task.duration, task.present)
    if key not in model.intervals:
        low, high = model.ends(task.start)
        reject_beyond(low, high + longest)
        start, duration = model.variables[task.start], _value(task.duration, model)
        end = start + duration
        present = [] if task.present is None else [model.literal(task.present)]
        if task.duration[0] == "var":
            end = model.cp.new_int_var(low + min(shortest, 0), high + longest, "")
            model.cp.add(end == start + duration)
            if shortest <= 0:
                present.append(model.true_when(duration >= 1, duration <= 0))
        if present:
            interval = model.cp.new_optional_interval_var(start, duration, end, model.all_of(present), "")
        else:
            interval = model.cp.new_interval_var(start, duration, end, "")
        model.intervals[key] = interval
    return model.intervals[key]


def post_no_overlap(constraint: TasksApart, model: Model) -> None:
    tasks = [interval for task in constraint.tasks if (interval := _interval(task, model)) is not None]
    if len(tasks) > 1:
        model.hold(model.cp.add_no_overlap(tasks), model.guard(constraint))


def post_cumulative(constraint: CapacityLimit, model: Model) -> None:
    pairs = [
        (interval, _value(demand, model))
        for task, demand in zip(constraint.tasks, constraint.demands, strict=True)
        if (interval := _interval(task, model)) is not None
    ]
    if pairs:
        tasks, demands = zip(*pairs, strict=True)
        capacity = _value(constraint.capacity, model)
        model.hold(model.cp.add_cumulative(list(tasks), list(demands), capacity), model.guard(constraint))


def post_circuit(constraint: RoundTrip, model: Model) -> None:
    """Add a circuit over places 0 to n - 1, or routes with the depot as node 0 and the places after it."""
    guard, over, depot = model.guard(constraint), constraint.over, constraint.depot
    if not over:
        return
    lone = len(over) == 1 and depot is None
    shift = 0 if depot is None else 1
    arcs: list[Arc] = []
    arriving: list[list[CpLiteral]] = [[] for _ in over]
    for place, number in enumerate(over):
        _keep_within(number, constraint, model, guard)
        if depot is not None and depot in model.statement.variables[number].values:
            arcs.append((place + 1, 0, model.literal(model.statement.fact(number, depot))))
        for target in range(len(over)):
            value = constraint.first + target
            if value not in model.statement.variables[number].values:
                continue
            fact = model.statement.fact(number, value)
            if target == place and not constraint.optional and not lone:
                model.claim(-fact, guard)
            else:
                literal = model.literal(fact)
                arriving[target].append(literal)
                arcs.append((place + shift, target + shift, literal))
    if lone:
        return
    if depot is not None and not any(target == 0 for _, target, _ in arcs):  # CP-SAT requires an arc into the depot
        idle = {place: literal for place, target, literal in arcs if place == target}
        if len(idle) < len(over):
            model.never(guard)
        else:
            model.hold(model.cp.add_bool_and(list(idle.values())), guard)
    elif depot is not None:
        arcs += [
            (0, target + 1, model.all_of([~literal for literal in before]) if before else model.cp.new_constant(1))
            for target, before in enumerate(arriving)
        ]
        model.hold(model.cp.add_multiple_circuit(arcs), guard)
    elif {place for place, _, _ in arcs} != set(range(len(over))) or not all(arriving):
        model.never(guard)
    else:
        model.hold(model.cp.add_circuit(arcs), guard)


def _keep_within(number: int, constraint: RoundTrip, model: Model, guard: Guard) -> None:
    """Require a successor to be one of the places or the depot."""
    first, last = constraint.first, constraint.first + len(constraint.over) - 1
    spans = [[first, last]] if constraint.depot is None else sorted([[first, last], [constraint.depot] * 2])
    domain = model.api.Domain.from_intervals(spans)
    model.hold(model.cp.add_linear_expression_in_domain(model.variables[number], domain), guard)


def post_inverse(constraint: InverseLists, model: Model) -> None:
    guard, variables = model.guard(constraint), model.statement.variables
    first_left, first_right = constraint.first_left, constraint.first_right
    for side, first, size in (
        (constraint.left, first_right, len(constraint.right)),
        (constraint.right, first_left, len(constraint.left)),
    ):
        for number in side:
            model.sum([(1, number)], (), [(first, first + size - 1)], guard)
    for place, left in enumerate(constraint.left):
        for position, right in enumerate(constraint.right):
            facts = [
                model.statement.fact(number, value) if value in variables[number].values else None
                for number, value in ((left, position + first_right), (right, place + first_left))
            ]
            present = [fact for fact in facts if fact is not None]
            if len(present) == 2:
                model.hold(model.cp.add(model.literal(present[0]) == model.literal(present[1])), guard)
            elif present:
                model.claim(-present[0], guard)


def post_lexicographic(constraint: Lexicographic, model: Model) -> None:
    """Add dictionary order by a chain of literals: whether the lists are in order from each position on."""
    ordered = model.cp.new_constant(0 if constraint.strict else 1)
    for left, right in reversed(list(zip(constraint.left, constraint.right, strict=True))):
        if left == right:
            continue
        reject_beyond(*model.extremes([(1, left), (-1, right)], ()))
        first, second = model.variables[left], model.variables[right]
        below = model.true_when(first <= second - 1, first >= second)
        not_above = model.true_when(first <= second, first >= second + 1)
        ordered = model.all_of([not_above, ~model.all_of([~below, ~ordered])])
    model.hold(model.cp.add_bool_or([ordered]), model.guard(constraint))


def post_cardinality(constraint: Cardinality, model: Model) -> None:
    guard, variables = model.guard(constraint), model.statement.variables
    for value, (kind, count) in zip(constraint.values, constraint.counts, strict=True):
        able = [number for number in constraint.over if value in variables[number].values]
        facts = [(1, model.statement.fact(number, value)) for number in able]
        if kind == "var":
            model.sum([(-1, count)], facts, [(0, 0)], guard)
        else:
            model.sum((), facts, [(count, count)], guard)
    if constraint.closed:
        domain = model.domain(constraint.values)
        for number in constraint.over:
            model.hold(model.cp.add_linear_expression_in_domain(model.variables[number], domain), guard)


def post_distinct_values(constraint: DistinctValues, model: Model) -> None:
    """Count the values that are taken, or, if there are many, the variables that differ from all earlier ones."""
    over = tuple(dict.fromkeys(constraint.over))
    narrow = not any(model.statement.variables[number].wide for number in over)
    values = {value for number in over for value in model.statement.variables[number].values} if narrow else set()
    if narrow and len(values) <= max(len(over), 2) ** 2:
        counted = [_taken(value, over, model) for value in sorted(values)]
    else:
        differing = {
            pair: _differing(model.variables[pair[0]], model.variables[pair[1]], model)
            for pair in combinations(over, 2)
        }
        counted = [
            model.all_of([differing[before, number] for before in over[:place]]) if place else model.cp.new_constant(1)
            for place, number in enumerate(over)
        ]
    _compare(counted, constraint.op, constraint.value, model, model.guard(constraint))


def _taken(value: int, over: Sequence[int], model: Model) -> CpLiteral:
    able = [number for number in over if value in model.statement.variables[number].values]
    facts = [model.statement.fact(number, value) for number in able]
    return ~model.all_of([~literal for literal in model.literals(facts)])


def _differing(left: Any, right: Any, model: Model) -> CpLiteral:
    return model.true_when(left != right, left == right)


def _compare(counted: Sequence[CpLiteral], op: Op, value: Operand, model: Model, guard: Guard) -> None:
    """Require `number of true literals op value` if all literals of the guard are true."""
    low, high = _ends(value, model)
    least, most = -high, len(counted) - low
    spans = [[int(max(least, start)), int(min(most, end))] for start, end in intervals(op, 0)]
    total = model.api.LinearExpr.sum(list(counted)) - _value(value, model)
    domain = model.api.Domain.from_intervals([span for span in spans if span[0] <= span[1]])
    if domain.is_empty():
        model.never(guard)
    else:
        model.hold(model.cp.add_linear_expression_in_domain(total, domain), guard)
