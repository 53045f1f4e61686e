"""The two cases of a disjunction, and what comes of them when they are compared."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from clausal.solvers.kernels.cnf import I32, NONE
from clausal.solvers.quine.options import QuineOptions
from clausal.solvers.quine.tree import End, Line, Round, Step, Verdict
from clausal.solvers.quine.workspace import decode

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


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a comparison gives. Without a verdict nothing is shared and no case is refuted.

    `taken` eliminations of each case were made by then; `reached` tells which cases were followed to their end.
    """

    verdict: Verdict | None
    kept: list[int]
    taken: tuple[int, int]
    reached: tuple[bool, bool]


_SHARED_FIRST = {"shared": 0, "refuted": 1, "accepted": 2}
_REFUTED_FIRST = {"refuted": 0, "accepted": 1, "shared": 2}


def meet(true: Case, false: Case, options: QuineOptions) -> Meeting:
    """Let both cases make their fresh eliminations as `options.follow` says, up to the first thing that decides.

    Every elimination has a moment; so has the end of a case. Whatever comes first decides.
    """
    in_step = options.follow != "saturate"
    if not (in_step or true.refuted or false.refuted or true.solved or false.solved):
        return _all_shared(true, false)
    wait = len(true.fresh) if options.follow == "true-first" else 0
    moments = (_moments(true, 0, in_step), _moments(false, wait, in_step))
    ends = (len(true.fresh) if in_step else 0, (wait + len(false.fresh)) if in_step and false.moved else 0)
    shared = {code: max(moments[0][code], moments[1][code]) for code in moments[0].keys() & moments[1].keys()}

    rank = _SHARED_FIRST if in_step else _REFUTED_FIRST
    events: list[tuple[int, int, Verdict]] = []
    if shared:
        events.append((min(shared.values()), rank["shared"], "shared"))
    if true.refuted and false.refuted and not in_step:
        events.append((0, -1, "both refuted"))
    for case, end, side in zip((true, false), ends, _SIDES, strict=True):
        if case.refuted:
            events.append((end, rank["refuted"], f"{side} refuted"))  # type: ignore[arg-type]
        if case.solved and options.solved_case == "accept":
            events.append((end, rank["accepted"], f"{side} accepted"))  # type: ignore[arg-type]
    if not events:
        return Meeting(None, [], (len(true.fresh), len(false.fresh)), (True, True))

    now, _, verdict = min(events, key=lambda event: event[:2])
    taken = tuple(sum(moments[side][code] <= now for code in case.fresh) for side, case in enumerate((true, false)))
    reached = tuple(
        end <= now if not in_step or side in verdict else end < now for end, side in zip(ends, _SIDES, strict=True)
    )
    match verdict:
        case "shared":
            kept = sorted((code for code, moment in shared.items() if moment <= now), key=lambda code: shared[code])
        case "true refuted" | "false accepted":
            kept = _facts(false, moments[1], now)
        case "false refuted" | "true accepted":
            kept = _facts(true, moments[0], now)
        case _:
            kept = []
    return Meeting(verdict, kept, taken, reached)


def _all_shared(true: Case, false: Case) -> Meeting:
    """The common end of two saturated cases, neither refuted nor solved: they share something or they do not."""
    true_facts, false_facts = true.known.union(true.fresh), false.known.union(false.fresh)
    shared = true_facts & false_facts
    kept = [code for code in true.lits.tolist() if code in shared] if shared else []
    return Meeting("shared" if shared else None, kept, (len(true.fresh), len(false.fresh)), (True, True))


_SIDES: tuple[Literal["true"], Literal["false"]] = ("true", "false")


def _moments(case: Case, wait: int, in_step: bool) -> dict[int, int]:
    """When each fact of a case comes about: 0 for what it knew before."""
    moments = dict.fromkeys(case.known, 0)
    for step, code in enumerate(case.fresh, 1):
        moments[code] = wait + step if in_step else 0
    return moments


def _facts(case: Case, moments: dict[int, int], now: int) -> list[int]:
    """What a case knows at this moment, in the order in which it came to know it."""
    return [code for code in case.lits.tolist() if moments.get(code, now + 1) <= now]
