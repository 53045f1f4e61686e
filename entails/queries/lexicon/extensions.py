"""List longer words that begin with, end with or contain the letters.

Exit code 1 if there is none.
"""

from dataclasses import dataclass

from entails.data.lexicons.store import opened
from entails.models.fields import Document, Value
from entails.queries.lexicon import Language, LettersOptions, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 8
__all__ = ["extensions"]


class LexiconExtensionsOptions(LettersOptions):
    """Options of `extensions`."""


class ExtensionsReport(Value):
    """Result of `lexicon extensions`.

    `after`: words that begin with the letters. `before`: words that end with them. `both`: words with other letters on
    both sides. Each list is cut at the limit; `counts` are the full numbers.
    """

    word: str
    lexicon: str
    after: tuple[str, ...]
    before: tuple[str, ...]
    both: tuple[str, ...]
    counts: tuple[int, int, int]


@dataclass(frozen=True)
class Extensions:
    """Longer words, by where letters are added."""

    after: list[str]
    before: list[str]
    both: list[str]


def extensions(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Extensions:
    """Return the longer words that contain these letters.

    >>> extensions("quark", "enable").after
    ['quarks']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import beginning_with, containing, ending_with, holding

    words = opened(lexicon, language)[0]
    folded = read_letters(word, 0, words.alphabet)
    graph = graph_with(words, holding(words, folded))
    return Extensions(beginning_with(graph, folded), ending_with(graph, folded), containing(graph, folded))


def answer(nothing: None, options: LexiconExtensionsOptions, progress: Progress) -> QueryResult[Extensions]:
    """List all three types of extensions."""
    del nothing, progress
    hits = extensions(options.letters, options.lexicon, options.lang)
    words = opened(options.lexicon, options.lang)[0]
    lists = (hits.after, hits.before, hits.both)
    after, before, both = (tuple(longer[: options.limit] if options.limit else longer) for longer in lists)
    report = ExtensionsReport(
        word=read_letters(options.letters, 0, words.alphabet),
        lexicon=words.name,
        after=after,
        before=before,
        both=both,
        counts=(len(hits.after), len(hits.before), len(hits.both)),
    )
    return QueryResult(hits, report, yes_no(any(lists)))


QUERY = Query(
    options=LexiconExtensionsOptions,
    report=ExtensionsReport,
    answer=answer,
    takes="nothing",
    examples={"a word": {"letters": "quark"}, "in French": {"letters": "chien", "lang": "fr", "limit": 5}},
)
