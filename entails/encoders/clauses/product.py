"""All of them multiplied make this number: read one by one, a state is the product so far, which divides the number."""

from entails.encoders.clauses import layers
from entails.encoders.clauses.layers import DONE, State, Step
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.errors import TooLarge
from entails.models.statement import Product

_MOST_WAYS = 200_000
"""Steps from one product to the next that are looked at before giving up."""


def size(said: Product, space: Space) -> Size:
    """The products so far are listed, since the divisors of a number are few."""
    step, states, ways = _step(said.value, len(said.over) - 1), {1}, 0
    for place, variable in enumerate(said.over):
        values = space.variables[variable].values
        ways += len(states) * len(values)
        if ways > _MOST_WAYS:
            raise TooLarge(f"the products on the way to {said.value:,} take more than {_MOST_WAYS:,} steps")
        following = {step(place, state, value) for state in states for value in values}
        states = {state for state in following if state is not None and state != DONE}
    return Size(3 * ways + 1, 9 * ways, ways)


def write(said: Product, out: Writer) -> None:
    if not said.over:
        if said.value != 1:
            out.claim()
        return
    choices = tuple(tuple(out.facts(variable).items()) for variable in said.over)
    layers.claim(("product", choices, said.value), choices, 1, _step(said.value, len(choices) - 1), out)


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
