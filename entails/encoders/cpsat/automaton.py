"""An automaton, which CP-SAT has itself; but there state and value must settle the next state.

CP-SAT leaves the states of its automaton open where it is not claimed, and lists each answer once for every way to fill
them in. So one under a condition gets states of its own, which the values settle.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING

from entails.encoders.cpsat.model import Model
from entails.models.errors import UnsupportedPuzzle
from entails.models.statement import Automaton, Constraint

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

Step = tuple[int, int, int]

_MOST_STATES = 20_000


def post(said: Automaton, model: Model) -> None:
    walk(said, said.over, *_settled(said), model)


def walk(
    said: Constraint, over: tuple[int, ...], start: int, finals: Collection[int], steps: Collection[Step], model: Model
) -> None:
    """These variables lead from the start to one of the finals; a state and a value have one step at most."""
    guard = model.guard(said)
    if not over or not steps or not finals:
        if over or start not in finals:
            model.never(guard)
    elif said.when:
        lost = min((start, *finals, *(to for _, _, to in steps))) - 1
        last = _last_state(over, start, {(state, value): to for state, value, to in steps}, lost, model)
        model.hold(model.cp.add_linear_expression_in_domain(last, model.domain(finals)), guard)
    else:
        read = [model.variables[number] for number in over]
        model.hold(model.cp.add_automaton(read, start, sorted(finals), sorted(steps)), guard)


def _last_state(
    over: tuple[int, ...], start: int, leads: dict[tuple[int, int], int], lost: int, model: Model
) -> "IntVar":
    """A variable for the state in which these end; where there is no step they are `lost` for good."""
    reached, state = {start}, model.cp.new_constant(start)
    for number in over:
        values = model.statement.variables[number].values
        rows = [(before, value, leads.get((before, value), lost)) for before in sorted(reached) for value in values]
        reached = {after for _, _, after in rows}
        after = model.cp.new_int_var_from_domain(model.domain(reached), "")
        model.cp.add_allowed_assignments([state, model.variables[number], after], rows)
        state = after
    return state


def _settled(said: Automaton) -> tuple[int, Collection[int], Collection[Step]]:
    """Start, finals and steps of the same language, such that state and value settle the next state: it is a set of
    states, all those that the values read so far may lead to."""
    leads: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for state, value, to in said.transitions:
        leads[state, value].add(to)
    if all(len(afters) == 1 for afters in leads.values()):
        return said.start, said.finals, set(said.transitions)
    values = sorted({value for _, value in leads})
    number, new, steps = {frozenset({said.start}): 0}, [frozenset({said.start})], set[Step]()
    while new:
        here = new.pop()
        for value in values:
            after = frozenset(to for state in here for to in leads.get((state, value), ()))
            if after and after not in number:
                number[after] = len(number)
                new.append(after)
            if after:
                steps.add((number[here], value, number[after]))
        if len(number) > _MOST_STATES:
            raise UnsupportedPuzzle("an automaton leaves too much open at each step for engine cpsat")
    return 0, [place for states, place in number.items() if states & said.finals], steps
