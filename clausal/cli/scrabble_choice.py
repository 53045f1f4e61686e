"""What every verb of Scrabble needs to be told: board, rack, words, tiles, notation, rules. Understood once, here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clausal.cli.lexicon_choice import Language, LanguageName, LexiconName

if TYPE_CHECKING:
    from clausal.data.scrabble.positions import Setting
    from clausal.models.scrabble.position import Position
    from clausal.models.scrabble.record import PositionRecord
    from clausal.models.scrabble.rules import Rules

__all__ = ["LanguageName", "LexiconName"]

RuleSet = Literal["standard", "restricted"]
NotationName = Literal["gcg", "french"]
_PANEL = "Board"

BoardText = Annotated[
    str,
    typer.Argument(
        metavar="BOARD",
        help="A CGP, a file (CGP, drawn board, GCG, JSON), - for standard input, or the word empty.",
        show_default=False,
    ),
]
RackText = Annotated[
    str | None,
    typer.Option("--rack", "-r", metavar="TILES", help="Your tiles, ? for a blank.", rich_help_panel=_PANEL),
]
LayoutName = Annotated[
    str | None,
    typer.Option(
        "--layout", metavar="NAME|FILE", help="The squares: standard, super or a board file.", rich_help_panel=_PANEL
    ),
]
TilesName = Annotated[
    str | None,
    typer.Option(
        "--tiles",
        metavar="NAME|FILE",
        help="The tile set: english, french, english-super or a JSON file.",
        rich_help_panel=_PANEL,
    ),
]
Notation = Annotated[
    NotationName,
    typer.Option(help="How places are written: gcg (8D across, D8 down) or french (H4, 4H).", rich_help_panel=_PANEL),
]
RulesName = Annotated[
    RuleSet,
    typer.Option("--rules", help="The standard game, or the restricted one of the study.", rich_help_panel=_PANEL),
]
EMPTY_BOARD = "empty"
_LONGEST_NAME = 300


def chosen_position(
    board: str,
    rack: str | None = None,
    *,
    lexicon: str | None = None,
    lang: Language | None = None,
    layout: str | None = None,
    tiles: str | None = None,
    rules: RuleSet = "standard",
    quiet: bool = False,
) -> "Position":
    """The position that the argument and the options tell. What is odd about it goes to standard error."""
    from clausal.cli.exit import complain
    from clausal.data.scrabble.positions import resolve

    said = chosen_setting(rack, lexicon=lexicon, lang=lang, layout=layout, tiles=tiles, rules=rules, quiet=quiet)
    position, notes = resolve(read_board(board, said), said)
    for note in () if quiet else notes:
        complain(note)
    return position


def chosen_setting(
    rack: str | None = None,
    *,
    lexicon: str | None = None,
    lang: Language | None = None,
    layout: str | None = None,
    tiles: str | None = None,
    rules: RuleSet = "standard",
    quiet: bool = False,
) -> "Setting":
    """What the options say, before any board is read."""
    from clausal.cli.lexicon_choice import chosen_lexicon
    from clausal.data import scrabble
    from clausal.data.scrabble.positions import Setting
    from clausal.models.scrabble.rack import Rack

    squares = scrabble.layout(layout) if layout is not None else None
    named = tiles
    if named is None and lang is not None:
        large = squares is not None and squares == scrabble.layout("super") and lang == "en"
        named = "english-super" if large else scrabble.TILES_OF_LANGUAGE[lang]
    return Setting(
        layout=squares,
        tile_set=scrabble.tile_set(named) if named is not None else None,
        lexicon=chosen_lexicon(lexicon, lang, quiet=quiet) if lexicon is not None or lang is not None else None,
        rack=Rack.read(rack) if rack is not None else None,
        rules=chosen_rules(rules),
    )


def chosen_rules(name: RuleSet) -> "Rules | None":
    """The rules of a name; None is the standard, in which a board may say its own numbers."""
    from clausal.models.scrabble.rules import RESTRICTED

    return RESTRICTED if name == "restricted" else None


def read_board(text: str, said: "Setting") -> "PositionRecord":
    """BOARD: the word empty, the file of this name, standard input, or else the text itself."""
    from clausal.cli.files import label, read_input
    from clausal.data.scrabble import layout
    from clausal.data.scrabble.reading import record_of_bytes
    from clausal.models.errors import Invalid, InvalidPuzzle
    from clausal.models.scrabble.board import Board
    from clausal.models.scrabble.record import PositionRecord

    if text == EMPTY_BOARD:
        squares = said.layout or layout()
        return PositionRecord(board=Board.empty(squares).rows)
    if text == "-" or _is_file(text):
        data = read_input(text)
        try:
            return record_of_bytes(data, said)
        except Invalid as error:
            raise error.at(label(text)) from None
    if not _is_text(text):
        expected = "a CGP, a file, - for standard input, or empty"
        raise InvalidPuzzle("there is no such file", where=label(text)[:_LONGEST_NAME], expected=expected)
    return record_of_bytes(text.encode("utf-8", "replace"), said)


def _is_file(text: str) -> bool:
    try:
        return 0 < len(text) <= _LONGEST_NAME and Path(text).exists()
    except (OSError, ValueError):  # a name with a zero byte in it
        return False


def _is_text(text: str) -> bool:
    """Rows or JSON, rather than the name of a file that is not there."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    rows = "/" in first and "." not in first and any(symbol.isdigit() for symbol in first)
    return rows or first.startswith("{") or "\n" in text or len(text) > _LONGEST_NAME
