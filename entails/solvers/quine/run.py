"""`quine`: one run of the disjunction engine on a formula, with its measures and, if wanted, its tree."""

from typing import Any

from entails.models.encoding import Clauses, Cnf
from entails.models.limits import UNLIMITED, Limits
from entails.solvers.budget import run_loop
from entails.solvers.patience import clock, is_plain
from entails.solvers.quine.answers import another_answer
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.record import finished_tree
from entails.solvers.quine.result import QuineResult
from entails.solvers.quine.search import Search
from entails.solvers.quine.shrinking import ShrinkingWorkspace
from entails.solvers.quine.warm import search_kernels
from entails.solvers.quine.words import Words
from entails.solvers.quine.workspace import Workspace

DEFAULT = QuineOptions()


def quine(
    cnf: Cnf[Any], options: QuineOptions = DEFAULT, limits: Limits = UNLIMITED, *, tree: bool = False
) -> QuineResult:
    """Solve by propagation and disjunctions, and say what it took.

    `limits.nodes` is a cap on disjunctions, `options.max_depth` one on their nesting. `tree` keeps every step.
    """
    if not is_plain():
        search_kernels()
    started = clock()
    work = workspace(cnf, options)
    search = Search(work, options, limits.nodes, keep_rows=tree)

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
        tree=finished_tree(search.root, search.rows, Words(cnf), work.clause_of) if tree else None,
    )


def workspace(cnf: Cnf[Any], options: QuineOptions) -> Workspace:
    """The formula on the kernels' arrays, to be propagated as the options say."""
    return workspace_of(cnf.clauses, cnf, options)


def workspace_of(clauses: Clauses, cnf: Cnf[Any], options: QuineOptions) -> Workspace:
    """The same for other clauses over the variables of a formula."""
    if options.deletion == "swap-last":
        return ShrinkingWorkspace(clauses, cnf.variables, cnf.answers, at_once=options.empty_clause == "at-once")
    return Workspace(
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


def _known(search: Search) -> str:
    told = f"depth is at least {len(search.tally.disjunctions)}"
    return told if search.answer is None else f"{told}; there is an answer"
