"""The figures of the disjunction engine, as ratios in one run: `python benchmarks/quine.py --data FOLDER`.

FOLDER (or the environment's CLAUSAL_DATA) holds sudoku/bench_17.txt, bench_top1465.txt, bench_hard11.txt and
se_rated_train.csv. Parts whose data is absent are skipped, and say so. Times are CPU seconds of one thread, encoding
and loading excluded on both sides.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import numpy as np
from pysat.solvers import Solver

from clausal.encoders.sudoku import pruned
from clausal.models.encoding import Clauses, Cnf
from clausal.models.limits import Limits
from clausal.models.sudoku import Grid, Shape, parse_grid
from clausal.solvers.kernels import sudoku_depth
from clausal.solvers.kernels.cnf import ENDLESS, NONE
from clausal.solvers.kernels.saturation import close
from clausal.solvers.quine.depth import exact_depth
from clausal.solvers.quine.metrics import metric_table
from clausal.solvers.quine.options import QuineOptions
from clausal.solvers.quine.ratings import read_ratings
from clausal.solvers.quine.run import quine, workspace

WANTED = {
    "bench_17.txt": {0: 496, 1: 504},
    "bench_top1465.txt": {1: 995, 2: 5},
    "bench_hard11.txt": {2: 1000},
}
"""Exact depths of the 1000 grids in each file."""


def naive_saturation(cnf: Cnf[Grid], solver: Solver) -> bool:
    """1-saturation on python-sat's `propagate`, variable by variable; is the grid solved by it?"""
    _, known = solver.propagate()
    settled = {abs(literal) for literal in known}

    def learn(literals: set[int]) -> None:
        for literal in literals:
            solver.add_clause([literal])
        _, now = solver.propagate()
        settled.update(abs(literal) for literal in (*literals, *now))

    gained = True
    while gained and len(settled) < cnf.variables:
        gained = False
        for variable in range(1, cnf.variables + 1):
            if variable in settled:
                continue
            can_be, true = solver.propagate([variable])
            need_not_be, false = solver.propagate([-variable])
            kept = {-variable, *false} if not can_be else {variable, *true} if not need_not_be else {*true} & {*false}
            kept = {literal for literal in kept if abs(literal) not in settled}
            if kept:
                learn(kept)
                gained = True
    return len(settled) == cnf.variables


def time_naive(cnfs: list[Cnf[Grid]]) -> float:
    spent = 0.0
    for cnf in cnfs:
        with Solver(name="minisat22", bootstrap_with=cnf.clauses.lists) as solver:
            begun = time.process_time()
            naive_saturation(cnf, solver)
            spent += time.process_time() - begun
    return spent


def time_general(cnfs: list[Cnf[Grid]], cap: int) -> tuple[float, list[int]]:
    """The general kernel, level by level until all is settled."""
    spent, depths = 0.0, []
    for cnf in cnfs:
        work = workspace(cnf, QuineOptions())
        kept = np.empty((cap + 1, cnf.variables), np.int32)
        begun = time.process_time()
        level = 0
        refuted = work.begin() != NONE
        while not refuted and work.size < cnf.variables and level < cap:
            level += 1
            tried = np.zeros(level + 1, np.int64)
            size = close(level, work.formula, work.trail, work.size, cnf.answers, kept, tried, ENDLESS, work.stop)
            refuted = size < 0
            work.size = max(size, 0)
        spent += time.process_time() - begun
        depths.append(level)
    return spent, depths


def time_bitmasks(grids: list[Grid], cap: int) -> tuple[list[float], list[int]]:
    """The form for 9x9 grids, grid by grid."""
    digits = np.array([grid.cells for grid in grids], np.uint8)
    depths, levels = np.zeros((2, len(grids)), np.int16)
    solvable, stop = np.zeros(len(grids), np.uint8), np.zeros(1, np.uint8)
    spent = []
    for row in range(len(grids)):
        one = slice(row, row + 1)
        begun = time.process_time()
        sudoku_depth.depths_of(digits[one], cap, stop, depths[one], levels[one], solvable[one])
        spent.append(time.process_time() - begun)
    return spent, depths.tolist()


def depths(folder: Path, sample: int) -> None:
    print("\nExact depth: all grids by the form for 9x9 grids; ratios to naive 1-saturation on the same first grids")
    time_bitmasks([parse_grid("." * 81)], 0)  # compile or load
    time_general([pruned(parse_grid("1" + "." * 80))], 1)
    for name, wanted in WANTED.items():
        path = folder / name
        if not path.exists():
            print(f"  {name}: not there, skipped")
            continue
        grids = [parse_grid(line) for line in path.read_text().split()]
        times, found = time_bitmasks(grids, 3)
        counts = dict(sorted(Counter(found).items()))
        verdict = "as expected" if counts == wanted or len(grids) != 1000 else f"EXPECTED {wanted}"
        first = [pruned(grid) for grid in grids[:sample]]
        naive = time_naive(first)
        general, general_depths = time_general(first, 3)
        agree = "equal" if general_depths == found[: len(first)] else "DIFFERENT"
        print(f"  {name} (sha256 {digest(path)}): depths {counts}, {verdict}")
        print(
            f"    naive {len(first) / naive:,.0f} grids/s; 9x9 form {len(first) / sum(times[: len(first)]):,.0f} "
            f"({naive / sum(times[: len(first)]):.0f} times); general kernel {len(first) / general:,.0f} "
            f"({naive / general:.0f} times; depths {agree}); 9x9 median {statistics.median(times) * 1e3:.2f} ms, "
            f"worst {max(times) * 1e3:.0f} ms"
        )


