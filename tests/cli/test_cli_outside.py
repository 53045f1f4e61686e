"""Exported files, solved by solvers that are not ours, and their answers read back: the same verdicts on both roads."""

import os
import shutil
import subprocess
from itertools import cycle
from pathlib import Path

import pytest
from cli.runner import clausal

from clausal.puzzles import kind

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASH = CLASSIC[:78] + "279"
SUBTLE = CLASSIC[:2] + "1" + CLASSIC[3:]
"""No two givens clash, yet there is no solution."""
HEXADECIMAL = "123456789ABCDEFG" + "." * 240
GRIDS: dict[str, tuple[str, str | None, bool]] = {
    "classic": (CLASSIC, None, True),
    "clash": (CLASH, None, False),
    "subtle": (SUBTLE, None, False),
    "full": ("534678912672195348198342567859761423426853791713924856961537284287419635345286179", None, True),
    "4x4": ("..4..3...2....1.", None, True),
    "4x4 without": ("..4..3...2....1.", "x4", False),
    "16x16": (HEXADECIMAL, None, True),
    "16x16 clash": (HEXADECIMAL[:240] + "1" + "." * 15, None, False),
    "x": (".........9.68.3.....1.64....9.6.......4.31...1.....6.........375...2...8..3......", "x", True),
    "x without": ("1........" + "." * 63 + "........1", "x", False),
    "jigsaw": ("." * 16, "jigsaw:1112122234443334", True),
}
SOLVERS = {  # minisat writes its answer to a second file, the others print it
    "cadical": ["cadical", "-q"],
    "minisat": ["minisat", "-verb=0"],
    "picosat": ["picosat"],
    "cryptominisat5": ["cryptominisat5", "--verb", "0"],
}
ENCODERS = [name for name, encoder in kind("sudoku").encoders.items() if encoder.kind == "cnf"]


def agree(solver: str, encoder: str, name: str, folder: Path) -> None:
    """Export, solve outside, decode; compare with our own verdict, and with our solution where it is the only one."""
    if shutil.which(solver) is None:
        assert os.environ.get("CLAUSAL_REQUIRE_SOLVERS") != "1", f"{solver} is required here, but it is not installed"
        pytest.skip(f"{solver} is not installed (a Debian package has it)")
    grid, shape, solvable = GRIDS[name]
    cnf, out = folder / "grid.cnf", folder / "grid.out"
    shaped = ["--shape", shape] if shape else []
    assert clausal("sudoku", "export", grid, "--encoder", encoder, "-o", cnf, *shaped).code == 0
    files = [str(cnf), str(out)] if solver == "minisat" else [str(cnf)]
    ran = subprocess.run([*SOLVERS[solver], *files], capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == (10 if solvable else 20)
    if solver != "minisat":
        out.write_text(ran.stdout)
    ours = clausal("sudoku", "solve", grid, "--json", *shaped)
    decoded = clausal("sudoku", "decode", cnf, out, "--json")
    assert decoded.code == ours.code == (0 if solvable else 1)
    assert decoded.line["status"] == ours.line["status"]
    assert decoded.line["puzzle"] == ours.line["puzzle"]
    assert decoded.line["encoder"] == encoder
    assert not ours.line["unique"] or decoded.line["solution"] == ours.line["solution"]


@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_agrees_on_every_grid(solver: str, name: str, tmp_path: Path) -> None:
    agree(solver, "pruned", name, tmp_path)


@pytest.mark.parametrize("name", ["classic", "subtle", "4x4", "x without"])
@pytest.mark.parametrize(("encoder", "solver"), list(zip(ENCODERS, cycle(SOLVERS), strict=False)))
def test_every_encoder_is_understood(encoder: str, solver: str, name: str, tmp_path: Path) -> None:
    agree(solver, encoder, name, tmp_path)


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_largest_formula_of_a_hexadecimal_grid(solver: str, tmp_path: Path) -> None:
    agree(solver, "complete", "16x16", tmp_path)


def test_a_decoded_grid_is_drawn(tmp_path: Path) -> None:
    cnf = tmp_path / "grid.cnf"
    assert clausal("sudoku", "export", "1234341221434321", "-o", cnf).code == 0
    ran = clausal("sudoku", "decode", cnf, "-", stdin="s SATISFIABLE\nv 0\n")
    assert (ran.code, ran.out.splitlines()[1], ran.out.splitlines()[-1]) == (0, "│ 1 2 │ 3 4 │", "solved")
    assert clausal("sudoku", "decode", cnf, "-", stdin="s UNKNOWN\n").code == 3


def test_a_wrong_answer_is_refused(tmp_path: Path) -> None:
    cnf, out = tmp_path / "g.cnf", tmp_path / "g.out"
    clausal("sudoku", "export", CLASSIC, "-o", cnf)
    out.write_text("s SATISFIABLE\nv 1 2 3 0\n")
    ran = clausal("sudoku", "decode", cnf, out)
    assert ran.code == 2
    assert "does not solve the puzzle" in ran.err
    out.write_text("s SATISFIABLE\nv 1 2\n")
    assert "cut short" in clausal("sudoku", "decode", cnf, out).err


def test_a_file_that_names_no_puzzle(tmp_path: Path) -> None:
    cnf = tmp_path / "g.cnf"
    cnf.write_text("p cnf 1 1\n1 0\n")
    ran = clausal("sudoku", "decode", cnf, "-", stdin="s UNSATISFIABLE\n")
    assert ran.code == 2
    assert "does not say which sudoku" in ran.err
