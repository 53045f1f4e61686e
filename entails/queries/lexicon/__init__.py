"""Look up and search the words of Wordle and Scrabble.

Options and functions shared by the queries about words.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.data.lexicons.store import LEXICON, opened
from entails.models.alphabet import LATIN, LONGEST, Alphabet
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.queries.query import QueryOptions

if TYPE_CHECKING:
    from entails.models.scrabble.tiles import TileSet

PANEL = "Words"

PANEL_OF_WORDS = "Words"

LexiconName = Annotated[
    str | Document | None,
    LEXICON,
    Field(description="Lexicon (see entails lexicon list), or a file with one word per line (- for standard input)."),
    Option(metavar="NAME|FILE", panel=PANEL_OF_WORDS),
]
Language = Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el"]
LanguageName = Annotated[
    Language | None,
    Field(description="Language: en (default), fr, es, nl, pl, sv, da, hu, ru or el."),
    Option(panel=PANEL_OF_WORDS),
]
LatinLanguageName = Annotated[
    Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None,
    Field(description="Language: en (default), fr, es, nl, pl, sv, da or hu."),
    Option(panel=PANEL_OF_WORDS),
]
"""Languages whose words can be written in a to z, as in Wordle."""


class LexiconOptions(QueryOptions):
    """Options of queries about a lexicon: its name, or the default of a language."""

    lexicon: LexiconName = None
    lang: LanguageName = None


MOST_LETTERS = 15
MOST_BLANKS = 2

LetterText = Annotated[str, Field(max_length=100, description="Letters; ? is any letter."), CommandArgument("LETTERS")]
Limit = Annotated[
    int, Field(ge=0, description="Maximum number of words to show; 0 shows all."), Option(metavar="N", lists=True)
]


class LettersOptions(LexiconOptions):
    """Options of queries about letters."""

    letters: LetterText
    limit: Limit = 100


class FoundWordsReport(Value):
    """Words made from letters; `truncated` means that `words` is cut at the limit."""

    letters: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


def read_letters(text: str, blanks: int = MOST_BLANKS, alphabet: Alphabet = LATIN) -> str:
    """Read letters with at most `blanks` question marks; return them folded."""
    letters = alphabet.fold("".join(text.split()))
    plain = letters.replace("?", "")
    if (
        letters.count("?") > blanks
        or len(letters) > MOST_LETTERS
        or (plain and not alphabet.is_word(plain))
        or not letters
    ):
        allowed = f", at most {blanks} ? for any letter" if blanks else ""
        error = InvalidOption(f"invalid letters {text[:30]!r}", expected=f"1 to {LONGEST} letters{allowed}")
        error.field = "letters"
        raise error
    return letters


def words_report(letters: str, lexicon: str, words: list[str], limit: int) -> FoundWordsReport:
    """Return the report on a list of words, cut at the limit."""
    shown = tuple(words[:limit] if limit else words)
    return FoundWordsReport(
        letters=letters, lexicon=lexicon, count=len(words), words=shown, truncated=len(shown) < len(words)
    )


def words_and_tiles(lexicon: str | Document | None, language: Language | None) -> tuple[Lexicon, "TileSet"]:
    """Return a lexicon spelt with its language's tiles, and these tiles (default: English)."""
    from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_tile_set

    words = opened(lexicon, language)[0]
    tile_set = shipped_tile_set(TILES_OF_LANGUAGE.get(words.language, "english"))
    return words.spelt_in(tile_set.alphabet), tile_set
