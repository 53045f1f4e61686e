"""Check whether words are valid; show how common they are.

Exit code 0 if all are valid, 1 if one is not.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.models.report import ErrorReport
from entails.queries.lexicon import Language, LexiconOptions
from entails.queries.query import Progress, Query, QueryResult, Stream, yes_no

PLACE = 3
__all__ = ["look_up"]

_LONGEST_SHOWN = 60


class LexiconCheckOptions(LexiconOptions):
    """Options of `check`: the words, with any accents and capitals."""

    words: Annotated[
        tuple[str, ...],
        Field(min_length=1, description="Words; accents and capitals do not matter."),
        CommandArgument("WORD...", "Words; accents and capitals do not matter."),
    ]


class WordReport(Value):
    """One line of `lexicon check`. `zipf` is log10 of the occurrences per billion words, 0 if not counted."""

    word: str
    folded: str
    lexicon: str
    found: bool
    zipf: float | None = None


def look_up(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> WordReport:
    """Return whether a word is valid and how common it is.

    >>> look_up("Zyzzyva").found
    True
    """
    return _looked_up(word, opened(lexicon, language)[0])


def _looked_up(word: str, words: Lexicon) -> WordReport:
    spelt = word.strip()
    folded = words.alphabet.fold(spelt)
    if not words.alphabet.is_word(folded):
        raise InvalidOption(f"invalid word {word[:_LONGEST_SHOWN]!r}", expected="one word, letters only")
    index = words.index_of(folded)
    zipf = None if index is None else words.zipf(len(folded))
    return WordReport(
        word=spelt[:_LONGEST_SHOWN],
        folded=folded[:_LONGEST_SHOWN],
        lexicon=words.name,
        found=index is not None,
        zipf=None if zipf is None or index is None else round(float(zipf[index]), 2),
    )


def answer(nothing: None, options: LexiconCheckOptions, progress: Progress) -> Stream:
    """Yield one result per word. Input that cannot be a word gives an error; the other words are answered."""
    del nothing, progress
    words, _ = opened(options.lexicon, options.lang)
    results = []
    for result in _results(options.words, words):
        results.append(result)
        yield result
    reports = [result.report for result in results]
    verdicts = {result.verdict for result in results}
    return QueryResult(reports, reports, "bad" if "bad" in verdicts else yes_no(verdicts == {"yes"}))


def _results(words: tuple[str, ...], lexicon: Lexicon) -> Iterator[QueryResult[WordReport | ErrorReport]]:
    for number, word in enumerate(words, 1):
        try:
            report = _looked_up(word, lexicon)
        except InvalidOption as error:
            bad = ErrorReport(line=number, error=str(error))
            yield QueryResult(bad, bad, "bad")
        else:
            yield QueryResult(report, report, yes_no(report.found))


QUERY = Query(
    options=LexiconCheckOptions,
    report=WordReport,
    whole=list[WordReport | ErrorReport],
    answer=answer,
    takes="nothing",
    stream=True,
    examples={"two words": {"words": ["cat", "xqz"]}, "in French": {"words": ["Cœur"], "lang": "fr"}},
)
