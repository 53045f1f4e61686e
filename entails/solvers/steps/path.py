"""From a puzzle to its solving path, with a certificate of the path and a difficulty.

`open_path` prepares the position of a player and explains wrong entries first.

`certificate` writes a path as a DRUP proof, with the sentences in comments. Each forced fact is a unit clause that
follows by unit propagation from the clauses and facts before it, if necessary after clauses that an engine derived to
refute its opposite. The proof refutes the clause "one of the facts is false", which the first comment names.

`difficulty` rates a puzzle by criteria that mean the same for every puzzle. It solves in rounds. In a round, everything
that single constraints force is found at once; if there is nothing, one step of several constraints is taken. The
number of rounds, the size of the steps and the number of alternatives per round approximate what people find difficult.

The next step is one constraint alone, else a few together, else a refuted supposition.

Small sets of constraints are found as in "Using small MUSes to explain how to solve pen and paper puzzles" (Espasa,
Gent, Hoffmann, Jefferson & Lynch 2021): an engine's core that refutes a literal is shrunk, and the search is repeated
with some constraints left out at random. The solution is not used: a fact counts once its opposite is refuted.

`SmallestReason` finds a smallest set by implicit hitting sets ("Efficiently explaining CSPs with unsatisfiable subset
optimization", Gamba, Bogaerts & Guns 2023). A maximal set of constraints that is consistent with the literal leaves out
others, and every reason needs one of these. So a smallest set that hits all such complements is a smallest reason, or
it yields another complement.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from entails.encoders.encoder import with_assumptions
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, PathStatus, Reason, ReasonedPath, ReasonedStep, Unsatisfiable, WrongEntry
from entails.models.statement import DOMAINS, GroupIndex, Statement
from entails.solvers.engine import Budget, engine
from entails.solvers.mus import HittingSets
from entails.solvers.proof import check_proof
from entails.solvers.sat import Propagator
from entails.solvers.soft import LimitReached
from entails.solvers.steps.position import PropagationState

_MOST_KEPT = 2_000


class SmallestReason:
    """A search for smallest reasons in one position. Literals of the same solution share known complements."""

    def __init__(self, position: PropagationState) -> None:
        self._position, self._budget = position, position.budget
        self._every = list(position.statements)
        self._left_out: list[tuple[frozenset[int], frozenset[int]]] = []
        """The literals of a solution, and the constraints that it violates."""

    def below(self, literal: int, bound: int) -> frozenset[int] | None:
        """Return a smallest set of fewer than `bound` constraints that refutes a literal; None if there is none."""
        here = self._position
        if here.refuted(literal, self._every, None) is None:
            return None
        known = [left for literals, left in self._left_out if literal in literals]
        with HittingSets(known, self._budget) as hitting:
            while True:
                if self._budget.out_of_time:
                    raise LimitReached("time")
                candidate = hitting.smallest()
                if candidate is None or len(candidate) >= bound:
                    return None
                if here.refuted(literal, list(candidate), None) is not None:
                    return candidate
                hitting.must_hit(self._leftover(literal, candidate))

    def _leftover(self, literal: int, held: frozenset[int]) -> frozenset[int]:
        """Return the constraints outside a maximal set that contains `held` and is consistent with the literal."""
        here, kept = self._position, list(held)
        model = here.search.get_model()
        waiting = [group for group in self._every if group not in held]
        bundle = 1
        while waiting:
            if here.refuted(literal, [*kept, *waiting[:bundle]], None) is None:
                model = here.search.get_model()
                kept += waiting[:bundle]
                del waiting[:bundle]
                bundle *= 2
            elif bundle == 1:
                del waiting[0]
            else:
                bundle = max(1, min(bundle, len(waiting)) // 2)
        left = frozenset(self._every).difference(kept)
        if len(self._left_out) < _MOST_KEPT:
            self._left_out.append((frozenset(model[: here.cnf.answers]), left))
        return left


_ALONE_WITHIN = 20
_EFFORTS: tuple[int | None, ...] = (0, 20, 200, 2_000, None)
"""Conflict limits of refutations, tried in this order; 0 is unit propagation."""
_TRIED_BY_PROPAGATION, _TRIED = 60, 10
"""Number of cores that are shrunk, the shortest ones: by propagation, and in a search beyond it."""
_PROPAGATIONS = 200_000
"""Limit of a search for fewer constraints than propagation needs, unless the step is a supposition."""
_ROUNDS = 6
"""Number of tries with a random part of the constraints."""
_SUPPOSING_FROM = 10
"""Number of constraints above which a step is presented as a supposition."""
_MOST_FACTS_TRACED = 12


class Finder:
    """A search for steps from a position, which advances as steps are taken. A time limit sets `reason`."""

    def __init__(self, position: PropagationState, *, smallest: bool = False) -> None:
        self.position, self.budget, self.smallest = position, position.budget, smallest
        self.reason: Reason | None = None
        self._reasons: dict[int, list[int]] = {}
        """Constraints that refute a literal, from earlier steps; they stay valid."""
        self._until: int | None = None
        """Number of propagations at which a search for a smaller step ends."""

    def path(self) -> Iterator[ReasonedStep]:
        """Yield the steps of a path; each is taken before the next one is searched."""
        while not self.position.broken and self.position.open:
            step = self.next_step()
            if step is None:
                return
            self.take(step)
            yield step

    def next_step(self) -> ReasonedStep | None:
        """Return the next step; None if nothing is forced or the time limit is reached."""
        try:
            return next(self.single_steps(), None) or self.small_step()
        except LimitReached as out:
            self.reason = out.reason
            return None

    def take(self, step: ReasonedStep) -> None:
        self.position.learn(step.literals)

    def single_steps(self) -> Iterator[ReasonedStep]:
        """Yield steps that consist of one constraint, from the constraints that may force a new fact."""
        here = self.position
        for group in tuple(here.changed):
            if self._is_over():
                return
            forced = here.follows([group])
            if forced is None:
                here.broken = True
                return
            if forced:
                yield self._step([group], forced, by_propagation=True)
                return
            if group not in here.needs_search:
                del here.changed[group]
        for group in tuple(here.changed):
            if self._is_over():
                return
            forced = self._alone_by_search(group)
            if forced:
                yield self._step([group], forced, by_propagation=False)
                return
            del here.changed[group]

    def all_single_steps(self) -> list[tuple[int, list[int]]] | None:
        """Return the facts that each constraint alone forces by propagation; None if one constraint is violated."""
        here = self.position
        forcing = []
        for group in tuple(here.changed):
            follows = here.follows([group])
            if follows is None:
                here.broken = True
                return None
            if follows:
                forcing.append((group, follows))
        return forcing

    def small_step(self) -> ReasonedStep | None:
        """Return a step with a small set of constraints; None if nothing is forced or the time limit is reached."""
        best: tuple[list[int], int] | None = None
        for effort in _EFFORTS:
            bounded = best is not None and len(best[0]) <= _SUPPOSING_FROM
            self._until = self.position.propagations() + _PROPAGATIONS if bounded else None
            best = self._smallest(effort, best)
            if self._is_over():
                return None
            if best is not None and (effort or len(best[0]) <= 2):
                break
        if best is None:
            return None
        return self._proven(*best) if self.smallest else self._of_several(best[0], -best[1])

    def _smallest(self, effort: int | None, best: tuple[list[int], int] | None) -> tuple[list[int], int] | None:
        """Return a small set of constraints and the literal that it refutes: of equal sets, one that forces most.

        `best` is the smallest one known.
        """
        here = self.position
        statements = list(here.statements)
        cores: list[tuple[int, list[int]]] = []
        for literal in self._suspects():
            if self._stops():
                break
            core = here.refuted(literal, statements, effort)
            if core is not None:
                cores.append((literal, core))
                known = self._reasons.get(literal)
                if known is not None and (best is None or len(known) < len(best[0])):
                    best = known, literal
        cores.sort(key=lambda item: len(item[1]))
        del cores[_TRIED_BY_PROPAGATION if effort == 0 else _TRIED :]
        equal = [] if best is None else [best]
        for literal, core in cores:
            if self._stops():
                break
            shrunk = self._shrunk(literal, core, effort, len(equal[0][0]) + 1 if equal else None)
            if shrunk is not None:
                self._reasons[literal] = shrunk
                if equal and len(shrunk) < len(equal[0][0]):
                    equal.clear()
                equal.append((shrunk, literal))
        if not equal:
            return None
        groups, target = max(equal, key=lambda item: len(here.follows(item[0]) or ()))
        return self._improved(groups, target, [literal for literal, _ in cores], effort)

    def _proven(self, best: list[int], target: int) -> ReasonedStep:
        """Return a smallest step: search for smaller reasons for every literal until none can exist."""
        search = SmallestReason(self.position)
        proven = True
        for literal in self._suspects():
            try:
                smaller = search.below(literal, len(best))
            except LimitReached:
                proven = False
                break
            if smaller is not None:
                best, target = sorted(smaller), literal
        step = self._of_several(best, -target)
        return replace(step, smallest=proven and len(step.statements) == len(best))

    def refutation(self, literal: int) -> list[int] | None:
        """Return a small set of constraints that refutes a literal, without a conflict limit; None if none does."""
        here = self.position
        core = here.refuted(literal, list(here.statements), None)
        if core is None:
            return None
        self._until = None
        best = self._shrunk(literal, core, None, None) or core
        return self._improved(best, literal, [literal], _EFFORTS[1])[0]

    def _suspects(self) -> Iterator[int]:
        """Yield the literals that may be refutable: both literals of each open fact."""
        for fact in self.position.open:
            yield fact
            yield -fact

    def _improved(
        self, best: list[int], target: int, refutable: list[int], effort: int | None
    ) -> tuple[list[int], int]:
        """Search for a smaller reason after leaving out some constraints at random."""
        here, dice = self.position, self.position.dice
        for _ in range(_ROUNDS):
            if len(best) <= 2 or self._stops():
                break
            kept = [group for group in here.statements if dice.random() * (len(best) + 1) >= 1]
            for literal in refutable:
                core = here.refuted(literal, kept, effort)
                if core is not None and (core := self._shrunk(literal, core, effort, len(best))) is not None:
                    self._reasons[literal] = best = core
                    target = literal
                if self._stops():
                    break
        return best, target

    def _shrunk(self, literal: int, core: list[int], effort: int | None, below: int | None) -> list[int] | None:
        """Return a minimal part of a core; None once it is known to have at least `below` constraints."""
        here = self.position
        needed: list[int] = []
        waiting = sorted(core)
        here.dice.shuffle(waiting)
        while waiting:
            group = waiting.pop()
            less = here.refuted(literal, [*needed, *waiting], effort)
            if less is None:
                needed.append(group)
                if below is not None and len(needed) >= below:
                    return None
            else:
                kept = set(less)
                needed = [statement for statement in needed if statement in kept]
                waiting = [statement for statement in waiting if statement in kept]
        return needed

    def _alone_by_search(self, group: int) -> list[int]:
        """Return the literals that one constraint alone forces by search, beyond propagation."""
        return [-literal for literal in self.position.refuted_alone(group, _ALONE_WITHIN)]

    def _of_several(self, groups: list[int], forced: int) -> ReasonedStep:
        """Build a step of several constraints, with all facts that they imply by propagation."""
        here = self.position
        follows = here.follows(groups)
        if follows is None:
            here.broken = True
        by_propagation = bool(follows) or here.follows(groups, -forced) is None
        also = [literal for literal in follows or () if literal != forced]
        return self._step(groups, [forced, *also], by_propagation=by_propagation)

    def _step(self, groups: list[int], forced: list[int], *, by_propagation: bool) -> ReasonedStep:
        """Build a step after a second engine has confirmed its facts.

        Constraints that this engine does not need for the first fact are removed, and so are facts that do not follow
        without them. The known facts of the step are those that this engine needed.
        """
        here = self.position
        forced = here.without_implied(forced)
        groups, minimal = here.only_needed(-forced[0], groups)
        used: set[int] = set()
        verified, confirmed_facts = True, list[int]()
        for place, literal in enumerate(forced):
            confirmed, facts = here.confirmed(-literal, groups)
            if place and confirmed is False:
                continue
            confirmed_facts.append(literal)
            verified = verified and confirmed is True
            if place < _MOST_FACTS_TRACED:
                used.update(here.needed_facts(-literal, groups, facts))
        return ReasonedStep(
            statements=here.groups(groups),
            facts=here.names(used),
            forces=(here.name(forced[0]), *here.names(confirmed_facts[1:])),
            tier="alone" if len(groups) <= 1 else "few" if len(groups) <= _SUPPOSING_FROM else "supposition",
            minimal=minimal,
            smallest=len(groups) <= 1,
            by_propagation=by_propagation,
            verified=verified,
            literals=tuple(confirmed_facts),
        )

    def _stops(self) -> bool:
        return self._is_over() or (self._until is not None and self.position.propagations() > self._until)

    def _is_over(self) -> bool:
        if self.budget.out_of_time:
            self.reason = "time"
        return self.reason is not None


@dataclass
class Walk:
    """A path in progress. `wrong` has the refuted entries, known before the first step."""

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
        """Return the status of the path once no step is left."""
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
        """Return the whole path with its status."""
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
    """Open the position of a puzzle, ready for steps.

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
    """Return the groups that assign a value to a variable, with the size of its domain."""
    holds = zip(GroupIndex.of(statement).holds, statement.variables, strict=True)
    return {group: len(variable.values) for group, variable in holds if group >= 0 and variable.holds.id != DOMAINS.id}


def _wrong(
    cnf: Cnf[Any], entries: Sequence[int], holding: dict[int, int], budget: Budget, seed: int
) -> dict[int, WrongEntry]:
    """Return the entries that the puzzle refutes, each with its reason.

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
                reason, minimal = position.only_needed(literal, reason)
                _, facts = position.confirmed(literal, reason)
                facts = position.needed_facts(literal, reason, facts)
                wrong[group] = WrongEntry(
                    position.name(literal),
                    position.groups(reason),
                    position.names(facts),
                    minimal,
                )
    return wrong


def _literal(cnf: Cnf[Any], group: int) -> int:
    clauses = cnf.added
    return int(clauses.lits[clauses.starts[clauses.group_of.tolist().index(group)]])


_WRITES_PROOFS = "cadical195"


def certificate(cnf: Cnf[Any], path: ReasonedPath, entered: Sequence[str], limits: Limits) -> str:
    """Return the checked proof of a path that starts with these entries."""
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
    """Yield the proof clauses that refute the negation of a fact, each extended by the fact."""
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
    """Difficulty of a puzzle, measured on its steps.

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
    """Solve in rounds until everything is known, nothing more is forced, or a limit is reached; rate the rounds."""
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
