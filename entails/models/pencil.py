"""What pencil puzzles share: a digit or a colour for each cell, what is given, and how that is drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from entails.models.drawing import Cell, Choice, Edge, Shade
from entails.models.encoding import Group
from entails.models.lattice import CellLine, Lattice
from entails.models.row_text import in_rows, joined, number_text
from entails.models.sentence import Template
from entails.models.statement import AllDifferent, Clause, Variable, boolean
from entails.models.statement.draft import Draft

Values = Sequence[int | None]
"""The value of each variable; None where it is not known, so that half an answer can be shown too."""

GIVEN = Template("{cell} is given as {value}", "{cell} vaut {value} dans l'énoncé")
_CHOSEN = Template("one of several ways is taken", "une des façons est retenue")
_ONE_DIGIT = Template("{cell} holds one digit", "{cell} contient un seul chiffre")
_EVERY = Template("{line} holds every digit once", "{line} contient chaque chiffre une fois")
_ONE = Template("{line} holds one {value}", "{line} contient un seul {value}")


def digit_variables(board: Lattice, values: range, cells: Iterable[int] | None = None) -> tuple[Variable, ...]:
    """A number for each cell, or for some where the others hold nothing: r1c1=5."""
    found = []
    for name in map(board.name, board.cells if cells is None else cells):
        sentence = _ONE_DIGIT(cell=name)
        found.append(Variable(name, values, Group(sentence.say(), sentence.say(), sentence=sentence)))
    return tuple(found)


def every_digit_once(draft: Draft, lines: Iterable[CellLine]) -> None:
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


def give_digits(draft: Draft, board: Lattice, given: Values) -> None:
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


def digit_choices(values: Iterable[int]) -> tuple[Choice, ...]:
    """What may be written into a cell."""
    return tuple(Choice(text=str(value), fact=f"{{name}}={value}") for value in values)


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


def yes_or_no(text: str, fact: str, shade: Shade = "") -> tuple[Choice, ...]:
    """What may be put into a cell of which a fact holds or not."""
    return Choice(text=text, fact=fact, shade=shade), Choice(text="·", fact=f"not {fact}")


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
