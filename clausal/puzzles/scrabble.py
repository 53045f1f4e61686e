"""Scrabble: every legal placement, and the best.

A position is the puzzle, every legal placement an answer, the best score the aim."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from clausal.data import scrabble as shipped
from clausal.data.examples import examples
from clausal.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES
from clausal.data.lexicons.opened import opened
from clausal.data.scrabble.positions import Setting, resolve
from clausal.data.scrabble.reading import record_of_bytes
from clausal.encoders.scrabble import ENCODERS
from clausal.encoders.scrabble.facts import from_names
from clausal.models.asking import Option
from clausal.models.content import Document, Named
from clausal.models.entry import Entry
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.cgp import looks_like_cgp, write_cgp
from clausal.models.scrabble.drawing import draw, draw_markup
from clausal.models.scrabble.layout import Layout, read_layout
from clausal.models.scrabble.notation import (
    NOTATIONS,
    Notation,
    read_placement,
    square_name,
    write_place,
    write_placement,
)
from clausal.models.scrabble.placement import THROUGH, Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.record import PositionRecord, record_of, write_json
from clausal.models.scrabble.rules import RESTRICTED, Rules, legality, score
from clausal.models.scrabble.tiles import TileSet
from clausal.models.text import decoded
from clausal.models.value import Value
from clausal.puzzles.base import Example, PuzzleKind, Way

PLACE = 3
WITHOUT = ("check", "forced", "quine", "decode")

EMPTY_BOARD = "empty"
"""The word that stands for a board before the first play."""

RULE_SETS: dict[str, Rules | None] = {"standard": None, "restricted": RESTRICTED}
"""None: the standard, in which a text may say its own numbers."""

_LEXICON = Named("lexicon", lambda: NAMES, "a file with one word a line")
_LAYOUT = Named("board", lambda: shipped.LAYOUTS, "a board file")
_TILES = Named("tile set", lambda: shipped.TILE_SETS, "a JSON file")


class Settings(Value):
    """What the text of a position may leave open."""

    rack: Annotated[str | None, Option(metavar="RACK")] = Field(default=None, description="Your tiles, ? for a blank.")
    word: Annotated[str | None, Option(metavar="WORD")] = Field(
        default=None, description="Only this play, such as '8D QUEEN': can it be made, and if not, why."
    )
    lexicon: Annotated[str | Document | None, _LEXICON, Option(metavar="LEXICON")] = Field(
        default=None, description="The words: a name of clausal lexicon list, or a file with one word a line."
    )
    lang: Annotated[str | None, Option(metavar="LANG")] = Field(
        default=None, description="Language of the words and tiles: en or fr."
    )
    layout: Annotated[str | Document | None, _LAYOUT, Option(metavar="LAYOUT")] = Field(
        default=None, description="The squares: standard, super, or a board file."
    )
    tiles: Annotated[str | Document | None, _TILES, Option(metavar="TILES")] = Field(
        default=None, description="The tile set: english, french, english-super, or a JSON file."
    )
    notation: Annotated[str | None, Option(metavar="NOTATION")] = Field(
        default=None, description="How places are written: gcg (8D across, D8 down) or french (H4, 4H)."
    )
    rules: Annotated[str | None, Option(metavar="RULES")] = Field(
        default=None,
        description="standard, or restricted: the simpler game of a study (docs/studies/guzniczak.md).",
    )


def _read(data: bytes, settings: Settings) -> Iterator[Entry[Position]]:
    """One position, or a CGP or a JSON object on each line."""
    said, notation = setting_of(settings), _notation(settings.notation)
    notes = () if settings.lexicon is None else opened(settings.lexicon, settings.lang or "")[1]
    for line, text in _texts(data):
        try:
            yield Entry(line, _position(text, said, notation, settings.word), notes=notes)
        except Invalid as error:
            yield Entry(line, None, error)


def _texts(data: bytes) -> Iterator[tuple[int, bytes]]:
    lines = [(number, line) for number, line in enumerate(decoded(data).splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if len(lines) > 1 and (looks_like_cgp(lines[0][1]) or lines[0][1].strip().endswith("}")):
        yield from ((number, line.encode()) for number, line in lines)
    else:
        yield 1, data


def _position(text: bytes, said: Setting, notation: Notation, wanted: str | None) -> Position:
    if text.strip() == EMPTY_BOARD.encode():
        record = PositionRecord(board=Board.empty(said.layout or shipped.layout()).rows)
    else:
        record = record_of_bytes(text, said)
    position = replace(resolve(record, said)[0], notation=notation)
    return position if wanted is None else replace(position, wanted=_wanted(wanted, position))


def _wanted(text: str, position: Position) -> Placement:
    """The play that is asked for; it may be illegal, but is a whole word and no longer than a line."""
    placement = read_placement(text, position.board, position.notation)
    if THROUGH in placement.word:
        name = square_name(*placement.squares[placement.word.index(THROUGH)], position.notation)
        raise InvalidPuzzle(f"{name} is empty, so the word has a gap there", where="word", expected="a letter for it")
    layout = position.board.layout
    longest = layout.columns if placement.across else layout.rows
    if len(placement.word) > longest:
        problem = f"the word has {len(placement.word)} letters"
        raise InvalidPuzzle(problem, where="word", expected=f"at most {longest}, a whole line")
    return placement


def setting_of(settings: Settings) -> Setting:
    """What the user said beside the board."""
    language, tiles = settings.lang, settings.tiles
    if language is not None and language not in DEFAULT_OF_LANGUAGE:
        raise InvalidPuzzle(f"there is no language {language[:20]!r}", expected=" or ".join(DEFAULT_OF_LANGUAGE))
    if tiles is None and language is not None:
        tiles = shipped.TILES_OF_LANGUAGE[language]
    rules = settings.rules or "standard"
    if rules not in RULE_SETS:
        raise InvalidPuzzle(f"there are no rules {rules[:20]!r}", expected=" or ".join(RULE_SETS))
    return Setting(
        layout=None if settings.layout is None else _layout(settings.layout),
        tile_set=None if tiles is None else _tile_set(tiles),
        lexicon=None if settings.lexicon is None and language is None else _lexicon(settings.lexicon, language),
        rack=None if settings.rack is None else Rack.read(settings.rack),
        rules=RULE_SETS[rules],
    )


def _layout(said: str | Document) -> Layout:
    return shipped.shipped_layout(said) if isinstance(said, str) else read_layout(said.text, said.name)


def _tile_set(said: str | Document) -> TileSet:
    return shipped.shipped_tile_set(said) if isinstance(said, str) else shipped.read_tile_set(said.text, said.name)


def _lexicon(said: str | Document | None, language: str | None) -> Lexicon:
    """The usual lexicon of a language, one that ships, or one's own."""
    return opened(said or DEFAULT_OF_LANGUAGE[language or "en"], language or "")[0]


