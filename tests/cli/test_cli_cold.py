"""Commands with an empty kernel cache: which kernels each example of --help compiles. Most compile none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from entails.cli.new import example_of
from entails.queries import commands_of

COMPILES = {
    ("wordle", "evaluate"): {"word_feedback", "word_groups"},
    ("wordle", "trace"): {"word_feedback"},
}
COMPILE_FOR_LONGER = {  # too slow for a test, or similar to one above
    ("wordle", "openers"),
    ("wordle", "tree"),
    ("wordle", "prove"),
    ("wordle", "absurdle"),
    ("scrabble", "endgame"),
    ("scrabble", "pre-endgame"),
    ("scrabble", "simulate"),
    ("scrabble", "selfplay"),
    ("scrabble", "study"),
    ("sudoku", "study"),
}
ALL = """
import json, sys
from entails.cli.main import app
from entails.solvers.kernels import jit as jit_policy
jit_policy.enable_dual_kernels()
for command in json.loads(sys.argv[1]):
    jit_policy.Mode.spent.clear()
    assert app(command, standalone_mode=False) in (0, 1, 2, None), command
    assert "numba" not in sys.modules, command
"""


def commands(folder: Path, *wanted: tuple[str, str]) -> list[list[str]]:
    """Return the examples of --help, with the files that they read."""
    items = []
    for name, verb in wanted:
        example = example_of(name, verb)
        if example is not None:
            items.append([str(word) for word in example.words])
            for file, content in example.files.items():
                (folder / file).write_text(content)
    return items


def run(folder: Path, *arguments: str) -> set[str]:
    """Run a command in a new process; return the kernels that it compiles."""
    cache = folder / "cache"
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=240,
        check=False,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return {index.parents[1].name[:-17] for index in cache.glob("entails/kernels/*/*/*.nbi")}


def test_single_answers_compile_nothing(tmp_path: Path) -> None:
    puzzles = [(name, verb) for name in ("sudoku", "wordle", "scrabble", "lexicon") for verb in commands_of(name)]
    single = [puzzle for puzzle in puzzles if puzzle not in COMPILES and puzzle not in COMPILE_FOR_LONGER]
    assert len(single) > 40
    assert run(tmp_path, "-c", ALL, json.dumps(commands(tmp_path, *single))) == set()


@pytest.mark.parametrize("command", COMPILES, ids=" ".join)
def test_others_compile_only_their_own(command: tuple[str, str], tmp_path: Path) -> None:
    (example,) = commands(tmp_path, command)
    assert run(tmp_path, "-m", "entails", *example) == COMPILES[command]
