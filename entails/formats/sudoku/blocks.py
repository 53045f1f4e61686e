"""Fast reader of classic 9x9 grids: plain lines of 81 characters become NumPy blocks.

A line that is not plain is read by `read_grids`, so both readers give the same grids. A short text without plain lines
may be a single grid in rows; `read_grids` reads it as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from entails.formats.sudoku.files import is_opensudoku
from entails.formats.sudoku.read import read_grids, read_listed, whole_reader
from entails.formats.sudoku.text import EMPTY, LONGEST
from entails.models.entry import Block, Entry, Rows
from entails.models.fields import decoded
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

CLASSIC = Shape.classic(9)
_CELLS = CLASSIC.cells
_NO_DIGIT = 255
_BREAK, _COMMENT = ord("\n"), ord("#")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UTF_8_MARK = b"\xef\xbb\xbf"
_RULE_WORDS = re.compile(rb"r[0-9]+c[0-9]|[aA]nti-[kK]|[nN]on-[cC]onsecutive")
"""Words that occur in variant rules; `read_grids` reads a line in which a rule may follow the grid."""


def _table(digits: dict[str, int]) -> Rows:
    table = np.full(256, _NO_DIGIT, np.uint8)
    for character, digit in digits.items():
        table[ord(character)] = digit
    return table


_DIGITS = _table({sign: 0 for sign in EMPTY if sign.isascii()} | {str(digit): digit for digit in range(1, 10)})
_SEPARATES = np.isin(np.arange(256), list(b" \t,;#\n"))
_SYMBOLS = np.frombuffer(b".123456789", np.uint8)


def _are_grids(rows: Rows) -> NDArray[np.bool_]:
    """Return which rows hold only digits and empty cells, with at least one digit.

    A row without digits may be part of a frame.
    """
    largest: Rows = rows.max(axis=1, initial=0)
    return (largest > 0) & (largest <= CLASSIC.size)


def of_row(row: Rows) -> Grid:
    """Build the grid of one array row."""
    return Grid(CLASSIC, tuple(row.tobytes()))


def of_grids(grids: Sequence[Grid]) -> Block[Grid] | None:
    """Convert grids to a block; None unless all are classic 9x9 grids without pencil marks."""
    if any(grid.marks is not None or grid.shape != CLASSIC for grid in grids):
        return None
    rows = np.frombuffer(b"".join(bytes(grid.cells) for grid in grids), np.uint8)
    return Block(rows.reshape(-1, _CELLS), range(1, len(grids) + 1), of_row)


def of_texts(texts: Sequence[str]) -> Block[Grid]:
    """Build a block from those texts that are plain lines."""
    fitting = [number for number, text in enumerate(texts) if len(text) == _CELLS and text.isascii()]
    codes = np.frombuffer("".join([texts[number] for number in fitting]).encode("ascii"), np.uint8)
    rows = _DIGITS[codes.reshape(-1, _CELLS)]
    plain = _are_grids(rows)
    return Block(rows[plain], np.array(fitting, np.int64)[plain] + 1, of_row)


def text(rows: Rows) -> Rows:
    """Convert array rows to the characters of the line format."""
    return _SYMBOLS[rows]


def read_blocks(pieces: Iterator[bytes], shape: Shape | None = None) -> Iterator[Block[Grid] | Entry[Grid]]:
    """Yield every grid of a text that arrives in pieces, in order; plain lines as blocks.

    Only one piece is in memory. UTF-16, XML and other shapes are read as a whole.
    """
    head = b""
    while len(head) <= LONGEST and (piece := next(pieces, None)) is not None:
        head += piece
    document = is_opensudoku(head[:2000].decode("utf-8", "replace").removeprefix("\ufeff"))
    if shape not in (None, CLASSIC) or document or head.startswith(_UTF_16):
        yield from read_grids(decoded(head + b"".join(pieces)), shape)
    elif len(head) <= LONGEST:
        yield from _read_short(head, shape)
    else:
        yield from _read_long(chain([head.removeprefix(_UTF_8_MARK)], pieces), shape)


def _read_short(data: bytes, shape: Shape | None) -> Iterator[Block[Grid] | Entry[Grid]]:
    """Read a short text in any format: as a list of grids if it has a plain line and nothing contradicts that."""
    ended = _normal_line_ends(data.removeprefix(_UTF_8_MARK))
    lines = _GridLines(ended if ended.endswith(b"\n") else ended + b"\n", 1)
    if lines.plain.any() and whole_reader([line for _, line in lines.content()], shape) is None:
        yield from lines.blocks(shape, lines.first_number())
    else:
        yield from read_grids(decoded(data), shape)


def _read_long(pieces: Iterator[bytes], shape: Shape | None) -> Iterator[Block[Grid] | Entry[Grid]]:
    """Read a text that is too long for one grid: one grid per line."""
    number, first, is_empty = 1, None, True
    for whole in _whole_lines(pieces):
        lines = _GridLines(whole, number)
        number += len(lines)
        if first is None:
            first = lines.first_number()
        for part in lines.blocks(shape, first):
            is_empty = False
            yield part
    if is_empty:
        yield from read_grids("\n" * ((first or 1) - 1) + ("puzzle" if first else ""), shape)


def _whole_lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Re-split pieces at line ends, with every line end as a newline."""
    left = b""
    for piece in pieces:
        data = left + piece
        cut = data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, len(data) - 1) + 1
        left = data[cut:]
        if cut:
            yield _normal_line_ends(data[:cut])
    if left:
        yield _normal_line_ends(left) if left.endswith((b"\r", b"\n")) else _normal_line_ends(left) + b"\n"


