"""List the words that use some of these letters, longest first.

Exit code 1 if there is none.
"""

from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.models.fields import Document
from entails.queries.lexicon import FoundWordsReport, Language, LettersOptions, read_letters, words_report
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 6
__all__ = ["subanagrams"]


class LexiconSubanagramsOptions(LettersOptions):
    """Options of `subanagrams`."""

    length: Annotated[int | None, Field(ge=1, le=15, description="Word length.")] = None


def subanagrams(
    letters: str,
    lexicon: str | Document | None = None,
    language: Language | None = None,
    *,
    length: int | None = None,
) -> list[str]:
    """Return the words in a rack, or only those of one length; "?" is any letter.

    >>> subanagrams("zzq?e", "enable", length=2)[:3]
    ['ae', 'be', 'de']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import spelt_by, spelt_with

    words = opened(lexicon, language)[0]
    wanted = read_letters(letters, alphabet=words.alphabet)
    least, most = (1, len(wanted)) if length is None else (length, length)
    return spelt_by(graph_with(words, spelt_with(words, wanted, range(least, most + 1))), wanted, least, most)


def answer(nothing: None, options: LexiconSubanagramsOptions, progress: Progress) -> QueryResult[list[str]]:
    """List the words, longest first."""
    del nothing, progress
    hits = subanagrams(options.letters, options.lexicon, options.lang, length=options.length)
    words = opened(options.lexicon, options.lang)[0]
    letters = read_letters(options.letters, alphabet=words.alphabet)
    return QueryResult(hits, words_report(letters, words.name, hits, options.limit), yes_no(bool(hits)))


QUERY = Query(
    options=LexiconSubanagramsOptions,
    report=FoundWordsReport,
    answer=answer,
    takes="nothing",
    schema="lexicon-words",
    examples={"a rack": {"letters": "quizzed", "length": 4}, "a blank": {"letters": "zq?", "lang": "fr"}},
)
