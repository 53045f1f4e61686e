"""Tile sets, boards and leave values that ship with Entails, and readers for other tile sets and boards.

    tile_set("french").total        # 102
    layout("standard").rows         # 15; a path reads a board file

docs/scrabble.md describes how the leave values are learnt.

Positions and games are read from bytes: names in the text become boards, tile sets and lexicons. A GCG file may have
its own encoding; other formats are text.
"""

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, entry, lexicon, partial_notes
from entails.formats.scrabble.gcg import GcgGame, looks_like_gcg, read_gcg
from entails.formats.scrabble.position import PositionRecord, read_record
from entails.formats.scrabble.replay import GameReplay, replay
from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import (
    Invalid,
    InvalidData,
    InvalidFile,
    InvalidOption,
    InvalidPuzzle,
    bracketed,
    quantity,
    unbracketed,
    validation_message,
)
from entails.models.fields import decoded
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Layout, read_layout
from entails.models.scrabble.position import Position, check_board, check_rack
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import BLANK, BLANK_SYMBOL, KINDS, NO_TILES, SYMBOLS, LeaveValues, Rack, TileSet

TILE_SETS = (
    "english",
    "french",
    "english-super",
    "spanish",
    "dutch",
    "polish",
    "swedish",
    "danish",
    "hungarian",
    "russian",
    "greek",
    "german",
    "italian",
)
LAYOUTS = ("standard", "super")
TILES_OF_LANGUAGE = {
    "en": "english",
    "fr": "french",
    "es": "spanish",
    "nl": "dutch",
    "pl": "polish",
    "sv": "swedish",
    "da": "danish",
    "hu": "hungarian",
    "ru": "russian",
    "el": "greek",
    "de": "german",
    "it": "italian",
}
"""Default tile set of each language."""

_LARGEST = 100_000


@cache
def shipped_tile_set(name: str) -> TileSet:
    """Return a shipped tile set by its name."""
    if name not in TILE_SETS:
        raise InvalidOption(f"unknown tile set {name[:40]!r}", expected=", ".join(TILE_SETS))
    return read_tile_set(files(__name__).joinpath(f"tiles_{name}.json").read_text("utf-8"), name)


@cache
def shipped_layout(name: str) -> Layout:
    """Return a shipped board by its name."""
    if name not in LAYOUTS:
        raise InvalidOption(f"unknown board {name[:40]!r}", expected=", ".join(LAYOUTS))
    return read_layout(files(__name__).joinpath(f"board_{name}.txt").read_text("utf-8"), name)


def tile_set(name: str = "english") -> TileSet:
    """Return a tile set by name, or read it from a JSON file."""
    if name in TILE_SETS:
        return shipped_tile_set(name)
    return read_tile_set(_content(name, f"{', '.join(TILE_SETS)}, or a JSON file"), _short(name))


def layout(name: str = "standard") -> Layout:
    """Return a board by name, or read it from a board file."""
    if name in LAYOUTS:
        return shipped_layout(name)
    return read_layout(_content(name, f"{', '.join(LAYOUTS)}, or a board file"), _short(name))


def read_tile_set(text: str, where: str) -> TileSet:
    """Read a tile set from JSON: {"name": ..., "language": ..., "tiles": {"A": [count, value], ..., "?": [2, 0]}}.

    If all tiles are among A to Z, these are the letters, and a missing letter has no tile. Otherwise the tiles, in
    their order, are the alphabet; each has one letter ("Ä") or several ("CH"). A letter with [0, 0] can be laid as a
    blank.
    """
    expected = '{"name": ..., "language": ..., "tiles": {"A": [count, value], ...}}'
    try:
        data = json.loads(text)
        tiles = dict(data.pop("tiles"))
        letters = [symbol for symbol in tiles if symbol != BLANK_SYMBOL]
        alphabet = LATIN if tiles.keys() <= set(SYMBOLS) else Alphabet.of(letters)
        pairs: list[tuple[int, int]] = [(0, 0)] * KINDS
        for symbol, (count, value) in tiles.items():
            tile = BLANK if symbol == BLANK_SYMBOL else alphabet.number(Alphabet.of([symbol]).letters)
            pairs[tile] = (count, value)
        counts, values = zip(*pairs, strict=True)
        return TileSet(counts=counts, values=values, letters=alphabet.letters, **data)
    except Invalid as error:
        raise error.at(where) from None
    except ValidationError as error:
        raise InvalidData(f"invalid tile set ({validation_message(error)})", where=where, expected=expected) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidData("invalid tile set", where=where, expected=expected) from None


