"""Inconsistent Wordle histories by CP-SAT, beside a plain OR-Tools script of the same model.

Fifty histories in colours and fifty in counts for each list: two to five guesses against a secret, one tile or count
changed, so that no word of the list is left. Measured are the CPU seconds of the whole command `wordle check`, with
nothing left to compile, and of a plain script that does the same work with OR-Tools alone: verdict, one minimal
conflict by deletion and all minimal repairs over guesses by subset size, every query with its claims posted as plain
constraints. Script and command must agree on the repairs that keep the lexicon. The first lines name the versions
and time `python -c pass`, the import of OR-Tools and `sudoku solve`, which tell how fast the machine is.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from benchmarks.measure import cpu_of_command, figure
from entails.data.lexicons import lexicon
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, Guess, History, Wordle
from entails.solvers.wordle.check import remaining

HISTORIES = 50
LISTS = (
    ("wordle-answers", 5, 0.8, 50),
    ("wordle-allowed", 5, 1.3, 10),
    ("wordle-allowed-14855", 5, None, 0),
    ("fr", 6, None, 0),
)
"""Each list, the length of its words, the seconds of CPU time that nine in ten commands must keep, and the number of
histories of each kind that the plain script checks too."""
ANCHORS = (
    ("python -c pass", ("-c", "pass")),
    ("import of OR-Tools", ("-c", "from ortools.sat.python import cp_model")),
    ("sudoku solve", ("-m", "entails", "sudoku", "solve", "..4..3...2....1.")),
)
_SCRIPT = Path(__file__).with_name("wordle_check_plain.py")


@dataclass(frozen=True)
class Run:
    """One command: its CPU seconds, and the repairs that keep the lexicon."""

    seconds: float
    repairs: frozenset[tuple[int, ...]]


def main() -> None:
    """Measure both feedback types on each list."""
    print(f"     Entails {version('entails')}, OR-Tools {version('ortools')}, Python {sys.version.split()[0]}")
    for name, arguments in ANCHORS:
        seconds = [cpu_of_command([sys.executable, *arguments], Path(os.devnull)) for _ in range(7)]
        print(f"     {name}: {np.median(seconds):.2f} s of CPU time", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for words, length, target, peers in LISTS:
            both = [_measure(lexicon(words), length, scoring, target, peers, Path(folder)) for scoring in SCORINGS]
            ours, theirs = np.sum(both, axis=0).tolist()
            if peers:
                title = f"{2 * peers} histories of {words}, {ours:.1f} s, beside a plain script, {theirs:.1f} s"
                figure(title, f"{ours / theirs:.2f} times its seconds", "at most 1.0", ours <= theirs)


def _measure(
    words: Lexicon, length: int, scoring: str, target: float | None, peers: int, folder: Path
) -> tuple[float, float]:
    """Print the figures of one list and feedback type; return the seconds of both programs on the same histories."""
    listed = folder / "words.txt"
    listed.write_text("\n".join(words.words(length)) + "\n", encoding="utf-8")
    puzzles = list(contradictory(words, length, scoring))
    _command(puzzles[0])  # kernels are compiled first
    ours = [_command(puzzle) for puzzle in puzzles]
    seconds = [run.seconds for run in ours]
    title = f"wordle check, {len(words.words(length)):,} words, {scoring}"
    value = f"{np.percentile(seconds, 90):.2f} s of CPU time in nine of ten, median {np.median(seconds):.2f}"
    value += f", largest {max(seconds):.2f}"
    if target is None:
        print(f"     {title}: {value}", flush=True)
    else:
        figure(title, value, f"{target} s", float(np.percentile(seconds, 90)) <= target)
    theirs = [_plain(puzzle, listed) for puzzle in puzzles[:peers]]
    for mine, their in zip(ours, theirs, strict=False):
        assert mine.repairs == their.repairs, "the two programs disagree"
    return sum(seconds[:peers]), sum(run.seconds for run in theirs)


def contradictory(words: Lexicon, length: int, scoring: str) -> Iterator[Wordle]:
    """Yield histories with one changed tile or count that no word of the list satisfies."""
    dice, kind, listed = random.Random(f"{words.name} {scoring}"), SCORINGS[scoring], words.words(length)
    number = 0
    while number < HISTORIES:
        secret = dice.choice(listed)
        guesses = [Guess(word, kind.score(word, secret)) for word in dice.choices(listed, k=dice.randint(2, 5))]
        place = dice.randrange(len(guesses))
        word, code = guesses[place].word, _changed(guesses[place].code, length, scoring, dice)
        if code is None or kind.problem(word, code) is not None:
            continue
        guesses[place] = Guess(word, code)
        puzzle = Wordle(History(length, scoring, tuple(guesses)), words)
        if not len(remaining(puzzle)):
            number += 1
            yield puzzle


def _changed(code: int, length: int, scoring: str, dice: random.Random) -> int | None:
    if scoring == COLOURS.name:
        colours = list(COLOURS.colours(code, length))
        place = dice.randrange(length)
        colours[place] = (colours[place] + dice.choice((1, 2))) % 3
        return COLOURS.code(colours)
    counts = list(COUNTS.counts(code, length))
    counts[dice.randrange(2)] += dice.choice((-1, 1))
    return COUNTS.code(*counts, length) if min(counts) >= 0 and sum(counts) <= length else None


def _timed(command: Sequence[str]) -> tuple[float, dict[str, object]]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(ran.stdout)


def _command(puzzle: Wordle) -> Run:
    assert puzzle.lexicon is not None
    arguments = ["--json", "--lexicon", puzzle.lexicon.name, "--seconds", "1000"]
    seconds, report = _timed(
        [sys.executable, "-m", "entails", "wordle", "check", *puzzle.history.line.split(), *arguments]
    )
    assert (report["consistent"], report["engine"], report["confirmed_by"]) == (False, "cpsat", "filter")
    assert report["conflicts"]
    assert report["reason"] in (None, "maximum")
    repairs: list[dict[str, list[int]]] = report["repairs"]  # type: ignore[assignment]
    return Run(seconds, frozenset(tuple(repair["guesses"]) for repair in repairs if not repair["lexicon"]))


def _plain(puzzle: Wordle, words: Path) -> Run:
    seconds, report = _timed(
        [sys.executable, str(_SCRIPT), str(words), puzzle.history.scoring, *puzzle.history.line.split()]
    )
    repairs: list[list[int]] = report["repairs"]  # type: ignore[assignment]
    return Run(seconds, frozenset(tuple(guesses) for guesses in repairs))
