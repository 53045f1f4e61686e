"""From a puzzle to its solving path, a certificate of the path, and a difficulty.

`open_path` prepares the position of a player and explains wrong entries first.

`certificate` writes a path as a DRUP proof, with the sentences in comments. Each forced fact is a unit clause that
follows by unit propagation from the clauses and facts before it, if necessary after clauses that an engine derived to
refute its opposite. The proof refutes the clause "one of the facts is false", which the first comment names.

`difficulty` rates a puzzle by criteria that mean the same for every puzzle. It solves in rounds. In a round, everything
that single constraints force is found at once; if there is nothing, one step of several constraints is taken. The
number of rounds, the size of the steps and the number of alternatives per round approximate what people find difficult.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from entails.encoders.encoder import with_assumptions
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, PathStatus, ReasonedPath, ReasonedStep, Unsatisfiable, WrongEntry
from entails.models.statement import DOMAINS, GroupIndex, Statement
from entails.solvers.engine import Budget, engine
from entails.solvers.proof import check_proof
from entails.solvers.sat import Propagator
from entails.solvers.soft import LimitReached
from entails.solvers.steps.finder import Finder
from entails.solvers.steps.position import PropagationState


@dataclass
class Walk:
    """A path in progress. `wrong` entries are known before the first step."""

    position: PropagationState
    finder: Finder
    wrong: tuple[WrongEntry, ...] = ()
    taken: list[ReasonedStep] = field(default_factory=list)

    def steps(self) -> Iterator[ReasonedStep]:
        for step in self.finder.path():
            self.taken.append(step)
            yield step

    @property
    def status(self) -> PathStatus:
        """Return the state of the path once no step is left."""
        if self.finder.reason is not None:
            return "undecided"
        try:
            fits = not self.position.broken and self.position.decided(list(self.position.switch.values()))
        except LimitReached as out:
            self.finder.reason = out.reason
            return "undecided"
        if not fits:
            return "contradiction"
        return "several" if self.position.open else "solved"

    def path(self) -> ReasonedPath:
        """Return the whole path."""
        for _ in self.steps():
            pass
        status = self.status
        reason: EndReason | None = self.finder.reason
        return ReasonedPath(tuple(self.taken), status, self.wrong, reason)


@contextmanager
def open_path(
    cnf: Cnf[Any],
    statement: Statement | None,
    limits: Limits,
    *,
    entries: Sequence[str] = (),
    seed: int = 0,
    smallest: bool = False,
) -> Iterator[Walk]:
    """Yield the position of a puzzle, ready for steps.

    `entries` are ids of groups entered by a player; wrong ones are explained and left out. With `smallest`, steps of
    several constraints are smallest ones.
    """
    budget = Budget(limits)
    number = {group.id: place for place, group in enumerate(cnf.groups)}
    entered = [number[name] for name in entries]
    holding = {} if statement is None else _holding(statement)
    wrong: dict[int, WrongEntry] = {}
    with suppress(LimitReached):  # then entries are not checked, and the path reports the time limit
        wrong = _wrong(cnf, entered, holding, budget, seed) if entered else {}
    with PropagationState(cnf, budget, without=set(wrong), holding=holding, seed=seed) as position:
        yield Walk(position, Finder(position, smallest=smallest), tuple(wrong.values()))


def _holding(statement: Statement) -> dict[int, int]:
    """Return the groups that give a variable a value, with the size of its domain."""
    holds = zip(GroupIndex.of(statement).holds, statement.variables, strict=True)
    return {group: len(variable.values) for group, variable in holds if group >= 0 and variable.holds.id != DOMAINS.id}


def _wrong(
    cnf: Cnf[Any], entries: Sequence[int], holding: dict[int, int], budget: Budget, seed: int
) -> dict[int, WrongEntry]:
    """Return the entries that the puzzle refutes, each with the reason.

    An entry is wrong if it is impossible by itself. If only several entries together are impossible, the last one is
    taken as wrong.
    """
    wrong: dict[int, WrongEntry] = {}
    with PropagationState(cnf, budget, without=entries, holding=holding, seed=seed) as position:
        if position.broken:
            return {}
        literal_of = {group: _literal(cnf, group) for group in entries}
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
                return {}  # the puzzle itself is inconsistent, so no entry is wrong
            reason = finder.refutation(literal)
            if reason is not None:
                _, facts = position.confirmed(literal, reason)
                facts = position.needed_facts(literal, reason, facts)
                wrong[group] = WrongEntry(
                    position.name(literal),
                    position.groups(reason),
                    position.names(facts),
                    len(reason) == 1 or position.needs_all(literal, reason) is True,
                )
    return wrong


def _literal(cnf: Cnf[Any], group: int) -> int:
    clauses = cnf.added
    return int(clauses.lits[clauses.starts[clauses.group_of.tolist().index(group)]])


_WRITES_PROOFS = "cadical195"


def certificate(cnf: Cnf[Any], path: ReasonedPath, entered: Sequence[str], limits: Limits) -> str:
    """Return the checked proof of a path that begins with these entries."""
    claimed = with_assumptions(cnf, entered)
    assert isinstance(claimed, Cnf)  # assumptions added to clauses give clauses
    forced = [literal for step in path.steps for literal in step.literals]
    denial = [-literal for literal in forced]
    lines = list(_lines(claimed, path, limits))
    if forced:
        proof = [line for line in lines if not line.startswith("c")]
        check = check_proof([*claimed.clauses.lists, denial], [*proof, "0"])
        if not check.verified:
            raise EngineFault(f"the certificate is invalid: {check.problem}")
    assumptions = " ".join(map(str, [*(literal[0] for literal in claimed.clauses.lists[len(cnf.clauses) :])]))
    head = [f"c refutes the clauses of the puzzle and the clause {' '.join(map(str, denial))} 0"]
    head += [f"c with a clause for each entry of the player: {assumptions}"] if assumptions else []
    return "\n".join([*head, *lines, "0"]) + "\n"


def _lines(cnf: Cnf[Any], path: ReasonedPath, limits: Limits) -> Iterator[str]:
    propagator = Propagator(cnf.clauses.lists)
    known: list[int] = []
    try:
        for number, step in enumerate(path.steps, 1):
            yield f"c step {number}: {step.sentence}"
            for literal in step.literals:
                if propagator.follow([-literal])[0]:
                    yield from _derived(cnf, known, literal, limits)
                yield f"{literal} 0"
                propagator.add([literal])
                known.append(literal)
    finally:
        propagator.delete()


def _derived(cnf: Cnf[Any], known: Sequence[int], literal: int, limits: Limits) -> Iterator[str]:
    """Yield the clauses that refute the opposite of a fact, each extended by the fact."""
    units = Clauses.of([[unit] for unit in (*known, -literal)])
    with engine(_WRITES_PROOFS).open(replace(cnf, added=cnf.added + units), limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        raise EngineFault("a step of the path could not be confirmed")
    for line in outcome.proof or ():
        if not line.startswith("d") and line.split() != ["0"]:
            yield f"{literal} {line}"


@dataclass(frozen=True)
class Difficulty:
    """Difficulty of a puzzle, from its steps.

    Attributes:
        rounds: Number of rounds.
        stuck: Rounds in which no constraint alone forces a fact.
        largest: Largest number of constraints in a step.
        sizes: Total number of constraints in steps of several constraints.
        steps: Number of steps.
        available: Mean number of constraints that force a fact in a round.
        least_available: Its minimum.
        effort: rounds + 2 · sizes.
    """

    status: PathStatus
    rounds: int
    stuck: int
    largest: int
    sizes: int
    steps: int
    available: float
    least_available: int
    reason: EndReason | None = None

    @property
    def effort(self) -> int:
        return self.rounds + 2 * self.sizes


def difficulty(cnf: Cnf[Any], statement: Statement | None, limits: Limits, *, seed: int = 0) -> Difficulty:
    """Solve in rounds until everything is known, nothing more is forced, or a limit is reached."""
    available: list[int] = []
    sizes: list[int] = []
    steps = 0
    with open_path(cnf, statement, limits, seed=seed) as walk:
        here, finder = walk.position, walk.finder
        while here.open and not here.broken and not finder.budget.out_of_time:
            at_once = finder.all_single_steps()
            if at_once is None:
                break
            if at_once:
                available.append(len(at_once))
                steps += len(at_once)
                here.learn(literal for _, literals in at_once for literal in literals)
                continue
            step = finder.next_step()
            if step is None:
                break
            finder.take(step)
            available.append(1 if len(step.statements) == 1 else 0)
            steps += 1
            if len(step.statements) > 1:
                sizes.append(len(step.statements))
        if finder.budget.out_of_time and here.open:
            finder.reason = "time"
        return Difficulty(
            status=walk.status,
            rounds=len(available),
            stuck=len(sizes),
            largest=max(sizes, default=1 if steps else 0),
            sizes=sum(sizes),
            steps=steps,
            available=round(sum(available) / len(available), 3) if available else 0.0,
            least_available=min(available, default=0),
            reason=finder.reason,
        )
