"""Plain-text formats of a grid, and the parts that all formats share.

Line: 81 characters for 9x9, row by row, read and written by nearly every program. Digits above 9 are letters: A is 10.
A 16x16 grid in 0-F (without G, and with 0 as a digit) is read too; its 0 becomes our G. Text after a space, comma,
semicolon or # (a rating, a solution, a comment) is ignored.

Candidates: 729 characters for 9x9; the d-th of each nine is d or empty. A cell with a single candidate is a given. Only
what the puzzle states is written: an empty cell without marks has all its candidates.

Rows, with or without frames (.sdk and .ss files, drawings, pencil-mark dumps): the number of rows is the size. A row
has either one piece per cell, separated by spaces (`5 3 . | . 7 .`), or one character per cell (`53.|.7.`). A piece of
several digits lists the candidates of its cell, as does anything in braces or parentheses. Above 9x9 a bare piece of
two digits is a number, so candidates need braces. A single digit among bare lists is placed, unless a peer still lists
it: then it is the last candidate of its cell. A digit after u (`u8`, in SudoCue's .sdx) was placed by the player, so it
is a candidate.

SadMan's .sdk: nine lines of nine characters, under a [Puzzle] header if the file has more sections. Other sections hold
a player's progress and are ignored.

Drawings: heavy borders around jigsaw regions are drawn, and read back as regions.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle, quantity
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
    """Weights of the borders around cells in a text drawing: `strong` between regions, `weak` inside them.

    Boxes get light frames and no inner borders. Jigsaw regions, which are harder to see, get heavy borders and light
    ones between their cells.
    """

    shape: Shape
    strong: int
    weak: int

    @classmethod
    def of(cls, shape: Shape) -> "RegionBorders":
        """Return the borders of a shape."""
        return cls(shape, 1, 0) if shape.box else cls(shape, 2, 1)

    def wall(self, row: int, gap: int) -> int:
        """Return the weight of the vertical border before column `gap` (or after the last column) in a row."""
        return self._between((row, gap - 1), (row, gap))

    def rule(self, gap: int, column: int) -> int:
        """Return the weight of the horizontal border above row `gap` (or below the last row) in a column."""
        return self._between((gap - 1, column), (gap, column))

    def junction(self, row_gap: int, column_gap: int) -> str:
        """Return the character where borders meet."""
        arms = (
            self.wall(row_gap - 1, column_gap),
            self.rule(row_gap, column_gap),
            self.wall(row_gap, column_gap),
            self.rule(row_gap, column_gap - 1),
        )
        return JUNCTIONS["".join(map(str, arms))]

    def _between(self, first: tuple[int, int], second: tuple[int, int]) -> int:
        here, there = self._region(*first), self._region(*second)
        if here is None and there is None:
            return 0
        return self.weak if here == there else self.strong

    def _region(self, row: int, column: int) -> int | None:
        size = self.shape.size
        return self.shape.regions[row * size + column] if 0 <= row < size and 0 <= column < size else None


def drawn_shape(lines: list[str], size: int, requested: Shape | None) -> Shape | None:
    """Return the shape whose regions the heavy borders of a drawing enclose; None without heavy borders.

    Otherwise a drawn jigsaw would be read as a grid with boxes.
    """
    crossing = _drawn_crossings(list(map(str.strip, lines)), size)
    if crossing is None:
        return None
    drawn = _connected(size, crossing)
    if requested is not None:
        if drawn == _connected(size, lambda here, there: requested.regions[here] == requested.regions[there]):
            return requested
        raise InvalidPuzzle(
            "the heavy borders do not match the regions of the shape",
            where="drawing",
            expected="the regions of the shape",
        )
    regions = max(drawn) + 1
    if regions == 1:
        return None
    if regions != size:
        raise InvalidPuzzle(
            f"the heavy borders enclose {quantity(regions, 'region')}",
            where="drawing",
            expected=f"{size}, or the shape set with --shape",
        )
    return Shape.jigsaw("".join(SYMBOLS[region] for region in drawn))


def _drawn_crossings(lines: list[str], size: int) -> _Crossing | None:
    """Build a test for neighbours without a heavy border between them; None if the text is not such a drawing."""
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
    """Return the connected region of each cell, numbered from 0 in order of appearance."""
    region: dict[int, int] = {}
    count = 0
    for start in range(size * size):
        if start in region:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in region:
                region[cell] = count
                waiting += (beside for beside in _neighbours(cell, size) if crossing(cell, beside))
        count += 1
    return tuple(region[cell] for cell in range(size * size))


def _neighbours(cell: int, size: int) -> Iterator[int]:
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
"""The signs for an empty cell. Frames use '-' too, so no writer uses it."""

LONGEST = 200_000
"""Maximum number of characters of one grid in any format; a longer text is rejected at once."""

_DIGIT_OF = {ord(character): 0 for character in EMPTY}
_DIGIT_OF |= {ord(symbol): digit for digit, symbol in enumerate(SYMBOLS, 1)}
_DIGIT_OF |= {ord(symbol.lower()): digit for digit, symbol in enumerate(SYMBOLS, 1)}
_NO_DIGIT = 255
_TABLE = bytes(_DIGIT_OF.get(code, _NO_DIGIT) for code in range(256))


def counts_from_zero(written: Sequence[str], shape: Shape) -> bool:
    """Return whether a large grid counts digits from 0, as 16x16 grids in 0-F do.

    Then the last digit never occurs, and empty cells have another sign, or there are none (0 would occur more often).
    """
    if shape.size <= 9 or not (zeros := written.count("0")):
        return False
    last = shape.symbols[-1]
    if any(text in (last, last.lower(), str(shape.size)) for text in written):
        return False
    return zeros <= shape.size or any(text in EMPTY and text != "0" for text in written)


def read_digits(text: str, shape: Shape) -> tuple[int, ...]:
    """Return the digits of a text with one character per cell; 0 is an empty cell.

    If 0 is written for a digit, it becomes the last digit; the other digits are unchanged.
    """
    if shape.size > 9 and counts_from_zero(text, shape):
        text = text.replace("0", shape.symbols[-1])
    digits = text.encode("latin-1", "replace").translate(_TABLE)
    if max(digits) <= shape.size:
        return tuple(digits)
    wrong = next(cell for cell, digit in enumerate(digits) if digit > shape.size)
    raise not_a_digit(text[wrong], shape, shape.cell_name(wrong))


def read_digit(character: str, shape: Shape, where: str) -> int:
    """Return the digit of one character; 0 is an empty cell."""
    digit = _DIGIT_OF.get(ord(character), _NO_DIGIT)
    if digit > shape.size:
        raise not_a_digit(character, shape, where)
    return digit


def not_a_digit(text: str, shape: Shape, where: str) -> InvalidPuzzle:
    """Return the error for text that is not a digit of the grid."""
    digits = f"1-{min(shape.size, 9)}" + (f" and A-{shape.symbols[-1]}" if shape.size > 9 else "")
    return InvalidPuzzle(
        f"{quoted(text)} is not a digit of a {shape.size}x{shape.size} grid",
        where=where,
        expected=f"{digits}, or one of {' '.join('.0*_')} for an empty cell",
    )


def quoted(text: str) -> str:
    """Quote a piece of input for an error message and cut it after 20 characters."""
    return repr(text) if len(text) <= 20 else f"{text[:20]!r}..."


def classic_or(shape: Shape | None, size: int) -> Shape | None:
    """Return `shape` if it has this size; without a shape, the classic shape of this size; else None."""
    if shape is None:
        return Shape.classic(size) if size in BOXES else None
    return shape if shape.size == size else None


def agreed_shape(stated: Shape, requested: Shape | None, where: str) -> Shape:
    """Return the shape that the text states; raise an error if the caller requested a different one."""
    if requested is None or requested == stated:
        return stated
    raise InvalidPuzzle(
        f"the puzzle has shape {_short_name(stated)}, not {_short_name(requested)}",
        where=where,
        expected="the same shape",
    )


def digits_only(grid: Grid, form: str) -> Grid:
    """Return a grid without pencil marks; raise an error if it has marks that the format would lose."""
    if grid.marks is not None:
        raise UnsupportedPuzzle(
            f"format {form} cannot hold pencil marks: use candidates, marks, json, fpuzzles or sudokupad"
        )
    return grid


def _short_name(shape: Shape) -> str:
    return shape.name if len(shape.name) <= 20 else f"{shape.name[:20]}..."


def candidates_shape(length: int, shape: Shape | None) -> Shape | None:
    """Return the shape whose candidate list has this length; None if there is none."""
    size = round(length ** (1 / 3))
    return classic_or(shape, size) if size**3 == length else None


def read_candidates(text: str, shape: Shape) -> Grid:
    """Read a grid from a list of `size ** 3` candidates, one character each."""
    size = shape.size
    masks = []
    for cell in range(shape.cells):
        mask = 0
        for place, character in enumerate(text[cell * size : (cell + 1) * size], 1):
            digit = read_digit(character, shape, shape.cell_name(cell))
            if digit not in (0, place):
                raise InvalidPuzzle(
                    f"{character!r} at the place of another candidate",
                    where=shape.cell_name(cell),
                    expected=f"{shape.symbols[place - 1]!r} or '.'",
                )
            mask |= 1 << (digit - 1) if digit else 0
        masks.append(mask)
    return Grid.of(shape, [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks], masks)


def write_candidates(grid: Grid) -> str:
    """Write the candidate list of a grid: the digit, or '.' if a given or a pencil mark excludes it."""
    return "".join(
        symbol if mask >> place & 1 else "."
        for mask in stated_masks(grid)
        for place, symbol in enumerate(grid.shape.symbols)
    )


def stated_masks(grid: Grid) -> tuple[int, ...]:
    """Return the candidates of each cell by its own given or pencil marks, ignoring other cells."""
    if grid.marks is not None:
        return grid.marks
    everything = (1 << grid.shape.size) - 1
    return tuple(1 << (digit - 1) if digit else everything for digit in grid.cells)


def flat_rows(value: list[Json], where: str) -> list[Json]:
    """Flatten a square list of rows."""
    items: list[Json] = []
    for number, row in enumerate(value, 1):
        if not isinstance(row, list) or len(row) != len(value):
            raise InvalidPuzzle(
                "not a row of a square grid", where=f"{where}, row {number}", expected=f"a list of {len(value)}"
            )
        items += row
    return items


def described(value: Json) -> str:
    """Describe a JSON value for an error message."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    return quoted(value) if isinstance(value, str) else str(value)[:20]


