"""`Step`: one solving step as a value. Its sentence is built on demand, because text is slow."""

from dataclasses import dataclass
from typing import Any

from entails.locale.message import Language
from entails.solvers.sudoku.steps.argument import SHAPE, Candidate, Diagram, Evidence, Node, StepArgument, diagram
from entails.solvers.sudoku.steps.words import sentence

__all__ = ["SHAPE", "Candidate", "Evidence", "Step"]


@dataclass(frozen=True, slots=True)
class Step(StepArgument):
    """An argument with its sentence and diagram."""

    @property
    def sentence(self) -> str:
        """Return the step in English, such as "In box 3, the 7 can only go in r2c8."."""
        return self.say()

    def say(self, language: Language = "en") -> str:
        """Return the step as a sentence in a language."""
        return sentence(self).say(language)

    @property
    def diagram(self) -> Diagram:
        """Return the diagram: candidates with their roles, links, and the chain in Eureka notation."""
        return diagram(self)

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return the step as plain data, with cells and candidates by their names (r1c1, r1c1=5)."""
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
