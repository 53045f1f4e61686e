"""Products, quotients, remainders, absolute values, minima and maxima for CP-SAT.

A product with a known value is an automaton whose states are the products so far. Only divisors of the number are
reached, so there are few states and no product grows beyond the number: CP-SAT's own multiplication rejects factors
whose product could be too large.
"""

from math import isqrt, prod
from typing import Any

from entails.encoders.cpsat.constraints import CpLiteral, Guard, Model, Step, reject_beyond, walk
from entails.models.constraints import Calculation, Product


def post_arithmetic(constraint: Calculation, model: Model) -> None:
    """Post a function of variables.

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
    """Define quotient and remainder, rounded towards zero; `//` and `%` are one lower where the signs differ."""
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
    """Return a literal that is true if the remainder is not 0 and its sign is not that of the divisor."""
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
    """Return all divisors of a number, negative ones included."""
    low = [candidate for candidate in range(1, isqrt(abs(number)) + 1) if number % candidate == 0]
    return [sign * size for size in {*low, *(abs(number) // small for small in low)} for sign in (1, -1)]


def _post_multiplied(constraint: Product, model: Model) -> None:
    """Post a product as a chain of multiplications, which are defined whether or not the constraint is enforced."""
    guard, product, most = model.guard(constraint), model.variables[constraint.over[0]], 1
    for place, number in enumerate(constraint.over):
        most *= max(map(abs, model.ends(number)))
        reject_beyond(most)
        if place:
            longer = model.cp.new_int_var(-most, most, "")
            model.cp.add_multiplication_equality(longer, [product, model.variables[number]])
            product = longer
    model.hold(model.cp.add(product == constraint.value), guard)
