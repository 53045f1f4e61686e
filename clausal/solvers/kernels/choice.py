"""What the heuristics of the study look at: the clauses that are still open, and the literals open in them."""

from clausal.solvers.kernels.cnf import I32, NONE, Formula, Trail
from clausal.solvers.kernels.jit import kernel


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
def weigh(
    formula: Formula, trail: Trail, variables: int, sign: int, smallest: I32, largest: I32, against: I32
) -> int:
    """For each variable below `variables`: the sizes of the smallest and largest open clause that holds it with `sign`
    (0 as it is, 1 negated), and how many open clauses hold it with the other sign. How many were found with `sign`."""
    found = 0
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
                continue
            found += 1
            largest[variable] = max(largest[variable], length)
            if smallest[variable] == 0 or length < smallest[variable]:
                smallest[variable] = length
    return found


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
