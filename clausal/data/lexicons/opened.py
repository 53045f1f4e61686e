"""A lexicon as people name it: one that ships, the usual one of a language, or one of their own as content."""

from functools import lru_cache

from clausal.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, lexicon
from clausal.models.content import Document, Named
from clausal.models.lexicon import Lexicon
from clausal.models.word_list import WordListReport

LEXICON = Named("lexicon", lambda: NAMES, "a file with one word a line")
"""Marks a field that names one."""


def opened(said: str | Document | None, language: str | None = None) -> tuple[Lexicon, tuple[str, ...]]:
    """The lexicon, and remarks about it: which lines of a list of one's own were skipped."""
    found, lines = opened_in_full(said, language)
    return found, (f"{found.name}: {lines}",) if lines is not None and lines.skipped else ()


@lru_cache(8)
def opened_in_full(said: str | Document | None, language: str | None = None) -> tuple[Lexicon, WordListReport | None]:
    """The lexicon, and what became of the lines of a list of one's own."""
    if isinstance(said, Document):
        return Lexicon.from_text(said.data, said.name, language or "")
    return lexicon(said or DEFAULT_OF_LANGUAGE[language or "en"]), None
