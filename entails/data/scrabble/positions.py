"""From what a text says to a `Position`: names become boards, tile sets and lexicons.

Positions and games of some bytes, whatever their form: a GCG has encodings of its own, the rest is text.
"""

from dataclasses import dataclass

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, entry, lexicon
from entails.data.scrabble import LAYOUTS, TILE_SETS, TILES_OF_LANGUAGE, shipped_layout, shipped_tile_set
from entails.formats.scrabble.gcg import looks_like_gcg, read_gcg
from entails.formats.scrabble.position import PositionRecord, read_record
from entails.formats.scrabble.replay import GameReplay, replay
from entails.models.errors import InvalidPuzzle, unbracketed
from entails.models.fields import decoded
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.position import Position, check_board, check_rack
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import NO_TILES, Rack, TileSet

_SUPER_ROWS = 21
_BY_ROWS = {15: "standard", _SUPER_ROWS: "super"}


@dataclass(frozen=True)
class Setting:
    """What the user said beside the text, which wins over what the text says. None or empty: nothing was."""

    layout: Layout | None = None
    tile_set: TileSet | None = None
    lexicon: Lexicon | None = None
    rack: Rack | str | None = None
    rules: Rules | None = None
    language: str = ""
    anywhere: bool = False
    """The first word may lie anywhere, as in examples of the study."""


NOTHING_SAID = Setting()


def resolve(record: PositionRecord, setting: Setting = NOTHING_SAID) -> tuple[Position, tuple[str, ...]]:
    """The position of a record, checked, and what somebody should know about it: a lexicon that is not here, words on
    the board that are none."""
    position, notes = position_of(record, setting)
    return position, (*notes, *position.warnings())


def position_of(record: PositionRecord, setting: Setting = NOTHING_SAID) -> tuple[Position, tuple[str, ...]]:
    """The same, without a look at the words on the board: for thousands of positions."""
    layout = setting.layout or _layout(record)
    tile_set = chosen_tiles(setting, layout, record.tiles, record.lexicon)
    alphabet = tile_set.alphabet
    board = Board.from_rows(layout, tuple(map(unbracketed, record.board)), alphabet)
    words, notes = _lexicon(record, setting.lexicon, tile_set)
    rules = setting.rules or _rules(record)
    racks = tuple(Rack.read(rack, alphabet) for rack in record.racks)
    said = Rack.read(setting.rack, alphabet) if isinstance(setting.rack, str) else setting.rack
    rack = said if said is not None else racks[0] if racks else NO_TILES
    check_board(board, setting.anywhere)
    check_rack(board, rack, tile_set, rules)
    return Position(
        board, rack, tile_set, words.spelt_in(alphabet), rules, racks[1:], record.scores, record.zeros
    ), notes


def _layout(record: PositionRecord) -> Layout:
    name = record.layout or _BY_ROWS.get(len(record.board))
    if name is None:
        problem = f"the board has {len(record.board)} rows"
        raise InvalidPuzzle(problem, expected="15 (standard) or 21 (super), or a layout chosen beside the text")
    if name not in LAYOUTS:
        raise InvalidPuzzle(
            f"the board {name[:40]!r} is not here", expected=f"{', '.join(LAYOUTS)}, or a layout chosen beside the text"
        )
    return shipped_layout(name)


def chosen_tiles(said: Setting, layout: Layout, named: str | None = None, lexicon: str | None = None) -> TileSet:
    """The tiles to play with: those that were said, else those of the language that was said, else the set that a text
    names, else those of the words, whose lexicon a text may name. English on a board as large as the super one is
    played with the super set."""
    if said.tile_set is not None:
        return said.tile_set
    if named is not None and not said.language:
        if named not in TILE_SETS:
            expected = f"{', '.join(TILE_SETS)}, or tiles chosen beside the text"
            raise InvalidPuzzle(f"the tile set {named[:40]!r} is not here", expected=expected)
        return shipped_tile_set(named)
    language = said.language or (said.lexicon.language if said.lexicon is not None else _language(lexicon or ""))
    name = TILES_OF_LANGUAGE.get(language, "english")
    return shipped_tile_set("english-super" if name == "english" and layout.rows >= _SUPER_ROWS else name)


def _language(lexicon_name: str) -> str:
    """That of a lexicon which ships; French are also lists such as ODS8 or FRA20."""
    if lexicon_name.lower() in NAMES:
        return entry(lexicon_name.lower()).language
    return "fr" if lexicon_name.upper().startswith(("ODS", "FRA")) else "en"


def _lexicon(record: PositionRecord, chosen: Lexicon | None, tile_set: TileSet) -> tuple[Lexicon, tuple[str, ...]]:
    if chosen is not None:
        return chosen, ()
    default = DEFAULT_OF_LANGUAGE.get(tile_set.language, "enable")
    named = record.lexicon
    if named is None or named.lower() in NAMES:
        return lexicon(named.lower() if named else default), ()
    note = f"the lexicon {named[:40]} is not here, so {default} is used"
    return lexicon(default), (note,)


def _rules(record: PositionRecord) -> Rules:
    return Rules(
        bonus=STANDARD.bonus if record.bonus is None else record.bonus,
        exchange_least=STANDARD.exchange_least if record.exchange_least is None else record.exchange_least,
        zero_turns=STANDARD.zero_turns if record.zero_turns is None else record.zero_turns,
    )


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


def replay_of_bytes(data: bytes, said: Setting = NOTHING_SAID) -> GameReplay:
    """A GCG game, replayed on the board and with the tiles that were chosen, else those that it names."""
    game = read_gcg(data)
    layout = said.layout or shipped_layout(game.layout_name or "standard")
    tile_set = chosen_tiles(said, layout, game.tiles_name, game.lexicon)
    return replay(game, layout, tile_set, said.rules or STANDARD, said.lexicon)
