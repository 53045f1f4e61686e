"""What holds in every solution."""

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
    """What `forced` may be told."""


class ForcedReport(Report):
    """`forced`: the facts that hold in every solution."""

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
    """What holds in every answer."""
    road = Pipeline.of("forced", puzzle, encoder, engine, (*assume, *also))
    return forced_with(road.engine, road.encoding, limits, options, checked=road.checked, referee=road.referee)


def answer(puzzle: Any, ask: ForcedOptions, progress: Progress) -> QueryResult[Forced]:
    """The names of the facts; undecided when there may be more of them."""
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
