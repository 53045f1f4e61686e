"""Scrabble: find legal plays and the best one.

The puzzle is a position, its solutions are the legal plays, and the objective is the score.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, NamedTuple

from pydantic import Field

from entails.data import examples
from entails.data import scrabble as shipped
from entails.data.lexicons import DEFAULT_OF_LANGUAGE
from entails.data.lexicons.store import LEXICON, opened
from entails.data.scrabble import Setting, chosen_tiles, noted_record, resolve
from entails.encoders.cpsat.compile import ChosenCpSat
from entails.encoders.encoder import Encoder, NativeEncoder
from entails.encoders.scrabble import answer, choose, decode_atoms
from entails.formats.scrabble.position import (
    PositionRecord,
    draw,
    draw_markup,
    looks_like_cgp,
    record_of,
    write_cgp,
    write_json,
)
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Document, Named, Option, Value, decoded
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import (
    NOTATIONS,
    THROUGH,
    Board,
    Layout,
    Notation,
    Placement,
    read_layout,
    read_placement,
    square_name,
    with_capitals,
    write_place,
    write_placement,
)
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import TileSet
from entails.puzzles.base import Example, Puzzle, Route

PLACE = 3
WITHOUT = ("check", "forced", "quine", "draw", "steps", "hint", "minimal", "rate")

_EVERY_ENCODER: tuple[Encoder[Position, Placement], ...] = (
    NativeEncoder(summary="the position itself, for the move generator"),
    ChosenCpSat(
        "placement",
        choose,
        answer,
        "one CP-SAT model per slot: a letter for each square, every word in the lexicon, linear score",
    ),
)
ENCODERS: dict[str, Encoder[Position, Placement]] = {encoder.name: encoder for encoder in _EVERY_ENCODER}

EMPTY_BOARD = "empty"
"""Input that means a board before the first play."""

RULE_SETS: dict[str, Rules | None] = {"standard": None, "restricted": RESTRICTED}
"""Rules by name. None is the standard, whose numbers the text of a position may change."""

_LAYOUT = Named("board", lambda: shipped.LAYOUTS, "a board file")
_TILES = Named("tile set", lambda: shipped.TILE_SETS, "a JSON file")
_BOARD, _WORDS = "Board", "Words"


class GameSettings(Value):
    """Options of every query about Scrabble: lexicon, language, board and tiles."""

    lexicon: Annotated[
        str | Document | None,
        LEXICON,
        Field(description="Lexicon (see entails lexicon list), or a file with one word per line."),
        Option(metavar="NAME|FILE", panel=_WORDS),
    ] = None
    lang: Annotated[
        str | None,
        Field(description="Language of lexicon and tiles: en (default), fr, es, nl, pl, sv, da, hu, ru or el."),
        Option(metavar="LANG", panel=_WORDS),
    ] = None
    layout: Annotated[
        str | Document | None,
        _LAYOUT,
        Field(description="Board: standard, super or a board file (rows or JSON)."),
        Option(metavar="NAME|FILE", panel=_BOARD),
    ] = None
    tiles: Annotated[
        str | Document | None,
        _TILES,
        Field(description="Tile set: english, french, spanish, polish ... or a JSON file."),
        Option(metavar="NAME|FILE", panel=_BOARD),
    ] = None


class ScrabbleReadOptions(GameSettings):
    """Read options of a position; they override its text."""

    rack: Annotated[
        str | None,
        Field(description="Your tiles, ? for a blank."),
        Option("--rack", "-r", metavar="TILES", panel=_BOARD),
    ] = None
    word: Annotated[
        str | None,
        Field(description="The only play to consider, such as '8D QUEEN'; `explain` says why it is illegal."),
        Option(metavar="PLAY", panel=_BOARD),
    ] = None
    notation: Annotated[
        str,
        Field(description="Notation of places: gcg (8D across, D8 down) or french (H4, 4H)."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "gcg"
    rules: Annotated[
        str,
        Field(description="Rules: standard, or restricted as in a study (docs/studies/guzniczak.md)."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "standard"


def read_anywhere(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[Position]]:
    """Read positions in which no word needs to cover the start square."""
    return _positions(data, settings, replace(setting_of(settings), anywhere=True))


def _positions(data: bytes, settings: ScrabbleReadOptions, setting: Setting) -> Iterator[Entry[Position]]:
    notation = notation_named(settings.notation)
    word_notes = notes_on_words(settings)
    for line, text in _texts(data):
        try:
            position, notes = _position(text, setting, notation, settings.word)
        except Invalid as error:
            yield Entry(line, None, error)
        else:
            yield Entry(line, position, notes=(*word_notes, *notes))


def _texts(data: bytes) -> Iterator[tuple[int, bytes]]:
    lines = [(number, line) for number, line in enumerate(decoded(data).splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if len(lines) > 1 and (looks_like_cgp(lines[0][1]) or lines[0][1].strip().endswith("}")):
        yield from ((number, line.encode()) for number, line in lines)
    else:
        yield 1, data


def _position(
    text: bytes, setting: Setting, notation: Notation, wanted: str | None
) -> tuple[Position, tuple[str, ...]]:
    """Return the position of a text with the read options applied, and notes about it."""
    ignored: tuple[str, ...] = ()
    if text.strip() == EMPTY_BOARD.encode():
        record = PositionRecord(board=Board.empty(setting.layout or shipped.layout()).rows)
    else:
        record, ignored = noted_record(text, setting)
    position, notes = resolve(record, setting)
    position = replace(position, notation=notation)
    notes = (*ignored, *notes)
    return position if wanted is None else replace(position, wanted=_wanted(wanted, position)), notes


def _wanted(text: str, position: Position) -> Placement:
    """Parse the play of the option `word`. It may be illegal, but must be a whole word in a line of the board."""
    placement = read_placement(with_capitals(text, position.rack.blanks), position.board, position.notation)
    if THROUGH in placement.word:
        name = square_name(*placement.squares[placement.word.index(THROUGH)], position.notation)
        raise InvalidPuzzle(f"{name} is empty, so the word has a gap there", where="word", expected="a letter")
    layout = position.board.layout
    longest = layout.columns if placement.across else layout.rows
    if len(placement.word) > longest:
        problem = f"the word has {len(placement.word)} letters"
        raise InvalidPuzzle(problem, where="word", expected=f"at most {longest}")
    return placement


class Equipment(NamedTuple):
    """Board, tiles, lexicon and rules of a game, in the order of the parameters of `Game.start`."""

    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules


def equipment_of(settings: GameSettings, rules: str = "standard") -> Equipment:
    """Return the equipment of a new game."""
    setting = _setting(settings)
    layout = setting.layout or shipped.shipped_layout("standard")
    words = setting.lexicon or opened(None)[0]
    tile_set = chosen_tiles(replace(setting, lexicon=words), layout)
    return Equipment(layout, tile_set, words.spelt_in(tile_set.alphabet), _rule_set(rules) or STANDARD)


def setting_of(settings: ScrabbleReadOptions) -> Setting:
    """Return the board, tiles, rack and rules that the read options set for a position."""
    rules = _rule_set(settings.rules)
    return replace(_setting(settings), rack=settings.rack, rules=rules, anywhere=rules is RESTRICTED)


def _setting(settings: GameSettings) -> Setting:
    language = settings.lang
    if language is not None and language not in DEFAULT_OF_LANGUAGE:
        raise InvalidPuzzle(f"unknown language {language[:20]!r}", expected=" or ".join(DEFAULT_OF_LANGUAGE))
    return Setting(
        layout=None if settings.layout is None else _layout(settings.layout),
        tile_set=_tiles_of(settings),
        lexicon=None if settings.lexicon is None and language is None else _opened(settings)[0],
        language=language or "",
    )


def notes_on_words(settings: GameSettings) -> tuple[str, ...]:
    """Return notes about skipped lines of a user's word list."""
    return () if settings.lexicon is None else _opened(settings)[1]


