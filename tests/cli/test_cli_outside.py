"""Exported files solved by external solvers: decoding their output gives the verdicts of our own engines."""

import subprocess
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest
from cli.runner import Ran, entails
from helpers import program
from pysat.solvers import Solver

from entails.formats.dimacs.read import read_dimacs
from entails.puzzles import puzzle_type_named

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASH = CLASSIC[:78] + "279"
SUBTLE = CLASSIC[:2] + "1" + CLASSIC[3:]
"""A grid without a solution in which no two givens conflict directly."""
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
ENCODERS = [name for name, encoder in puzzle_type_named("sudoku").encoders.items() if encoder.kind == "cnf"]


def agree(solver: str, encoder: str, name: str, folder: Path) -> None:
    """Export, solve externally and decode; compare the verdict, and the solution if it is unique."""
    program(solver, solver.rstrip("5"), "SOLVERS")
    grid, shape, solvable = GRIDS[name]
    cnf, out = folder / "grid.cnf", folder / "grid.out"
    shaped = ["--shape", shape] if shape else []
    assert entails("sudoku", "export", grid, "--encoder", encoder, "-o", cnf, *shaped).code == 0
    files = [str(cnf), str(out)] if solver == "minisat" else [str(cnf)]
    ran = subprocess.run([*SOLVERS[solver], *files], capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == (10 if solvable else 20)
    if solver != "minisat":
        out.write_text(ran.stdout)
    ours = entails("sudoku", "solve", grid, "--json", *shaped)
    decoded = entails("sudoku", "decode", cnf, out, "--json")
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
    assert entails("sudoku", "export", "1234341221434321", "-o", cnf).code == 0
    ran = entails("sudoku", "decode", cnf, "-", stdin="s SATISFIABLE\nv 0\n")
    assert (ran.code, ran.out.splitlines()[1], ran.out.splitlines()[-1]) == (0, "│ 1 2 │ 3 4 │", "solved")
    assert entails("sudoku", "decode", cnf, "-", stdin="s UNKNOWN\n").code == 3


def test_a_wrong_answer_is_refused(tmp_path: Path) -> None:
    cnf, out = tmp_path / "g.cnf", tmp_path / "g.out"
    entails("sudoku", "export", CLASSIC, "-o", cnf)
    out.write_text("s SATISFIABLE\nv 1 2 3 0\n")
    ran = entails("sudoku", "decode", cnf, out)
    assert ran.code == 2
    assert "does not solve the puzzle" in ran.err
    out.write_text("s SATISFIABLE\nv 1 2\n")
    assert "cut short" in entails("sudoku", "decode", cnf, out).err


def exported(folder: Path, puzzle: str, text: str, *options: str) -> tuple[Path, list[str], list[int]]:
    """Export a formula; return its file, the names of its facts, and a model of all variables."""
    path = folder / "puzzle.cnf"
    assert entails(puzzle, "export", text, "-o", path, *options).code == 0
    formula = read_dimacs(path.read_bytes())
    with Solver("minisat22", bootstrap_with=formula.clauses.lists) as solver:
        assert solver.solve()
        return path, list(formula.names), solver.get_model()[: formula.variables]


def decoded(puzzle: str, formula: Path, literals: Sequence[int]) -> Ran:
    text = " ".join(map(str, literals))
    return entails(puzzle, "decode", formula, "-", stdin=f"s SATISFIABLE\nv {text} 0\n")


@pytest.mark.parametrize("encoder", ENCODERS)
def test_two_digits_in_one_cell_are_refused_with_the_constraint(encoder: str, tmp_path: Path) -> None:
    path, names, model = exported(tmp_path, "sudoku", CLASSIC, "--encoder", encoder)
    assert decoded("sudoku", path, model).code == 0
    more = names.index("r1c3=1" if "r1c3=1" in names else "r1c3=2")
    assert model[more] < 0
    ran = decoded("sudoku", path, [abs(lit) if abs(lit) == more + 1 else lit for lit in model])
    assert (ran.code, ran.out) == (2, "")
    assert "the answer does not solve the puzzle: it breaks '" in ran.err
    assert f"not {names[more]}" in ran.err
    assert "a model that satisfies every clause" in ran.err


def test_a_clause_uses_the_names_of_the_file(tmp_path: Path) -> None:
    path, names, model = exported(tmp_path, "sudoku", CLASSIC, "--encoder", "complete")
    flipped = names.index("r1c1=9") + 1
    ran = decoded("sudoku", path, [abs(lit) if abs(lit) == flipped else lit for lit in model])
    assert "it breaks 'r1c1 has one digit' (clause" in ran.err
    assert "not r1c1=5 or not r1c1=9)" in ran.err
    ran = decoded("sudoku", path, [-abs(lit) if abs(lit) == names.index("r1c3=4") + 1 else lit for lit in model])
    assert ran.code == 2
    assert "r1c3=1 or r1c3=2 or r1c3=3 or r1c3=4" in ran.err


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (item.name, min((example.text for example in item.examples), key=len))
        for item in map(puzzle_type_named, ("takuzu", "hitori"))
    ],
)
def test_every_wrong_fact_of_a_pencil_puzzle_is_refused(puzzle: str, text: str, tmp_path: Path) -> None:
    path, names, model = exported(tmp_path, puzzle, text)
    right = decoded(puzzle, path, model)
    assert right.code == 0
    assert decoded(puzzle, path, model[: len(names)]).out == right.out, "auxiliary variables may be left out"
    for fact in range(len(names))[:: max(1, len(names) // 8)]:
        flipped = [-lit if place == fact else lit for place, lit in enumerate(model)]
        for literals in (flipped, flipped[: len(names)]):
            ran = decoded(puzzle, path, literals)
            assert (ran.code, ran.out) == (2, "")
            assert "the answer does not solve the puzzle" in ran.err


def test_two_values_are_refused_though_the_file_allows_them(tmp_path: Path) -> None:
    path = tmp_path / "changed.cnf"
    path.write_text("c puzzle sudoku 123434122143432.\nc var 1 r4c4=1\nc var 2 r4c4=2\np cnf 2 0\n")
    assert decoded("sudoku", path, [1]).code == 0
    ran = decoded("sudoku", path, [1, 2])
    assert (ran.code, ran.out) == (2, "")
    assert "r4c4=2: the cell already has another digit" in ran.err
    text = puzzle_type_named("futoshiki").examples[0].text
    assert entails("futoshiki", "export", text, "-o", path).code == 0
    lines = path.read_text("utf-8").splitlines()
    names = [line for line in lines if line.startswith(("c puzzle", "c var"))]
    path.write_text("\n".join([*names, f"p cnf {len(names) - 1} 0", ""]), "utf-8")
    ran = decoded("futoshiki", path, [1, 2])
    assert (ran.code, ran.out) == (2, "")
    assert "cannot both be true" in ran.err


def test_an_open_auxiliary_that_nothing_completes(tmp_path: Path) -> None:
    path = tmp_path / "aux.cnf"
    clauses = "1 0\n-1 2 0\n-1 -2 0\n"
    path.write_text(f"c puzzle sudoku 123434122143432.\nc var 1 r4c4=1\np cnf 2 3\n{clauses}")
    ran = decoded("sudoku", path, [1])
    assert (ran.code, ran.out) == (2, "")
    assert "variable 2 is missing, and no value completes the model" in ran.err


def test_a_file_that_names_no_puzzle(tmp_path: Path) -> None:
    cnf = tmp_path / "g.cnf"
    cnf.write_text("p cnf 1 1\n1 0\n")
    ran = entails("sudoku", "decode", cnf, "-", stdin="s UNSATISFIABLE\n")
    assert ran.code == 2
    assert "does not name the sudoku puzzle" in ran.err
