"""Queries about lexicons: list them, describe one, and compare one with another word list."""

from typing import Annotated

from pydantic import Field

from entails.data.lexicons import COVERAGE as _COVERAGE
from entails.data.lexicons import NAMES, entry
from entails.data.lexicons.store import LEXICON, opened, opened_in_full
from entails.formats.word_list import WordListReport
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon import Language, LexiconOptions
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream

VERBS = {
    "info": {
        "PLACE": 2,
        "__all__": ["lexicon"],
        "text": "Describe a lexicon: words by length, origin, licence.\n\n"
        "For a word list in a file, the skipped lines are counted by reason.",
    },
    "list": {"PLACE": 1, "__all__": ["lexicons"], "text": "List the shipped lexicons."},
    "coverage": {
        "PLACE": 3,
        "__all__": ["coverage"],
        "text": "Compare a lexicon with another word list: recall and precision.\n\n"
        "Recall is the share of the list's words that the lexicon has, precision the share of the lexicon's words that "
        "the list has. Only words of 2 to 15 letters that the lexicon's alphabet can spell count.",
    },
}


class LexiconInfoOptions(LexiconOptions):
    """Options of `lexicon info`: the lexicon, as an argument or as an option."""

    name: Annotated[
        str | Document | None,
        LEXICON,
        CommandArgument("NAME|FILE", "A lexicon, or a word list.", command_only=True),
    ] = None


class SkippedLines(Value):
    """Lines of a user's word list that were skipped."""

    reason: str
    lines: int
    first_line: int


class LexiconReport(Value):
    """Report of `lexicon list` and `lexicon info`. `counts` is the number of words by length.

    `recall` and `precision` compare the lexicon with a published list, in percent; null if not measured. A `partial`
    lexicon has less than 75 % of the words of that list.
    """

    name: str
    language: str
    words: int
    counts: dict[int, int]
    frequencies: bool
    about: str = ""
    source: str = ""
    licence: str = ""
    frequency_licence: str | None = Field(default=None, description="null if no frequencies are known")
    recall: float | None = None
    precision: float | None = None
    measured_against: str | None = None
    partial: bool = False
    lines: int | None = Field(default=None, description="for a file: number of lines that are not empty or comments")
    skipped: tuple[SkippedLines, ...] | None = Field(default=None, description="for a file: lines without a new word")


def lexicon(name: str | Document | None = None, language: Language | None = None) -> Lexicon:
    """Return a lexicon: one that ships, the default of a language, or a word list in a file.

    >>> "zyzzyva" in lexicon("enable")
    True
    """
    return opened(name, language)[0]


def lexicon_report(words: Lexicon, lines: WordListReport | None = None) -> LexiconReport:
    """Return the report on a lexicon; `lines` counts the lines of a word list."""
    shipped = entry(words.name) if lines is None and words.name in NAMES else None
    coverage = _COVERAGE.get(words.name) if shipped else None
    return LexiconReport(
        name=words.name,
        language=words.language,
        words=len(words),
        counts=dict(words.counts),
        frequencies=words.has_frequencies,
        about=shipped.about if shipped else "custom word list",
        source=shipped.origin if shipped else "",
        licence=shipped.licence if shipped else "",
        frequency_licence=f"{shipped.frequency_origin}, {shipped.frequency_licence}" if shipped else None,
        recall=coverage.recall if coverage else None,
        precision=coverage.precision if coverage else None,
        measured_against=coverage.against if coverage else None,
        partial=coverage is not None and coverage.is_partial,
        lines=lines.lines if lines else None,
        skipped=_skipped(lines) if lines else None,
    )


def _skipped(lines: WordListReport) -> tuple[SkippedLines, ...]:
    return tuple(
        SkippedLines(reason=reason, lines=count, first_line=lines.first_skipped[reason])
        for reason, count in lines.skipped.items()
    )


