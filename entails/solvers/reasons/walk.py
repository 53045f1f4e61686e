"""From a puzzle to its steps: the position of a player made ready, wrong entries found first, the path walked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from entails.models.encoding import Cnf
from entails.models.limits import Limits
from entails.models.outcome import EndReason
from entails.models.statement import DOMAINS, Statement
from entails.models.statement.grain import Grain
from entails.models.steps import PathStatus, ReasonedPath, ReasonedStep, WrongEntry
from entails.solvers.budget import Budget
from entails.solvers.doubts import OutOfBudget
from entails.solvers.reasons.finder import Finder
from entails.solvers.reasons.position import Position


@dataclass
class Walk:
    """Steps as they are looked for. `wrong` is known before the first of them."""

    position: Position
    finder: Finder
    wrong: tuple[WrongEntry, ...] = ()
    taken: list[ReasonedStep] = field(default_factory=list)

    def steps(self) -> Iterator[ReasonedStep]:
        for step in self.finder.path():
            self.taken.append(step)
            yield step

    @property
    def status(self) -> PathStatus:
        """How it stands once no step is left."""
        if self.finder.reason is not None:
            return "undecided"
        try:
            fits = not self.position.broken and self.position.decided(list(self.position.switch.values()))
        except OutOfBudget as out:
            self.finder.reason = out.reason
            return "undecided"
        if not fits:
            return "contradiction"
        return "several" if self.position.open else "solved"

    def path(self) -> ReasonedPath:
        """The whole path."""
        for _ in self.steps():
            pass
        status = self.status
        reason: EndReason | None = self.finder.reason
        return ReasonedPath(tuple(self.taken), status, self.wrong, reason)


@contextmanager
def walking(
    cnf: Cnf[Any],
    statement: Statement | None,
    limits: Limits,
    *,
    entries: Sequence[str] = (),
    seed: int = 0,
    smallest: bool = False,
) -> Iterator[Walk]:
    """The position of a puzzle, ready to walk. `entries` are ids of groups that a player says; those that cannot be are
    explained and left out. Steps of several statements are the `smallest` there are, where that is asked for."""
    budget = Budget(limits)
    number = {group.id: place for place, group in enumerate(cnf.groups)}
    said = [number[name] for name in entries]
    holding = {} if statement is None else _holding(statement)
    wrong: dict[int, WrongEntry] = {}
    with suppress(OutOfBudget):  # then they are taken at their word, and the path says that the time is over
        wrong = _wrong(cnf, said, holding, budget, seed) if said else {}
    with Position(cnf, budget, without=set(wrong), holding=holding, seed=seed) as position:
        yield Walk(position, Finder(position, smallest=smallest), tuple(wrong.values()))


def _holding(statement: Statement) -> dict[int, int]:
    """The groups that say of one variable that it has a value, and how many it has."""
    holds = zip(Grain.of(statement).holds, statement.variables, strict=True)
    return {group: len(one.values) for group, one in holds if group >= 0 and one.holds.id != DOMAINS.id}


def _wrong(
    cnf: Cnf[Any], said: Sequence[int], holding: dict[int, int], budget: Budget, seed: int
) -> dict[int, WrongEntry]:
    """The entries that the puzzle refutes, each with the reason. An entry is wrong when it cannot be, whatever else the
    player says; where only several together cannot be, the last of them is taken for the wrong one."""
    found: dict[int, WrongEntry] = {}
    with Position(cnf, budget, without=said, holding=holding, seed=seed) as position:
        if position.broken:
            return {}
        literal_of = {group: _literal(cnf, group) for group in said}
        finder, switches = Finder(position), list(position.switch.values())
        if position.decided([*switches, *literal_of.values()]):
            return {}
        right: list[int] = []
        for group, literal in literal_of.items():
            if position.decided([*switches, literal]):
                if position.decided([*switches, *right, literal]):
                    right.append(literal)
                    continue
                position.learn(right)
            if not position.decided(switches):
                return {}  # the puzzle itself contradicts: no entry is to blame
            reason = finder.refutation(literal)
            if reason is not None:
                _, facts = position.confirmed(literal, reason)
                facts = position.needed_facts(literal, reason, facts)
                found[group] = WrongEntry(
                    position.name(literal),
                    position.groups(reason),
                    position.names(facts),
                    len(reason) == 1 or position.needs_all(literal, reason) is True,
                )
    return found


def _literal(cnf: Cnf[Any], group: int) -> int:
    clauses = cnf.added
    return int(clauses.lits[clauses.starts[clauses.group_of.tolist().index(group)]])
