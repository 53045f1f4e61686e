"""Kernels of the quine search: a shrinking formula, shortest arguments, heuristics, and k-saturation.

`Struck` is a formula that shrinks as in the C program of Landreau 2025: satisfied clauses and false literals are
removed. The last clause moves into the place of a removed one, and the last literal of a clause into that of a removed
one. So the order of clauses and literals changes, and with it the first unit clause and the first of several equal
variables for a heuristic. As in that program, whole copies are passed on. Literals are codes (see `kernels.cnf`).

`shortest` finds the disjunction with the shortest argument. A case is a section of a trail: an assumed literal and its
consequences, each with the clause behind it. Walking back over these clauses, from a conflict or from a literal that
both cases share, leaves the steps that are needed: the argument that a person would give.

`by_clause_size`, `occurring` and `occurrence` are the data of the study's heuristics: open clauses and literals.

`close` is unit k-saturation of any CNF, the closure behind exact depth (after the dilemma rule of Sheeran & Stålmarck
2000). Level 0 is unit propagation. Level k tries both values of every open variable of the puzzle, closes each case at
level k - 1, and keeps what the cases share; if one case is contradictory, it keeps all of the other. It repeats until a
full round adds nothing. Every rule only adds literals, so the closure does not depend on the order of the tries.
"""

from typing import NamedTuple

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
    assume,
    propagate,
    undo,
)
from entails.solvers.kernels.jit import kernel, recursive_kernel


class Struck(NamedTuple):
    """A formula from which satisfied clauses and false literals are deleted.

    Clause `order[place]`, for the first `left[0]` places, has `sizes[clause]` literals at `lits[starts[clause]:]`.
    """

    lits: I32
    starts: I32
    sizes: I32
    order: I32
    left: I32


def new_struck(lits: I32, starts: I32) -> Struck:
    """Build a shrinking formula from all clauses."""
    clauses = len(starts) - 1
    return Struck(
        lits.astype(np.int32),
        starts.astype(np.int32),
        np.diff(starts).astype(np.int32),
        np.arange(clauses, dtype=np.int32),
        np.array([clauses], np.int32),
    )


@kernel
def copied(formula: Struck) -> Struck:
    """Return an independent copy of a shrinking formula, in the same order."""
    return Struck(
        formula.lits.copy(),
        formula.starts,
        formula.sizes.copy(),
        formula.order[: formula.left[0]].copy(),
        formula.left.copy(),
    )


@kernel
def strike(formula: Struck, literal: int) -> int:
    """Make a literal true: delete its clauses, and its negation from others; return an emptied clause or NONE."""
    lits, starts, sizes, order, left = formula
    empty = NONE
    place = 0
    while place < left[0]:
        clause = order[place]
        start = starts[clause]
        at = 0
        held = False
        while at < sizes[clause]:
            met = lits[start + at]
            if met == literal:
                held = True
                break
            if met == literal ^ 1:
                sizes[clause] -= 1
                lits[start + at] = lits[start + sizes[clause]]
                if sizes[clause] == 0 and empty == NONE:
                    empty = clause
            else:
                at += 1
        if held:
            left[0] -= 1
            order[place] = order[left[0]]
        else:
            place += 1
    return empty


@kernel
def follow_struck(formula: Struck, literals: I32, at_once: bool, added: I32, reasons: I32) -> tuple[int, int]:
    """Make literals true, then those of unit clauses, always of the first unit clause in the formula.

    Return how many literals unit clauses `added`, and an empty clause or NONE. With `at_once`, an empty clause is
    reported when it occurs, otherwise when no unit clause precedes it.
    """
    count = 0
    for literal in literals:
        empty = strike(formula, literal)
        if at_once and empty != NONE:
            return count, empty
    while True:
        unit = NONE
        for place in range(formula.left[0]):
            clause = formula.order[place]
            if formula.sizes[clause] == 0:
                return count, clause
            if formula.sizes[clause] == 1:
                unit = clause
                break
        if unit == NONE:
            return count, NONE
        literal = formula.lits[formula.starts[unit]]
        added[count], reasons[count] = literal, unit
        count += 1
        empty = strike(formula, literal)
        if at_once and empty != NONE:
            return count, empty


