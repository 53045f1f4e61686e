"""Timing as ratios within one run. CPU seconds count, to reduce the effect of other work."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds that `work` takes in this process."""
    started = time.process_time()
    work()
    return time.process_time() - started


def limits_in_cpu_seconds() -> AbstractContextManager[object]:
    """Let time limits of solvers count the CPU seconds of this process, so that other work does not shorten them."""
    return patch("entails.solvers.kernels.jit.time.monotonic", time.process_time)


def cpu_of_command(command: Sequence[str], stdin: Path) -> float:
    """Return the CPU seconds (user and system) of a command with this input file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with stdin.open("rb") as file:
        subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def wall(command: Sequence[str], times: int = 7) -> float:
    """Return the shortest wall-clock seconds of a command over several runs."""
    runs = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        runs.append(time.perf_counter() - started)
    return min(runs)


def figure(name: str, value: str, target: str, reached: bool) -> None:
    """Print one line of the report."""
    print(f"{'ok  ' if reached else 'MISS'} {name}: {value} (to reach: {target})", flush=True)


def data(name: str) -> Path | None:
    """Return a data file below ENTAILS_DATA; if it is missing, print a note and return None."""
    root = os.environ.get("ENTAILS_DATA")
    path = Path(root) / name if root else None
    if path is not None and path.is_file():
        return path
    print(f"skip: {name} is not there; set ENTAILS_DATA to the folder that holds it", file=sys.stderr)
    return None
