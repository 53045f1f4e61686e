"""Solve; report whether the solution is unique."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack, overload

from pydantic import Field

from entails.models.errors import EntailsError, Invalid, UnsupportedPuzzle
from entails.models.fields import Option
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Solutions, Solved, Undecided
from entails.models.report import Report, ReportName, Statistics, Status
from entails.models.sudoku.grid import Grid
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle, Persistent
from entails.queries.pipeline import Pipeline
from entails.queries.query import (
    AssumptionOptions,
    ChosenRoute,
    Progress,
    Query,
    QueryResult,
    Unique,
    Verdict,
    named,
    yes_no,
)

if TYPE_CHECKING:
    from entails.models.entry import Block, Counted, InBlocks
    from entails.queries.blocks import BlockAnswers

PLACE = 2
__all__ = ["solutions", "solve", "solve_many"]

_AT_ONCE = 10_000
_FEW = 20
"""Number of solutions to list above which the puzzle type's route for bulk queries is used."""

VERDICTS: dict[str, Verdict] = {"satisfied": "yes", "unsatisfiable": "no", "undecided": "undecided"}


class SolveOptions(AssumptionOptions):
    """Options of `solve`."""

    unique: Unique = False
    all: Annotated[
        int | None, Field(ge=1, description="List up to N solutions."), Option("--all", metavar="N", lists=True)
    ] = None
    format: Annotated[
        Literal["line"] | None,
        Field(description="Output format: line prints only the solutions, one per line."),
        Option(metavar="FORMAT", command_only=True),
    ] = None
    statistics: Annotated[bool, Field(description="Print encoding and solver statistics.")] = False

    @property
    def is_usual(self) -> bool:
        return super().is_usual and not self.statistics


