"""Comparisons, distances, elements and products of variables as CNF.

Order is written by listing supports or, for many values, by literals for "x <= v", which are created for a variable
when needed and shared; they rely on "exactly one value", and the lowest and the highest are facts. An element
constraint relates item and value for each index, and indexes for each value, without auxiliaries. A product is read
factor by factor: a state is the product so far, which divides the number. Other functions become tables.
"""

from bisect import bisect_right
from itertools import product
from math import prod

from entails.encoders.cnf import extensional
from entails.encoders.cnf.extensional import DONE, State, Step, size_table, write_table
from entails.encoders.cnf.writer import TRUE, ConstraintShape, Size, Space, Writer
from entails.models.constraints import Calculation, Compare, Distance, Element, Product, Table, TupleRows
from entails.models.errors import TooLarge


def size_order(values: int) -> Size:
    """Predict the size of the order literals of a variable with `values` values."""
    return Size(4 * values, 9 * values, values)


def at_most(out: Writer, variable: int, value: int) -> int:
    """Return an order literal, "the variable is at most `value`"; `TRUE` or `-TRUE` if this is known."""
    values, steps = out.once(("order", variable), lambda: _ordered(out, variable))
    place = bisect_right(values, value)
    if place == 0:
        return -TRUE
    return TRUE if place == len(values) else steps[place - 1]


def order_of(out: Writer, variable: int) -> list[int]:
    """Return the order literals of a variable: "at most v" for each value but the last."""
    return out.once(("order", variable), lambda: _ordered(out, variable))[1]


def _ordered(out: Writer, variable: int) -> tuple[list[int], list[int]]:
    """Return the values of a variable, and its order literals: "at most v" for each value but the last."""
    facts = out.facts(variable)
    literals = list(facts.values())
    steps = literals[:1]
    if len(literals) == 3:
        return list(facts), [literals[0], -literals[2]]
    for place in range(1, len(literals) - 1):
        below, here = steps[-1], literals[place]
        last = place == len(literals) - 2
        now = -literals[-1] if last else out.fresh()
        out.define(-below, now)
        out.define(-here, now)
        out.define(-here, -below)
        out.define(-now, below, here)
        steps.append(now)
    return list(facts), steps


LISTED = 120
"""Maximum number of pairs of values that are listed."""


def size_compare(constraint: Compare, space: Space) -> Size:
    left_values, right_values = space.count(constraint.left), space.count(constraint.right)
    if constraint.op in ("=", "!="):
        return Size(left_values + right_values, 2 * (left_values + right_values))
    if left_values * right_values <= LISTED:
        return extensional.size_relation(constraint.left, constraint.right, space)
    return size_order(left_values).plus(size_order(right_values)).plus(Size(right_values + 1, 2 * right_values + 2))


def shape_compare(constraint: Compare) -> ConstraintShape:
    return ConstraintShape((constraint.op, constraint.offset), (constraint.left, constraint.right))


def write_compare(constraint: Compare, out: Writer) -> None:
    offset = constraint.offset
    match constraint.op:
        case "=":
            _equal(constraint.left, constraint.right, offset, out)
            _equal(constraint.right, constraint.left, -offset, out)
        case "!=":
            _unequal(constraint.left, constraint.right, offset, out)
        case "<=" | "<":
            claim_at_most(constraint.left, constraint.right, offset - (constraint.op == "<"), out)
        case ">=" | ">":
            claim_at_most(constraint.right, constraint.left, -offset - (constraint.op == ">"), out)


def _equal(left: int, right: int, offset: int, out: Writer) -> None:
    """Add clauses for left = right + offset: each value of `left` implies a value of `right`."""
    partners = out.facts(right)
    for value, literal in out.facts(left).items():
        partner = partners.get(value - offset)
        out.claim(-literal) if partner is None else out.claim(-literal, partner)


def _unequal(left: int, right: int, offset: int, out: Writer) -> None:
    partners = out.facts(right)
    for value, literal in out.facts(left).items():
        if (partner := partners.get(value - offset)) is not None:
            out.claim(-literal, -partner)


def claim_at_most(left: int, right: int, offset: int, out: Writer) -> None:
    """Add clauses for left <= right + offset."""
    lefts, rights = out.facts(left), out.facts(right)
    if len(lefts) * len(rights) <= LISTED:
        extensional.claim_relation(left, right, lambda a, b: a <= b + offset, out)
        return
    for bound in rights:  # where the right is at most so much, the left is at most that and the offset
        out.claim_open(-at_most(out, right, bound), at_most(out, left, bound + offset))


