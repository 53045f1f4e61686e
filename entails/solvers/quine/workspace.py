"""Workspaces, heuristics and statistics of the disjunction search.

`FormulaWorkspace` holds a formula on the kernels' arrays with one trail. `ShrinkingWorkspace` is the formula of the
study's C program, whose order changes with every deletion. A heuristic (`CHOOSE`) picks a variable of the open clauses;
auxiliary variables come last. `SearchTally` counts per depth.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Clauses
from entails.solvers.kernels import cnf as kernel
from entails.solvers.kernels import quine
from entails.solvers.kernels import quine as choice
from entails.solvers.kernels.cnf import CLASH, ENDLESS, FORMULA_ORDER, I32, NONE, OLDEST_FIRST, assign
from entails.solvers.kernels.quine import first_by_clause_size, nth_occurrence
from entails.solvers.quine.options import Heuristic


class FormulaWorkspace:
    """Clauses with a trail of literals (as codes, see `kernels.cnf`).

    Attributes:
        answers: The number of the puzzle's own variables, which come first.
        clause_of: The index of each clause in the original formula; tautologies are omitted.
    """

    def __init__(
        self, clauses: Clauses, variables: int, answers: int, *, in_formula_order: bool, at_once: bool
    ) -> None:
        lits, starts, self.clause_of = normalised(clauses, variables)
        self.formula = kernel.new_formula(lits, starts, variables)
        self.trail = kernel.new_trail(self.formula)
        self.answers = answers
        self.variables = variables
        self.size = 0
        self.stop = np.zeros(1, np.uint8)
        """Flag that another thread sets to stop long kernels."""
        self._turn = FORMULA_ORDER if in_formula_order else OLDEST_FIRST
        self._at_once = at_once

    def begin(self, assumed: Sequence[int] = ()) -> int:
        """Propagate the unit clauses of the formula, then the assumed codes; return the conflict, or NONE."""
        self.size, conflict = kernel.begin(self.formula, self.trail, self._turn, self._at_once)
        if conflict == NONE and len(assumed):
            conflict = self.assume(np.asarray(assumed, np.int32))
        return conflict

    def assume(self, literals: I32) -> int:
        """Add literals to the trail and propagate; return the conflict, or NONE."""
        self.size, conflict = kernel.assume(
            self.formula, self.trail, self.size, literals, self._turn, self._at_once, ENDLESS
        )
        return conflict

    def follow(self, literals: I32) -> tuple[I32, I32, int, bool]:
        """Propagate open literals and undo the changes.

        Return the eliminations, their reasons, the conflict (or NONE) and whether every clause is satisfied.
        """
        return kernel.follow(self.formula, self.trail, self.size, literals, self._turn, self._at_once)

    def undo(self, to: int) -> None:
        kernel.undo(self.trail, self.size, to)
        self.size = to

    def since(self, mark: int) -> tuple[I32, I32]:
        """Return the literals added since the trail had this length, and the clause behind each."""
        return self.trail.lits[mark : self.size].copy(), self.trail.reasons[mark : self.size].copy()

    @property
    def satisfied(self) -> bool:
        """Whether every clause is satisfied, for any values of open variables."""
        return kernel.all_satisfied(self.formula, self.trail)

    def answer_values(self, more: I32 | None = None) -> NDArray[np.int8]:
        """Return 1 (true), -1 (false) or 0 (open) for each variable of the puzzle; literals of `more` count as true."""
        value = self.trail.value
        if more is not None and len(more):
            value = value.copy()
            value[more], value[more ^ 1] = 1, -1
        return value[: 2 * self.answers : 2].copy()


def encode(literals: Sequence[int] | I32) -> I32:
    """Convert DIMACS literals to codes."""
    lits = np.asarray(literals, np.int32)
    return 2 * (np.abs(lits) - 1) + (lits < 0)


def decode(codes: Sequence[int] | I32) -> list[int]:
    """Convert codes to DIMACS literals."""
    return [-(code >> 1) - 1 if code & 1 else (code >> 1) + 1 for code in map(int, codes)]


def normalised(clauses: Clauses, variables: int) -> tuple[I32, I32, I32]:
    """Remove repeated literals and tautologies.

    Return the coded literals, the starts of the clauses, and the index of each remaining clause in the original.
    """
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


class ShrinkingWorkspace(FormulaWorkspace):
    """A workspace that deletes satisfied clauses and false literals, and keeps the trail for reasons.

    Deleted parts cannot be restored in their old order, so a copy of the formula is kept for each `undo`.
    """

    def __init__(self, clauses: Clauses, variables: int, answers: int, *, at_once: bool) -> None:
        super().__init__(clauses, variables, answers, in_formula_order=True, at_once=at_once)
        self.left = quine.new_struck(self.formula.lits, self.formula.starts)
        self._before: list[tuple[int, quine.Struck]] = []
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

    def _followed(self, literals: I32) -> tuple[I32, I32, int, quine.Struck]:
        left = quine.copied(self.left)
        count, conflict = quine.follow_struck(left, literals, self._at_once, self._added, self._reasons)
        return self._added[:count].copy(), self._reasons[:count].copy(), conflict, left

    def undo(self, to: int) -> None:
        super().undo(to)
        while self._before and self._before[-1][0] >= to:
            self.left = self._before.pop()[1]


Choose = Callable[[FormulaWorkspace, Random], int]
"""A heuristic: returns a variable (from 0) of an open clause; a negative number only if the search was stopped."""


def by_clause_size(*, largest: bool, most: bool) -> Choose:
    """Return a heuristic that chooses a variable by clause size, by positive occurrences if there are any."""

    def choose(work: FormulaWorkspace, random: Random) -> int:
        del random
        for variables in (work.answers, work.variables):
            for sign in (0, 1):
                if isinstance(work, ShrinkingWorkspace):
                    variable = first_by_clause_size(work.left, variables, sign, largest, most)
                else:
                    variable = choice.by_clause_size(work.formula, work.trail, variables, sign, largest, most)
                if variable >= 0:
                    return variable
        raise AssertionError("no clause is open")

    return choose


def by_occurrences(work: FormulaWorkspace, random: Random) -> int:
    """Choose the variable of a random occurrence in open clauses, uniformly."""
    for variables in (work.answers, work.variables):
        _, total = _occurrence(work, variables, -1)
        if total:
            return _occurrence(work, variables, random.randrange(total))[0]
    raise AssertionError("no clause is open")


def _occurrence(work: FormulaWorkspace, variables: int, wanted: int) -> tuple[int, int]:
    if isinstance(work, ShrinkingWorkspace):
        return nth_occurrence(work.left, variables, wanted)
    return choice.occurrence(work.formula, work.trail, variables, wanted)


def by_argument(work: FormulaWorkspace, random: Random) -> int:
    """Try every variable and choose the one with the shortest argument."""
    del random
    for variables in (work.answers, work.variables):
        candidates = choice.occurring(work.formula, work.trail, variables)
        if len(candidates):
            variable, _ = quine.shortest(work.formula, work.trail, work.size, candidates, work.stop)
            return int(variable)
    raise AssertionError("no clause is open")


CHOOSE: Mapping[Heuristic, Choose] = MappingProxyType(
    {
        "shortest": by_argument,
        "min": by_clause_size(largest=False, most=False),
        "max": by_clause_size(largest=True, most=True),
        "max-program": by_clause_size(largest=False, most=True),
        "random": by_occurrences,
    }
)


class SearchTally:
    """Numbers of disjunctions, eliminations and failed propagations per depth."""

    def __init__(self) -> None:
        self.disjunctions: list[int] = []
        self.true: list[int] = [0]
        self.false: list[int] = [0]
        self.failed: list[int] = [0]

    def disjunction(self, depth: int) -> None:
        """Count a disjunction at this depth; its cases are one level deeper."""
        if depth == len(self.disjunctions):
            self.disjunctions.append(0)
            for counts in (self.true, self.false, self.failed):
                counts.append(0)
        self.disjunctions[depth] += 1

    def eliminations(self, depth: int, codes: list[int]) -> None:
        """Count the variables set by unit propagation at this depth; an odd code is a false variable."""
        false = sum(code & 1 for code in codes)
        self.false[depth] += false
        self.true[depth] += len(codes) - false