def _notation(name: str | None) -> Notation:
    for notation in NOTATIONS:
        if name in (None, notation):
            return notation
    raise InvalidPuzzle(f"there is no notation {str(name)[:20]!r}", expected=" or ".join(NOTATIONS))


def _rules(position: Position, placement: Placement) -> str | None:
    """The referee's word; with a wanted play, it must be that one."""
    reasons = legality(
        position.board,
        placement,
        position.rack,
        position.lexicon,
        position.tile_set,
        position.rules,
        position.notation,
    )
    if reasons:
        return "; ".join(map(str, reasons))
    wanted = position.wanted
    if wanted is not None and (placement.squares, placement.word.upper()) != (wanted.squares, wanted.word.upper()):
        return f"{placement.word} was not asked for"
    return None


def _draw(position: Position, placement: Placement | None) -> str:
    """The board with the play on it, and what it scores."""
    if placement is None:
        return f"{draw_markup(position.board, position.notation)}\nrack {position.rack or 'empty'}"
    after = position.board.with_placement(placement)
    new = [(row, column) for row, column, _, _ in placement.laid]
    return f"{draw_markup(after, position.notation, new)}\n{told(position, placement)}"


def told(position: Position, placement: Placement) -> str:
    """A play and its points: "H8 (S)ILENT, 7 points", letters that lay there already in brackets."""
    place = write_place(placement.row, placement.column, placement.across, position.notation)
    pairs = zip(placement.word, placement.tiles, strict=True)
    word = "".join(f"({letter})" if tile == THROUGH else letter for letter, tile in pairs).replace(")(", "")
    points = score(position.board, placement, position.tile_set, position.rules).total
    return f"{place} {word}, {points} points"


def _from_names(position: Position, names: Sequence[str]) -> Placement:
    return from_names(position.board, names)


def _write(position: Position) -> str:
    return write_cgp(record_of(position))


KIND: PuzzleKind[Position, Placement] = PuzzleKind(
    name="scrabble",
    model=Position,
    takes="a position as CGP, a drawn board, a GCG game or JSON, a file of it, - for standard input, or empty",
    settings=Settings,
    read=_read,
    write=_write,
    write_answer=write_placement,
    rules=_rules,
    encoders=ENCODERS,
    ways={
        "solve": Way("native", "generator"),
        "count": Way("native", "generator"),
        "explain": Way("placement", "cpsat"),
        "export": Way("placement", "cpsat"),
    },
    from_names=_from_names,
    draw=_draw,
    examples=tuple(Example(*row) for row in examples("scrabble")),
    forms={
        "cgp": _write,
        "json": lambda position: write_json(record_of(position)),
        "drawing": lambda position: draw(position.board, position.notation),
    },
    optimises=True,
)
