"""Certificates that no decision tree takes fewer guesses: write and check them."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from entails.data.files import whole_file
from entails.models.errors import InvalidData, InvalidOption, at_field, quantity
from entails.models.fields import CommandArgument, Document, Option, Value, decoded
from entails.models.wordle.history import COLOURS, Scoring, scoring_named
from entails.models.wordle.words import Words, whole_weights
from entails.queries.query import Progress, Query, QueryResult, Seed, yes_no
from entails.queries.wordle.lists import FeedbackName, Hard, PriorName, Worded, usable
from entails.solvers.pool.limits import cores
from entails.solvers.wordle.certificate.checker import Certified, check_certificate
from entails.solvers.wordle.certificate.prover import NotRefuted, hard_openers, heading, prove, weights_of, whole_lines
from entails.solvers.wordle.tree.best import TreeSettings, best_tree

VERBS = {
    "prove": {
        "PANEL": "Trees",
        "PLACE": 52,
        "text": "Prove that no tree takes fewer guesses; write a certificate.\n\n"
        "The command check-proof checks the certificate without the search. Openers are refuted on all cores, "
        "one line of the file for each. Rerun the command to resume. All openers of Wordle's own lists take "
        "about an hour of one core; --sample and --openers prove a part. With --hard or --prior the proof is "
        "for that game.",
    },
    "check-proof": {
        "PANEL": "Trees",
        "PLACE": 53,
        "text": "Check a certificate written by `prove`, independently of the search.\n\n"
        "Exit code 1 if the certificate does not prove its claim; the first fault is reported.",
    },
}


_FIRST_BEAM = 20
_ENOUGH_FOR_A_PACE = 20
_LONG = 90
"""Minutes above which the time is shown in hours."""


_MOST_TOTAL = 10**15
"""Limit on totals: more than any list needs, and within the range of the kernels."""


class WordleProveOptions(Worded):
    """Options of `wordle prove`: the claim, and the file of the certificate."""

    feedback: FeedbackName = None
    hard: Hard = False
    prior: PriorName = "uniform"
    total: Annotated[
        int | None,
        Field(
            ge=1,
            le=_MOST_TOTAL,
            description="Total of guesses to prove; with a prior, guesses times weight (default: that of the best tree "
            "known).",
        ),
        Option(metavar="N"),
    ] = None
    openers: Annotated[
        tuple[str, ...],
        Field(description="Refute only these openers."),
        Option(metavar="A,B,...", commas=True),
    ] = ()
    sample: Annotated[
        int | None, Field(ge=1, description="Number of random openers to refute (default: all)."), Option(metavar="N")
    ] = None
    seed: Seed = 0
    workers: Annotated[
        int | None, Field(ge=1, le=256, description="Number of processes (default: one per core)."), Option(metavar="N")
    ] = None
    output: Annotated[
        str | None,
        Field(description="Certificate file; an unfinished one is resumed."),
        Option("--output", "-o", metavar="FILE", command_only=True),
    ] = None


class WordleProveReport(Value):
    """Report of `wordle prove`.

    Attributes:
        at_least: The total of guesses to prove; with a prior, guesses times weight.
        openers: The number of openers that counting parts does not refute.
        refuted: The number of them that are refuted.
        complete: Whether all are refuted, so that no tree takes fewer than `at_least` guesses.
        better: An opener that takes fewer guesses, if there is one.
    """

    words: str
    answers: int
    allowed: int
    feedback: str
    hard: bool = False
    weight: int | None = Field(default=None, description="total weight of the secrets, with a prior")
    at_least: int
    opener: str | None = Field(description="opener of the best tree known, if its total was used")
    openers: int
    refuted: int
    complete: bool
    better: str | None = None
    better_total: int | None = None
    seconds: float
    file: str | None = None


def _prove_answer(nothing: None, options: WordleProveOptions, progress: Progress) -> QueryResult[WordleProveReport]:
    """Refute every opener, and write one line of the certificate for each."""
    del nothing
    started = time.perf_counter()
    lists = options.lists(prior=options.prior)
    words, scoring = lists.words, scoring_named(options.feedback or COLOURS.name)
    head, lines = _begun(options.output)
    known = head.get("opener") if options.total is None else None
    if known is not None:
        opener, at_least = known, head["at_least"]
    else:
        opener, at_least = (
            (None, options.total) if options.total is not None else _best_known(options, words, scoring, progress)
        )
    if head:
        _reject_another_proof(options, words, scoring, head, lines, at_least)
    while True:
        every = hard_openers(words, scoring, at_least, hard=options.hard)
        wanted = _wanted(options, words, every)
        if options.output is not None:
            with whole_file(options.output) as file:
                file.write(
                    heading(words, scoring, at_least, hard=options.hard, opener=opener) + "".join(lines.values())
                )
        better = _refuted(options, words, scoring, at_least, wanted, lines, progress)
        if better is None or options.total is not None:
            break
        opener, at_least = better.opener, better.total  # lines that refute openers for more refute them for less
    refuted = [word for word in every if word in lines]
    report = WordleProveReport(
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=scoring.name,
        hard=options.hard,
        weight=None if (weights := weights_of(words)) is None else sum(weights),
        at_least=at_least,
        opener=opener,
        openers=len(every),
        refuted=len(refuted),
        complete=len(refuted) == len(every),
        better=None if better is None else better.opener,
        better_total=None if better is None else better.total,
        seconds=round(time.perf_counter() - started, 3),
        file=options.output,
    )
    return QueryResult(report, report, yes_no(better is None), lists.notes)


def _refuted(
    options: WordleProveOptions,
    words: Words,
    scoring: Scoring,
    at_least: int,
    wanted: list[str],
    lines: dict[str, str],
    progress: Progress,
) -> NotRefuted | None:
    """Refute the remaining openers; return an opener that takes fewer guesses than claimed, if there is one."""
    pace = ProofProgress(len([word for word in wanted if word in lines]))
    running = prove(
        words,
        scoring,
        at_least,
        wanted,
        hard=options.hard,
        done=lines,
        workers=options.workers or cores(),
        watch=lambda done, of: progress(done / max(1, of), f"opener {done} of {of}{pace.left(done, of)}"),
    )
    try:
        for word, line in running:
            lines[word] = line
            if options.output is not None:
                with Path(options.output).open("a", encoding="utf-8", newline="\n") as file:
                    file.write(line)
    except NotRefuted as cheaper:
        return cheaper
    finally:
        running.close()
    return None


class ProofProgress:
    """Estimate of the time that a proof still takes, from its speed so far."""

    def __init__(self, before: int) -> None:
        self._before, self._started = before, time.monotonic()

    def left(self, done: int, of: int) -> str:
        """Return the remaining time as text; empty until enough openers are refuted."""
        here = done - self._before
        if here < _ENOUGH_FOR_A_PACE or done >= of:
            return ""
        minutes = (time.monotonic() - self._started) / here * (of - done) / 60
        long = f"{minutes / 60:.1f} hours" if minutes > _LONG else quantity(max(1, round(minutes)), "minute")
        return f", about {long} left"


def _best_known(options: WordleProveOptions, words: Words, scoring: Scoring, progress: Progress) -> tuple[str, int]:
    """Return the opener and the total of the best tree that a wide beam search finds."""
    progress(None, "searching for a good tree")
    tree = best_tree(words, scoring, (), TreeSettings(hard=options.hard, beam=_FIRST_BEAM, max_depth=0))
    assert tree is not None  # any number of guesses suffices
    return tree.opener, tree.weighted_total


def _wanted(options: WordleProveOptions, words: Words, every: list[str]) -> list[str]:
    if options.openers:
        with at_field("openers"):
            for word in options.openers:
                if words.row_of(word) is None:
                    expected = f"allowed guesses of {words.name}"
                    raise InvalidOption(f"{word[:30]!r} is not an allowed guess", where="--openers", expected=expected)
        return [words.word(words.row_of(word) or 0) for word in options.openers]
    if options.sample is None or options.sample >= len(every):
        return every
    drawn = np.random.default_rng(usable(options.seed)).permutation(len(every))[: options.sample]
    return [every[row] for row in sorted(drawn.tolist())]


def _begun(output: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the heading and the lines by opener of an earlier run; empty if there is no file."""
    if output is None or not Path(output).exists():
        return {}, {}
    with at_field("output"):
        try:
            text = Path(output).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise InvalidData("cannot read the file", where=output, expected="a certificate") from None
        first, lines = whole_lines(text)
        try:
            head = json.loads(first)
        except (ValueError, RecursionError):
            head = None
        is_head = isinstance(head, dict) and type(head.get("at_least")) is int and 0 < head["at_least"] <= _MOST_TOTAL
        if not is_head or not isinstance(head.get("opener"), str | None):
            raise _another_proof(output)
        return head, lines


