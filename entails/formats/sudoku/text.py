"""The borders of a drawn grid: which ones to draw, and which regions a drawing's heavy borders enclose.

One character per cell: what most forms are made of.

A grid as its candidates, cell by cell: 729 characters for 9x9, where the d-th of each nine is d or empty.

A cell with a single candidate is a given. Only what the puzzle states is written, nothing that follows from it: an
empty cell without marks has all its candidates.

Lists inside JSON as grids and masks, or an InvalidPuzzle.

A grid on one line, row by row: 81 characters for 9x9. The form that nearly every program reads and writes.

Digits above 9 are letters: A is 10. A 16x16 grid that is written 0-F (no G comes, and 0 is no empty cell) is read too:
its 0 is our G, the others are what they were. What follows the cells after a space, comma, semicolon or # (a rating, a
solution, a comment) is not part of the puzzle.

Grids laid out in rows, with or without frames: what .sdk and .ss files, drawn grids and pencil-mark dumps share.

The number of rows is the size. A row is either one piece per cell, separated by spaces (`5 3 . | . 7 .`), or one
character per cell (`53.|.7.`). A piece of several digits lists the candidates of its cell, and so does anything in
braces or parentheses; above 9x9 a bare piece of two digits is a number, so candidates need their braces there. A single
digit among bare lists is placed, unless a cell in sight still lists it: then it is the last candidate of its cell. A
digit after u (`u8`, in SudoCue's .sdx) was placed by the player, so it is a candidate too, and no given.

SadMan's .sdk: nine lines of nine characters, under a [Puzzle] header when the file has more sections.

The other sections hold one player's progress, which is not the puzzle; lines that start with # tell who made it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import Json, dump_json, load_json
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, SYMBOLS, Shape

__all__ = ["Json", "described", "dump_json", "flat_rows", "load_json", "mask_of", "whole_numbers"]

_ARMS = (
    "0101 1010 0110 0011 1100 1001 1110 1011 0111 1101 1111 "
    "0202 2020 0220 0022 2200 2002 2220 2022 0222 2202 2222 "
    "2120 2021 0212 1202 "
    "1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221"
)
_CHARACTERS = "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋┠┨┯┷┽┾┿╀╁╂╃╄╅╆╇╈╉╊"
JUNCTIONS = dict(zip(_ARMS.split(), _CHARACTERS, strict=True))
"""The box-drawing character for the weights (0 none, 1 light, 2 heavy) of its arms: up, right, down, left."""

_HEAVY_WALL, _HEAVY_RULE = "┃", "━"
_Crossing = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class RegionBorders:
    """Weights of the borders around cells. Boxes get one light frame each and nothing inside; jigsaw regions, which are
    harder to see, get heavy borders with light ones between their cells."""

    shape: Shape
    strong: int
    weak: int

    @classmethod
    def of(cls, shape: Shape) -> "RegionBorders":
        """The borders that suit a shape."""
        return cls(shape, 1, 0) if shape.box else cls(shape, 2, 1)

    def wall(self, row: int, gap: int) -> int:
        """Weight of the vertical border before column `gap` (or after the last column) in a row."""
        return self._between((row, gap - 1), (row, gap))

    def rule(self, gap: int, column: int) -> int:
        """Weight of the horizontal border above row `gap` (or below the last row) in a column."""
        return self._between((gap - 1, column), (gap, column))

    def junction(self, row_gap: int, column_gap: int) -> str:
        """The character where borders meet."""
        arms = (
            self.wall(row_gap - 1, column_gap),
            self.rule(row_gap, column_gap),
            self.wall(row_gap, column_gap),
            self.rule(row_gap, column_gap - 1),
        )
        return JUNCTIONS["".join(map(str, arms))]

    def _between(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        here, there = self._region(*one), self._region(*other)
        if here is None and there is None:
            return 0
        return self.weak if here == there else self.strong

    def _region(self, row: int, column: int) -> int | None:
        size = self.shape.size
        return self.shape.regions[row * size + column] if 0 <= row < size and 0 <= column < size else None


def drawn_shape(lines: list[str], size: int, asked: Shape | None) -> Shape | None:
    """The shape whose regions a drawing encloses with heavy borders; None when it has no such borders.

    Without this, a drawn jigsaw would be read as a grid with boxes.
    """
    crossing = _drawn_crossings(list(map(str.strip, lines)), size)
    if crossing is None:
        return None
    drawn = _connected(size, crossing)
    if asked is not None:
        if drawn == _connected(size, lambda here, there: asked.regions[here] == asked.regions[there]):
            return asked
        raise InvalidPuzzle(
            "the heavy borders do not enclose its regions", where="drawing", expected="those of the shape"
        )
    regions = max(drawn) + 1
    if regions == 1:
        return None
    if regions != size:
        raise InvalidPuzzle(
            f"the heavy borders enclose {regions} regions",
            where="drawing",
            expected=f"{size}, or the shape beside the text",
        )
    return Shape.jigsaw("".join(SYMBOLS[region] for region in drawn))


def _drawn_crossings(lines: list[str], size: int) -> _Crossing | None:
    """Which neighbours have no heavy border between them, in a drawing that gives every border a line or a column."""
    if len(lines) != 2 * size + 1 or not 2 <= size <= len(SYMBOLS) or not lines[1].startswith(_HEAVY_WALL):
        return None
    pitch, rest = divmod(len(lines[0]) - 1, size)
    if rest or pitch < 2 or any(len(line) != len(lines[0]) for line in lines):
        return None

    def crossing(here: int, there: int) -> bool:
        row, column = divmod(max(here, there), size)
        if abs(here - there) == 1:
            return lines[2 * row + 1][column * pitch] != _HEAVY_WALL
        return lines[2 * row][column * pitch + 1] != _HEAVY_RULE

    return crossing


def _connected(size: int, crossing: _Crossing) -> tuple[int, ...]:
    """For each cell the number of its connected region, counted from 0 in order of appearance."""
    region: dict[int, int] = {}
    found = 0
    for start in range(size * size):
        if start in region:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in region:
                region[cell] = found
                waiting += (beside for beside in _beside(cell, size) if crossing(cell, beside))
        found += 1
    return tuple(region[cell] for cell in range(size * size))


def _beside(cell: int, size: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    if column > 0:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
    if row > 0:
        yield cell - size
    if row < size - 1:
        yield cell + size


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


def candidates_shape(length: int, shape: Shape | None) -> Shape | None:
    """The shape of a list of candidates of this length; None when no grid has so many."""
    size = round(length ** (1 / 3))
    return classic_or(shape, size) if size**3 == length else None


def read_candidates(text: str, shape: Shape) -> Grid:
    """A grid from `size ** 3` characters."""
    size = shape.size
    masks = []
    for cell in range(shape.cells):
        mask = 0
        for place, character in enumerate(text[cell * size : (cell + 1) * size], 1):
            digit = read_digit(character, shape, shape.cell_name(cell))
            if digit not in (0, place):
                raise InvalidPuzzle(
                    f"{character!r} stands in the place of another candidate",
                    where=shape.cell_name(cell),
                    expected=f"{shape.symbols[place - 1]!r} or '.'",
                )
            mask |= 1 << (digit - 1) if digit else 0
        masks.append(mask)
    return Grid.of(shape, [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks], masks)


def write_candidates(grid: Grid) -> str:
    """Each candidate as its digit, '.' for one that the puzzle excludes by a given or a mark."""
    return "".join(
        symbol if mask >> place & 1 else "."
        for mask in stated_masks(grid)
        for place, symbol in enumerate(grid.shape.symbols)
    )


def stated_masks(grid: Grid) -> tuple[int, ...]:
    """For each cell, the candidates that its own given or marks leave, whatever the other cells hold."""
    if grid.marks is not None:
        return grid.marks
    everything = (1 << grid.shape.size) - 1
    return tuple(1 << (digit - 1) if digit else everything for digit in grid.cells)


def flat_rows(value: list[Json], where: str) -> list[Json]:
    """The items of a list of rows, one row after the other."""
    items: list[Json] = []
    for number, row in enumerate(value, 1):
        if not isinstance(row, list) or len(row) != len(value):
            raise InvalidPuzzle(
                "this is not a row of a square grid", where=f"{where}, row {number}", expected=f"a list of {len(value)}"
            )
        items += row
    return items


def described(value: Json) -> str:
    """A value for an error message, briefly."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    return short(value) if isinstance(value, str) else str(value)[:20]


