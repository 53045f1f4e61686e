"""The shortest argument: which disjunction pays with the fewest eliminations that matter.

A case is a stretch of a trail: an assumed literal and what followed, each with the clause behind it. Walking back from
a contradiction (or from a literal that both cases share) over those clauses leaves the steps that are really needed:
the argument a person would give.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.cnf import (
    ENDLESS,
    I8,
    I32,
    NONE,
    OLDEST_FIRST,
    Formula,
    Trail,
    assign,
    propagate,
    undo,
)
from entails.solvers.kernels.jit import kernel


@kernel
def mark(formula: Formula, clause: int, place: I32, before: int, needed: I8) -> None:
    """Mark the steps before `before` that made literals of this clause false (or true)."""
    for at in range(formula.starts[clause], formula.starts[clause + 1]):
        step = place[formula.lits[at] >> 1]
        if 0 <= step < before:
            needed[step] = 1


@kernel
def trim(formula: Formula, reasons: I32, place: I32, count: int, needed: I8) -> int:
    """Add to the marked steps all those they rest on; how many of them are eliminations, not assumptions.

    `place` gives the step that settled a variable, negative when it was settled before the case began.
    """
    eliminations = 0
    for step in range(count - 1, -1, -1):
        if needed[step] and reasons[step] >= 0:
            eliminations += 1
            mark(formula, reasons[step], place, step, needed)
    return eliminations


@kernel
def eliminations(
    formula: Formula, reasons: I32, place: I32, count: int, conflict: int, literal: int, needed: I8
) -> int:
    """How many eliminations of a case of `count` steps its conflict rests on, or (without one) its literal."""
    needed[:count] = 0
    if conflict >= 0:
        mark(formula, conflict, place, count, needed)
    else:
        needed[place[literal >> 1]] = 1
    return trim(formula, reasons, place, count, needed)


@kernel
def shortest(formula: Formula, trail: Trail, size: int, candidates: I32, stop: NDArray[np.uint8]) -> tuple[int, int]:
    """Of these open variables the one whose disjunction pays, by propagation alone, with the shortest argument; and
    how many eliminations that argument has.

    Where none pays, the variable with the largest product of the two cases' sizes, and NONE; when `stop` was raised,
    (NONE, NONE).
    """
    everything = len(trail.value) // 2
    lits = np.empty((2, everything), np.int32)
    reasons = np.empty((2, everything), np.int32)
    place = np.full((2, everything), NONE, np.int32)
    needed = np.empty(everything, np.int8)
    count = np.zeros(2, np.int64)
    best, length, widest = NONE, ENDLESS, 0
    for variable in candidates:
        if stop[0]:
            return NONE, NONE
        pays = ENDLESS
        for side in range(2):
            last, _ = assign(formula, trail, size, 2 * variable + side, NONE, 0, 0, OLDEST_FIRST)
            end, conflict = propagate(formula, trail, size + 1, last, OLDEST_FIRST, True, ENDLESS)
            steps = end - size
            count[side] = steps
            lits[side, :steps] = trail.lits[size:end]
            reasons[side, :steps] = trail.reasons[size:end]
            for step in range(steps):
                place[side, lits[side, step] >> 1] = step
            undo(trail, end, size)
            if conflict != NONE:
                pays = min(pays, eliminations(formula, reasons[side], place[side], steps, conflict, NONE, needed))
        if pays == ENDLESS:
            shared = meeting(lits[0], place[0], lits[1, : count[1]])
            if shared != NONE:
                pays = 0
                for side in range(2):
                    pays += eliminations(formula, reasons[side], place[side], count[side], NONE, shared, needed)
        for side in range(2):
            for step in range(count[side]):
                place[side, lits[side, step] >> 1] = NONE
        if pays < length:
            best, length = variable, pays
        elif length == ENDLESS and count[0] * count[1] > widest:
            best, widest = variable, count[0] * count[1]
    return best, (length if length < ENDLESS else NONE)


@kernel
def meeting(lits: I32, place: I32, others: I32) -> int:
    """The first literal that two cases share when they advance in step, NONE without one."""
    shared, when = NONE, ENDLESS
    for step in range(1, len(others)):
        if step >= when:
            break
        literal = others[step]
        there = place[literal >> 1]
        if there > 0 and lits[there] == literal and max(step, there) < when:
            shared, when = literal, max(step, there)
    return shared


@kernel
def longest_chain(formula: Formula, trail: Trail, size: int) -> int:
    """How many eliminations in a row rest each on the one before, at most; assumed literals begin a chain."""
    rank = np.zeros(len(trail.value) // 2, np.int64)
    longest = 0
    for step in range(size):
        clause = trail.reasons[step]
        if clause < 0:
            continue
        above = 0
        for at in range(formula.starts[clause], formula.starts[clause + 1]):
            above = max(above, rank[formula.lits[at] >> 1])
        rank[trail.lits[step] >> 1] = above + 1
        longest = max(longest, above + 1)
    return longest