def whole_numbers(value: Json, where: str) -> list[int]:
    """Check that a JSON value is a list of whole numbers, and return it."""
    if not isinstance(value, list):
        raise InvalidPuzzle("not a list", where=where, expected="a list of numbers")
    for item in value:
        if not isinstance(item, int) or isinstance(item, bool):
            raise InvalidPuzzle(f"{described(item)} is not a whole number", where=where, expected="whole numbers")
    return [item for item in value if isinstance(item, int)]


def mask_of(value: Json, shape: Shape, where: str) -> int:
    """Return the bitmask of a list of digits."""
    digits = whole_numbers(value, where)
    if not all(1 <= digit <= shape.size for digit in digits):
        raise InvalidPuzzle("invalid digits", where=where, expected=f"numbers from 1 to {shape.size}")
    return sum(1 << (digit - 1) for digit in set(digits))


_FIELD = re.compile(r"[^\s,;#]*")
_RULE_AFTER = re.compile(
    r"[\s,;#]+((?:[a-z-]+(?:=[0-9,]+)?(?=\s+r[0-9]+c[0-9]))|anti-k(?:night|ing)\b|non-consecutive\b)", re.IGNORECASE
)
LENGTHS = " or ".join(", ".join(str(size * size) for size in BOXES).rsplit(", ", 1))


