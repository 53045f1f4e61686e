"""`Link`: a puzzle read from its address and written as one; people may also type its parts in rows.

Parts of bodies that say where something is, little of it on a large board: trees among cells, dots anywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar, cast

from entails.formats.puzzlink.parts import HOME, Body, BodyPart, Clues, Gap, Walls, address, every_cell, value_of
from entails.formats.text import EMPTY, rows_of
from entails.models.errors import InvalidPuzzle

P = TypeVar("P")


@dataclass(frozen=True)
class PuzzleLink(Generic[P]):
    """The model has rows and columns first, then a field for each part. The first of `genres` is written."""

    model: type[P]
    genres: tuple[str, ...]
    parts: tuple[BodyPart, ...]

    def read(self, text: str) -> P:
        """An address; or a board for each part with a semicolon between them, rows on lines or between slashes."""
        found = address(text, *self.genres)
        if found is None:
            return self._typed(text)
        body = Body(found.body, found.rows, found.columns)
        values = [part.read(body) for part in self.parts]
        left = body.text[body.at :].strip("0./")  # some end in what pads the last character
        if left:
            raise InvalidPuzzle(f"{left[:12]!r} is left over", where="address", expected="an address that ends here")
        return self._made(body, values)

    def _typed(self, text: str) -> P:
        if any(part.typed((), Body("", 0, 0)) is None for part in self._said):
            raise InvalidPuzzle("this puzzle is not typed in rows", expected="an address of puzz.link")
        wanted = " ; ".join("regions" if isinstance(part, Walls) else "clues" for part in self._said)
        expected = f"an address of puzz.link, or rows of {wanted}"
        texts = text.split(";")
        if len(texts) != len(self._said):
            raise InvalidPuzzle(f"there are {len(texts)} boards", expected=expected)
        boards = [rows_of(one, expected=expected) for one in texts]
        if len({(len(rows), len(rows[0])) for rows in boards}) > 1:
            raise InvalidPuzzle("the boards are not of one size", expected=expected)
        body, values = Body("", len(boards[0]), len(boards[0][0])), iter(boards)
        found = list[Any]()
        for part in self.parts:
            words = [] if isinstance(part, Gap) else [word for row in next(values) for word in row]
            value = () if isinstance(part, Gap) else part.typed(words, body)
            found.append(self._room_clues(part, value, body))
        return self._made(body, found)

    def _room_clues(self, part: BodyPart, value: Any, body: Body) -> Any:
        """Of clues that belong to regions, the first that stands in each."""
        if not body.regions or len(value) != len(body.regions) or isinstance(part, Walls):
            return value
        if getattr(part, "many", None) is None or part.many(body) == len(value):  # type: ignore[attr-defined]
            return value
        rooms: list[Any] = [None] * (max(body.regions) + 1)
        for cell, clue in enumerate(value):
            if clue is not None and rooms[body.regions[cell]] is None:
                rooms[body.regions[cell]] = clue
        return tuple(rooms)

    @property
    def _said(self) -> tuple[BodyPart, ...]:
        return tuple(part for part in self.parts if not isinstance(part, Gap))

    def _made(self, body: Body, values: list[Any]) -> P:
        said = [value for part, value in zip(self.parts, values, strict=True) if not isinstance(part, Gap)]
        made: Any = self.model
        return cast(P, made(body.rows, body.columns, *said))

    def write(self, puzzle: P) -> str:
        """The address without its beginning, which `read` reads."""
        rows, columns, *values = (getattr(puzzle, field.name) for field in fields(puzzle))  # type: ignore[arg-type]
        body = Body("", rows, columns)
        return f"{self.genres[0]}/{columns}/{rows}/" + "".join(self._written(iter(values), body))

    def _written(self, values: Iterator[Any], body: Body) -> Iterator[str]:
        for part in self.parts:
            yield part.write(() if isinstance(part, Gap) else next(values), body)

    def url(self, puzzle: P) -> str:
        """The whole address."""
        return HOME + self.write(puzzle)


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LAST = 36
_ALONE = 18
"""In `Sparse`: the first character that says nothing but empty cells."""


@dataclass(frozen=True)
class Sparse:
    """1 for some cells, few of them: a character below i is one of them and says how many others follow, those from i
    on are others alone."""

    def read(self, body: Body) -> Clues:
        found, at = [0] * every_cell(body), 0
        while at < len(found) and not body.ended:
            value = value_of(body.take(), 36)
            if value < _ALONE:
                found[at] = 1
                at += value + 1
            else:
                at += value - _ALONE + 1
        body.refuse_less(at, len(found))
        return tuple(found)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        said, at = "", 0
        while at < len(value):
            here = value[at]
            run = next((step for step, one in enumerate(value[at + here :]) if one), len(value) - at - here)
            run = min(run, _ALONE - 1 if here else _LAST - _ALONE)
            said += _DIGITS[run if here else _ALONE - 1 + run]
            at += run + here
        return said

    def typed(self, words: Sequence[str], body: Body) -> Clues | None:  # noqa: ARG002
        return tuple(int(word not in EMPTY) for word in words)


@dataclass(frozen=True)
class Dots:
    """White (1) and black (2) dots, 0 for none, in the middle of cells, on their borders and corners: all places of a
    board that is twice as fine, its rim left out."""

    def read(self, body: Body) -> Clues:
        found, at = [0] * dot_places(body), 0
        while at < len(found) and not body.ended:
            value = value_of(body.take(), 36)
            if value < 16:
                found[at] = value % 2 + 1
                at += value // 2 + 1
            else:
                at += value - 15
        body.refuse_less(at, len(found))
        return tuple(found)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        said, at = "", 0
        while at < len(value):
            here = value[at]
            ahead = value[at + (here > 0) :]
            run = next((step for step, one in enumerate(ahead) if one), len(ahead))
            run = min(run, 7 if here else 20)
            said += _DIGITS[2 * run + here - 1 if here else 15 + run]
            at += run + (here > 0)
        return said

    def typed(self, words: Sequence[str], body: Body) -> Clues | None:  # noqa: ARG002
        return None


def dot_places(body: Body) -> int:
    return (2 * body.rows - 1) * (2 * body.columns - 1)


SPARSE: Final = Sparse()
"""Some cells of many: the trees of tents."""
DOTS: Final = Dots()
"""The centres of galaxies."""
