"""Scrabble: every legal placement, and the best.

A position is the puzzle, every legal placement an answer, the best score the aim."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, NamedTuple

from pydantic import Field

from entails.data import scrabble as shipped
from entails.data.examples import examples
from entails.data.lexicons import DEFAULT_OF_LANGUAGE
from entails.data.lexicons.store import LEXICON, opened
from entails.data.scrabble.positions import Setting, chosen_tiles, noted_record, resolve
from entails.encoders.cpsat.compile import ChosenCpSat
from entails.encoders.encoder import Encoder, NativeEncoder
from entails.encoders.scrabble import answer, choose, from_names
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
    Notation,
    Placement,
    as_meant,
    read_placement,
    square_name,
    write_place,
    write_placement,
)
from entails.models.scrabble.layout import Layout, read_layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import TileSet
from entails.puzzles.base import Example, Puzzle, Route

PLACE = 3
WITHOUT = ("constraints", "check", "forced", "quine", "decode", "draw", "steps", "hint", "minimal", "rate")

_EVERY_ENCODER: tuple[Encoder[Position, Placement], ...] = (
    NativeEncoder(summary="the position itself, for engines that know the rules of Scrabble"),
    ChosenCpSat(
        "placement",
        choose,
        answer,
        "a tile for each empty square of a line, every word in the lexicon, one model per slot (CP-SAT)",
    ),
)
ENCODERS: dict[str, Encoder[Position, Placement]] = {encoder.name: encoder for encoder in _EVERY_ENCODER}

EMPTY_BOARD = "empty"
"""The word that stands for a board before the first play."""

RULE_SETS: dict[str, Rules | None] = {"standard": None, "restricted": RESTRICTED}
"""None: the standard, in which a text may say its own numbers."""

_LAYOUT = Named("board", lambda: shipped.LAYOUTS, "a board file")
_TILES = Named("tile set", lambda: shipped.TILE_SETS, "a JSON file")
_BOARD, _WORDS = "Board", "Words"


class GameSettings(Value):
    """What any game is played with."""

    lexicon: Annotated[
        str | Document | None,
        LEXICON,
        Field(description="A lexicon of entails lexicon list, or a file with one word a line."),
        Option(metavar="NAME|FILE", panel=_WORDS),
    ] = None
    lang: Annotated[
        str | None,
        Field(description="Language of words and tiles: en (the default), fr, es, nl, pl, sv, da, hu, ru or el."),
        Option(metavar="LANG", panel=_WORDS),
    ] = None
    layout: Annotated[
        str | Document | None,
        _LAYOUT,
        Field(description="The squares: standard, super or a board file, rows or JSON."),
        Option(metavar="NAME|FILE", panel=_BOARD),
    ] = None
    tiles: Annotated[
        str | Document | None,
        _TILES,
        Field(description="The tile set: english, french, spanish, polish ... or a JSON file."),
        Option(metavar="NAME|FILE", panel=_BOARD),
    ] = None


class ScrabbleReadOptions(GameSettings):
    """What the text of a position may leave open."""

    rack: Annotated[
        str | None,
        Field(description="Your tiles, ? for a blank."),
        Option("--rack", "-r", metavar="TILES", panel=_BOARD),
    ] = None
    word: Annotated[
        str | None,
        Field(description="Only this play, such as '8D QUEEN': can it be made, and if not, why."),
        Option(metavar="PLAY", panel=_BOARD),
    ] = None
    notation: Annotated[
        str,
        Field(description="How places are written: gcg (8D across, D8 down) or french (H4, 4H)."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "gcg"
    rules: Annotated[
        str,
        Field(description="standard, or restricted: the simpler game of a study (docs/studies/guzniczak.md)."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "standard"


def read_anywhere(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[Position]]:
    """Read positions in which the first word need not cover the start."""
    return _positions(data, settings, replace(setting_of(settings), anywhere=True))


def _positions(data: bytes, settings: ScrabbleReadOptions, said: Setting) -> Iterator[Entry[Position]]:
    notation = notation_named(settings.notation)
    of_words = notes_on_words(settings)
    for line, text in _texts(data):
        try:
            position, notes = _position(text, said, notation, settings.word)
        except Invalid as error:
            yield Entry(line, None, error)
        else:
            yield Entry(line, position, notes=(*of_words, *notes))


def _texts(data: bytes) -> Iterator[tuple[int, bytes]]:
    lines = [(number, line) for number, line in enumerate(decoded(data).splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if len(lines) > 1 and (looks_like_cgp(lines[0][1]) or lines[0][1].strip().endswith("}")):
        yield from ((number, line.encode()) for number, line in lines)
    else:
        yield 1, data


def _position(text: bytes, said: Setting, notation: Notation, wanted: str | None) -> tuple[Position, tuple[str, ...]]:
    """The position, and what somebody should know about it."""
    passed_over: tuple[str, ...] = ()
    if text.strip() == EMPTY_BOARD.encode():
        record = PositionRecord(board=Board.empty(said.layout or shipped.layout()).rows)
    else:
        record, passed_over = noted_record(text, said)
    position, notes = resolve(record, said)
    position = replace(position, notation=notation)
    notes = (*passed_over, *notes)
    return position if wanted is None else replace(position, wanted=_wanted(wanted, position)), notes


def _wanted(text: str, position: Position) -> Placement:
    """The play that is asked for; it may be illegal, but is a whole word and no longer than a line."""
    placement = read_placement(as_meant(text, position.rack.blanks), position.board, position.notation)
    if THROUGH in placement.word:
        name = square_name(*placement.squares[placement.word.index(THROUGH)], position.notation)
        raise InvalidPuzzle(f"{name} is empty, so the word has a gap there", where="word", expected="a letter for it")
    layout = position.board.layout
    longest = layout.columns if placement.across else layout.rows
    if len(placement.word) > longest:
        problem = f"the word has {len(placement.word)} letters"
        raise InvalidPuzzle(problem, where="word", expected=f"at most {longest}, a whole line")
    return placement


class Equipment(NamedTuple):
    """What a game is played with, in the order in which games want to hear it."""

    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules


def equipment_of(settings: GameSettings, rules: str = "standard") -> Equipment:
    """What a new game is played with."""
    said = _setting(settings)
    layout = said.layout or shipped.shipped_layout("standard")
    words = said.lexicon or opened(None)[0]
    tile_set = chosen_tiles(replace(said, lexicon=words), layout)
    return Equipment(layout, tile_set, words.spelt_in(tile_set.alphabet), _rule_set(rules) or STANDARD)


def setting_of(settings: ScrabbleReadOptions) -> Setting:
    """What the user said beside the board."""
    return replace(_setting(settings), rack=settings.rack, rules=_rule_set(settings.rules))


def _setting(settings: GameSettings) -> Setting:
    language = settings.lang
    if language is not None and language not in DEFAULT_OF_LANGUAGE:
        raise InvalidPuzzle(f"there is no language {language[:20]!r}", expected=" or ".join(DEFAULT_OF_LANGUAGE))
    return Setting(
        layout=None if settings.layout is None else _layout(settings.layout),
        tile_set=_tiles_of(settings),
        lexicon=None if settings.lexicon is None and language is None else _opened(settings)[0],
        language=language or "",
    )


def notes_on_words(settings: GameSettings) -> tuple[str, ...]:
    """Which lines of a list of one's own were skipped."""
    return () if settings.lexicon is None else _opened(settings)[1]


