"""A case of a disjunction while it is being followed."""

from dataclasses import dataclass, field

import numpy as np

from entails.solvers.kernels.cnf import I32, NONE
from entails.solvers.quine.tree import End, Line, Round, Step
from entails.solvers.quine.workspace import decode

_NOTHING = np.empty(0, np.int32)


@dataclass(slots=True)
class Case:
    """A line of reasoning as it grows: a supposition and all that follows from it so far.

    `known` is what may be found shared with the other case (the sets S of annex 5); `fresh` are the eliminations made
    since the cases were compared last, in order. Literals are codes.
    """

    assumed: int | None
    lits: I32 = field(default_factory=lambda: _NOTHING)
    reasons: I32 = field(default_factory=lambda: _NOTHING)
    known: set[int] = field(default_factory=set)
    fresh: list[int] = field(default_factory=list)
    moved: bool = False
    solved: bool = False
    refuted: bool = False
    conflict: int = NONE
    rounds: list[tuple[int | None, int, int]] = field(default_factory=list)
    """(the disjunction whose facts began it, where they begin in `lits`, where the eliminations begin)"""

    def grow(self, after: int | None, gained: list[int], steps: I32, reasons: I32) -> None:
        """Facts gained from disjunction `after` (or the supposition), then what propagation made of them."""
        start = len(self.lits)
        self.rounds.append((after, start, start + len(gained)))
        self.lits = np.concatenate([self.lits, np.array(gained, np.int32), steps])
        self.reasons = np.concatenate([self.reasons, np.full(len(gained), NONE, np.int32), reasons])
        self.known.update(gained)
        self.fresh = steps.tolist()
        self.moved = True

    def settle(self, taken: int) -> None:
        """The comparison is over: `taken` of the fresh eliminations count, the others never happened."""
        if untaken := len(self.fresh) - taken:
            self.lits, self.reasons = self.lits[:-untaken], self.reasons[:-untaken]
        self.known.update(self.fresh[:taken])
        self.fresh = []
        self.moved = False

    def line(self, finished: bool, clause_of: I32) -> Line:
        """The case as a value, in DIMACS literals and clauses of the original formula."""
        bounds = [*(start for _, start, _ in self.rounds[1:]), len(self.lits)][: len(self.rounds)]
        literals, clauses = decode(self.lits), self.reasons.tolist()
        rounds = tuple(
            Round(
                after,
                tuple(literals[start:steps]) if after is not None else (),
                tuple(Step(literals[at], int(clause_of[clauses[at]])) for at in range(steps, end)),
            )
            for (after, start, steps), end in zip(self.rounds, bounds, strict=True)
        )
        end: End = "stuck"
        if not finished:
            end = "unfinished"
        elif self.refuted:
            end = "contradiction"
        elif self.solved:
            end = "solved"
        conflict = int(clause_of[self.conflict]) if end == "contradiction" and self.conflict >= 0 else None
        return Line(None if self.assumed is None else decode([self.assumed])[0], rounds, end, conflict)
