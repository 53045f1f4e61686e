"""`Objective`: what makes one answer better than another."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

Sense = Literal["maximise", "minimise"]
MOST_WEIGHT = 1_000_000
"""What a statement may cost that is given up."""


@dataclass(frozen=True)
class Objective:
    """A sum of variables (each times a number), of facts (each worth a number when it holds) and of a `fixed` number.

    In a CNF there are no variables but facts and auxiliaries: there `terms` is empty, and `facts` may be any literals.
    """

    sense: Sense
    terms: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[int, int], ...] = ()
    fixed: int = 0

    def worth(self, true: Container[int]) -> int:
        """What an answer is worth in which exactly these facts hold. (What variables add is not in it.)"""
        return self.fixed + sum(worth for worth, lit in self.facts if (abs(lit) in true) == (lit > 0))
