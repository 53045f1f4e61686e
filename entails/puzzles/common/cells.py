"""What pencil puzzles share: a digit or a colour for each cell, what is given, and how that is drawn.

Rooms of n cells that hold the numbers 1 to n: what several puzzles share.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from entails.formats.text import in_rows, joined, number_text
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause, Count
from entails.models.drawing import Cell, DrawnChoice, Edge, Shade
from entails.models.encoding import Group
from entails.models.lattice import CellLine, Lattice
from entails.models.statement import StatementBuilder, Variable, boolean
from entails.puzzles.common.regions import Roomed

Values = Sequence[int | None]
"""The value of each variable; None where it is not known, so that half an answer can be shown too."""

GIVEN = Message("{cell} is given as {value}", "{cell} vaut {value} dans l'énoncé")
_CHOSEN = Message("one of several ways is taken", "une des façons est retenue")
_ONE_DIGIT = Message("{cell} holds one digit", "{cell} contient un seul chiffre")
_EVERY = Message("{line} holds every digit once", "{line} contient chaque chiffre une fois")
_ONE = Message("{line} holds one {value}", "{line} contient un seul {value}")


def digit_variables(board: Lattice, values: range, cells: Iterable[int] | None = None) -> tuple[Variable, ...]:
    """A number for each cell, or for some where the others hold nothing: r1c1=5."""
    found = []
    for name in map(board.name, board.cells if cells is None else cells):
        sentence = _ONE_DIGIT(cell=name)
        found.append(Variable(name, values, Group(sentence.say(), sentence.say(), sentence=sentence)))
    return tuple(found)


def every_digit_once(draft: StatementBuilder, lines: Iterable[CellLine]) -> None:
    """The rule of Latin squares, of which a contradiction can name a single digit."""
    for line in lines:
        every = AllDifferent(line.cells, each=_ONE(line=line.name))
        draft.rule(_EVERY(line=line.name), every, at=line.cells)


def yes_no_variables(board: Lattice, says: str) -> tuple[Variable, ...]:
    """Yes or no for each cell, called `says`: "black {name}"."""
    return tuple(boolean(board.name(cell), says=says) for cell in board.cells)


def hidden_choice(name: str, values: range | tuple[int, ...]) -> Variable:
    """Something that is chosen so that the rest fits, and that nobody is told about."""
    sentence = _CHOSEN()
    return Variable(name, values, Group(sentence.say(), sentence.say(), sentence=sentence), hidden=True)


def give_digits(draft: StatementBuilder, board: Lattice, given: Values) -> None:
    """State the digits that a puzzle gives, each by itself."""
    for cell, digit in enumerate(given):
        if digit is not None:
            name = board.name(cell)
            draft.given(f"{name}={digit}", GIVEN(cell=name, value=digit), Clause((draft.fact(cell, digit),)), at=[cell])


def digit_cells(board: Lattice, given: Values, found: Values = ()) -> tuple[Cell, ...]:
    """The digits of a board: those that are given, and those of an answer."""
    return tuple(
        Cell(
            row=board.place(cell)[0],
            column=board.place(cell)[1],
            name=board.name(cell),
            text="" if (digit := one if one is not None else other) is None else str(digit),
            kind="given" if one is not None else "open" if other is None else "found",
        )
        for cell, (one, other) in enumerate(zip_longest(given, found))
    )


def digit_choices(values: Iterable[int]) -> tuple[DrawnChoice, ...]:
    """What may be written into a cell."""
    return tuple(DrawnChoice(text=str(value), fact=f"{{name}}={value}") for value in values)


@dataclass(frozen=True)
class Marks:
    """An answer of yes (1) or no (0) for each cell; None where nobody knows."""

    columns: int
    cells: tuple[int | None, ...]

    def text(self, signs: str) -> str:
        """Rows between slashes, with a sign for no and one for yes."""
        words = ("?" if mark is None else signs[mark] for mark in self.cells)
        return joined(in_rows(words, self.columns))


def marked_cells(
    board: Lattice,
    marks: Marks | None,
    *,
    sign: str = "",
    shade: Shade = "",
    clues: Sequence[str] = (),
    settled: bool = False,
) -> tuple[Cell, ...]:
    """Cells with their clues, and a sign or a shade where the answer is yes. Clues that are `settled` leave nothing to
    decide in their cell."""
    found = [None] * len(board.cells) if marks is None else marks.cells
    return tuple(
        Cell(
            row=board.place(cell)[0],
            column=board.place(cell)[1],
            name=board.name(cell),
            text=sign if mark else "",
            clue=clue,
            kind="given" if clue and settled else "open" if mark is None else "found",
            shade=shade if mark else "",
        )
        for cell, (mark, clue) in enumerate(zip(found, clues or [""] * len(found), strict=True))
    )


def clue_text(clue: int | None) -> str:
    """A number as it is printed: ? where it is not said, nothing where there is none."""
    return "" if clue is None else "?" if clue < 0 else str(clue)


def loose_walls(board: Lattice, walls: Sequence[int], regions: Sequence[int]) -> tuple[Edge, ...]:
    """The walls that lie inside of a region, which no border between regions shows."""
    return tuple(
        Edge(
            row=board.place(other)[0],
            column=board.place(other)[1],
            way="down" if board.place(one)[0] == board.place(other)[0] else "across",
            line=True,
            kind="given",
        )
        for (one, other), wall in zip(board.borders, walls, strict=True)
        if wall and regions[one] == regions[other]
    )


def yes_or_no(text: str, fact: str, shade: Shade = "") -> tuple[DrawnChoice, ...]:
    """What may be put into a cell of which a fact holds or not."""
    return DrawnChoice(text=text, fact=fact, shade=shade), DrawnChoice(text="·", fact=f"not {fact}")


@dataclass(frozen=True)
class Digits:
    """An answer with a number for each cell; None where nobody knows, or where a cell has none."""

    columns: int
    cells: tuple[int | None, ...]

    @classmethod
    def at(cls, board: Lattice, cells: Iterable[int], values: Values) -> "Digits":
        """The values of some cells; the others have none."""
        held = dict(zip(cells, values, strict=False))
        return cls(board.columns, tuple(held.get(cell) for cell in board.cells))

    def text(self) -> str:
        """Rows between slashes."""
        return joined(in_rows(("." if one is None else number_text(one) for one in self.cells), self.columns))


_ONE_ROOM = Message("{cell} holds one number", "{cell} contient un seul nombre")
_EACH = Message("the room of {cell} holds each number once", "la pièce de {cell} contient chaque nombre une fois")
_SMALL = Message("{cell} is at most the size of its room", "{cell} ne dépasse pas la taille de sa pièce")


def room_variables(puzzle: Roomed) -> Iterator[Variable]:
    """A number for each cell, up to the size of the largest room."""
    most = max(map(len, puzzle.room_cells))
    for name in map(puzzle.board.name, puzzle.board.cells):
        sentence = _ONE_ROOM(cell=name)
        yield Variable(name, range(1, most + 1), Group(sentence.say(), sentence.say(), sentence=sentence))


def room_numbers(draft: StatementBuilder, puzzle: Roomed) -> None:
    """Every room holds 1 to its size."""
    most = max(map(len, puzzle.room_cells))
    for cells in puzzle.room_cells:
        name = puzzle.board.name(cells[0])
        for cell in cells:
            beyond = range(len(cells) + 1, most + 1)
            if beyond:
                fits = Clause(tuple(draft.fact(cell, number) for number in range(1, len(cells) + 1)))
                draft.rule(_SMALL(cell=puzzle.board.name(cell)), fits, at=[cell])
        draft.rule(_EACH(cell=name), AllDifferent(cells), at=cells)


def give_numbers(draft: StatementBuilder, puzzle: Roomed, given: Values) -> None:
    """What is given, each by itself; a number that no cell can hold is a contradiction."""
    most = max(map(len, puzzle.room_cells))
    for cell, number in enumerate(given):
        if number is not None and number != -1:
            name = puzzle.board.name(cell)
            says = Clause((draft.fact(cell, number),)) if 1 <= number <= most else Count((), "=", 1)
            draft.given(f"{name}={number}", GIVEN(cell=name, value=number), says, at=[cell])


def rooms_complete(puzzle: Roomed, held: Sequence[int | None]) -> tuple[Iterator[str], Iterator[str]]:
    """Complaints of the referee: a number twice in a room, and a cell without a number that suits its room."""
    board = puzzle.board

    def twice() -> Iterator[str]:
        for cells in puzzle.room_cells:
            known = [held[cell] for cell in cells if held[cell] is not None]
            if len(set(known)) < len(known):
                yield f"the room of {board.name(cells[0])} holds a number twice"

    def missing() -> Iterator[str]:
        for cells in puzzle.room_cells:
            for cell in cells:
                if held[cell] not in range(1, len(cells) + 1):
                    yield f"{board.name(cell)} has no number that suits its room"

    return twice(), missing()


def numbers_changed(puzzle: Roomed, given: Values, held: Sequence[int | None]) -> Iterator[str]:
    """What is given stays."""
    for cell, number in enumerate(given):
        if number not in (None, -1, held[cell]):
            yield f"the number in {puzzle.board.name(cell)} has changed"
