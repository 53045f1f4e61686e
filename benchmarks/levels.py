"""Effort from steps against the levels of two generators' puzzles: `python -m benchmarks.levels`.

Simon Tatham's Portable Puzzle Collection (Debian's sgt-puzzles) makes puzzles of levels that its own solvers define by
the ways of reasoning they need; qqwing (Debian's qqwing) does so for Sudoku. Neither is needed for anything else: what
is not installed is skipped, and says so. It takes some minutes; `python -m benchmarks.levels 3` makes three of each
level instead of six.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import median

from benchmarks.reasons import spearman

EACH = 6
SECONDS = 120.0
_PATH = f"{os.environ['PATH']}:/usr/games"

Levels = dict[str, str]
"""The name of a level, and the generator's arguments for it."""


def main(each: int = EACH) -> None:
    """Measure every puzzle and level in turn."""
    import entails
    from entails.models.limits import Limits
    from entails.queries.hint import reasoned_difficulty

    for name, (program, levels, make) in MADE.items():
        result = shutil.which(program, path=_PATH)
        if result is None:
            print(f"skip {name}: {program} is not installed (Debian: apt install sgt-puzzles qqwing)", flush=True)
            continue
        efforts: list[tuple[int, float]] = []
        items = []
        for level, (called, item) in enumerate(levels.items()):
            puzzles = [entails.parse(name, text) for text in make(result, item, each)]
            rated = [reasoned_difficulty(puzzle, limits=Limits(seconds=SECONDS)) for puzzle in puzzles]
            own = [float(entry.effort) for entry in rated if entry.status == "solved"]
            efforts += [(level, effort) for effort in own]
            items.append(f"{called} {median(own):g}" if own else f"{called} unknown")
        agree = spearman([effort for _, effort in efforts], [float(level) for level, _ in efforts])
        print(
            f"     {name}, {len(efforts)} puzzles: Spearman {agree:.2f}; median effort: {', '.join(items)}", flush=True
        )


def _collected(reads: Callable[[str], str]) -> Callable[[str, str, int], Iterator[str]]:
    """Return a reader of the collection's puzzles in its notation, the same puzzles every time."""

    def make(program: str, text: str, each: int) -> Iterator[str]:
        for number in range(each):
            words = [program, "--generate", "1", f"{text}#{number}"]
            yield reads(subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip())

    return make


def _sudokus(program: str, text: str, each: int) -> Sequence[str]:
    words = [program, "--generate", str(each), "--difficulty", text, "--one-line"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def _unruly(text: str) -> str:
    """Decode Unruly: a letter for a run of empty cells before a 0 (small) or a 1 (capital)."""
    size, cells = _parts(text)
    signs = "".join(
        "." * 25 if sign == "z" else "." * (ord(sign.lower()) - ord("a")) + ("1" if sign.isupper() else "0")
        for sign in cells
    )
    return _rows(signs.ljust(size * size, ".")[: size * size], size)


def _singles(text: str) -> str:
    size, cells = _parts(text)
    return _rows(cells, size)


def _loopy(text: str) -> str:
    """Decode Loopy: clues, and a letter for a run of cells without clues."""
    size, cells = _parts(text)
    return _rows("".join(sign if sign.isdigit() else "." * (ord(sign) - ord("a") + 1) for sign in cells), size)


def _unequal(text: str) -> str:
    """Decode Unequal: cells, each with the sides on which it is larger: U, R, D, L."""
    size, cells = _parts(text)
    result = [(number or "0", sides) for number, sides in re.findall(r"(\d*)([URDL]*),", cells)][: size * size]
    lines = []
    for row in range(size):
        own = result[row * size : (row + 1) * size]
        below = result[(row + 1) * size : (row + 2) * size]
        line = ""
        for column, (number, sides) in enumerate(own):
            line += "." if number == "0" else number
            if column + 1 < size:
                line += ">" if "R" in sides else "<" if "L" in own[column + 1][1] else ""
        lines.append(line)
        if below:
            between = "".join(
                "v" if "D" in upper[1] else "^" if "U" in lower[1] else "."
                for upper, lower in zip(own, below, strict=True)
            )
            lines += [between] if set(between) != {"."} else []
    return "/".join(lines)


def _parts(text: str) -> tuple[int, str]:
    """Return the side of the board and its content."""
    size, _, cells = text.partition(":")
    return int(re.match(r"\d+", size)[0]), cells  # type: ignore[index]


def _rows(signs: str, size: int) -> str:
    return "/".join(signs[at : at + size] for at in range(0, len(signs), size))


MADE: dict[str, tuple[str, Levels, Callable[[str, str, int], Iterator[str] | Sequence[str]]]] = {
    "takuzu": ("sgt-unruly", {"trivial": "8x8udt", "easy": "8x8ude", "normal": "8x8udn"}, _collected(_unruly)),
    "hitori": ("sgt-singles", {"easy": "8x8de", "tricky": "8x8dk"}, _collected(_singles)),
    "futoshiki": (
        "sgt-unequal",
        {"easy": "5de", "tricky": "5dk", "extreme": "5dx", "recursive": "5dr"},
        _collected(_unequal),
    ),
    "slitherlink": (
        "sgt-loopy",
        {"easy": "6x6t0de", "normal": "6x6t0dn", "tricky": "6x6t0dt", "hard": "6x6t0dh"},
        _collected(_loopy),
    ),
    "sudoku": ("qqwing", {name: name for name in ("simple", "easy", "intermediate", "expert")}, _sudokus),
}

if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
