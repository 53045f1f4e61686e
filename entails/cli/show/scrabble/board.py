"""A board on the terminal, and where a play lies on it."""

import sys
from typing import TYPE_CHECKING

from entails.cli.output import draw, print_line
from entails.models.brackets import bracketed
from entails.models.scrabble.drawing import draw as drawn
from entails.models.scrabble.drawing import draw_markup
from entails.models.scrabble.notation import write_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entails.models.scrabble.board import Board
    from entails.models.scrabble.layout import Square
    from entails.models.scrabble.notation import Notation
    from entails.models.scrabble.placement import Placement
    from entails.models.scrabble.rack import Rack


def print_board(board: "Board", notation: "Notation", new: "Sequence[Square]" = ()) -> None:
    """A picture in colours on a terminal, plain rows elsewhere."""
    if sys.stdout.isatty():
        draw(draw_markup(board, notation, new))
    else:
        print_line(drawn(board, notation))


def rows_of_tiles(tiles: "Rack") -> list[str]:
    """Tiles in rows of equal letters, none too long for a terminal."""
    rows: list[str] = []
    for group in (bracketed(symbol) * count for symbol, count in tiles.kinds()):
        if rows and len(rows[-1]) + len(group) < 40:
            rows[-1] += f" {group}"
        else:
            rows.append(group)
    return rows


def place_of(placement: "Placement", notation: "Notation") -> str:
    """Where a play begins, and which way it goes."""
    return write_place(placement.row, placement.column, placement.across, notation)
