"""Addresses of puzz.link, such as `https://puzz.link/p?slither/5/5/k202cj010dj`, and the parts of their bodies.

The genre is followed by columns, rows and a body. A body consists of parts. A part can be read, written, and typed by
users in rows. A run of empty cells is one letter; the letter for a single empty cell depends on the part.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from entails.formats.text import EMPTY, MOST, number_in, place
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.lattice import Lattice

HOME: Final = "https://puzz.link/p?"
_ADDRESS = re.compile(r"(?:\S*[?#])?([a-z][a-z0-9-]*)/((?:[a-z:]{1,3}/)*)([0-9]{1,3})/([0-9]{1,3})(?:/(\S*))?")
_BEHIND = re.compile(r"&.*|(%22|[\"'<>)\]])+$")
"""Pattern of the text that follows a body in copied addresses."""
_SITES = re.compile(r"(?:https?://)?(?:www\.)?(?:puzz\.link|pzv\.jp)(?:/\S*)?", re.IGNORECASE)
_PLAIN = ("", "v:/")
"""Flags between genre and size that do not change the rules."""


@dataclass(frozen=True)
class Address:
    """A parsed address with its body as text."""

    rows: int
    columns: int
    body: str

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def truncated(problem: str = "the link ends too early") -> InvalidPuzzle:
    """Return the error for a link that was not copied completely."""
    return InvalidPuzzle(f"the link is truncated: {problem}", where="address", expected="the whole link")


def _matched(text: str) -> re.Match[str] | None:
    """Match an address; None if the text is not one. Raise InvalidPuzzle for a link without a size."""
    stripped = text.strip()
    match = _ADDRESS.fullmatch(stripped)
    if match is None and _SITES.fullmatch(stripped):
        raise truncated("it ends after the site" if "?" not in stripped else "it ends before its size")
    return match


def genre_of(text: str) -> str | None:
    """Return the genre of an address, or None if the text is not an address."""
    match = _matched(text)
    return None if match is None else match[1]


def address(text: str, *genres: str) -> Address | None:
    """Parse an address of one of these puzzle types; None if the text is not an address."""
    match = _matched(text)
    if match is None:
        return None
    genre, flags, columns, rows, body = match.groups()
    if genre not in genres:
        raise InvalidPuzzle(f"the address is of genre {genre}", expected=" or ".join(genres))
    if flags not in _PLAIN:
        problem = f"unknown rules {flags.strip('/')!r}"
        raise InvalidPuzzle(problem, where="address", expected=f"{genre} and its size")
    if not (1 <= int(rows) <= MOST and 1 <= int(columns) <= MOST):
        raise InvalidPuzzle(
            f"{quantity(int(rows), 'row')} of {quantity(int(columns), 'cell')}",
            where="address",
            expected=f"1 to {MOST} of each",
        )
    return Address(int(rows), int(columns), _BEHIND.sub("", body or "").removesuffix("/"))


UNKNOWN: Final = -1
"""A clue without a number."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = 5
_LAST = 36

Clues = tuple[Any, ...]
"""A clue for each cell; None is an empty cell."""


@dataclass
class Body:
    """The unread rest of an address's body, and the regions read so far."""

    text: str
    rows: int
    columns: int
    regions: tuple[int, ...] = ()
    at: int = 0

    def take(self, length: int = 1) -> str:
        """Consume the next characters of the body."""
        characters = self.text[self.at : self.at + length]
        if len(characters) < length:
            raise truncated()
        self.at += length
        return characters

    def require(self, count: int, wanted: int) -> None:
        """Raise InvalidPuzzle if the body has too few places, as in a truncated link: sites write all empty cells."""
        if count < wanted:
            raise truncated(f"it ends after {count:,} of {wanted:,} places")

    @property
    def ended(self) -> bool:
        return self.at >= len(self.text)


class BodyPart(Protocol):
    """A part of an address's body. `typed` reads the same part as typed by a user.

    Attributes:
        signs: What a user types in each cell; empty if the part cannot be typed.
    """

    @property
    def signs(self) -> str: ...

    def read(self, body: Body) -> Clues: ...

    def write(self, value: Clues, body: Body) -> str: ...

    def typed(self, words: Sequence[str], body: Body) -> Clues: ...


def value_of(text: str, base: int) -> int:
    """Parse a number in a base with lower-case letters as digits."""
    try:
        if not set(text) <= set(_DIGITS):
            raise ValueError
        return int(text, base)
    except ValueError:
        raise InvalidPuzzle(f"unexpected {text[:12]!r}", where="address", expected="a digit or a letter") from None


