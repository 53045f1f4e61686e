"""List the shipped lexicons."""

from entails.data.lexicons import NAMES
from entails.models.lexicon import Lexicon
from entails.queries.lexicon.info import LexiconReport, lexicon, lexicon_report
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream

PLACE = 1
__all__ = ["lexicons"]


def lexicons() -> tuple[Lexicon, ...]:
    """Return the shipped lexicons without loading their words."""
    return tuple(lexicon(name) for name in NAMES)


def answer(nothing: None, options: QueryOptions, progress: Progress) -> Stream:
    """Yield one line per lexicon."""
    del nothing, options, progress
    results = [QueryResult(words, lexicon_report(words)) for words in lexicons()]
    yield from results
    return QueryResult([result.value for result in results], [result.report for result in results])


QUERY = Query(
    options=QueryOptions,
    report=LexiconReport,
    whole=list[LexiconReport],
    answer=answer,
    takes="nothing",
    stream=True,
    schema="lexicon",
)