def _info_answer(
    nothing: None, options: LexiconInfoOptions, progress: Progress
) -> QueryResult[tuple[Lexicon, WordListReport | None]]:
    """Describe one lexicon."""
    del nothing, progress
    opened_lexicon = opened_in_full(options.name or options.lexicon, options.lang)
    return QueryResult(opened_lexicon, lexicon_report(*opened_lexicon))


INFO = Query(
    options=LexiconInfoOptions,
    report=LexiconReport,
    answer=_info_answer,
    takes="nothing",
    schema="lexicon",
    examples={"one that ships": {"lexicon": "wordle-answers"}, "of a language": {"lang": "fr"}},
)


def lexicons() -> tuple[Lexicon, ...]:
    """Return the shipped lexicons without loading their words."""
    return tuple(lexicon(name) for name in NAMES)


def _list_answer(nothing: None, options: QueryOptions, progress: Progress) -> Stream:
    """Yield one line per lexicon."""
    del nothing, options, progress
    results = [QueryResult(words, lexicon_report(words)) for words in lexicons()]
    yield from results
    return QueryResult([result.value for result in results], [result.report for result in results])


LIST = Query(
    options=QueryOptions,
    report=LexiconReport,
    whole=list[LexiconReport],
    answer=_list_answer,
    takes="nothing",
    stream=True,
    schema="lexicon",
)


class LexiconCoverageOptions(LexiconOptions):
    """Options of `lexicon coverage`: the list to compare with, and the lexicon."""

    against: Annotated[
        str | Document,
        LEXICON,
        Field(description="The list to compare with: a lexicon, or a file with one word per line."),
        CommandArgument("NAME|FILE", "The list to compare with: a lexicon, or a file with one word per line."),
    ]


class LengthCoverage(Value):
    """Words of one length: in the lexicon, in the list, and in both."""

    length: int
    words: int
    list_words: int
    common: int


class CoverageReport(Value):
    """Report of `lexicon coverage`: numbers of words, and recall and precision in percent."""

    lexicon: str
    against: str
    words: int
    list_words: int
    common: int
    recall: float = Field(description="share of the words of the list that the lexicon has, in percent")
    precision: float = Field(description="share of the words of the lexicon that the list has, in percent")
    lengths: tuple[LengthCoverage, ...]


def coverage(
    against: str | Document, lexicon: str | Document | None = None, language: Language | None = None
) -> CoverageReport:
    """Return recall and precision of a lexicon against another list.

    >>> coverage("wordle-answers", "wordle-allowed").recall
    100.0
    """
    words = opened(lexicon, language)[0]
    return _compared(words, opened(against, language, words.alphabet)[0])


def _compared(words: Lexicon, listed: Lexicon) -> CoverageReport:
    lengths = []
    for length in sorted({*words.counts, *listed.counts}):
        ours = set(words.words(length)) if length in words.counts else set()
        theirs = set(listed.words(length)) if length in listed.counts else set()
        lengths.append(
            LengthCoverage(length=length, words=len(ours), list_words=len(theirs), common=len(ours & theirs))
        )
    mine, others, common = (sum(getattr(line, name) for line in lengths) for name in ("words", "list_words", "common"))
    if not mine or not others:
        empty = words.name if not mine else listed.name
        raise InvalidOption(f"{empty[:60]} has no words", expected="words of 2 to 15 letters")
    return CoverageReport(
        lexicon=words.name,
        against=listed.name,
        words=mine,
        list_words=others,
        common=common,
        recall=round(100 * common / others, 1),
        precision=round(100 * common / mine, 1),
        lengths=tuple(lengths),
    )


def _coverage_answer(nothing: None, options: LexiconCoverageOptions, progress: Progress) -> QueryResult[CoverageReport]:
    """Compare the two lists."""
    del nothing, progress
    report = coverage(options.against, options.lexicon, options.lang)
    return QueryResult(report, report)


COVERAGE = Query(
    options=LexiconCoverageOptions,
    report=CoverageReport,
    answer=_coverage_answer,
    takes="nothing",
    examples={"two shipped lists": {"against": "wordle-answers", "lexicon": "wordle-allowed"}},
)
