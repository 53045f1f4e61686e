"""Addresses of puzz.link and its kin: `https://puzz.link/p?slither/5/5/k202cj010dj`. The puzzle is in the address.

After the genre come columns, rows and a body in which one character says a number, several empty cells, or borders.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from clausal.models.errors import InvalidPuzzle
from clausal.models.row_text import MOST

UNKNOWN: Final = -1
"""A clue that is there without saying its number."""
_ADDRESS = re.compile(r"(?:\S*\?)?([a-z]+)/(?:v:/)?([0-9]{1,3})/([0-9]{1,3})/(\S+)")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = 5


@dataclass(frozen=True)
class Address:
    """What an address says, its body not read yet."""

    rows: int
    columns: int
    body: str

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def address(text: str, *genres: str) -> Address | None:
    """The address of a puzzle of these genres; None when the text is no address at all."""
    found = _ADDRESS.fullmatch(text.strip())
    if found is None:
        return None
    genre, columns, rows, body = found.groups()
    if genre not in genres:
        raise InvalidPuzzle(f"this is the address of a {genre}", expected=" or ".join(genres))
    if not (1 <= int(rows) <= MOST and 1 <= int(columns) <= MOST):
        raise InvalidPuzzle(f"{rows} rows of {columns} cells", where="address", expected=f"1 to {MOST} of either")
    return Address(int(rows), int(columns), body.removesuffix("/"))


def numbers(body: str, cells: int) -> list[int | None]:
    """Clues in base 16, with letters from g on for runs of empty cells: nurikabe and many others."""
    return _filled(_numbers(body), cells)


def small_numbers(body: str, cells: int) -> list[int | None]:
    """Clues 0 to 4, each with up to two empty cells behind it in the same character: slitherlink."""
    return _filled(_small_numbers(body), cells)


def letters(body: str, cells: int) -> list[int | None]:
    """A number in base 36 for each cell: hitori."""
    return _filled(_letters(body), cells)


def borders(body: str, rows: int, columns: int) -> list[int]:
    """The region of each cell, numbered in order of appearance, from the borders between cells: five to a character,
    those between columns first."""
    walls, rules = rows * (columns - 1), (rows - 1) * columns
    split = -(-walls // _BITS)
    between = _bits(body[:split], walls)
    below = _bits(body[split:], rules)
    region = [-1] * (rows * columns)
    found = 0
    for start in range(rows * columns):
        if region[start] >= 0:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if region[cell] >= 0:
                continue
            region[cell] = found
            row, column = divmod(cell, columns)
            if column and not between[row * (columns - 1) + column - 1]:
                waiting.append(cell - 1)
            if column + 1 < columns and not between[row * (columns - 1) + column]:
                waiting.append(cell + 1)
            if row and not below[cell - columns]:
                waiting.append(cell - columns)
            if row + 1 < rows and not below[cell]:
                waiting.append(cell + columns)
        found += 1
    return region


def _filled(clues: Iterator[int | None], cells: int) -> list[int | None]:
    """Exactly so many cells; those that are not said are empty."""
    found = list(islice(clues, cells))
    if next(clues, None) is not None:
        raise InvalidPuzzle("the address has more clues than cells", where="address", expected=f"{cells} cells")
    return found + [None] * (cells - len(found))


def _numbers(body: str) -> Iterator[int | None]:
    rest = iter(body)
    for character in rest:
        if character == ".":
            yield UNKNOWN
        elif character in "-+":
            yield _value("".join(islice(rest, 2 if character == "-" else 3)), 16)
        elif (value := _value(character, 36)) < 16:
            yield value
        else:
            yield from [None] * (value - 15)


def _small_numbers(body: str) -> Iterator[int | None]:
    for character in body:
        if character == ".":
            yield UNKNOWN
        elif (value := _value(character, 36)) < 15:
            yield value % 5
            yield from [None] * (value // 5)
        elif value > 15:
            yield from [None] * (value - 15)
        else:
            raise InvalidPuzzle(f"{character!r} stands here", where="address", expected="a clue")


def _letters(body: str) -> Iterator[int | None]:
    rest = iter(body)
    for character in rest:
        if character == "-":
            yield _value("".join(islice(rest, 2)), 36)
        else:
            yield UNKNOWN if character in ".%" else _value(character, 36)


def _bits(body: str, wanted: int) -> list[bool]:
    values = [_value(character, 32) for character in body]
    found = [bool(value >> bit & 1) for value in values for bit in reversed(range(_BITS))]
    if not wanted <= len(found) < wanted + _BITS:
        raise InvalidPuzzle("the borders do not fit the board", where="address", expected=f"{wanted} of them")
    return found


def _value(text: str, base: int) -> int:
    try:
        if not set(text) <= set(_DIGITS):
            raise ValueError
        return int(text, base)
    except ValueError:
        raise InvalidPuzzle(f"{text[:12]!r} stands here", where="address", expected="a digit or a letter") from None
