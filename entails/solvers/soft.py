"""`SoftGroups`: a session as an oracle for the consistency of subsets of soft constraints.

It shrinks an inconsistent set to a MUS and grows a consistent set to a maximal satisfiable subset.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np

from entails.models.encoding import Cnf, Encoding, Group
from entails.models.errors import EngineFault
from entails.models.outcome import Outcome, Reason, Satisfied, Undecided, Unsatisfiable
from entails.solvers.engine import Budget, GroupVerdict, Heaviest, Session

Granularity = Literal["fine", "coarse"]
SoftNumber = int
"""The number of a soft constraint: one group, or a group with all groups that refine it."""
Subset = frozenset[SoftNumber]


_SHARES = (0.1, 0.5)
"""Share of the remaining time that one test of `shrink` may take, in its first and its second pass."""


class LimitReached(Exception):
    """Signal that a query stayed undecided, so that every result that depends on it is undecided too."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


@runtime_checkable
class GroupTester(Protocol):
    """A session that tests soft groups for consistency without building an outcome for each query."""

    def test(self, groups: Collection[int], seconds: float | None = None) -> GroupVerdict:
        """Return whether the hard groups and these soft groups are consistent, within `seconds` of the budget."""
        ...

    def satisfied(self) -> Collection[int]:
        """Return soft groups that the last solution satisfies, including groups that were not enforced."""
        ...


@runtime_checkable
class WeighingTester(GroupTester, Protocol):
    """A tester that can also optimise: it finds heavy consistent sets."""

    def heaviest(self, weights: Mapping[int, int]) -> Heaviest | None:
        """Search for the heaviest consistent set of soft groups; None if no consistent set is found."""
        ...


class _OutcomeTester:
    """Consistency tests by the outcomes of an arbitrary session."""

    def __init__(self, session: Session[Any], encoding: Encoding[Any]) -> None:
        self._session, self._encoding = session, encoding
        self._index = {group.id: index for index, group in enumerate(encoding.groups)}
        self._facts: Sequence[int] = ()

    def test(self, groups: Collection[int], seconds: float | None = None) -> GroupVerdict:
        del seconds
        match self._session.solve(groups=frozenset(groups)):
            case Satisfied(facts=facts):
                self._facts = facts
                return GroupVerdict(True)
            case Unsatisfiable(core=None):
                return GroupVerdict(False)
            case Unsatisfiable(core=core):
                assert core is not None
                return GroupVerdict(False, core=frozenset(self._index[name] for name in core.groups))
            case Undecided(reason=reason):
                return GroupVerdict(None, reason=reason)

    def satisfied(self) -> Collection[int]:
        return () if self._clauses is None else self._clauses.satisfied(self._facts)

    @cached_property
    def _clauses(self) -> "SoftClauses | None":
        return SoftClauses(self._encoding, self._encoding.answers) if isinstance(self._encoding, Cnf) else None


