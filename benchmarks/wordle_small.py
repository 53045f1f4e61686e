"""Proven optimal trees over all openers of small lists, beside the fastest public solver.

That is Alex Selby's, in C++ (github.com/alex1770/wordle, 2022). It is no part of this project: build it (g++ -O3
-march=native) and name the program in ENTAILS_SELBY; without it the comparison is skipped, which is said. Its CPU
seconds are those of the whole process. Ours are those of the search in a process whose kernels are loaded, and beside
them those of the whole command, most of which is Python starting.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import cpu, cpu_of_command, figure
from entails.data.wordle import words_for
from entails.models.lexicon import Lexicon

TIMES = 2
"""Target: the largest ratio to the peer's seconds."""
ROUNDS = 3


@dataclass(frozen=True)
class Cut:
    """A random sample of Wordle's answers, and whether all of Wordle's words may be guessed."""

    seed: int
    words: int
    any_guess: bool = False

    @property
    def name(self) -> str:
        return f"{self.words} answers, {'12,972 guesses' if self.any_guess else 'no other guesses'}"


CUTS = (
    Cut(1, 300),
    Cut(2, 400),
    Cut(3, 500),
    Cut(4, 300),
    Cut(5, 400),
    Cut(6, 500),
    Cut(1, 300, True),
    Cut(2, 400, True),
)


def main() -> None:
    """Run every sample with both solvers, which must agree."""
    peer = os.environ.get("ENTAILS_SELBY")
    if not peer or not os.access(peer, os.X_OK):
        print("skip: no program of Selby's; build it and set ENTAILS_SELBY to its path", file=sys.stderr)
        peer = None
    every = words_for().words()
    answers = every[: words_for().answers]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = _written(folder / "all.txt", every)
        for cut in CUTS:
            secrets = _written(folder / "cut.txt", random.Random(cut.seed).sample(answers, cut.words))
            _compare(cut, secrets, whole if cut.any_guess else secrets, peer)


def _written(path: Path, words: list[str]) -> Path:
    path.write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")
    return path


def _compare(cut: Cut, secrets: Path, guesses: Path, peer: str | None) -> None:
    from entails.models.wordle.history import COLOURS
    from entails.solvers.wordle.tree.best import best_of_all

    totals: list[int] = []

    def search() -> None:
        lists = [Lexicon.of(path.read_text("utf-8").split(), path.name) for path in (secrets, guesses)]
        result = best_of_all(words_for(length=5, answers=lists[0], allowed=lists[1]), COLOURS)
        assert result is not None
        totals.append(result.total)

    search()  # loads the kernels
    ours = min(cpu(search) for _ in range(ROUNDS))
    command = [sys.executable, "-m", "entails", "wordle", "tree", "--exact", "--all", "--json"]
    command += ["--answers", str(secrets), "--allowed", str(guesses)]
    whole = cpu_of_command(command, secrets)
    seconds = f"{ours:.2f} CPU seconds, the whole command {whole:.2f}"
    if peer is None:
        print(f"     {cut.name}: {totals[0]}, {seconds}", flush=True)
        return
    theirs_command = [peer, "-a", str(guesses), "-h", str(secrets)]
    stdout = subprocess.run(theirs_command, stdout=subprocess.PIPE, check=True, text=True).stdout
    score = re.search(r"guess score = (\d+)", stdout)
    assert score is not None, json.dumps(stdout[-200:])
    assert int(score[1]) == totals[0], "the two solvers disagree"
    theirs = min(cpu_of_command(theirs_command, secrets) for _ in range(ROUNDS))
    figure(
        f"{cut.name}, {totals[0]} ({seconds}, the solver in C++ {theirs:.2f})",
        f"{ours / theirs:.1f} times its seconds",
        f"at most {TIMES}",
        ours <= TIMES * theirs,
    )
