"""What holds in every solution."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

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
    engine: str | None = Field(
        default=None, description="the engine that decided", exclude_if=lambda engine: engine is None
    )
    confirmed_by: str | None = Field(
        default=None,
        description="the engine that came to the same result independently",
        exclude_if=lambda engine: engine is None,
    )


def forced(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    also: Sequence[str] = (),
) -> Forced:
    """What holds in every answer."""
    road = Pipeline.of("forced", puzzle, encoder, engine, also)
    return _forced(road, limits, options)


def _forced(road: Pipeline, limits: Limits, options: Options) -> Forced:
    return forced_with(
        road.engine,
        road.encoding,
        limits,
        options,
        checked=road.checked,
        referee=road.referee,
        confirmation=road.confirmation,
    )


def answer(puzzle: Any, ask: ForcedOptions, progress: Progress) -> QueryResult[Forced]:
    """The names of the facts; undecided when there may be more of them."""
    del progress
    road = Pipeline.of("forced", puzzle, ask.encoder, ask.engine, ask.also)
    backbone = _forced(road, ask.limits, ask.options())
    report = ForcedReport(
        **named(puzzle),
        consistent=backbone.consistent,
        forced=backbone.names,
        complete=backbone.complete,
        reason=backbone.reason,
        engine=None if road.confirm is None else road.engine.name,
        confirmed_by=road.confirmed_by,
    )
    verdict = None if backbone.consistent and not backbone.complete else backbone.consistent
    return QueryResult(backbone, report, yes_no(verdict))


QUESTION = Query(ask=ForcedOptions, report=ForcedReport, answer=answer)