def first_field(text: str) -> str:
    """Return the part of a line that contains the puzzle."""
    match = _FIELD.match(text)
    return match[0] if match else ""


def line_shape(length: int, shape: Shape | None) -> Shape | None:
    """Return the shape whose line has this length; None if there is none."""
    size = isqrt(length)
    return classic_or(shape, size) if size * size == length else None


def read_line(text: str, shape: Shape | None = None) -> Grid:
    """Read a grid from a line with one character per cell; its length determines the size."""
    field = first_field(text.strip())
    if rule := _RULE_AFTER.match(text.strip(), len(field)):
        raise InvalidPuzzle(f"unexpected rule {rule[1]!r} after the grid", expected="entails variant for such a rule")
    read_shape = line_shape(len(field), shape)
    if read_shape is None:
        expected = f"{shape.cells} for {shape.size}x{shape.size}" if shape else f"{LENGTHS}, one for each cell"
        raise InvalidPuzzle(f"line of {count(len(field), 'character')}", expected=expected)
    return Grid(read_shape, read_digits(field, read_shape))


def write_line(grid: Grid) -> str:
    """Write a grid as a line with one character per cell; '.' is an empty cell."""
    return digits_only(grid, "line").line


def count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 row", "2 rows"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


_FRAME = re.compile(r"(?=.*(?:[-=─━═]{2}))[-=+|*.:,'`\s\u2500-\u257f]+")
_WALL = re.compile(r"[|\u2500-\u257f]")
_PIECE = re.compile(r"\{[^{}()]*\}|\([^{}()]*\)|[^\s{}()]+|[{}()]")
_SIGNATURE = re.compile(r"simple sudoku\b.*", re.IGNORECASE)
SIZES = " or ".join(", ".join(map(str, BOXES)).rsplit(", ", 1))


