"""The words of a formula: what its literals and clauses are called when a person reads about them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from entails.models.encoding import Clauses, Cnf, Group
from entails.models.statement.grain import DEFINITIONS


@dataclass(frozen=True, eq=False)
class Words:
    """Names of facts and reasons, from a `Cnf`. Auxiliary variables have no name, and nobody is told about them: what
    follows by way of them is told with the sentences that it rests on."""

    cnf: Cnf[Any]

    def is_fact(self, literal: int) -> bool:
        """Does it speak of the puzzle, and not of an auxiliary?"""
        return abs(literal) <= self.cnf.answers

    def name(self, variable: int) -> str:
        """The name of a variable (from 1)."""
        return self.cnf.names[variable - 1] if self.is_fact(variable) else "what no fact tells"

    def facts(self, literals: Iterable[int]) -> list[str]:
        """Those that speak of the puzzle, in words."""
        return [self.fact(literal) for literal in literals if self.is_fact(literal)]

    def told(
        self, steps: Iterable[tuple[int, int]], known: Mapping[int, int]
    ) -> tuple[list[tuple[str, str]], dict[int, int]]:
        """Eliminations, each a literal and its clause, as facts with their reasons; and what is behind each auxiliary
        that they went by (its literal and clause), those known before included."""
        said, behind = list[tuple[str, str]](), dict(known)
        for literal, clause in steps:
            if self.is_fact(literal):
                said.append((self.fact(literal), self.because(clause, behind)))
            else:
                behind[literal] = clause
        return said, behind

    def because(self, clause: int, behind: Mapping[int, int]) -> str:
        """The sentence of a clause, and those of clauses that its auxiliaries rest on; definitions are no reason."""
        waiting, seen = [clause], {clause}
        reasons: dict[str, None] = {}
        while waiting:
            one = waiting.pop(0)
            if self._group(one) != DEFINITIONS:
                reasons[self.reason(one)] = None
            further = [behind[-literal] for literal in self.literals(one) if -literal in behind]
            waiting += [other for other in further if other not in seen]
            seen.update(further)
        return " and ".join(reasons) or "what is known by then"

    def fact(self, literal: int) -> str:
        """r4c7=2, and r4c7≠2 or "not x" for the opposite."""
        name = self.name(abs(literal))
        if literal > 0:
            return name
        return name.replace("=", "≠") if name.count("=") == 1 else f"not {name}"

    def reason(self, clause: int) -> str:
        """The sentence of the clause's group; the clause itself where there is none."""
        if (group := self._group(clause)) is not None:
            return group.text
        return " or ".join(self.facts(self.literals(clause))) or "the empty clause"

    def _group(self, clause: int) -> Group | None:
        number = int(self._clauses.group_of[clause])
        return self.cnf.groups[number] if 0 <= number < len(self.cnf.groups) else None

    def literals(self, clause: int) -> list[int]:
        """The literals of a clause of the formula."""
        starts = self._clauses.starts
        found: list[int] = self._clauses.lits[starts[clause] : starts[clause + 1]].tolist()
        return found

    @cached_property
    def _clauses(self) -> Clauses:
        return self.cnf.clauses
