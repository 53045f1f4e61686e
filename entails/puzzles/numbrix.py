"""Numbrix: the numbers from 1 on, each beside the next, up, down, left or right."""

from dataclasses import dataclass

from entails.models.lattice import Lattice
from entails.models.statement import Statement
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Digits
from entails.puzzles.common.links import number_path
from entails.puzzles.common.number_path import NumberPath, refuses_path, state_path


@dataclass(frozen=True)
class Numbrix(NumberPath):
    """The numbers that are given."""


def state(puzzle: Numbrix) -> Statement:
    return state_path(puzzle, Lattice.beside)


def refuses(puzzle: Numbrix, answer: Digits) -> str | None:
    """What is wrong with an answer."""
    return refuses_path(puzzle, answer, Lattice.beside)


KIND = number_path(
    "numbrix",
    Numbrix,
    state=state,
    rules=refuses,
    examples=(
        Example("small", "10,.,.,./.,14,13,./.,.,.,./.,.,.,.", "one solution"),
        Example("several", "10,.,.,./.,14,.,./.,.,.,./.,.,.,.", "several solutions"),
        Example("clash", "10,.,.,./.,14,14,./.,.,.,./.,.,.,.", "no solution"),
    ),
)