def _normal_line_ends(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


class _GridLines:
    """The lines in a piece of bytes: which have content, and which are plain grids."""

    def __init__(self, data: bytes, number: int) -> None:
        self._data = data
        codes = np.frombuffer(data, np.uint8)
        self._ends = np.flatnonzero(codes == _BREAK)
        self._starts = np.concatenate([[0], self._ends[:-1] + 1])
        self.numbers: NDArray[np.int64] = np.arange(number, number + len(self._ends))
        lengths = self._ends - self._starts
        self.counts: NDArray[np.bool_] = (lengths > 0) & (codes[self._starts] != _COMMENT)
        if (lengths == _CELLS).all():
            self._rows = _DIGITS[codes.reshape(-1, _CELLS + 1)[:, :_CELLS]]
            self.plain: NDArray[np.bool_] = _are_grids(self._rows)
            return
        self.plain = lengths >= _CELLS
        self.plain[self.plain] = _SEPARATES[codes[self._starts[self.plain] + _CELLS]]
        self._rows = np.zeros((len(self), _CELLS), np.uint8)
        self._rows[self.plain] = _DIGITS[codes[self._starts[self.plain, None] + np.arange(_CELLS)]]
        self.plain &= _are_grids(self._rows)
        if _RULE_WORDS.search(data):
            self.plain &= lengths == _CELLS

    def __len__(self) -> int:
        return len(self._ends)

    def content(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the stripped text of each line that has content."""
        for line in np.flatnonzero(self.counts).tolist():
            content = self._text(line).strip()
            if content and not content.startswith("#"):
                yield int(self.numbers[line]), content

    def first_number(self) -> int | None:
        """Return the number of the first line that has content."""
        return next((number for number, _ in self.content()), None)

    def _text(self, line: int) -> str:
        """Decode a line separately, so that the encoding of other lines does not matter."""
        data = self._data[self._starts[line] : self._ends[line]]
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    def blocks(self, shape: Shape | None, first: int | None) -> Iterator[Block[Grid] | Entry[Grid]]:
        """Yield runs of plain lines as blocks, other lines as entries; line `first` may be a heading."""
        at = np.flatnonzero(self.counts)
        turns = np.flatnonzero(np.diff(self.plain[at])) + 1
        for stretch in np.split(at, turns):
            if not len(stretch):
                continue
            if self.plain[stretch[0]]:
                yield Block(self._rows[stretch], self.numbers[stretch], of_row)
                continue
            for line in stretch.tolist():
                yield from read_listed(int(self.numbers[line]), self._text(line), shape, first)
