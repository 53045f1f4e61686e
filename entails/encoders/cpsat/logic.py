"""A formula over facts. What stands at the top is claimed; every part below gets a Boolean that is true when it is."""

from functools import partial, reduce

from entails.encoders.cpsat.model import Guard, Literal, Model
from entails.models.statement import Formula, Logic


def post(said: Logic, model: Model) -> None:
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


def truth(formula: Formula, model: Model) -> Literal:
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


def _either(model: Model, one: Literal, other: Literal) -> Literal:
    """Exactly one of the two."""
    odd = model.cp.new_bool_var("")
    model.cp.add_bool_xor([one, other, ~odd])
    return odd
