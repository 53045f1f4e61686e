"""The lexicons shipped with Entails. docs/lexicons.md names their origins.

    lexicon("enable").words(5)      # loads a length on first use
    [entry.name for entry in lexicons()]

Heavy imports wait until a lexicon is opened.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

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


class Coverage(NamedTuple):
    """Comparison of a lexicon with a published list (`entails lexicon coverage`).

    Attributes:
        recall: Share of the words of the list that the lexicon has, in percent.
        precision: Share of the words of the lexicon that the list has, in percent.
        against: The list.
    """

    recall: float
    precision: float
    against: str

    @property
    def is_partial(self) -> bool:
        return self.recall < _PARTIAL_BELOW


_PARTIAL_BELOW = 75
COVERAGE = {
    "enable": Coverage(94.0, 99.6, "TWL06"),
    "fr": Coverage(88.1, 88.9, "ODS8"),
    "es": Coverage(76.8, 85.5, "FILE 2017"),
    "nl": Coverage(60.0, 86.3, "Letterlicious"),
    "pl": Coverage(9.1, 99.3, "SJP"),
}
"""Coverage of the lexicons that were compared with a published list."""


def partial_notes(name: str) -> tuple[str, ...]:
    """Return a note for a lexicon with less than 75 % of the words of a published list."""
    known = COVERAGE.get(name)
    if known is None or not known.is_partial:
        return ()
    return (f"lexicon {name} is partial: it has {known.recall:.0f} % of the words of {known.against}",)


@cache
def lexicon(name: str) -> "Lexicon":
    """Return a shipped lexicon by name; always the same object, so that its words are loaded once."""
    from entails.models.lexicon import Lexicon

    described = entry(name)
    return Lexicon(described.name, described.language, described, described.alphabet)


def lexicons() -> tuple["Shipped", ...]:
    """Return metadata of all shipped lexicons: name, language, description, origin, word counts."""
    return tuple(entry(name) for name in NAMES)


@cache
def entry(name: str) -> "Shipped":
    """Return metadata of a shipped lexicon without loading its words."""
    from entails.data.lexicons.store import Shipped

    if name not in NAMES:
        raise InvalidOption(f"unknown lexicon {name[:50]!r}", expected=", ".join(NAMES))
    return Shipped(name)
