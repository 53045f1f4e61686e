"""Kernels compiled by `numba.njit` give the same results as linked ones; untested versions of numba use it."""

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
from entails.models.wordle.history import COLOURS
from entails.solvers.kernels.sudoku_depth import depths_of
from entails.solvers.kernels.word_feedback import fill_matrix
from entails.solvers.wordle.feedback import columns_of, rows_of, values

words = np.random.default_rng(1).integers(0, 4, (20, 5)).astype(np.uint8)
green, yellow = values(COLOURS, 5)
codes = np.zeros((20, 20), green.dtype)
fill_matrix(rows_of(words), columns_of(words), green, yellow, codes)
easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
grids = np.array([list(map(int, grid.replace(".", "0"))) for grid in (easy, hard)], np.uint8)
depths, levels = np.zeros((2, 2), np.int16)
depths_of(grids, 2, np.zeros(1, np.uint8), depths, levels, np.zeros(2, np.uint8))
print(codes.tolist(), depths.tolist())
print("linked" if "entails.solvers.kernels.linking" in sys.modules else "njit", jit.compiler())
"""


def results(*arguments: str, **variables: str) -> tuple[str, str]:
    """Run the kernels in a new process; return their results and the compiler."""
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
    assert linked.endswith(" [0, 2]"), "the depths of an easy and of a hard grid, which recursive kernels compute"
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
