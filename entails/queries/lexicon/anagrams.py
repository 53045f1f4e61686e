"""List the words that use all of these letters.

Exit code 1 if there is none.
"""

from entails.data.lexicons.store import opened
from entails.models.fields import Document
from entails.queries.lexicon import FoundWordsReport, Language, LettersOptions, read_letters, words_report
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 5
__all__ = ["anagrams"]


class LexiconAnagramsOptions(LettersOptions):
    """Options of `anagrams`."""


def anagrams(letters: str, lexicon: str | Document | None = None, language: Language | None = None) -> list[str]:
    """Return the words that use all of these letters; "?" is any letter.

    >>> anagrams("silent", "enable")
    ['elints', 'enlist', 'inlets', 'listen', 'silent', 'tinsel']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import spelt_by, spelt_with

    words = opened(lexicon, language)[0]
    wanted = read_letters(letters, alphabet=words.alphabet)
    least = most = len(wanted)
    return spelt_by(graph_with(words, spelt_with(words, wanted, range(least, most + 1))), wanted, least, most)


def answer(nothing: None, options: LexiconAnagramsOptions, progress: Progress) -> QueryResult[list[str]]:
    """List the anagrams in alphabetical order."""
    del nothing, progress
    hits, words = anagrams(options.letters, options.lexicon, options.lang), opened(options.lexicon, options.lang)[0]
    letters = read_letters(options.letters, alphabet=words.alphabet)
    return QueryResult(hits, words_report(letters, words.name, hits, options.limit), yes_no(bool(hits)))


QUERY = Query(
    options=LexiconAnagramsOptions,
    report=FoundWordsReport,
    answer=answer,
    takes="nothing",
    schema="lexicon-words",
    examples={"six letters": {"letters": "silent"}, "in French": {"letters": "chien", "lang": "fr"}},
)
