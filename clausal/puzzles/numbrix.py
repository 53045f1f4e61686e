"""Numbrix: the numbers from 1 on, each beside the next, up, down, left or right."""

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


@dataclass(frozen=True)
class Numbrix(NumberPath):
    """The numbers that are given."""


def _beside(board: Lattice, cell: int) -> Iterator[int]:
    return board.beside(cell)


def state(puzzle: Numbrix) -> Statement:
    return state_path(puzzle, _beside)


def refuses(puzzle: Numbrix, answer: Digits) -> str | None:
    """What is wrong with an answer."""
    return refuses_path(puzzle, answer, _beside)


def read(text: str) -> Numbrix:
    found: Numbrix = read_path(Numbrix, text)
    return found


KIND = stated(
    "numbrix",
    Numbrix,
    read=read,
    write=write_path,
    state=state,
    solution=path_solution,
    write_answer=write_path_answer,
    rules=refuses,
    drawing=draw_path,
    examples=(
        Example("small", "10,.,.,./.,14,13,./.,.,.,./.,.,.,.", "one solution"),
        Example("several", "10,.,.,./.,14,.,./.,.,.,./.,.,.,.", "several solutions"),
        Example("clash", "10,.,.,./.,14,14,./.,.,.,./.,.,.,.", "no solution"),
    ),
)
