"""A lexicon as people name it: one that ships, or one of their own as content."""

from functools import lru_cache

from clausal.data.lexicons import lexicon
from clausal.models.content import Document
from clausal.models.lexicon import Lexicon


@lru_cache(8)
def opened(said: str | Document, language: str = "") -> tuple[Lexicon, tuple[str, ...]]:
    """The lexicon, and remarks about it: which lines of a list of one's own were skipped."""
    if isinstance(said, str):
        return lexicon(said), ()
    found, report = Lexicon.from_text(said.data, said.name, language)
    return found, (f"{found.name}: {report}",) if report.skipped else ()