@dataclass
class SoftGroups:
    """A session with its soft constraints, numbered from 0; one may combine several groups.

    Attributes:
        members: The name-giving group of each soft constraint and the indices of all its groups.
        order: The order in which constraints are tried, heavy ones first: growing keeps, shrinking removes these first.
        weights: Cost of removing a constraint; the preferred ones together weigh less than any other.
        costs: Cost of removing a constraint, as shown to users.
        budget: The time of the search, of which one test of `shrink` may spend a share; None for no limit.
    """

    engine: str
    session: Session[Any]
    encoding: Encoding[Any]
    members: list[tuple[Group, tuple[int, ...]]]
    order: tuple[SoftNumber, ...]
    weights: Mapping[SoftNumber, int]
    costs: Mapping[SoftNumber, int]
    budget: Budget | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        session = self.session
        self._tester = session if isinstance(session, GroupTester) else _OutcomeTester(session, self.encoding)
        self._groups = [indices for _, indices in self.members]
        self._number_of = {index: number for number, indices in enumerate(self._groups) for index in indices}

    @classmethod
    def of(
        cls,
        engine: str,
        session: Session[Any],
        encoding: Encoding[Any],
        granularity: Granularity = "fine",
        soft_first: Sequence[str] = (),
        weights: Mapping[str, int] = MappingProxyType({}),
        budget: Budget | None = None,
    ) -> "SoftGroups":
        """Create the consistency oracle of all soft groups.

        `soft_first` and the keys of `weights` are ids of groups or of groups that they refine. Weights replace the
        groups' own.
        """
        groups, by_id = encoding.groups, {group.id: group for group in encoding.groups}
        gathered: dict[str, list[int]] = {}
        for index in encoding.soft:
            head = groups[index] if granularity == "fine" else _outermost(groups[index], by_id)
            gathered.setdefault(head.id, []).append(index)
        members = [(by_id[head], tuple(indices)) for head, indices in gathered.items()]
        names = [
            {head.id} | {name for i in own for name in (groups[i].id, groups[i].parent) if name is not None}
            for head, own in members
        ]
        costs = {
            number: max([weights[name] for name in known if name in weights] or [groups[i].weight for i in own])
            for number, ((_, own), known) in enumerate(zip(members, names, strict=True))
        }
        wanted = set(soft_first)
        first = {number for number, known in enumerate(names) if wanted & known}
        dear = 1 + sum(costs[number] for number in first)  # all of them together cost less than any other
        weighed = {number: cost if number in first else dear * cost for number, cost in costs.items()}
        order = sorted(weighed, key=lambda number: -weighed[number])
        return cls(engine, session, encoding, members, tuple(order), weighed, costs, budget=budget)

    @cached_property
    def all(self) -> Subset:
        return frozenset(range(len(self.members)))

    def names(self, subset: Subset) -> tuple[Group, ...]:
        return tuple(self.members[number][0] for number in sorted(subset))

    def groups_of(self, subset: Iterable[SoftNumber]) -> tuple[int, ...]:
        return tuple(chain.from_iterable(map(self._groups.__getitem__, subset)))

    def cost(self, subset: Subset) -> int:
        """Return the total cost of removing these constraints."""
        return sum(self.costs[number] for number in subset)

    def rank(self, subset: Subset) -> tuple[int, int, list[int]]:
        """Return the sort key of a subset: cost, then size, then positions."""
        return sum(self.weights[number] for number in subset), len(subset), sorted(subset)

    def solve(self, held: Subset) -> Outcome[Any]:
        return self.session.solve(groups=frozenset(self.groups_of(held)))

    def test(self, held: Subset, seconds: float | None = None) -> GroupVerdict:
        """Return whether these constraints are consistent; the core has their numbers, not those of groups."""
        verdict = self._tester.test(self.groups_of(held), seconds)
        if verdict.core is None:
            return verdict
        return GroupVerdict(False, core=frozenset(map(self._number_of.__getitem__, verdict.core)) & held)

    def consistent(self, held: Subset, seconds: float | None = None) -> Subset | None:
        """Return None if these constraints are consistent, else a core; raise LimitReached if undecided."""
        verdict = self.test(held, seconds)
        if verdict.consistent is None:
            raise LimitReached(verdict.reason)
        return None if verdict.consistent else held if verdict.core is None else verdict.core

    def expect(self, held: Subset, *, consistent: bool) -> bool:
        """Raise EngineFault if the engine contradicts a known verdict; return whether it confirms it."""
        verdict = self.test(held)
        if verdict.consistent is not None and verdict.consistent != consistent:
            words = ", ".join(group.id for group in self.names(held)) or "the rules alone"
            verdict_text = "no conflict" if verdict.consistent else "a conflict"
            raise EngineFault(f"engines disagree: {self.engine} finds {verdict_text} in {words}")
        return verdict.consistent is not None

    def shrink(self, core: Subset) -> tuple[Subset, Reason | None]:
        """Remove the constraints that a conflict does not need, as in deletion-based MUS extraction.

        One test may spend a tenth of the time that is left; those whose test stays undecided are tested again at the
        end, for half of it. Those that stay undecided are kept; the second result is then the reason, and the conflict
        may not be minimal.
        """
        cut: Reason | None = None
        waiting = [number for number in self.order if number in core]
        for share in _SHARES:
            cut, undecided = None, list[SoftNumber]()
            for number in waiting:
                if number not in core:
                    continue
                verdict = self.test(core - {number}, self._share(share))
                if verdict.consistent is None:
                    cut = verdict.reason
                    undecided.append(number)
                elif not verdict.consistent:
                    core = core - {number} if verdict.core is None else verdict.core
            waiting = undecided
            if not waiting:
                break
        self.expect(core, consistent=False)  # the engine may have named a wrong core
        return core, cut

    def _share(self, share: float) -> float | None:
        left = None if self.budget is None else self.budget.seconds
        return None if left is None else left * share

    def minimal_conflict(self, core: Subset) -> Subset:
        """Return a minimal conflict within a core; raise LimitReached if a query stays undecided."""
        conflict, cut = self.shrink(core)
        if cut is not None:
            raise LimitReached(cut)
        return conflict

    def grow(self, held: Subset) -> Subset:
        """Extend a consistent set to a maximal one. The last query must have tested this set.

        The constraints that the solution of the query satisfies are added first. The others are tried in bundles that
        double in size while they are consistent, so few queries are needed if few are left out.
        """
        held |= self._satisfied()
        waiting = [number for number in self.order if number not in held]
        bundle = 1
        while waiting:
            core = self.consistent(held.union(waiting[:bundle]))
            if core is None:
                held = held.union(waiting[:bundle]) | self._satisfied()
                waiting = [number for number in waiting if number not in held]
                bundle *= 2
            elif bundle == 1:
                del waiting[0]
            else:
                bundle = max(1, min(bundle, len(waiting)) // 2)
        return held

    def first_repair(self) -> tuple[Subset, bool] | None:
        """Return a minimal repair, and whether it is proven cheapest; None if the rules alone conflict.

        An engine that optimises searches for the cheapest one first, for a short time.
        """
        if self.consistent(frozenset()) is not None:
            return None
        tester, alone = self._tester, len(self._number_of) == len(self._groups)
        best = (
            tester.heaviest({index: self.weights[number] for index, number in self._number_of.items()})
            if alone and isinstance(tester, WeighingTester)
            else None
        )
        start = frozenset[SoftNumber]()
        if best is not None:
            start = frozenset(map(self._number_of.__getitem__, best.groups))
        held = self.grow(start)
        return self.all - held, best is not None and best.proven

    def _satisfied(self) -> Subset:
        """Return the soft constraints that the last solution satisfies."""
        groups = self._tester.satisfied()
        touched = frozenset(map(self._number_of.__getitem__, groups))
        if len(self._number_of) == len(self._groups):  # each constraint is one group
            return touched
        satisfied = set(groups)
        return frozenset(number for number in touched if satisfied.issuperset(self._groups[number]))


def _outermost(group: Group, by_id: dict[str, Group]) -> Group:
    """Return the outermost ancestor of a group. In a file, a parent may be missing or part of a cycle."""
    passed = {group.id}
    while group.parent in by_id and group.parent not in passed:
        passed.add(group.parent)
        group = by_id[group.parent]
    return group


class SoftClauses:
    """The clauses of the soft groups, used to see which groups a solution satisfies without further queries.

    Variables above `known` have no value: groups with clauses over them are left out.
    """

    def __init__(self, cnf: Cnf[Any], known: int) -> None:
        clauses = cnf.clauses
        is_soft = np.zeros(len(cnf.groups) + 1, bool)
        is_soft[list(cnf.soft)] = True
        sizes = np.diff(clauses.starts)
        ours = is_soft[clauses.group_of]
        lits = clauses.lits[np.repeat(ours, sizes)].astype(np.intp)
        self._known = known
        self._group_of, sizes = clauses.group_of[ours], sizes[ours]
        readable = np.zeros(len(cnf.groups) + 1, bool)
        readable[list(cnf.soft)] = True
        readable[np.repeat(self._group_of, sizes)[np.abs(lits) > known]] = False
        self._readable = readable
        ends = np.cumsum(sizes + 1)  # each clause is extended by the literal 0, which is false
        self._lits = np.zeros(int(ends[-1]) if len(ends) else 0, np.intp)
        places = np.ones(len(self._lits), bool)
        places[ends - 1] = False
        self._lits[places] = np.where(np.abs(lits) > known, 0, lits)
        self._starts = ends - sizes - 1

    def satisfied(self, literals: Sequence[int]) -> Collection[int]:
        """Return the groups whose clauses these literals satisfy; variables without a literal are false."""
        known = self._known
        holds = np.zeros(2 * known + 1, bool)  # the place of a negative literal counts from the end
        holds[known + 1 :] = True
        true = np.asarray(literals, np.intp)
        true = true[(true > 0) & (true <= known)]
        holds[true], holds[-true] = True, False
        satisfied = self._readable.copy()
        if len(self._lits):
            satisfied[self._group_of[~np.logical_or.reduceat(holds[self._lits], self._starts)]] = False
        return np.flatnonzero(satisfied).tolist()
