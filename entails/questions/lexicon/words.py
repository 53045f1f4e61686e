"""Which words are meant: options that every question about words has."""

from typing import Annotated, Literal

from pydantic import Field

from entails.data.lexicons.opened import LEXICON
from entails.models.asking import Option
from entails.models.content import Document
from entails.questions.ask import Ask

PANEL_OF_WORDS = "Words"

LexiconName = Annotated[
    str | Document | None,
    LEXICON,
    Field(description="A lexicon of entails lexicon list, or a file with one word a line (- for standard input)."),
    Option(metavar="NAME|FILE", panel=PANEL_OF_WORDS),
]
Language = Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el"]
LanguageName = Annotated[
    Language | None,
    Field(description="Language: en (the default), fr, es, nl, pl, sv, da, hu, ru or el."),
    Option(panel=PANEL_OF_WORDS),
]
LatinLanguageName = Annotated[
    Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None,
    Field(description="Language: en (the default), fr, es, nl, pl, sv, da or hu."),
    Option(panel=PANEL_OF_WORDS),
]
"""Those whose words can be written in a to z, as Wordle does."""


class OfLexicon(Ask):
    """A question about the words of one lexicon: the one that is named, or the usual one of a language."""

    lexicon: LexiconName = None
    lang: LanguageName = None