def size_distance(constraint: Distance, space: Space) -> Size:
    left_values, right_values = space.count(constraint.left), space.count(constraint.right)
    if left_values * right_values <= LISTED:
        return extensional.size_relation(constraint.left, constraint.right, space)
    return (
        size_order(left_values)
        .plus(size_order(right_values))
        .plus(Size(2 * (left_values + right_values), 6 * (left_values + right_values)))
    )


def shape_distance(constraint: Distance) -> ConstraintShape:
    return ConstraintShape((constraint.op, constraint.k), (constraint.left, constraint.right))


def write_distance(constraint: Distance, out: Writer) -> None:
    left, right, op, k = constraint.left, constraint.right, constraint.op, constraint.k
    if op in ("<", ">"):
        op, k = ("<=", k - 1) if op == "<" else (">=", k + 1)
    if k < 0:
        if op in ("=", "<="):
            out.claim()
    elif len(out.facts(left)) * len(out.facts(right)) <= LISTED:
        extensional.claim_relation(left, right, _goes(op, k), out)
    elif op == "<=":
        claim_at_most(left, right, k, out)
        claim_at_most(right, left, k, out)
    elif op == ">=":
        _far(left, right, k, out)
    else:
        _exactly(left, right, k, op == "=", out)


def _goes(op: str, k: int) -> extensional.Goes:
    match op:
        case "=":
            return lambda a, b: abs(a - b) == k
        case "!=":
            return lambda a, b: abs(a - b) != k
        case "<=":
            return lambda a, b: abs(a - b) <= k
    return lambda a, b: abs(a - b) >= k


def _far(left: int, right: int, k: int, out: Writer) -> None:
    """Add clauses for |left - right| >= k: each value of `left` excludes the values closer than k."""
    for variable, partner in ((left, right), (right, left)):
        for value, literal in out.facts(variable).items():
            out.claim_open(-literal, at_most(out, partner, value - k), -at_most(out, partner, value + k - 1))


def _exactly(left: int, right: int, k: int, wanted: bool, out: Writer) -> None:
    """Add clauses for |left - right| = k, or != k unless `wanted`; only pairs of values at this distance matter."""
    for variable, partner_variable in ((left, right), (right, left)):
        partners = out.facts(partner_variable)
        for value, literal in out.facts(variable).items():
            there = [partners[number] for number in {value - k, value + k} if number in partners]
            if wanted:
                out.claim(-literal, *there)
            elif variable == left:
                out.claim_all((-literal, -partner) for partner in there)


def size_element(constraint: Element, space: Space) -> Size:
    values = space.count(constraint.value[1]) if constraint.value[0] == "var" else 1
    indexes = space.count(constraint.index)
    each = sum(2 * (space.count(number) + values) if kind == "var" else values for kind, number in constraint.items)
    return Size(each + indexes + values, 3 * each + 2 * indexes + values * (1 + indexes))


def write_element(constraint: Element, out: Writer) -> None:
    wanted = _options(constraint.value, out)
    giving: dict[int, list[int]] = {value: [] for value in wanted}
    for number, here in out.facts(constraint.index).items():
        place = number - constraint.first
        offered = _options(constraint.items[place], out) if 0 <= place < len(constraint.items) else {}
        if not offered.keys() & wanted.keys():
            out.claim(-here)
            continue
        for value in giving.keys() & offered.keys():
            giving[value].append(here)
        _equal_where(here, offered, wanted, out)
        _equal_where(here, wanted, offered, out)
    if constraint.value[0] == "var":
        for value, indexes in giving.items():
            out.claim(-wanted[value], *indexes)


def _options(item: tuple[str, int], out: Writer) -> dict[int, int]:
    """Return the literal of each value of an item; 0 for a constant."""
    kind, number = item
    return out.facts(number) if kind == "var" else {number: 0}


def _equal_where(here: int, literals: dict[int, int], partners: dict[int, int], out: Writer) -> None:
    """Add clauses by which two variables have the same value if the literal `here` is true."""
    for value, literal in literals.items():
        if value not in partners:
            out.claim(-here, *_unless(literal))
        elif partners[value]:
            out.claim(-here, *_unless(literal), partners[value])


