"""`SoftGroups`: a session seen as a question about sets of statements, any of which may be given up.

Two things are made of it: what contradicts is shrunk until each part is needed, what holds together is grown until
nothing can join.
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
Grain = Literal["fine", "coarse"]
Subject = int
"""A statement that is doubted as a whole: one group, or a group with all that refines it."""
Found = frozenset[Subject]


class LimitReached(Exception):
    """A question stayed undecided, and so does everything that rests on it."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


@dataclass
class SoftGroups:
    """`costs` say what it takes to give a subject up, `weights` the same, with what is doubted first weighing less than
    anything else. `order` has the subjects as they are tried: light ones, to be
    doubted before others, come last, so that what holds together is made of the others first, and what contradicts
    keeps them."""

    engine: str
    session: Session[Any]
    encoding: Encoding[Any]
    members: list[tuple[Group, tuple[int, ...]]]
    met_by: Callable[[Sequence[int]], Found]
    order: tuple[Subject, ...]
    weights: Mapping[Subject, int]
    costs: Mapping[Subject, int]

    @classmethod
    def of(
        cls,
        engine: str,
        session: Session[Any],
        encoding: Encoding[Any],
        grain: Grain = "fine",
        doubted_first: Sequence[str] = (),
        weights: Mapping[str, int] = MappingProxyType({}),
    ) -> "SoftGroups":
        """All that may be doubted. `doubted_first` are ids of groups, or of what they refine; so are those of
        `weights`, which stand instead of the groups' own."""
        groups, by_id = encoding.groups, {group.id: group for group in encoding.groups}
        gathered: dict[str, list[int]] = {}
        for index in encoding.doubtable:
            head = groups[index] if grain == "fine" else _outermost(groups[index], by_id)
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
        wanted = set(doubted_first)
        first = {subject for subject, known in enumerate(names) if wanted & known}
        dear = 1 + sum(costs[subject] for subject in first)  # rather give up all of them than any other
        weighed = {subject: cost if subject in first else dear * cost for subject, cost in costs.items()}
        order = sorted(weighed, key=lambda subject: -weighed[subject])
        return cls(engine, session, encoding, members, _met_groups(encoding, members), tuple(order), weighed, costs)

    @property
    def all(self) -> Found:
        return frozenset(range(len(self.members)))

    def names(self, found: Found) -> tuple[Group, ...]:
        return tuple(self.members[subject][0] for subject in sorted(found))

    def groups_of(self, found: Found) -> tuple[int, ...]:
        return tuple(index for subject in sorted(found) for index in self.members[subject][1])

    def cost(self, found: Found) -> int:
        """What it takes to give all of these up."""
        return sum(self.costs[subject] for subject in found)

    def rank(self, found: Found) -> tuple[int, int, list[int]]:
        """What lists are sorted by: weight, then size, then place."""
        return sum(self.weights[subject] for subject in found), len(found), sorted(found)

    def ask(self, held: Found) -> Outcome[Any]:
        return self.session.solve(groups=frozenset(self.groups_of(held)))

    def core(self, outcome: Unsatisfiable, within: Found | None = None) -> Found:
        """The subjects that the engine's core names; all that were held when it names none it can be trusted on."""
        held = self.all if within is None else within
        if outcome.core is None:
            return held
        ids = set(outcome.core.groups)
        groups = self.encoding.groups
        return frozenset(s for s in held if any(groups[index].id in ids for index in self.members[s][1]))

    def consistent(self, held: Found) -> Satisfied[Any] | Unsatisfiable:
        """Ask, and stop everything when the budget is gone."""
        outcome = self.ask(held)
        if isinstance(outcome, Undecided):
            raise LimitReached(outcome.reason)
        return outcome

    def expect(self, held: Found, verdict: type[Satisfied[Any]] | type[Unsatisfiable]) -> bool:
        """A fault when the engine, asked about something already decided, says the opposite; False when it does not
        know."""
        outcome = self.ask(held)
        if not isinstance(outcome, verdict | Undecided):
            words = ", ".join(group.id for group in self.names(held)) or "the rules alone"
            claim = "no conflict" if isinstance(outcome, Satisfied) else "a conflict"
            raise EngineFault(f"engines disagree: {self.engine} finds {claim} in {words}")
        return not isinstance(outcome, Undecided)

    def shrink(self, core: Found) -> tuple[Found, Reason | None]:
        """Leave out one after the other what is not needed for the contradiction. A question that stays undecided
        keeps its subject, and the result is then not known to be minimal: the reason says why."""
        cut: Reason | None = None
        for subject in self.order:
            if subject in core:
                outcome = self.ask(core - {subject})
                if isinstance(outcome, Unsatisfiable):
                    core = self.core(outcome, core - {subject})
                elif isinstance(outcome, Undecided):
                    cut = outcome.reason
        self.expect(core, Unsatisfiable)  # an engine's core is a claim
        return core, cut

    def shrunk(self, outcome: Unsatisfiable, held: Found) -> Found:
        """A minimal conflict within these, or nothing at all when the budget goes."""
        conflict, cut = self.shrink(self.core(outcome, held))
        if cut is not None:
            raise LimitReached(cut)
        return conflict

    def grow(self, held: Found, outcome: Satisfied[Any]) -> Found:
        """As many subjects as can hold together, beginning with those held and those that the answer meets anyway.

        Others are tried in larger and larger bundles while they join, so few questions are asked where few stay out.
        """
        held |= self.met_by(outcome.facts)
        waiting = [subject for subject in self.order if subject not in held]
        bundle = 1
        while waiting:
            wider = self.consistent(held.union(waiting[:bundle]))
            if isinstance(wider, Satisfied):
                held = held.union(waiting[:bundle]) | self.met_by(wider.facts)
                waiting = [subject for subject in waiting if subject not in held]
                bundle *= 2
            elif bundle == 1:
                del waiting[0]
            else:
                bundle = max(1, min(bundle, len(waiting)) // 2)
        return held


def _outermost(group: Group, by_id: dict[str, Group]) -> Group:
    """The group at the top of what this one refines. A file may name a parent that is not there, or run in a circle."""
    passed = {group.id}
    while group.parent in by_id and group.parent not in passed:
        passed.add(group.parent)
        group = by_id[group.parent]
    return group


def _met_groups(
    encoding: Encoding[Any], members: list[tuple[Group, tuple[int, ...]]]
) -> Callable[[Sequence[int]], Found]:
    """A function from an answer's facts to subjects that it meets anyway: spares a question for each of them.

    Only clauses over the puzzle's own facts can be read off an answer; subjects with others are left out.
    """
    if not isinstance(encoding, Cnf) or not members:
        return lambda _: frozenset()
    clauses, facts = encoding.clauses, encoding.answers
    subject_of = np.full(len(encoding.groups) + 1, -1, np.int64)
    for subject, (_, indices) in enumerate(members):
        subject_of[list(indices)] = subject
    said_by = subject_of[clauses.group_of]
    ours, sizes = np.flatnonzero(said_by >= 0), np.diff(clauses.starts)
    places = np.concatenate([np.arange(clauses.starts[one], clauses.starts[one + 1]) for one in ours] or [np.zeros(0)])
    lits, said_by, sizes = clauses.lits[places.astype(np.intp)], said_by[ours], sizes[ours]
    of_lit = np.repeat(np.arange(len(ours)), sizes)
    readable = np.ones(len(members), bool)
    readable[said_by[of_lit[np.abs(lits) > facts]]] = False
    wanted = np.where(np.abs(lits) > facts, 0, lits)

    def met(true_facts: Sequence[int]) -> Found:
        holds = np.zeros(2 * facts + 1, bool)
        holds[:facts] = True  # "not f" stands at facts - f
        for fact in true_facts:
            if fact > 0:
                holds[facts + fact], holds[facts - fact] = True, False
        clause_met = np.zeros(len(ours), bool)
        clause_met[of_lit[holds[facts + wanted]]] = True
        found = readable.copy()
        found[said_by[~clause_met]] = False
        return frozenset(np.flatnonzero(found).tolist())

    return met
