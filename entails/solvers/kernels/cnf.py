"""Unit propagation on flat arrays: two watched literals per clause, one trail, no copies.

A literal is a code: variable `v` (from 0) is `2 * v` when true and `2 * v + 1` when false, so `code ^ 1` is its
opposite. The watched literals of a clause come first in it; each literal has a linked list of the clauses that watch
it (`head`, `link`; node `2 * clause + slot`). Watches stay valid when the trail is cut, so undoing only resets values
(Moskewicz, Madigan, Zhao, Zhang & Malik 2001).

A clause that has become unit or empty waits in a queue for its turn: oldest first, or in the order of the formula.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

NONE = -1
"""Absence of a conflict; also the reason of an assumed literal."""
CLASH = -2
"""The conflict of an assumption whose opposite is already true."""
CUT = -3
"""Result of a propagation that was stopped after the maximum number of steps."""

OLDEST_FIRST = 0
FORMULA_ORDER = 1

ENDLESS = 1 << 62

I32 = NDArray[np.int32]
I8 = NDArray[np.int8]


class Formula(NamedTuple):
    """Clauses of coded literals as arrays. `lits` is reordered within each clause as watches move."""

    lits: I32
    starts: I32
    head: I32
    link: I32


class Trail(NamedTuple):
    """The assigned literals in order, `lits[:size]`, and the clause that forced each. The caller keeps `size`."""

    value: I8
    """Per literal: 1 true, -1 false, 0 open."""
    lits: I32
    reasons: I32
    queue: I32


def new_formula(lits: I32, starts: I32, variables: int) -> Formula:
    """Build a formula of coded literals for watching. No variable may occur twice in a clause."""
    formula = Formula(
        lits.astype(np.int32),
        starts.astype(np.int32),
        np.full(2 * variables, NONE, np.int32),
        np.full(2 * (len(starts) - 1), NONE, np.int32),
    )
    watch_all(formula)
    return formula


def new_trail(formula: Formula) -> Trail:
    """Build an empty trail for a formula."""
    variables, clauses = len(formula.head) // 2, len(formula.starts) - 1
    return Trail(
        np.zeros(2 * variables, np.int8),
        np.empty(variables, np.int32),
        np.empty(variables, np.int32),
        np.empty(2 * clauses + 2, np.int32),
    )


@kernel
def has_repeats(lits: I32, starts: I32, variables: int) -> bool:
    """Return whether a variable occurs twice in a clause."""
    last_in = np.full(variables, NONE, np.int32)
    for clause in range(len(starts) - 1):
        for place in range(starts[clause], starts[clause + 1]):
            variable = lits[place] >> 1
            if last_in[variable] == clause:
                return True
            last_in[variable] = clause
    return False


@kernel
def watch_all(formula: Formula) -> None:
    """Watch the first two literals of each clause that has two; watch lists follow the order of the formula."""
    for clause in range(len(formula.starts) - 2, -1, -1):
        start = formula.starts[clause]
        if formula.starts[clause + 1] - start >= 2:
            for slot in range(2):
                literal = formula.lits[start + slot]
                formula.link[2 * clause + slot] = formula.head[literal]
                formula.head[literal] = 2 * clause + slot


@kernel
def wait(queue: I32, first: int, last: int, clause: int, turn: int) -> int:
    """Push a clause on the queue, a binary heap in formula order; return the new end of the queue."""
    place = last
    if turn == FORMULA_ORDER:
        while place > first:
            above = first + (place - first - 1) // 2
            if queue[above] <= clause:
                break
            queue[place] = queue[above]
            place = above
    queue[place] = clause
    return last + 1


@kernel
def next_in_formula(queue: I32, first: int, last: int) -> int:
    """Pop the first clause in formula order from the heap `queue[first:last]`, leaving `queue[first:last - 1]`."""
    smallest, moved = queue[first], queue[last - 1]
    size = last - 1 - first
    place = 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and queue[first + below + 1] < queue[first + below]:
            below += 1
        if queue[first + below] >= moved:
            break
        queue[first + place] = queue[first + below]
        place = below
    queue[first + place] = moved
    return int(smallest)


@kernel
def assign(
    formula: Formula, trail: Trail, size: int, literal: int, reason: int, first: int, last: int, turn: int
) -> tuple[int, int]:
    """Make an open literal true and queue the clauses that become unit or empty.

    Return the new end of the queue, and a clause that became empty or NONE.
    """
    trail.value[literal], trail.value[literal ^ 1] = 1, -1
    trail.lits[size], trail.reasons[size] = literal, reason
    lits, starts, head, link, value = formula.lits, formula.starts, formula.head, formula.link, trail.value
    empty = NONE
    gone = literal ^ 1
    before = NONE
    node = head[gone]
    while node != NONE:
        after = link[node]
        clause, slot = node >> 1, node & 1
        start = starts[clause]
        moved = False
        watched = value[lits[start + 1 - slot]]
        if watched <= 0:
            for place in range(start + 2, starts[clause + 1]):
                fresh = lits[place]
                if value[fresh] >= 0:
                    lits[start + slot], lits[place] = fresh, gone
                    if before == NONE:
                        head[gone] = after
                    else:
                        link[before] = after
                    link[node] = head[fresh]
                    head[fresh] = node
                    moved = True
                    break
            if not moved:
                last = wait(trail.queue, first, last, clause, turn)
                if watched < 0 and empty == NONE:
                    empty = clause
        if not moved:
            before = node
        node = after
    return last, empty


@kernel
def propagate(
    formula: Formula, trail: Trail, size: int, last: int, turn: int, at_once: bool, most: int
) -> tuple[int, int]:
    """Process the clauses `queue[:last]` and those they queue: a unit clause adds its literal to the trail.

    Return the new size of the trail, and an empty clause, NONE, or CUT after `most` steps. With `at_once`, an empty
    clause is reported when it occurs, otherwise in its turn.
    """
    first = 0
    steps = 0
    while first < last:
        if turn == FORMULA_ORDER:
            clause = next_in_formula(trail.queue, first, last)
            last -= 1
        else:
            clause = trail.queue[first]
            first += 1
        unit = NONE
        satisfied = False
        for place in range(formula.starts[clause], min(formula.starts[clause] + 2, formula.starts[clause + 1])):
            value = trail.value[formula.lits[place]]
            if value > 0:
                satisfied = True
            elif value == 0:
                unit = formula.lits[place]
        if satisfied:
            continue
        if unit == NONE:
            return size, clause
        if steps == most:
            return size, CUT
        last, empty = assign(formula, trail, size, unit, clause, first, last, turn)
        size += 1
        steps += 1
        if at_once and empty != NONE:
            return size, empty
    return size, NONE


@kernel
def begin(formula: Formula, trail: Trail, turn: int, at_once: bool) -> tuple[int, int]:
    """Propagate the unit clauses of the formula on an empty trail; return the new size and the conflict."""
    last = 0
    for clause in range(len(formula.starts) - 1):
        length = formula.starts[clause + 1] - formula.starts[clause]
        if length == 0 and at_once:
            return 0, clause
        if length <= 1:
            last = wait(trail.queue, 0, last, clause, turn)
    return propagate(formula, trail, 0, last, turn, at_once, ENDLESS)


@kernel
def assume(
    formula: Formula, trail: Trail, size: int, literals: I32, turn: int, at_once: bool, most: int
) -> tuple[int, int]:
    """Add literals to a propagated trail and propagate them; return the new size and the conflict."""
    last = 0
    for literal in literals:
        if trail.value[literal] < 0:
            return size, CLASH
        if trail.value[literal] == 0:
            last, empty = assign(formula, trail, size, literal, NONE, 0, last, turn)
            size += 1
            if at_once and empty != NONE:
                return size, empty
    return propagate(formula, trail, size, last, turn, at_once, most)


@kernel
def undo(trail: Trail, size: int, to: int) -> None:
    """Cut the trail back to `to` literals."""
    for place in range(to, size):
        literal = trail.lits[place]
        trail.value[literal] = trail.value[literal ^ 1] = 0


@kernel
def all_satisfied(formula: Formula, trail: Trail) -> bool:
    """Return whether every clause has a true literal."""
    for clause in range(len(formula.starts) - 1):
        held = False
        for place in range(formula.starts[clause], formula.starts[clause + 1]):
            if trail.value[formula.lits[place]] > 0:
                held = True
                break
        if not held:
            return False
    return True


@kernel
def follow(
    formula: Formula, trail: Trail, size: int, literals: I32, turn: int, at_once: bool
) -> tuple[I32, I32, int, bool]:
    """Propagate open literals, then undo the assignments.

    Return the implied literals, their reasons, the conflict, and whether all clauses are satisfied.
    """
    end, conflict = assume(formula, trail, size, literals, turn, at_once, ENDLESS)
    start = min(end, size + len(literals))
    lits, reasons = trail.lits[start:end].copy(), trail.reasons[start:end].copy()
    holds = conflict == NONE and all_satisfied(formula, trail)
    undo(trail, end, size)
    return lits, reasons, conflict, holds
