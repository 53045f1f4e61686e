"""The SAT solvers of python-sat, each as an engine for `Cnf`; those with cardinality constraints also for `CnfPlus`.

`ENGINES` records the measured capabilities of each solver; the contract suite checks them against the installed
solvers. `SatSession` is a formula loaded into a solver, `RestartingSession` one for a solver that answers only once.

`Propagator` does unit propagation for all of them. The solvers' own `propagate` omits literals that they already hold
at level 0, which depend on what they have learnt. `Propagator` never searches and assumes unit clauses instead of
adding them, so every implied literal is listed.
"""

import time
from array import array
from collections import defaultdict
from collections.abc import Collection, Container, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from threading import Event
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from entails.models.encoding import AtMostK, Clauses, Cnf, CnfPlus, Encoding, Kind
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Core, EndReason, Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.engine import (
    BaseSession,
    Budget,
    Capability,
    Engine,
    GroupVerdict,
    Session,
    renamed,
    run_stoppable,
)

if TYPE_CHECKING:
    from entails.solvers.soft import SoftClauses


class Propagator:
    """Unit propagation on clauses and on cardinality constraints (at most k of these literals), without search."""

    def __init__(self, clauses: Iterable[list[int]], at_most: Sequence[tuple[list[int], int]] = ()) -> None:
        from pysat.solvers import Minicard, Minisat22

        self._solver: Any = Minicard() if at_most else Minisat22()
        self._units: list[int] = []
        self._broken = False
        for clause in clauses:
            self.add(clause)
        for lits, k in at_most:
            self._solver.add_atmost(lits, k)

    def add(self, clause: list[int]) -> None:
        different = set(clause)
        if len(different) > 1:
            self._solver.add_clause(clause)
        elif different:
            self._units += different
        else:
            self._broken = True

    def follow(self, assume: Sequence[int]) -> tuple[bool, tuple[int, ...]]:
        """Propagate assumptions; return False if a conflict occurs, and the implied literals with the assumptions."""
        import pysolvers

        try:
            consistent, literals = self._solver.propagate([*self._units, *assume])
        except pysolvers.error as error:  # python-sat's error for Ctrl-C
            raise KeyboardInterrupt from error
        return bool(consistent) and not self._broken, tuple(literals)

    def delete(self) -> None:
        self._solver.delete()


A = TypeVar("A")

_COUNTED = ("conflicts", "decisions", "propagations")
_FEW_CONFLICTS = 4_000
_HARDLY_ANY_CONFLICTS = 100


