"""Conflicts (MUS) and repairs (MCS), as many as the budget allows: the first at once, then more, then the smallest.

The two are dual: every repair hits every conflict and the other way round. Three searches share what they find and take
turns, a question each:

- a map of the sets about which nothing is known yet gives one to look at, which is shrunk to a conflict or grown to a
  repair; when the map is empty, everything is known (MARCO: Liffiton, Previti, Malik & Marques-Silva 2016);
- the smallest set that hits every repair known so far is either a smallest conflict or teaches another repair (implicit
  hitting sets: Ignatiev, Previti, Liffiton & Marques-Silva 2015), so conflicts come in order of size;
- the same for repairs, in order of what they cost: the weights of all that they give up.

Smallest sets that meet every set of a list: what leads from repairs to conflicts, and back (python-sat's Hitman).

Which of the statements of a puzzle are needed for its only solution: the dual of contradictions.

Statements are enough when, with the rules, they contradict "it is another solution". So a minimal sufficient set is a
minimal conflict of the puzzle with its solution forbidden, and the smallest one a smallest conflict.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from entails.models.encoding import Cnf, Group
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Satisfied, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, EngineProtocol, run_stoppable
from entails.solvers.soft import Found, LimitReached, SoftGroups, Subject

_INTERRUPTIBLE = "m22"


class HittingSets:
    """Smallest sets that meet every set given so far and contain none of those excluded. The search for one ends with
    the budget. With `weights`, the smallest is the one that weighs least."""

    def __init__(self, to_hit: Sequence[Found], budget: Budget, weights: Mapping[Subject, int] | None = None) -> None:
        from pysat.examples.hitman import Hitman

        self._budget, self._weights = budget, weights
        self._hitman: Any = Hitman(bootstrap_with=(), htype="sorted", solver=_INTERRUPTIBLE)
        self._impossible = False
        for found in to_hit:
            self.must_hit(found)

    def smallest(self) -> Found | None:
        """None when there is none any more."""
        if self._impossible:
            return None
        if self._budget.seconds is None:
            found = self._hitman.get()
            return None if found is None else frozenset(found)
        return self._within(self._budget.seconds)

    def _within(self, seconds: float) -> Found | None:
        oracle = self._hitman.oracle
        oracle.clear_interrupt()
        model = run_stoppable(lambda: oracle.compute(expect_interrupt=True), oracle.interrupt, seconds)
        if model is None and self._budget.out_of_time:
            raise LimitReached("time")
        named = self._hitman.idpool.id2obj
        return None if model is None else frozenset(named[literal] for literal in model if literal > 0)

    def must_hit(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.hit(sorted(found), weights=self._weights)

    def exclude(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.block(sorted(found))

    def __enter__(self) -> "HittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()


_Turns = Generator[None, None, None]
"""A search that gives others their turn after each question."""


@dataclass
class ConflictSet:
    """All that is known. `proven` are those that came in order of size: of these the first is a smallest one. `reason`
    says what ended the search before everything was found."""

    conflicts: dict[Found, None] = field(default_factory=dict)
    repairs: dict[Found, None] = field(default_factory=dict)
    proven_conflicts: list[Found] = field(default_factory=list)
    proven_repairs: list[Found] = field(default_factory=list)
    complete: bool = False
    reason: EndReason | None = None


def contradictions(
    doubts: SoftGroups, first: Found, most: int, budget: Budget, *, only_first: bool = False
) -> ConflictSet:
    """Search until `most` of the shortest conflicts and repairs are known, with a minimal conflict to begin with. With
    `only_first`, one repair more is all."""
    known = ConflictSet({first: None})
    if not first:  # the rules alone contradict: no statement is to blame, none repairs it
        known.proven_conflicts, known.complete = [first], True
        return known
    try:
        outcome = doubts.consistent(frozenset())
        if isinstance(outcome, Satisfied):
            known.repairs[doubts.all - doubts.grow(frozenset(), outcome)] = None
        if only_first:
            known.reason = "maximum"
            return known
        _take_turns(doubts, known, most, budget)
    except LimitReached as out:
        known.reason = out.reason
    return known


def smallest_conflict(doubts: SoftGroups, first: Found, budget: Budget) -> Found:
    """A conflict of which none is smaller, beginning with one that is minimal."""
    known = ConflictSet({first: None})
    search = _conflicts_by_size(doubts, known, budget)
    try:
        while not known.proven_conflicts and not _ended(search):
            pass
    finally:
        search.close()
    return known.proven_conflicts[0] if known.proven_conflicts else first


def _take_turns(doubts: SoftGroups, known: ConflictSet, most: int, budget: Budget) -> None:
    conflicts_found, repairs_found = False, False
    by_map = _by_map(doubts, known)
    conflicts = _conflicts_by_size(doubts, known, budget)
    repairs = _repairs_by_size(doubts, known, budget)
    try:
        while not known.complete:
            enough = len(known.conflicts) > most and len(known.repairs) > most
            if not enough and _ended(by_map):
                known.complete = True
                break
            conflicts_found = conflicts_found or len(known.proven_conflicts) > most or _ended(conflicts)
            repairs_found = repairs_found or len(known.proven_repairs) > most or _ended(repairs)
            if conflicts_found and repairs_found:
                known.complete = max(len(known.proven_conflicts), len(known.proven_repairs)) <= most
                break
        if known.complete:  # what is all there is can be put in order of size
            known.proven_conflicts = sorted(known.conflicts, key=len)
            known.proven_repairs = sorted(known.repairs, key=doubts.rank)
    finally:
        for search in (by_map, conflicts, repairs):
            search.close()
    if not known.complete or max(len(known.conflicts), len(known.repairs)) > most:
        known.complete, known.reason = False, "maximum"


def _ended(search: _Turns) -> bool:
    """One turn of a search; True when it has nothing left to do."""
    return next(search, search) is search


def _by_map(doubts: SoftGroups, known: ConflictSet) -> _Turns:
    """Look at sets that are neither within a set known to hold together nor around a known conflict, large ones
    first."""
    from pysat.solvers import Minisat22

    of_map: Any = Minisat22()
    try:
        of_map.set_phases([subject + 1 for subject in range(len(doubts.members))])
        told_conflicts = told_repairs = 0
        while True:
            for conflict in list(known.conflicts)[told_conflicts:]:
                of_map.add_clause([-subject - 1 for subject in conflict])
            for repair in list(known.repairs)[told_repairs:]:
                of_map.add_clause([subject + 1 for subject in repair])
            told_conflicts, told_repairs = len(known.conflicts), len(known.repairs)
            if not of_map.solve():
                return
            out = {-literal - 1 for literal in of_map.get_model() if literal < 0}
            held = doubts.all - out
            outcome = doubts.consistent(held)
            if isinstance(outcome, Satisfied):
                known.repairs[doubts.all - doubts.grow(held, outcome)] = None
            else:
                known.conflicts[doubts.shrunk(outcome, held)] = None
            yield
    finally:
        of_map.delete()


def _conflicts_by_size(doubts: SoftGroups, known: ConflictSet, budget: Budget) -> _Turns:
    """Minimal conflicts, smallest first."""
    with HittingSets((), budget) as hitting:
        told = 0
        while True:
            for repair in list(known.repairs)[told:]:
                hitting.must_hit(repair)
            told = len(known.repairs)
            candidate = hitting.smallest()
            if candidate is None:
                return
            outcome = doubts.consistent(candidate)
            if isinstance(outcome, Satisfied):
                known.repairs[doubts.all - doubts.grow(candidate, outcome)] = None
            else:
                known.conflicts[candidate] = None
                known.proven_conflicts.append(candidate)
                hitting.exclude(candidate)
            yield


def _repairs_by_size(doubts: SoftGroups, known: ConflictSet, budget: Budget) -> _Turns:
    """Minimal repairs, those that cost least first."""
    with HittingSets((), budget, doubts.weights) as hitting:
        told = 0
        while True:
            for conflict in list(known.conflicts)[told:]:
                hitting.must_hit(conflict)
            told = len(known.conflicts)
            candidate = hitting.smallest()
            if candidate is None:
                return
            held = doubts.all - candidate
            outcome = doubts.consistent(held)
            if isinstance(outcome, Satisfied):
                known.repairs[candidate] = None
                known.proven_repairs.append(candidate)
                hitting.exclude(candidate)
            else:
                known.conflicts[doubts.shrunk(outcome, held)] = None
            yield


Standing = Literal["one", "several", "none", "unknown"]


@dataclass(frozen=True)
class ClueSet:
    """`unneeded`: each of these could go alone, and the solution stay the only one. `kept` is enough, and `minimal`
    when none of it can go; `smallest` when no fewer clues are enough. Only a puzzle with one solution has any."""

    solutions: Standing
    clues: tuple[Group, ...] = ()
    unneeded: tuple[Group, ...] = ()
    kept: tuple[Group, ...] = ()
    minimal: bool = False
    smallest: bool = False
    verified: bool = False
    reason: EndReason | None = None


def needed_clues(
    solver: EngineProtocol,
    cnf: Cnf[Any],
    limits: Limits,
    *,
    smallest: bool = False,
    referee: EngineProtocol | None = None,
) -> ClueSet:
    """What is needed of the clues, the statements that may be doubted. A minimal set comes first, in about a question
    for each clue that it drops or keeps, so it can be had while somebody is editing; then what else could go. The
    smallest set is looked for on request, as long as the limits allow; a second engine confirms what is kept."""
    budget = Budget(limits)
    with solver.open(cnf, limits, Options(doubt=True)) as session:
        doubts = SoftGroups.of(solver.name, session, cnf)
        first = doubts.ask(doubts.all)
        if isinstance(first, Undecided):
            return ClueSet("unknown", reason=first.reason)
        if isinstance(first, Unsatisfiable):
            return ClueSet("none")
        session.block(first.facts)
        other = doubts.ask(doubts.all)
        if not isinstance(other, Unsatisfiable):
            return ClueSet("several") if isinstance(other, Satisfied) else ClueSet("unknown", reason=other.reason)
        kept, cut = doubts.shrink(doubts.core(other))
        reason: EndReason | None = cut
        unneeded = sorted(doubts.all - kept)  # what is kept is enough, so each of the others could go
        for subject in sorted(kept) if cut is None else ():
            outcome = doubts.ask(doubts.all - {subject})
            if isinstance(outcome, Undecided):
                reason = outcome.reason
                break
            if isinstance(outcome, Unsatisfiable):
                unneeded.append(subject)
        is_smallest = not unneeded and cut is None and reason is None
        if smallest and cut is None and not is_smallest:
            try:
                kept, is_smallest = smallest_conflict(doubts, kept, budget), True
            except LimitReached as out:
                reason = out.reason
    verified = False
    if referee is not None and not budget.out_of_time:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with referee.open(cnf, left, Options(doubt=True)) as session:
            session.block(first.facts)
            again = SoftGroups.of(referee.name, session, cnf)
            verified = again.expect(kept, Unsatisfiable)
    return ClueSet(
        "one",
        doubts.names(doubts.all),
        doubts.names(frozenset(unneeded)),
        doubts.names(kept),
        minimal=cut is None,
        smallest=is_smallest,
        verified=verified,
        reason=reason,
    )
