"""What the heuristics of the study look at: the clauses that are still open, and the literals open in them."""

import numpy as np

from entails.solvers.kernels.cnf import I32, NONE, Formula, Trail
from entails.solvers.kernels.jit import kernel


@kernel
def open_literals(formula: Formula, trail: Trail, clause: int) -> int:
    """How many literals of a clause are open; 0 when one of them is true."""
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
    """The variable below `variables` with the smallest (or largest) open clause that holds it with `sign` (0 as it is,
    1 negated); ties by fewest (or most) open clauses that hold it with the other sign, then by number. NONE without
    such a clause."""
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
    """The variables below `variables` that are in an open clause, in order."""
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
    """The variable at the open literal number `wanted` of all open clauses, and how many there were up to it."""
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
