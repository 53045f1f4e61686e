"""Describe a lexicon: words by length, origin, licence.

For a word list in a file, the skipped lines are counted by reason.
"""

from typing import Annotated

from pydantic import Field

from entails.data.lexicons import COVERAGE, NAMES, entry
from entails.data.lexicons.store import LEXICON, opened, opened_in_full
from entails.formats.word_list import WordListReport
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon import Language, LexiconOptions
from entails.queries.query import Progress, Query, QueryResult

PLACE = 2
__all__ = ["lexicon"]


class LexiconInfoOptions(LexiconOptions):
    """Options of `info`: the lexicon, as an argument or as an option."""

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
    """Result of `lexicon list` and `lexicon info`. `counts` is the number of words by length.

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
    """Return a lexicon: a shipped one, the default of a language, or a word list.

    >>> "zyzzyva" in lexicon("enable")
    True
    """
    return opened(name, language)[0]


def lexicon_report(words: Lexicon, lines: WordListReport | None = None) -> LexiconReport:
    """Return the report of a lexicon; `lines` is the report of a word list."""
    shipped = entry(words.name) if lines is None and words.name in NAMES else None
    coverage = COVERAGE.get(words.name) if shipped else None
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


def answer(
    nothing: None, options: LexiconInfoOptions, progress: Progress
) -> QueryResult[tuple[Lexicon, WordListReport | None]]:
    """Describe one lexicon."""
    del nothing, progress
    opened_lexicon = opened_in_full(options.name or options.lexicon, options.lang)
    return QueryResult(opened_lexicon, lexicon_report(*opened_lexicon))


QUERY = Query(
    options=LexiconInfoOptions,
    report=LexiconReport,
    answer=answer,
    takes="nothing",
    schema="lexicon",
    examples={"one that ships": {"lexicon": "wordle-answers"}, "of a language": {"lang": "fr"}},
)
