"""Answers as reports: what the command line prints with `--json` and the service sends, made in one place.

Each function asks the front door and puts what it finds into the report of that question. `name` is how the report
names its puzzle. Where people also see more than the report holds, that is given beside it.
"""

import time
from typing import Any

from clausal import api
from clausal.models.choices import Choices
from clausal.models.outcome import Explanation
from clausal.models.report import CheckReport, CountReport, ExplainReport, ForcedReport, Name, SolveReport
from clausal.puzzles import kind_of


def solve_report(
    puzzle: Any, name: Name, choices: Choices, *, every: int | None = None
) -> tuple[SolveReport, tuple[Any, ...]]:
    """The report and the answers themselves. Uniqueness is part of it: it is what people ask next."""
    started = time.perf_counter()
    question = api.Question.of("solve", puzzle, choices.encoder, choices.engine)
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
