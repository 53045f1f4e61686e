"""The quine kernels as plain Python, and loaded from the cache by a second process."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
from entails.solvers.sudoku import formula
from entails.models.encoding import Clauses, Cnf
from entails.formats.sudoku.read import parse_grid
from entails.solvers.quine.depth import exact_depth
from entails.solvers.quine.depth import grid_depth
from entails.solvers.quine.options import HEURISTICS, PRESETS, QuineOptions
from entails.solvers.quine.run import quine

dilemma = [(-1, 2), (-1, 3), (1, 4), (1, 5), (-2, -3, 6), (-4, -5, 6), (-6, 7), (-7, 8, 9), (-7, 8, -9)]
cnf = Cnf(9, list("abcdefghi"), (), tuple, Clauses.of(dilemma))
print(exact_depth(cnf).depth)
for preset in PRESETS:
    for heuristic in HEURISTICS:
        result = quine(cnf, QuineOptions.of(preset, heuristic=heuristic))
        print(result.status, result.several, result.disjunctions, result.eliminations, result.longest_argument)
grid = parse_grid("................12..3..4.........3....5...6...7..18......7..49..8.......21.5.....")
found = grid_depth(grid)
print(found.depth, found.status, exact_depth(formula(grid)).tried)
"""


def run(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def compiled() -> str:
    """Return the results of a process that has compiled (or loaded) every kernel."""
    return run()


def test_a_second_process_loads_the_cached_code(compiled: str) -> None:
    assert run() == compiled


def test_kernels_are_plain_python(compiled: str) -> None:
    assert run(NUMBA_DISABLE_JIT="1") == compiled


def test_nothing_loads_numba_before_it_is_used() -> None:
    script = "import sys, entails.solvers.quine.run, entails.solvers.quine.options; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
