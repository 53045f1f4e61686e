"""Conflicts (MUS), repairs (MCS) and minimal clue sets: one of each first, then more, then smallest ones.

Conflicts and repairs are dual: each repair hits every conflict and vice versa. Three searches share their results and
take turns, one query each:

- MARCO (Liffiton, Previti, Malik & Marques-Silva 2016): a SAT solver holds a map of the subsets about which nothing is
  known yet. Each subset that it gives is shrunk to a conflict or grown to a repair, until the map is empty.
- Implicit hitting sets (Ignatiev, Previti, Liffiton & Marques-Silva 2015): a smallest set that hits every known repair
  is either a smallest conflict or yields another repair, so conflicts come in order of size.
- Implicit hitting sets for repairs, in order of their cost.

Smallest hitting sets come from python-sat's Hitman.

A set of clues suffices for the only solution if, with the rules, it conflicts with "the solution is another one". So
`needed_clues` looks for a minimal, or smallest, conflict of the puzzle with its solution forbidden.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from entails.models.encoding import Cnf, Group
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, EngineProtocol, run_stoppable
from entails.solvers.soft import LimitReached, SoftGroups, SoftNumber, Subset

_INTERRUPTIBLE = "m22"
_SMALL = 1_000
"""Total size of the sets up to which a hitting set takes milliseconds, so that no thread watches the time."""


class HittingSets:
    """Search for smallest or lightest sets that hit all added sets and contain no excluded set, within a budget."""

    def __init__(
        self, to_hit: Sequence[Subset], budget: Budget, weights: Mapping[SoftNumber, int] | None = None
    ) -> None:
        from pysat.examples.hitman import Hitman

        self._budget, self._weights = budget, weights
        self._hitman: Any = Hitman(bootstrap_with=(), htype="sorted", solver=_INTERRUPTIBLE)
        self._impossible = False
        self._total = 0
        for subset in to_hit:
            self.must_hit(subset)

    def smallest(self) -> Subset | None:
        """Return a smallest hitting set; None if there is none."""
        if self._impossible:
            return None
        if self._budget.out_of_time:
            raise LimitReached("time")
        if self._budget.seconds is None or self._total <= _SMALL:
            hitting_set = self._hitman.get()
            return None if hitting_set is None else frozenset(hitting_set)
        return self._within(self._budget.seconds)

    def _within(self, seconds: float) -> Subset | None:
        oracle = self._hitman.oracle
        oracle.clear_interrupt()
        model = run_stoppable(lambda: oracle.compute(expect_interrupt=True), oracle.interrupt, seconds)
        if model is None and self._budget.out_of_time:
            raise LimitReached("time")
        named = self._hitman.idpool.id2obj
        return None if model is None else frozenset(named[literal] for literal in model if literal > 0)

    def must_hit(self, subset: Subset) -> None:
        self._impossible = self._impossible or not subset
        self._total += len(subset)
        if subset:
            self._hitman.hit(sorted(subset), weights=self._weights)

    def exclude(self, subset: Subset) -> None:
        self._impossible = self._impossible or not subset
        if subset:
            self._hitman.block(sorted(subset))

    def __enter__(self) -> "HittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()


_Turns = Generator[None, None, None]
"""A search that yields after each query, so that searches can alternate."""


@dataclass
class ConflictSet:
    """The conflicts and repairs found by a search.

    Attributes:
        conflicts: All minimal conflicts found, in order of discovery.
        repairs: All minimal repairs found, in order of discovery.
        proven_conflicts: Conflicts found in order of size; the first is a smallest one.
        proven_repairs: Repairs found in order of cost; the first is a cheapest one.
        cheapest: A repair that is known to be a cheapest one before the search for them in order of cost has begun.
        complete: Whether there are no others.
        reason: Why the search ended early.
    """

    conflicts: dict[Subset, None] = field(default_factory=dict)
    repairs: dict[Subset, None] = field(default_factory=dict)
    proven_conflicts: list[Subset] = field(default_factory=list)
    proven_repairs: list[Subset] = field(default_factory=list)
    cheapest: Subset | None = None
    complete: bool = False
    reason: EndReason | None = None


Only = Literal["first", "smallest"]
"""Goal that ends a search early: one conflict and one repair, or a conflict that is proven smallest."""


def find_conflicts(soft: SoftGroups, first: Subset, most: int, budget: Budget, only: Only | None = None) -> ConflictSet:
    """Search for `most` shortest conflicts and repairs, starting from the minimal conflict `first`.

    With `only`, the search ends with one repair, or with a smallest conflict.
    """
    known = ConflictSet({first: None})
    for _ in grow_conflicts(soft, known, most, budget, only):
        pass
    return known


def grow_conflicts(
    soft: SoftGroups, known: ConflictSet, most: int, budget: Budget, only: Only | None = None
) -> Iterator[None]:
    """Search as `find_conflicts` does, from a known conflict; yield whenever `known` may have grown."""
    (first,) = known.conflicts
    if not first:  # the rules alone conflict, and no repair exists
        known.proven_conflicts, known.complete = [first], True
        return
    try:
        if (repair := soft.first_repair()) is not None:
            known.repairs[repair[0]] = None
            known.cheapest = repair[0] if repair[1] else None
            yield
        if only == "first":
            known.reason = "maximum"
        elif only == "smallest":
            yield from _until_smallest(soft, known, budget)
            known.reason = "maximum"
        else:
            yield from _take_turns(soft, known, most, budget)
    except LimitReached as limit:
        known.reason = limit.reason


def _until_smallest(soft: SoftGroups, known: ConflictSet, budget: Budget) -> _Turns:
    """Search until a conflict is proven smallest, one turn at a time."""
    _add_disjoint_repairs(soft, known)
    search = _conflicts_by_size(soft, known, budget)
    try:
        while not known.proven_conflicts and not _ended(search):
            yield
    finally:
        search.close()


def _add_disjoint_repairs(soft: SoftGroups, known: ConflictSet) -> None:
    """Add repairs that share nothing, to begin the search for hitting sets with (Ignatiev, Previti et al. 2015)."""
    hit = frozenset[SoftNumber]().union(*known.repairs)
    while soft.consistent(hit) is None:
        repair = soft.all - soft.grow(hit)
        known.repairs[repair] = None
        hit |= repair


def smallest_conflict(soft: SoftGroups, first: Subset, budget: Budget) -> Subset:
    """Return a smallest conflict, starting from a minimal conflict."""
    known = ConflictSet({first: None})
    for _ in _until_smallest(soft, known, budget):
        pass
    return known.proven_conflicts[0] if known.proven_conflicts else first


def _take_turns(soft: SoftGroups, known: ConflictSet, most: int, budget: Budget) -> Iterator[None]:
    conflicts_found, repairs_found = False, False
    by_map = _by_map(soft, known)
    conflicts = _conflicts_by_size(soft, known, budget)
    repairs = _repairs_by_size(soft, known, budget)
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
            yield
        if known.complete:  # sorting a complete list proves the order of size
            known.proven_conflicts = sorted(known.conflicts, key=len)
            known.proven_repairs = sorted(known.repairs, key=soft.rank)
    finally:
        for search in (by_map, conflicts, repairs):
            search.close()
    if not known.complete or max(len(known.conflicts), len(known.repairs)) > most:
        known.complete, known.reason = False, "maximum"


def _ended(search: _Turns) -> bool:
    """Advance a search by one turn; return whether it has ended."""
    return next(search, search) is search


def _by_map(soft: SoftGroups, known: ConflictSet) -> _Turns:
    """Explore subsets outside known consistent sets and without known conflicts, large ones first."""
    from pysat.solvers import Minisat22

    solver_of_map: Any = Minisat22()
    try:
        solver_of_map.set_phases([number + 1 for number in range(len(soft.members))])
        used_conflicts = used_repairs = 0
        while True:
            for conflict in list(known.conflicts)[used_conflicts:]:
                solver_of_map.add_clause([-number - 1 for number in conflict])
            for repair in list(known.repairs)[used_repairs:]:
                solver_of_map.add_clause([number + 1 for number in repair])
            used_conflicts, used_repairs = len(known.conflicts), len(known.repairs)
            if not solver_of_map.solve():
                return
            out = {-literal - 1 for literal in solver_of_map.get_model() if literal < 0}
            held = soft.all - out
            core = soft.consistent(held)
            if core is None:
                known.repairs[soft.all - soft.grow(held)] = None
            else:
                known.conflicts[soft.minimal_conflict(core)] = None
            yield
    finally:
        solver_of_map.delete()


def _conflicts_by_size(soft: SoftGroups, known: ConflictSet, budget: Budget) -> _Turns:
    """Find minimal conflicts, smallest first."""
    proven = set[Subset]()
    with HittingSets((), budget) as hitting:
        used = 0
        while True:
            for repair in list(known.repairs)[used:]:
                hitting.must_hit(repair)
            used = len(known.repairs)
            candidate = hitting.smallest()
            if candidate is None:
                return
            size = len(candidate)  # no conflict that is not proven yet is smaller
            candidate = next((c for c in known.conflicts if len(c) == size and c not in proven), candidate)
            if candidate not in known.conflicts and soft.consistent(candidate) is None:
                known.repairs[soft.all - soft.grow(candidate)] = None
            else:
                known.conflicts[candidate] = None
                known.proven_conflicts.append(candidate)
                proven.add(candidate)
                hitting.exclude(candidate)
            yield


def _repairs_by_size(soft: SoftGroups, known: ConflictSet, budget: Budget) -> _Turns:
    """Find minimal repairs, cheapest first."""
    with HittingSets((), budget, soft.weights) as hitting:
        used = 0
        while True:
            for conflict in list(known.conflicts)[used:]:
                hitting.must_hit(conflict)
            used = len(known.conflicts)
            candidate = hitting.smallest()
            if candidate is None:
                return
            held = soft.all - candidate
            core = soft.consistent(held)
            if core is None:
                known.repairs[candidate] = None
                known.proven_repairs.append(candidate)
                hitting.exclude(candidate)
            else:
                known.conflicts[soft.minimal_conflict(core)] = None
            yield


Standing = Literal["one", "several", "none", "unknown"]


@dataclass(frozen=True)
class ClueSet:
    """A minimal set of clues that leaves the solution unique, and the redundant clues.

    Attributes:
        solutions: The number of solutions; the other fields are filled only if there is exactly one.
        clues: All clues.
        unneeded: Clues that are redundant if all others stay.
        kept: A sufficient set of clues.
        minimal: Whether no clue of `kept` is redundant in it.
        smallest: Whether no fewer clues suffice.
        verified: Whether a second engine confirmed that `kept` suffices.
        reason: Why the search ended early.
    """

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
    verifier: EngineProtocol | None = None,
) -> ClueSet:
    """Find a minimal set of soft constraints (clues) that leaves the solution unique, and the redundant clues.

    A minimal set takes about one query per clue. With `smallest`, a smallest set is searched for within the limits. The
    `verifier`, a second engine, confirms the result.
    """
    budget = Budget(limits)
    with solver.open(cnf, limits, Options(soft_groups=True)) as session:
        soft = SoftGroups.of(solver.name, session, cnf, budget=budget)
        first = soft.solve(soft.all)
        if isinstance(first, Undecided):
            return ClueSet("unknown", reason=first.reason)
        if isinstance(first, Unsatisfiable):
            return ClueSet("none")
        session.block(first.facts)
        second = soft.test(soft.all)
        if second.consistent is not False:
            return ClueSet("several") if second.consistent else ClueSet("unknown", reason=second.reason)
        kept, cut = soft.shrink(soft.all if second.core is None else second.core)
        reason: EndReason | None = cut
        unneeded = sorted(soft.all - kept)  # the kept clues suffice, so each of the others is redundant
        for number in sorted(kept) if cut is None else ():
            verdict = soft.test(soft.all - {number})
            if verdict.consistent is None:
                reason = verdict.reason
                break
            if not verdict.consistent:
                unneeded.append(number)
        is_smallest = not unneeded and cut is None and reason is None
        if smallest and cut is None and not is_smallest:
            try:
                kept, is_smallest = smallest_conflict(soft, kept, budget), True
            except LimitReached as out:
                reason = out.reason
    verified = False
    if verifier is not None and not budget.out_of_time:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with verifier.open(cnf, left, Options(soft_groups=True)) as session:
            session.block(first.facts)
            again = SoftGroups.of(verifier.name, session, cnf)
            verified = again.expect(kept, consistent=False)
    return ClueSet(
        "one",
        soft.names(soft.all),
        soft.names(frozenset(unneeded)),
        soft.names(kept),
        minimal=cut is None,
        smallest=is_smallest,
        verified=verified,
        reason=reason,
    )
