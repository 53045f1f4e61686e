"""Steps against solutions: every deduction of every technique on many grids, and `er` against Sudoku Explainer's own.

`python -m benchmarks steps` takes all grids of the data; CLAUSAL_BENCH_GRIDS bounds the grids of each file.
"""

import csv
import os
from collections import Counter
from itertools import islice

from benchmarks.measure import cpu, data, figure
from clausal.models.sudoku import Grid, parse_grid
from clausal.solvers.sudoku.difficulty.ladder import climb_with
from clausal.solvers.sudoku.persistent import PersistentSudoku
from clausal.solvers.sudoku.steps.position import Position
from clausal.solvers.sudoku.steps.technique import DEFAULT, TECHNIQUES, technique

_FILES = ("ser_hard_train.csv", "se_rated_train.csv", "bench_17.txt", "bench_top1465.txt")
_NAMED = tuple(one.id for one in TECHNIQUES if one.optional)
_BANDS = ((4.0, 7.0, 0.9), (7.0, 9.0, 0.8), (9.0, 12.0, 0.0))


def main() -> None:
    """Run both."""
    explainer()
    sound()


def _most() -> int:
    return int(os.environ.get("CLAUSAL_BENCH_GRIDS", "100000"))


def explainer() -> None:
    """`er` of grids that Sudoku Explainer 1.2.1 rated; nothing was fitted to the odd ones, nor, in the end, to any."""
    path = data("sudoku/ser_hard_train.csv")
    if path is None:
        return
    with path.open(newline="") as file:
        rows = list(islice(csv.DictReader(file), 1, _most(), 2))
    grids, rated = [parse_grid(row["puzzle"]) for row in rows], [float(row["SER"]) for row in rows]
    climb_with(grids[:3], unique=True)
    said: list[float] = []
    seconds = cpu(lambda: said.extend(climb_with(grids, unique=True).er.round(1).tolist()))
    for low, high, target in _BANDS:
        pairs = [(ours, theirs) for ours, theirs in zip(said, rated, strict=True) if low <= theirs < high]
        exact = sum(ours == theirs for ours, theirs in pairs)
        near = sum(abs(ours - theirs) < 0.25 for ours, theirs in pairs)
        told = f"{exact} of {len(pairs)} exact, {near} within 0.2"
        what = f"er of held-out grids rated {low:g} to {high:g}"
        figure(what, told, f"{target:.0%} exact", exact >= target * len(pairs))
    print(f"     {len(grids) / seconds:,.0f} such grids a CPU second")


def sound() -> None:
    """The path of each grid, and at its first moment beyond the counted techniques all that any of them finds; every
    twentieth grid shows what is only found when it is named (fish of any houses, templates), too."""
    wrong, checked = Counter[str](), Counter[str]()
    grids = 0
    with PersistentSudoku() as solver:
        for name in _FILES:
            path = data(f"sudoku/{name}")
            if path is None:
                continue
            lines = (line[:81] for line in path.read_text().split() if len(line) >= 81)
            for line in islice(lines, _most()):
                grid = parse_grid(line)
                solution = solver.solve(grid).solution
                if solution is not None:
                    grids += 1
                    _check(grid, solution, checked, wrong, named=grids % 20 == 0)
    for name in (*DEFAULT, *_NAMED):
        if checked[name]:
            print(f"     {name}: {checked[name]:,} steps, {wrong[name]} wrong")
    figure(f"steps on {grids:,} grids", f"{checked.total():,}, {wrong.total()} wrong", "none wrong", not wrong.total())


def _check(grid: Grid, solution: Grid, checked: Counter[str], wrong: Counter[str], *, named: bool) -> None:
    position = Position(grid, DEFAULT, unique=True)
    looked = False
    while (step := position.easiest()) is not None:
        found = [step]
        if not looked and not technique(step.technique).is_counted:
            looked = True
            found += position.all_steps()
            if named:
                found += Position(position.grid, _NAMED, unique=True).all_steps()
        for one in found:
            checked[one.technique] += 1
            right = all(solution.cells[cell] == digit for cell, digit in one.places)
            right = right and all(solution.cells[cell] != digit for cell, digit in one.removes)
            wrong[one.technique] += not right
        position.take(step)
