"""Is it a word? Exit code 0 when all are, 1 when one is not."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.models.report import ErrorReport
from entails.queries.lexicon.shared import Language, OfLexicon
from entails.queries.query import Progress, Query, QueryResult, Stream, yes_no

PLACE = 3
__all__ = ["look_up"]

_LONGEST_SHOWN = 60


class LexiconCheckOptions(OfLexicon):
    """What `check` is told: the words, each in any spelling."""

    words: Annotated[
        tuple[str, ...],
        Field(min_length=1, description="Words in any spelling."),
        CommandArgument("WORD...", "Words in any spelling."),
    ]


class WordReport(Value):
    """`lexicon check`: one line per word. `zipf` is log10 of occurrences per billion words, 0 when never counted."""

    word: str
    folded: str
    lexicon: str
    found: bool
    zipf: float | None = None


def look_up(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> WordReport:
    """Is it a word, and how common?

    >>> look_up("Zyzzyva").found
    True
    """
    return _looked_up(word, opened(lexicon, language)[0])


def _looked_up(word: str, words: Lexicon) -> WordReport:
    spelt = word.strip()
    folded = words.alphabet.fold(spelt)
    if not words.alphabet.is_word(folded):
        raise InvalidOption(f"{word[:_LONGEST_SHOWN]!r} is not made of letters", expected="one word")
    index = words.index_of(folded)
    zipf = None if index is None else words.zipf(len(folded))
    return WordReport(
        word=spelt[:_LONGEST_SHOWN],
        folded=folded[:_LONGEST_SHOWN],
        lexicon=words.name,
        found=index is not None,
        zipf=None if zipf is None or index is None else round(float(zipf[index]), 2),
    )


def answer(nothing: None, ask: LexiconCheckOptions, progress: Progress) -> Stream:
    """Each word. What cannot be one at all is an error of its own, and the rest is still answered."""
    del nothing, progress
    words, _ = opened(ask.lexicon, ask.lang)
    found = []
    for one in _one_by_one(ask.words, words):
        found.append(one)
        yield one
    reports = [one.report for one in found]
    verdicts = {one.verdict for one in found}
    return QueryResult(reports, reports, "bad" if "bad" in verdicts else yes_no(verdicts == {"yes"}))


def _one_by_one(words: tuple[str, ...], lexicon: Lexicon) -> Iterator[QueryResult[WordReport | ErrorReport]]:
    for number, word in enumerate(words, 1):
        try:
            report = _looked_up(word, lexicon)
        except InvalidOption as error:
            bad = ErrorReport(line=number, error=str(error))
            yield QueryResult(bad, bad, "bad")
        else:
            yield QueryResult(report, report, yes_no(report.found))


QUESTION = Query(
    ask=LexiconCheckOptions,
    report=WordReport,
    whole=list[WordReport | ErrorReport],
    answer=answer,
    takes="nothing",
    stream=True,
    examples={"two words": {"words": ["cat", "xqz"]}, "in French": {"words": ["Cœur"], "lang": "fr"}},
)
