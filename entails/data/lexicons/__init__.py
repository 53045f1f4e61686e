"""The lexicons that ship with Entails. docs/lexicons.md says where they come from and how they were made.

    lexicon("enable").words(5)      a length is loaded when it is first asked for
    [one.name for one in lexicons()]

Nothing heavy is imported before a lexicon is opened.
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
"""The lexicon to take when only the language is known."""

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
    "wordle-allowed",
    "wordle-allowed-14855",
)


@cache
def lexicon(name: str) -> "Lexicon":
    """The lexicon of this name; the same object every time, so that what is loaded stays loaded."""
    from entails.models.lexicon import Lexicon

    described = entry(name)
    return Lexicon(described.name, described.language, described, described.alphabet)


def lexicons() -> tuple["Shipped", ...]:
    """What ships: name, language, what it is, where it comes from, how many words of each length."""
    return tuple(entry(name) for name in NAMES)


@cache
def entry(name: str) -> "Shipped":
    """The entry of one lexicon, its words not yet loaded."""
    from entails.data.lexicons.store import Shipped

    if name not in NAMES:
        raise InvalidOption(f"there is no lexicon {name[:50]!r}", expected=", ".join(NAMES))
    return Shipped(name)
