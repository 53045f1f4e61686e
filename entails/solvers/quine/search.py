"""The search itself: annex 5 of Landreau 2025, with every choice it leaves open (or makes twice) an option.

    while something is open:
        propagate unit clauses; when stuck:
            pick a variable; suppose it true, suppose it false, and propagate in each case, until
                both cases share facts        -> keep those
                one case is contradictory     -> keep the other
                both are stuck                -> the same again inside the cases

A case that satisfies every clause is an answer; two different answers end the search. So it always ends: every
disjunction settles at least one variable, refutes its surroundings, or shows a second answer.
"""

from collections.abc import Generator, Sequence
from random import Random
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entails.models.outcome import Reason
from entails.solvers.kernels.argument import eliminations, longest_chain, meeting
from entails.solvers.kernels.cnf import I32, NONE
from entails.solvers.quine.cases import Case
from entails.solvers.quine.heuristics import CHOOSE
from entails.solvers.quine.meeting import meet
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.record import Row
from entails.solvers.quine.result import Status
from entails.solvers.quine.tally import Tally
from entails.solvers.quine.workspace import Workspace

_NOTHING = np.empty(0, np.int32)

Stop = Reason | Literal["depth"]
Course: TypeAlias = "Generator[Course, Row, Row]"
"""A disjunction in progress: it yields inner disjunctions to be run and is sent what came of them."""


class _Ended(Exception):
    """The search is over before its root line is: a second answer is known, or (`stopped`) a limit is reached."""

    def __init__(self, stopped: Stop | None) -> None:
        self.stopped = stopped


