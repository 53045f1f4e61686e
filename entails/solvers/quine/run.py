"""Runs of the disjunction engine: `quine` with its measures, and `ENGINE` for the common interface.

A SAT solver decides whether there is another solution and which facts are forced. This affects only the verdict, never
a measure.

As an engine, it searches for one solution, so a case that satisfies every clause is accepted. Uniqueness, counting and
enumeration block solutions, as with every engine.

`METRICS` lists the measures of a run, and `measure` runs the engine on many grids.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from entails.encoders.cnf import Style
from entails.models.encoding import Clauses, Cnf, Encoding
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import Budget, Engine, ForgetfulSession, Session, engine, run_loop, run_stoppable
from entails.solvers.kernels.jit import clock, runs_plain_python
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.tree import DisjunctionTree, Status, TreeWords
from entails.solvers.sudoku import formula

if TYPE_CHECKING:
    from entails.solvers.quine.search import QuineSearch
    from entails.solvers.quine.workspace import FormulaWorkspace


@dataclass(frozen=True)
class QuineResult:
    """The verdict of a run and its measures by depth. Depth 0 is outside all disjunctions.

    With several solutions the run ends at the second one, so its measures are not a difficulty.

    Attributes:
        several: True if two solutions are known, False if there is only one, None if undecided.
        solution: A literal for each fact, or None.
        depth: The depth of the tree.
        disjunctions: The disjunctions made at each depth.
        true_eliminations: The variables that unit propagation set to true at each depth.
        false_eliminations: The variables that unit propagation set to false at each depth.
        failed: The propagation calls at each depth that found nothing or a contradiction (annex 5 does not count them,
            the C program does).
        longest_argument: The largest number of eliminations that a disjunction at depth 0 depends on.
        longest_chain: The longest chain of eliminations outside disjunctions.
        stopped: The limit that ended the run, or None.
        known: The known bound of an undecided run, in words.
        tree: The tree, if it was kept.
    """

    status: Status
    several: bool | None
    solution: tuple[int, ...] | None
    depth: int
    disjunctions: tuple[int, ...]
    true_eliminations: tuple[int, ...]
    false_eliminations: tuple[int, ...]
    failed: tuple[int, ...]
    longest_argument: int
    longest_chain: int
    options: QuineOptions
    seconds: float
    stopped: Reason | Literal["depth"] | None = None
    known: str = ""
    tree: DisjunctionTree | None = None

    @property
    def eliminations(self) -> tuple[int, ...]:
        """Eliminations at each depth, with failed propagations if the options count them."""
        extra = self.failed if self.options.count_failed else (0,) * len(self.failed)
        return tuple(map(sum, zip(self.true_eliminations, self.false_eliminations, extra, strict=True)))

    @property
    def work(self) -> int:
        """The total of eliminations and disjunctions."""
        return sum(self.eliminations) + sum(self.disjunctions)

    def __str__(self) -> str:
        disjunctions = sum(self.disjunctions)
        several = "disjunction" if disjunctions == 1 else "disjunctions"
        return f"{self.status}: depth {self.depth}, {disjunctions} {several}, work {self.work}"

    def _repr_html_(self) -> str:
        """Return the summary as HTML, with the tree if it was kept."""
        from entails.solvers.quine.draw import to_svg

        return f"<p>{escape(str(self))}</p>{'' if self.tree is None else to_svg(self.tree)}"

    def as_json(self, *, tree: bool = False) -> dict[str, Any]:
        """Return the result as JSON, with the tree on request."""
        fields: dict[str, Any] = {
            "status": self.status,
            "several": self.several,
            "depth": self.depth,
            "disjunctions": list(self.disjunctions),
            "eliminations": list(self.eliminations),
            "true_eliminations": list(self.true_eliminations),
            "false_eliminations": list(self.false_eliminations),
            "failed": list(self.failed),
            "work": self.work,
            "longest_argument": self.longest_argument,
            "longest_chain": self.longest_chain,
            "options": self.options.model_dump(mode="json"),
            "stopped": self.stopped,
            "known": self.known,
        }
        if tree and self.tree is not None:
            fields["tree"] = self.tree.as_json()
        return fields


ORACLE = "minisat22"
"""The SAT solver for uniqueness and backbones. It can be interrupted, so a time limit needs no other process."""


def has_other_solution(cnf: Cnf[Any], answer: Iterable[int], limits: Limits) -> bool | None:
    """Return whether a formula has a solution other than `answer` (a literal for each fact); None on timeout."""
    with engine(ORACLE).open(cnf, limits, Options()) as session:
        session.block(tuple(answer))
        outcome = session.solve()
    return None if isinstance(outcome, Undecided) else isinstance(outcome, Satisfied)


@dataclass(frozen=True, slots=True)
class Backbone:
    """The true and false literals over the puzzle's facts that every solution shares.

    `consistent` is False if there is no solution, and None if that is undecided for the given `reason`.
    """

    consistent: bool | None
    literals: frozenset[int] = frozenset()
    reason: Reason | None = None


def backbone(cnf: Cnf[Any], limits: Limits) -> Backbone:
    """Compute the backbone: repeatedly search for a solution that differs in a fact shared so far.

    `solvers.forced` lists only the facts that hold; exact depth also needs those that fail in every solution.
    """
    shared: set[int] | None = None
    with engine(ORACLE).open(cnf, limits, Options()) as session:
        while shared is None or shared:
            outcome = session.solve()
            if isinstance(outcome, Undecided):
                return Backbone(None, reason=outcome.reason)
            if not isinstance(outcome, Satisfied):
                break
            true = {fact for fact in outcome.facts if fact > 0}
            answer = {fact if fact in true else -fact for fact in range(1, cnf.answers + 1)}
            shared = answer if shared is None else shared & answer
            session.block(tuple(shared))
    return Backbone(False) if shared is None else Backbone(True, frozenset(shared))


DEFAULT = QuineOptions()


def quine(
    cnf: Cnf[Any], options: QuineOptions = DEFAULT, limits: Limits = UNLIMITED, *, tree: bool = False
) -> QuineResult:
    """Solve a formula by propagation and disjunctions; return the measures of the run.

    `limits.nodes` bounds the disjunctions, `options.max_depth` their nesting. `tree` keeps every step.
    """
    from entails.solvers.quine.search import QuineSearch, finished_tree, warm

    if not runs_plain_python():
        warm()
    started = clock()
    work = workspace(cnf, options)

    search = QuineSearch(work, options, limits.nodes, keep_rows=tree)

    def raise_flag() -> None:
        work.stop[0] = 1

    status = run_loop(search.run, raise_flag, limits.seconds)
    solution: tuple[int, ...] | None = None
    if search.answer is not None:
        solution = tuple(fact if value > 0 else -fact for fact, value in enumerate(search.answer.tolist(), 1))
    several = search.several
    if several is None and status == "satisfied" and solution is not None:
        several = has_other_solution(cnf, solution, time_left(limits, started))
    return QuineResult(
        status=status,
        several=several,
        solution=solution,
        depth=len(search.tally.disjunctions),
        disjunctions=tuple(search.tally.disjunctions),
        true_eliminations=tuple(search.tally.true),
        false_eliminations=tuple(search.tally.false),
        failed=tuple(search.tally.failed),
        longest_argument=search.longest_argument,
        longest_chain=search.longest_chain,
        options=options,
        seconds=clock() - started,
        stopped=search.stopped,
        known=_known_bound(search) if status == "undecided" else "",
        tree=finished_tree(search.root, search.rows, TreeWords(cnf), work.clause_of) if tree else None,
    )


def workspace(cnf: Cnf[Any], options: QuineOptions) -> "FormulaWorkspace":
    """Load a formula into the kernels' arrays, with the kind of propagation that the options select."""
    return workspace_of(cnf.clauses, cnf, options)


