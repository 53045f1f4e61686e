"""One character per cell: what most forms are made of."""

from collections.abc import Sequence

from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape

EMPTY = ".0*_-·"
"""Every way people write an empty cell. Frames are drawn with '-' too, so no form here writes it."""

LONGEST = 200_000
"""No grid needs more characters than this in any form; longer text is refused before it costs time."""

_DIGIT_OF = {ord(character): 0 for character in EMPTY}
_DIGIT_OF |= {ord(symbol): digit for digit, symbol in enumerate(SYMBOLS, 1)}
_DIGIT_OF |= {ord(symbol.lower()): digit for digit, symbol in enumerate(SYMBOLS, 1)}
_NO_DIGIT = 255
_TABLE = bytes(_DIGIT_OF.get(code, _NO_DIGIT) for code in range(256))


def counts_from_zero(written: Sequence[str], shape: Shape) -> bool:
    """What is written in the cells of a large grid counts its digits from 0, as 16x16 does with 0-F: the last digit
    never comes, and another sign marks the empty cells, or none does (an empty cell would be a 0 more often)."""
    if shape.size <= 9 or not (zeros := written.count("0")):
        return False
    last = shape.symbols[-1]
    if any(one in (last, last.lower(), str(shape.size)) for one in written):
        return False
    return zeros <= shape.size or any(one in EMPTY and one != "0" for one in written)


def read_digits(text: str, shape: Shape) -> tuple[int, ...]:
    """The digits of a text that has one character for each cell, 0 for an empty one. Where 0 is written for a digit, it
    is the last one: all others keep their sign."""
    if shape.size > 9 and counts_from_zero(text, shape):
        text = text.replace("0", shape.symbols[-1])
    digits = text.encode("latin-1", "replace").translate(_TABLE)
    if max(digits) <= shape.size:
        return tuple(digits)
    wrong = next(cell for cell, digit in enumerate(digits) if digit > shape.size)
    raise not_a_digit(text[wrong], shape, shape.cell_name(wrong))


def read_digit(character: str, shape: Shape, where: str) -> int:
    """The digit of one character, 0 for an empty cell."""
    digit = _DIGIT_OF.get(ord(character), _NO_DIGIT)
    if digit > shape.size:
        raise not_a_digit(character, shape, where)
    return digit


def not_a_digit(text: str, shape: Shape, where: str) -> InvalidPuzzle:
    """The error for something that stands where a digit should."""
    digits = f"1-{min(shape.size, 9)}" + (f" and A-{shape.symbols[-1]}" if shape.size > 9 else "")
    return InvalidPuzzle(
        f"{short(text)} is not a digit of a {shape.size}x{shape.size} grid",
        where=where,
        expected=f"{digits}, or one of {' '.join('.0*_')} for an empty cell",
    )


def short(text: str) -> str:
    """A piece of input, quoted and never long, for an error message."""
    return repr(text) if len(text) <= 20 else f"{text[:20]!r}..."


def classic_or(shape: Shape | None, size: int) -> Shape | None:
    """The shape the caller asked for if it has this size, the classic one if none was asked for, else None."""
    if shape is None:
        return Shape.classic(size) if size in BOXES else None
    return shape if shape.size == size else None


def agreed(stated: Shape, asked: Shape | None, where: str) -> Shape:
    """The shape that the text itself states, unless the caller asked for another one."""
    if asked is None or asked == stated:
        return stated
    raise InvalidPuzzle(
        f"this is a puzzle of the shape {_brief(stated)}, not {_brief(asked)}",
        where=where,
        expected="the same shape in both places",
    )


def digits_only(grid: Grid, form: str) -> Grid:
    """The grid itself, when it says nothing that a form of mere digits would lose."""
    if grid.marks is not None:
        raise UnsupportedPuzzle(
            f"the form {form} has no place for pencil marks: use candidates, marks, json, fpuzzles or sudokupad"
        )
    return grid


def _brief(shape: Shape) -> str:
    return shape.name if len(shape.name) <= 20 else f"{shape.name[:20]}..."
