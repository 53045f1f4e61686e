"""The lexicons that ship with Entails."""

from entails.data.lexicons import NAMES
from entails.models.lexicon import Lexicon
from entails.queries.lexicon.info import LexiconReport, lexicon, lexicon_report
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream

PLACE = 1
__all__ = ["lexicons"]


def lexicons() -> tuple[Lexicon, ...]:
    """The lexicons that ship, their words not yet loaded."""
    return tuple(lexicon(name) for name in NAMES)


def answer(nothing: None, ask: QueryOptions, progress: Progress) -> Stream:
    """Each of them."""
    del nothing, ask, progress
    found = [QueryResult(one, lexicon_report(one)) for one in lexicons()]
    yield from found
    return QueryResult([one.value for one in found], [one.report for one in found])


QUESTION = Query(
    ask=QueryOptions,
    report=LexiconReport,
    whole=list[LexiconReport],
    answer=answer,
    takes="nothing",
    stream=True,
    schema="lexicon",
)
