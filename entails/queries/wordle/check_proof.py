"""Check a certificate written by `prove`, independently of the search.

Exit code 1 if the certificate does not prove its claim; the first fault is reported.
"""

import time
from typing import Annotated

from pydantic import Field

from entails.models.fields import CommandArgument, Document, Option, Value, decoded
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import whole_weights
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.wordle.lists import FeedbackName, PriorName, Worded
from entails.solvers.pool.limits import cores
from entails.solvers.wordle.certificate.checker import Certified, check_certificate

PANEL = "Trees"
PLACE = 53

_WORTH_SHARING = 20_000
"""Size of a certificate in bytes below which one process is faster than several."""


class WordleCheckProofOptions(Worded):
    """Options of `check-proof`: a certificate, and the word lists that it is for."""

    certificate: Annotated[
        Document, CommandArgument("FILE", "Certificate of entails wordle prove, or - for standard input.")
    ]
    feedback: FeedbackName = None
    prior: PriorName = "uniform"
    workers: Annotated[
        int | None,
        Field(ge=1, le=256, description="Number of processes, which share the work (default: one per core)."),
        Option(metavar="N"),
    ] = None


class CertificateVerdict(Value):
    """Report of `wordle check-proof`.

    Attributes:
        proven: Whether the certificate has no fault.
        complete: Whether no opener is `missing`. Then no tree takes fewer than `at_least` guesses; otherwise no tree
            whose opener is refuted does.
        at_least: The proven total of guesses; with a prior, guesses times weight.
        hard: Whether the proof is for hard mode.
    """

    file: str
    proven: bool
    complete: bool
    fault: str | None = None
    at_least: int | None
    hard: bool = False
    weight: int | None = Field(default=None, description="total weight of the secrets, with a prior")
    openers: int
    lemmas: int
    missing: int
    seconds: float


def answer(nothing: None, options: WordleCheckProofOptions, progress: Progress) -> QueryResult[Certified]:
    """Prove every lemma of the certificate again."""
    del nothing
    started = time.perf_counter()
    lists = options.lists(prior=options.prior)
    every = lists.words.words()
    lines = decoded(options.certificate.data).splitlines()
    counts = (options.feedback or COLOURS.name) != COLOURS.name
    weights = None if lists.words.weights is None else whole_weights(lists.words.weights).tolist()
    verdict = check_certificate(
        lines,
        every[: lists.words.answers],
        every,
        counts,
        weights,
        workers=(options.workers or cores()) if len(options.certificate.data) > _WORTH_SHARING else 1,
        watch=lambda done: progress(done / len(lines), f"line {done} of {len(lines)}"),
    )
    right = verdict.fault is None
    report = CertificateVerdict(
        file=options.certificate.name,
        proven=right,
        complete=right and not verdict.missing,
        fault=verdict.fault,
        at_least=verdict.at_least if right else None,
        hard=verdict.hard,
        weight=None if weights is None else sum(weights),
        openers=verdict.openers,
        lemmas=verdict.lemmas,
        missing=verdict.missing,
        seconds=round(time.perf_counter() - started, 3),
    )
    return QueryResult(verdict, report, yes_no(right), lists.notes)


_EXAMPLE = '{"format": "entails wordle certificate", "version": 1}\n'

QUERY = Query(
    options=WordleCheckProofOptions,
    report=CertificateVerdict,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"no certificate at all": {"certificate": _EXAMPLE, "lang": "en", "length": 3}},
)
