"""Prove that there is no solution: writes a DRUP/DRAT proof that anyone can check."""

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
    """What `prove` may be told."""

    engine: Engine = None
    conflicts: Conflicts = None
    memory_mb: MemoryMb = None
    check: Annotated[bool, Field(description="Check the proof before it is given out.")] = True

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, self.conflicts, self.memory_mb)


class CnfProveReport(Report):
    """`cnf prove`: the proof, when there is no solution."""

    status: Status
    proof: str | None = None
    steps: int | None = None
    reason: EndReason | None = None
    engine: str


def answer(formula: Cnf[Any], ask: CnfProveOptions, progress: Progress) -> QueryResult[Outcome[Any]]:
    """A proof, checked before it leaves; a note when there is a solution instead."""
    del progress
    solver = engine_named(ask.engine or "cadical195")
    with solver.open(formula, ask.limits, Options(proof=True)) as session:
        outcome = session.solve()
    if isinstance(outcome, Unsatisfiable):
        lines = outcome.proof or ()
        if ask.check and not (checked := check_proof(formula.clauses.lists, lines)).verified:
            raise EngineFault(f"the proof of engine {solver.name} does not hold: {checked.problem}")
        report = CnfProveReport(status=outcome.status, proof=proof_text(lines), steps=len(lines), engine=solver.name)
        return QueryResult(outcome, report, notes=(_about(formula, lines),))
    if isinstance(outcome, Undecided):
        report = CnfProveReport(status=outcome.status, reason=outcome.reason, engine=solver.name)
        return QueryResult(outcome, report, "undecided", (f"undecided: stopped by the limit on {outcome.reason}",))
    report = CnfProveReport(status=outcome.status, engine=solver.name)
    return QueryResult(outcome, report, "no", ("there is a solution, so there is nothing to prove",))


def _about(formula: Cnf[Any], lines: Sequence[str]) -> str:
    """What the proof is made of."""
    if check_proof(formula.clauses.lists, ()).verified:
        return "unit propagation alone refutes it: no clause had to be derived"
    derived = sum(not line.startswith("d") for line in lines)
    deletions = len(lines) - derived
    forgotten = f", {deletions:,} deletions" if deletions else ""
    return f"a proof of {derived:,} derived clauses{forgotten}; entails cnf verify checks it"


def written(outcome: Outcome[Any], ask: CnfProveOptions, ending: str) -> list[str]:
    """The lines of the proof, if there is one."""
    del ask, ending
    return [proof_text(outcome.proof or ())] if isinstance(outcome, Unsatisfiable) else []


QUESTION = Query(
    ask=CnfProveOptions,
    report=CnfProveReport,
    answer=answer,
    input=FORMULA,
    schema="prove",
    artefacts={
        "output": Artefact(
            written,
            "Write to this file, whole or not at all.",
            Option("--output", "-o", metavar="FILE"),
            answer=True,
        )
    },
)
