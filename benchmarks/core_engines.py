"""The core against python-sat alone: a tiny query, a long list of solutions, a large file."""

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from pysat.solvers import Solver

import entails
from benchmarks.measure import cpu, figure
from entails.formats.dimacs.read import read_dimacs
from entails.models.encoding import Cnf

Formula = list[list[int]]
ANSWERS = 20_000


def main() -> None:
    """Run all measurements of this module."""
    tiny_questions()
    long_lists()
    large_files()


def tiny_questions(times: int = 1_000) -> None:
    """Measure what the public interface adds to a trivial query."""
    clauses = [[1, 2], [-1], [2, 3], [-3, 1, 2]]
    formula = as_formula(3, clauses)
    ours, alone = best(
        lambda: [entails.solve(formula) for _ in range(times)], lambda: [solved_alone(clauses) for _ in range(times)]
    )
    added = (ours - alone) / times * 1e6
    name = f"a tiny formula through the front door, above python-sat alone ({alone / times * 1e6:.0f} microseconds)"
    figure(name, f"{added:.0f} microseconds", "150", added <= 150)


def solved_alone(clauses: Formula) -> list[int]:
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        solver.solve()
        model: list[int] = solver.get_model()
        return model


def long_lists() -> None:
    """Measure 20,000 solutions, each checked, against python-sat's unchecked list."""
    long_list(16, 10)
    long_list(60, 190)


def long_list(variables: int, count: int) -> None:
    clauses = random_clauses(variables, count)
    formula = as_formula(variables, clauses)
    assert len(set(islice(entails.solutions(formula), 2_000))) == 2_000
    ours, alone = best(lambda: exhaust(entails.solutions(formula)), lambda: listed_alone(clauses))
    name = f"{ANSWERS:,} answers of {variables} variables against enum_models ({alone:.2f} s)"
    figure(name, f"{ours / alone:.1f} times", "3", ours <= 3 * alone)


def listed_alone(clauses: Formula) -> None:
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        exhaust(solver.enum_models())


def exhaust(answers: object) -> None:
    """Iterate over the first solutions."""
    for _ in islice(answers, ANSWERS):  # type: ignore[call-overload]
        pass


def large_files() -> None:
    """Measure a million clauses from a file into memory, and into a solver."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.cnf"
        clauses = random_clauses(250_000, 1_000_000)
        lines = (" ".join(map(str, clause)) for clause in clauses)
        path.write_text("p cnf 250000 1000000\n" + "".join(f"{line} 0\n" for line in lines))
        del clauses
        for name, ours, alone in (
            ("reading a file of 1,000,000 clauses", _READ, _READ_ALONE),
            ("reading it and loading it into CaDiCaL", _READ + _LOAD, _READ_ALONE + _LOAD_ALONE),
        ):
            pairs = [(in_a_process(ours, path), in_a_process(alone, path)) for _ in range(3)]
            own, peer = (min(pair[i] for pair in pairs) for i in (0, 1))
            against = f"against python-sat's loader ({peer[0]:.2f} s, {peer[1]} MB)"
            figure(f"{name} {against}", f"{own[0] / peer[0]:.2f} times", "1.3", own[0] <= 1.3 * peer[0])
            figure(f"{name}, memory", f"{own[1]} MB", f"less than {peer[1]}", own[1] < peer[1])


_READ = """
from entails.data.files import read_file
from entails.formats.dimacs.read import read_dimacs
from entails.models.limits import Limits, Options
from entails.solvers.engine import engine
engine("cadical195").load()
begin()
formula = read_dimacs(read_file(path))
"""
_LOAD = """
session = engine("cadical195").open(formula, Limits(), Options())
"""
_READ_ALONE = """
from pysat.formula import CNF
from pysat.solvers import Solver
begin()
formula = CNF(from_file=path)
"""
_LOAD_ALONE = """
solver = Solver(name="cadical195", bootstrap_with=formula)
"""
_MEASURED = """
import re, sys, time
path = sys.argv[1]
def most_megabytes():
    status = open("/proc/self/status").read()
    return int(re.search("VmHWM:\\s*([0-9]+)", status)[1]) // 1024
def begin():
    global before
    before = time.process_time(), most_megabytes()
WORK
print(time.process_time() - before[0], most_megabytes() - before[1])
"""


def in_a_process(work: str, path: Path) -> tuple[float, int]:
    """Return the CPU seconds and megabytes of work in a new process, without imports."""
    command = [sys.executable, "-c", _MEASURED.replace("WORK", work), str(path)]
    seconds, megabytes = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    return float(seconds), int(megabytes)


def best(ours: Callable[[], object], alone: Callable[[], object], times: int = 9) -> tuple[float, float]:
    """Return the least CPU seconds of both, run in turns, so that noise affects them equally."""
    pairs = [(cpu(ours), cpu(alone)) for _ in range(times)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def random_clauses(variables: int, count: int) -> Formula:
    """Build random clauses of three literals."""
    pick = random.Random(1)
    numbers = range(1, variables + 1)
    return [[pick.choice((1, -1)) * variable for variable in pick.sample(numbers, 3)] for _ in range(count)]


def as_formula(variables: int, clauses: Formula) -> Cnf[tuple[int, ...]]:
    lines = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    return read_dimacs(f"p cnf {variables} {len(clauses)}\n{lines}")