def ratings(folder: Path, limit: int | None) -> None:
    print("\nSpearman of each measure with Sudoku Explainer's ER (mean over 10 held-out tenths)")
    path = folder / "se_rated_train.csv"
    if not path.exists():
        print("  se_rated_train.csv: not there, skipped")
        return
    rated = read_ratings(path, "ER", limit)
    begun = time.perf_counter()
    table = metric_table(rated.grids, rated.values)
    print(f"  {path.name} (sha256 {digest(path)}), {len(rated.grids)} grids, {time.perf_counter() - begun:.0f} s")
    for score in table.scores:
        print(f"    {score.name:22} {score.cross_validated:+.3f}   (all rows {score.spearman:+.3f})")
    print(f"  {table.undecided} grids ran into the cap")


def large() -> None:
    print("\nLarger formulas, within 20 s and 2000 disjunctions")
    for name, cnf in large_formulas():
        limits = Limits(seconds=20, nodes=2000)
        begun = time.perf_counter()
        tree = quine(cnf, limits=limits)
        middle = time.perf_counter()
        exact = exact_depth(cnf, Limits(seconds=20))
        print(
            f"  {name:26} {cnf.variables:6} variables: quine {tree.status}, depth {tree.depth}"
            f"{f' ({tree.stopped})' if tree.stopped else ''}, {middle - begun:.1f} s; exact: {exact.known}"
            f"{f' ({exact.stopped})' if exact.stopped else ''}, {time.perf_counter() - middle:.1f} s"
        )


def large_formulas() -> list[tuple[str, Cnf[object]]]:
    found: list[tuple[str, Cnf[object]]] = []
    for size in (16, 25):
        shape, rng = Shape.classic(size), random.Random(size)
        box = int(size**0.5)
        full = [(box * (row % box) + row // box + column) % size + 1 for row in range(size) for column in range(size)]
        for share in (0.6, 0.45):
            cells = [digit if rng.random() < share else 0 for digit in full]
            found.append((f"{size}x{size}, {share:.0%} given", pruned(Grid.of(shape, cells))))
    found += [(f"{holes + 1} pigeons, {holes} holes", pigeons(holes)) for holes in (4, 5, 6, 8)]
    for variables in (50, 100, 200, 300):
        rng = random.Random(variables)
        clauses = [
            [rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), 3)]
            for _ in range(round(4.26 * variables))
        ]
        found.append((f"random 3-SAT, ratio 4.26", plain(clauses, variables)))
    return found


def pigeons(holes: int) -> Cnf[object]:
    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    everyone = [[sits(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    alone = [
        [-sits(one, hole), -sits(other, hole)]
        for hole in range(holes)
        for one, other in combinations(range(holes + 1), 2)
    ]
    return plain(everyone + alone, holes * (holes + 1))


def plain(clauses: list[list[int]], variables: int) -> Cnf[object]:
    return Cnf(variables, [f"x{v}" for v in range(1, variables + 1)], (), tuple, Clauses.of(clauses))


def cold() -> None:
    """Compile everything once into an empty cache, then load it."""
    script = (
        "from clausal.models.sudoku import parse_grid; from clausal.encoders.sudoku import pruned\n"
        "from clausal.solvers.quine.run import quine; from clausal.solvers.quine.grids import grid_depth\n"
        "from clausal.solvers.quine.depth import exact_depth\n"
        "grid = parse_grid('1' + '.' * 80); quine(pruned(grid)); grid_depth(grid, cap=1)"
    )
    with tempfile.TemporaryDirectory() as cache:
        seconds = []
        for _ in range(2):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", script], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
            seconds.append(time.perf_counter() - begun)
    print(f"\nKernels: {seconds[0]:.0f} s to compile in an empty cache, {seconds[1]:.1f} s with it (whole process)")


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12] + "…"


def main() -> None:
    parser = argparse.ArgumentParser(description="Figures of the disjunction engine.")
    parser.add_argument("--data", type=Path, default=os.environ.get("CLAUSAL_DATA"), help="folder with sudoku/ in it")
    parser.add_argument("--sample", type=int, default=200, help="grids per file for the ratios")
    parser.add_argument("--limit", type=int, default=None, help="rated grids to use")
    parser.add_argument("--only", choices=["depths", "ratings", "large", "cold"], default=None)
    asked = parser.parse_args()
    folder = Path(asked.data) / "sudoku" if asked.data else Path("no-data")
    if not asked.data:
        print("No data folder (--data or CLAUSAL_DATA): the parts that need it are skipped.")
    if asked.only in (None, "depths"):
        depths(folder, asked.sample)
    if asked.only in (None, "ratings"):
        ratings(folder, asked.limit)
    if asked.only in (None, "large"):
        large()
    if asked.only in (None, "cold"):
        cold()


if __name__ == "__main__":
    main()
