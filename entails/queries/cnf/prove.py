"""Prove that there is no solution; write a DRUP/DRAT proof."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from entails.formats.dimacs.answer import proof_text
from entails.models.encoding import Cnf
from entails.models.errors import EngineFault
from entails.models.fields import Option
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Undecided, Unsatisfiable
from entails.models.report import Report, Status
from entails.queries.cnf.stats import FORMULA
from entails.queries.query import (
    Artefact,
    Conflicts,
    Engine,
    MemoryMb,
    Progress,
    Query,
    QueryResult,
    TimedOptions,
    bounded,
)
from entails.solvers.engine import engine as engine_named
from entails.solvers.proof import check_proof

PANEL = "Proofs"


class CnfProveOptions(TimedOptions):
    """Options of `cnf prove`."""

    engine: Engine = None
    conflicts: Conflicts = None
    memory_mb: MemoryMb = None
    check: Annotated[bool, Field(description="Check the proof before printing it.")] = True

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, self.conflicts, self.memory_mb)


class CnfProveReport(Report):
    """Report of `cnf prove`: the proof, if there is no solution."""

    status: Status
    proof: str | None = None
    steps: int | None = None
    reason: EndReason | None = None
    engine: str


def answer(formula: Cnf[Any], options: CnfProveOptions, progress: Progress) -> QueryResult[Outcome[Any]]:
    """Return a checked proof, or a note that there is a solution."""
    del progress
    solver = engine_named(options.engine or "cadical195")
    with solver.open(formula, options.limits, Options(proof=True)) as session:
        outcome = session.solve()
    if isinstance(outcome, Unsatisfiable):
        lines = outcome.proof or ()
        if options.check and not (checked := check_proof(formula.clauses.lists, lines)).verified:
            raise EngineFault(f"the proof of engine {solver.name} does not hold: {checked.problem}")
        report = CnfProveReport(status=outcome.status, proof=proof_text(lines), steps=len(lines), engine=solver.name)
        return QueryResult(outcome, report, notes=(_about(formula, lines),))
    if isinstance(outcome, Undecided):
        report = CnfProveReport(status=outcome.status, reason=outcome.reason, engine=solver.name)
        return QueryResult(outcome, report, "undecided", (f"undecided: stopped by the limit on {outcome.reason}",))
    report = CnfProveReport(status=outcome.status, engine=solver.name)
    return QueryResult(outcome, report, "no", ("the formula has a solution; nothing to prove",))


def _about(formula: Cnf[Any], lines: Sequence[str]) -> str:
    """Describe the proof in a note."""
    if check_proof(formula.clauses.lists, ()).verified:
        return "unit propagation alone refutes the formula: no clause had to be derived"
    derived = sum(not line.startswith("d") for line in lines)
    deletions = len(lines) - derived
    forgotten = f", {deletions:,} deletions" if deletions else ""
    return f"a proof of {derived:,} derived clauses{forgotten}; entails cnf verify checks it"


def written(outcome: Outcome[Any], options: CnfProveOptions, ending: str) -> list[str]:
    """Return the lines of the proof, if there is one."""
    del options, ending
    return [proof_text(outcome.proof or ())] if isinstance(outcome, Unsatisfiable) else []


QUERY = Query(
    options=CnfProveOptions,
    report=CnfProveReport,
    answer=answer,
    input=FORMULA,
    schema="prove",
    artefacts={
        "output": Artefact(
            written,
            "Output file (written atomically).",
            Option("--output", "-o", metavar="FILE"),
            answer=True,
        )
    },
)
