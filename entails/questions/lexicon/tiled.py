"""Words as the tiles of a language spell them: what questions about drawing them share."""

from entails.data.lexicons.opened import opened
from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_tile_set
from entails.models.content import Document
from entails.models.lexicon import Lexicon
from entails.models.scrabble.tiles import TileSet
from entails.questions.lexicon.words import Language


def words_and_tiles(lexicon: str | Document | None, language: Language | None) -> tuple[Lexicon, TileSet]:
    """The lexicon in the letters of its tiles, and the tiles: those of its language, English where nobody said one."""
    words = opened(lexicon, language)[0]
    tile_set = shipped_tile_set(TILES_OF_LANGUAGE.get(words.language, "english"))
    return words.spelt_in(tile_set.alphabet), tile_set
