"""Read in order, their values lead from the start to a final state: the automaton unrolled, a layer for each variable.

Where a state and a value may lead to several states, a state's literal says that it can be reached; some final one must
be. Either way the facts decide the literals.
"""

from collections import Counter, defaultdict

from entails.encoders.clauses import layers
from entails.encoders.clauses.layers import DONE, Choice, State
from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import TRUE, Writer
from entails.models.statement import Automaton


def size(said: Automaton, space: Space) -> Size:
    """At each place at most all transitions by the values that are possible there, and all states."""
    transitions = set(said.transitions)
    states = len({state for start, _, end in transitions for state in (start, end)} | {said.start})
    by_value = Counter(value for _, value, _ in transitions)
    domains = Counter(space.variables[variable].values for variable in said.over)
    ways = sum(times * sum(by_value[value] for value in domain) for domain, times in domains.items())
    return Size(3 * ways + len(said.over) + 1, 10 * ways + states * len(said.over), states * len(said.over))


def write(said: Automaton, out: Writer) -> None:
    if not said.over:
        if said.start not in said.finals:
            out.claim()
        return
    following: defaultdict[tuple[State, int], set[State]] = defaultdict(set)
    for state, value, next_state in said.transitions:
        following[state, value].add(next_state)
    choices = tuple(tuple(out.facts(variable).items()) for variable in said.over)
    if all(len(states) == 1 for states in following.values()):
        _deterministic(said, choices, {read: next(iter(states)) for read, states in following.items()}, out)
    else:
        _reachable(said, choices, following, out)


def _key(said: Automaton, choices: tuple[Choice, ...]) -> object:
    return "automaton", choices, said.start, said.finals, frozenset(said.transitions)


def _deterministic(
    said: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], State], out: Writer
) -> None:
    last = len(choices) - 1

    def step(place: int, state: State, value: int) -> State | None:
        found = following.get((state, value))
        if place < last:
            return found
        return DONE if found in said.finals else None

    layers.claim(_key(said, choices), choices, said.start, step, out)


def _reachable(
    said: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], set[State]], out: Writer
) -> None:
    """The states that can be reached and from which a final one can; each layer has one of them."""

    def define() -> list[list[int]]:
        ways = _ways(said, choices, following)
        literal_of, claims = {said.start: TRUE}, list[list[int]]()
        for choice, layer in zip(choices, ways, strict=True):
            if not layer:
                return [[]]
            entering: dict[State, list[tuple[int, int]]] = {}
            for state, literal, end in layer:
                entering.setdefault(end, []).append((literal_of[state], literal))
            literal_of = {state: layers.defined(leading, choice, out) for state, leading in entering.items()}
            claims.append(list(literal_of.values()))
        return [claim for claim in claims if TRUE not in claim]

    out.claim_all(out.once(_key(said, choices), define))


def _ways(
    said: Automaton, choices: tuple[Choice, ...], following: dict[tuple[State, int], set[State]]
) -> list[list[tuple[State, int, State]]]:
    """For each place (state, literal, next state), those only that lie on a way from the start to a final state."""
    found: list[list[tuple[State, int, State]]] = []
    states = {said.start}
    for choice in choices:
        found.append(
            [
                (state, literal, end)
                for state in sorted(states)
                for value, literal in choice
                for end in sorted(following.get((state, value), ()))
            ]
        )
        states = {end for _, _, end in found[-1]}
    alive = set(said.finals)
    for place in range(len(found) - 1, -1, -1):
        found[place] = [way for way in found[place] if way[2] in alive]
        alive = {state for state, _, _ in found[place]}
    return found
