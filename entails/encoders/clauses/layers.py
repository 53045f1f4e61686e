"""A line of choices read from left to right by something with states: partial sums, products, automata.

After each choice there is a layer of states. States that no choices lead to, and those from which nothing is accepted
any more, are left out. A state's literal is defined in both directions ("these choices lead here"), so the facts decide
it; the claim is that no choice leads out of the states that are left.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from entails.encoders.clauses.writer import TRUE, Writer

Choice = Sequence[tuple[int, int]]
"""(value, literal) pairs of which exactly one literal holds. Values may be equal."""
State = int
Step = Callable[[int, State, int], State | None]
"""From a layer's number, a state and the value chosen there to the next state: None where nothing is accepted any more,
`DONE` where everything is."""

DONE: State = -(1 << 62)


@dataclass
class _Layer:
    """The way from the states before a choice to those after it: `edges[state]` are (literal, next state) pairs."""

    edges: dict[State, list[tuple[int, State]]] = field(default_factory=dict)


def claim(key: Hashable, choices: Sequence[Choice], start: State, step: Step, out: Writer) -> None:
    """Claim that the choices are accepted. After the last choice `step` says None or DONE.

    What is defined is kept under `key`: it has to tell choices, start and step.
    """
    out.claim_all(out.once(("layers", key), lambda: _clauses(choices, start, step, out)))


def _clauses(choices: Sequence[Choice], start: State, step: Step, out: Writer) -> list[list[int]]:
    """Define the states; the claims over them."""
    layers = _living(choices, start, step)
    if not layers[0].edges:
        return [[]]
    claims: list[list[int]] = []
    literal_of: dict[State, int] = {start: TRUE}
    ended = False
    for choice, layer in zip(choices, layers, strict=True):
        for state, edges in layer.edges.items():
            claims += _no_way_out(literal_of[state], edges, choice)
        literal_of, done = _next_states(layer, literal_of, choice, out)
        ended = ended or done
        if not ended and TRUE not in (living := list(literal_of.values())):
            claims.append(living)
    return claims


def _living(choices: Sequence[Choice], start: State, step: Step) -> list[_Layer]:
    """The layers with those states only that lie on a way from the start to acceptance."""
    layers: list[_Layer] = []
    states = [start]
    for place, choice in enumerate(choices):
        layer, found = _Layer(), dict[State, None]()
        for state in states:
            edges = layer.edges[state] = []
            for value, literal in choice:
                if (following := step(place, state, value)) is not None:
                    edges.append((literal, following))
                    if following != DONE:
                        found[following] = None
        layers.append(layer)
        states = list(found)
    alive = {DONE}
    for layer in reversed(layers):
        for state, edges in list(layer.edges.items()):
            layer.edges[state] = left = [edge for edge in edges if edge[1] in alive]
            if not left:
                del layer.edges[state]
        alive = {DONE, *layer.edges}
    return layers


def _no_way_out(state: int, edges: list[tuple[int, State]], choice: Choice) -> list[list[int]]:
    """In this state, only choices that lead on: those named, or the others forbidden, whatever is shorter."""
    going = {literal for literal, _ in edges}
    refused = [literal for _, literal in choice if literal not in going]
    here = [] if state == TRUE else [-state]
    if not refused:
        return []
    if len(going) < len(refused):
        return [[*here, *(literal for literal, _ in edges)]]
    return [[*here, -literal] for literal in refused]


def _next_states(
    layer: _Layer, literal_of: dict[State, int], choice: Choice, out: Writer
) -> tuple[dict[State, int], bool]:
    """Define the states after a choice. Also, whether some way is accepted here already."""
    entering: dict[State, list[tuple[int, int]]] = {}
    for state, edges in layer.edges.items():
        for literal, following in edges:
            entering.setdefault(following, []).append((literal_of[state], literal))
    done = entering.pop(DONE, None) is not None
    return {state: defined(ways, choice, out) for state, ways in entering.items()}, done


def defined(ways: list[tuple[int, int]], choice: Choice, out: Writer) -> int:
    """A literal for "one of these ways was taken": from a state by a choice."""
    if all(state == TRUE for state, _ in ways):
        return out.any_of(literal for _, literal in ways)
    here = out.fresh()
    sources: dict[int, list[int]] = {}
    for state, literal in ways:
        sources.setdefault(literal, []).append(state)
    certain = {literal for state, literal in ways if state == TRUE}
    out.define_all((-state, -literal, here) for state, literal in ways if literal not in certain)
    out.define_all((-here, -literal, *states) for literal, states in sources.items() if literal not in certain)
    out.define_all((-literal, here) for literal in certain)
    if len(sources) < len(choice):
        out.define(-here, *sources)
    return here
