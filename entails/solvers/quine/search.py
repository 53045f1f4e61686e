"""The search of the disjunction engine: annex 5 of Landreau 2025, with its unspecified choices as options.

    while something is open:
        propagate unit clauses; when stuck:
            pick a variable; suppose it true, suppose it false, and propagate in each case, until
                both cases share facts        -> keep those
                one case is contradictory     -> keep the other
                both are stuck                -> repeat inside the cases

A case that satisfies every clause is a solution; two different solutions end the search. The search always terminates:
every disjunction settles at least one variable, refutes its context, or shows a second solution.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Clauses
from entails.models.outcome import Reason
from entails.solvers.kernels.cnf import I32, NONE
from entails.solvers.kernels.quine import eliminations, longest_chain, meeting
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.tree import (
    Disjunction,
    DisjunctionTree,
    End,
    Round,
    Status,
    TreeLine,
    TreeStep,
    TreeWords,
    Verdict,
)
from entails.solvers.quine.workspace import CHOOSE, FormulaWorkspace, SearchTally, ShrinkingWorkspace, decode

_NOTHING = np.empty(0, np.int32)


@dataclass(slots=True)
class SearchCase:
    """A case in progress: an assumption and its consequences. Literals are codes.

    Attributes:
        known: The literals that the other case may share (the sets S of annex 5).
        fresh: The eliminations since the last comparison, in order.
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
    """Rounds: the disjunction whose facts started it, their start in `lits`, the start of the eliminations."""

    def grow(self, after: int | None, gained: list[int], steps: I32, reasons: I32) -> None:
        """Add the facts gained from disjunction `after` (or the assumption), then the eliminations they cause."""
        start = len(self.lits)
        self.rounds.append((after, start, start + len(gained)))
        self.lits = np.concatenate([self.lits, np.array(gained, np.int32), steps])
        self.reasons = np.concatenate([self.reasons, np.full(len(gained), NONE, np.int32), reasons])
        self.known.update(gained)
        self.fresh = steps.tolist()
        self.moved = True

    def settle(self, taken: int) -> None:
        """End a comparison: keep the first `taken` new eliminations and discard the others."""
        if untaken := len(self.fresh) - taken:
            self.lits, self.reasons = self.lits[:-untaken], self.reasons[:-untaken]
        self.known.update(self.fresh[:taken])
        self.fresh = []
        self.moved = False

    def line(self, finished: bool, clause_of: I32) -> TreeLine:
        """Return the case as a value, with DIMACS literals and clauses of the original formula."""
        bounds = [*(start for _, start, _ in self.rounds[1:]), len(self.lits)][: len(self.rounds)]
        literals, clauses = decode(self.lits), self.reasons.tolist()
        rounds = tuple(
            Round(
                after,
                tuple(literals[start:steps]) if after is not None else (),
                tuple(TreeStep(literals[at], int(clause_of[clauses[at]])) for at in range(steps, end)),
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
        return TreeLine(None if self.assumed is None else decode([self.assumed])[0], rounds, end, conflict)


@dataclass(frozen=True, slots=True)
class DisjunctionOutcome:
    """The result of comparing two cases. Without a verdict, they share nothing and neither is refuted.

    Attributes:
        verdict: The outcome, or None.
        kept: The literals to keep.
        taken: The number of eliminations of each case at the verdict.
        reached: The cases that were followed to their end.
    """

    verdict: Verdict | None
    kept: list[int]
    taken: tuple[int, int]
    reached: tuple[bool, bool] = (True, True)


def compare_cases(true: SearchCase, false: SearchCase, options: QuineOptions) -> DisjunctionOutcome:
    """Compare two cases in the way that the option `follow` selects."""
    accept = options.solved_case == "accept"
    if options.follow == "saturate":
        return _compare_saturated(true, false, accept)
    return _compare_stepwise(true, false, len(true.fresh) if options.follow == "true-first" else 0, accept)


def _compare_saturated(true: SearchCase, false: SearchCase, accept: bool) -> DisjunctionOutcome:
    """Compare two saturated cases; refutations come first, because they yield most."""
    everything = (len(true.fresh), len(false.fresh))
    if true.refuted and false.refuted:
        return DisjunctionOutcome("both refuted", [], everything)
    if true.refuted:
        return DisjunctionOutcome("true refuted", _facts(false), everything)
    if false.refuted:
        return DisjunctionOutcome("false refuted", _facts(true), everything)
    if accept and true.solved:
        return DisjunctionOutcome("true accepted", _facts(true), everything)
    if accept and false.solved:
        return DisjunctionOutcome("false accepted", _facts(false), everything)
    shared = true.known.union(true.fresh) & false.known.union(false.fresh)
    return DisjunctionOutcome(
        "shared" if shared else None, [code for code in _facts(true) if code in shared], everything
    )


def _compare_stepwise(true: SearchCase, false: SearchCase, wait: int, accept: bool) -> DisjunctionOutcome:
    """Compare two cases one elimination at a time; the first decisive event ends the comparison.

    The false case starts after `wait` moments. Every elimination takes one moment, and so does the end of a case.

    The kept literals are in the order of the program's linked lists, which grow at their heads: newest first, except
    for the facts of the true case that it adds one by one to those of a refuted false case.
    """
    when_true, when_false = _moments(true, 0), _moments(false, wait)
    end_true = len(true.fresh)
    end_false = wait + len(false.fresh) if false.moved else 0
    shared = {code: max(when_true[code], when_false[code]) for code in when_true.keys() & when_false.keys()}

    events: list[tuple[int, int, Verdict]] = []  # (moment, rank among those of one moment, verdict)
    if shared:
        events.append((min(shared.values()), 0, "shared"))
    if true.refuted:
        events.append((end_true, 1, "true refuted"))
    if false.refuted:
        events.append((end_false, 2, "false refuted"))
    if accept and true.solved:
        events.append((end_true, 3, "true accepted"))
    if accept and false.solved:
        events.append((end_false, 4, "false accepted"))
    if not events:
        return DisjunctionOutcome(None, [], (len(true.fresh), len(false.fresh)))

    now, _, verdict = min(events)
    match verdict:
        case "shared":
            kept = [code for code in _facts(false) if code in shared and shared[code] <= now]
        case "true refuted" | "false accepted":
            kept = [code for code in _facts(false) if when_false[code] <= now]
        case _:
            kept = [code for code in _facts(true) if when_true[code] <= now]
    if verdict != "false refuted":
        kept.reverse()
    return DisjunctionOutcome(
        verdict,
        kept,
        (sum(when_true[code] <= now for code in true.fresh), sum(when_false[code] <= now for code in false.fresh)),
        (end_true < now or verdict.startswith("true"), end_false < now or verdict.startswith("false")),
    )


def _moments(case: SearchCase, wait: int) -> dict[int, int]:
    """Return when each fact of a case was derived; 0 for facts known before."""
    return dict.fromkeys(case.known, 0) | {code: wait + step for step, code in enumerate(case.fresh, 1)}


def _facts(case: SearchCase) -> list[int]:
    """Return the facts of a case in order of derivation."""
    known = case.known.union(case.fresh)
    return [code for code in case.lits.tolist() if code in known]


@dataclass(slots=True)
class SearchRow:
    """A disjunction in progress, and later its outcome. Literals are codes."""

    id: int
    variable: int
    depth: int
    parent: int | None
    side: bool | None
    cases: tuple[SearchCase, SearchCase]
    verdict: Verdict = "open"
    kept: list[int] = field(default_factory=list)
    reached: tuple[bool, bool] = (False, False)
    argument: int = 0

    @property
    def refuted(self) -> bool:
        """Whether both cases are contradictory, which refutes the enclosing case."""
        return self.verdict == "both refuted"


def finished_tree(root: SearchCase, rows: list[SearchRow], words: TreeWords, clause_of: I32) -> DisjunctionTree:
    """Convert the root case and the rows to a tree."""
    return DisjunctionTree(
        root.line(True, clause_of),
        tuple(
            Disjunction(
                id=row.id,
                variable=row.variable + 1,
                depth=row.depth,
                parent=row.parent,
                side=row.side,
                cases=(
                    row.cases[0].line(row.reached[0], clause_of),
                    row.cases[1].line(row.reached[1], clause_of),
                ),
                verdict=row.verdict,
                kept=tuple(decode(row.kept)),
                argument=row.argument,
            )
            for row in rows
        ),
        words,
    )


Stop = Reason | Literal["depth"]
Course: TypeAlias = "Generator[Course, SearchRow, SearchRow]"
"""A disjunction in progress: it yields inner disjunctions to run and receives their results."""


class _SearchEnded(Exception):
    """Signal to end the search early: a second solution is known, or (`stopped`) a limit is reached."""

    def __init__(self, stopped: Stop | None) -> None:
        self.stopped = stopped


class QuineSearch:
    """One run of the search on a workspace: call `run` once, then read the results.

    Attributes:
        answer: 1, -1 or 0 (either value works) for each variable of the puzzle.
        accepted: Whether a solved case was accepted as the solution, so that `several` may be unknown.
    """

    def __init__(
        self, work: FormulaWorkspace, options: QuineOptions, nodes: int | None = None, keep_rows: bool = False
    ) -> None:
        self.work = work
        self.options = options
        self.tally = SearchTally()
        self.root = SearchCase(None)
        self.rows: list[SearchRow] = []
        self.answer: NDArray[np.int8] | None = None
        self.several: bool | None = None
        self.accepted = False
        self.stopped: Stop | None = None
        self.longest_argument = 0
        self.longest_chain = 0
        self._nodes = nodes
        self._started = 0
        self._open: list[SearchRow] = []
        self._keep_rows = keep_rows
        self._random = Random(options.seed)
        self._choose = CHOOSE[options.heuristic]
        self._place = np.full(work.variables, NONE, np.int32)
        self._needed = np.empty(work.variables, np.int8)

    def run(self, assumed: Sequence[int] = ()) -> Status:
        """Search until everything is decided or a limit is reached; `assumed` are codes true from the start."""
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
        except _SearchEnded as end:
            self._break_off()
            self.stopped = end.stopped
            return "satisfied" if end.stopped is None else "undecided"
        finally:
            self.work.undo(floor)
            self.longest_chain = longest_chain(self.work.formula, self.work.trail, floor)

    def _note_root(self, floor: int, after: int | None, gained: list[int], conflict: int) -> None:
        lits, reasons = self.work.since(floor + len(gained))
        if after is None:  # the caller's assumptions are among the first literals
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

    def _drive(self, course: Course) -> SearchRow:
        """Run a disjunction with its inner ones on an explicit stack, as they may nest deeper than Python allows."""
        stack = [course]
        finished: SearchRow | None = None
        while stack:
            try:
                inner = next(stack[-1]) if finished is None else stack[-1].send(finished)
            except StopIteration as done:
                stack.pop()
                finished = done.value
            else:
                stack.append(inner)
                finished = None
        assert finished is not None
        return finished

    def _disjunction(self, depth: int, parent: int | None, side: bool | None) -> Course:
        """Split on variables until a disjunction yields something (algorithm 1 of the annex)."""
        row = self._new_row(depth, parent, side)
        inner = [0, 0]
        for case in row.cases:
            self._extend(case, None, [case.assumed] if case.assumed is not None else [])
        while True:
            comparison = compare_cases(*row.cases, self.options)
            for case, taken, reached in zip(row.cases, comparison.taken, comparison.reached, strict=True):
                self.tally.eliminations(depth, case.fresh[:taken])
                if reached and case.moved and not case.solved:
                    self.tally.failed[depth] += 1
                case.settle(taken)
            if comparison.verdict is not None:
                row.verdict, row.kept, row.reached = comparison.verdict, comparison.kept, comparison.reached
                self.accepted |= comparison.verdict.endswith("accepted")
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

    def _new_row(self, depth: int, parent: int | None, side: bool | None) -> SearchRow:
        """Choose a variable and start a disjunction on it; end the search at a limit."""
        if self.work.stop[0]:
            raise _SearchEnded("time")
        if self._nodes is not None and self._started >= self._nodes:
            raise _SearchEnded("nodes")
        if self.options.max_depth is not None and depth > self.options.max_depth:
            raise _SearchEnded("depth")
        variable = self._choose(self.work, self._random)
        if variable < 0:
            raise _SearchEnded("time")
        cases = SearchCase(2 * variable), SearchCase(2 * variable + 1)
        row = SearchRow(self._started, variable, depth, parent, side, cases)
        self._started += 1
        self._open.append(row)
        if self._keep_rows:
            self.rows.append(row)
        self.tally.disjunction(depth - 1)
        return row

    def _break_off(self) -> None:
        """Count the eliminations of unfinished disjunctions after an early end of the search."""
        for row in self._open:
            row.reached = bool(row.cases[0].rounds), bool(row.cases[1].rounds)
            for case in row.cases:
                self.tally.eliminations(row.depth, case.fresh)
                case.settle(len(case.fresh))

    def _to_look_into(self, cases: tuple[SearchCase, SearchCase]) -> list[tuple[bool, SearchCase]]:
        """Return the undecided cases to split further, each with its side."""
        stuck = [(side, case) for side, case in zip((True, False), cases, strict=True) if not case.solved]
        return stuck if self.options.recurse == "both" else [self._random.choice(stuck)]

    def _extend(self, case: SearchCase, after: int | None, gained: list[int]) -> None:
        """Add facts to a case and propagate."""
        followed = np.concatenate([case.lits, np.array(gained, np.int32)])
        steps, reasons, conflict, solved = self.work.follow(followed)
        case.grow(after, gained, steps, reasons)
        case.conflict, case.refuted, case.solved = conflict, conflict != NONE, solved
        if solved:
            self._note_answer(case.lits)

    def _note_answer(self, lits: I32) -> None:
        """Record a solution: the trail and these literals. A second solution ends the search, unless one suffices."""
        values = self.work.answer_values(lits)
        if self.answer is None:
            self.answer = values
        if (values == 0).any() or (values * self.answer < 0).any():
            self.several = True
            if self.options.solved_case == "continue":
                raise _SearchEnded(None)

    def _argument(self, row: SearchRow, inner: list[int]) -> int:
        """Return the number of eliminations that the verdict depends on, including those of inner disjunctions."""
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

    def _first_shared(self, true: SearchCase, false: SearchCase) -> int:
        with_places = self._places(true)
        fact = meeting(true.lits, with_places, false.lits)
        with_places[true.lits >> 1] = NONE
        return fact

    def _rests_on(self, case: SearchCase, conflict: int, fact: int) -> int:
        if conflict < 0 and fact == NONE:
            return 0
        place = self._places(case)
        count = eliminations(self.work.formula, case.reasons, place, len(case.lits), conflict, fact, self._needed)
        place[case.lits >> 1] = NONE
        return count

    def _places(self, case: SearchCase) -> I32:
        """Return the step at which each variable is set in the case; the caller clears the array after use."""
        self._place[case.lits >> 1] = np.arange(len(case.lits), dtype=np.int32)
        return self._place


@cache
def warm() -> None:
    """Compile the kernels of the quine search: one tiny formula, once with each heuristic."""
    clauses = Clauses.of([(1, 2), (-1, 2, 3), (-2, -3, 1), (1, -2), (-1, 3, 2)])
    for heuristic in CHOOSE:
        for work in (
            FormulaWorkspace(clauses, 3, 3, in_formula_order=False, at_once=True),
            ShrinkingWorkspace(clauses, 3, 3, at_once=True),
        ):
            CHOOSE[heuristic](work, Random(0))
            QuineSearch(work, QuineOptions(heuristic=heuristic)).run()
    shared = np.zeros(1, np.int32)
    meeting(shared, shared, shared)  # the formula has no fact that both cases share
