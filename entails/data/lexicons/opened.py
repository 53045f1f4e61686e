"""A lexicon as people name it: one that ships, the usual one of a language, or one of their own as content."""

from functools import lru_cache

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, lexicon
from entails.models.alphabet import LATIN, Alphabet
from entails.models.content import Document, Named
from entails.models.lexicon import Lexicon
from entails.models.word_list import WordListReport

LEXICON = Named("lexicon", lambda: NAMES, "a file with one word a line")
"""Marks a field that names one."""


def opened(
    said: str | Document | None, language: str | None = None, alphabet: Alphabet | None = None
) -> tuple[Lexicon, tuple[str, ...]]:
    """The lexicon, and remarks about it: which lines of a list of one's own were skipped."""
    found, lines = opened_in_full(said, language, alphabet)
    return found, (f"{found.name}: {lines}",) if lines is not None and lines.skipped else ()


@lru_cache(8)
def opened_in_full(
    said: str | Document | None, language: str | None = None, alphabet: Alphabet | None = None
) -> tuple[Lexicon, WordListReport | None]:
    """The lexicon, and what became of the lines of a list of one's own, which is read with the letters of an alphabet,
    else those of the language."""
    if isinstance(said, Document):
        return Lexicon.from_text(said.data, said.name, language or "", alphabet or letters_of(language))
    return lexicon(said or DEFAULT_OF_LANGUAGE[language or "en"]), None


def letters_of(language: str | None) -> Alphabet:
    """The letters that the words of a language are told in: those of its lexicon."""
    name = DEFAULT_OF_LANGUAGE.get(language or "")
    return LATIN if name is None else lexicon(name).alphabet
