"""A formula that shrinks as the C program of Landreau 2025 lets it: what is settled is struck out of the clauses.

The last clause moves into the place of one that is struck out, the last literal of a clause into that of another, so
the order of both changes as it goes, and with it which unit clause comes first and which of several equals a heuristic
meets first. Whole copies are handed on, as there. Literals are codes (see `kernels.cnf`).
"""

from typing import NamedTuple

import numpy as np

from entails.solvers.kernels.cnf import I32, NONE
from entails.solvers.kernels.jit import kernel


class Struck(NamedTuple):
    """Clause `order[place]`, for the first `left[0]` places, has its literals at `lits[starts[clause]:]`, as many as
    `sizes` says."""

    lits: I32
    starts: I32
    sizes: I32
    order: I32
    left: I32


def new_struck(lits: I32, starts: I32) -> Struck:
    """The whole formula."""
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
    """A formula of one's own with the same clauses in the same order."""
    return Struck(
        formula.lits.copy(),
        formula.starts,
        formula.sizes.copy(),
        formula.order[: formula.left[0]].copy(),
        formula.left.copy(),
    )


@kernel
def strike(formula: Struck, literal: int) -> int:
    """Make a literal true: clauses with it go, its opposite goes out of the others. A clause that this empties, or
    NONE."""
    lits, starts, sizes, order, left = formula
    empty = NONE
    place = 0
    while place < left[0]:
        clause = order[place]
        start = starts[clause]
        at = 0
        held = False
        while at < sizes[clause]:
            found = lits[start + at]
            if found == literal:
                held = True
                break
            if found == literal ^ 1:
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
    """Strike literals out, then the unit clauses, always the first there is: how many literals they `added`, and the
    clause found empty (NONE without one); with `at_once` as it comes about, else when no unit clause precedes it."""
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
    """`choice.by_clause_size`, but what comes first among equals is what stands first."""
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
    """The variable at literal number `wanted`, in the order of the clauses, and how many there were up to it."""
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