class SatSession(BaseSession, Generic[A]):
    """A loaded SAT solver, with a selector per soft group (on request) and an activation literal per scope."""

    def __init__(self, engine: "SatEngine", cnf: Cnf[A], limits: Limits, options: Options) -> None:
        self.engine_name = engine.name
        self._engine = engine
        self._cnf = cnf
        self._options = options
        self._budget = Budget(limits)
        self._top = cnf.variables
        self._scopes: list[int] = []
        self._additions: dict[int, int] = {}  # the switch of each, and the scope depth
        self._selectors: dict[int, int] = {}
        if options.soft_groups:
            self._selectors = {group: self._fresh() for group in cnf.soft}
        self._solver: Any = None
        self._added = array("i")  # clauses added later, each ended by 0: there may be millions
        self._propagator: Propagator | None = None
        self._counted: dict[str, int] = {}
        self._load()

    def _fresh(self) -> int:
        self._top += 1
        return self._top

    def _load(self) -> None:
        from pysat.solvers import Solver

        proof = {"with_proof": True} if self._options.proof else {}
        self._solver = Solver(name=self._engine.code, **proof)
        self._solver.append_formula(self._guarded(self._cnf.base))
        self._solver.append_formula(self._guarded(self._cnf.added))
        if self._solver.nof_vars() < 1:  # MapleSAT crashes on a formula without variables
            self._solver.add_clause([1, -1])

    def _guarded(self, clauses: Clauses) -> Iterable[list[int]]:
        """Return the clauses; a clause of a soft group is extended by its negated selector."""
        selectors = self._selectors
        if not selectors:
            return clauses
        return (
            [*clause, -selectors[group]] if group in selectors else clause
            for clause, group in zip(clauses, clauses.group_of.tolist(), strict=True)
        )

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        started = time.perf_counter()
        if groups is not None and not self._options.soft_groups:
            raise UnsupportedCapability("selecting groups requires a session opened with Options(soft_groups=True)")
        if self._options.proof and assume:
            raise UnsupportedCapability("a proof cannot use assumptions: add them to the puzzle")
        if reason := self._stopped_by():
            return Undecided(reason, Stats(self.engine_name))
        held = self._selectors if groups is None else [group for group in self._selectors if group in groups]
        assumptions = [*assume, *(self._selectors[group] for group in held), *self._scopes, *self._additions]
        verdict = self._run(assumptions, self._budget.seconds)
        stats = self._stats(time.perf_counter() - started)
        self._budget.spend_conflicts(stats.conflicts or 0)
        if verdict is None:
            return Undecided(self._budget.exhausted_limit(), stats)
        return self._satisfied(stats) if verdict else self._unsatisfiable(assumptions, stats)

    def test(self, groups: Collection[int], seconds: float | None = None) -> GroupVerdict:
        """Return whether some soft groups are consistent, without decoding a solution."""
        if reason := self._stopped_by():
            return GroupVerdict(None, reason=reason)
        assumptions = [*map(self._selectors.__getitem__, groups), *self._scopes, *self._additions]
        consistent = self._run(assumptions, self._budget.seconds if seconds is None else seconds)
        if self._budget.conflicts is not None:
            self._budget.spend_conflicts(self._stats(0.0).conflicts or 0)
        if consistent is None:
            return GroupVerdict(None, reason="time" if self._budget.conflicts else self._budget.exhausted_limit())
        if consistent or "core" not in self._engine.capabilities:
            return GroupVerdict(consistent)
        named = map(self._group_of.get, self._solver.get_core() or ()) if assumptions else ()
        return GroupVerdict(False, core=frozenset(group for group in named if group is not None))

    @cached_property
    def _group_of(self) -> dict[int, int]:
        return {selector: group for group, selector in self._selectors.items()}

    def satisfied(self) -> Collection[int]:
        """Return the soft groups whose clauses the last solution satisfies."""
        return self._soft_clauses.satisfied(self._solver.get_model())

    @cached_property
    def _soft_clauses(self) -> "SoftClauses":
        from entails.solvers.soft import SoftClauses

        return SoftClauses(self._cnf, self._cnf.variables)

    def _run(self, assumptions: list[int], seconds: float | None) -> bool | None:
        """Return whether the formula is satisfiable; None if a limit was reached.

        A long search runs in a thread that can be stopped, so that this thread receives Ctrl-C: python-sat's own
        handler leaves the solver by a longjmp, which sometimes corrupts memory. A short search needs no thread.
        """
        conflicts = self._budget.conflicts
        if self._engine.isolated:
            return self._search(assumptions, conflicts)
        short = _FEW_CONFLICTS if seconds is None else _HARDLY_ANY_CONFLICTS
        few = short if conflicts is None else min(conflicts, short)
        verdict = self._search(assumptions, few)
        if verdict is not None or few == conflicts:
            return verdict
        conflicts = None if conflicts is None else conflicts - few
        if "interrupt" not in self._engine.capabilities:
            stopped = Event()
            return run_stoppable(partial(self._search_in_steps, assumptions, conflicts, stopped), stopped.set, seconds)
        try:
            search = partial(self._search, assumptions, conflicts, interruptible=True)
            return run_stoppable(search, self._solver.interrupt, seconds)
        finally:
            self._solver.clear_interrupt()

    def _search(self, assumptions: list[int], conflicts: int | None, interruptible: bool = False) -> bool | None:
        try:
            if conflicts is None and not interruptible:
                return bool(self._solver.solve(assumptions=assumptions))
            self._solver.conf_budget(-1 if conflicts is None else conflicts)
            verdict: bool | None = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=interruptible)
            return verdict
        except Exception as error:
            import pysolvers  # imported late: this runs once per solution

            if isinstance(error, pysolvers.error):  # python-sat's error for Ctrl-C
                raise KeyboardInterrupt from error
            raise

    def _search_in_steps(self, assumptions: list[int], conflicts: int | None, stopped: Event) -> bool | None:
        """Run the solver in steps with small conflict limits, because it cannot be interrupted."""
        while not stopped.is_set() and conflicts != 0:
            few = _FEW_CONFLICTS if conflicts is None else min(conflicts, _FEW_CONFLICTS)
            verdict = self._search(assumptions, few)
            if verdict is not None:
                return verdict
            conflicts = None if conflicts is None else conflicts - few
        return None

    def answers(self, most: int | None) -> Generator[A, None, EndReason | None]:
        """List solutions by repeated solving and blocking, without statistics for each query."""
        assumptions = [*self._selectors.values(), *self._scopes, *self._additions]
        blocked: list[int] = []
        number = 0
        limited = self._budget.seconds is not None or self._budget.conflicts is not None
        reason: EndReason | None = None
        while not limited or (reason := self._stopped_by()) is None:
            verdict = self._run(assumptions, self._budget.seconds)
            if self._budget.conflicts is not None:
                self._budget.spend_conflicts(self._stats(0.0).conflicts or 0)
            if verdict is None:
                return self._budget.exhausted_limit()
            if not verdict:
                return None
            true, facts = self._model()
            if number and facts == blocked:
                raise EngineFault(f"engine {self.engine_name} returned a blocked solution again")
            if number == most:
                return "maximum"
            number += 1
            yield self._cnf.decode(true)
            self.block(facts)
            blocked = facts
        return reason

    def _stopped_by(self) -> Reason | None:
        """Return the exhausted limit that forbids another search; None if there is none."""
        if self._budget.out_of_time:
            return "time"
        return "conflicts" if self._budget.conflicts == 0 else None

    def _model(self) -> tuple[list[int], list[int]]:
        """Return the true facts, and the facts that distinguish this solution from every other."""
        model = self._solver.get_model()
        wanted = self._cnf.answers
        if len(model) > wanted:
            model = model[:wanted]
        true = [lit for lit in model if lit > 0]
        if self._cnf.one_hot:
            return true, true
        if len(model) < wanted:  # a variable in no clause may be absent from the model; false is as good as true
            model += range(-len(model) - 1, -wanted - 1, -1)
        return true, model

    def _satisfied(self, stats: Stats) -> Satisfied[A]:
        true, facts = self._model()
        return Satisfied(self._cnf.decode(true), stats, tuple(facts), self._worth())

    def _worth(self) -> float | None:
        """Return the objective value of the last solution, which may not be optimal; None without an objective."""
        if self._cnf.objective is None:
            return None
        return float(self._cnf.objective.worth({literal for literal in self._solver.get_model() if literal > 0}))

    def _unsatisfiable(self, assumptions: list[int], stats: Stats) -> Unsatisfiable:
        of_the_puzzle = not assumptions and not self._added  # blocked solutions are not part of the puzzle
        proof = tuple(self._solver.get_proof()) if self._options.proof and of_the_puzzle else None
        if "core" not in self._engine.capabilities:
            return Unsatisfiable(stats, None, proof)
        core = set(self._solver.get_core() or ()) if assumptions else set()
        named = tuple(self._cnf.groups[group].id for group, lit in self._selectors.items() if lit in core)
        added = tuple(switch for switch in self._additions if switch in core)
        aside = {*self._selectors.values(), *self._scopes, *self._additions}
        return Unsatisfiable(stats, Core(named, tuple(sorted(core - aside, key=abs)), added), proof)

    def _counters(self) -> dict[str, int]:
        try:
            return self._solver.accum_stats() or {}
        except NotImplementedError:
            return {}

    def _stats(self, seconds: float) -> Stats:
        """Return the statistics of the last query; the solver itself counts from its loading."""
        before, self._counted = self._counted, self._counters()
        conflicts, decisions, propagations = (
            self._counted[key] - before.get(key, 0) if key in self._counted else None for key in _COUNTED
        )
        return Stats(self.engine_name, seconds, conflicts, decisions, propagations)

    def _add(self, clause: list[int]) -> None:
        self._remember(clause)
        self._solver.add_clause(clause)

    def _remember(self, clause: list[int]) -> None:
        self._added.extend(clause)
        self._added.append(0)
        if self._propagator is not None:
            self._propagator.add(clause)

    def _added_later(self) -> Iterator[list[int]]:
        clause: list[int] = []
        for literal in self._added:
            if literal:
                clause.append(literal)
            else:
                yield clause
                clause = []

    def block(self, facts: Sequence[int]) -> None:
        clause = [-fact for fact in facts]
        if self._scopes:
            clause.append(-self._scopes[-1])
        self._add(clause)

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        switch = self._fresh()
        self._additions[switch] = len(self._scopes)
        for clause in renamed(clauses, self._cnf.variables + 1 if own is None else own, self._fresh):
            self._add([*clause, -switch])
        return switch

    def drop(self, added: int) -> None:
        del self._additions[added]
        self._add([-added])

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        if self._propagator is None:
            self._propagator = self._loaded_propagator()
        return self._propagator.follow([*assume, *self._selectors.values(), *self._scopes, *self._additions])

    def _loaded_propagator(self) -> Propagator:
        return Propagator(self._clauses())

    def _clauses(self) -> Iterator[list[int]]:
        """Yield all clauses: those of the encoding, with their selectors, and those added later."""
        return chain(self._guarded(self._cnf.base), self._guarded(self._cnf.added), self._added_later())

    def propagate_learnt(self, assume: Sequence[int]) -> list[int]:
        """Return the literals implied by unit propagation on original and learnt clauses.

        It is sound and stronger than `propagate`, but depends on earlier queries and may omit literals.
        """
        consistent, literals = self._solver.propagate([*assume, *self._scopes, *self._additions])
        return literals if consistent else []

    def push(self) -> None:
        self._scopes.append(self._fresh())

    def pop(self) -> None:
        self._drop_since(len(self._scopes))
        self._solver.add_clause([-self._scopes.pop()])

    def _drop_since(self, depth: int) -> None:
        """Remove the clauses and blocked solutions added at this scope depth or deeper."""
        for switch in [switch for switch, at in self._additions.items() if at >= depth]:
            self.drop(switch)

    def close(self) -> None:
        for held in (self._solver, self._propagator):
            if held is not None:
                held.delete()
        self._solver = self._propagator = None


