"""Time to generate grids by technique: `python -m benchmarks.techniques [LADDER [SECONDS [TECHNIQUE...]]]`.

Without names, all techniques of the ladder are tried. The grids need no symmetry. Each row is a technique: the grids
generated of 20 within SECONDS (60) of CPU time, and the number of grids tried for each. If there is none, a line says
how many of 3,000 minimal grids get stuck before the technique, and how many of these have a step of it.
"""

import sys
import time
from contextlib import suppress
from functools import partial

from entails.models.limits import Limits
from entails.solvers.sudoku.generate import generate as make
from entails.solvers.sudoku.orders import GridTarget, generate
from entails.solvers.sudoku.steps.ladder import TechniqueLadder

_WANTED = 20
_SAMPLE = 3000


class _Late(Exception):
    """Signal that the CPU time for a technique is used up."""


def main(ladder: str = "hodoku", seconds: float = 60.0, *techniques: str) -> None:
    """Print a row for each technique, easiest first."""
    print(f"| technique | grids of {_WANTED} | CPU seconds | tried for each |\n|---|---|---|---|")
    for name in techniques or TechniqueLadder.of(ladder).techniques:
        limits = Limits(nodes=10**9)
        orders = generate(_WANTED, technique=name, ladder=ladder, symmetry="none", seed=1, limits=limits)
        started = time.process_time()
        orders.watch = partial(_stop, started + seconds)
        with suppress(_Late):
            list(orders)
        used, tried = time.process_time() - started, orders.attempts / max(orders.found, 1)
        print(f"| {name} | {orders.found} | {used:.1f} | {tried:,.0f} |", flush=True)
        if not orders.found:
            stuck, needed = stuck_before(ladder, name)
            print(f"{name}: {stuck:,} of {_SAMPLE:,} minimal grids get stuck before it, {needed:,} have a step of it")


def stuck_before(ladder: str, name: str) -> tuple[int, int]:
    """Return how many minimal grids get stuck before a technique, and how many of these have a step of it."""
    need = GridTarget.of(technique=name, ladder=ladder).need
    assert need is not None, "singles are not searched for"
    stuck = needed = 0
    for grid in make(9, _SAMPLE, minimal=True, symmetry="none"):
        is_needed, empty = need(grid.puzzle)
        needed += is_needed
        stuck += is_needed or bool(empty.any())
    return stuck, needed


def _stop(deadline: float) -> None:
    if time.process_time() >= deadline:
        raise _Late


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]), *sys.argv[3:])
