"""The longer words that begin or end with these letters, or hold them inside. Exit code 1 when there is none."""

from dataclasses import dataclass

from entails.data.lexicons.store import opened
from entails.models.fields import Document, Value
from entails.queries.lexicon.shared import Language, OfLetters, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 8
__all__ = ["extensions"]


class LexiconExtensionsOptions(OfLetters):
    """What `extensions` is told."""


class ExtensionsReport(Value):
    """Words that begin with the letters (`after`: letters are added after them), that end with them (`before`), or have
    others on both sides; each list cut at the limit, `counts` has how many there are."""

    word: str
    lexicon: str
    after: tuple[str, ...]
    before: tuple[str, ...]
    both: tuple[str, ...]
    counts: tuple[int, int, int]


@dataclass(frozen=True)
class Extensions:
    """Longer words, by where the letters are added."""

    after: list[str]
    before: list[str]
    both: list[str]


def extensions(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Extensions:
    """The longer words that hold these letters.

    >>> extensions("quark", "enable").after
    ['quarks']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import around, ending_with, going_on, holding

    words = opened(lexicon, language)[0]
    folded = read_letters(word, 0, words.alphabet)
    graph = graph_with(words, holding(words, folded))
    return Extensions(going_on(graph, folded), ending_with(graph, folded), around(graph, folded))


def answer(nothing: None, ask: LexiconExtensionsOptions, progress: Progress) -> QueryResult[Extensions]:
    """All three kinds."""
    del nothing, progress
    found = extensions(ask.letters, ask.lexicon, ask.lang)
    words = opened(ask.lexicon, ask.lang)[0]
    lists = (found.after, found.before, found.both)
    after, before, both = (tuple(some[: ask.limit] if ask.limit else some) for some in lists)
    report = ExtensionsReport(
        word=read_letters(ask.letters, 0, words.alphabet),
        lexicon=words.name,
        after=after,
        before=before,
        both=both,
        counts=(len(found.after), len(found.before), len(found.both)),
    )
    return QueryResult(found, report, yes_no(any(lists)))


QUESTION = Query(
    ask=LexiconExtensionsOptions,
    report=ExtensionsReport,
    answer=answer,
    takes="nothing",
    examples={"a word": {"letters": "quark"}, "in French": {"letters": "chien", "lang": "fr", "limit": 5}},
)
