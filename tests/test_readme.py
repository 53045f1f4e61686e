"""The README: its commands print the output shown, and its excerpts are in the named files."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from entails.queries import all_queries, find_query

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


COMMANDS = [part.partition("\n") for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
EXCERPTS = [block.partition("\n") for block in blocks("python") if block.startswith("# entails/")]


def run(command: str) -> str:
    """Return what a shell prints for a command; `entails` is that of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    return done.stdout


@pytest.mark.parametrize(("command", "expected"), [(part[0], part[2]) for part in COMMANDS])
def test_a_command_prints_what_is_printed_here(command: str, expected: str) -> None:
    assert run(command) == expected


def test_the_request_stands_in_front() -> None:
    """The README's first example works: check a history, export DIMACS, measure the depth, use JSON and exit codes."""
    commands = " ".join(part[0] for part in COMMANDS)
    assert [word in commands for word in ("wordle check", "sudoku export", "--exact-depth", "--json", "$?")] == [
        True
    ] * 5
    assert [part[0] for part in EXCERPTS] == [
        f"# entails/encoders/{name}.py" for name in ("sudoku", "wordle", "scrabble")
    ]


@pytest.mark.parametrize(("heading", "code"), [(part[0], part[2]) for part in EXCERPTS])
def test_an_excerpt_is_in_its_file(heading: str, code: str) -> None:
    """An excerpt is in its file; lines between two `...` are consecutive there."""
    source = (ROOT / heading.removeprefix("# ")).read_text("utf-8")
    pieces = re.split(r"^ *\.\.\.\n", code, flags=re.MULTILINE)
    pieces = [piece.strip("\n") for piece in pieces]
    assert all(pieces)
    assert [piece for piece in pieces if piece not in source] == []


def test_which_queries_take_an_engine() -> None:
    """README names exactly the queries without an engine option: those with a fixed algorithm."""
    every = {"engine", "encoder", "seconds", "conflicts", "memory_mb"}
    with_every, with_engine = (
        ("check", "solve", "count", "explain", "forced"),
        {("scrabble", "tally"), ("cnf", "prove")},
    )
    for puzzle, verb in all_queries():
        options = set(find_query(puzzle, verb).options.model_fields)
        if verb in with_every and (puzzle, verb) not in {("scrabble", "check"), ("lexicon", "check")}:
            assert every <= options
        else:
            assert ("engine" in options) == ((puzzle, verb) in with_engine)
    fixed = {
        "sudoku": ("quine", "rate", "steps", "hint"),
        "takuzu": ("quine", "rate", "steps", "hint"),
        "wordle": ("suggest", "candidates"),
        "scrabble": ("moves",),
    }
    for puzzle, verbs in fixed.items():
        for verb in verbs:
            assert "engine" not in find_query(puzzle, verb).options.model_fields
            assert f"`{verb}`" in README or f"`{puzzle} {verb}`" in README
