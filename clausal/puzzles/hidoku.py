"""Hidoku: the numbers from 1 on, each beside the next, at a side or a corner."""

from collections.abc import Iterator
from dataclasses import dataclass

from clausal.models.lattice import Lattice
from clausal.models.number_path import (
    NumberPath,
    draw_path,
    path_solution,
    read_path,
    refuses_path,
    state_path,
    write_path,
    write_path_answer,
)
from clausal.models.pencil import Digits
from clausal.models.statement import Statement
from clausal.puzzles.base import Example
from clausal.puzzles.stated import stated

ALIASES = ("hidato",)


@dataclass(frozen=True)
class Hidoku(NumberPath):
    """The numbers that are given."""


def _beside(board: Lattice, cell: int) -> Iterator[int]:
    row, column = board.place(cell)
    for r in range(max(0, row - 1), min(board.rows, row + 2)):
        for c in range(max(0, column - 1), min(board.columns, column + 2)):
            if (r, c) != (row, column):
                yield board.cell(r, c)


def state(puzzle: Hidoku) -> Statement:
    return state_path(puzzle, _beside)


def refuses(puzzle: Hidoku, answer: Digits) -> str | None:
    """What is wrong with an answer."""
    return refuses_path(puzzle, answer, _beside)


def read(text: str) -> Hidoku:
    found: Hidoku = read_path(Hidoku, text)
    return found


KIND = stated(
    "hidoku",
    Hidoku,
    read=read,
    write=write_path,
    state=state,
    solution=path_solution,
    write_answer=write_path_answer,
    rules=refuses,
    drawing=draw_path,
    examples=(
        Example("small", ".,.,.,./15,.,.,./11,.,.,1/.,.,6,.", "one solution"),
        Example("several", ".,.,.,./15,.,.,./.,.,.,1/.,.,6,.", "several solutions"),
        Example("clash", ".,.,.,./15,.,.,./11,.,.,2/.,.,6,.", "no solution"),
    ),
)
