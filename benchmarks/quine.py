"""The disjunction engine: exact depth against python-sat, measures against a rating, larger formulas with caps."""

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from pysat.solvers import Solver

from benchmarks.measure import cpu, data, figure
from benchmarks.quine_naive import SOLVER, OneSolver, solves_with_its_own_solver
from entails.formats.sudoku.read import parse_grid
from entails.models.encoding import Clauses, Cnf
from entails.models.fields import Document
from entails.models.limits import Limits
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.kernels.cnf import ENDLESS
from entails.solvers.kernels.quine import close
from entails.solvers.kernels.sudoku_depth import depths_of
from entails.solvers.quine.depth import exact_depth
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.run import quine, workspace
from entails.solvers.sudoku import formula
from entails.studies.quine import metric_table, read_ratings

DEPTHS = {"17": {0: 496, 1: 504}, "top1465": {1: 995, 2: 5}, "hard11": {2: 1000}}
"""Number of grids by exact depth, among the 1000 of each file."""
SAMPLE = 200
"""Number of grids of each file for the slow methods."""


def main() -> None:
    """Run all measurements of this module."""
    depths()
    ratings()
    large_formulas()
    cold_start()


def depths() -> None:
    """Measure the exact depth of every grid, and 1-saturation against python-sat on some."""
    by_bitmasks([parse_grid("." * 81)])  # compile or load
    by_general_kernel([formula(parse_grid("1" + "." * 80))], 1)
    for name, wanted in DEPTHS.items():
        path = data(f"sudoku/bench_{name}.txt")
        if path is None:
            continue
        grids = [parse_grid(line) for line in path.read_text().split()]
        times, item = by_bitmasks(grids)
        counts = dict(sorted(Counter(item).items()))
        figure(f"exact depths of {name} (sha256 {digest(path)})", str(counts), str(wanted), counts == wanted)
        sample = grids[:SAMPLE]
        cnfs = [formula(grid) for grid in sample]
        general, also = by_general_kernel(cnfs, 3)
        rate = f"{len(sample) / general:,.0f} grids/s"
        figure(f"  general kernel on {len(sample)} of them", rate, "the same depths", also == item[:SAMPLE])
        if name == "hard11":
            median = statistics.median(times) * 1e3
            figure("  median", f"{median:.1f} ms (worst {max(times) * 1e3:.0f} ms)", "under 10 ms", median < 10)
        else:
            against_python_sat(sample, cnfs, sum(times[:SAMPLE]), general)


def against_python_sat(grids: list[Grid], cnfs: list[Cnf[Grid]], ours: float, general: float) -> None:
    one_solver = OneSolver(formula(grids[0], "complete"))
    givens = [[9 * cell + digit for cell, digit in grid.givens()] for grid in grids]
    naive = cpu(lambda: [one_solver.solves(item) for item in givens])
    rate = len(grids) / naive
    figure("  against one python-sat solver", f"{naive / ours:.0f} times ({rate:.0f} grids/s)", "20", naive > 20 * ours)
    own = 0.0
    for cnf in cnfs:
        with Solver(name=SOLVER, bootstrap_with=cnf.clauses.lists) as solver:
            own += cpu(lambda: solves_with_its_own_solver(cnf, solver))  # noqa: B023 - called at once
    print(f"       general kernel: {naive / general:.0f} times; against a loaded solver for each grid that keeps what")
    print(f"       it finds: {own / ours:.0f} times, general kernel {own / general:.0f} times")


def by_bitmasks(grids: list[Grid]) -> tuple[list[float], list[int]]:
    """Return CPU seconds and depth of each grid by the 9x9 kernel."""
    digits = np.array([grid.cells for grid in grids], np.uint8)
    item, levels = np.zeros((2, len(grids)), np.int16)
    solvable, stop = np.zeros(len(grids), np.uint8), np.zeros(1, np.uint8)
    times = []
    for row in range(len(grids)):
        entry = slice(row, row + 1)
        begun = time.process_time()
        depths_of(digits[entry], 3, stop, item[entry], levels[entry], solvable[entry])
        times.append(time.process_time() - begun)
    return times, item.tolist()


