"""The engine `bits` against a plain numba solver, and the generator: grids a CPU second, as ratios in one run."""

import os
import shutil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import cpu, cpu_of_command, data, figure
from benchmarks.plain_bits import count_all
from clausal.questions.sudoku.generate import generate as rated
from clausal.solvers.sudoku.bits_batch import grids_from_lines, solve_many
from clausal.solvers.sudoku.generate import generate

FILES = ("bench_17.txt", "bench_top1465.txt", "bench_hard11.txt")
ROUNDS = 5


def main() -> None:
    """Run all of them."""
    for name in FILES:
        path = data(f"sudoku/{name}")
        if path is not None:
            solving(name, grids_from_lines(path.read_text().split()))
    generating()


def solving(name: str, grids: NDArray[np.uint8]) -> None:
    """Solve and prove unique. The two take turns, and the best round of each counts."""
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


def generating() -> None:
    """Unique, symmetric grids with 28 clues."""
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
    bare = cpu(lambda: list(generate(9, wanted, minimal=True, symmetry="none")))
    peer = cpu_of_command(["qqwing", "--generate", "400", "--one-line"], Path(os.devnull)) * wanted / 400
    figure(
        f"grids made and rated ({wanted / ours:,.0f} a second) against qqwing --generate ({wanted / peer:,.0f})",
        f"{peer / ours:.1f} times",
        "3",
        peer >= 3 * ours,
    )
    print(f"     minimal grids without their ratings: {wanted / bare:,.0f} a second, {peer / bare:.0f} times qqwing")
