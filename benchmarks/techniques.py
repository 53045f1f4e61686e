"""Time to generate grids for every technique of a ladder: `python -m benchmarks.techniques [LADDER [SECONDS [N]]]`.

Each row is a technique: the grids generated of N (20) within SECONDS (60) of CPU time, and the number of grids tried.
"""

import sys
import time

from entails.models.limits import Limits
from entails.solvers.sudoku.orders import generate
from entails.solvers.sudoku.steps.ladder import TechniqueLadder


def main(ladder: str = "hodoku", seconds: float = 60.0, wanted: int = 20) -> None:
    """Print a row for each technique, easiest first."""
    print(f"| technique | grids of {wanted:g} | CPU seconds | tried for each |\n|---|---|---|---|")
    limits = Limits(nodes=10**9, seconds=5 * seconds)
    for name in TechniqueLadder.of(ladder).techniques:
        orders = generate(int(wanted) + 5, technique=name, ladder=ladder, seed=1, limits=limits)
        count, started = 0, time.process_time()
        for count, _ in enumerate(orders, 1):
            if count == wanted or time.process_time() - started > seconds:
                break
        used = time.process_time() - started
        print(f"| {name} | {count} | {used:.1f} | {orders.attempts / max(count, 1):,.0f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:4]))
