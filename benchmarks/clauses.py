"""Random clauses stated as Python expressions, in this package and in CPMpy, and the memory that this takes.

Each function imports its own package, so that a process has only that one.
"""

import subprocess
import sys
from random import Random

Clauses = list[list[tuple[int, bool]]]


def random_clauses(number: int) -> Clauses:
    """Return clauses of three literals over half as many booleans, each a variable and a sign."""
    random = Random(1)
    return [
        [(variable, random.random() < 0.5) for variable in random.sample(range(number // 2), 3)] for _ in range(number)
    ]


def stated(clauses: Clauses) -> object:
    """State clauses as Python expressions, to a statement."""
    import entails

    problem = entails.Problem()
    x = problem.bools(f"x0..x{len(clauses) // 2 - 1}")
    for clause in clauses:
        first, second, third = (x[variable] if sign else ~x[variable] for variable, sign in clause)
        problem.add(first | second | third)
    return problem, problem.model()


def stated_in_cpmpy(clauses: Clauses) -> object:
    """State clauses as expressions of CPMpy."""
    import cpmpy

    x, model = cpmpy.boolvar(shape=len(clauses) // 2, name="x"), cpmpy.Model()
    for clause in clauses:
        model += cpmpy.any([x[variable] if sign else ~x[variable] for variable, sign in clause])
    return model


_PROGRAM = """
import sys
from benchmarks import clauses
def megabytes():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) // 1024
state, made = getattr(clauses, sys.argv[1]), clauses.random_clauses(int(sys.argv[2]))
state(clauses.random_clauses(8))
before = megabytes()
value = state(made)
print(megabytes(), before)
"""


def megabytes(state: str, number: int) -> tuple[int, int]:
    """Return the largest memory of a process that states clauses with a function of this module, and that before."""
    command = [sys.executable, "-c", _PROGRAM, state, str(number)]
    ours, before = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(ours), int(before)
