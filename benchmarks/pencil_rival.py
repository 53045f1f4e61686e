"""Published pencil puzzles beside puzzlekit, which states them for OR-Tools: one solution each, CPU time.

The addresses are outside the project (`pencil/links.jsonl` below ENTAILS_DATA), and so is puzzlekit:
ENTAILS_PUZZLEKIT names the Python that has it, of an environment of its own (`pip install puzzlekit`).
"""

import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import entails
from benchmarks.measure import data, figure
from entails.models.errors import InvalidPuzzle
from entails.models.limits import Limits
from entails.models.outcome import Satisfied
from entails.puzzles.detect import recognised

_THEIRS = """
import json, sys, time
import puzzlekit
for line in sys.stdin:
    name, given = json.loads(line)
    started = time.process_time()
    try:
        status = str(puzzlekit.solver(name, given).solve().solution_data.get("status"))
    except Exception as error:
        status = f"{type(error).__name__}: {error}"
    print(json.dumps([status, time.process_time() - started]), flush=True)
"""
_SECONDS = 60.0

Grid = list[list[str]]


def _grid(values: Sequence[Any], columns: int, shown: Callable[[Any], str]) -> Grid:
    words = [shown(value) for value in values]
    return [words[start : start + columns] for start in range(0, len(words), columns)]


def _number(clue: int | None) -> str:
    return "-" if clue is None else str(clue)


def _regions(puzzle: Any) -> Grid:
    return _grid(puzzle.rooms, puzzle.columns, str)


def _room_clues(puzzle: Any) -> Sequence[int | None]:
    numbers: Sequence[int | None] = puzzle.numbers if hasattr(puzzle, "numbers") else puzzle.clues
    return numbers


def _at_first(puzzle: Any) -> Grid:
    """Move the clue of each room to its first cell."""
    clues: list[int | None] = [None] * len(puzzle.rooms)
    for cells, clue in zip(puzzle.room_cells, _room_clues(puzzle), strict=True):
        clues[cells[0]] = clue
    return _grid(clues, puzzle.columns, _number)


def _wall(wall: int | None) -> str:
    return "-" if wall is None else "x" if wall < 0 else str(wall)


_FORMS: dict[str, tuple[str, Callable[[Any], dict[str, Grid]]]] = {
    "slitherlink": ("slitherlink", lambda item: {"grid": _grid(item.clues, item.columns, _number)}),
    "masyu": ("masyu", lambda item: {"grid": _grid(item.pearls, item.columns, lambda pearl: "-wb"[pearl])}),
    "nurikabe": ("nurikabe", lambda item: {"grid": _grid(item.clues, item.columns, _number)}),
    "hitori": ("hitori", lambda item: {"grid": _grid(item.numbers, item.columns, str)}),
    "shikaku": ("shikaku", lambda item: {"grid": _grid(item.clues, item.columns, _number)}),
    "kurodoko": ("kuromasu", lambda item: {"grid": _grid(item.clues, item.columns, _number)}),
    "light-up": ("akari", lambda item: {"grid": _grid(item.walls, item.columns, _wall)}),
    "heyawake": ("heyawake", lambda item: {"grid": _at_first(item), "region_grid": _regions(item)}),
    "country-road": ("country_road", lambda item: {"grid": _at_first(item), "region_grid": _regions(item)}),
    "norinori": ("norinori", lambda item: {"region_grid": _regions(item)}),
    "lits": (
        "lits",
        lambda item: {"grid": _grid([None] * len(item.rooms), item.columns, _number), "region_grid": _regions(item)},
    ),
}
"""For each of our names, theirs and the inputs it needs."""


def main() -> None:
    """Print a line for each puzzle type, then the ratio over all puzzles that both solved."""
    file, python = data("pencil/links.jsonl"), os.environ.get("ENTAILS_PUZZLEKIT")
    if file is None or python is None:
        print("puzzlekit: ENTAILS_PUZZLEKIT does not name a Python that has it" if file else "")
        return
    pairs: dict[str, list[tuple[float, float]]] = {}
    left_out = 0
    with subprocess.Popen([python, "-c", _THEIRS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as theirs:
        assert theirs.stdin is not None
        assert theirs.stdout is not None
        for line in file.read_text("utf-8").splitlines():
            link = json.loads(line)["link"]
            name = _known(link)
            if name not in _FORMS:
                continue
            puzzle = entails.parse(name, link)
            rows = len(puzzle.board.cells) // puzzle.columns
            their_name, form = _FORMS[name]
            print(
                json.dumps([their_name, {"num_rows": rows, "num_cols": puzzle.columns, **form(puzzle)}]),
                file=theirs.stdin,
                flush=True,
            )
            status, their_seconds = json.loads(theirs.stdout.readline())
            started = time.process_time()
            ours = entails.solve(puzzle, limits=Limits(seconds=_SECONDS))
            our_seconds = time.process_time() - started
            assert isinstance(ours, Satisfied), link
            if status not in ("Optimal", "Feasible"):
                left_out += 1
                continue
            pairs.setdefault(name, []).append((their_seconds, our_seconds))
        theirs.stdin.close()
    print(f"{'genre':14} {'puzzles':>8} {'theirs ms':>10} {'ours ms':>9} {'ratio':>7}")
    for name, times in sorted(pairs.items()):
        both = [median(item) for item in zip(*times, strict=True)]
        ratio = median(theirs / ours for theirs, ours in times)
        print(f"{name:14} {len(times):8} {1e3 * both[0]:10.0f} {1e3 * both[1]:9.0f} {ratio:7.1f}")
    every = [theirs / ours for times in pairs.values() for theirs, ours in times]
    print(f"{left_out} puzzles it did not solve or read otherwise")
    figure("puzzlekit's CPU time over ours, median", f"{median(every):.1f}", "1", median(every) >= 1)


def _known(link: str) -> str:
    try:
        return recognised(link)
    except InvalidPuzzle:
        return ""


if __name__ == "__main__":
    main()
