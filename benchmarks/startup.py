"""Start-up time of the command line against a bare interpreter, with and without compiled kernels."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

from benchmarks.measure import figure, wall

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARD = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
USUAL: tuple[tuple[str, ...], ...] = (
    ("sudoku", "check", GRID),
    ("sudoku", "solve", GRID),
    ("sudoku", "hint", GRID),
    ("wordle", "check", "crane:bybbg"),
    ("wordle", "suggest", "crane:bybbg"),
    ("scrabble", "best", BOARD),
    ("scrabble", "best", "--lang", "es", BOARD.replace("4MARS7", "4MARES6")),
    ("lexicon", "anagrams", "RETINAS"),
)
ONCE: tuple[tuple[str, ...], ...] = (
    ("sudoku", "steps", GRID),
    ("sudoku", "rate", GRID),
    ("sudoku", "generate"),
    ("sudoku", "quine", GRID, "--exact-depth"),
    ("wordle", "suggest"),
)
_TIMES = 5
_MOST_WARM, _MOST_COLD = 0.7, 5.0


def main() -> None:
    """Measure `entails --help` and common queries on one puzzle, and list the imports of solving a grid."""
    entails = [sys.executable, "-m", "entails"]
    bare = wall([sys.executable, "-c", "pass"])
    help_ = wall([*entails, "--help"])
    figure("entails --help over a bare python", f"{help_ - bare:.2f} s more", "0.35 s", help_ - bare <= 0.35)
    least = cpu([sys.executable, "-c", "pass"])
    for words in USUAL:
        more = cpu([*entails, *words]) - least
        figure(
            f"CPU of entails {_named(words)}, over a bare python",
            f"{more:.2f} s more",
            "0.7 s",
            more <= _MOST_WARM,
        )
    for words in (*USUAL, *ONCE):
        with tempfile.TemporaryDirectory() as folder:
            taken = cpu([*entails, *words], {"XDG_CACHE_HOME": folder}, times=1)
        name = f"CPU of entails {_named(words)} with an empty cache"
        figure(name, f"{taken:.2f} s", "5 s", taken <= _MOST_COLD)
    code = f"import sys; from entails.cli.main import app; app(['sudoku', 'solve', '{GRID}'], standalone_mode=False); "
    code += "sys.exit(any(name in sys.modules for name in ('ortools', 'numba')))"
    light = subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
    figure("entails sudoku solve GRID imports", "neither" if light else "one", "neither ortools nor numba", light)


def _named(words: Sequence[str]) -> str:
    """Return a command without its puzzle."""
    return " ".join(words[: 4 if "--lang" in words else 2])


def cpu(command: Sequence[str], environment: Mapping[str, str] | None = None, times: int = _TIMES) -> float:
    """Return the least CPU seconds of a command over several runs."""
    items = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env={**os.environ, **(environment or {})})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        items.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(items)
