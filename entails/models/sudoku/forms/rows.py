"""Grids laid out in rows, with or without frames: what .sdk and .ss files, drawn grids and pencil-mark dumps share.

The number of rows is the size. A row is either one piece per cell, separated by spaces (`5 3 . | . 7 .`), or one
character per cell (`53.|.7.`). A piece of several digits lists the candidates of its cell, and so does anything in
braces or parentheses; above 9x9 a bare piece of two digits is a number, so candidates need their braces there. A single
digit among bare lists is placed, unless a cell in sight still lists it: then it is the last candidate of its cell. A
digit after u (`u8`, in SudoCue's .sdx) was placed by the player, so it is a candidate too, and no given.
"""

import re

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.forms.borders import drawn_shape
from entails.models.sudoku.forms.line import count
from entails.models.sudoku.forms.symbols import classic_or, counts_from_zero, not_a_digit, read_digit
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape

_FRAME = re.compile(r"(?=.*(?:[-=─━═]{2}))[-=+|*.:,'`\s\u2500-\u257f]+")
_WALL = re.compile(r"[|\u2500-\u257f]")
_PIECE = re.compile(r"\{[^{}()]*\}|\([^{}()]*\)|[^\s{}()]+|[{}()]")
_SIGNATURE = re.compile(r"simple sudoku\b.*", re.IGNORECASE)
SIZES = " or ".join(", ".join(map(str, BOXES)).rsplit(", ", 1))


def is_frame(line: str) -> bool:
    """The line holds no cells, only a horizontal part of a frame."""
    return _FRAME.fullmatch(line) is not None


def read_rows(text: str, shape: Shape | None = None) -> Grid:
    """A grid from text laid out in rows. Lines that start with # are comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    rows = [pieces for line in lines if (pieces := _pieces(line))]
    found = drawn_shape(lines, len(rows), shape) or classic_or(shape, len(rows))
    if found is None:
        expected = (
            f"{shape.size} of {shape.size} cells each" if shape else f"{SIZES} rows, or one whole grid on each line"
        )
        raise InvalidPuzzle(f"there {'is' if len(rows) == 1 else 'are'} {count(len(rows), 'row')}", expected=expected)
    cells = [piece for number, row in enumerate(rows, 1) for piece in _cells(row, found.size, number)]
    if counts_from_zero(cells, found):
        cells = [found.symbols[-1] if piece == "0" else piece for piece in cells]
    read = [_read_piece(piece, found, cell) for cell, piece in enumerate(cells)]
    masks = [mask for _, mask in read]
    return Grid.of(found, _placed(cells, [digit for digit, _ in read], masks, found), masks)


def _placed(cells: list[str], digits: list[int], masks: list[int], shape: Shape) -> list[int]:
    """The digits without those that are only the last candidate of their cell: a cell in sight still lists them, which
    it would not if they had been placed. Where lists are in braces, a digit without them is placed."""
    listed = [mask if len(piece) > 1 and mask.bit_count() > 1 else 0 for piece, mask in zip(cells, masks, strict=True)]
    if not any(listed) or any(piece[0] in "{(" for piece in cells):
        return digits
    return [
        0 if digit and any(listed[peer] >> (digit - 1) & 1 for peer in shape.peers[cell]) else digit
        for cell, digit in enumerate(digits)
    ]


def _pieces(line: str) -> list[str]:
    if is_frame(line) or _SIGNATURE.fullmatch(line.strip()):
        return []
    return _PIECE.findall(_WALL.sub(" ", line))


def _cells(row: list[str], size: int, number: int) -> list[str]:
    if len(row) == size:
        return row
    characters = "".join(row)
    if len(characters) == size:
        return list(characters)
    raise InvalidPuzzle(
        f"this row has {count(len(characters), 'character')} in {count(len(row), 'piece')}",
        where=f"row {number}",
        expected=f"{size} of either, one for each cell",
    )


def _read_piece(piece: str, shape: Shape, cell: int) -> tuple[int, int]:
    """Digit and candidates of a cell."""
    everything = (1 << shape.size) - 1
    where = shape.cell_name(cell)
    if len(piece) == 1:
        digit = read_digit(piece, shape, where)
    elif len(piece) == 2 and piece[0] in "uU":
        return 0, read_group(piece[1], shape, where)
    elif shape.size > 9 and piece.isascii() and piece.isdecimal():
        digit = int(piece) if len(piece) == 2 else shape.size + 1
        if digit > shape.size:
            raise not_a_digit(piece, shape, where)
    elif shape.size <= 9 or piece[0] in "{(":
        return 0, read_group(piece, shape, where)
    else:
        raise InvalidPuzzle("candidates stand here without braces", where=where, expected="a number, or {...}")
    return digit, 1 << (digit - 1) if digit else everything


def read_group(piece: str, shape: Shape, where: str) -> int:
    """The candidates in a piece such as 1259, {1259} or (1, 2, 5)."""
    mask = 0
    for character in re.sub(r"[\s,{}()]", "", piece):
        digit = read_digit(character, shape, where)
        if not digit:
            raise InvalidPuzzle("an empty cell stands among candidates", where=where, expected="the digits alone")
        mask |= 1 << (digit - 1)
    return mask
