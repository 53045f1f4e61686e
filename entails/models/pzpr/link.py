"""`Link`: a puzzle read from its address and written as one; people may also type its parts in rows."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar, cast

from entails.models.errors import InvalidPuzzle
from entails.models.pzpr.address import HOME, address
from entails.models.pzpr.parts import Body, Gap, Part, Walls
from entails.models.row_text import rows_of

P = TypeVar("P")


@dataclass(frozen=True)
class Link(Generic[P]):
    """The model has rows and columns first, then a field for each part. The first of `genres` is written."""

    model: type[P]
    genres: tuple[str, ...]
    parts: tuple[Part, ...]

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

    def _room_clues(self, part: Part, value: Any, body: Body) -> Any:
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
    def _said(self) -> tuple[Part, ...]:
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
