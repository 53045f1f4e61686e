"""The words that all of these letters spell, in any order. Exit code 1 when there is none."""

from entails.data.lexicons.store import opened
from entails.models.fields import Document
from entails.queries.lexicon.shared import FoundWordsReport, Language, OfLetters, found_report, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 5
__all__ = ["anagrams"]


class LexiconAnagramsOptions(OfLetters):
    """What `anagrams` is told."""


def anagrams(letters: str, lexicon: str | Document | None = None, language: Language | None = None) -> list[str]:
    """The words that use all of these letters; "?" is any letter.

    >>> anagrams("silent", "enable")
    ['elints', 'enlist', 'inlets', 'listen', 'silent', 'tinsel']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import spelt_by, spelt_with

    words = opened(lexicon, language)[0]
    wanted = read_letters(letters, alphabet=words.alphabet)
    least = most = len(wanted)
    return spelt_by(graph_with(words, spelt_with(words, wanted, range(least, most + 1))), wanted, least, most)


def answer(nothing: None, ask: LexiconAnagramsOptions, progress: Progress) -> QueryResult[list[str]]:
    """All of them, by the alphabet."""
    del nothing, progress
    found, words = anagrams(ask.letters, ask.lexicon, ask.lang), opened(ask.lexicon, ask.lang)[0]
    letters = read_letters(ask.letters, alphabet=words.alphabet)
    return QueryResult(found, found_report(letters, words.name, found, ask.limit), yes_no(bool(found)))


QUESTION = Query(
    ask=LexiconAnagramsOptions,
    report=FoundWordsReport,
    answer=answer,
    takes="nothing",
    schema="lexicon-words",
    examples={"six letters": {"letters": "silent"}, "in French": {"letters": "chien", "lang": "fr"}},
)
