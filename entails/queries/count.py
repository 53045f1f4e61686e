"""Queries that count the solutions, or list the facts that all of them share."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from entails.models.encoding import Clauses, Cnf
from entails.models.fields import Option
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import EndReason, ModelCount
from entails.models.report import Report
from entails.puzzles import as_puzzle
from entails.puzzles.base import AnyPuzzle
from entails.queries.pipeline import Pipeline
from entails.queries.query import AssumptionOptions, Progress, Query, QueryResult, named, yes_no
from entails.solvers.engine import Budget, interchangeable
from entails.solvers.model_count import count_models, ready

if TYPE_CHECKING:
    from entails.models.entry import Block
    from entails.queries.blocks import BlockAnswers
from entails.models.outcome import Forced
from entails.solvers.forced import forced as forced_with

VERBS = {
    "count": {
        "PLACE": 3,
        "__all__": ["count"],
        "text": "Count the solutions exactly.",
    },
    "forced": {
        "PLACE": 5,
        "__all__": ["forced"],
        "text": "List facts true in every solution.",
    },
}


_FEW = 1_000
"""Number of solutions that are listed and checked one by one before the model counter is used."""
_USUAL_MOST = 10_000
"""Default maximum for engines that can only list solutions."""


_LISTED_FOR = 5.0
"""Maximum seconds, at most half of the limit, for the puzzle type's own enumerator before the model counter is used."""
_USUAL_SECONDS = 10.0
"""Default time limit of the model counter, in seconds."""


class CountOptions(AssumptionOptions):
    """Options of `count`."""

    max: Annotated[int | None, Field(ge=1, description="Stop counting at N."), Option("--max", metavar="N")] = None


class CountReport(Report):
    """Report of `count`. Unless `exact`, `count` is a lower bound.

    `projected` is the number of variables that are counted over, if the file lists them.
    """

    count: int
    exact: bool
    projected: int | None = Field(
        default=None,
        description="only if the file lists the variables to count over",
        exclude_if=lambda projected: projected is None,
    )
    reason: EndReason | None = None
    chosen_because: str | None = Field(
        default=None,
        description="why CP-SAT was chosen instead of the default engine",
        exclude_if=lambda reason: reason is None,
    )


def count(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    also: Sequence[str] = (),
) -> ModelCount:
    """Count the solutions, up to `options.max_solutions`.

    Without a maximum, a few solutions are listed and checked by the rules of the puzzle; if there are more, they are
    counted without listing them. `assume` names facts to assume (`also` is another name of it).
    """
    return _counted(
        Pipeline.of("solve", puzzle, encoder, engine, (*assume, *also)), limits, options, listing=engine is not None
    )


def _counted(
    pipeline: Pipeline, limits: Limits, options: Options, *, listing: bool, most: int | None = None
) -> ModelCount:
    """Count by listing solutions up to a maximum, else with the model counter."""
    if listing or options.max_solutions is not None or not isinstance(pipeline.encoding, Cnf):
        return _listed(pipeline, limits, options.model_copy(update={"max_solutions": options.max_solutions or most}))
    if pipeline.encoding.shown is not None:
        ready()
        return count_models(pipeline.encoding, limits)
    budget = Budget(limits)
    few = _listed(pipeline, limits, options.model_copy(update={"max_solutions": _FEW}))
    if few.reason != "maximum" or budget.out_of_time:
        return few if few.reason != "maximum" else replace(few, reason="time")
    ready()  # compilation does not count against the budget
    if (listed := _by_listing_fast(pipeline, limits, budget)) is not None:
        if listed.exact:
            return listed
        few = max(few, listed, key=lambda known: known.value)
    left = limits if limits.seconds is None else limits.model_copy(update={"seconds": budget.seconds})
    counted = by_counter(pipeline, pipeline.encoding, left)
    return counted if counted.exact else ModelCount(max(counted.value, few.value), False, counted.reason)


