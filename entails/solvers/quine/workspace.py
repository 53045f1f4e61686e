"""`Workspace`: a formula on the kernels' arrays with one trail, seen from Python."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Clauses
from entails.solvers.kernels import cnf as kernel
from entails.solvers.kernels.cnf import ENDLESS, FORMULA_ORDER, I32, NONE, OLDEST_FIRST


class Workspace:
    """Clauses under a growing and shrinking trail of literals (as codes, see `kernels.cnf`).

    `answers` variables are the puzzle's own and come first; `clause_of` gives the place of a clause in the formula as
    it was handed in, since clauses that always hold are left out.
    """

    def __init__(
        self, clauses: Clauses, variables: int, answers: int, *, in_formula_order: bool, at_once: bool
    ) -> None:
        lits, starts, self.clause_of = tidy(clauses, variables)
        self.formula = kernel.new_formula(lits, starts, variables)
        self.trail = kernel.new_trail(self.formula)
        self.answers = answers
        self.variables = variables
        self.size = 0
        self.stop = np.zeros(1, np.uint8)
        """Raised from another thread to make long kernels return."""
        self._turn = FORMULA_ORDER if in_formula_order else OLDEST_FIRST
        self._at_once = at_once

    def begin(self, assumed: Sequence[int] = ()) -> int:
        """Propagate what the formula says by itself, then the assumed codes: the conflict, NONE without one."""
        self.size, conflict = kernel.begin(self.formula, self.trail, self._turn, self._at_once)
        if conflict == NONE and len(assumed):
            conflict = self.assume(np.asarray(assumed, np.int32))
        return conflict

    def assume(self, literals: I32) -> int:
        """Add literals and what follows from them: the conflict, NONE without one."""
        self.size, conflict = kernel.assume(
            self.formula, self.trail, self.size, literals, self._turn, self._at_once, ENDLESS
        )
        return conflict

    def follow(self, literals: I32) -> tuple[I32, I32, int, bool]:
        """Where open literals lead, without going there: what propagation adds and why, the conflict (NONE without
        one), and whether every clause holds then."""
        return kernel.follow(self.formula, self.trail, self.size, literals, self._turn, self._at_once)

    def undo(self, to: int) -> None:
        kernel.undo(self.trail, self.size, to)
        self.size = to

    def since(self, mark: int) -> tuple[I32, I32]:
        """The literals added since the trail had this size, and the clause behind each."""
        return self.trail.lits[mark : self.size].copy(), self.trail.reasons[mark : self.size].copy()

    @property
    def satisfied(self) -> bool:
        """Does every clause hold, whatever the open variables are?"""
        return kernel.all_satisfied(self.formula, self.trail)

    def answer_values(self, more: I32 | None = None) -> NDArray[np.int8]:
        """Per variable of the puzzle: 1 true, -1 false, 0 open; with `more` literals also true."""
        value = self.trail.value
        if more is not None and len(more):
            value = value.copy()
            value[more], value[more ^ 1] = 1, -1
        return value[: 2 * self.answers : 2].copy()


def encode(literals: Sequence[int] | I32) -> I32:
    """DIMACS literals to codes."""
    lits = np.asarray(literals, np.int32)
    return 2 * (np.abs(lits) - 1) + (lits < 0)


def decode(codes: Sequence[int] | I32) -> list[int]:
    """Codes to DIMACS literals."""
    return [-(code >> 1) - 1 if code & 1 else (code >> 1) + 1 for code in map(int, codes)]


def tidy(clauses: Clauses, variables: int) -> tuple[I32, I32, I32]:
    """Coded literals and starts without repeated literals and without clauses that hold both x and not x; and for
    each clause that is left its place in the original."""
    codes = encode(clauses.lits)
    if not kernel.has_repeats(codes, clauses.starts, variables):
        return codes, clauses.starts, np.arange(len(clauses), dtype=np.int32)
    left: list[list[int]] = []
    kept: list[int] = []
    flat = codes.tolist()
    for clause, (start, end) in enumerate(pairwise(clauses.starts.tolist())):
        different = list(dict.fromkeys(flat[start:end]))
        if len({code >> 1 for code in different}) == len(different):
            left.append(different)
            kept.append(clause)
    packed = Clauses.of(left)
    return packed.lits, packed.starts, np.array(kept, np.int32)