def _opened(settings: GameSettings) -> tuple[Lexicon, tuple[str, ...]]:
    """The words, a list of one's own read with the letters of the tiles."""
    tile_set = _tiles_of(settings)
    if tile_set is None and settings.lang is not None:
        tile_set = shipped.shipped_tile_set(shipped.TILES_OF_LANGUAGE[settings.lang])
    return opened(settings.lexicon, settings.lang, None if tile_set is None else tile_set.alphabet)


def _tiles_of(settings: GameSettings) -> TileSet | None:
    return None if settings.tiles is None else _tile_set(settings.tiles)


def _rule_set(name: str) -> Rules | None:
    if name not in RULE_SETS:
        raise InvalidPuzzle(f"there are no rules {name[:20]!r}", expected=" or ".join(RULE_SETS))
    return RULE_SETS[name]


def _layout(said: str | Document) -> Layout:
    return shipped.shipped_layout(said) if isinstance(said, str) else read_layout(said.text, said.name)


def _tile_set(said: str | Document) -> TileSet:
    return shipped.shipped_tile_set(said) if isinstance(said, str) else shipped.read_tile_set(said.text, said.name)


def notation_named(name: str) -> Notation:
    """How places are written."""
    for notation in NOTATIONS:
        if name == notation:
            return notation
    raise InvalidPuzzle(f"there is no notation {name[:20]!r}", expected=" or ".join(NOTATIONS))


def told(position: Position, placement: Placement) -> str:
    """A play and its points: "H8 (S)ILENT, 7 points", letters that lay there already in brackets."""
    place = write_place(placement.row, placement.column, placement.across, position.notation)
    points = score(position.board, placement, position.tile_set, position.rules).total
    return f"{place} {placement.bracketed}, {points} points"


class ScrabblePuzzle(Puzzle[Position, Placement]):
    name = "scrabble"
    model = Position
    input_help = "a position as CGP, a drawn board, a GCG game or JSON, a file of it, - for standard input, or empty"
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
        """One position, or a CGP or a JSON object on each line."""
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

    def decode_atoms(self, puzzle: Position, names: Sequence[str]) -> Placement:
        return from_names(puzzle.board, names)

    def check(self, puzzle: Position, answer: Placement) -> str | None:
        """Return why a placement is illegal, or is not the wanted one."""
        reasons = legality(
            puzzle.board, answer, puzzle.rack, puzzle.lexicon, puzzle.tile_set, puzzle.rules, puzzle.notation
        )
        if reasons:
            return "; ".join(map(str, reasons))
        wanted = puzzle.wanted
        if wanted is not None and (answer.squares, answer.word.upper()) != (wanted.squares, wanted.word.upper()):
            return f"{answer.word} was not asked for"
        return None

    def markup(self, puzzle: Position, answer: Placement | None) -> str:
        """The board with the play on it, and what it scores."""
        if answer is None:
            return f"{draw_markup(puzzle.board, puzzle.notation)}\nrack {puzzle.rack.symbols or 'empty'}"
        drawn = draw_markup(puzzle.board.with_placement(answer), puzzle.notation, answer.laid_squares)
        return f"{drawn}\n{told(puzzle, answer)}"

    def is_editable(self, group: str) -> bool:
        return group.startswith("rack ")


PUZZLE = ScrabblePuzzle()
