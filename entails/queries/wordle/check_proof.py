"""Check a certificate of `prove`, by the plain rules and without the search. Exit code 1, and the first fault, when it
does not prove what it says."""

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
"""Bytes of a certificate below which one process has done before another begins."""


class WordleCheckProofOptions(Worded):
    """A certificate, and the lists that it is for."""

    certificate: Annotated[Document, CommandArgument("FILE", "A certificate of entails wordle prove, or - .")]
    feedback: FeedbackName = None
    prior: PriorName = "uniform"
    workers: Annotated[
        int | None,
        Field(ge=1, le=256, description="Processes, each of which proves a share; as many as there are cores."),
        Option(metavar="N"),
    ] = None


class CertificateVerdict(Value):
    """`wordle check-proof`. With nothing `missing` it is proven that no tree takes fewer than `at_least` guesses; else
    only that none does which begins with one of the openers refuted. `hard` says that it is so in hard mode. With a
    prior, guesses are times weight, and `weight` is that of all secrets."""

    file: str
    proven: bool
    complete: bool
    fault: str | None = None
    at_least: int | None
    hard: bool = False
    weight: int | None = Field(default=None, description="of all secrets, with a prior")
    openers: int
    lemmas: int
    missing: int
    seconds: float


def answer(nothing: None, options: WordleCheckProofOptions, progress: Progress) -> QueryResult[Certified]:
    """Every lemma, proven again."""
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
