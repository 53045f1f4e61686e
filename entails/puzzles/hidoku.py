"""Hidoku: the numbers from 1 on, each beside the next, at a side or a corner."""

from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.models.statement import Statement
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Digits
from entails.puzzles.common.links import number_path
from entails.puzzles.common.number_path import NumberPath, refuses_path, state_path

ALIASES = ("hidato",)


@dataclass(frozen=True)
class Hidoku(NumberPath):
    """The numbers that are given."""


def state(puzzle: Hidoku) -> Statement:
    return state_path(puzzle, Lattice.around)


def refuses(puzzle: Hidoku, answer: Digits) -> str | None:
    """What is wrong with an answer."""
    return refuses_path(puzzle, answer, Lattice.around)


KIND = number_path(
    "hidoku",
    Hidoku,
    state=state,
    rules=refuses,
    examples=(
        Example("small", ".,.,.,./15,.,.,./11,.,.,1/.,.,6,.", "one solution"),
        Example("several", ".,.,.,./15,.,.,./.,.,.,1/.,.,6,.", "several solutions"),
        Example("clash", ".,.,.,./15,.,.,./11,.,.,2/.,.,6,.", "no solution"),
    ),
)