def _opened(settings: GameSettings) -> tuple[Lexicon, tuple[str, ...]]:
    """Open the lexicon; a user's word list is spelt with the game's tiles."""
    tile_set = _tiles_of(settings)
    if tile_set is None and settings.lang is not None:
        tile_set = shipped.shipped_tile_set(shipped.TILES_OF_LANGUAGE[settings.lang])
    return opened(settings.lexicon, settings.lang, None if tile_set is None else tile_set.alphabet)


def _tiles_of(settings: GameSettings) -> TileSet | None:
    return None if settings.tiles is None else _tile_set(settings.tiles)


def _rule_set(name: str) -> Rules | None:
    if name not in RULE_SETS:
        raise InvalidPuzzle(f"unknown rules {name[:20]!r}", expected=" or ".join(RULE_SETS))
    return RULE_SETS[name]


def _layout(source: str | Document) -> Layout:
    return shipped.shipped_layout(source) if isinstance(source, str) else read_layout(source.text, source.name)


def _tile_set(source: str | Document) -> TileSet:
    return (
        shipped.shipped_tile_set(source) if isinstance(source, str) else shipped.read_tile_set(source.text, source.name)
    )


def notation_named(name: str) -> Notation:
    """Return the notation of places with this name."""
    for notation in NOTATIONS:
        if name == notation:
            return notation
    raise InvalidPuzzle(f"unknown notation {name[:20]!r}", expected=" or ".join(NOTATIONS))


