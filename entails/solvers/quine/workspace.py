"""Workspaces, heuristics, options and counts of the disjunction search.

`FormulaWorkspace` holds a formula on the kernels' arrays with one trail. `ShrinkingWorkspace` is the formula of the
study's C program, whose order changes with every deletion. A heuristic (`CHOOSE`) picks a variable of the open clauses;
auxiliary variables come last. `SearchTally` counts per depth.

Landreau 2025 describes its algorithm twice, as pseudo-code (annex 5) and as a C program, and the two differ. Every
difference is an option (`QuineOptions`). `annex` and `program` reproduce the two originals; `default` is ours.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from entails.models.encoding import Clauses
from entails.models.errors import InvalidOption, validation_message
from entails.models.fields import Value
from entails.models.limits import Positive
from entails.solvers.kernels import cnf as kernel
from entails.solvers.kernels import quine
from entails.solvers.kernels import quine as choice
from entails.solvers.kernels.cnf import CLASH, ENDLESS, FORMULA_ORDER, I32, NONE, OLDEST_FIRST, assign
from entails.solvers.kernels.quine import first_by_clause_size, nth_occurrence

Heuristic = Literal["shortest", "min", "max", "max-program", "random"]

HEURISTICS: Mapping[Heuristic, str] = MappingProxyType(
    {
        "shortest": "the disjunction with the shortest argument; without a result, the one with the most eliminations",
        "min": "a variable of the smallest clause with it positively; ties: fewest negative occurrences",
        "max": "a variable of the largest clause with it positively; ties: most negative occurrences",
        "max-program": "as min, but ties: most negative occurrences, as in the C program",
        "random": "a random occurrence in the open clauses",
    }
)
"""The heuristics by name. `random`, `min` and `max` are the study's 1, 2 and 3.

