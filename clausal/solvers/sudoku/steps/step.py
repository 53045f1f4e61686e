"""`Step`: one move of a person, as a value. Its sentence is made when it is asked for: text is slow."""

from dataclasses import dataclass
from typing import Any

from clausal.solvers.sudoku.steps.argument import SHAPE, Argument, Candidate, Evidence
from clausal.solvers.sudoku.steps.words import sentence

__all__ = ["SHAPE", "Candidate", "Evidence", "Step"]


@dataclass(frozen=True, slots=True)
class Step(Argument):
    """An argument that can be told."""

    @property
    def sentence(self) -> str:
        """The step in words, such as "In box 3, the 7 can only go in r2c8."."""
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
