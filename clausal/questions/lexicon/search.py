"""The words that match a pattern. Exit code 1 when there is none."""

from typing import Annotated

from pydantic import Field

from clausal.data.lexicons.opened import opened
from clausal.models.asking import Argument
from clausal.models.content import Document
from clausal.models.errors import blaming
from clausal.models.lexicon import Lexicon
from clausal.models.value import Value
from clausal.models.word_pattern import WordPattern, read_pattern
from clausal.questions.base import Answer, Progress, Question, yes_no
from clausal.questions.lexicon.finding import Limit
from clausal.questions.lexicon.words import Language, OfLexicon

PLACE = 4
__all__ = ["search_words"]


class Ask(OfLexicon):
    """What `search` may be told."""

    pattern: Annotated[
        str,
        Field(description="? is any letter, * any run, [abc] one of these, [!abc] none of them, or /regex/."),
        Argument("PATTERN", "? is any letter, * any run, \\[abc] one of these, \\[!abc] none of them, or /regex/."),
    ]
    length: Annotated[int | None, Field(ge=1, description="Only words of this length.")] = None
    limit: Limit = 100


class SearchReport(Value):
    """`lexicon search`. `count` is how many words match; `truncated` says that `words` does not hold all of them."""

    pattern: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


def search_words(
    pattern: str,
    lexicon: str | Document | None = None,
    language: Language | None = None,
    *,
    length: int | None = None,
) -> tuple[str, ...]:
    """The words that match a pattern, shortest first.

    >>> search_words("cra?e", "wordle-answers")
    ('crane', 'crate', 'crave', 'craze')
    """
    return _matching(read_pattern(pattern), opened(lexicon, language)[0], length)


def _matching(pattern: WordPattern, words: Lexicon, length: int | None) -> tuple[str, ...]:
    lengths = [one for one in words.lengths if one in pattern.lengths and length in (None, one)]
    return tuple(word for one in lengths for word in pattern.filter(words.words(one)))


def answer(nothing: None, ask: Ask, progress: Progress) -> Answer[tuple[str, ...]]:
    """As many as are wanted, and how many there are."""
    del nothing, progress
    with blaming("pattern"):
        pattern = read_pattern(ask.pattern)
    words, _ = opened(ask.lexicon, ask.lang)
    found = _matching(pattern, words, ask.length)
    shown = found[: ask.limit] if ask.limit else found
    report = SearchReport(
        pattern=ask.pattern.encode("utf-8", "replace").decode(),  # a broken argument may hold half characters
        lexicon=words.name,
        count=len(found),
        words=shown,
        truncated=len(shown) < len(found),
    )
    return Answer(found, report, yes_no(bool(found)))


QUESTION = Question(
    ask=Ask,
    report=SearchReport,
    answer=answer,
    takes="nothing",
    examples={
        "a hole": {"pattern": "cra?e", "lexicon": "wordle-answers"},
        "q without u": {"pattern": "q[!u]*", "length": 5},
        "an expression": {"pattern": "/zz.*zz/"},
    },
)