class CardinalitySession(SatSession[A]):
    """A session on clauses and cardinality constraints, in a solver that has both.

    "At most k of n literals" under a condition is "at most n of these literals and n - k copies of the condition". The
    copies are variables that the condition implies, because the solvers take only different literals.
    """

    def __init__(self, engine: "SatEngine", encoding: CnfPlus[A], limits: Limits, options: Options) -> None:
        self._at_most = encoding.at_most
        self._enforced: list[tuple[list[int], int]] = []
        self._implied: list[list[int]] = []
        super().__init__(engine, replace(encoding.cnf, decode=encoding.decode), limits, options)

    def _load(self) -> None:
        super()._load()
        copies: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for constraint in self._at_most:
            lits, k, condition = list(constraint.lits), constraint.k, constraint.when
            if constraint.group in self._selectors:
                condition = (*condition, self._selectors[constraint.group])
            if condition:
                own, needed, k = copies[condition], len(lits) - k, len(lits)
                while len(own) < needed:
                    own.append(self._fresh())
                    self._implied.append([*(-literal for literal in condition), own[-1]])
                lits += own[:needed]
            self._enforced.append((lits, k))
        self._solver.append_formula(self._implied)
        for lits, k in self._enforced:
            self._solver.add_atmost(lits, k)

    def _loaded_propagator(self) -> Propagator:
        return Propagator(chain(self._clauses(), self._implied), self._enforced)

    def satisfied(self) -> Collection[int]:
        """Return the soft groups whose clauses and cardinality constraints the last solution satisfies."""
        true = {literal for literal in self._solver.get_model() if literal > 0}
        return set(super().satisfied()).difference(
            constraint.group for constraint in self._at_most if not _holds(constraint, true)
        )


