"""Puzzles for native engines, each with all of its solutions.

An engine that accepts native encodings needs an entry in `CASES`; the suite in contract/test_native_engines.py then
tests it like all others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from helpers import grid_of, plain_solutions
from scrabble_positions import by_trying_everything, seven

from entails.data.scrabble import shipped_tile_set
from entails.formats.wordle.read import read_history
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, write_placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.models.wordle.history import Wordle

_CLASSIC = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"


@dataclass(frozen=True)
class NativeCase:
    """A puzzle and its solutions, found by another method. `write` writes a solution as text, for comparison."""

    puzzle: Any
    answers: frozenset[str]
    write: Callable[[Any], str]


def _sudoku(text: str) -> NativeCase:
    grid = grid_of(text)
    return NativeCase(
        grid, frozenset(solution.line for solution in plain_solutions(grid)), lambda answer: str(answer.line)
    )


_WORDS = ("crane", "crate", "trace", "slate", "stale", "steal", "least", "tales", "eerie", "geese", "mammy")


def _wordle(text: str) -> NativeCase:
    """Build a Wordle case with the words that plain scoring leaves."""
    puzzle = Wordle(read_history(text), Lexicon.of(_WORDS, "few"))
    return NativeCase(puzzle, frozenset(word for word in _WORDS if puzzle.history.allows(word)), str)


def _scrabble(rack: str) -> NativeCase:
    """Build a Scrabble case with all plays around TEA on a small board, by exhaustive search."""
    rows = [".......", ".......", ".......", "..TEA..", ".......", ".......", "......."]
    words = Lexicon.of(["tea", "teas", "at", "as", "sat", "quit", "qat"], "few")
    board = Board.from_rows(seven(), rows)
    position = Position(board, Rack.read(rack), shipped_tile_set("english"), words)
    return NativeCase(position, frozenset(map(write_placement, by_trying_everything(position))), write_placement)


CASES: dict[str, dict[str, NativeCase]] = {
    "bits": {
        "one": _sudoku(_CLASSIC),
        "none": _sudoku(_CLASSIC.replace("53..7", "53.27")),
        "several": _sudoku(_CLASSIC.replace("....8..79", ".........").replace("...419..5", "...4.9..5")),
    },
    "filter": {
        "one": _wordle("slate:bbgbg trace:bggyg"),
        "none": _wordle("slate:bbgbg mound:ggggg"),
        "several": _wordle("mammy:bbbbb"),
        "several by counts": _wordle("slate:1,4"),
        "several of all": _wordle(""),
    },
    "generator": {
        "one": _scrabble("QIU"),
        "none": _scrabble("VV"),
        "several": _scrabble("ST"),
        "several with blanks": _scrabble("S??"),
    },
}
"""For each engine, a puzzle with one solution, one with none, and one with several."""
