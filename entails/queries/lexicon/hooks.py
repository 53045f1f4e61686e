"""List the hooks of a word: letters before or after it that make another word.

Exit code 1 if there is none.
"""

from dataclasses import dataclass

from entails.data.lexicons.store import opened
from entails.models.fields import Document, Value
from entails.queries.lexicon import Language, LetterText, LexiconOptions, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 7
__all__ = ["hooks"]


class LexiconHooksOptions(LexiconOptions):
    """Options of `hooks`."""

    letters: LetterText


class HooksReport(Value):
    """Result of `lexicon hooks`; `found` says whether the letters are a word themselves."""

    word: str
    lexicon: str
    found: bool
    before: str
    after: str


@dataclass(frozen=True)
class Hooks:
    """Letters before and after a word, in alphabetical order."""

    before: str
    after: str


def hooks(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Hooks:
    """Return the letters that make another word before or after this one.

    >>> hooks("care", "enable")
    Hooks(before='s', after='drstx')
    """
    words = opened(lexicon, language)[0]
    folded, letters = read_letters(word, 0, words.alphabet), words.alphabet.letters
    before = "".join(letter for letter in letters if letter + folded in words)
    return Hooks(before, "".join(letter for letter in letters if folded + letter in words))


def answer(nothing: None, options: LexiconHooksOptions, progress: Progress) -> QueryResult[Hooks]:
    """List the hooks on both sides."""
    del nothing, progress
    words = opened(options.lexicon, options.lang)[0]
    folded = read_letters(options.letters, 0, words.alphabet)
    letters = hooks(options.letters, options.lexicon, options.lang)
    report = HooksReport(
        word=folded, lexicon=words.name, found=folded in words, before=letters.before, after=letters.after
    )
    return QueryResult(letters, report, yes_no(bool(letters.before or letters.after)))


QUERY = Query(
    options=LexiconHooksOptions,
    report=HooksReport,
    answer=answer,
    takes="nothing",
    examples={"both sides": {"letters": "care"}},
)