def _holds(constraint: AtMostK, true: Container[int]) -> bool:
    """Return whether a cardinality constraint holds if exactly these variables are true."""
    number = sum((abs(literal) in true) == (literal > 0) for literal in constraint.lits)
    return number <= constraint.k or not all((abs(literal) in true) == (literal > 0) for literal in constraint.when)


class RestartingSession(SatSession[A]):
    """A session on a solver that answers only once: every query loads a new solver with the blocked solutions."""

    def _load(self) -> None:
        """Do nothing: each query loads its own solver."""

    def _run(self, assumptions: list[int], seconds: float | None) -> bool | None:
        if self._solver is not None:
            self._solver.delete()
        super()._load()
        self._solver.append_formula(self._added_later())
        if "core" in self._engine.capabilities:
            return super()._run(assumptions, seconds)
        self._solver.append_formula([[lit] for lit in assumptions])
        return super()._run([], seconds)

    def _counters(self) -> dict[str, int]:
        return {}

    def _add(self, clause: list[int]) -> None:
        self._remember(clause)

    def pop(self) -> None:
        self._drop_since(len(self._scopes))
        self._scopes.pop()


@cache
def _installed() -> frozenset[str]:
    """Return the names of python-sat's solvers; empty if it is not installed."""
    if find_spec("pysat") is None:
        return frozenset()
    from pysat.solvers import SolverNames

    return frozenset(alias for key, names in vars(SolverNames).items() if not key.startswith("_") for alias in names)


