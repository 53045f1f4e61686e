"""Queries about formulas: size and composition, and proofs that there is no solution."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.formula import MakeUp, make_up
from entails.formats.dimacs.answer import proof_text, read_proof
from entails.models.encoding import Cnf
from entails.models.errors import EngineFault, Invalid, at_field
from entails.models.fields import CommandArgument, Document, Option
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Undecided, Unsatisfiable
from entails.models.report import Report, Status
from entails.queries.query import (
    Artefact,
    Conflicts,
    Engine,
    Input,
    MemoryMb,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    TimedOptions,
    bounded,
    yes_no,
)
from entails.solvers.engine import engine as engine_named
from entails.solvers.proof import ProofCheck, check_proof

VERBS = {
    "stats": {
        "text": "Print the size and composition of the formula.",
    },
    "prove": {
        "PANEL": "Proofs",
        "text": "Prove that there is no solution; write a DRUP/DRAT proof.",
    },
    "verify": {
        "PANEL": "Proofs",
        "text": "Verify a DRUP/DRAT proof that the formula has no solution.",
    },
}


FORMULA = Input("FILE.cnf", "A DIMACS or WCNF file (may be compressed), or - for standard input.")


class CnfStatsOptions(QueryOptions):
    """Options of `cnf stats`: none."""


class MakeUpReport(Report):
    """Report of `cnf stats`. `density` is clauses per variable; `lengths` counts clauses by length."""

    variables: int
    used: int
    clauses: int
    literals: int
    density: float
    lengths: dict[int, int]
    positive: int
    pure: int
    horn: int
    groups: int
    soft: int
    doubtable: Annotated[int, Field(description="another name of soft")]


def _stats_answer(formula: Cnf[Any], options: CnfStatsOptions, progress: Progress) -> QueryResult[MakeUp]:
    """Count variables, clauses and literals."""
    del options, progress
    statistics = make_up(formula)
    return QueryResult(statistics, MakeUpReport(**asdict(statistics)))


STATS = Query(options=CnfStatsOptions, report=MakeUpReport, answer=_stats_answer, input=FORMULA, schema="stats")


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


def _prove_answer(formula: Cnf[Any], options: CnfProveOptions, progress: Progress) -> QueryResult[Outcome[Any]]:
    """Return a checked proof, or a note that the formula has a solution."""
    del progress
    solver = engine_named(options.engine or "cadical195")
    with solver.open(formula, options.limits, Options(proof=True)) as session:
        outcome = session.solve()
    if isinstance(outcome, Unsatisfiable):
        lines = outcome.proof or ()
        if options.check and not (checked := check_proof(formula.clauses.lists, lines)).verified:
            raise EngineFault(f"engine {solver.name} returned an invalid proof: {checked.problem}")
        report = CnfProveReport(status=outcome.status, proof=proof_text(lines), steps=len(lines), engine=solver.name)
        return QueryResult(outcome, report, notes=(_about(formula, lines),))
    if isinstance(outcome, Undecided):
        report = CnfProveReport(status=outcome.status, reason=outcome.reason, engine=solver.name)
        return QueryResult(outcome, report, "undecided", (f"undecided: stopped by the limit on {outcome.reason}",))
    report = CnfProveReport(status=outcome.status, engine=solver.name)
    return QueryResult(outcome, report, "no", ("the formula has a solution; nothing to prove",))


def _about(formula: Cnf[Any], lines: Sequence[str]) -> str:
    """Return a note about the proof: the numbers of derived clauses and of deletions."""
    if check_proof(formula.clauses.lists, ()).verified:
        return "unit propagation alone refutes the formula: no clause had to be derived"
    derived = sum(not line.startswith("d") for line in lines)
    deletions = len(lines) - derived
    forgotten = f", {deletions:,} deletions" if deletions else ""
    return f"a proof of {derived:,} derived clauses{forgotten}; entails cnf verify checks it"


def written(outcome: Outcome[Any], options: CnfProveOptions, ending: str) -> list[str]:
    """Return the lines of the proof to write, if there is a proof."""
    del options, ending
    return [proof_text(outcome.proof or ())] if isinstance(outcome, Unsatisfiable) else []


PROVE = Query(
    options=CnfProveOptions,
    report=CnfProveReport,
    answer=_prove_answer,
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


class CnfVerifyOptions(QueryOptions):
    """Options of `cnf verify`."""

    proof: Annotated[Document, CommandArgument("PROOF", "A DRUP or DRAT proof, or - for standard input.")]


class ProofReport(Report):
    """Report of `cnf verify`: whether the proof is valid, and its first error."""

    verified: bool
    problem: str | None = None
    additions: int
    deletions: int
    rat_steps: int


def _verify_answer(formula: Cnf[Any], options: CnfVerifyOptions, progress: Progress) -> QueryResult[ProofCheck]:
    """Check every line of the proof."""
    del progress
    with at_field("proof"):
        try:
            checked = check_proof(formula.clauses.lists, read_proof(options.proof.data))
        except Invalid as error:
            raise error.at(options.proof.name) from None
    report = ProofReport(
        file=options.proof.name,
        verified=checked.verified,
        problem=checked.problem or None,
        additions=checked.additions,
        deletions=checked.deletions,
        rat_steps=checked.rat_steps,
    )
    return QueryResult(checked, report, yes_no(checked.verified))


VERIFY = Query(
    options=CnfVerifyOptions,
    report=ProofReport,
    answer=_verify_answer,
    input=FORMULA,
    schema="verify",
    examples={"a contradiction": {"puzzle": "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "proof": "0\n"}},
)