def _another_proof(output: str) -> InvalidData:
    expected = "a proof for the same lists and total, or a new file"
    return InvalidData("the file belongs to another proof", where=output, expected=expected)


def _reject_another_proof(
    options: WordleProveOptions,
    words: Words,
    scoring: Scoring,
    head: dict[str, Any],
    lines: dict[str, str],
    at_least: int,
) -> None:
    """Raise an error if the file is for other lists or rules, a smaller total, or finished for a larger one."""
    assert options.output is not None
    before = head["at_least"]
    same = json.loads(heading(words, scoring, before, hard=options.hard))
    is_same = {name: value for name, value in head.items() if name != "opener"} == same and before >= at_least
    with at_field("output"):
        if not is_same:
            raise _another_proof(options.output)
        if before > at_least and all(word in lines for word in hard_openers(words, scoring, before, hard=options.hard)):
            raise _another_proof(options.output)


PROVE = Query(
    options=WordleProveOptions,
    report=WordleProveReport,
    answer=_prove_answer,
    takes="nothing",
    pace="job",
    examples={"a few openers": {"openers": ["fuzzy"], "total": 7920}},
)


_WORTH_SHARING = 20_000
"""Size of a certificate in bytes below which one process is faster than several."""


class WordleCheckProofOptions(Worded):
    """Options of `wordle check-proof`: a certificate, and the word lists that it is for."""

    certificate: Annotated[
        Document, CommandArgument("FILE", "Certificate of entails wordle prove, or - for standard input.")
    ]
    feedback: FeedbackName = None
    prior: PriorName = "uniform"
    workers: Annotated[
        int | None,
        Field(ge=1, le=256, description="Number of processes that share the work (default: one per core)."),
        Option(metavar="N"),
    ] = None


class CertificateVerdict(Value):
    """Report of `wordle check-proof`: whether the certificate is valid.

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


def _check_proof_answer(nothing: None, options: WordleCheckProofOptions, progress: Progress) -> QueryResult[Certified]:
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

CHECK_PROOF = Query(
    options=WordleCheckProofOptions,
    report=CertificateVerdict,
    answer=_check_proof_answer,
    takes="nothing",
    pace="job",
    examples={"no certificate at all": {"certificate": _EXAMPLE, "lang": "en", "length": 3}},
)
