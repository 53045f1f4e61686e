"""List the best first words by length.

The tables of Kalaydjian & Duhem 2022 are shown for comparison. Both English and French are listed unless --lang is set.
French words of nine letters take half a minute.
"""

import re
import time
from typing import Annotated, Literal

from pydantic import Field

from entails.models.alphabet import LONGEST, SHORTEST
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import Option, Value
from entails.models.wordle.history import COLOURS, scoring_named
from entails.models.wordle.words import Words
from entails.queries.lexicon import LatinLanguageName
from entails.queries.query import Progress, Query, QueryResult, Seed, Stream
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.guesses import SuggestionReport
from entails.queries.wordle.lists import Allowed, Answers, CriterionName, FeedbackName, lists_from_options, usable
from entails.solvers.wordle.partition import criterion_named
from entails.solvers.wordle.suggest import WordHint
from entails.studies.wordle.openers import Opening, opening

PANEL = "Guesses"
PLACE = 23

_LANGUAGES: tuple[Literal["en", "fr"], ...] = ("en", "fr")


class WordleOpenersOptions(QueryOptions):
    """Options of `openers`."""

    lang: LatinLanguageName = None
    length: Annotated[str, Field(description="Word length, or a range."), Option(metavar="N|N-N")] = "3-9"
    strategy: CriterionName = "entropy"
    feedback: FeedbackName = None
    top: Annotated[
        int, Field(ge=1, description="Number of words to show."), Option("--top", metavar="N", lists=True)
    ] = 2
    answers: Answers = None
    allowed: Allowed = None
    shuffles: Annotated[
        int,
        Field(ge=0, le=1000, description="Number of shuffled dictionaries for entropy-degenerate."),
        Option(metavar="N"),
    ] = 0
    seed: Seed = 0


class StudyOpener(Value):
    """The best first word in a table of Kalaydjian & Duhem 2022.

    Attributes:
        study_bits: Its entropy as the study computes it.
        study_seconds: The time that the study reports.
        degenerate_bits: Its entropy on our list as the study computes it; null if the list lacks the word.
        bits: Its true entropy on our list; null if the list lacks the word.
    """

    word: str
    study_bits: float
    study_seconds: float
    degenerate_bits: float | None = None
    bits: float | None = None


class OpenersReport(Value):
    """Report of `wordle openers` for one language and length."""

    language: str
    length: int
    words: str
    answers: int
    allowed: int
    feedback: str
    strategy: str
    openers: tuple[SuggestionReport, ...]
    degenerate: tuple[tuple[float, float], ...] = Field(
        default=(), description="for entropy-degenerate: lowest and highest bits over shuffled dictionaries"
    )
    study: StudyOpener | None = None
    seconds: float


def answer(nothing: None, options: WordleOpenersOptions, progress: Progress) -> Stream:
    """Yield a result for each language and length."""
    del nothing
    with at_field("strategy"):
        criterion_named(options.strategy)
    named = (options.lang or "en",) if options.answers is not None else (options.lang,) if options.lang else _LANGUAGES
    jobs = [(lang, length) for lang in named for length in _lengths(options.length)]
    results: list[QueryResult[Opening]] = []
    notes: tuple[str, ...] = ()
    for number, (lang, length) in enumerate(jobs, 1):
        started = time.perf_counter()
        lists = lists_from_options(lang, length, options.answers, options.allowed)
        notes = lists.notes
        best = opening(
            lists.words,
            scoring_named(options.feedback or COLOURS.name),
            strategy=options.strategy,
            top=options.top,
            shuffles=options.shuffles,
            seed=usable(options.seed),
        )
        results.append(QueryResult(best, _report(best, lists.words, lang, options, time.perf_counter() - started)))
        progress(number / len(jobs), "reading words")
        yield results[-1]
    return QueryResult([result.value for result in results], [result.report for result in results], notes=notes)


def _lengths(text: str) -> range:
    """Return the lengths of a text such as 5 or 3-9."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not SHORTEST <= first <= last <= LONGEST:
        expected = f"{SHORTEST} to {LONGEST}, such as 5 or 3-9"
        raise InvalidOption(f"invalid word length {text[:30]!r}", where="--length", expected=expected)
    return range(first, last + 1)


def _report(
    opening: Opening, words: Words, language: str, options: WordleOpenersOptions, seconds: float
) -> OpenersReport:
    return OpenersReport(
        language=language,
        length=words.length,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=options.feedback or COLOURS.name,
        strategy=options.strategy,
        openers=tuple(SuggestionReport.of(WordHint(suggestion, "bits")) for suggestion in opening.best),
        degenerate=tuple((round(low, 6), round(high, 6)) for low, high in opening.degenerate),
        study=_study(opening),
        seconds=round(seconds, 3),
    )


def _study(opening: Opening) -> StudyOpener | None:
    if opening.study is None:
        return None
    return StudyOpener(
        word=opening.study.word,
        study_bits=opening.study.bits,
        study_seconds=opening.study.seconds,
        degenerate_bits=_rounded(opening.study_degenerate_bits),
        bits=_rounded(opening.study_word.bits if opening.study_word else None),
    )


def _rounded(bits: float | None) -> float | None:
    return None if bits is None else round(bits, 6)


QUERY = Query(
    options=WordleOpenersOptions,
    report=OpenersReport,
    whole=list[OpenersReport],
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"three English letters": {"lang": "en", "length": "3"}},
)
