"""The words of a formula: what its literals and clauses are called when a person reads about them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clausal.models.encoding import Clauses, Cnf
from clausal.models.statement.grain import DEFINITIONS


@dataclass(frozen=True, eq=False)
class Words:
    """Names of facts and reasons, from a `Cnf`. Auxiliary variables, which have no name, are called aux1, aux2..."""

    cnf: Cnf[Any]

    def name(self, variable: int) -> str:
        """The name of a variable (from 1)."""
        own = self.cnf.answers
        return self.cnf.names[variable - 1] if variable <= own else f"aux{variable - own}"

    def known(self, literal: int) -> bool:
        """Is this a fact of the puzzle, and not an auxiliary of its encoding, which nobody is told about?"""
        return abs(literal) <= self.cnf.answers

    def fact(self, literal: int) -> str:
        """r4c7=2, and r4c7≠2 or "not x" for the opposite."""
        name = self.name(abs(literal))
        if literal > 0:
            return name
        return name.replace("=", "≠") if name.count("=") == 1 else f"not {name}"

    def reason(self, clause: int) -> str:
        """The sentence of the clause's group; the clause itself where there is none."""
        group = int(self._clauses.group_of[clause])
        if 0 <= group < len(self.cnf.groups):
            return self.cnf.groups[group].text
        return " or ".join(map(self.fact, self.literals(clause))) or "the empty clause"

    def is_rule(self, clause: int) -> bool:
        """Does this clause say something about the puzzle, and not only what an auxiliary means?"""
        group = int(self._clauses.group_of[clause])
        return not 0 <= group < len(self.cnf.groups) or self.cnf.groups[group].id != DEFINITIONS.id

    def literals(self, clause: int) -> list[int]:
        """The literals of a clause of the formula."""
        starts = self._clauses.starts
        found: list[int] = self._clauses.lits[starts[clause] : starts[clause + 1]].tolist()
        return found

    @cached_property
    def _clauses(self) -> Clauses:
        return self.cnf.clauses
