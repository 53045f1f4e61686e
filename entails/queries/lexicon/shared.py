"""Words that are found on the word graph: what such questions share.

Which words are meant: options that every question about words has.

Words as the tiles of a language spell them: what questions about drawing them share.
"""

from typing import Annotated, Literal

from pydantic import Field

from entails.data.lexicons.store import LEXICON, opened
from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_tile_set
from entails.models.alphabet import LATIN, LONGEST, Alphabet
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.models.scrabble.tiles import TileSet
from entails.queries.query import QueryOptions

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


class OfLexicon(QueryOptions):
    """A question about the words of one lexicon: the one that is named, or the usual one of a language."""

    lexicon: LexiconName = None
    lang: LanguageName = None


MOST_LETTERS = 15
MOST_BLANKS = 2

LetterText = Annotated[
    str, Field(max_length=100, description="Letters in any spelling; ? is any letter."), CommandArgument("LETTERS")
]
Limit = Annotated[
    int, Field(ge=0, description="Show at most so many words; 0 shows all."), Option(metavar="N", lists=True)
]


class OfLetters(OfLexicon):
    """A question about letters."""

    letters: LetterText
    limit: Limit = 100


class FoundWordsReport(Value):
    """Words that letters make; `truncated` says that `words` does not hold all of them."""

    letters: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


def read_letters(text: str, blanks: int = MOST_BLANKS, alphabet: Alphabet = LATIN) -> str:
    """Letters as people type them, folded; a few ? among them."""
    letters = alphabet.fold("".join(text.split()))
    plain = letters.replace("?", "")
    if (
        letters.count("?") > blanks
        or len(letters) > MOST_LETTERS
        or (plain and not alphabet.is_word(plain))
        or not letters
    ):
        allowed = f", at most {blanks} ? for any letter" if blanks else ""
        refused = InvalidOption(
            f"{text[:30]!r} are not letters to look for", expected=f"1 to {LONGEST} letters{allowed}"
        )
        refused.field = "letters"
        raise refused
    return letters


def found_report(letters: str, lexicon: str, found: list[str], limit: int) -> FoundWordsReport:
    """As many as are wanted, and how many there are."""
    shown = tuple(found[:limit] if limit else found)
    return FoundWordsReport(
        letters=letters, lexicon=lexicon, count=len(found), words=shown, truncated=len(shown) < len(found)
    )


def words_and_tiles(lexicon: str | Document | None, language: Language | None) -> tuple[Lexicon, TileSet]:
    """The lexicon in the letters of its tiles, and the tiles: those of its language, English where nobody said one."""
    words = opened(lexicon, language)[0]
    tile_set = shipped_tile_set(TILES_OF_LANGUAGE.get(words.language, "english"))
    return words.spelt_in(tile_set.alphabet), tile_set
