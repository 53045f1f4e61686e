"""Boards as typed text: rows on lines or between slashes, one character or word per cell, framed or not.

A file holds several boards if each line is a board, or if blank lines separate them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Final, TypeVar

from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle, quantity
from entails.models.fields import decoded, is_file_name

P = TypeVar("P")
Rows = tuple[tuple[str, ...], ...]

EMPTY: Final = frozenset(".·-_")
"""Signs for an empty cell."""
MOST: Final = 60
"""Maximum number of rows and of columns of a board."""
_LONGEST: Final = 50_000
_FRAME = re.compile(r"(?=.*[-=─━]{2})[-=+|\s\u2500-\u257f]+")
_WALL = re.compile(r"[|\u2500-\u257f]")
_OPEN_JSON = re.compile(r"\s*\{(?:[^\n]*[^\n}\s])?[ \t\r]*\n")
_PENPA = re.compile(r"(?:https?://)?\S*?/penpa-edit\b|m=(?:edit|solve)&p=")
_BETWEEN = re.compile(r"[\s,;]+")


def boards(data: bytes, read: Callable[[str], P]) -> Iterator[Entry[P]]:
    """Read every puzzle of a file; an invalid one becomes an entry with an error.

    JSON that does not end on its first line is a single puzzle.
    """
    if _OPEN_JSON.match(whole_text := decoded(data)):
        yield _entry(1, whole_text, read)
        return
    for line, text in _parts(whole_text):
        lines = text.split("\n")
        if len(lines) > 1 and (all(map(_alone, lines)) or len(lines) > 4 * MOST):
            yield from (
                _entry(line + step, text_line, read) for step, text_line in enumerate(lines) if text_line.strip()
            )
            continue
        whole = _entry(line, text, read)
        each = [_entry(line + step, text_line, read) for step, text_line in enumerate(lines)] if whole.error else []
        yield from each if len(each) > 1 and _is_list(lines, each) else [whole]


def _is_list(lines: list[str], each: list[Entry[P]]) -> bool:
    """Return whether each line is a board: all parse, or most look like boards and one parses."""
    fitting = sum(entry.error is None for entry in each)
    return fitting == len(each) or (fitting > 0 and 2 * sum(map(_alone, lines)) > len(lines))


def is_board(text: str) -> bool:
    """Return whether a text with slashes is a board rather than a file name.

    Boards have colons and equals signs, and no words; addresses have a genre and a size.
    """
    if re.match(r"[a-z][a-z0-9-]*/[0-9]{1,3}/[0-9]{1,3}/", text):
        return True
    return re.search("[:=?]", text) is not None or re.search(r"[a-z]{3}|\.[A-Za-z]{2,5}$", text) is None


def is_penpa(text: str) -> bool:
    """Return whether a text is a Penpa+ link. Fast, since it is called for every line of long files."""
    beginning = text[:300].strip()
    return ("penpa-edit" in beginning or beginning.startswith("m=")) and _PENPA.match(beginning) is not None


def one_board(data: bytes, read: Callable[[str], P]) -> Iterator[Entry[P]]:
    """Read the only puzzle of a file, including blank lines."""
    yield _entry(1, decoded(data), read)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield blocks of consecutive lines with the number of the first; lines that begin with # are comments."""
    held: list[str] = []
    begun = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith("#"):
            line = ""
        if line.strip():
            begun = begun if held else number
            held.append(line.rstrip())
        elif held:
            yield begun, "\n".join(held)
            held = []


def _alone(line: str) -> bool:
    """Return whether a line is a whole board, as a line with slashes or colons is."""
    return "/" in line or ":" in line


def _entry(line: int, text: str, read: Callable[[str], P]) -> Entry[P]:
    try:
        if len(text) > _LONGEST:
            raise InvalidPuzzle(quantity(len(text), "character"), expected=f"at most {_LONGEST:,}")
        if all(map(is_file_name, text.splitlines() or [""])):
            raise InvalidPuzzle(f"{text.strip()[:40]!r} is a file name", expected="the text of a puzzle")
        return Entry(line, read(text))
    except Invalid as error:
        return Entry(line, None, error)


