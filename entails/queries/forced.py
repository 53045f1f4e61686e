"""List facts true in every solution."""

from collections.abc import Sequence
from typing import Any

from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import EndReason, Forced
from entails.models.report import Report
from entails.queries.pipeline import Pipeline
from entails.queries.query import AssumptionOptions, Progress, Query, QueryResult, named, yes_no
from entails.solvers.forced import forced as forced_with

PLACE = 5
__all__ = ["forced"]


class ForcedOptions(AssumptionOptions):
    """Options of `forced`."""


class ForcedReport(Report):
    """Report of `forced`: the facts that are true in every solution (the backbone)."""

    consistent: bool | None
    forced: tuple[str, ...] = ()
    complete: bool = True
    reason: EndReason | None = None


def forced(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    also: Sequence[str] = (),
) -> Forced:
    """List the facts that are true in every solution (the backbone).

    `assume` names facts to assume (`also` is another name of it).
    """
    road = Pipeline.of("forced", puzzle, encoder, engine, (*assume, *also))
    return forced_with(road.engine, road.encoding, limits, options, checked=road.checked, referee=road.referee)


def answer(puzzle: Any, ask: ForcedOptions, progress: Progress) -> QueryResult[Forced]:
    """List the forced facts; the verdict is undecided if there may be more."""
    del progress
    result = forced(puzzle, **ask.how())
    report = ForcedReport(
        **named(puzzle),
        consistent=result.consistent,
        forced=result.names,
        complete=result.complete,
        reason=result.reason,
    )
    return QueryResult(result, report, yes_no(None if result.consistent and not result.complete else result.consistent))


QUESTION = Query(ask=ForcedOptions, report=ForcedReport, answer=answer)
