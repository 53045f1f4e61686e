"""Every stated puzzle type on its examples: lines of code, CPU time of both compilers, depth, largest step."""

import time
from collections.abc import Callable
from importlib import import_module
from inspect import getsource
from statistics import median
from typing import Any

import entails
from benchmarks.measure import figure
from entails.models.limits import Limits
from entails.puzzles import own_puzzles, puzzle_type_named
from entails.queries import find_query

_OWN = {"sudoku", "wordle", "scrabble", "model", "cnf", "ortools"}
_SECONDS = 20.0


def main() -> None:
    """Print the table of docs/figures.md."""
    print("| puzzle | lines | clauses, ms | CP-SAT, ms | depth | largest step |")
    print("|---|---:|---:|---:|---:|---:|")
    every: list[float] = []
    for name, listed in own_puzzles().items():
        if name in _OWN:
            continue
        lines = len(getsource(import_module(listed.module)).splitlines())
        puzzles = [entails.parse(name, example.text) for example in puzzle_type_named(name).examples]
        times = [
            [_cpu(lambda item=puzzle, way=way: _checked(item, way)) for puzzle in puzzles]
            for way in ("complete", "cpsat")
        ]
        every += times[0]
        first = puzzles[0]
        depth = _report(name, "quine", first, exact_depth=True, nodes=5000).get("exact_depth")
        steps = _report(name, "rate", first, seconds=_SECONDS)
        shown = [f"{1e3 * median(moment):.0f}" for moment in times]
        print(
            f"| {name} | {lines} | {' | '.join(shown)} | {_or_dash(depth)} | {_or_dash(steps.get('largest'))} |",
            flush=True,
        )
    figure("all examples, clauses, median CPU time", f"{1e3 * median(every):.0f} ms", "1 s", median(every) < 1)


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _checked(puzzle: Any, encoder: str) -> None:
    entails.check(puzzle, encoder=encoder, limits=Limits(seconds=_SECONDS))


def _report(name: str, verb: str, puzzle: Any, **fields: object) -> dict[str, Any]:
    """Return the report of a query; empty if the puzzle does not support it."""
    query = find_query(name, verb)
    report: dict[str, Any] = query.run(puzzle, query.parse_options(fields)).report.model_dump()
    return report


def _or_dash(value: object) -> object:
    return "–" if value is None else value


if __name__ == "__main__":
    main()
