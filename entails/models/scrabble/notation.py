"""Where a word begins and which way it goes, in the two notations that players use.

- gcg (English-speaking countries): rows are numbers, columns letters. Row first, "8D", is across; "D8" is down.
- french: rows are letters, columns numbers. Letter first, "H4", is across; "4H" is down.

"H4" exists in both and means two things, so the notation is always said, never guessed.
"""

import re
from typing import Literal, get_args

from entails.models.alphabet import LATIN, Alphabet
from entails.models.brackets import bracketed
from entails.models.errors import InvalidMove
from entails.models.scrabble.board import Board
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.placement import THROUGH, Placement

Notation = Literal["gcg", "french"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

_PLACE = re.compile(r"(?:(?P<number>[0-9]{1,2})(?P<letter>[A-Za-z])|(?P<first>[A-Za-z])(?P<second>[0-9]{1,2}))")
_EXAMPLES = {"gcg": "8D (across) or D8 (down)", "french": "H4 (across) or 4H (down)"}
_BRACKETS = str.maketrans("", "", "()")
_LONGEST = 60


def write_place(row: int, column: int, across: bool, notation: Notation = "gcg") -> str:
    """The square (from 0) and direction as a player writes them."""
    if notation == "gcg":
        number, letter = f"{row + 1}", chr(ord("A") + column)
        return number + letter if across else letter + number
    letter, number = chr(ord("A") + row), f"{column + 1}"
    return letter + number if across else number + letter


def read_place(text: str, notation: Notation = "gcg", layout: Layout | None = None) -> tuple[int, int, bool]:
    """Row and column from 0, and whether it goes across; on the layout when one is given."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise InvalidMove(f"{_short(text)} is not a place on the board", expected=_EXAMPLES[notation])
    number_first = match["number"] is not None
    number = int(match["number"] or match["second"]) - 1
    letter = ord((match["letter"] or match["first"]).upper()) - ord("A")
    row, column = (number, letter) if notation == "gcg" else (letter, number)
    if number < 0 or (layout is not None and not layout.holds(row, column)):
        size = "the board" if layout is None else f"a board of {layout.rows} rows and {layout.columns} columns"
        raise InvalidMove(f"{_short(text)} is not on {size}", expected=_EXAMPLES[notation])
    return row, column, number_first == (notation == "gcg")


def square_name(row: int, column: int, notation: Notation = "gcg") -> str:
    """A square alone, letter first: H8 is the middle of the standard board in both notations."""
    return write_place(row, column, notation == "french", notation)


def read_placement(text: str, board: Board, notation: Notation = "gcg") -> Placement:
    """A play as people write it: "8D MARS", "H8 .ILENT", "H8 SILENT" or "H8 (S)ILENT"; a blank in lower case."""
    if len(text) > _LONGEST:
        raise InvalidMove("this is too long for a play", expected=f"such as {_EXAMPLES[notation]} and a word")
    place, _, word = text.strip().partition(" ")
    row, column, across = read_place(place, notation, board.layout)
    return Placement.on(board, row, column, across, read_played_word(word.strip(), board.alphabet))


def as_meant(text: str, blanks: int) -> str:
    """A play typed in small letters throughout stands for capitals, unless there are as many blanks to be laid."""
    place, _, word = text.strip().partition(" ")
    letters = sum(symbol.isalpha() for symbol in word)
    return f"{place} {word.upper()}" if word.islower() and letters > blanks else text


def read_played_word(text: str, alphabet: Alphabet = LATIN) -> str:
    """The word of a play, accents that are no tiles and brackets around letters that lay already taken off."""
    word = alphabet.cased(text).translate(_BRACKETS)
    if not word or not word.strip(THROUGH) or not all(one in alphabet.numbers or one == THROUGH for one in word):
        raise InvalidMove(
            f"{_short(text)} is not a word to play" if text else "there is no word to play",
            expected="letters, a blank in lower case, . for a tile that lies there already",
        )
    return word


def write_placement(placement: Placement, notation: Notation = "gcg") -> str:
    """Place and tiles: "H8 .ILENT"."""
    return f"{write_place(placement.row, placement.column, placement.across, notation)} {bracketed(placement.tiles)}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}…")
