"""The lexicons that ship with Entails. docs/lexicons.md names their origins.

    lexicon("enable").words(5)      # loads a length on first use
    [entry.name for entry in lexicons()]

Heavy imports wait until a lexicon is opened.
"""

from functools import cache
from typing import TYPE_CHECKING

from entails.models.errors import InvalidOption

if TYPE_CHECKING:
    from entails.data.lexicons.store import Shipped
    from entails.models.lexicon import Lexicon

DEFAULT_OF_LANGUAGE = {
    "en": "enable",
    **{code: code for code in ("fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el")},
}
"""Default lexicon of each language."""

NAMES = (
    "enable",
    "fr",
    "es",
    "nl",
    "pl",
    "sv",
    "da",
    "hu",
    "ru",
    "el",
    "wordle-answers",
    "wordle-answers-2309",
    "wordle-answers-3158",
    "wordle-allowed",
    "wordle-allowed-14855",
)


@cache
def lexicon(name: str) -> "Lexicon":
    """Return a shipped lexicon by name; always the same object, so that loaded words stay loaded."""
    from entails.models.lexicon import Lexicon

    described = entry(name)
    return Lexicon(described.name, described.language, described, described.alphabet)


def lexicons() -> tuple["Shipped", ...]:
    """Return the entries of all shipped lexicons: name, language, description, origin, word counts."""
    return tuple(entry(name) for name in NAMES)


@cache
def entry(name: str) -> "Shipped":
    """Return the entry of a shipped lexicon without loading its words."""
    from entails.data.lexicons.store import Shipped

    if name not in NAMES:
        raise InvalidOption(f"unknown lexicon {name[:50]!r}", expected=", ".join(NAMES))
    return Shipped(name)
