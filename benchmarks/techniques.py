"""Time to generate grids by technique: `python -m benchmarks.techniques [LADDER [SECONDS [TECHNIQUE...]]]`.

Without names, all techniques of the ladder are tried. Each row is a technique: the grids generated of 20 within SECONDS
(60) of CPU time, and the number of grids tried for each.
"""

import sys
import time
from contextlib import suppress
from functools import partial

from entails.models.limits import Limits
from entails.solvers.sudoku.orders import generate
from entails.solvers.sudoku.steps.ladder import TechniqueLadder

_WANTED = 20


class _Late(Exception):
    """Signal that the CPU time for a technique is used up."""


def main(ladder: str = "hodoku", seconds: float = 60.0, *techniques: str) -> None:
    """Print a row for each technique, easiest first."""
    print(f"| technique | grids of {_WANTED} | CPU seconds | tried for each |\n|---|---|---|---|")
    for name in techniques or TechniqueLadder.of(ladder).techniques:
        orders = generate(_WANTED, technique=name, ladder=ladder, seed=1, limits=Limits(nodes=10**9))
        started = time.process_time()
        orders.watch = partial(_stop, started + seconds)
        with suppress(_Late):
            list(orders)
        used, tried = time.process_time() - started, orders.attempts / max(orders.found, 1)
        print(f"| {name} | {orders.found} | {used:.1f} | {tried:,.0f} |", flush=True)


def _stop(deadline: float) -> None:
    if time.process_time() >= deadline:
        raise _Late


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]), *sys.argv[3:])
