"""Answers as reports: what the command line prints with `--json` and the service sends, made in one place.

Each function asks the front door and puts what it finds into the report of that question. `name` is how the report
names its puzzle. Where people also see more than the report holds, that is given beside it.
"""

import time
from typing import TYPE_CHECKING, Any

from clausal import api
from clausal.models.choices import Choices
from clausal.models.outcome import Explanation, Satisfied, Undecided
from clausal.models.report import (
    CheckReport,
    CountReport,
    ExplainReport,
    ExportReport,
    ForcedReport,
    Name,
    QuineReport,
    SolveReport,
)
from clausal.puzzles import kind_of

if TYPE_CHECKING:
    from clausal.solvers.quine.depth import ExactDepth
    from clausal.solvers.quine.result import QuineResult


def solve_report(
    puzzle: Any, name: Name, choices: Choices, *, every: int | None = None
) -> tuple[SolveReport, tuple[Any, ...]]:
    """The report and the answers themselves. Uniqueness is part of it: it is what people ask next, except where answers
    differ in worth: then it is the best one that counts."""
    started = time.perf_counter()
    question = api.Question.of("solve", puzzle, choices.encoder, choices.engine)
    if question.kind.optimises and every is None:
        return _best_report(question, name, choices)
    listing = api.solutions(
        puzzle,
        encoder=question.encoder,
        engine=question.engine.name,
        limits=choices.limits,
        options=choices.options(every or 1),
    )
    answers = tuple(listing)
    found = [question.kind.write_answer(answer) for answer in answers]
    several = len(found) > 1 or listing.reason == "maximum"
    report = SolveReport(
        **name,
        status="satisfied" if found else "unsatisfiable" if listing.complete else "undecided",
        solution=found[0] if found else None,
        unique=False if several else bool(found) if listing.complete else None,
        solutions=found if every else None,
        complete=listing.complete if every else None,
        reason=None if listing.reason == "maximum" and not every else listing.reason,
        engine=question.engine.name,
        encoder=question.encoder,
        seconds=round(time.perf_counter() - started, 6),
    )
    return report, answers


def _best_report(question: api.Question, name: Name, choices: Choices) -> tuple[SolveReport, tuple[Any, ...]]:
    outcome = api.solve(
        question.puzzle,
        encoder=question.encoder,
        engine=question.engine.name,
        limits=choices.limits,
        options=choices.options(),
    )
    best = outcome if isinstance(outcome, Satisfied) else None
    report = SolveReport(
        **name,
        status=outcome.status,
        solution=None if best is None else question.kind.write_answer(best.answer),
        objective=None if best is None else best.objective,
        complete=None if best is None else best.optimal,
        reason=outcome.reason if isinstance(outcome, Undecided) else None,
        engine=question.engine.name,
        encoder=question.encoder,
        seconds=round(outcome.stats.seconds, 6),
    )
    return report, () if best is None else (best.answer,)


def count_report(puzzle: Any, name: Name, choices: Choices, *, most: int) -> CountReport:
    """How many solutions, counted up to `most`."""
    found = api.count(
        puzzle,
        encoder=choices.encoder,
        engine=choices.engine,
        limits=choices.limits,
        options=choices.options(most),
    )
    return CountReport.of(found, name)


def check_report(puzzle: Any, name: Name, choices: Choices, *, most: int) -> CheckReport:
    """Is it consistent and unique; if not consistent, why."""
    found = api.check(
        puzzle,
        encoder=choices.encoder,
        engine=choices.engine,
        limits=choices.limits,
        options=choices.options(),
        most=most,
    )
    decided = found.consistent is not None
    explanation = found.explanation or Explanation(found.consistent, complete=decided, reason=found.reason)
    solution = None if found.answer is None else kind_of(puzzle).write_answer(found.answer)
    return CheckReport.of(explanation, name, unique=found.unique, solution=solution)


def explain_report(puzzle: Any, name: Name, choices: Choices, *, most: int, coarse: bool) -> ExplainReport:
    """Why there is no solution."""
    explanation = api.explain(
        puzzle,
        encoder=choices.encoder,
        engine=choices.engine,
        limits=choices.limits,
        options=choices.options(),
        most=most,
        grain="coarse" if coarse else "fine",
    )
    return ExplainReport.of(explanation, name)


def forced_report(puzzle: Any, name: Name, choices: Choices) -> ForcedReport:
    """What holds in every solution."""
    found = api.forced(
        puzzle,
        encoder=choices.encoder,
        engine=choices.engine,
        limits=choices.limits,
        options=choices.options(),
    )
    return ForcedReport.of(found, name)


def export_report(puzzle: Any, name: Name, *, form: str, encoder: str | None) -> ExportReport:
    """The puzzle in another form."""
    return ExportReport(**name, form=form, text="".join(api.export(puzzle, form=form, encoder=encoder)))


def quine_report(result: "QuineResult", depth: "ExactDepth | None", name: Name, *, exact: bool) -> QuineReport:
    """What a run of the disjunction engine measured, and the exact depth where it was asked for."""
    at_least = None if depth is None or depth.depth is not None else depth.at_least
    return QuineReport(
        **name,
        status=result.status,
        several=result.several,
        depth=result.depth,
        disjunctions=result.disjunctions,
        eliminations=result.eliminations,
        true_eliminations=result.true_eliminations,
        false_eliminations=result.false_eliminations,
        failed=result.failed,
        work=result.work,
        longest_argument=result.longest_argument,
        longest_chain=result.longest_chain,
        exact_depth_asked=exact,
        exact_depth=None if depth is None else depth.depth,
        exact_depth_at_least=at_least,
        heuristic=result.options.heuristic,
        reason=result.stopped,
        known=result.known or None,
        seconds=round(result.seconds, 6),
    )
