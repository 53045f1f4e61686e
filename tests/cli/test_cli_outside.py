"""Exported files, solved by solvers that are not ours, and their answers read back."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cli.runner import clausal

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASH = CLASSIC[:78] + "279"
SUBTLE = CLASSIC[:2] + "1" + CLASSIC[3:]  # no two givens clash, yet there is no solution
GRIDS = {
    "classic": (CLASSIC, None, True),
    "clash": (CLASH, None, False),
    "subtle": (SUBTLE, None, False),
    "full": ("534678912672195348198342567859761423426853791713924856961537284287419635345286179", None, True),
    "4x4": ("..4..3...2....1.", None, True),
    "16x16": ("." * 255 + "G", None, True),
    "x": (".........9.68.3.....1.64....9.6.......4.31...1.....6.........375...2...8..3......", "x", True),
}
SOLVERS = {  # minisat writes its answer to a second file, the others print it
    "cadical": ["cadical", "-q"],
    "minisat": ["minisat", "-verb=0"],
    "picosat": ["picosat"],
    "cryptominisat5": ["cryptominisat5", "--verb", "0"],
}


@pytest.mark.parametrize("encoder", ["pruned", "complete", "minimal", "pruned+commander", "complete+product"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_outside_solver_agrees(solver: str, encoder: str, tmp_path: Path) -> None:
    if shutil.which(solver) is None:
        assert os.environ.get("CLAUSAL_REQUIRE_SOLVERS") != "1", f"{solver} is required here, but it is not installed"
        pytest.skip(f"{solver} is not installed (a Debian package has it)")
    for name, (grid, shape, solvable) in GRIDS.items():
        cnf, out = tmp_path / f"{name}.cnf", tmp_path / f"{name}.out"
        shaped = ["--shape", shape] if shape else []
        assert clausal("sudoku", "export", grid, "--encoder", encoder, "-o", cnf, *shaped).code == 0
        files = [str(cnf), str(out)] if solver == "minisat" else [str(cnf)]
        ran = subprocess.run([*SOLVERS[solver], *files], capture_output=True, text=True, check=False)
        assert ran.returncode == (10 if solvable else 20), name
        if solver != "minisat":
            out.write_text(ran.stdout)
        decoded = clausal("sudoku", "decode", cnf, out, "--json")
        assert decoded.code == (0 if solvable else 1)
        assert decoded.line["status"] == ("satisfied" if solvable else "unsatisfiable")
        if solvable:
            ours = clausal("sudoku", "solve", grid, "--json", *shaped).line
            assert not ours["unique"] or decoded.line["solution"] == ours["solution"]


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