def is_frame(line: str) -> bool:
    """Return whether a line is a horizontal border of a frame, without cells."""
    return _FRAME.fullmatch(line) is not None


def read_rows(text: str, shape: Shape | None = None) -> Grid:
    """Read a grid written in rows. Lines that start with # are comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    rows = [pieces for line in lines if (pieces := _pieces(line))]
    read_shape = drawn_shape(lines, len(rows), shape) or classic_or(shape, len(rows))
    if read_shape is None:
        expected = (
            f"{shape.size} of {shape.size} cells each" if shape else f"{SIZES} rows, or one whole grid on each line"
        )
        raise InvalidPuzzle(count(len(rows), "row"), expected=expected)
    cells = [piece for number, row in enumerate(rows, 1) for piece in _row_cells(row, read_shape.size, number)]
    if counts_from_zero(cells, read_shape):
        cells = [read_shape.symbols[-1] if piece == "0" else piece for piece in cells]
    read = [_read_piece(piece, read_shape, cell) for cell, piece in enumerate(cells)]
    masks = [mask for _, mask in read]
    return Grid.of(read_shape, _placed_digits(cells, [digit for digit, _ in read], masks, read_shape), masks)


def _placed_digits(cells: list[str], digits: list[int], masks: list[int], shape: Shape) -> list[int]:
    """Return the placed digits; a digit that is only the last candidate of its cell is removed.

    A digit that a peer still lists has not been placed. If candidate lists are in braces, every digit without braces is
    placed.
    """
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


def _row_cells(row: list[str], size: int, number: int) -> list[str]:
    if len(row) == size:
        return row
    characters = "".join(row)
    if len(characters) == size:
        return list(characters)
    raise InvalidPuzzle(
        f"{count(len(characters), 'character')} in {count(len(row), 'piece')}",
        where=f"row {number}",
        expected=f"{size} of either, one for each cell",
    )


def _read_piece(piece: str, shape: Shape, cell: int) -> tuple[int, int]:
    """Read the digit and the candidates of one cell."""
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
        raise InvalidPuzzle("candidates without braces", where=where, expected="a number, or {...}")
    return digit, 1 << (digit - 1) if digit else everything


def read_group(piece: str, shape: Shape, where: str) -> int:
    """Parse candidates written as 1259, {1259} or (1, 2, 5) to a bitmask."""
    mask = 0
    for character in re.sub(r"[\s,{}()]", "", piece):
        digit = read_digit(character, shape, where)
        if not digit:
            raise InvalidPuzzle("an empty cell among candidates", where=where, expected="the digits alone")
        mask |= 1 << (digit - 1)
    return mask


_PUZZLE = re.compile(r"^[ \t]*\[puzzle\][ \t]*$(.*?)(?=^[ \t]*\[|\Z)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_HEADER = re.compile(r"^[ \t]*\[[a-z]+\][ \t]*$", re.IGNORECASE | re.MULTILINE)


def is_sdk(text: str) -> bool:
    """Return whether a text has the section headers of an sdk file."""
    return _HEADER.search(text) is not None


def read_sdk(text: str, shape: Shape | None = None) -> Grid:
    """Read an sdk file: the [Puzzle] section, or the whole text without sections."""
    if not is_sdk(text):
        return read_rows(text, shape)
    section = _PUZZLE.search(text)
    if section is None:
        raise InvalidPuzzle("no [Puzzle] section", where=".sdk", expected="a [Puzzle] section")
    return read_rows(section[1], shape)


def write_sdk(grid: Grid) -> str:
    """Write a grid as an sdk file with a [Puzzle] section."""
    line, size = digits_only(grid, "sdk").line, grid.shape.size
    rows = (line[start : start + size] for start in range(0, len(line), size))
    return "\n".join(("[Puzzle]", *rows))