def rows_of(text: str, *, expected: str = "rows of cells") -> Rows:
    """Return the cells of a board, all rows equally long.

    A single row of n*n cells is a square, unless a slash ends it. The characters of a row are its cells if no separator
    stands between or behind them.
    """
    text = text.strip()
    lines = [line for line in re.split(r"[/\n]", text.strip("/")) if not _FRAME.fullmatch(line)]
    words = [[word for word in _BETWEEN.split(_WALL.sub(" ", line)) if word] for line in lines]
    apart = {len(row) for row in words}
    if len(apart) != 1 or (apart == {1} and "," not in text):
        words = [list("".join(row)) for row in words]
    is_one_line = re.search(r"[/\n]", text) is None
    if is_one_line and words and (side := isqrt(len(words[0]))) ** 2 == len(words[0]):
        words = [words[0][start : start + side] for start in range(0, len(words[0]), side or 1)]
    if not words or not words[0]:
        raise InvalidPuzzle("no cells", expected=expected)
    for number, row in enumerate(words, 1):
        if len(row) != len(words[0]):
            wanted = f"{len(words[0])}, as in row 1"
            raise InvalidPuzzle(quantity(len(row), "cell"), where=f"row {number}", expected=wanted)
    if max(len(words), len(words[0])) > MOST:
        raise InvalidPuzzle(board_size(words), expected=f"at most {MOST} rows of {MOST} cells")
    return tuple(map(tuple, words))


def board_size(rows: Sequence[Sequence[str]]) -> str:
    """Return the size of a board in words: "2 rows of 3 cells"."""
    return f"{quantity(len(rows), 'row')} of {quantity(len(rows[0]), 'cell')}"


def once_each(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return values by name, such as A=10; reject a repeated name."""
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise InvalidPuzzle("given more than once", where=name[:12], expected=f"{name[:12]}=... once")
        values[name] = value
    return values


def square_of(text: str, *, expected: str) -> Rows:
    """Return the cells of a square board."""
    rows = rows_of(text, expected=expected)
    if len(rows) != len(rows[0]):
        raise InvalidPuzzle(f"the board is not a square: {board_size(rows)}", expected=expected)
    return rows


def framed(text: str, *, expected: str) -> tuple[tuple[str, ...], tuple[str, ...], Rows]:
    """Split a board with clues above and to the left into column clues, row clues and cells."""
    rows = rows_of(text, expected=expected)
    if len(rows) < 2 or len(rows[0]) < 2:
        raise InvalidPuzzle("no cells beside the clues", expected=expected)
    if rows[0][0] not in EMPTY:
        raise InvalidPuzzle(f"unexpected {rows[0][0][:12]!r}", where=place(0, 0), expected=". in the corner")
    return rows[0][1:], tuple(row[0] for row in rows[1:]), tuple(row[1:] for row in rows[1:])


def framed_all_round(text: str, *, expected: str) -> tuple[tuple[str, ...], ...]:
    """Split a board with clues on all sides into those above, below, left and right, and the rows of cells."""
    rows = rows_of(text, expected=expected)
    if len(rows) < 3 or len(rows[0]) < 3:
        raise InvalidPuzzle("no cells between the clues", expected=expected)
    for r, c in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        if rows[r][c] not in EMPTY:
            where = place(r % len(rows), c % len(rows[0]))
            raise InvalidPuzzle(f"unexpected {rows[r][c][:12]!r}", where=where, expected=". in the corner")
    inner = rows[1:-1]
    left, right = tuple(row[0] for row in inner), tuple(row[-1] for row in inner)
    return rows[0][1:-1], rows[-1][1:-1], left, right, *(row[1:-1] for row in inner)


def clue_in(word: str, where: str) -> int | None:
    """Parse a clue beside a board; None for an empty place."""
    if word in EMPTY:
        return None
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="a number, or . for none")
    return int(word)


def place(row: int, column: int) -> str:
    """Return the place of a cell in words: row and column."""
    return f"row {row + 1}, column {column + 1}"


def number_in(word: str, where: str, expected: str) -> int:
    """Parse the number of a cell: decimal, or a letter above 9 (a or A is 10)."""
    if word.isascii() and word.isdecimal() and len(word) < 4:
        return int(word)
    if len(word) == 1 and word.isascii() and word.isalpha():
        return int(word, 36)
    raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=expected)


def number_text(number: int, most: int = 35) -> str:
    """Write a number as `number_in` reads it, in one character up to `most`."""
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number] if number <= min(most, 35) else str(number)


def in_rows(words: Iterable[str], columns: int) -> Rows:
    """Split words into rows of equal length."""
    return tuple(zip(*[iter(words)] * columns, strict=True))


def joined(rows: Rows, between: str = "") -> str:
    """Write a board on one line, as `rows_of` reads it: rows between slashes, longer words with commas.

    A separator behind each word of a single column, and a slash behind a single row, keep their shapes.
    """
    between = between or ("," if any(len(word) > 1 for row in rows for word in row) else "")
    lines = [between.join(row) + between * (len(row) == 1) for row in rows]
    is_square = len(rows) == 1 < len(rows[0]) and isqrt(len(rows[0])) ** 2 == len(rows[0])
    return "/".join(lines) + "/" * is_square
