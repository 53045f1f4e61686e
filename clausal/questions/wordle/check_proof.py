"""Check a certificate of `prove`, by the plain rules and without the search. Exit code 1, and the first fault, when it
does not prove what it says."""

import time
from typing import Annotated

from clausal.models.asking import Argument
from clausal.models.content import Document
from clausal.models.text import decoded
from clausal.models.value import Value
from clausal.models.wordle import COLOURS
from clausal.questions.base import Answer, Progress, Question, yes_no
from clausal.questions.wordle.lists import FeedbackName, Worded
from clausal.solvers.wordle.certificate.checker import Certified, check_certificate

PANEL = "Trees"
PLACE = 53


class Ask(Worded):
    """A certificate, and the lists that it is for."""

    certificate: Annotated[Document, Argument("FILE", "A certificate of clausal wordle prove, or - .")]
    feedback: FeedbackName = None


class CertificateVerdict(Value):
    """`wordle check-proof`. With nothing `missing` it is proven that no tree takes fewer than `at_least` guesses; else
    only that none does which begins with one of the openers refuted."""

    file: str
    proven: bool
    complete: bool
    fault: str | None = None
    at_least: int | None
    openers: int
    lemmas: int
    missing: int
    seconds: float


def answer(nothing: None, ask: Ask, progress: Progress) -> Answer[Certified]:
    """Every lemma, proven again."""
    del nothing, progress
    started = time.perf_counter()
    lists = ask.lists()
    every = lists.words.words()
    lines = decoded(ask.certificate.data).splitlines()
    counts = (ask.feedback or COLOURS.name) != COLOURS.name
    found = check_certificate(lines, every[: lists.words.answers], every, counts)
    right = found.fault is None
    report = CertificateVerdict(
        file=ask.certificate.name,
        proven=right,
        complete=right and not found.missing,
        fault=found.fault,
        at_least=found.at_least if right else None,
        openers=found.openers,
        lemmas=found.lemmas,
        missing=found.missing,
        seconds=round(time.perf_counter() - started, 3),
    )
    return Answer(found, report, yes_no(right), lists.notes)


_EXAMPLE = '{"format": "clausal wordle certificate", "version": 1}\n'

QUESTION = Question(
    ask=Ask,
    report=CertificateVerdict,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"no certificate at all": {"certificate": _EXAMPLE, "lang": "en", "length": 3}},
)
