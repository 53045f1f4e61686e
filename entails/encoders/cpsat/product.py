"""Multiplied they make this number: an automaton whose states are what has been multiplied so far.

Only divisors of the number lead there, so there are few states, and no product ever grows beyond the number. (CP-SAT's
own multiplication refuses factors whose product could be too large.)
"""

from entails.encoders.cpsat.automaton import Step, walk
from entails.encoders.cpsat.model import Model
from entails.models.statement import Product


def post(said: Product, model: Model) -> None:
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
