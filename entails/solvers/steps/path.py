"""From a puzzle to its steps: the position of a player made ready, wrong entries found first, the path walked.

A path of steps as a proof that other programs can check (DRUP), with the sentences in comments.

Each forced fact is a clause of one literal, which follows by unit propagation from the clauses and the facts before it;
where that is not enough, the clauses that an engine derived to refute its opposite stand before it. The proof refutes
that one of the facts does not hold: the clause that says so is in the first comment, to be appended to the formula.

How hard a puzzle is, from its steps alone: criteria that mean the same for every puzzle.

It is solved in rounds. In each, everything that one statement alone forces is found at once; where there is nothing,
one step of several statements is taken. How many rounds there are, how large the steps must be and how much there is to
find in a round are what people feel, as far as a program can tell without knowing the puzzle.
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
    """Steps as they are looked for. `wrong` is known before the first of them."""

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
        """How it stands once no step is left."""
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
    with suppress(LimitReached):  # then they are taken at their word, and the path says that the time is over
        wrong = _wrong(cnf, said, holding, budget, seed) if said else {}
    with PropagationState(cnf, budget, without=set(wrong), holding=holding, seed=seed) as position:
        yield Walk(position, Finder(position, smallest=smallest), tuple(wrong.values()))


def _holding(statement: Statement) -> dict[int, int]:
    """The groups that say of one variable that it has a value, and how many it has."""
    holds = zip(GroupIndex.of(statement).holds, statement.variables, strict=True)
    return {group: len(one.values) for group, one in holds if group >= 0 and one.holds.id != DOMAINS.id}


def _wrong(
    cnf: Cnf[Any], said: Sequence[int], holding: dict[int, int], budget: Budget, seed: int
) -> dict[int, WrongEntry]:
    """The entries that the puzzle refutes, each with the reason. An entry is wrong when it cannot be, whatever else the
    player says; where only several together cannot be, the last of them is taken for the wrong one."""
    found: dict[int, WrongEntry] = {}
    with PropagationState(cnf, budget, without=said, holding=holding, seed=seed) as position:
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


_WRITES_PROOFS = "cadical195"


def certificate(cnf: Cnf[Any], path: ReasonedPath, entered: Sequence[str], limits: Limits) -> str:
    """The proof of a path that begins with these entries, checked before it is given out."""
    claimed = with_assumptions(cnf, entered)
    assert isinstance(claimed, Cnf)  # clauses stay clauses
    forced = [literal for step in path.steps for literal in step.literals]
    denial = [-literal for literal in forced]
    lines = list(_lines(claimed, path, limits))
    if forced:
        proof = [line for line in lines if not line.startswith("c")]
        found = check_proof([*claimed.clauses.lists, denial], [*proof, "0"])
        if not found.verified:
            raise EngineFault(f"the certificate does not hold: {found.problem}")
    said = " ".join(map(str, [*(literal[0] for literal in claimed.clauses.lists[len(cnf.clauses) :])]))
    head = [f"c refutes the clauses of the puzzle and the clause {' '.join(map(str, denial))} 0"]
    head += [f"c with a clause for each entry of the player: {said}"] if said else []
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
    """The clauses on the way to a fact: those that refute its opposite, each with the fact as a way out."""
    units = Clauses.of([[one] for one in (*known, -literal)])
    with engine(_WRITES_PROOFS).open(replace(cnf, added=cnf.added + units), limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        raise EngineFault("a step of the path could not be proved again")
    for line in outcome.proof or ():
        if not line.startswith("d") and line.split() != ["0"]:
            yield f"{literal} {line}"


@dataclass(frozen=True)
class Difficulty:
    """`rounds` as told above; `stuck` those in which no statement alone forces anything; `largest` the most statements
    that a step takes; `sizes` the statements of all steps of several, added up; `steps` all steps, one statement or
    more; `available` how many statements force something in a round, on average, `least_available` in the worst one.
    `effort` is rounds + 2 · sizes."""

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
    """Walk in rounds until everything is known, or nothing more is forced, or the limits come first."""
    available: list[int] = []
    sizes: list[int] = []
    steps = 0
    with walking(cnf, statement, limits, seed=seed) as walk:
        here, finder = walk.position, walk.finder
        while here.open and not here.broken and not finder.budget.out_of_time:
            at_once = finder.every_alone()
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
