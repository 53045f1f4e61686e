"""Kernels compiled by `numba.njit` give the same results as linked ones, and untested versions of numba use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from entails.solvers.kernels import jit

RESULTS = """
import sys
from importlib import metadata
from entails.solvers.kernels import jit

if sys.argv[1:]:
    jit.version = lambda name: sys.argv[1] if name == "numba" else metadata.version(name)
import numpy as np
from entails.models.encoding import Clauses
from entails.models.wordle.history import COLOURS
from entails.solvers.kernels.sudoku_bits import load_digits, new_search, next_solution
from entails.solvers.kernels.word_feedback import fill_matrix
from entails.solvers.quine.workspace import FormulaWorkspace
from entails.solvers.wordle.feedback import columns_of, rows_of, values

words = np.random.default_rng(1).integers(0, 4, (20, 5)).astype(np.uint8)
green, yellow = values(COLOURS, 5)
codes = np.zeros((20, 20), green.dtype)
fill_matrix(rows_of(words), columns_of(words), green, yellow, codes)
work = FormulaWorkspace(Clauses.of([(1, 2), (-1, 3, 2), (-2, -3)]), 3, 3, in_formula_order=False, at_once=True)
followed = [part.tolist() for part in work.follow(np.array([1], np.int32))[:2]]
grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".replace(".", "0")
search, answer = new_search(), np.zeros(81, np.uint8)
load_digits(search, np.array(list(map(int, grid)), np.uint8))
counts = next_solution(search, answer), next_solution(search, answer.copy())
print(codes.tolist(), followed, counts, "".join(map(str, answer)))
print("linked" if "entails.solvers.kernels.linking" in sys.modules else "njit", jit.compiler())
"""
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def results(*arguments: str, **variables: str) -> tuple[str, str]:
    """Run the kernels in a process of their own: their results, and the compiler that was used."""
    environment = {**{name: value for name, value in os.environ.items() if name != "ENTAILS_NJIT"}, **variables}
    run = subprocess.run(
        [sys.executable, "-c", RESULTS, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=500,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    values, used = run.stdout.splitlines()
    return values, used


@pytest.mark.timeout(1000)
@pytest.mark.skipif(not jit.is_linked(), reason="this version of numba compiles kernels by njit")
def test_njit_gives_the_results_of_linked_kernels(tmp_path: Path) -> None:
    linked, compiler = results()
    assert compiler.startswith("linked")
    assert SOLUTION in linked
    for _ in ("compiled", "loaded"):
        assert results("0.99.0", XDG_CACHE_HOME=str(tmp_path)) == (linked, "njit numba 0.99.0, njit")


@pytest.mark.parametrize(
    ("version", "linked"), [("0.63.1", False), ("0.67.0", False), ("0.68.1", True), ("1.0", False)]
)
def test_only_tested_versions_are_linked(version: str, linked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENTAILS_NJIT", raising=False)
    monkeypatch.setattr(jit, "version", lambda _: version)
    assert jit.is_linked() == linked
    assert jit.compiler() == f"numba {version}, {'linked' if linked else 'njit'}"
    monkeypatch.setenv("ENTAILS_NJIT", "1")
    assert not jit.is_linked()