def every_cell(body: Body) -> int:
    return body.rows * body.columns


def every_region(body: Body) -> int:
    return max(body.regions, default=-1) + 1


def rows_and_columns(body: Body) -> int:
    return body.rows + body.columns


def all_four_sides(body: Body) -> int:
    return 2 * (body.rows + body.columns)


def _hex(first: str, body: Body) -> int:
    """Parse a number in base 16; a sign before it encodes its length."""
    if first == ".":
        return UNKNOWN
    if first in "-+=":
        return value_of(body.take(2 if first == "-" else 3), 16) + (4096 if first == "=" else 0)
    return value_of(first, 16)


def _hex_text(clue: int) -> str:
    if clue < 0:
        return "."
    for below, sign in ((16, ""), (256, "-"), (4096, "+")):
        if clue < below:
            return f"{sign}{clue:x}"
    return f"={clue - 4096:03x}"


@dataclass(frozen=True)
class Cells:
    """A body part with a clue for each cell, or for each of `many` places.

    Attributes:
        first: The letter for a single empty cell, as a number in base 36.
        clue: Read a clue from its first character and the rest.
        text: Write a clue.
        many: Return the number of places.
        word: Parse a typed word at a place.
        signs: What a user types in each cell; empty for clues outside the board.
    """

    first: int = 16
    clue: Callable[[str, Body], Any] = _hex
    text: Callable[[Any], str] = _hex_text
    many: Callable[[Body], int] = every_cell
    word: Callable[[str, str], Any] | None = None
    signs: str = "numbers, . and ?"

    def read(self, body: Body) -> Clues:
        clues, wanted = list[Any](), self.many(body)
        while len(clues) < wanted and not body.ended:
            character = body.take()
            empty = _DIGITS.find(character) - self.first + 1
            if empty > 0:
                clues += [None] * empty
            else:
                clues.append(self.clue(character, body))
        body.require(len(clues), wanted)
        return tuple(clues[:wanted])

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        text, empty = "", 0
        for clue in (*value, ...):
            if clue is None and empty < _LAST - self.first:
                empty += 1
                continue
            text += _DIGITS[self.first + empty - 1] if empty else ""
            empty = int(clue is None)
            text += "" if clue is None or clue is ... else self.text(clue)
        return text

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        read = self.word or _number
        return tuple(
            None if word in EMPTY else read(word, place(*divmod(cell, body.columns))) for cell, word in enumerate(words)
        )


def _number(word: str, where: str) -> int:
    return UNKNOWN if word == "?" else number_in(word, where, "a number, ?, or . for an empty cell")


def _at_most(largest: int) -> Callable[[str, str], int]:
    """Return a parser of typed numbers up to `largest`."""

    def read(word: str, where: str) -> int:
        number = _number(word, where)
        if number > largest:
            expected = f"a number from 0 to {largest}, ?, or . for an empty cell"
            raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=expected)
        return number

    return read


def _wall(word: str, where: str) -> int:
    """Parse a typed black cell: a number from 0 to 4, or x or ? without a number."""
    if word in ("x", "X", "#", "?"):
        return UNKNOWN
    number = number_in(word, where, _WALLS)
    if number > 4:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=_WALLS)
    return number


_WALLS = "0 to 4, x for a black cell without a number, or . for an empty cell"


