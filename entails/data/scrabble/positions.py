"""Scrabble positions and games from bytes: names in the text become boards, tile sets and lexicons.

A GCG file may have its own encoding; other formats are text.
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
    """Options of the user, which override the text. None or empty: not set.

    Attributes:
        anywhere: Whether the first word may lie anywhere, as in examples of the study.
    """

    layout: Layout | None = None
    tile_set: TileSet | None = None
    lexicon: Lexicon | None = None
    rack: Rack | str | None = None
    rules: Rules | None = None
    language: str = ""
    anywhere: bool = False


NO_SETTING = Setting()


def resolve(record: PositionRecord, setting: Setting = NO_SETTING) -> tuple[Position, tuple[str, ...]]:
    """Return the checked position of a record, and notes: an unknown lexicon, invalid words on the board."""
    position, notes = position_of(record, setting)
    return position, (*notes, *position.warnings())


def position_of(record: PositionRecord, setting: Setting = NO_SETTING) -> tuple[Position, tuple[str, ...]]:
    """Return the checked position of a record without checking the words on the board, which is faster."""
    layout = setting.layout or _layout(record)
    tile_set = chosen_tiles(setting, layout, record.tiles, record.lexicon)
    alphabet = tile_set.alphabet
    board = Board.from_rows(layout, tuple(map(unbracketed, record.board)), alphabet)
    words, notes = _lexicon(record, setting.lexicon, tile_set)
    rules = setting.rules or _rules(record)
    racks = tuple(Rack.read(rack, alphabet) for rack in record.racks)
    chosen = Rack.read(setting.rack, alphabet) if isinstance(setting.rack, str) else setting.rack
    rack = chosen if chosen is not None else racks[0] if racks else NO_TILES
    check_board(board, setting.anywhere)
    check_rack(board, rack, tile_set, rules)
    return Position(
        board, rack, tile_set, words.spelt_in(alphabet), rules, racks[1:], record.scores, record.zeros
    ), notes


def _layout(record: PositionRecord) -> Layout:
    name = record.layout or _BY_ROWS.get(len(record.board))
    if name is None:
        problem = f"the board has {len(record.board)} rows"
        raise InvalidPuzzle(problem, expected="15 (standard), 21 (super), or a layout set with --layout")
    if name not in LAYOUTS:
        expected = f"{', '.join(LAYOUTS)}, or a layout set with --layout"
        raise InvalidPuzzle(f"unknown board {name[:40]!r}", expected=expected)
    return shipped_layout(name)


def chosen_tiles(setting: Setting, layout: Layout, named: str | None = None, lexicon: str | None = None) -> TileSet:
    """Return the tile set of a game.

    The first that is known counts: the set of the options, the set of the option `language`, the set that the text
    names, the set for the language of the lexicon. English on a board of the super size uses the super set.
    """
    if setting.tile_set is not None:
        return setting.tile_set
    if named is not None and not setting.language:
        if named not in TILE_SETS:
            expected = f"{', '.join(TILE_SETS)}, or tiles set with --tiles"
            raise InvalidPuzzle(f"unknown tile set {named[:40]!r}", expected=expected)
        return shipped_tile_set(named)
    language = setting.language or (
        setting.lexicon.language if setting.lexicon is not None else _language(lexicon or "")
    )
    name = TILES_OF_LANGUAGE.get(language, "english")
    return shipped_tile_set("english-super" if name == "english" and layout.rows >= _SUPER_ROWS else name)


def _language(lexicon_name: str) -> str:
    """Return the language of a lexicon; names such as ODS8 or FRA20 are French, other unknown names English."""
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
    note = f"unknown lexicon {named[:40]}; using {default}"
    return lexicon(default), (note,)


def _rules(record: PositionRecord) -> Rules:
    return Rules(
        bonus=STANDARD.bonus if record.bonus is None else record.bonus,
        exchange_least=STANDARD.exchange_least if record.exchange_least is None else record.exchange_least,
        zero_turns=STANDARD.zero_turns if record.zero_turns is None else record.zero_turns,
    )


def record_of_bytes(data: bytes, setting: Setting = NO_SETTING) -> PositionRecord:
    """Read a position; of a game, its last position."""
    return noted_record(data, setting)[0]


def noted_record(data: bytes, setting: Setting = NO_SETTING) -> tuple[PositionRecord, tuple[str, ...]]:
    """Read a position, with notes about what was ignored in a game."""
    text = decoded(data)
    if not looks_like_gcg(text):
        return read_record(text, setting.layout), ()
    replayed = replay_of_bytes(data, setting)
    return replayed.record, replayed.game.passed_over


def replay_of_bytes(data: bytes, setting: Setting = NO_SETTING) -> GameReplay:
    """Read and replay a GCG game with the board and tiles of the options, by default those that it names."""
    game = read_gcg(data)
    layout = setting.layout or shipped_layout(game.layout_name or "standard")
    tile_set = chosen_tiles(setting, layout, game.tiles_name, game.lexicon)
    return replay(game, layout, tile_set, setting.rules or STANDARD, setting.lexicon)