def by_general_kernel(cnfs: list[Cnf[Grid]], cap: int) -> tuple[float, list[int]]:
    """Return CPU seconds and depths of formulas by the general kernel, level by level until everything is decided."""
    seconds, items = 0.0, []
    for cnf in cnfs:
        work = workspace(cnf, QuineOptions())
        kept, tried = np.empty((cap + 1, cnf.variables), np.int32), np.zeros(cap + 1, np.int64)
        begun = time.process_time()
        work.begin()
        level = 0
        while work.size < cnf.variables and level < cap:
            level += 1
            work.size = close(level, work.formula, work.trail, work.size, cnf.answers, kept, tried, ENDLESS, work.stop)
        seconds += time.process_time() - begun
        items.append(level)
    return seconds, items


def ratings() -> None:
    """Compare every measure with Sudoku Explainer's ER."""
    path = data("sudoku/se_rated_train.csv")
    if path is None:
        return
    rated = read_ratings(Document.of_file(path), "ER")
    table = metric_table(rated.grids, rated.values)
    best = table.best
    figure(
        f"Spearman with ER, 10-fold, {len(rated.grids)} grids (sha256 {digest(path)})",
        f"{best.cross_validated:.3f} by {best.name!r}",
        "0.80",
        best.cross_validated >= 0.8,
    )
    for score in table.scores:
        print(f"       {score.name:22} {score.cross_validated:+.3f}   (on all rows {score.spearman:+.3f})")
    print(f"       {table.undecided} grids ran into the cap on disjunctions")


def large_formulas() -> None:
    """Measure formulas larger than 9x9 grids, with caps."""
    for name, cnf in formulas():
        begun = time.perf_counter()
        tree = quine(cnf, limits=Limits(seconds=10, nodes=2000))
        between = time.perf_counter()
        exact = exact_depth(cnf, Limits(seconds=10))
        ended = time.perf_counter()
        text = (
            f"{tree.status}, tree {tree.depth} deep{stopped(tree.stopped)}; exact {exact.known}{stopped(exact.stopped)}"
        )
        figure(f"{name} ({cnf.variables} variables)", text, "10 s each", max(between - begun, ended - between) < 15)


def stopped(why: str | None) -> str:
    return f" (stopped: {why})" if why else ""


def formulas() -> list[tuple[str, Cnf[Any]]]:
    items: list[tuple[str, Cnf[Any]]] = []
    for size, shares in ((16, (0.6, 0.45)), (25, (0.6, 0.5))):
        rng, box = random.Random(size), int(size**0.5)
        full = [(box * (row % box) + row // box + column) % size + 1 for row in range(size) for column in range(size)]
        for share in shares:
            cells = [digit if rng.random() < share else 0 for digit in full]
            items.append((f"{size}x{size}, {share:.0%} given", formula(Grid.of(Shape.classic(size), cells))))
    items += [(f"{holes + 1} pigeons in {holes} holes", pigeons(holes)) for holes in (4, 5, 6, 8)]
    for variables in (50, 100, 200, 300):
        rng = random.Random(variables)
        every = range(1, variables + 1)
        clauses = [[rng.choice((1, -1)) * v for v in rng.sample(every, 3)] for _ in range(round(4.26 * variables))]
        items.append(("random 3-SAT, ratio 4.26", plain(clauses, variables)))
    return items


def pigeons(holes: int) -> Cnf[Any]:
    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    everyone = [[sits(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = list(combinations(range(holes + 1), 2))
    alone = [[-sits(item, hole), -sits(second, hole)] for hole in range(holes) for item, second in pairs]
    return plain(everyone + alone, holes * (holes + 1))


def plain(clauses: list[list[int]], variables: int) -> Cnf[Any]:
    return Cnf(variables, [f"x{v}" for v in range(1, variables + 1)], (), tuple, Clauses.of(clauses))


def cold_start() -> None:
    """Compile the kernels of this engine into an empty cache, then load them in a second process."""
    script = "from entails.solvers.warm import jobs\nfor name in ('quine search', 'exact depth'): dict(jobs())[name]()"
    seconds = []
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([sys.executable, "-c", script], env={**os.environ, "XDG_CACHE_HOME": cache}, check=True)
            seconds.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    compiled, loaded = seconds
    figure("kernels: compiled, then loaded", f"{compiled:.0f} s, then {loaded:.1f} s", "it runs", loaded < compiled)


def digest(path: Path) -> str:
    return f"{sha256(path.read_bytes()).hexdigest()[:12]}…"
