"""`SoftGroups`: a session as an oracle for the consistency of subsets of soft constraints.

It shrinks an inconsistent set to a MUS and grows a consistent set to a maximal satisfiable subset.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import numpy as np

from entails.models.encoding import Cnf, Encoding, Group
from entails.models.errors import EngineFault
from entails.models.outcome import Outcome, Reason, Satisfied, Undecided, Unsatisfiable
from entails.solvers.engine import Session

A = TypeVar("A")
Granularity = Literal["fine", "coarse"]
Subject = int
"""The number of a soft constraint: one group, or a group with all groups that refine it."""
Subset = frozenset[Subject]


class LimitReached(Exception):
    """Raised if a query stays undecided, which leaves every result that depends on it undecided."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


@dataclass
class SoftGroups:
    """A session and its soft constraints, which are numbered as subjects.

    Attributes:
        members: The name-giving group of each subject and the indices of all its groups.
        satisfied_by: Return subjects that a solution with these facts satisfies.
        order: The subjects as they are tried, heavy ones first: growing keeps them, shrinking removes them first.
        weights: Cost of removing a subject; the preferred ones together weigh less than any other.
        costs: Cost of removing a subject, as shown to users.
    """

    engine: str
    session: Session[Any]
    encoding: Encoding[Any]
    members: list[tuple[Group, tuple[int, ...]]]
    satisfied_by: Callable[[Sequence[int]], Subset]
    order: tuple[Subject, ...]
    weights: Mapping[Subject, int]
    costs: Mapping[Subject, int]

    @classmethod
    def of(
        cls,
        engine: str,
        session: Session[Any],
        encoding: Encoding[Any],
        granularity: Granularity = "fine",
        soft_first: Sequence[str] = (),
        weights: Mapping[str, int] = MappingProxyType({}),
    ) -> "SoftGroups":
        """Create the oracle of all soft groups.

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
            subject: max([weights[name] for name in known if name in weights] or [groups[i].weight for i in own])
            for subject, ((_, own), known) in enumerate(zip(members, names, strict=True))
        }
        wanted = set(soft_first)
        first = {subject for subject, known in enumerate(names) if wanted & known}
        dear = 1 + sum(costs[subject] for subject in first)  # all of them together cost less than any other
        weighed = {subject: cost if subject in first else dear * cost for subject, cost in costs.items()}
        order = sorted(weighed, key=lambda subject: -weighed[subject])
        return cls(engine, session, encoding, members, _met_groups(encoding, members), tuple(order), weighed, costs)

    @property
    def all(self) -> Subset:
        return frozenset(range(len(self.members)))

    def names(self, subset: Subset) -> tuple[Group, ...]:
        return tuple(self.members[subject][0] for subject in sorted(subset))

    def groups_of(self, subset: Subset) -> tuple[int, ...]:
        return tuple(index for subject in sorted(subset) for index in self.members[subject][1])

    def cost(self, subset: Subset) -> int:
        """Return the cost of removing these subjects."""
        return sum(self.costs[subject] for subject in subset)

    def rank(self, subset: Subset) -> tuple[int, int, list[int]]:
        """Return the sort key of a subset: weight, then size, then position."""
        return sum(self.weights[subject] for subject in subset), len(subset), sorted(subset)

    def solve(self, held: Subset) -> Outcome[Any]:
        return self.session.solve(groups=frozenset(self.groups_of(held)))

    def core(self, outcome: Unsatisfiable, within: Subset | None = None) -> Subset:
        """Return the subjects in the engine's core; all enforced ones if the engine gives no core."""
        held = self.all if within is None else within
        if outcome.core is None:
            return held
        ids = set(outcome.core.groups)
        groups = self.encoding.groups
        return frozenset(s for s in held if any(groups[index].id in ids for index in self.members[s][1]))

    def consistent(self, held: Subset) -> Satisfied[Any] | Unsatisfiable:
        """Return the outcome for these subjects; raise LimitReached if it is undecided."""
        outcome = self.solve(held)
        if isinstance(outcome, Undecided):
            raise LimitReached(outcome.reason)
        return outcome

    def expect(self, held: Subset, verdict: type[Satisfied[Any]] | type[Unsatisfiable]) -> bool:
        """Raise EngineFault if the engine contradicts a known verdict; return whether it confirms it."""
        outcome = self.solve(held)
        if not isinstance(outcome, verdict | Undecided):
            words = ", ".join(group.id for group in self.names(held)) or "the rules alone"
            verdict_text = "no conflict" if isinstance(outcome, Satisfied) else "a conflict"
            raise EngineFault(f"engines disagree: {self.engine} finds {verdict_text} in {words}")
        return not isinstance(outcome, Undecided)

    def shrink(self, core: Subset) -> tuple[Subset, Reason | None]:
        """Remove subjects that a conflict does not need.

        A subject whose query stays undecided is kept; the second result is then the reason, and the conflict may not be
        minimal.
        """
        cut: Reason | None = None
        for subject in self.order:
            if subject in core:
                outcome = self.solve(core - {subject})
                if isinstance(outcome, Unsatisfiable):
                    core = self.core(outcome, core - {subject})
                elif isinstance(outcome, Undecided):
                    cut = outcome.reason
        self.expect(core, Unsatisfiable)  # the engine may have named a wrong core
        return core, cut

    def minimal_conflict(self, outcome: Unsatisfiable, held: Subset) -> Subset:
        """Return a minimal conflict within the enforced subjects; raise LimitReached if a query stays undecided."""
        conflict, cut = self.shrink(self.core(outcome, held))
        if cut is not None:
            raise LimitReached(cut)
        return conflict

    def grow(self, held: Subset, outcome: Satisfied[Any]) -> Subset:
        """Extend a consistent set to a maximal one, starting with the subjects that the solution satisfies.

        Others are tried in bundles that double in size while they fit, so few queries are needed if few subjects stay
        out.
        """
        held |= self.satisfied_by(outcome.facts)
        waiting = [subject for subject in self.order if subject not in held]
        bundle = 1
        while waiting:
            wider = self.consistent(held.union(waiting[:bundle]))
            if isinstance(wider, Satisfied):
                held = held.union(waiting[:bundle]) | self.satisfied_by(wider.facts)
                waiting = [subject for subject in waiting if subject not in held]
                bundle *= 2
            elif bundle == 1:
                del waiting[0]
            else:
                bundle = max(1, min(bundle, len(waiting)) // 2)
        return held


def _outermost(group: Group, by_id: dict[str, Group]) -> Group:
    """Return the outermost group that this one refines. A file may name a missing parent, or a cycle."""
    passed = {group.id}
    while group.parent in by_id and group.parent not in passed:
        passed.add(group.parent)
        group = by_id[group.parent]
    return group


def _met_groups(
    encoding: Encoding[Any], members: list[tuple[Group, tuple[int, ...]]]
) -> Callable[[Sequence[int]], Subset]:
    """Return a function from the facts of a solution to the subjects that it satisfies, which saves queries.

    Only clauses over the puzzle's own facts can be evaluated; subjects with other clauses are left out.
    """
    if not isinstance(encoding, Cnf) or not members:
        return lambda _: frozenset()
    clauses, facts = encoding.clauses, encoding.answers
    subject_of = np.full(len(encoding.groups) + 1, -1, np.int64)
    for subject, (_, indices) in enumerate(members):
        subject_of[list(indices)] = subject
    subject_by = subject_of[clauses.group_of]
    ours, sizes = np.flatnonzero(subject_by >= 0), np.diff(clauses.starts)
    places = np.concatenate(
        [np.arange(clauses.starts[clause], clauses.starts[clause + 1]) for clause in ours] or [np.zeros(0)]
    )
    lits, subject_by, sizes = clauses.lits[places.astype(np.intp)], subject_by[ours], sizes[ours]
    of_lit = np.repeat(np.arange(len(ours)), sizes)
    readable = np.ones(len(members), bool)
    readable[subject_by[of_lit[np.abs(lits) > facts]]] = False
    wanted = np.where(np.abs(lits) > facts, 0, lits)

    def met(true_facts: Sequence[int]) -> Subset:
        holds = np.zeros(2 * facts + 1, bool)
        holds[:facts] = True  # index facts - f is the literal -f
        for fact in true_facts:
            if fact > 0:
                holds[facts + fact], holds[facts - fact] = True, False
        clause_met = np.zeros(len(ours), bool)
        clause_met[of_lit[holds[facts + wanted]]] = True
        satisfied = readable.copy()
        satisfied[subject_by[~clause_met]] = False
        return frozenset(np.flatnonzero(satisfied).tolist())

    return met
