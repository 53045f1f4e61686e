"""Positions and games of some bytes, whatever their form: a GCG has encodings of its own, the rest is text."""

from entails.data.scrabble import shipped_layout
from entails.data.scrabble.positions import NOTHING_SAID, Setting, chosen_tiles
from entails.models.scrabble.gcg_text import looks_like_gcg, read_gcg
from entails.models.scrabble.read import read_record
from entails.models.scrabble.record import PositionRecord
from entails.models.scrabble.replay import Replay, replay
from entails.models.scrabble.rules import STANDARD
from entails.models.text import decoded


def record_of_bytes(data: bytes, said: Setting = NOTHING_SAID) -> PositionRecord:
    """What the bytes say; of a game its last position."""
    return noted_record(data, said)[0]


def noted_record(data: bytes, said: Setting = NOTHING_SAID) -> tuple[PositionRecord, tuple[str, ...]]:
    """The same, and what was passed over in it."""
    text = decoded(data)
    if not looks_like_gcg(text):
        return read_record(text, said.layout), ()
    replayed = replay_of_bytes(data, said)
    return replayed.record, replayed.game.passed_over


def replay_of_bytes(data: bytes, said: Setting = NOTHING_SAID) -> Replay:
    """A GCG game, replayed on the board and with the tiles that were chosen, else those that it names."""
    game = read_gcg(data)
    layout = said.layout or shipped_layout(game.layout_name or "standard")
    tile_set = chosen_tiles(said, layout, game.tiles_name, game.lexicon)
    return replay(game, layout, tile_set, said.rules or STANDARD, said.lexicon)