def _unless(literal: int) -> tuple[int, ...]:
    return (-literal,) if literal else ()


_MOST_WAYS = 200_000
"""Limit on the transitions between partial products."""


def size_product(constraint: Product, space: Space) -> Size:
    """Predict the size of a product from its partial products, which are few because they divide the number."""
    step, states, ways = _step(constraint.value, len(constraint.over) - 1), {1}, 0
    for place, variable in enumerate(constraint.over):
        values = space.variables[variable].values
        ways += len(states) * len(values)
        if ways > _MOST_WAYS:
            raise TooLarge(f"the product {constraint.value:,} has more than {_MOST_WAYS:,} partial products")
        following = {step(place, state, value) for state in states for value in values}
        states = {state for state in following if state is not None and state != DONE}
    return Size(3 * ways + 1, 9 * ways, ways)


def write_product(constraint: Product, out: Writer) -> None:
    if not constraint.over:
        if constraint.value != 1:
            out.claim()
        return
    choices = tuple(tuple(out.facts(variable).items()) for variable in constraint.over)
    extensional.claim_layers(
        ("product", choices, constraint.value), choices, 1, _step(constraint.value, len(choices) - 1), out
    )


def _step(wanted: int, last: int) -> Step:
    def nothing_is_zero(place: int, state: State, value: int) -> State | None:
        product = state * value
        if not product or wanted % product:
            return None
        if place < last:
            return product
        return DONE if product == wanted else None

    def one_is_zero(place: int, state: State, value: int) -> State | None:
        if not value:
            return DONE
        return state if place < last else None

    return nothing_is_zero if wanted else one_is_zero


_MOST_COMBINATIONS = 200_000
"""Limit on the rows in the table of a function."""


def size_arithmetic(constraint: Calculation, space: Space) -> Size:
    if constraint.function in ("min", "max"):
        counts = [space.count(variable) for variable in (*constraint.over, constraint.result)]
        values, clauses = sum(counts), len(counts) * sum(counts)
        return size_order(values).plus(Size(clauses + values, 3 * clauses))
    return size_table(_tabled(constraint, space), space)


def write_arithmetic(constraint: Calculation, out: Writer) -> None:
    if constraint.function in ("min", "max"):
        _write_extreme(constraint, out)
        return
    write_table(_tabled(constraint, out.space), out)


def _write_extreme(constraint: Calculation, out: Writer) -> None:
    """Add clauses for a maximum or minimum: it is at most v exactly if all arguments (one argument) are at most v."""
    over, result = tuple(dict.fromkeys(constraint.over)), constraint.result
    sign = 1 if constraint.function == "max" else -1
    for bound in sorted({value for variable in (*over, result) for value in out.facts(variable)}):
        whole = sign * at_most(out, result, bound)
        parts = [sign * at_most(out, variable, bound) for variable in over]
        for part in parts:
            out.claim_open(-whole, part)
        out.claim_open(whole, *(-part for part in parts))


def _tabled(constraint: Calculation, space: Space) -> Table:
    """Return a calculation as a table with a row for each combination of arguments."""
    once = tuple(dict.fromkeys((*constraint.over, constraint.result)))
    arguments = tuple(dict.fromkeys(constraint.over))
    combinations = prod(space.variables[variable].facts for variable in arguments)
    if combinations > _MOST_COMBINATIONS:
        raise TooLarge(f"{constraint.function} has {combinations:,} combinations of values")
    results, rows = set(space.variables[constraint.result].values), list[list[int]]()
    domains = [(0, 1) if space.variables[each].boolean else space.variables[each].values for each in arguments]
    for values in product(*domains):
        of = dict(zip(arguments, values, strict=True))
        result = _function(constraint.function, [of[variable] for variable in constraint.over])
        if result in results and of.setdefault(constraint.result, result) == result:
            rows.append([of[variable] for variable in once])
    return Table(once, TupleRows(rows, len(once)), group=constraint.group, when=constraint.when)


def _function(name: str, values: list[int]) -> int:
    """Compute a function by its name."""
    match name:
        case "*":
            return prod(values)
        case "abs":
            return abs(values[0])
        case "min":
            return min(values)
        case "max":
            return max(values)
    left, right = values
    quotient = left // right
    if name in ("div", "rem") and quotient < 0 and quotient * right != left:
        quotient += 1
    return quotient if name in ("//", "div") else left - right * quotient