def whole_numbers(value: Json, where: str) -> list[int]:
    """A list that holds nothing but whole numbers."""
    if not isinstance(value, list):
        raise InvalidPuzzle("this is not a list", where=where, expected="a list of numbers")
    for item in value:
        if not isinstance(item, int) or isinstance(item, bool):
            raise InvalidPuzzle(f"{described(item)} is not a whole number", where=where, expected="whole numbers")
    return [item for item in value if isinstance(item, int)]


def mask_of(value: Json, shape: Shape, where: str) -> int:
    """The bitmask of a list of digits."""
    digits = whole_numbers(value, where)
    if not all(1 <= digit <= shape.size for digit in digits):
        raise InvalidPuzzle("this is not a list of digits", where=where, expected=f"numbers from 1 to {shape.size}")
    return sum(1 << (digit - 1) for digit in set(digits))


_FIELD = re.compile(r"[^\s,;#]*")
LENGTHS = " or ".join(", ".join(str(size * size) for size in BOXES).rsplit(", ", 1))


def first_field(text: str) -> str:
    """The part of a line that holds the puzzle."""
    found = _FIELD.match(text)
    return found[0] if found else ""


def line_shape(length: int, shape: Shape | None) -> Shape | None:
    """The shape of a line of this length; None when no such line holds a grid."""
    size = isqrt(length)
    return classic_or(shape, size) if size * size == length else None


