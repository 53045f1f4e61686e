"""Unit propagation, the same whichever SAT engine is asked.

The solvers of python-sat can propagate, but leave out what they already hold for certain, and that depends on what they
have learnt. So a solver that never searches does it for all of them. Unit clauses are assumed there, not added: nothing
is certain beforehand, and all that follows is listed.
"""

from collections.abc import Iterable, Sequence
from typing import Any


class Propagator:
    """Clauses, and what follows from them without any search."""

    def __init__(self, clauses: Iterable[list[int]]) -> None:
        from pysat.solvers import Minisat22

        self._solver: Any = Minisat22()
        self._units: list[int] = []
        self._broken = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        different = set(clause)
        if len(different) > 1:
            self._solver.add_clause(clause)
        elif different:
            self._units += different
        else:
            self._broken = True

    def follow(self, assume: Sequence[int]) -> tuple[bool, tuple[int, ...]]:
        """Is there no contradiction in sight, and which literals follow, the assumed ones included?"""
        import pysolvers

        try:
            consistent, literals = self._solver.propagate([*self._units, *assume])
        except pysolvers.error as error:  # how python-sat says Ctrl-C
            raise KeyboardInterrupt from error
        return bool(consistent) and not self._broken, tuple(literals)

    def delete(self) -> None:
        self._solver.delete()
