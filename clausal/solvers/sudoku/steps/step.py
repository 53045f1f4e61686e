"""`Step`: one move of a person, as a value. Its sentence is made when it is asked for: text is slow."""

from dataclasses import dataclass, field
from typing import Any

from clausal.models.sudoku import Shape

SHAPE = Shape.classic(9)

Candidate = tuple[int, int]
"""A cell (0 to 80) and a digit (1 to 9)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the sentence needs beyond the step itself: the unit (an index into `Shape.units`), candidates in the order
    of the argument, in parts, and two numbers whose meaning is the technique's own."""

    unit: int | None
    parts: tuple[tuple[Candidate, ...], ...]
    case: int
    other: int


@dataclass(frozen=True, slots=True)
class Step:
    """A technique applied: the cells and digits it rests on, and what it places or rules out."""

    technique: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    evidence: Evidence = field(repr=False)

    @property
    def sentence(self) -> str:
        """The step in words, such as "In box 3, the 7 can only go in r2c8."."""
        from clausal.solvers.sudoku.steps.words import sentence

        return sentence(self)

    def as_json(self) -> dict[str, Any]:
        """The step as plain data, cells and candidates by their names (r1c1, r1c1=5)."""
        return {
            "technique": self.technique,
            "cells": [SHAPE.cell_name(cell) for cell in self.cells],
            "digits": list(self.digits),
            "places": [SHAPE.candidate_name(*candidate) for candidate in self.places],
            "removes": [SHAPE.candidate_name(*candidate) for candidate in self.removes],
            "sentence": self.sentence,
        }