def described(position: Position, placement: Placement) -> str:
    """Return a play and its score as text: "H8 (S)ILENT, 7 points", with letters already on the board in brackets."""
    place = write_place(placement.row, placement.column, placement.across, position.notation)
    points = score(position.board, placement, position.tile_set, position.rules).total
    return f"{place} {placement.bracketed}, {points} points"


class ScrabblePuzzle(Puzzle[Position, Placement]):
    name = "scrabble"
    model = Position
    input_help = "a position (CGP, drawn board, GCG game or JSON), its file, - for standard input, or the word empty"
    options = ScrabbleReadOptions
    objective = "always"
    encoders = ENCODERS
    routes: Mapping[str, Route] = {
        "solve": Route("native", "generator"),
        "count": Route("native", "generator"),
        "explain": Route("placement", "cpsat"),
        "export": Route("placement", "cpsat"),
    }
    examples = tuple(Example(*row) for row in examples("scrabble"))

    def read(self, data: bytes, options: ScrabbleReadOptions) -> Iterator[Entry[Position]]:
        """Read one position, or one per line if the lines are CGP or JSON."""
        return _positions(data, options, setting_of(options))

    def is_text(self, text: str) -> bool:
        rows = looks_like_cgp(text) and any(symbol.isdigit() for symbol in text.split(maxsplit=1)[0])
        return rows or text.lstrip().startswith("{") or "\n" in text

    def format(self, puzzle: Position) -> str:
        return write_cgp(record_of(puzzle))

    def format_answer(self, answer: Placement) -> str:
        return write_placement(answer)

    @property
    def formats(self) -> Mapping[str, Callable[[Position], str]]:
        return {
            "cgp": self.format,
            "json": lambda position: write_json(record_of(position)),
            "drawing": lambda position: draw(position.board, position.notation),
        }

    def file_comment(self, puzzle: Position) -> str:
        """Return the position, and the read options that its text does not contain."""
        lines = [f"puzzle scrabble {self.format(puzzle)}", f"notation {puzzle.notation}"]
        if puzzle.rules.restricted:
            lines.append("rules restricted")
        if puzzle.wanted is not None:
            lines.append(f"word {write_placement(puzzle.wanted, puzzle.notation)}")
        return "\n".join(lines)

    def decode_atoms(self, puzzle: Position, names: Sequence[str]) -> Placement:
        return decode_atoms(puzzle.board, names)

    def check(self, puzzle: Position, answer: Placement) -> str | None:
        """Return why a play is illegal or is not the wanted one, or None."""
        reasons = legality(
            puzzle.board, answer, puzzle.rack, puzzle.lexicon, puzzle.tile_set, puzzle.rules, puzzle.notation
        )
        if reasons:
            return "; ".join(map(str, reasons))
        wanted = puzzle.wanted
        if wanted is not None and (answer.squares, answer.word.upper()) != (wanted.squares, wanted.word.upper()):
            return f"{answer.word} is not the wanted play"
        return None

    def markup(self, puzzle: Position, answer: Placement | None) -> str:
        """Draw the board with the play, and write the play with its score."""
        if answer is None:
            return f"{draw_markup(puzzle.board, puzzle.notation)}\nrack {puzzle.rack.symbols or 'empty'}"
        drawn = draw_markup(puzzle.board.with_placement(answer), puzzle.notation, answer.laid_squares)
        return f"{drawn}\n{described(puzzle, answer)}"

    def is_editable(self, group: str) -> bool:
        return group.startswith("rack ")


PUZZLE = ScrabblePuzzle()