def workspace_of(clauses: Clauses, cnf: Cnf[Any], options: QuineOptions) -> "FormulaWorkspace":
    """Load other clauses over the variables of a formula into a workspace."""
    from entails.solvers.quine.workspace import FormulaWorkspace, ShrinkingWorkspace

    if options.deletion == "swap-last":
        return ShrinkingWorkspace(clauses, cnf.variables, cnf.answers, at_once=options.empty_clause == "at-once")
    return FormulaWorkspace(
        clauses,
        cnf.variables,
        cnf.answers,
        in_formula_order=options.unit_order == "formula",
        at_once=options.empty_clause == "at-once",
    )


def time_left(limits: Limits, started: float) -> Limits:
    """Return the remaining time as the only limit."""
    if limits.seconds is None:
        return UNLIMITED
    return Limits(seconds=max(0.001, limits.seconds - (clock() - started)))


def _known_bound(search: "QuineSearch") -> str:
    bound = f"depth is at least {len(search.tally.disjunctions)}"
    return bound if search.answer is None else f"{bound}; a solution is known"


A = TypeVar("A")


class QuineEngine(Engine):
    """The disjunction engine. It observes the time limit by itself, without another process."""

    def __init__(self) -> None:
        super().__init__(
            "quine",
            "unit propagation and disjunctions (Landreau 2025), built in",
            frozenset({"cnf"}),
            frozenset({"add", "assume", "enumerate", "interrupt", "nodes", "propagate"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf)
        from entails.solvers.quine.search import warm  # loads numba

        warm()
        return QuineSession(encoding, limits, options)


class QuineSession(ForgetfulSession, Generic[A]):
    """A formula with the solutions blocked so far. Each solve is a new search without learnt clauses.

    The heuristic `max-program` (small clauses, many occurrences) is cheap and finds solutions quickly.
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
        from entails.solvers.quine.search import QuineSearch
        from entails.solvers.quine.workspace import encode

        started = time.perf_counter()
        if groups is not None and not self._options.soft_groups:
            raise UnsupportedCapability("selecting groups requires a session opened with Options(soft_groups=True)")
        if self._budget.out_of_time:
            return Undecided("time", Stats(self.engine_name))
        if self._nodes == 0:
            return Undecided("nodes", Stats(self.engine_name))
        work = self._workspace(groups)
        search = QuineSearch(work, self._quine, self._nodes)

        def raise_flag() -> None:
            work.stop[0] = 1

        status = run_stoppable(lambda: search.run(encode(assume).tolist()), raise_flag, self._budget.seconds)
        stats = self._stats(search, time.perf_counter() - started)
        if status == "unsatisfiable":
            return Unsatisfiable(stats)
        if status == "undecided":
            return Undecided("time" if search.stopped == "time" else "nodes", stats)
        return self._satisfied(search, stats)

    def _workspace(self, groups: Collection[int] | None) -> "FormulaWorkspace":
        clauses = self._cnf.clauses
        if groups is not None:
            off = set(self._cnf.soft).difference(groups)
            held = [
                clause
                for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True)
                if group not in off
            ]
            clauses = Clauses.of(held)
        added = [clause for _, clause in self._extra_clauses()]
        top = max((abs(lit) for clause in added for lit in clause), default=0)
        cnf = self._cnf if top <= self._cnf.variables else replace(self._cnf, variables=top)
        return workspace_of(clauses + Clauses.of(added), cnf, self._quine)

    def _stats(self, search: "QuineSearch", seconds: float) -> Stats:
        tally = search.tally
        disjunctions = sum(tally.disjunctions)
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - disjunctions)
        return Stats(self.engine_name, seconds, decisions=disjunctions, propagations=sum(tally.true) + sum(tally.false))

    def _satisfied(self, search: "QuineSearch", stats: Stats) -> Satisfied[A]:
        assert search.answer is not None
        facts = [fact if value > 0 else -fact for fact, value in enumerate(search.answer.tolist(), 1)]
        true = [fact for fact in facts if fact > 0]
        reported = tuple(true if self._cnf.one_hot else facts)
        return Satisfied(self._cnf.decode(true), stats, reported, self._worth(set(true)))

    def _worth(self, true: set[int]) -> float | None:
        """Return the objective value of a solution; None if it depends on undetermined auxiliary variables."""
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

METRICS: Mapping[str, Callable[[QuineResult], float]] = MappingProxyType(
    {
        "depth of the tree": lambda result: result.depth,
        "disjunctions": lambda result: sum(result.disjunctions),
        "eliminations": lambda result: sum(result.eliminations),
        "true eliminations": lambda result: sum(result.true_eliminations),
        "false eliminations": lambda result: sum(result.false_eliminations),
        "failed propagations": lambda result: sum(result.failed),
        "work": lambda result: result.work,
        "longest argument": lambda result: result.longest_argument,
        "longest chain": lambda result: result.longest_chain,
        "argument, else chain": lambda result: result.longest_argument or min(result.longest_chain, 999) / 1000,
    }
)
"""The measures of one run, by name.

The last one combines two: the longest argument, and for grids of depth 0, which need no
argument, the longest chain of eliminations.
"""


def measure(
    grids: Sequence[Grid],
    options: QuineOptions = DEFAULT,
    limits: Limits | None = None,
    each: Callable[[], None] = lambda: None,
) -> list[QuineResult]:
    """Run the engine on several grids with the same limits; `each` is called after each grid, to report progress."""
    limits = limits or Limits(nodes=1000)
    # The preset `program` uses the study's formula.
    style: Style = "listed" if options.deletion == "swap-last" else "pruned"
    results = []
    for grid in grids:
        results.append(quine(formula(grid, style), options, limits))
        each()
    return results
