"""Why there is no answer: the smallest sets of statements that contradict (MUS) and the smallest repairs (MCS).

The two are dual: every repair hits every conflict and the other way round. So the smallest conflict is found among the
smallest sets that hit all repairs known so far, and each miss teaches another repair (implicit hitting sets, as in
Ignatiev, Previti, Liffiton & Marques-Silva 2015). This lists them by size, and knows when the list is complete.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from clausal.models.encoding import Cnf, Encoding, Group
from clausal.models.errors import EngineFault
from clausal.models.limits import Limits, Options
from clausal.models.outcome import (
    Conflict,
    EndReason,
    Explanation,
    Outcome,
    Reason,
    Repair,
    Satisfied,
    Undecided,
    Unsatisfiable,
)
from clausal.solvers.base import Session, Solver
from clausal.solvers.budget import Budget
from clausal.solvers.rules_behind import rules_behind

A = TypeVar("A")
Grain = Literal["fine", "coarse"]
Subject = int
"""A statement that is doubted as a whole: one group, or a group with all that refines it."""
Found = frozenset[Subject]


class _OutOfBudget(Exception):
    def __init__(self, reason: Reason) -> None:
        self.reason = reason


def explain(
    solver: Solver,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    most: int = 20,
    grain: Grain = "fine",
    referee: Solver | None = None,
) -> Explanation:
    """Up to `most` conflicts and `most` repairs, smallest first.

    `grain` "coarse" doubts a group together with all that refines it (a whole guess, not a fact of it). All that is
    found is asked again of the `referee`, a second engine, as far as the time reaches.
    """
    budget = Budget(limits)
    doubting = options.model_copy(update={"doubt": True, "proof": False})
    with solver.open(encoding, limits, doubting) as session:
        doubts = _Doubts.of(solver.name, session, encoding, grain)
        whole = doubts.ask(doubts.all)
        if isinstance(whole, Undecided):
            return Explanation(None, reason=whole.reason)
        conflicts: list[tuple[Found, bool]] = []
        repairs: list[Found] = []
        reason: EndReason | None = None
        if isinstance(whole, Unsatisfiable):
            conflict, cut = doubts.shrink(doubts.core(whole))
            conflicts, repairs, reason = _enumerate(doubts, conflict, cut is None, most)
    if referee is not None and budget.seconds != 0.0:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with referee.open(encoding, left, doubting) as session:
            again = replace(doubts, engine=referee.name, session=session)
            for found, _ in conflicts:
                again.expect(found, Unsatisfiable)
            for found in repairs:
                again.expect(doubts.all - found, Satisfied)
            if isinstance(whole, Satisfied):
                again.expect(doubts.all, Satisfied)
    if isinstance(whole, Satisfied):
        return Explanation(True, complete=True)
    rules = rules_behind(encoding, [doubts.groups_of(found) for found, _ in conflicts], budget)
    return Explanation(
        consistent=False,
        conflicts=tuple(
            Conflict(doubts.names(found), minimal, behind)
            for (found, minimal), behind in zip(conflicts, rules, strict=True)
        ),
        repairs=tuple(Repair(doubts.names(found)) for found in repairs),
        complete=reason is None,
        reason=reason,
    )


def _enumerate(
    doubts: "_Doubts", first: Found, minimal: bool, most: int
) -> tuple[list[tuple[Found, bool]], list[Found], EndReason | None]:
    """Conflicts and repairs by size, in turn, so that a budget that ends early has been spent on both. The first
    conflict at least is given, minimal or not."""
    conflicts: list[Found] = []
    repairs: list[Found] = []
    ends: list[EndReason | None] = []
    running = [
        (conflicts, doubts.conflicts_by_size()),
        (repairs, doubts.repairs_by_size([first] if minimal else [])),
    ]
    try:
        while running:
            for listed, source in tuple(running):
                found = next(source, None)
                if found is None or len(listed) == most:
                    ends.append(None if found is None else "maximum")
                    running.remove((listed, source))
                else:
                    listed.append(found)
    except _OutOfBudget as out:
        ends.append(out.reason)
    reason = next((end for end in ends if end is not None), None)
    for listed in (conflicts, repairs):  # those of one size in the order of the puzzle
        listed.sort(key=lambda found: (len(found), sorted(found)))
    return [(found, True) for found in conflicts] or [(first, minimal)], repairs, reason


@dataclass
class _Doubts:
    """A session seen as a question about sets of doubted statements."""

    engine: str
    session: Session[Any]
    encoding: Encoding[Any]
    members: list[tuple[Group, tuple[int, ...]]]
    met_by: Callable[[Sequence[int]], Found]

    @classmethod
    def of(cls, engine: str, session: Session[Any], encoding: Encoding[Any], grain: Grain) -> "_Doubts":
        groups, by_id = encoding.groups, {group.id: group for group in encoding.groups}
        gathered: dict[str, list[int]] = {}
        for index in encoding.doubtable:
            head = groups[index] if grain == "fine" else _outermost(groups[index], by_id)
            gathered.setdefault(head.id, []).append(index)
        members = [(by_id[head], tuple(indices)) for head, indices in gathered.items()]
        return cls(engine, session, encoding, members, _met_groups(encoding, members))

    @property
    def all(self) -> Found:
        return frozenset(range(len(self.members)))

    def names(self, found: Found) -> tuple[Group, ...]:
        return tuple(self.members[subject][0] for subject in sorted(found))

    def groups_of(self, found: Found) -> tuple[int, ...]:
        return tuple(index for subject in sorted(found) for index in self.members[subject][1])

    def ask(self, held: Found) -> Outcome[Any]:
        return self.session.solve(groups=self.groups_of(held))

    def core(self, outcome: Unsatisfiable, within: Found | None = None) -> Found:
        """The subjects that the engine's core names; all that were held when it names none it can be trusted on."""
        held = self.all if within is None else within
        if outcome.core is None:
            return held
        ids = set(outcome.core.groups)
        groups = self.encoding.groups
        return frozenset(s for s in held if any(groups[index].id in ids for index in self.members[s][1]))

    def consistent(self, held: Found) -> Outcome[Any]:
        """Ask, and stop everything when the budget is gone."""
        outcome = self.ask(held)
        if isinstance(outcome, Undecided):
            raise _OutOfBudget(outcome.reason)
        return outcome

    def expect(self, held: Found, verdict: type[Satisfied[Any]] | type[Unsatisfiable]) -> None:
        """A fault when the engine, asked about something already decided, says the opposite."""
        outcome = self.ask(held)
        if not isinstance(outcome, verdict | Undecided):
            words = ", ".join(group.id for group in self.names(held)) or "the rules alone"
            claim = "no conflict" if isinstance(outcome, Satisfied) else "a conflict"
            raise EngineFault(f"engines disagree: {self.engine} finds {claim} in {words}")

    def shrink(self, core: Found) -> tuple[Found, Reason | None]:
        """Leave out one after the other what is not needed for the contradiction. A question that stays undecided
        keeps its subject, and the result is then not known to be minimal: the reason says why."""
        cut: Reason | None = None
        for subject in sorted(core):
            if subject in core:
                outcome = self.ask(core - {subject})
                if isinstance(outcome, Unsatisfiable):
                    core = self.core(outcome, core - {subject})
                elif isinstance(outcome, Undecided):
                    cut = outcome.reason
        self.expect(core, Unsatisfiable)  # an engine's core is a claim
        return core, cut

    def grow(self, held: Found, outcome: Satisfied[Any]) -> Found:
        """As many subjects as can hold together, beginning with those held and those that the answer meets anyway."""
        held |= self.met_by(outcome.facts)
        for subject in sorted(self.all - held):
            if subject not in held:
                wider = self.consistent(held | {subject})
                if isinstance(wider, Satisfied):
                    held |= {subject} | self.met_by(wider.facts)
        return held

    def conflicts_by_size(self) -> Iterator[Found]:
        """Minimal conflicts, smallest first."""
        with _HittingSets([]) as hitting:
            while (candidate := hitting.smallest()) is not None:
                outcome = self.consistent(candidate)
                if isinstance(outcome, Satisfied):
                    hitting.must_hit(self.all - self.grow(candidate, outcome))
                else:
                    yield candidate
                    hitting.exclude(candidate)

    def repairs_by_size(self, conflicts: list[Found]) -> Iterator[Found]:
        """Minimal repairs, smallest first."""
        with _HittingSets(conflicts) as hitting:
            while (candidate := hitting.smallest()) is not None:
                outcome = self.consistent(self.all - candidate)
                if isinstance(outcome, Unsatisfiable):
                    conflict, cut = self.shrink(self.core(outcome, self.all - candidate))
                    if cut is not None:
                        raise _OutOfBudget(cut)
                    hitting.must_hit(conflict)
                else:
                    yield candidate
                    hitting.exclude(candidate)


