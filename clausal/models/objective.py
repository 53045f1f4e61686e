"""`Objective`: what makes one answer better than another."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Sense = Literal["maximise", "minimise"]


@dataclass(frozen=True)
class Objective:
    """A sum of variables (each times a number) and of facts (each worth a number when it holds).

    In a CNF there are no variables but facts and auxiliaries: there `terms` is empty, and `facts` may be any literals.
    """

    sense: Sense
    terms: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[int, int], ...] = ()

    def better(self, one: float, other: float) -> bool:
        """Is one worth better than the other?"""
        return one > other if self.sense == "maximise" else one < other

    def of_facts(self, holds: Callable[[int], bool]) -> int:
        """What the facts are worth."""
        return sum(worth for worth, fact in self.facts if holds(fact))
