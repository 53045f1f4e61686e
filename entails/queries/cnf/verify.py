"""Verify a DRUP/DRAT proof that the formula has no solution."""

from typing import Annotated, Any

from entails.formats.dimacs.answer import read_proof
from entails.models.encoding import Cnf
from entails.models.errors import Invalid, at_field
from entails.models.fields import CommandArgument, Document
from entails.models.report import Report
from entails.queries.cnf.stats import FORMULA
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, yes_no
from entails.solvers.proof import ProofCheck, check_proof

PANEL = "Proofs"


class CnfVerifyOptions(QueryOptions):
    """Options of `cnf verify`."""

    proof: Annotated[Document, CommandArgument("PROOF", "A DRUP or DRAT proof, or - for standard input.")]


class ProofReport(Report):
    """Report of `cnf verify`: whether the proof is valid, and if not, its first error."""

    verified: bool
    problem: str | None = None
    additions: int
    deletions: int
    rat_steps: int


def answer(formula: Cnf[Any], options: CnfVerifyOptions, progress: Progress) -> QueryResult[ProofCheck]:
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


QUERY = Query(
    options=CnfVerifyOptions,
    report=ProofReport,
    answer=answer,
    input=FORMULA,
    schema="verify",
    examples={"a contradiction": {"puzzle": "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "proof": "0\n"}},
)
