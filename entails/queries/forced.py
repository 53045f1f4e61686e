"""List facts true in every solution."""

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
    """Options of `forced`."""


class ForcedReport(Report):
    """Report of `forced`: the facts that are true in every solution (the backbone)."""

    consistent: bool | None
    forced: tuple[str, ...] = ()
    bounds: dict[str, tuple[int, int]] = Field(
        default_factory=dict,
        description="least and largest value of each variable with more than 10,000 values",
        exclude_if=lambda bounds: not bounds,
    )
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
    chosen_because: str | None = Field(
        default=None,
        description="why CP-SAT was chosen instead of the default engine",
        exclude_if=lambda reason: reason is None,
    )


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
    return _forced(Pipeline.of("forced", puzzle, encoder, engine, (*assume, *also)), limits, options)


def _forced(pipeline: Pipeline, limits: Limits, options: Options) -> Forced:
    return forced_with(
        pipeline.engine,
        pipeline.encoding,
        limits,
        options,
        checked=pipeline.checked,
        verifier=pipeline.verifier,
        confirmation=pipeline.confirmation,
    )


def answer(puzzle: Any, query_options: ForcedOptions, progress: Progress) -> QueryResult[Forced]:
    """List the forced facts; the verdict is undecided if there may be more."""
    del progress
    pipeline = Pipeline.of("forced", puzzle, query_options.encoder, query_options.engine, query_options.assume)
    backbone = _forced(pipeline, query_options.limits, query_options.solver_options())
    report = ForcedReport(
        **named(puzzle),
        consistent=backbone.consistent,
        forced=backbone.names,
        bounds={name: (low, high) for name, low, high in backbone.bounds},
        complete=backbone.complete,
        reason=backbone.reason,
        engine=None if pipeline.confirm is None else pipeline.engine.name,
        confirmed_by=pipeline.confirmed_by,
        chosen_because=pipeline.because,
    )
    verdict = None if backbone.consistent and not backbone.complete else backbone.consistent
    return QueryResult(backbone, report, yes_no(verdict))


QUERY = Query(options=ForcedOptions, report=ForcedReport, answer=answer)