def _by_listing_fast(pipeline: Pipeline, limits: Limits, budget: Budget) -> ModelCount | None:
    """Count with the enumerator of the puzzle type, for part of the time limit; None if it has none."""
    if pipeline.assume:
        return None
    seconds = _LISTED_FOR if budget.seconds is None else min(_LISTED_FOR, budget.seconds / 2)
    return pipeline.puzzle_type.count_all(pipeline.puzzle, limits.model_copy(update={"seconds": seconds}))


def by_counter(pipeline: Pipeline, cnf: Cnf[Any], limits: Limits) -> ModelCount:
    """Return the number of solutions by the model counter, for a puzzle that has a solution."""
    statement = None if pipeline.assume else pipeline.puzzle_type.statement(pipeline.puzzle)
    alike = None if statement is None or len(statement.names) != cnf.answers else interchangeable(statement)
    if alike is None:
        return count_models(cnf, limits, satisfiable=True)
    fixed, times = alike
    smaller = replace(cnf, added=cnf.added + Clauses.of([[fact] for fact in fixed]))
    counted = count_models(smaller, limits, satisfiable=True)
    return replace(counted, value=times * counted.value)


def _listed(pipeline: Pipeline, limits: Limits, options: Options) -> ModelCount:
    listing = pipeline.solutions(limits, options)
    value = sum(1 for _ in listing)
    return ModelCount(value, listing.complete, listing.reason)


def _count_answer(puzzle: Any, query_options: CountOptions, progress: Progress) -> QueryResult[ModelCount]:
    """Count the solutions; if a limit is reached, return the lower bound."""
    del progress
    pipeline = Pipeline.of("solve", puzzle, query_options.encoder, query_options.engine, query_options.assume)
    limits = query_options.limits
    if (
        query_options.seconds is None
        and isinstance(pipeline.encoding, Cnf)
        and query_options.engine is None
        and query_options.max is None
    ):
        limits = limits.model_copy(update={"seconds": _USUAL_SECONDS})  # an empty 9x9 grid would take too long
    counted = _counted(
        pipeline,
        limits,
        query_options.solver_options(query_options.max),
        listing=query_options.engine is not None,
        most=_USUAL_MOST,
    )
    shown = getattr(as_puzzle(puzzle), "shown", None)
    report = CountReport(
        **named(puzzle),
        count=counted.value,
        exact=counted.exact,
        projected=len(shown) if isinstance(shown, tuple) else None,
        reason=counted.reason,
        chosen_because=pipeline.because,
    )
    decided = counted.exact or counted.reason == "maximum"
    return QueryResult(counted, report, yes_no(counted.value > 0 if decided else None))


def in_blocks(puzzle_type: AnyPuzzle, options: CountOptions) -> "Callable[[Block[Any]], BlockAnswers] | None":
    """Return a function that counts the solutions of thousands of puzzles at once.

    None without a maximum: a grid may have more solutions than can be listed.
    """
    from entails.queries.blocks import BlockAnswers, block_solver_for

    way, most = block_solver_for(puzzle_type, options), options.max
    if way is None or most is None:
        return None

    def counted(count: int) -> ModelCount:
        return ModelCount(count, True) if count <= most else ModelCount(most, False, "maximum")

    def tell(puzzle: str, _solution: str | None, count: int) -> CountReport:
        result = counted(count)
        return CountReport(puzzle=puzzle, count=result.value, exact=result.exact, reason=result.reason)

    return lambda block: BlockAnswers(
        block,
        way,
        way.count(block, most + 1),
        tell=tell,
        value=lambda _solution, count: counted(count),
        verdict=lambda count: yes_no(count > 0),
    )


COUNT = Query(options=CountOptions, report=CountReport, answer=_count_answer, blocks=in_blocks)


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


def _forced_answer(puzzle: Any, query_options: ForcedOptions, progress: Progress) -> QueryResult[Forced]:
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


FORCED = Query(options=ForcedOptions, report=ForcedReport, answer=_forced_answer)
