"""Sudoku: building the CNF, and solving with proven uniqueness, against plain Python and qqwing."""

import shutil
import tempfile
from itertools import combinations
from pathlib import Path

from benchmarks.measure import cpu, cpu_of_command, data, figure
from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.sudoku import rules
from entails.formats.sudoku.read import read_grids
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.persistent import PersistentSudoku

CLASSIC = Shape.classic(9)
Candidates = list[tuple[int, int, int]]


def main() -> None:
    """Run all measurements of this module."""
    building()
    solving()
    meeting_new_grids()


def building() -> None:
    """Measure the complete 9x9 CNF: statement and compiler against a plain loop over tuples, both uncached."""
    stated = rules.__wrapped__
    assert {frozenset(clause) for clause in compile_cnf(stated(CLASSIC)).clauses.lists} == set(plain_clauses())
    ours = cpu(lambda: [compile_cnf(stated(CLASSIC)) for _ in range(20)])
    plain = cpu(lambda: [plain_clauses() for _ in range(20)])
    what = "complete 9x9 CNF, stated and compiled against a plain loop"
    figure(what, f"{plain / ours:.1f} times", "10", plain >= 10 * ours)


def plain_clauses() -> dict[frozenset[int], None]:
    """Return every rule in full, without repetition, in plain Python."""
    clauses: dict[frozenset[int], None] = {}
    for rule in plain_rules():
        lits = [r * 81 + c * 9 + d for r, c, d in rule]
        clauses[frozenset(lits)] = None
        for item, second in combinations(lits, 2):
            clauses[frozenset((-item, -second))] = None
    return clauses


def plain_rules() -> list[Candidates]:
    nine, digits = range(9), range(1, 10)
    rules = [[(r, c, d) for d in digits] for r in nine for c in nine]
    rules += [[(r, c, d) for c in nine] for r in nine for d in digits]
    rules += [[(r, c, d) for r in nine] for c in nine for d in digits]
    rules += [[(3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3, d) for i in nine] for b in nine for d in digits]
    return rules


def plain_pruned_unique(line: str) -> bool:
    """Return whether a grid is unique, in plain Python: pruned CNF, new solver, blocked solution."""
    from pysat.solvers import Solver

    puzzle = {(i // 9, i % 9): int(ch) for i, ch in enumerate(line) if ch != "."}
    gone = set()
    for (r, c), d in puzzle.items():
        for k in range(9):
            box = (3 * (r // 3) + k // 3, 3 * (c // 3) + k % 3, d)
            gone |= {(r, c, k + 1), (r, k, d), (k, c, d), box}
    held = {(r, c, d) for (r, c), d in puzzle.items()}
    clauses: dict[tuple[int, ...], None] = {}
    for rule in plain_rules():
        if not any(candidate in held for candidate in rule):
            lits = [r * 81 + c * 9 + d for r, c, d in rule if (r, c, d) not in gone]
            clauses[tuple(lits)] = None
            for item, second in combinations(lits, 2):
                clauses[-item, -second] = None
    with Solver(name="cadical153", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        if not solver.solve():
            return False
        solver.add_clause([-lit for lit in solver.get_model() if lit > 0])
        return not solver.solve()


def solving() -> None:
    """Measure 17-clue grids with proven uniqueness, without start-up: grids per CPU second."""
    path = data("sudoku/bench_17.txt")
    if path is None:
        return
    lines = path.read_text().split()
    grids = [entry.puzzle for entry in read_grids(path.read_text())]
    with PersistentSudoku() as persistent:
        persistent.solve(Grid(CLASSIC, (0,) * 81))

        def ours() -> None:
            assert all(persistent.solve(grid).unique for grid in grids if grid)

        seconds = cpu(lambda: [ours() for _ in range(20)]) / 20
    plain = cpu(lambda: [plain_pruned_unique(line) for line in lines[:300]]) * len(lines) / 300
    figure(
        f"20,000 17-clue grids ({len(lines) / seconds:,.0f} a second) against plain loops ({len(lines) / plain:,.0f})",
        f"{plain / seconds:.1f} times",
        "10",
        plain >= 10 * seconds,
    )
    if shutil.which("qqwing") is None:
        print("skip: qqwing is not installed (Debian package qqwing)")
        return
    with tempfile.TemporaryDirectory() as folder:
        twenty = Path(folder) / "grids.txt"
        twenty.write_text(path.read_text() * 20)
        peer = cpu_of_command(["qqwing", "--solve", "--count-solutions"], twenty) / 20
    figure(
        f"the same against qqwing --solve --count-solutions ({len(lines) / peer:,.0f})",
        f"{peer / seconds:.2f} times",
        "0.8",
        peer >= 0.8 * seconds,
    )


def meeting_new_grids() -> None:
    """Measure each file once, with nothing learnt from earlier passes."""
    for name in ("bench_17", "bench_top1465", "bench_hard11"):
        path = data(f"sudoku/{name}.txt")
        if path is None or shutil.which("qqwing") is None:
            continue
        grids = [entry.puzzle for entry in read_grids(path.read_text()) if entry.puzzle is not None]
        with PersistentSudoku() as persistent:
            persistent.solve(Grid(CLASSIC, (0,) * 81))
            seconds = cpu(lambda solver=persistent, met=grids: [solver.solve(grid) for grid in met])
        peer = cpu_of_command(["qqwing", "--solve", "--count-solutions"], path)
        print(f"     {name}, each grid once: {len(grids) / seconds:,.0f} a second, {peer / seconds:.2f} times qqwing")
