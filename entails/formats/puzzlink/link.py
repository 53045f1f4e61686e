"""`PuzzleLink`: the address format of a puzzle type; its parts can also be typed as rows.

`Sparse` and `Dots` encode few marked positions on a large board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar, cast

from entails.formats.puzzlink.parts import HOME, Body, BodyPart, Clues, Gap, Walls, address, every_cell, value_of
from entails.formats.text import place, rows_of
from entails.models.errors import InvalidPuzzle, quantity

P = TypeVar("P")


@dataclass(frozen=True)
class PuzzleLink(Generic[P]):
    """The address format of a puzzle type: its name on the site and the parts of its body.

    Attributes:
        model: The class of a puzzle: rows, columns, then a field for each part.
        genres: The genre names in addresses; the first one is written.
        parts: The parts of the body, in order.
    """

    model: type[P]
    genres: tuple[str, ...]
    parts: tuple[BodyPart, ...]

    def read(self, text: str) -> P:
        """Read a puzzle from an address, or from a typed board for each part.

        Semicolons separate the boards; line ends or slashes separate rows.
        """
        link = address(text, *self.genres)
        if link is None:
            return self._typed(text)
        body = Body(link.body, link.rows, link.columns)
        values = [part.read(body) for part in self.parts]
        left = body.text[body.at :].strip("0./")  # some addresses end in padding
        if left:
            raise InvalidPuzzle(f"unexpected {left[:12]!r}", where="address", expected="the end of the address")
        return self._build(body, values)

    @property
    def text_format(self) -> str:
        """Describe how a puzzle is typed."""
        parts = self._typed_parts
        if not all(part.signs for part in parts):
            return "a puzz.link address"
        return f"a puzz.link address, or {', a semicolon and '.join(f'rows of {part.signs}' for part in parts)}"

    def _typed(self, text: str) -> P:
        expected = self.text_format
        if not all(part.signs for part in self._typed_parts):
            raise InvalidPuzzle("this puzzle cannot be typed in rows", expected=expected)
        texts = text.split(";")
        if len(texts) != len(self._typed_parts):
            raise InvalidPuzzle(quantity(len(texts), "board"), expected=expected)
        boards = [rows_of(board_text, expected=expected) for board_text in texts]
        if len({(len(rows), len(rows[0])) for rows in boards}) > 1:
            raise InvalidPuzzle("the boards have different sizes", expected=expected)
        body, tables = Body("", len(boards[0]), len(boards[0][0])), iter(boards)
        values = list[Any]()
        for part in self.parts:
            words = [] if isinstance(part, Gap) else [word for row in next(tables) for word in row]
            value = () if isinstance(part, Gap) else part.typed(words, body)
            values.append(self._room_clues(part, value, body))
        return self._build(body, values)

    def _room_clues(self, part: BodyPart, value: Any, body: Body) -> Any:
        """Return one clue per region instead of one per cell, if the part assigns clues to regions."""
        if not body.regions or len(value) != len(body.regions) or isinstance(part, Walls):
            return value
        if getattr(part, "many", None) is None or part.many(body) == len(value):  # type: ignore[attr-defined]
            return value
        rooms: list[Any] = [None] * (max(body.regions) + 1)
        for cell, clue in enumerate(value):
            room = body.regions[cell]
            if None not in (clue, rooms[room]) and clue != rooms[room]:
                where = place(*divmod(cell, body.columns))
                raise InvalidPuzzle("the region has another clue already", where=where, expected="one clue per region")
            rooms[room] = rooms[room] if clue is None else clue
        return tuple(rooms)

    @property
    def _typed_parts(self) -> tuple[BodyPart, ...]:
        return tuple(part for part in self.parts if not isinstance(part, Gap))

    def _build(self, body: Body, values: list[Any]) -> P:
        arguments = [value for part, value in zip(self.parts, values, strict=True) if not isinstance(part, Gap)]
        model: Any = self.model
        return cast(P, model(body.rows, body.columns, *arguments))

    def write(self, puzzle: P) -> str:
        """Return the address of a puzzle without the site; `read` accepts it."""
        rows, columns, *values = (getattr(puzzle, field.name) for field in fields(puzzle))  # type: ignore[arg-type]
        body = Body("", rows, columns)
        return f"{self.genres[0]}/{columns}/{rows}/" + "".join(self._written(iter(values), body))

    def _written(self, values: Iterator[Any], body: Body) -> Iterator[str]:
        for part in self.parts:
            yield part.write(() if isinstance(part, Gap) else next(values), body)

    def url(self, puzzle: P) -> str:
        """Return the full address of a puzzle."""
        return HOME + self.write(puzzle)


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LAST = 36
_ALONE = 18
"""Value of the first character in `Sparse` for empty cells only."""


@dataclass(frozen=True)
class Sparse:
    """A body part that marks a few cells: 1 for a marked cell.

    A character below i is a marked cell with a count of unmarked cells after it; others are unmarked cells only.
    """

    signs = ""

    def read(self, body: Body) -> Clues:
        marks, at = [0] * every_cell(body), 0
        while at < len(marks) and not body.ended:
            value = value_of(body.take(), 36)
            if value < _ALONE:
                marks[at] = 1
                at += value + 1
            else:
                at += value - _ALONE + 1
        body.require(at, len(marks))
        return tuple(marks)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        text, at = "", 0
        while at < len(value):
            here = value[at]
            run = next((step for step, mark in enumerate(value[at + here :]) if mark), len(value) - at - here)
            run = min(run, _ALONE - 1 if here else _LAST - _ALONE)
            text += _DIGITS[run if here else _ALONE - 1 + run]
            at += run + here
        return text

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        raise NotImplementedError


@dataclass(frozen=True)
class Dots:
    """A body part with white (1) and black (2) dots at centres, edges and corners of cells; 0 is no dot.

    The positions are those of a grid that is twice as fine, without the outer border.
    """

    signs = ""

    def read(self, body: Body) -> Clues:
        dots, at = [0] * dot_places(body), 0
        while at < len(dots) and not body.ended:
            value = value_of(body.take(), 36)
            if value < 16:
                dots[at] = value % 2 + 1
                at += value // 2 + 1
            else:
                at += value - 15
        body.require(at, len(dots))
        return tuple(dots)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        text, at = "", 0
        while at < len(value):
            here = value[at]
            ahead = value[at + (here > 0) :]
            run = next((step for step, dot in enumerate(ahead) if dot), len(ahead))
            run = min(run, 7 if here else 20)
            text += _DIGITS[2 * run + here - 1 if here else 15 + run]
            at += run + (here > 0)
        return text

    def typed(self, words: Sequence[str], body: Body) -> Clues:
        raise NotImplementedError


def dot_places(body: Body) -> int:
    return (2 * body.rows - 1) * (2 * body.columns - 1)


SPARSE: Final = Sparse()
"""Part with a few marked cells, such as the trees of Tents."""
DOTS: Final = Dots()
"""Part with dots, such as the centres of Galaxies."""
