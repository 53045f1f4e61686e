"""Verify a DRUP/DRAT proof that the formula has no solution."""

from typing import Annotated, Any

from entails.formats.dimacs.answer import read_proof
from entails.models.encoding import Cnf
from entails.models.errors import Invalid, blaming
from entails.models.fields import CommandArgument, Document
from entails.models.report import Report
from entails.queries.cnf.stats import FORMULA
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as AnyAsk
from entails.solvers.proof import ProofCheck, check_proof

PANEL = "Proofs"


class CnfVerifyOptions(AnyAsk):
    """Options of `cnf verify`."""

    proof: Annotated[Document, CommandArgument("PROOF", "A DRUP or DRAT proof, or - for standard input.")]


class ProofReport(Report):
    """Report of `cnf verify`: whether the proof is valid, and if not, its first error."""

    verified: bool
    problem: str | None = None
    additions: int
    deletions: int
    rat_steps: int


def answer(formula: Cnf[Any], ask: CnfVerifyOptions, progress: Progress) -> QueryResult[ProofCheck]:
    """Check every line of the proof."""
    del progress
    with blaming("proof"):
        try:
            checked = check_proof(formula.clauses.lists, read_proof(ask.proof.data))
        except Invalid as error:
            raise error.at(ask.proof.name) from None
    report = ProofReport(
        file=ask.proof.name,
        verified=checked.verified,
        problem=checked.problem or None,
        additions=checked.additions,
        deletions=checked.deletions,
        rat_steps=checked.rat_steps,
    )
    return QueryResult(checked, report, yes_no(checked.verified))


QUESTION = Query(
    ask=CnfVerifyOptions,
    report=ProofReport,
    answer=answer,
    input=FORMULA,
    schema="verify",
    examples={"a contradiction": {"puzzle": "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "proof": "0\n"}},
)