def read_line(text: str, shape: Shape | None = None) -> Grid:
    """A grid from one character per cell; the length tells the size."""
    field = first_field(text.strip())
    found = line_shape(len(field), shape)
    if found is None:
        expected = f"{shape.cells} for {shape.size}x{shape.size}" if shape else f"{LENGTHS}, one for each cell"
        raise InvalidPuzzle(f"this line has {count(len(field), 'character')}", expected=expected)
    return Grid(found, read_digits(field, found))


def write_line(grid: Grid) -> str:
    """One character per cell, '.' for an empty one."""
    return digits_only(grid, "line").line


def count(number: int, noun: str) -> str:
    """'1 row', '2 rows'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


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


_PUZZLE = re.compile(r"^[ \t]*\[puzzle\][ \t]*$(.*?)(?=^[ \t]*\[|\Z)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_HEADER = re.compile(r"^[ \t]*\[[a-z]+\][ \t]*$", re.IGNORECASE | re.MULTILINE)


def is_sdk(text: str) -> bool:
    """The text has a section header of its own."""
    return _HEADER.search(text) is not None


def read_sdk(text: str, shape: Shape | None = None) -> Grid:
    """The grid of the [Puzzle] section, or of the whole text when there are no sections."""
    if not is_sdk(text):
        return read_rows(text, shape)
    section = _PUZZLE.search(text)
    if section is None:
        raise InvalidPuzzle("the file has sections but no puzzle", where=".sdk", expected="a [Puzzle] section")
    return read_rows(section[1], shape)


def write_sdk(grid: Grid) -> str:
    """The [Puzzle] section."""
    line, size = digits_only(grid, "sdk").line, grid.shape.size
    rows = (line[start : start + size] for start in range(0, len(line), size))
    return "\n".join(("[Puzzle]", *rows))