def _outermost(group: Group, by_id: dict[str, Group]) -> Group:
    """The group at the top of what this one refines. A file may name a parent that is not there, or run in a circle."""
    passed = {group.id}
    while group.parent in by_id and group.parent not in passed:
        passed.add(group.parent)
        group = by_id[group.parent]
    return group


class _HittingSets:
    """Smallest sets that meet every set given so far and contain none of those excluded (python-sat's Hitman)."""

    def __init__(self, to_hit: Sequence[Found]) -> None:
        from pysat.examples.hitman import Hitman

        self._hitman = Hitman(bootstrap_with=[sorted(found) for found in to_hit], htype="sorted")
        self._impossible = any(not found for found in to_hit)

    def smallest(self) -> Found | None:
        if self._impossible:
            return None
        found = self._hitman.get()
        return None if found is None else frozenset(found)

    def must_hit(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.hit(sorted(found))

    def exclude(self, found: Found) -> None:
        self._impossible = self._impossible or not found
        if found:
            self._hitman.block(sorted(found))

    def __enter__(self) -> "_HittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()


def _met_groups(
    encoding: Encoding[Any], members: list[tuple[Group, tuple[int, ...]]]
) -> Callable[[Sequence[int]], Found]:
    """A function from an answer's facts to subjects that it meets anyway: spares a question for each of them.

    Only clauses over the puzzle's own facts can be read off an answer; subjects with others are left out.
    """
    if not isinstance(encoding, Cnf):
        return lambda _: frozenset()
    subject_of = {index: subject for subject, (_, indices) in enumerate(members) for index in indices}
    said: dict[Subject, list[list[int]]] = {subject: [] for subject in range(len(members))}
    clauses = encoding.clauses
    for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True):
        if group in subject_of:
            said[subject_of[group]].append(clause)
    readable = {
        subject: own for subject, own in said.items() if all(abs(lit) <= encoding.answers for c in own for lit in c)
    }

    def met(facts: Sequence[int]) -> Found:
        true = {fact for fact in facts if fact > 0}
        return frozenset(
            subject
            for subject, own in readable.items()
            if all(any((lit in true) if lit > 0 else (-lit not in true) for lit in clause) for clause in own)
        )

    return met
