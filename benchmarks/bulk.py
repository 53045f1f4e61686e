"""Many grids: from a file to JSON Lines against the kernel alone, and memory for a million grids."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from benchmarks.measure import cpu, data, figure
from entails.batch.answer import BatchJob, records_of
from entails.batch.inputs import InputRow
from entails.cli.commands import run_command
from entails.solvers.sudoku.bits import grids_from_lines, solve_many

FILES = ("bench_17.txt", "bench_top1465.txt", "bench_hard11.txt")
TIMES = {"bench_17.txt": 100, "bench_top1465.txt": 20, "bench_hard11.txt": 4}
ROUNDS = 3
PEAK = (
    "import resource, sys; from entails.cli.commands import run_command;"
    " run_command('sudoku', 'solve', sys.argv[1], json=True);"
)
BATCH = """
import resource, sys
from entails.batch.run import on_this_machine
from entails.batch.answer import BatchJob
from entails.batch.run import Batch, run
verb, path, workers, output = sys.argv[1:]
run(Batch(BatchJob("sudoku", verb, form="jsonl"), [path], output, part_rows=1000), on_this_machine(int(workers)))
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(one.ru_utime + one.ru_stime for one in used), max(one.ru_maxrss for one in used))
"""
PEAK += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"


def main() -> None:
    """Run all measurements of this module."""
    with tempfile.TemporaryDirectory() as folder:
        path = data("sudoku/bench_17.txt")
        if path is not None:  # first, since a process inherits the peak of the one that starts it
            memory(path.read_text().split(), Path(folder))
            batch_layer(path.read_text().split() * 20)
            two_workers(path.read_text().split(), Path(folder))
        for name in FILES:
            path = data(f"sudoku/{name}")
            if path is not None:
                lines = path.read_text().split()
                file_to_lines(name, lines * TIMES[name], Path(folder))


def file_to_lines(name: str, lines: list[str], folder: Path) -> None:
    """Measure `entails sudoku solve FILE --json` and `check`, without the start of the process."""
    path, grids = folder / name, grids_from_lines(lines)
    path.write_text("\n".join(lines) + "\n")

    def ask(verb: str) -> Callable[[], object]:
        return lambda: run_command("sudoku", verb, str(path), json=True)

    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
        ask("solve")()
        kernel, solve, check = (
            min(cpu(work) for _ in range(ROUNDS)) for work in (lambda: solve_many(grids), ask("solve"), ask("check"))
        )
    rate, least = len(lines) / solve, 60_000 if name == "bench_17.txt" else 0
    text = f"{rate:,.0f} grids a CPU second, {kernel / solve:.2f} of the kernel's own rate"
    text += f" (check {len(lines) / check:,.0f})"
    figure(f"{name}, from file to JSON Lines", text, f"{least:,} and 0.6", rate >= least and kernel >= 0.6 * solve)


def memory(lines: list[str], folder: Path) -> None:
    """Measure the peak memory of solving a hundred thousand and a million grids."""
    peaks = []
    for times in (100, 1_000):
        path = folder / f"{times}.txt"
        path.write_text("\n".join(lines * times) + "\n")
        ran = subprocess.run(
            [sys.executable, "-c", PEAK, str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        )
        peaks.append(int(ran.stderr) / 1024)
    text = f"{peaks[1]:.0f} MB at most, {peaks[1] - peaks[0]:+.0f} MB over a tenth of it"
    figure("1,000,000 17-clue grids solved in one run, memory", text, "+20 MB", peaks[1] - peaks[0] <= 20)


def two_workers(lines: list[str], folder: Path) -> None:
    """Measure the cost of a row with one and with two workers, without their start: CPU time of all processes, and
    memory of the largest. There are enough rows to occupy both workers.
    """
    costs, peaks = {}, {}
    for verb, few, many in (("rate", 48, 96), ("solve", 400, 1000)):
        for workers in (1, 2):
            spent = {}
            for times in (few, many):
                path = folder / f"{times}.sdm"
                path.write_text("\n".join(lines * times) + "\n")
                spent[times], peaks[verb, times] = _batch(verb, path, workers, folder / f"{verb}-{workers}-{times}")
            costs[verb, workers] = (spent[many] - spent[few]) / (len(lines) * (many - few)) * 1e6
        report = ", ".join(f"{costs[verb, workers]:.1f} with {workers}" for workers in (1, 2))
        gain = 2 * costs[verb, 1] / costs[verb, 2]
        least = 1.8 if verb == "rate" else 1.4
        figure(
            f"batch {verb}, two workers on two cores", f"{gain:.2f} times one ({report} us)", f"{least}", gain >= least
        )
        grown = peaks[verb, many] - peaks[verb, few]
        figure(f"batch {verb}, memory with {many / few:g} times the rows", f"{grown:+.0f} MB", "+20 MB", grown <= 20)


def _batch(verb: str, path: Path, workers: int, output: Path) -> tuple[float, float]:
    """Return the CPU seconds of all processes of a batch, and the megabytes of the largest."""
    ran = subprocess.run(
        [sys.executable, "-c", BATCH, verb, str(path), str(workers), str(output)],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, kilobytes = ran.stdout.split()
    return float(seconds), int(kilobytes) / 1024


def batch_layer(lines: list[str]) -> None:
    """Measure what a batch adds to the kernel per row, without JSON Lines."""
    grids, job = grids_from_lines(lines), BatchJob("sudoku", "solve", form="jsonl")
    rows = [InputRow("grids", number, None, line) for number, line in enumerate(lines, 1)]

    def work() -> list[dict[str, Any]]:
        return list(records_of(job, rows))

    work()
    kernel, whole = (min(cpu(item) for _ in range(ROUNDS)) for item in (lambda: solve_many(grids), work))
    each = (whole - kernel) / len(lines) * 1e6
    figure("what a batch adds to each row", f"{each:.1f} microseconds", "5 microseconds", each <= 5)
