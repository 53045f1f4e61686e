"""Addresses of puzz.link and compatible sites: reading and writing.

`parts` parses an address and the parts of its body; `PuzzleLink` combines parts into the format of a puzzle type.
"""

from entails.formats.puzzlink.link import DOTS, SPARSE, PuzzleLink
from entails.formats.puzzlink.parts import (
    ARROWS,
    CIRCLES,
    DECIMALS,
    HOME,
    LETTERS,
    NUMBERS,
    REGIONS,
    ROOM_NUMBERS,
    SMALL_NUMBERS,
    UNKNOWN,
    WALLS,
    YES_NO,
    Address,
    Body,
    BodyPart,
    Cells,
    Trailing,
    address,
    genre_of,
    truncated,
    walled,
)
from entails.models.errors import InvalidPuzzle

__all__ = [
    "ARROWS",
    "CIRCLES",
    "DECIMALS",
    "DOTS",
    "HOME",
    "LETTERS",
    "NUMBERS",
    "REGIONS",
    "ROOM_NUMBERS",
    "SMALL_NUMBERS",
    "SPARSE",
    "UNKNOWN",
    "WALLS",
    "YES_NO",
    "Address",
    "Body",
    "BodyPart",
    "Cells",
    "PuzzleLink",
    "Trailing",
    "address",
    "borders",
    "genre_of",
    "letters",
    "numbers",
    "small_numbers",
    "truncated",
    "walled",
]


def numbers(body: str, cells: int) -> list[int | None]:
    """Decode clues of any size, base 16, from the body of an address."""
    return _whole(NUMBERS, Body(body, 1, cells))


def small_numbers(body: str, cells: int) -> list[int | None]:
    """Decode clues from 0 to 4 from the body of an address."""
    return _whole(SMALL_NUMBERS, Body(body, 1, cells))


def letters(body: str, cells: int) -> list[int | None]:
    """Decode one number per cell, in base 36, from the body of an address."""
    return _whole(LETTERS, Body(body, 1, cells))


def borders(body: str, rows: int, columns: int) -> list[int]:
    """Decode borders from the body of an address; return the region of each cell."""
    wanted = (rows * (columns - 1), (rows - 1) * columns)
    if len(body) < sum(-(-bits // 5) for bits in wanted):
        raise truncated("it ends before its last border")
    try:
        return [region or 0 for region in _whole(REGIONS, Body(body, rows, columns))]
    except InvalidPuzzle:
        expected = "{} and {} borders".format(*wanted)
        raise InvalidPuzzle("the borders do not fit the board", where="address", expected=expected) from None


def _whole(part: BodyPart, body: Body) -> list[int | None]:
    values = list(part.read(body))
    if not body.ended:
        cells = body.rows * body.columns
        raise InvalidPuzzle("the address has more clues than cells", where="address", expected=f"{cells} cells")
    return values