@dataclass(frozen=True)
class SmallCells:
    """A body part with clues from 0 to 4; each character also encodes up to two empty cells after its clue."""

    signs = "., x and 0 to 4"

    def read(self, body: Body) -> Clues:
        clues, wanted = list[int | None](), every_cell(body)
        while len(clues) < wanted and not body.ended:
            character = body.take()
            if character == ".":
                clues.append(UNKNOWN)
            elif (value := value_of(character, 36)) < 15:
                clues += [value % 5, *[None] * (value // 5)]
            elif value > 15:
                clues += [None] * (value - 15)
            else:
                raise InvalidPuzzle(f"unexpected {character!r}", where="address", expected="a clue")
        body.require(len(clues), wanted)
        return tuple(clues[:wanted])

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        text, cell = "", 0
        while cell < len(value):
            run = next((step for step, clue in enumerate(value[cell:]) if clue is not None), len(value) - cell)
            if run:
                run = min(run, 20)
                text += _DIGITS[15 + run]
                cell += run
            elif value[cell] < 0:
                text, cell = text + ".", cell + 1
            else:
                behind = next((step for step, clue in enumerate(value[cell + 1 : cell + 3]) if clue is not None), 2)
                behind = min(behind, len(value) - cell - 1)
                text += _DIGITS[value[cell] + 5 * behind]
                cell += 1 + behind
        return text

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        return Cells(word=_wall).typed(words, body)


@dataclass(frozen=True)
class Walls:
    """A body part with the borders between cells as bits, five per character, in the order of `Lattice.borders`."""

    signs = "letters that name the regions"

    def read(self, body: Body) -> Clues:
        walls = _bits(body, body.rows * (body.columns - 1)) + _bits(body, (body.rows - 1) * body.columns)
        body.regions = walled(Lattice(body.rows, body.columns), walls)
        return tuple(walls)

    def write(self, value: Clues, body: Body) -> str:
        body.regions = walled(Lattice(body.rows, body.columns), value)
        between = body.rows * (body.columns - 1)
        return _bit_text(value[:between]) + _bit_text(value[between:])

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        """Parse a region name for each cell; cells with different names have a border between them."""
        board = Lattice(body.rows, body.columns)
        for cell, word in enumerate(words):
            if not word.isalnum():
                where = place(*divmod(cell, body.columns))
                expected = "a letter or a number that names a region"
                raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=expected)
        walls = tuple(int(words[cell] != words[neighbour]) for cell, neighbour in board.borders)
        body.regions = walled(board, walls)
        return walls


@dataclass(frozen=True)
class Regions(Walls):
    """A body part with the region of each cell, numbered in order of appearance. Loose ends of borders are ignored."""

    def read(self, body: Body) -> Clues:
        super().read(body)
        return body.regions

    def write(self, value: Clues, body: Body) -> str:
        walls = tuple(
            int(value[cell] != value[neighbour]) for cell, neighbour in Lattice(body.rows, body.columns).borders
        )
        return super().write(walls, body)

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        super().typed(words, body)
        return body.regions


def walled(board: Lattice, walls: Sequence[int]) -> tuple[int, ...]:
    """Return the region of each cell enclosed by these borders, numbered in order of appearance."""
    doors: dict[int, list[int]] = {cell: [] for cell in board.cells}
    for (cell, neighbour), wall in zip(board.borders, walls, strict=True):
        if not wall:
            doors[cell].append(neighbour)
            doors[neighbour].append(cell)
    region = [-1] * len(board.cells)
    number = 0
    for start in board.cells:
        waiting = [start] if region[start] < 0 else []
        number += len(waiting)
        while waiting:
            cell = waiting.pop()
            if region[cell] < 0:
                region[cell] = number - 1
                waiting += doors[cell]
    return tuple(region)


@dataclass(frozen=True)
class Packed:
    """A body part with small numbers, several per character: three circles in base 27, five Booleans in base 32.

    Attributes:
        values: The number of different values.
        each: The number of values per character.
        alternatives: The typed signs of the values above 0, the same number for each.
        signs: The usual ones of them, in words.
    """

    values: int
    each: int
    alternatives: str
    signs: str

    def read(self, body: Body) -> Clues:
        wanted, numbers = every_cell(body), list[int]()
        while len(numbers) < wanted and not body.ended:
            value = value_of(body.take(), self.values**self.each)
            numbers += [value // self.values**power % self.values for power in reversed(range(self.each))]
        body.require(len(numbers), wanted)
        return tuple(numbers[:wanted])

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        text, wide = "", self.each
        for start in range(0, len(value), wide):
            some = (*value[start : start + wide], *[0] * wide)[:wide]
            text += _DIGITS[sum(number * self.values ** (wide - 1 - place) for place, number in enumerate(some))]
        return text

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        return tuple(self._value(word, place(*divmod(cell, body.columns))) for cell, word in enumerate(words))

    def _value(self, word: str, where: str) -> int:
        if word in EMPTY or word == "0":
            return 0
        if len(word) != 1 or word not in self.alternatives:
            expected = f"one of {' '.join(self.alternatives)}, or . for an empty cell"
            raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected=expected)
        return self.alternatives.index(word) * (self.values - 1) // len(self.alternatives) + 1


@dataclass(frozen=True)
class Gap:
    """A slash between two parts of a body, without a value."""

    signs = ""

    def read(self, body: Body) -> Clues:
        if not body.ended and body.text[body.at] == "/":
            body.take()
        return ()

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        return "/"

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        raise NotImplementedError


@dataclass(frozen=True)
class Trailing:
    """The last part of a body, with a value per cell. Sites omit it if every value is `nothing`."""

    part: BodyPart
    nothing: int | None

    @property
    def signs(self) -> str:
        return self.part.signs

    def read(self, body: Body) -> Clues:
        return (self.nothing,) * every_cell(body) if body.ended else self.part.read(body)

    def write(self, value: Clues, body: Body) -> str:
        return "" if set(value) == {self.nothing} else self.part.write(value, body)

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        return self.part.typed(words, body)


def _bits(body: Body, wanted: int) -> list[int]:
    values = [value_of(character, 32) for character in body.take(-(-wanted // _BITS))]
    return [value >> bit & 1 for value in values for bit in reversed(range(_BITS))][:wanted]


def _bit_text(bits: Sequence[int]) -> str:
    padded = [*bits, *[0] * (-len(bits) % _BITS)]
    groups = (padded[start : start + _BITS] for start in range(0, len(padded), _BITS))
    return "".join(_DIGITS[sum(bit << _BITS - 1 - place for place, bit in enumerate(group))] for group in groups)


def _arrow(first: str, body: Body) -> tuple[int, int]:
    """Parse a direction (1 up, 2 down, 3 left, 4 right, 0 none) and a number."""
    wide = 1
    if first == "-":
        first, wide = body.take(), 3
    way = value_of(first, 10)
    if wide == 1 and way >= 5:
        way, wide = way - 5, 2
    text = body.take(wide)
    if way > 4:
        raise InvalidPuzzle(f"invalid direction {way}", where="address", expected="0 to 4")
    return way, UNKNOWN if text == "." else value_of(text, 16)


def _arrow_text(clue: tuple[int, int]) -> str:
    way, number = clue
    if number < 16:
        return f"{way}{'.' if number < 0 else format(number, 'x')}"
    return f"{way + 5}{number:02x}" if number < 256 else f"-{way}{number:03x}"


def _arrow_word(word: str, where: str) -> tuple[int, int]:
    """Parse a typed direction and number: ^2, >0, 32 (left, two), or ? for an unknown clue."""
    way = "?^v<>".find(word[0]) if word[0] in "?^v<>" else number_in(word[0], where, "a direction")
    if not 0 <= way <= 4 or (word.isalnum() and len(word) == 1):
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="a direction and a number, such as >2")
    return way, UNKNOWN if word[1:] in ("", "-", "?") else number_in(word[1:], where, "a direction and a number")


def _letter(first: str, body: Body) -> int:
    if first in ".%":
        return UNKNOWN
    return value_of(body.take(2), 36) if first == "-" else value_of(first, 36)


def _letter_text(clue: int) -> str:
    if clue < 0:
        return "."
    return _DIGITS[clue] if clue < 36 else f"-{_DIGITS[clue // 36]}{_DIGITS[clue % 36]}"


def _decimal(first: str, body: Body) -> int:  # noqa: ARG001
    return UNKNOWN if first == "." else value_of(first, 10)


def _decimal_text(clue: int) -> str:
    return "." if clue < 0 else str(clue)


NUMBERS: Final = Cells()
"""Part with numbers in base 16, as in Nurikabe and many others."""
ROOM_NUMBERS: Final = Cells(many=every_region)
"""Part with numbers in base 16, one per region, as in Heyawake."""
SMALL_NUMBERS: Final = SmallCells()
"""Part with numbers from 0 to 4, as in Slitherlink and Light up."""
DECIMALS: Final = Cells(10, _decimal, _decimal_text, word=_at_most(9), signs="., ? and 0 to 9")
"""Part with numbers from 0 to 9, as in Mosaic."""
ARROWS: Final = Cells(
    10, _arrow, _arrow_text, word=_arrow_word, signs="., ? and arrows with numbers such as ^2, v0, <1, >3"
)
"""Part with a direction and a number per clue, as in Yajilin."""
LETTERS: Final = Cells(_LAST, _letter, _letter_text)
"""Part with a number in base 36 for each cell, none empty, as in Hitori."""
REGIONS: Final = Regions()
WALLS: Final = Walls()
CIRCLES: Final = Packed(3, 3, "1wW○2bB●", "., w (white) and b (black)")
"""Part with circles, 0 none, 1 white, 2 black, as in Masyu."""
YES_NO: Final = Packed(2, 5, "1xX#", ". and x")
