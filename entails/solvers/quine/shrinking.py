"""`ShrinkingWorkspace`: the formula as the study's C program has it, whose order changes with every deletion."""

from collections.abc import Sequence

import numpy as np

from entails.models.encoding import Clauses
from entails.solvers.kernels import struck
from entails.solvers.kernels.cnf import CLASH, I32, NONE, OLDEST_FIRST, assign
from entails.solvers.quine.workspace import Workspace


class ShrinkingWorkspace(Workspace):
    """A workspace that strikes out what is settled. The trail is kept too, for whoever asks for reasons.

    What was struck out cannot be put back in its old order, so a copy of the formula waits for each `undo`.
    """

    def __init__(self, clauses: Clauses, variables: int, answers: int, *, at_once: bool) -> None:
        super().__init__(clauses, variables, answers, in_formula_order=True, at_once=at_once)
        self.left = struck.new_struck(self.formula.lits, self.formula.starts)
        self._before: list[tuple[int, struck.Struck]] = []
        self._added, self._reasons = np.empty((2, variables), np.int32)

    def begin(self, assumed: Sequence[int] = ()) -> int:
        conflict = self.assume(np.empty(0, np.int32))
        if conflict == NONE and len(assumed):
            conflict = self.assume(np.asarray(assumed, np.int32))
        return conflict

    def assume(self, literals: I32) -> int:
        self._before.append((self.size, self.left))
        if (self.trail.value[literals] < 0).any():
            return CLASH
        fresh = literals[self.trail.value[literals] == 0]
        steps, reasons, conflict, self.left = self._followed(fresh)
        for literal, reason in zip((*fresh, *steps), (*[NONE] * len(fresh), *reasons), strict=True):
            assign(self.formula, self.trail, self.size, int(literal), int(reason), 0, 0, OLDEST_FIRST)
            self.size += 1
        return conflict

    def follow(self, literals: I32) -> tuple[I32, I32, int, bool]:
        steps, reasons, conflict, left = self._followed(literals)
        return steps, reasons, conflict, conflict == NONE and left.left[0] == 0

    def _followed(self, literals: I32) -> tuple[I32, I32, int, struck.Struck]:
        left = struck.copied(self.left)
        count, conflict = struck.follow_struck(left, literals, self._at_once, self._added, self._reasons)
        return self._added[:count].copy(), self._reasons[:count].copy(), conflict, left

    def undo(self, to: int) -> None:
        super().undo(to)
        while self._before and self._before[-1][0] >= to:
            self.left = self._before.pop()[1]