class SolveReport(Report):
    """Report of `solve`. `unique` is null if uniqueness was not requested or not decided."""

    status: Status
    solution: str | None = None
    unique: bool | None = None
    solutions: list[str] | None = Field(default=None, description="with --all: every solution found")
    complete: bool | None = Field(
        default=None, description="with --all: there are no others; with an objective: proven optimal"
    )
    objective: float | None = Field(
        default=None, description="objective value of the best solution, if there is an objective"
    )
    bound: float | None = Field(
        default=None,
        description="bound on the objective value, as far as it is known",
        exclude_if=lambda bound: bound is None,
    )
    objectives: list[float] | None = Field(
        default=None,
        description="value of each objective, if there are several, one after the other",
        exclude_if=lambda values: values is None,
    )
    reason: EndReason | None = None
    engine: str
    encoder: str
    decided_by: str | None = Field(
        default=None,
        description="with engine portfolio: the engine that won the race",
        exclude_if=lambda engine: engine is None,
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
    seconds: float | None = None
    statistics: Statistics | None = Field(
        default=None,
        description="with --statistics: the size of the encoding and the cost of one solution",
        exclude_if=lambda value: value is None,
    )


@overload
def solve(puzzle: Grid, **how: Unpack[ChosenRoute]) -> Outcome[Grid]: ...


@overload
def solve(puzzle: Any, **how: Unpack[ChosenRoute]) -> Outcome[Any]: ...


def solve(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    also: Sequence[str] = (),
) -> Outcome[Any]:
    """Return a solution; the best one if the puzzle has an objective.

    Return `Satisfied`, `Unsatisfiable`, or `Undecided` if a limit was reached first. `assume` names facts to assume
    (`also` is another name of it).

    >>> from entails import parse
    >>> solve(parse("sudoku", "..4..3...2....1.")).answer.line
    '2143432112343412'
    """
    return Pipeline.of("solve", puzzle, encoder, engine, (*assume, *also)).solve(limits, options)


@overload
def solutions(puzzle: Grid, **how: Unpack[ChosenRoute]) -> Solutions[Grid]: ...


@overload
def solutions(puzzle: Any, **how: Unpack[ChosenRoute]) -> Solutions[Any]: ...


def solutions(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    assume: Sequence[str] = (),
    also: Sequence[str] = (),
) -> Solutions[Any]:
    """Iterate over the solutions, up to `options.max_solutions`; then `complete` tells whether these are all."""
    in_bulk = options.max_solutions is None or options.max_solutions > _FEW
    pipeline = Pipeline.of("solve", puzzle, encoder, engine, (*assume, *also), in_bulk=in_bulk)
    return pipeline.solutions(limits, options)


@overload
def solve_many(puzzles: Iterable[Grid]) -> Iterator[Solved[Grid]]: ...


@overload
def solve_many(puzzles: Iterable[Any]) -> Iterator[Solved[Any]]: ...


def solve_many(puzzles: Iterable[Any]) -> Iterator[Solved[Any]]:
    """Yield the solution of each puzzle and whether it is unique, in order.

    Classic Sudoku grids are solved by the thousand by the compiled engine, other puzzles one after the other.

    >>> from entails import parse
    >>> [solved.unique for solved in solve_many([parse("sudoku", "..4..3...2....1.")])]
    [True]
    """
    from entails.models.entry import AT_LEAST

    waiting = map(as_puzzle, puzzles)
    while some := list(islice(waiting, _AT_ONCE)):
        puzzle_type = puzzle_type_of(some[0])
        way = puzzle_type.block_solver() if len(some) >= AT_LEAST else None
        alike = way is not None and all(isinstance(candidate, puzzle_type.model) for candidate in some)
        block = way.of(some) if way is not None and alike else None
        if way is None or block is None:
            yield from _each_solved(iter(some))
        else:
            yield from _block_solved(some, block, way.count(block, 2))


def _block_solved(puzzles: Sequence[Any], block: "Block[Any]", counted: "Counted") -> Iterator[Solved[Any]]:
    for puzzle, row, count in zip(puzzles, counted.solutions, counted.counts.tolist(), strict=True):
        yield Solved(puzzle, block.puzzle(row) if count else None, count == 1)


def _each_solved(puzzles: Iterator[Any]) -> Iterator[Solved[Any]]:
    persistent: dict[str, Any] = {}
    try:
        for puzzle in puzzles:
            puzzle_type = puzzle_type_of(puzzle)
            if puzzle_type.name not in persistent:
                persistent[puzzle_type.name] = puzzle_type.persistent()
            solver = persistent[puzzle_type.name]
            if solver is None:
                listing = Pipeline.of("solve", puzzle, in_bulk=True).solutions(UNLIMITED, Options(max_solutions=1))
                answers = list(listing)
                yield Solved(puzzle, answers[0] if answers else None, bool(answers) and listing.complete)
            else:
                yield Solved(puzzle, *solver.answer(puzzle))
    finally:
        for solver in filter(None, persistent.values()):
            solver.close()


def answer(
    puzzle: Any, query_options: SolveOptions, progress: Progress, *, in_bulk: bool = False
) -> QueryResult[tuple[Any, ...]]:
    """Solve the puzzle and check uniqueness, or find the best solution if the puzzle has an objective."""
    del progress
    started = time.perf_counter()
    in_bulk = in_bulk or (query_options.all or 1) > _FEW
    pipeline = Pipeline.of(
        "solve", puzzle, query_options.encoder, query_options.engine, query_options.assume, in_bulk=in_bulk
    )
    if pipeline.has_objective and query_options.all is None and not query_options.unique:
        return _best(pipeline, query_options)
    listing = pipeline.solutions(query_options.limits, query_options.solver_options(query_options.all or 1))
    answers = tuple(listing)
    texts = [pipeline.puzzle_type.format_answer(solution) for solution in answers]
    several = len(texts) > 1 or listing.reason == "maximum"
    listed = query_options.all or pipeline.has_objective
    report = SolveReport(
        **named(puzzle),
        status="satisfied" if texts else "unsatisfiable" if listing.complete else "undecided",
        solution=texts[0] if texts else None,
        unique=False if several else bool(texts) if listing.complete else None,
        solutions=texts if listed else None,
        complete=listing.complete if listed else None,
        reason=None if listing.reason == "maximum" and not listed else listing.reason,
        engine=pipeline.engine.name,
        encoder=pipeline.encoder,
        chosen_because=pipeline.because,
        **_engines(pipeline, listing.decided_by, is_proven=listing.complete or listing.reason == "maximum"),
        seconds=round(time.perf_counter() - started, 6),
        statistics=_statistics(pipeline, query_options),
    )
    return QueryResult(answers, report, _verdict(report, query_options), _race_note(report))


def _engines(pipeline: Pipeline, decided_by: tuple[str, ...], *, is_proven: bool) -> dict[str, Any]:
    """Return the fields that name the winner of a race and the engine that confirmed a result."""
    if decided_by:
        return {"decided_by": decided_by[0], "confirmed_by": decided_by[1] if len(decided_by) > 1 else None}
    return {"confirmed_by": pipeline.confirmed_by if is_proven else None}


def _race_note(report: SolveReport) -> tuple[str, ...]:
    """Return the remark about a race of engines."""
    if report.decided_by is None:
        return ()
    confirmed = "" if report.confirmed_by is None else f", {report.confirmed_by} confirmed it"
    return (f"{report.decided_by} decided first{confirmed}",)


def _statistics(pipeline: Pipeline, query_options: SolveOptions) -> Statistics | None:
    from entails.queries.compare import statistics

    return (
        statistics(pipeline, query_options.limits, query_options.solver_options()) if query_options.statistics else None
    )


def _verdict(report: SolveReport, options: SolveOptions) -> Verdict:
    verdict = VERDICTS[report.status]
    return yes_no(report.unique) if verdict == "yes" and options.unique else verdict


def _best(pipeline: Pipeline, query_options: SolveOptions) -> QueryResult[tuple[Any, ...]]:
    outcome = pipeline.solve(query_options.limits, query_options.solver_options())
    best = outcome if isinstance(outcome, Satisfied) else None
    report = SolveReport(
        **named(pipeline.puzzle),
        status=outcome.status,
        solution=None if best is None else pipeline.puzzle_type.format_answer(best.answer),
        objective=None if best is None else best.objective,
        bound=None if best is None else best.bound,
        objectives=None if best is None or not best.objectives else list(best.objectives),
        complete=None if best is None else best.optimal,
        reason=outcome.reason if isinstance(outcome, Undecided) else None,
        engine=pipeline.engine.name,
        encoder=pipeline.encoder,
        **_engines(pipeline, outcome.stats.decided_by, is_proven=False),
        chosen_because=pipeline.because,
        seconds=round(outcome.stats.seconds, 6),
        statistics=_statistics(pipeline, query_options),
    )
    value = () if best is None else (best.answer,)
    return QueryResult(value, report, VERDICTS[outcome.status], _race_note(report))


def answer_many(
    puzzles: Iterator[Any], options: SolveOptions, progress: Progress
) -> Iterator[QueryResult[Any] | EntailsError]:
    """Solve puzzles one after the other; with default options, use the puzzle type's persistent solver."""
    first = next(puzzles, None)
    if first is None:
        return
    persistent = puzzle_type_of(first).persistent() if options.all is None and options.is_usual else None
    try:
        puzzle = first
        while puzzle is not None:
            try:
                if persistent is None:
                    yield answer(puzzle, options, progress, in_bulk=True)
                else:
                    yield _remembered(puzzle, *persistent.answer(puzzle), options, persistent)
            except (Invalid, UnsupportedPuzzle) as error:
                yield error
            puzzle = next(puzzles, None)
    finally:
        if persistent is not None:
            persistent.close()


def _remembered(
    puzzle: Any, solution: Any, only: bool, options: SolveOptions, by: Persistent[Any]
) -> QueryResult[tuple[Any, ...]]:
    report = _report_of(
        named(puzzle),
        None if solution is None else puzzle_type_of(puzzle).format_answer(solution),
        only,
        by.engine,
        by.encoder,
    )
    return QueryResult(() if solution is None else (solution,), report, _verdict(report, options))


def _report_of(name: ReportName, solution: str | None, only: bool, engine: str, encoder: str) -> SolveReport:
    """Return the report of a puzzle in a list of many, without its time."""
    return SolveReport(
        **name,
        status="unsatisfiable" if solution is None else "satisfied",
        solution=solution,
        unique=only,
        engine=engine,
        encoder=encoder,
    )


def in_blocks(puzzle_type: AnyPuzzle, options: SolveOptions) -> "Callable[[Block[Any]], BlockAnswers] | None":
    """Return a function that solves thousands of puzzles at once, or None unless all options are defaults."""
    from entails.queries.blocks import BlockAnswers, block_solver_for

    way = block_solver_for(puzzle_type, options)
    if way is None or options.all is not None:
        return None
    tell = partial(_report_in_block, way)
    return lambda block: BlockAnswers(
        block,
        way,
        way.count(block, 2),
        tell=tell,
        value=lambda solution, count: (solution,) if count else (),
        verdict=lambda count: _verdict(tell("", "" if count else None, count), options),
    )


def _report_in_block(way: "InBlocks[Any]", puzzle: str, solution: str | None, count: int) -> SolveReport:
    return _report_of({"puzzle": puzzle}, solution, count == 1, way.engine, way.encoder)


QUERY = Query(options=SolveOptions, report=SolveReport, answer=answer, many=answer_many, blocks=in_blocks)
