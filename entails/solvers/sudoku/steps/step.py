"""`Step`: one move of a person, as a value. Its sentence is made when it is asked for: text is slow."""

from dataclasses import dataclass
from typing import Any

from entails.locale.message import Language
from entails.solvers.sudoku.steps.argument import SHAPE, Candidate, Diagram, Evidence, Node, StepArgument, diagram
from entails.solvers.sudoku.steps.words import sentence

__all__ = ["SHAPE", "Candidate", "Evidence", "Step"]


@dataclass(frozen=True, slots=True)
class Step(StepArgument):
    """An argument that can be told."""

    @property
    def sentence(self) -> str:
        """The step in words, such as "In box 3, the 7 can only go in r2c8."."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """The step in the words of a language."""
        return sentence(self).say(language)

    @property
    def diagram(self) -> Diagram:
        """What there is to draw of it: candidates with their roles, links, and its chain as players write it."""
        return diagram(self)

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """The step as plain data, cells and candidates by their names (r1c1, r1c1=5)."""
        drawn = self.diagram
        return {
            "technique": self.technique,
            "cells": [self.shape.cell_name(cell) for cell in self.cells],
            "digits": list(self.digits),
            "places": self._names(self.places),
            "removes": self._names(self.removes),
            "sentence": self.say(language),
            "marks": [{"role": mark.role, "candidates": self._names(mark.candidates)} for mark in drawn.marks],
            "links": [
                {"from": self._names(link.start), "to": self._names(link.end), "kind": link.kind}
                for link in drawn.links
            ],
            "chain": drawn.chain,
        }

    def _names(self, node: Node) -> list[str]:
        return [self.shape.candidate_name(*candidate) for candidate in node]
