"""Compare a lexicon with another word list: recall and precision.

Recall is the share of the list's words that the lexicon has, precision the share of the lexicon's words that the list
has. Only words of 2 to 15 letters that the lexicon's alphabet can spell count.
"""

from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import LEXICON, opened
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon import Language, LexiconOptions
from entails.queries.query import Progress, Query, QueryResult

PLACE = 3
__all__ = ["coverage"]


class LexiconCoverageOptions(LexiconOptions):
    """Options of `coverage`: the list to compare with, and the lexicon."""

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
    """Result of `lexicon coverage`: numbers of words, and shares in percent."""

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


def answer(nothing: None, options: LexiconCoverageOptions, progress: Progress) -> QueryResult[CoverageReport]:
    """Compare the two lists."""
    del nothing, progress
    report = coverage(options.against, options.lexicon, options.lang)
    return QueryResult(report, report)


QUERY = Query(
    options=LexiconCoverageOptions,
    report=CoverageReport,
    answer=answer,
    takes="nothing",
    examples={"two shipped lists": {"against": "wordle-answers", "lexicon": "wordle-allowed"}},
)