@kernel
def first_by_clause_size(formula: Struck, variables: int, sign: int, largest: bool, most: bool) -> int:
    """Return the variable of `by_clause_size`, with ties broken by position in the shrinking formula."""
    against = np.zeros(variables, np.int32)
    for place in range(formula.left[0]):
        clause = formula.order[place]
        start = formula.starts[clause]
        for literal in formula.lits[start : start + formula.sizes[clause]]:
            if literal & 1 != sign and literal >> 1 < variables:
                against[literal >> 1] += 1
    best, best_size = NONE, 0
    for place in range(formula.left[0]):
        clause = formula.order[place]
        start, size = formula.starts[clause], formula.sizes[clause]
        for literal in formula.lits[start : start + size]:
            variable = literal >> 1
            if literal & 1 != sign or variable >= variables:
                continue
            if best != NONE and size == best_size:
                more = against[variable] - against[best]
                better = more > 0 if most else more < 0
            else:
                better = best == NONE or (size > best_size if largest else size < best_size)
            if better:
                best, best_size = variable, size
    return best


@kernel
def nth_occurrence(formula: Struck, variables: int, wanted: int) -> tuple[int, int]:
    """Return the variable of occurrence number `wanted` in clause order, and the number of occurrences up to it."""
    seen = 0
    for place in range(formula.left[0]):
        clause = formula.order[place]
        start = formula.starts[clause]
        for literal in formula.lits[start : start + formula.sizes[clause]]:
            if literal >> 1 < variables:
                if seen == wanted:
                    return literal >> 1, seen
                seen += 1
    return NONE, seen


@kernel
def mark(formula: Formula, clause: int, place: I32, before: int, needed: I8) -> None:
    """Mark the steps before step `before` that assigned literals of this clause."""
    for at in range(formula.starts[clause], formula.starts[clause + 1]):
        step = place[formula.lits[at] >> 1]
        if 0 <= step < before:
            needed[step] = 1


@kernel
def trim(formula: Formula, reasons: I32, place: I32, count: int, needed: I8) -> int:
    """Mark all steps on which marked steps depend; return how many are eliminations rather than assumptions.

    `place` gives the step that assigned a variable, negative if it was assigned before the case began.
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
    """Return how many eliminations the conflict of a case, or else its literal, depends on."""
    needed[:count] = 0
    if conflict >= 0:
        mark(formula, conflict, place, count, needed)
    else:
        needed[place[literal >> 1]] = 1
    return trim(formula, reasons, place, count, needed)


@kernel
def shortest(formula: Formula, trail: Trail, size: int, candidates: I32, stop: NDArray[np.uint8]) -> tuple[int, int]:
    """Return the candidate variable whose disjunction has the shortest argument, and the length of the argument.

    Only propagation is used; the length is the number of eliminations. If no disjunction yields a literal, return the
    variable with the largest product of the sizes of its cases, and NONE. If `stop` was raised, return (NONE, NONE).
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
    """Return the first literal that two cases share when they advance in step; NONE if they share none."""
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
    """Return the length of the longest chain of dependent eliminations; assumptions start a chain."""
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


@kernel
def open_literals(formula: Formula, trail: Trail, clause: int) -> int:
    """Return the number of open literals of a clause; 0 if the clause is satisfied."""
    count = 0
    for place in range(formula.starts[clause], formula.starts[clause + 1]):
        value = trail.value[formula.lits[place]]
        if value > 0:
            return 0
        if value == 0:
            count += 1
    return count


@kernel
def by_clause_size(formula: Formula, trail: Trail, variables: int, sign: int, largest: bool, most: bool) -> int:
    """Return the variable below `variables` with `sign` in the smallest (or largest) open clause.

    `sign` is 0 for positive, 1 for negated. Ties are broken by fewest (or most) open clauses that hold the variable
    with the other sign, then by number. Return NONE without such a clause.
    """
    size = np.zeros(variables, np.int32)
    against = np.zeros(variables, np.int32)
    for clause in range(len(formula.starts) - 1):
        length = open_literals(formula, trail, clause)
        if length == 0:
            continue
        for place in range(formula.starts[clause], formula.starts[clause + 1]):
            literal = formula.lits[place]
            variable = literal >> 1
            if variable >= variables or trail.value[literal] != 0:
                continue
            if literal & 1 != sign:
                against[variable] += 1
            elif size[variable] == 0 or (length > size[variable] if largest else length < size[variable]):
                size[variable] = length
    best = NONE
    for variable in range(variables):
        if size[variable] == 0:
            continue
        if best == NONE:
            best = variable
        elif size[variable] != size[best]:
            if (size[variable] > size[best]) == largest:
                best = variable
        elif against[variable] != against[best] and (against[variable] > against[best]) == most:
            best = variable
    return best


