"""Comparison of encoders and engines on one puzzle: the cost of each pair."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from entails.models.encoding import Cnf, CnfPlus, CpSat, Encoding
from entails.models.errors import EngineFault, InvalidOption, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Unsatisfiable
from entails.models.report import Report, Statistics, Status
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.pipeline import Pipeline
from entails.queries.query import named
from entails.solvers.engine import Budget, Engine
from entails.solvers.engine import engine as engine_named

USUAL_ENGINES = ("cadical195", "minisat22", "cpsat")
"""Engines that `compare` uses by default, besides the default engine of the puzzle type."""


_NOT_TRIED = {"status": "undecided", "problem": "the total time limit was over before the last pairs"}


class CompareReport(Statistics, Report):
    """Report of `compare` on one pair of encoder and engine.

    `status` is null if the engine does not accept the encoding, and undecided if a time limit was reached; `problem`
    says why.
    """

    status: Status | None = None
    problem: str | None = None


class EncoderReport(Report):
    """Report of `encoders` on one encoder. `usual` marks the default of `solve`."""

    name: str
    kind: str
    summary: str
    explains: bool
    usual: bool
    engines: tuple[str, ...] = Field(description="engines that accept it and are installed")


def encoders_of(puzzle_type: AnyPuzzle) -> list[EncoderReport]:
    """Return every encoder of a puzzle type."""
    from entails.solvers.engine import engines

    usual = puzzle_type.route("solve").encoder
    return [
        EncoderReport(
            name=name,
            kind=encoder.kind,
            summary=encoder.summary,
            explains=encoder.explains,
            usual=name == usual,
            engines=tuple(
                engine.name
                for engine in engines().values()
                if encoder.kind in engine.accepts and engine.missing() is None
            ),
        )
        for name, encoder in puzzle_type.encoders.items()
    ]


def compare(
    puzzle: Any,
    encoders: Sequence[str] = (),
    engines: Sequence[str] = (),
    *,
    limits: Limits = UNLIMITED,
    total: float | None = None,
    seed: int = 0,
) -> Iterator[CompareReport]:
    """Yield a report for each pair of these encoders and engines; by default, all encoders and the usual engines.

    Every solution is checked by the rules of the puzzle. Engines that contradict each other raise an error. `limits`
    apply to each pair. After `total` seconds the remaining pairs are reported as undecided.
    """
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    chosen = [puzzle_type.encoder(name) for name in encoders or puzzle_type.encoders]
    solvers = [engine_named(name) for name in engines or _usual(puzzle_type)]
    statuses: dict[str, str] = {}
    pairs = 0
    budget = Budget(Limits(seconds=total))
    for encoder in chosen:
        if budget.out_of_time:
            for solver in (solver for solver in solvers if encoder.kind in solver.accepts):
                pairs += 1
                report = CompareReport(**named(puzzle), encoder=encoder.name, engine=solver.name)
                yield report.model_copy(update=_NOT_TRIED)
            continue
        began = time.perf_counter()
        encoding = encoder.encode(puzzle)
        size = {**_size(encoding), "encode_seconds": round(time.perf_counter() - began, 6)}
        for solver in solvers:
            refusal = solver.unsupported(encoding)
            if refusal is not None and not (encoders and engines):
                continue  # nobody asked for this very pair
            pairs += 1
            report = CompareReport(**named(puzzle), encoder=encoder.name, engine=solver.name, **size)
            if refusal is not None:
                yield report.model_copy(update={"problem": str(refusal)})
                continue
            if budget.seconds == 0:
                yield report.model_copy(update=_NOT_TRIED)
                continue
            pipeline = Pipeline(puzzle_type, puzzle, encoder.name, encoding, solver)
            report = _timed(report, pipeline, _within(limits, budget), Options(seed=seed))
            statuses.setdefault(str(report.status), f"{encoder.name} with {solver.name}")
            if {"satisfied", "unsatisfiable"} <= statuses.keys():
                raise EngineFault(f"{statuses['satisfied']} finds a solution; {statuses['unsatisfiable']} finds none")
            yield report
    if not pairs:
        raise UnsupportedCapability(f"no engine in the list accepts an encoding in the list for {puzzle_type.name}")


def _within(limits: Limits, budget: Budget) -> Limits:
    """Return the limits with the time limit cut to the time left for all pairs."""
    left = [seconds for seconds in (limits.seconds, budget.seconds) if seconds is not None]
    return limits.model_copy(update={"seconds": max(min(left), 0.001)}) if left else limits


def statistics(pipeline: Pipeline, limits: Limits, options: Options) -> Statistics:
    """Return the cost of finding one solution with an encoder and an engine."""
    empty = CompareReport(encoder=pipeline.encoder, engine=pipeline.engine.name, **_size(pipeline.encoding))
    timed = _timed(empty, pipeline, limits, options)
    return Statistics(**{name: getattr(timed, name) for name in Statistics.model_fields})


def _timed(report: CompareReport, pipeline: Pipeline, limits: Limits, options: Options) -> CompareReport:
    outcome, cpu = pipeline.timed(limits, options)
    fields: dict[str, Any] = {
        "status": outcome.status,
        "seconds": round(outcome.stats.seconds, 6),
        "cpu_seconds": None if cpu is None else round(cpu, 6),
        "conflicts": outcome.stats.conflicts,
        "decisions": outcome.stats.decisions,
        "propagations": outcome.stats.propagations,
    }
    if isinstance(outcome, Unsatisfiable) and "proof" in pipeline.engine.capabilities:
        with pipeline.engine.open(pipeline.encoding, limits, options.model_copy(update={"proof": True})) as session:
            again = session.solve()  # apart: to keep a proof takes time
        if isinstance(again, Unsatisfiable) and again.proof is not None:
            fields["proof_lines"], fields["proof_bytes"] = len(again.proof), sum(len(line) + 1 for line in again.proof)
    return report.model_copy(update=fields)


def _usual(puzzle_type: AnyPuzzle) -> list[str]:
    """Return the default engine of a puzzle, then engines that are always installed."""
    names = [puzzle_type.route("solve").engine, *USUAL_ENGINES]
    solvers: list[Engine] = [engine_named(name) for name in dict.fromkeys(names)]
    return [solver.name for solver in solvers if solver.missing() is None]


def _size(encoding: Encoding[Any]) -> dict[str, Any]:
    if isinstance(encoding, Cnf):
        clauses = encoding.clauses
        return {"variables": encoding.variables, "clauses": len(clauses), "literals": len(clauses.lits)}
    if isinstance(encoding, CnfPlus):
        clauses, at_most = encoding.cnf.clauses, encoding.at_most
        literals = len(clauses.lits) + sum(len(constraint.lits) for constraint in at_most)
        return {"variables": encoding.cnf.variables, "clauses": len(clauses) + len(at_most), "literals": literals}
    if isinstance(encoding, CpSat) and len(encoding.parts) == 1:
        model: Any = encoding.build(*encoding.parts[0]).model.proto
        return {"variables": len(model.variables), "clauses": len(model.constraints)}
    return {}


def names_in(text: str | None, option: str) -> tuple[str, ...]:
    """Split a comma-separated list of names."""
    if text is None:
        return ()
    names = tuple(filter(None, map(str.strip, text.split(","))))
    if not names:
        raise InvalidOption("value is empty", where=option, expected="comma-separated names")
    return names
