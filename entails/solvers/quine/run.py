"""`quine`: one run of the disjunction engine on a formula, with its measures and, if wanted, its tree.

Two questions that the disjunction engine leaves to a SAT solver: is there another answer, and what is forced.

They decide what a result may claim; they never enter a measure.

The disjunction engine in the common interface: it takes any `Cnf` and answers like every other engine.

To solve is to look for one answer, so a case that satisfies every clause is accepted at once; uniqueness, counting and
enumeration come from blocking answers, as everywhere. The measures are in `run` and `depth`.

Every measure of the engine, and runs of it on many grids.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from entails.encoders.cnf.compile import Style
from entails.models.encoding import Clauses, Cnf, Encoding
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.solvers.engine import Budget, Engine, ForgetfulSession, Session, engine, run_loop, run_stoppable
from entails.solvers.kernels.jit import clock, is_plain
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.tree import DisjunctionTree, Status, TreeWords
from entails.solvers.sudoku import formula

if TYPE_CHECKING:
    from entails.solvers.quine.search import QuineSearch
    from entails.solvers.quine.workspace import FormulaWorkspace


@dataclass(frozen=True)
class QuineResult:
    """The verdict of one run and its measures.

    `several` is True when two answers are known, False when there is only one, None when that was not decided. With
    several answers the run ends at the second one, so its measures tell the way to it and not a difficulty.

    Depth 0 is outside of all disjunctions. `disjunctions[d]` counts those made at depth d, `true_eliminations[d]` and
    `false_eliminations[d]` the variables that unit propagation set there, `failed[d]` its calls that found nothing or
    a contradiction (annex 5 does not count them, the C program does). `longest_argument` is the largest number of
    eliminations that any one disjunction at depth 0 really rests on, `longest_chain` the longest chain of eliminations
    outside of disjunctions.
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
        """Eliminations per depth, failed calls among them if the options count those."""
        extra = self.failed if self.options.count_failed else (0,) * len(self.failed)
        return tuple(map(sum, zip(self.true_eliminations, self.false_eliminations, extra, strict=True)))

    @property
    def work(self) -> int:
        """Everything that was done: eliminations and disjunctions at all depths."""
        return sum(self.eliminations) + sum(self.disjunctions)

    def __str__(self) -> str:
        made = sum(self.disjunctions)
        several = "disjunction" if made == 1 else "disjunctions"
        return f"{self.status}: depth {self.depth}, {made} {several}, work {self.work}"

    def _repr_html_(self) -> str:
        """In words, and the tree where it was kept."""
        from entails.solvers.quine.draw import to_svg

        return f"<p>{escape(str(self))}</p>{'' if self.tree is None else to_svg(self.tree)}"

    def as_json(self, *, tree: bool = False) -> dict[str, Any]:
        """The result for JSON, without the tree unless asked for."""
        told: dict[str, Any] = {
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
            told["tree"] = self.tree.as_json()
        return told


ORACLE = "minisat22"
"""It can be interrupted, so that a time limit needs no other process."""


def another_answer(cnf: Cnf[Any], answer: Iterable[int], limits: Limits) -> bool | None:
    """Is there an answer that differs from this one (a literal for each fact)? None when time ran out."""
    with engine(ORACLE).open(cnf, limits, Options()) as session:
        session.block(tuple(answer))
        outcome = session.solve()
    return None if isinstance(outcome, Undecided) else isinstance(outcome, Satisfied)


@dataclass(frozen=True, slots=True)
class Backbone:
    """All literals over the puzzle's facts that every answer has, true and false ones. `consistent` False: there is no
    answer; None: it was not decided, and `reason` says why."""

    consistent: bool | None
    literals: frozenset[int] = frozenset()
    reason: Reason | None = None


def backbone(cnf: Cnf[Any], limits: Limits) -> Backbone:
    """What is forced, by looking again and again for an answer that breaks one of the facts shared so far.

    `solvers.forced` tells a person the facts that hold; exact depth also needs those that fail in every answer.
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
    """Solve by propagation and disjunctions, and say what it took.

    `limits.nodes` is a cap on disjunctions, `options.max_depth` one on their nesting. `tree` keeps every step.
    """
    if not is_plain():
        from entails.solvers.warm import search_kernels  # loads numba

        search_kernels()
    started = clock()
    work = workspace(cnf, options)
    from entails.solvers.quine.search import QuineSearch, finished_tree  # loads numba

    search = QuineSearch(work, options, limits.nodes, keep_rows=tree)

    def raise_flag() -> None:
        work.stop[0] = 1

    status = run_loop(search.run, raise_flag, limits.seconds)
    solution: tuple[int, ...] | None = None
    if search.answer is not None:
        solution = tuple(fact if value > 0 else -fact for fact, value in enumerate(search.answer.tolist(), 1))
    several = search.several
    if several is None and status == "satisfied" and solution is not None:
        several = another_answer(cnf, solution, time_left(limits, started))
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
        known=_known(search) if status == "undecided" else "",
        tree=finished_tree(search.root, search.rows, TreeWords(cnf), work.clause_of) if tree else None,
    )


def workspace(cnf: Cnf[Any], options: QuineOptions) -> "FormulaWorkspace":
    """The formula on the kernels' arrays, to be propagated as the options say."""
    return workspace_of(cnf.clauses, cnf, options)


def workspace_of(clauses: Clauses, cnf: Cnf[Any], options: QuineOptions) -> "FormulaWorkspace":
    """Return a workspace for other clauses over the variables of a formula."""
    from entails.solvers.quine.workspace import FormulaWorkspace, ShrinkingWorkspace  # loads numba

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
    """The time limit minus what has passed, and no other limit."""
    if limits.seconds is None:
        return UNLIMITED
    return Limits(seconds=max(0.001, limits.seconds - (clock() - started)))


def _known(search: "QuineSearch") -> str:
    told = f"depth is at least {len(search.tally.disjunctions)}"
    return told if search.answer is None else f"{told}; there is an answer"


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
        from entails.solvers.warm import search_kernels  # loads numba

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
        from entails.solvers.quine.search import QuineSearch
        from entails.solvers.quine.workspace import encode

        started = time.perf_counter()
        if groups is not None and not self._options.doubt:
            raise UnsupportedCapability("choosing groups needs a session opened with Options(doubt=True)")
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

    def _stats(self, search: "QuineSearch", seconds: float) -> Stats:
        tally = search.tally
        made = sum(tally.disjunctions)
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - made)
        return Stats(self.engine_name, seconds, decisions=made, propagations=sum(tally.true) + sum(tally.false))

    def _satisfied(self, search: "QuineSearch", stats: Stats) -> Satisfied[A]:
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
"""The measures of one run. The last is one number made of two: the longest argument, and among grids that need none
(depth 0) the longest chain of eliminations."""


def measure(
    grids: Sequence[Grid],
    options: QuineOptions = DEFAULT,
    limits: Limits | None = None,
    each: Callable[[], None] = lambda: None,
) -> list[QuineResult]:
    """A run on each grid, every one within the same limits; `each` is called after each, for a progress bar."""
    limits = limits or Limits(nodes=1000)
    style: Style = "listed" if options.deletion == "swap-last" else "pruned"  # the study's formula for its program
    found = []
    for grid in grids:
        found.append(quine(formula(grid, style), options, limits))
        each()
    return found