@kernel
def occurring(formula: Formula, trail: Trail, variables: int) -> I32:
    """Return the variables below `variables` that occur in open clauses, in order."""
    seen = np.zeros(variables, np.int8)
    for clause in range(len(formula.starts) - 1):
        if open_literals(formula, trail, clause) > 0:
            for place in range(formula.starts[clause], formula.starts[clause + 1]):
                variable = formula.lits[place] >> 1
                if variable < variables and trail.value[2 * variable] == 0:
                    seen[variable] = 1
    return np.flatnonzero(seen).astype(np.int32)


@kernel
def occurrence(formula: Formula, trail: Trail, variables: int, wanted: int) -> tuple[int, int]:
    """Return the variable of open occurrence number `wanted`, and the number of open occurrences up to it."""
    seen = 0
    for clause in range(len(formula.starts) - 1):
        if open_literals(formula, trail, clause) == 0:
            continue
        for place in range(formula.starts[clause], formula.starts[clause + 1]):
            variable = formula.lits[place] >> 1
            if variable < variables and trail.value[2 * variable] == 0:
                if seen == wanted:
                    return variable, seen
                seen += 1
    return NONE, seen


REFUTED = -1
STOPPED = -2


_FORMULA = Formula(*(np.zeros(1, np.int32) for _ in Formula._fields))
_TRAIL = Trail(np.zeros(1, np.int8), *(np.zeros(1, np.int32) for _ in Trail._fields[1:]))


@recursive_kernel(
    0, 0, _FORMULA, _TRAIL, 0, 0, np.zeros((1, 1), np.int32), np.zeros(1, np.int64), 0, np.zeros(1, np.uint8)
)
def close(
    level: int,
    formula: Formula,
    trail: Trail,
    size: int,
    variables: int,
    kept: I32,
    tried: NDArray[np.int64],
    most: int,
    stop: NDArray[np.uint8],
) -> int:
    """Close a propagated trail at `level` under disjunctions on variables below `variables`.

    Return its new size; REFUTED, with the trail unchanged, if it is contradictory; STOPPED, with an invalid trail, if
    `stop` was raised or `most` disjunctions have been tried. `kept` has one row per level for the literals of a case;
    `tried` counts the disjunctions of each level.
    """
    if level == 0:
        return size
    entry = size
    size = close(level - 1, formula, trail, size, variables, kept, tried, most, stop)
    if size < 0:
        return size
    variable, quiet = 0, 0
    while quiet < variables:
        gained = False
        if trail.value[2 * variable] == 0:
            if stop[0] or tried.sum() >= most:
                return STOPPED
            tried[level] += 1
            count, refuted = 0, 0
            for literal in (2 * variable, 2 * variable + 1):
                last, _ = assign(formula, trail, size, literal, NONE, 0, 0, OLDEST_FIRST)
                cut, conflict = propagate(formula, trail, size + 1, last, OLDEST_FIRST, True, ENDLESS)
                end = REFUTED
                if conflict == NONE:
                    end = close(level - 1, formula, trail, cut, variables, kept, tried, most, stop)
                    if end == STOPPED:
                        return STOPPED
                if end == REFUTED:
                    refuted += 1
                    undo(trail, cut, size)
                    continue
                if literal & 1 and refuted == 0:
                    common = 0
                    for place in range(count):
                        if trail.value[kept[level, place]] > 0:
                            kept[level, common] = kept[level, place]
                            common += 1
                    count = common
                else:
                    count = end - size
                    kept[level, :count] = trail.lits[size:end]
                undo(trail, end, size)
            if refuted == 2:
                undo(trail, size, entry)
                return REFUTED
            if count > 0:
                gained = True
                size, _ = assume(formula, trail, size, kept[level, :count], OLDEST_FIRST, True, ENDLESS)
                size = close(level - 1, formula, trail, size, variables, kept, tried, most, stop)
                if size < 0:
                    return size
        quiet = 0 if gained else quiet + 1
        variable = variable + 1 if variable + 1 < variables else 0
    return size