The clause-size heuristics use positive literals. If the open clauses have none, they use every literal with its sign
flipped. Remaining ties go to the first variable, or to the first occurrence (see `deletion`).
"""


class QuineOptions(Value):
    """Options of the disjunction engine. The default values are the preset `default`."""

    heuristic: Heuristic = "shortest"
    """The variable to split on."""

    follow: Literal["saturate", "alternate", "true-first"] = "saturate"
    """How the two cases advance. `alternate` (annex): one elimination each in turn, until they share one. `true-first`
    (program): the true case to its end, then the false case until they share an elimination. `saturate`: both to their
    ends, then everything shared is kept, so that the order of the clauses does not matter."""

    recurse: Literal["both", "one-at-random"] = "both"
    """Which cases to split further when both are stuck: `both` (annex), or a random one (program)."""

    returned: Literal["union", "replace"] = "union"
    """How the facts of an inner disjunction change the facts of its case: added to them (`union`, program) or in place
    of them (`replace`, annex), so that earlier facts of the case can no longer be shared."""

    solved_case: Literal["continue", "accept"] = "continue"
    """A case that satisfies every clause. `accept` (program) takes it as the solution, which is sound only if the
    solution is unique; the result says whether it is. `continue` goes on until the other case is refuted, shares a
    fact, or is solved too, which shows two solutions."""

    unit_order: Literal["oldest", "formula"] = "oldest"
    """The next unit clause: the oldest one, or the first in the formula (program)."""

    empty_clause: Literal["at-once", "in-turn"] = "at-once"
    """When an empty clause is noticed: at once, or `in-turn`, when no unit clause precedes it (program)."""

    deletion: Literal["in-place", "swap-last"] = "in-place"
    """How satisfied clauses and false literals are deleted. `in-place` keeps the order of the others; ties of a
    heuristic go to the first variable. `swap-last` (program) moves the last clause, or the last literal of the clause,
    into the gap, which changes the order during the search; ties go to the first occurrence. It implies `unit_order`
    "formula"."""

    count_failed: bool = False
    """Whether propagation calls that find nothing, or a contradiction, count as eliminations (program)."""

    seed: int = 0
    """Seed of the `random` heuristic and of `one-at-random`."""

    max_depth: Positive | None = None
    """Depth limit; a deeper search ends undecided."""

    @classmethod
    def of(cls, preset: str = "default", **changes: Any) -> "QuineOptions":
        """Return a preset with some options changed; None keeps the value of the preset."""
        if preset not in PRESETS:
            raise InvalidOption(f"unknown preset {preset[:40]!r}", expected=f"one of {', '.join(PRESETS)}")
        wanted = {name: value for name, value in changes.items() if value is not None}
        try:
            return cls(**{**PRESETS[preset].model_dump(), **wanted})
        except ValidationError as error:
            first = validation_message(error)
            where = "option " + ".".join(map(str, first.place))
            raise InvalidOption(first.problem, where=where[:60], expected=first.expected) from None


PRESETS: Mapping[str, QuineOptions] = MappingProxyType(
    {
        "default": QuineOptions(),
        "annex": QuineOptions(
            heuristic="min",
            follow="alternate",
            recurse="both",
            returned="replace",
            solved_case="continue",
            unit_order="formula",
            empty_clause="at-once",
            count_failed=False,
        ),
        "program": QuineOptions(
            heuristic="min",
            follow="true-first",
            recurse="one-at-random",
            returned="union",
            solved_case="accept",
            unit_order="formula",
            deletion="swap-last",
            empty_clause="in-turn",
            count_failed=True,
        ),
    }
)


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
        """Set by another thread to stop long kernels."""
        self._turn = FORMULA_ORDER if in_formula_order else OLDEST_FIRST
        self._at_once = at_once

    def begin(self, assumed: Sequence[int] = ()) -> int:
        """Propagate the unit clauses of the formula, then the assumed codes; return the conflict or NONE."""
        self.size, conflict = kernel.begin(self.formula, self.trail, self._turn, self._at_once)
        if conflict == NONE and len(assumed):
            conflict = self.assume(np.asarray(assumed, np.int32))
        return conflict

    def assume(self, literals: I32) -> int:
        """Add literals and propagate them; return the conflict or NONE."""
        self.size, conflict = kernel.assume(
            self.formula, self.trail, self.size, literals, self._turn, self._at_once, ENDLESS
        )
        return conflict

    def follow(self, literals: I32) -> tuple[I32, I32, int, bool]:
        """Propagate open literals without changing the trail.

        Return the eliminations, their reasons, the conflict (or NONE) and whether every clause is satisfied.
        """
        return kernel.follow(self.formula, self.trail, self.size, literals, self._turn, self._at_once)

    def undo(self, to: int) -> None:
        kernel.undo(self.trail, self.size, to)
        self.size = to

    def since(self, mark: int) -> tuple[I32, I32]:
        """Return the literals added since the trail had this size, and the clause behind each."""
        return self.trail.lits[mark : self.size].copy(), self.trail.reasons[mark : self.size].copy()

    @property
    def satisfied(self) -> bool:
        """Whether every clause is satisfied, whatever the open variables are."""
        return kernel.all_satisfied(self.formula, self.trail)

    def answer_values(self, more: I32 | None = None) -> NDArray[np.int8]:
        """Return 1 (true), -1 (false) or 0 (open) for each variable of the puzzle; `more` literals count as true."""
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
    """A workspace that deletes what is settled. The trail is kept too, for reasons.

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
"""Returns a variable (from 0) of an open clause; a negative number only if the search was stopped."""


def by_clause_size(*, largest: bool, most: bool) -> Choose:
    """Return a heuristic on the size of clauses. It uses positive occurrences, or negative ones if there are none."""

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
    """Choose a random occurrence in the open clauses, each with the same probability."""
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
    """Counts of disjunctions, eliminations and failed propagations per depth."""

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
        """Count the variables that unit propagation set at this depth; an odd code is a false one."""
        false = sum(code & 1 for code in codes)
        self.false[depth] += false
        self.true[depth] += len(codes) - false