class SatEngine(Engine):
    """An engine for a solver of python-sat.

    With `restarts_each_time`, it cannot continue after an answer. With `has_cardinality`, it takes `CnfPlus` too.
    """

    def __init__(
        self,
        name: str,
        code: str,
        summary: str,
        can: tuple[Capability, ...],
        *,
        isolated: bool = False,
        restarts_each_time: bool = False,
        has_cardinality: bool = False,
    ) -> None:
        accepts: set[Kind] = {"cnf", "cnf+"} if has_cardinality else {"cnf"}
        super().__init__(name, summary, frozenset(accepts), frozenset(can), isolated)
        self.code = code
        self.restarts_each_time = restarts_each_time

    def missing(self) -> str | None:
        if self.code in _installed():
            return None
        return (
            "this version of python-sat does not have it" if _installed() else "the package python-sat is not installed"
        )

    def load(self) -> None:
        import_module("pysat.solvers")

    def _reject_unsupported(self, encoding: Encoding[Any], limits: Limits, options: Options) -> None:
        super()._reject_unsupported(encoding, limits, options)
        if options.proof and encoding.kind != "cnf":
            raise UnsupportedCapability("a proof requires clauses: choose a cnf encoder")

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        if isinstance(encoding, CnfPlus):
            return CardinalitySession(self, encoding, limits, options)
        assert isinstance(encoding, Cnf)
        return (RestartingSession if self.restarts_each_time else SatSession)(self, encoding, limits, options)


_ALL: tuple[Capability, ...] = ("add", "assume", "enumerate", "propagate")
_CADICAL: tuple[Capability, ...] = (*_ALL, "core", "conflicts", "proof")
_MINISAT: tuple[Capability, ...] = (*_ALL, "core", "conflicts", "interrupt")
_MAPLE: tuple[Capability, ...] = (*_MINISAT, "proof")
_GLUCOSE: tuple[Capability, ...] = (*_ALL, "core", "proof")  # it checks limits only at restarts, which may be late

ENGINES: tuple[SatEngine, ...] = (
    SatEngine("cadical195", "cadical195", "CaDiCaL 1.9.5, the default", _CADICAL),
    SatEngine("cadical300", "cadical300", "CaDiCaL 3.0.0", _CADICAL),
    SatEngine("cadical153", "cadical153", "CaDiCaL 1.5.3", _CADICAL),
    SatEngine("cadical103", "cadical103", "CaDiCaL 1.0.3", _CADICAL),
    SatEngine("glucose421", "glucose42", "Glucose 4.2.1", _GLUCOSE),
    SatEngine("glucose41", "glucose4", "Glucose 4.1", _GLUCOSE),
    SatEngine("glucose30", "glucose3", "Glucose 3.0", _GLUCOSE),
    SatEngine("minicard", "minicard", "Minicard 1.2", _MINISAT, has_cardinality=True),
    SatEngine("gluecard41", "gluecard4", "Gluecard on Glucose 4.1", _GLUCOSE, has_cardinality=True),
    SatEngine("gluecard30", "gluecard3", "Gluecard on Glucose 3.0", _GLUCOSE, has_cardinality=True),
    SatEngine("ergo", "ergo", "Ergo", _MAPLE),
    SatEngine("maplechrono", "maplechrono", "MapleLCMDistChronoBT", _MAPLE),
    SatEngine("maplecm", "maplecm", "MapleCM", _MAPLE),
    SatEngine("maplesat", "maplesat", "MapleCOMSPS LRB", _MINISAT),
    SatEngine("mergesat3", "mergesat3", "MergeSat 3", _MINISAT),
    SatEngine("minisat22", "minisat22", "MiniSat 2.2", _MINISAT),
    SatEngine("minisat-gh", "minisat-gh", "MiniSat, its GitHub version", _MINISAT),
    SatEngine("minisat-ep", "minisatep", "MiniSat with external propagators", _MINISAT),
    SatEngine(
        "lingeling",
        "lingeling",
        "Lingeling bbc; cannot be interrupted, so it runs in its own process",
        (*_ALL, "core", "proof"),
        isolated=True,
        restarts_each_time=True,
    ),
    SatEngine(
        "kissat404",
        "kissat404",
        "Kissat 4.0.4; may abort its process, so it runs in its own",
        (*_ALL, "conflicts"),
        isolated=True,
        restarts_each_time=True,
    ),
)
