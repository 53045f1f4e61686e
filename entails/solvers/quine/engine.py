"""The disjunction engine in the common interface: it takes any `Cnf` and answers like every other engine.

To solve is to look for one answer, so a case that satisfies every clause is accepted at once; uniqueness, counting and
enumeration come from blocking answers, as everywhere. The measures are in `run` and `depth`.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from entails.models.encoding import Clauses, Cnf, Encoding
from entails.models.errors import UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.base import Session
from entails.solvers.budget import Budget, run_stoppable
from entails.solvers.engine import Engine
from entails.solvers.quine.options import QuineOptions
from entails.solvers.session import ForgetfulSession

if TYPE_CHECKING:
    from entails.solvers.quine.search import Search
    from entails.solvers.quine.workspace import Workspace

A = TypeVar("A")


class QuineEngine(Engine):
    """Propagation and disjunctions. It looks at the clock itself, so a time limit needs no other process."""

    def __init__(self) -> None:
        super().__init__(
            "quine",
            "unit propagation and disjunctions, our own (Landreau 2025)",
            frozenset({"cnf"}),
            frozenset({"add", "assume", "enumerate", "interrupt", "nodes", "propagate"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf)
        from entails.solvers.quine.warm import search_kernels

        search_kernels()
        return QuineSession(encoding, limits, options)


class QuineSession(ForgetfulSession, Generic[A]):
    """A formula and the answers blocked so far. Each solve is a new search; what it learns is not kept.

    Its heuristic is `max-program`: small clauses and many occurrences make a cheap choice that cuts deep.
    """

    engine_name = "quine"

    def __init__(self, cnf: Cnf[A], limits: Limits, options: Options) -> None:
        super().__init__(cnf.variables)
        self._cnf = cnf
        self._options = options
        self._quine = QuineOptions(heuristic="max-program", solved_case="accept", seed=options.seed)
        self._budget = Budget(limits)
        self._nodes = limits.nodes

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[A]:
        from entails.solvers.quine.search import Search
        from entails.solvers.quine.workspace import encode

        started = time.perf_counter()
        if groups is not None and not self._options.doubt:
            raise UnsupportedCapability("choosing groups needs a session opened with Options(doubt=True)")
        if self._budget.out_of_time:
            return Undecided("time", Stats(self.engine_name))
        if self._nodes == 0:
            return Undecided("nodes", Stats(self.engine_name))
        work = self._workspace(groups)
        search = Search(work, self._quine, self._nodes)

        def raise_flag() -> None:
            work.stop[0] = 1

        status = run_stoppable(lambda: search.run(encode(assume).tolist()), raise_flag, self._budget.seconds)
        stats = self._stats(search, time.perf_counter() - started)
        if status == "unsatisfiable":
            return Unsatisfiable(stats)
        if status == "undecided":
            return Undecided("time" if search.stopped == "time" else "nodes", stats)
        return self._satisfied(search, stats)

    def _workspace(self, groups: Collection[int] | None) -> "Workspace":
        from entails.solvers.quine.run import workspace_of

        clauses = self._cnf.clauses
        if groups is not None:
            off = set(self._cnf.doubtable).difference(groups)
            held = [
                clause
                for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True)
                if group not in off
            ]
            clauses = Clauses.of(held)
        told = [clause for _, clause in self._told()]
        top = max((abs(lit) for clause in told for lit in clause), default=0)
        cnf = self._cnf if top <= self._cnf.variables else replace(self._cnf, variables=top)
        return workspace_of(clauses + Clauses.of(told), cnf, self._quine)

    def _stats(self, search: "Search", seconds: float) -> Stats:
        tally = search.tally
        made = sum(tally.disjunctions)
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - made)
        return Stats(self.engine_name, seconds, decisions=made, propagations=sum(tally.true) + sum(tally.false))

    def _satisfied(self, search: "Search", stats: Stats) -> Satisfied[A]:
        assert search.answer is not None
        facts = [fact if value > 0 else -fact for fact, value in enumerate(search.answer.tolist(), 1)]
        true = [fact for fact in facts if fact > 0]
        told = tuple(true if self._cnf.one_hot else facts)
        return Satisfied(self._cnf.decode(true), stats, told, self._worth(set(true)))

    def _worth(self, true: set[int]) -> float | None:
        """What the answer is worth, as far as its facts tell: auxiliaries may be left open."""
        objective, facts = self._cnf.objective, range(1, self._cnf.answers + 1)
        if objective is None or any(abs(lit) not in facts for _, lit in objective.facts):
            return None
        return float(objective.worth(true))

    def propagate(self, assume: Any = ()) -> tuple[bool, tuple[int, ...]]:
        from entails.solvers.kernels.cnf import NONE
        from entails.solvers.quine.workspace import decode, encode

        work = self._workspace(None)
        consistent = work.begin(encode(assume).tolist()) == NONE
        literals = decode(work.trail.lits[: work.size])
        return consistent, tuple(literal for literal in literals if abs(literal) <= self._cnf.answers)


ENGINE = QuineEngine()
