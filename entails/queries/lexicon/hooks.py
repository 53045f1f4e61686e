"""The letters that make another word before or after this one. Exit code 1 when there is none."""

from dataclasses import dataclass

from entails.data.lexicons.store import opened
from entails.models.fields import Document, Value
from entails.queries.lexicon.shared import Language, LetterText, OfLexicon, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 7
__all__ = ["hooks"]


class LexiconHooksOptions(OfLexicon):
    """What `hooks` is told."""

    letters: LetterText


class HooksReport(Value):
    """The letters that may stand before and after a word; `found` says whether it is a word itself."""

    word: str
    lexicon: str
    found: bool
    before: str
    after: str


@dataclass(frozen=True)
class Hooks:
    """Letters before and after, in the order of the alphabet."""

    before: str
    after: str


def hooks(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Hooks:
    """The letters that make another word before or after this one.

    >>> hooks("care", "enable")
    Hooks(before='s', after='drstx')
    """
    words = opened(lexicon, language)[0]
    folded, letters = read_letters(word, 0, words.alphabet), words.alphabet.letters
    before = "".join(letter for letter in letters if letter + folded in words)
    return Hooks(before, "".join(letter for letter in letters if folded + letter in words))


def answer(nothing: None, ask: LexiconHooksOptions, progress: Progress) -> QueryResult[Hooks]:
    """Both sides."""
    del nothing, progress
    words = opened(ask.lexicon, ask.lang)[0]
    folded = read_letters(ask.letters, 0, words.alphabet)
    found = hooks(ask.letters, ask.lexicon, ask.lang)
    report = HooksReport(word=folded, lexicon=words.name, found=folded in words, before=found.before, after=found.after)
    return QueryResult(found, report, yes_no(bool(found.before or found.after)))


QUESTION = Query(
    ask=LexiconHooksOptions,
    report=HooksReport,
    answer=answer,
    takes="nothing",
    examples={"both sides": {"letters": "care"}},
)