class Search:
    """One run over a workspace. `run` once, then read what it found.

    `answer` holds 1, -1 or 0 (either will do) for each variable of the puzzle. `accepted` says that a solved case was
    taken as the answer, so that `several` may still be unknown.
    """

    def __init__(
        self, work: Workspace, options: QuineOptions, nodes: int | None = None, keep_rows: bool = False
    ) -> None:
        self.work = work
        self.options = options
        self.tally = Tally()
        self.root = Case(None)
        self.rows: list[Row] = []
        self.answer: NDArray[np.int8] | None = None
        self.several: bool | None = None
        self.accepted = False
        self.stopped: Stop | None = None
        self.longest_argument = 0
        self.longest_chain = 0
        self._nodes = nodes
        self._made = 0
        self._open: list[Row] = []
        self._keep_rows = keep_rows
        self._random = Random(options.seed)
        self._choose = CHOOSE[options.heuristic]
        self._place = np.full(work.variables, NONE, np.int32)
        self._needed = np.empty(work.variables, np.int8)

    def run(self, assumed: Sequence[int] = ()) -> Status:
        """Reason until everything is settled; `assumed` are codes that hold from the start."""
        floor = 0
        try:
            conflict = self.work.begin(assumed)
            after: int | None = None
            gained: list[int] = []
            while True:
                self._note_root(floor, after, gained, conflict)
                floor = self.work.size
                if conflict != NONE:
                    return "unsatisfiable"
                if self.root.solved:
                    return "satisfied"
                row = self._drive(self._disjunction(1, None, None))
                if row.refuted:
                    self.root.refuted = True
                    return "unsatisfiable"
                self.longest_argument = max(self.longest_argument, row.argument)
                after, gained = row.id, row.kept
                conflict = self.work.assume(np.array(gained, np.int32))
        except _Ended as end:
            self._break_off()
            self.stopped = end.stopped
            return "satisfied" if end.stopped is None else "undecided"
        finally:
            self.work.undo(floor)
            self.longest_chain = longest_chain(self.work.formula, self.work.trail, floor)

    def _note_root(self, floor: int, after: int | None, gained: list[int], conflict: int) -> None:
        lits, reasons = self.work.since(floor + len(gained))
        if after is None:  # assumptions of the caller stand among the first literals
            lits, reasons = lits[reasons >= 0], reasons[reasons >= 0]
        self.root.grow(after, gained, lits, reasons)
        self.tally.eliminations(0, self.root.fresh)
        self.root.settle(len(lits))
        self.root.conflict, self.root.refuted = conflict, conflict != NONE
        if conflict == NONE and self.work.satisfied:
            self.root.solved = True
            self._note_answer(_NOTHING)
            if self.several is None and not self.accepted:
                self.several = False
        else:
            self.tally.failed[0] += 1

    def _drive(self, course: Course) -> Row:
        """Run a disjunction and those inside it on a stack of our own: they nest deeper than Python calls may."""
        stack = [course]
        found: Row | None = None
        while stack:
            try:
                inner = next(stack[-1]) if found is None else stack[-1].send(found)
            except StopIteration as done:
                stack.pop()
                found = done.value
            else:
                stack.append(inner)
                found = None
        assert found is not None
        return found

    def _disjunction(self, depth: int, parent: int | None, side: bool | None) -> Course:
        """Reason by cases on one variable until something is kept (the annex's algorithm 1)."""
        row = self._new_row(depth, parent, side)
        inner = [0, 0]
        for case in row.cases:
            self._extend(case, None, [case.assumed] if case.assumed is not None else [])
        while True:
            found = meet(*row.cases, self.options)
            for case, taken, reached in zip(row.cases, found.taken, found.reached, strict=True):
                self.tally.eliminations(depth, case.fresh[:taken])
                if reached and case.moved and not case.solved:
                    self.tally.failed[depth] += 1
                case.settle(taken)
            if found.verdict is not None:
                row.verdict, row.kept, row.reached = found.verdict, found.kept, found.reached
                self.accepted |= found.verdict.endswith("accepted")
                row.argument = self._argument(row, inner)
                self._open.pop()
                return row
            for side_inside, case in self._to_look_into(row.cases):
                mark = self.work.size
                self.work.assume(case.lits)
                below = yield self._disjunction(depth + 1, row.id, side_inside)
                self.work.undo(mark)
                inner[0 if side_inside else 1] += below.argument
                if self.options.returned == "replace":
                    case.known.clear()
                self._extend(case, below.id, below.kept)
                case.refuted |= below.refuted
                if case.solved and self.options.solved_case == "accept":
                    break

    def _new_row(self, depth: int, parent: int | None, side: bool | None) -> Row:
        """Pick the variable, within the limits."""
        if self.work.stop[0]:
            raise _Ended("time")
        if self._nodes is not None and self._made >= self._nodes:
            raise _Ended("nodes")
        if self.options.max_depth is not None and depth > self.options.max_depth:
            raise _Ended("depth")
        variable = self._choose(self.work, self._random)
        if variable < 0:
            raise _Ended("time")
        cases = Case(2 * variable), Case(2 * variable + 1)
        row = Row(self._made, variable, depth, parent, side, cases)
        self._made += 1
        self._open.append(row)
        if self._keep_rows:
            self.rows.append(row)
        self.tally.disjunction(depth - 1)
        return row

    def _break_off(self) -> None:
        """Count what the disjunctions in progress have done so far."""
        for row in self._open:
            row.reached = bool(row.cases[0].rounds), bool(row.cases[1].rounds)
            for case in row.cases:
                self.tally.eliminations(row.depth, case.fresh)
                case.settle(len(case.fresh))

    def _to_look_into(self, cases: tuple[Case, Case]) -> list[tuple[bool, Case]]:
        """The stuck cases to reason on inside, each with its side. (Two solved cases have ended the search.)"""
        stuck = [(side, case) for side, case in zip((True, False), cases, strict=True) if not case.solved]
        return stuck if self.options.recurse == "both" else [self._random.choice(stuck)]

    def _extend(self, case: Case, after: int | None, gained: list[int]) -> None:
        """Add facts to a case, and what propagation makes of them."""
        given = np.concatenate([case.lits, np.array(gained, np.int32)])
        steps, reasons, conflict, solved = self.work.follow(given)
        case.grow(after, gained, steps, reasons)
        case.conflict, case.refuted, case.solved = conflict, conflict != NONE, solved
        if solved:
            self._note_answer(case.lits)

    def _note_answer(self, lits: I32) -> None:
        """The trail and these literals satisfy every clause. A second answer, unless one is enough, ends the search."""
        values = self.work.answer_values(lits)
        if self.answer is None:
            self.answer = values
        if (values == 0).any() or (values * self.answer < 0).any():
            self.several = True
            if self.options.solved_case == "continue":
                raise _Ended(None)

    def _argument(self, row: Row, inner: list[int]) -> int:
        """How many eliminations the reason for the verdict consists of, those of inner disjunctions included."""
        true, false = row.cases
        match row.verdict:
            case "true refuted":
                return inner[0] + self._rests_on(true, true.conflict, NONE)
            case "false refuted":
                return inner[1] + self._rests_on(false, false.conflict, NONE)
            case "both refuted":
                return sum(inner) + sum(self._rests_on(case, case.conflict, NONE) for case in row.cases)
            case "shared":
                fact = self._first_shared(true, false)
                return sum(inner) + sum(self._rests_on(case, NONE, fact) for case in row.cases)
        return 0

    def _first_shared(self, true: Case, false: Case) -> int:
        with_places = self._places(true)
        fact = meeting(true.lits, with_places, false.lits)
        with_places[true.lits >> 1] = NONE
        return fact

    def _rests_on(self, case: Case, conflict: int, fact: int) -> int:
        if conflict < 0 and fact == NONE:
            return 0
        place = self._places(case)
        count = eliminations(self.work.formula, case.reasons, place, len(case.lits), conflict, fact, self._needed)
        place[case.lits >> 1] = NONE
        return count

    def _places(self, case: Case) -> I32:
        """Where in the case each variable was settled; to be cleared after use."""
        self._place[case.lits >> 1] = np.arange(len(case.lits), dtype=np.int32)
        return self._place