def _content(path: str, expected: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid file name"
        raise InvalidFile(f"the file cannot be read ({reason})", where=_short(path), expected=expected) from None
    if len(content) > _LARGEST:
        raise InvalidData("the file is too large", where=_short(path), expected=expected)
    return content.decode("utf-8", "replace")


def _short(name: str) -> str:
    return name[:100].encode("utf-8", "backslashreplace").decode()


LANGUAGES = ("en", "fr", "es", "nl", "pl", "sv", "da", "hu", "ru", "el")


@cache
def leave_values(language: str) -> LeaveValues:
    """Return the leave values of a language."""
    if language not in LANGUAGES:
        problem = f"no leave values for language {language[:20]!r}"
        raise InvalidOption(problem, expected=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}")
    return LeaveValues.model_validate_json(
        files("entails.data.scrabble").joinpath(f"leaves_{language}.json").read_bytes()
    )


_SUPER_ROWS = 21
_BY_ROWS = {15: "standard", _SUPER_ROWS: "super"}


@dataclass(frozen=True)
class Setting:
    """User options, which take precedence over the text. None or an empty value means not set.

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
    """Convert a record to a checked position; return notes on an unknown lexicon and invalid words."""
    position, notes = position_of(record, setting)
    return position, (*notes, *position.warnings())


def position_of(record: PositionRecord, setting: Setting = NO_SETTING) -> tuple[Position, tuple[str, ...]]:
    """Convert a record to a checked position without checking the words on the board, which is faster."""
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
        problem = f"the board has {quantity(len(record.board), 'row')}"
        raise InvalidPuzzle(problem, expected="15 (standard), 21 (super), or a layout set with --layout")
    if name not in LAYOUTS:
        expected = f"{', '.join(LAYOUTS)}, or a layout set with --layout"
        raise InvalidPuzzle(f"unknown board {name[:40]!r}", expected=expected)
    return shipped_layout(name)


def chosen_tiles(setting: Setting, layout: Layout, named: str | None = None, lexicon: str | None = None) -> TileSet:
    """Return the tile set of a game, from options, board or lexicon.

    In order of precedence: the set of the options, the set for the option `language`, the set that the text names, the
    set for the language of the lexicon. English on a board of the super size uses the super set.
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


_PUBLISHED = {
    "en": ("TWL", "NWL", "OWL", "CSW", "OSPD", "OSW", "SOWPODS", "COLLINS", "ECWL"),
    "fr": ("ODS", "FRA"),
    "pl": ("OSPS", "POL"),
    "es": ("FISE", "FILE", "ESP"),
    "sv": ("SAOL", "SWE"),
    "de": ("RD2", "DEU", "GER"),
}
"""Beginnings of the names of published lexicons, by language."""


def _named_language(lexicon_name: str) -> str:
    """Return the language of a lexicon by its name; empty if the name is unknown."""
    if lexicon_name.lower() in NAMES:
        return entry(lexicon_name.lower()).language
    name = lexicon_name.upper()
    return next((language for language, beginnings in _PUBLISHED.items() if name.startswith(beginnings)), "")


def _language(lexicon_name: str) -> str:
    """Return the language of a lexicon; English for an unknown name."""
    return _named_language(lexicon_name) or "en"


def _lexicon(record: PositionRecord, chosen: Lexicon | None, tile_set: TileSet) -> tuple[Lexicon, tuple[str, ...]]:
    if chosen is not None:
        return chosen, partial_notes(chosen.name)
    default = DEFAULT_OF_LANGUAGE.get(tile_set.language, "enable")
    named = record.lexicon
    if named is None or named.lower() in NAMES:
        name = named.lower() if named else default
        return lexicon(name), partial_notes(name)
    note = f"unknown lexicon {named[:40]}; using {default}"
    return lexicon(default), (note, *partial_notes(default))


def _rules(record: PositionRecord) -> Rules:
    return Rules(
        bonus=STANDARD.bonus if record.bonus is None else record.bonus,
        exchange_least=STANDARD.exchange_least if record.exchange_least is None else record.exchange_least,
        zero_turns=STANDARD.zero_turns if record.zero_turns is None else record.zero_turns,
    )


def record_of_bytes(data: bytes, setting: Setting = NO_SETTING) -> PositionRecord:
    """Read a position from a file; of a game, the last position."""
    return noted_record(data, setting)[0]


def noted_record(data: bytes, setting: Setting = NO_SETTING) -> tuple[PositionRecord, tuple[str, ...]]:
    """Read a position from a file, with notes on ignored content of a game."""
    text = decoded(data)
    if not looks_like_gcg(text):
        return read_record(text, setting.layout), ()
    replayed = replay_of_bytes(data, setting)
    return replayed.record, replayed.game.passed_over


def replay_of_bytes(data: bytes, setting: Setting = NO_SETTING) -> GameReplay:
    """Read and replay a GCG game. Options for board and tiles take precedence over the file.

    If neither names a language, the tile set is recognised by the letters and scores of the game.
    """
    game = read_gcg(data)
    layout = setting.layout or shipped_layout(game.layout_name or "standard")
    rules = setting.rules or STANDARD
    tile_set = chosen_tiles(setting, layout, game.tiles_name, game.lexicon)
    is_chosen = setting.tile_set is not None or bool(setting.language) or setting.lexicon is not None
    if is_chosen or game.tiles_name is not None or _named_language(game.lexicon):
        if note := _foreign_letters(game, tile_set):
            game = replace(game, remarks=(*game.remarks, note))
            try:
                return replay(game, layout, tile_set, rules, setting.lexicon)
            except InvalidPuzzle as error:
                raise InvalidPuzzle(f"{error.problem}; {note}", where=error.where, expected=error.expected) from None
    elif (fitting := _recognised(game, layout, tile_set, rules)) is not tile_set:
        note = f"no tile set is named; letters and scores fit {fitting.name} ({_option_for(fitting)})"
        pragmas = (("tile-distribution", fitting.name), *game.pragmas)
        game = replace(game, pragmas=pragmas, remarks=(*game.remarks, note))
        tile_set = fitting
    return replay(game, layout, tile_set, rules, setting.lexicon)


_FEW_DIFFERENCES, _SHARE_OF_DIFFERENCES = 2, 4
"""A tile set is doubted if more scores than these, and more than a quarter of them, differ from the rules."""


def _recognised(game: GcgGame, layout: Layout, tile_set: TileSet, rules: Rules) -> TileSet:
    """Return the tile set that best fits the letters and scores of a game; the present one unless it fits badly."""
    scored = sum(event.kind == "play" for event in game.events)
    wrong = _mismatches(game, layout, tile_set, rules)
    if not scored or (not wrong[1] and wrong[0] <= max(_FEW_DIFFERENCES, scored / _SHARE_OF_DIFFERENCES)):
        return tile_set
    names = [name for name in TILE_SETS if name != tile_set.name and ("super" in name) == (tile_set.total > 150)]
    sets = [tile_set, *map(shipped_tile_set, names)]
    mismatches = [wrong, *(_mismatches(game, layout, known, rules) for known in sets[1:])]
    best = min(range(len(sets)), key=lambda number: (sum(mismatches[number]), mismatches[number]))
    return sets[best] if mismatches[best][0] * 2 <= wrong[0] or mismatches[best][1] < wrong[1] else tile_set


def _mismatches(game: GcgGame, layout: Layout, tile_set: TileSet, rules: Rules) -> tuple[int, int]:
    """Return how many events a tile set scores wrongly, and how many letters it lacks."""
    try:
        wrong = len([event for event in replay(game, layout, tile_set, rules).events if event.difference])
    except Invalid:
        wrong = len(game.events)
    return wrong, len(_letters(game) - _faces(tile_set))


def _letters(game: GcgGame) -> set[str]:
    """Return the upper-case letters in the racks and words of a game."""
    texts = (event.rack + event.word + ("" if event.kind == "play" else event.tiles) for event in game.events)
    return {symbol for text in texts for symbol in text.upper() if symbol.isalpha()}


def _faces(tile_set: TileSet) -> set[str]:
    """Return the letters on the tiles of a set."""
    return {symbol for letter in tile_set.alphabet.letters for symbol in bracketed(letter).upper() if symbol.isalpha()}


def _foreign_letters(game: GcgGame, tile_set: TileSet) -> str:
    """Return a note on letters that the tile set lacks, with a set that has them; empty if it has all."""
    strange = _letters(game) - _faces(tile_set)
    fitting = [known for known in map(shipped_tile_set, TILE_SETS) if not _letters(game) - _faces(known)]
    if not strange or not fitting:
        return ""
    letters = ", ".join(sorted(strange)[:8])
    options = " or ".join(map(_option_for, fitting[:3]))
    return f"the {tile_set.name} set has no {letters}; {options} fits"


def _option_for(tile_set: TileSet) -> str:
    """Return the command-line option that selects a tile set."""
    if tile_set.language in DEFAULT_OF_LANGUAGE and TILES_OF_LANGUAGE[tile_set.language] == tile_set.name:
        return f"--lang {tile_set.language}"
    return f"--tiles {tile_set.name}"
