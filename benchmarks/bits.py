"""The engine `bits` against a plain numba solver, and the generator: grids per CPU second, as ratios.

Another solver is measured beside it if ENTAILS_TDOKU names a program: it is called with a number of rounds, reads grids
of 81 characters, a line each, looks for two solutions of each, and begins its answer with the CPU seconds of its best
round and the number of solutions found. A main function around tdoku (github.com/t-dillon/tdoku, built with g++ -O3
-march=native) does so in a dozen lines; it is no part of this project.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import cpu, cpu_of_command, data, figure
from benchmarks.plain_bits import count_all
from entails.queries.sudoku.generate import generate as rated
from entails.solvers.sudoku.bits import grids_from_lines, solve_many
from entails.solvers.sudoku.generate import generate

TIMES = 1.0
"""Target: the ratio of grids to the other solver."""
FILES = ("bench_17.txt", "bench_top1465.txt", "bench_hard11.txt")
ROUNDS = 5


def main() -> None:
    """Run all measurements of this module."""
    for name in FILES:
        path = data(f"sudoku/{name}")
        if path is not None:
            grids = grids_from_lines(path.read_text().split())
            solving(name, grids)
            beside(name, grids, path)
    with TemporaryDirectory() as folder:
        for name, grids in made():
            path = Path(folder, name)
            path.write_text("".join("".join(map(str, row)) + "\n" for row in grids))
            beside(name, grids, path)
    generating()


def made() -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Yield sets of grids made from 1000 minimal ones: these, grids with several solutions, and nearly empty ones."""
    random = np.random.default_rng(5)
    minimal = np.array([grid.puzzle.cells for grid in generate(9, 1000, minimal=True, symmetry="none")], np.uint8)
    yield "minimal grids", minimal
    yield "the same without two clues", np.array([emptied(row, np.count_nonzero(row) - 2, random) for row in minimal])
    solutions = solve_many(minimal).solutions
    yield "grids with 12 to 20 clues", np.array([emptied(row, random.integers(12, 21), random) for row in solutions])


def emptied(row: NDArray[np.uint8], clues: int, random: np.random.Generator) -> NDArray[np.uint8]:
    """Return a grid that keeps `clues` of its clues, chosen at random."""
    kept = np.zeros_like(row)
    places = random.permutation(np.flatnonzero(row))[:clues]
    kept[places] = row[places]
    return kept


def solving(name: str, grids: NDArray[np.uint8]) -> None:
    """Measure solving with proven uniqueness; both solvers take turns, and the best round counts."""
    counts = np.zeros(len(grids), np.int64)
    count_all(grids[:1], 2, counts)
    assert (solve_many(grids).counts == 1).all()
    turns = [(cpu(lambda: solve_many(grids)), cpu(lambda: count_all(grids, 2, counts))) for _ in range(ROUNDS)]
    ours, plain = (min(times) for times in zip(*turns, strict=True))
    assert (counts == 1).all()
    figure(
        f"{name}, solved and proven unique ({len(grids) / ours:,.0f} a second) against plain numba "
        f"({len(grids) / plain:,.0f})",
        f"{plain / ours:.1f} times",
        "3",
        plain >= 3 * ours,
    )


def beside(name: str, grids: NDArray[np.uint8], path: Path) -> None:
    """Measure solving beside the program that ENTAILS_TDOKU names, in turns."""
    peer = os.environ.get("ENTAILS_TDOKU")
    if not peer or not os.access(peer, os.X_OK):
        print("skip: no program to compare with; build one and set ENTAILS_TDOKU to its path", file=sys.stderr)
        return
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours += [cpu(lambda: solve_many(grids)) for _ in range(3)]
        with path.open("rb") as file:
            words = subprocess.run([peer, "3"], stdin=file, capture_output=True, text=True, check=True).stdout.split()
        assert int(words[1]) == solve_many(grids).counts.sum(), "both find the same number of solutions"
        theirs.append(float(words[0]))
    figure(
        f"{name} ({len(grids) / min(ours):,.0f} a second) against {Path(peer).name} ({len(grids) / min(theirs):,.0f})",
        f"{min(theirs) / min(ours):.2f} times",
        str(TIMES),
        min(theirs) >= TIMES * min(ours),
    )


def generating() -> None:
    """Measure the generation of unique, symmetric grids with 28 clues."""
    wanted = 2000
    assert len(list(generate(9, 1))) == 1
    seconds = min(cpu(lambda: list(generate(9, wanted, clues=28))) for _ in range(3))
    figure(
        "unique grids made, 28 clues, symmetric", f"{wanted / seconds:,.0f} a second", "1,000", wanted >= 1000 * seconds
    )
    if shutil.which("qqwing") is None:
        print("skip: qqwing is not installed (Debian package qqwing)")
        return
    list(rated(wanted))
    ours = min(cpu(lambda: list(rated(wanted))) for _ in range(2))
    bare = min(cpu(lambda: list(generate(9, wanted, minimal=True, symmetry="none"))) for _ in range(2))
    start = cpu_of_command(["qqwing", "--generate", "1", "--one-line"], Path(os.devnull))
    peer = cpu_of_command(["qqwing", "--generate", "400", "--one-line"], Path(os.devnull)) * wanted / 400
    figure(
        f"grids made and rated ({wanted / ours:,.0f} a second) against qqwing --generate ({wanted / peer:,.0f})",
        f"{peer / ours:.1f} times",
        "3",
        peer >= 3 * ours,
    )
    figure(
        f"minimal grids without their ratings ({wanted / bare:,.0f} a second) against qqwing, whose start-up takes "
        f"{1000 * start:.0f} ms",
        f"{peer / bare:.0f} times",
        "3",
        peer >= 3 * bare,
    )
