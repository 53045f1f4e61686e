"""Shared parts of pencil puzzles: variables, givens, solutions and drawings with a value per cell.

The second part is for puzzles with rooms of n cells that contain the numbers 1 to n. The last has the rules that
puzzles of black and white cells share, each under its sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from entails.formats.text import in_rows, joined, number_text
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Clause, Connected, Constraint, Count, Formula, Logic
from entails.models.drawing import Cell, DrawnChoice, Edge, Shade
from entails.models.encoding import Group
from entails.models.lattice import CellLine, Lattice
from entails.models.statement import StatementBuilder, Variable, boolean
from entails.puzzles.common.regions import Roomed

Values = Sequence[int | None]
"""The value of each variable; None is unknown, so that a partial solution can be shown."""

GIVEN = Message("{cell} is {value} (given)", "{cell} vaut {value} (donné)")
_CHOSEN = Message("exactly one alternative is chosen", "exactement une possibilité est retenue")
_ONE_DIGIT = Message("{cell} has one digit", "{cell} contient un seul chiffre")
_EVERY = Message("{line} contains every digit once", "{line} contient chaque chiffre une fois")
_ONE = Message("{line} has one {value}", "{line} contient un seul {value}")


def digit_variables(board: Lattice, values: range, cells: Iterable[int] | None = None) -> tuple[Variable, ...]:
    """Return a number variable for each cell, or for these cells; its facts are named like r1c1=5."""
    variables = []
    for name in map(board.name, board.cells if cells is None else cells):
        sentence = _ONE_DIGIT(cell=name)
        variables.append(Variable(name, values, Group(sentence.say(), sentence.say(), sentence=sentence)))
    return tuple(variables)


def every_digit_once(builder: StatementBuilder, lines: Iterable[CellLine]) -> None:
    """State that each line contains every digit once, so that a conflict may name one digit of a line."""
    for line in lines:
        every = AllDifferent(line.cells, each=_ONE(line=line.name))
        builder.rule(_EVERY(line=line.name), every, at=line.cells)


def yes_no_variables(board: Lattice, says: str) -> tuple[Variable, ...]:
    """Return a Boolean variable for each cell, with facts named by the template `says`: "black {name}"."""
    return tuple(boolean(board.name(cell), says=says) for cell in board.cells)


def hidden_choice(name: str, values: range | tuple[int, ...]) -> Variable:
    """Return an auxiliary variable, which users never see."""
    sentence = _CHOSEN()
    return Variable(name, values, Group(sentence.say(), sentence.say(), sentence=sentence), hidden=True)


def give_digits(builder: StatementBuilder, board: Lattice, givens: Values) -> None:
    """State each given digit as a clue of its own."""
    for cell, digit in enumerate(givens):
        if digit is not None:
            name = board.name(cell)
            builder.given(
                f"{name}={digit}", GIVEN(cell=name, value=digit), Clause((builder.fact(cell, digit),)), at=[cell]
            )


def digit_cells(board: Lattice, givens: Values, solution: Values = ()) -> tuple[Cell, ...]:
    """Return drawn cells with digits: the givens and, if there is one, a solution."""
    return tuple(
        Cell(
            row=board.place(cell)[0],
            column=board.place(cell)[1],
            name=board.name(cell),
            text="" if (digit := clue if clue is not None else value) is None else str(digit),
            kind="given" if clue is not None else "open" if value is None else "found",
        )
        for cell, (clue, value) in enumerate(zip_longest(givens, solution))
    )


def digit_choices(values: Iterable[int]) -> tuple[DrawnChoice, ...]:
    """Return the values that a user may enter in a cell of digits."""
    return tuple(DrawnChoice(text=str(value), fact=f"{{name}}={value}") for value in values)


@dataclass(frozen=True)
class Marks:
    """A solution with yes (1) or no (0) for each cell; None is unknown."""

    columns: int
    cells: tuple[int | None, ...]

    def text(self, signs: str) -> str:
        """Return the rows between slashes; `signs` has the characters for no and yes."""
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
    """Return drawn cells with their clues, and a sign or shade in the cells that a solution marks.

    If `settled`, nothing remains to be decided in cells with a clue.
    """
    values = [None] * len(board.cells) if marks is None else marks.cells
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
        for cell, (mark, clue) in enumerate(zip(values, clues or [""] * len(values), strict=True))
    )


def clue_text(clue: int | None) -> str:
    """Return a clue as printed: ? for an unknown number, empty for no clue."""
    return "" if clue is None else "?" if clue < 0 else str(clue)


def loose_walls(board: Lattice, walls: Sequence[int], regions: Sequence[int]) -> tuple[Edge, ...]:
    """Return the walls that lie inside a region, which region borders do not show."""
    return tuple(
        Edge(
            row=board.place(neighbour)[0],
            column=board.place(neighbour)[1],
            way="down" if board.place(cell)[0] == board.place(neighbour)[0] else "across",
            line=True,
            kind="given",
        )
        for (cell, neighbour), wall in zip(board.borders, walls, strict=True)
        if wall and regions[cell] == regions[neighbour]
    )


def yes_or_no(text: str, fact: str, shade: Shade = "") -> tuple[DrawnChoice, ...]:
    """Return the two values that a user may enter in a cell: a fact is true, or false."""
    return DrawnChoice(text=text, fact=fact, shade=shade), DrawnChoice(text="·", fact=f"not {fact}")


@dataclass(frozen=True)
class Digits:
    """A solution with a number for each cell; None is unknown or a cell without a number."""

    columns: int
    cells: tuple[int | None, ...]

    @classmethod
    def at(cls, board: Lattice, cells: Iterable[int], values: Values) -> "Digits":
        """Return a solution with these values in these cells, and no value in the others."""
        held = dict(zip(cells, values, strict=False))
        return cls(board.columns, tuple(held.get(cell) for cell in board.cells))

    def text(self) -> str:
        """Return the rows between slashes."""
        return joined(in_rows(("." if value is None else number_text(value) for value in self.cells), self.columns))


_ONE_ROOM = Message("{cell} has one number", "{cell} contient un seul nombre")
_EACH = Message("the room of {cell} contains each number once", "la pièce de {cell} contient chaque nombre une fois")
_SMALL = Message("{cell} is at most the size of its room", "{cell} ne dépasse pas la taille de sa pièce")


def room_variables(puzzle: Roomed) -> Iterator[Variable]:
    """Yield a number variable for each cell; its domain ends at the size of the largest room."""
    most = max(map(len, puzzle.room_cells))
    for name in map(puzzle.board.name, puzzle.board.cells):
        sentence = _ONE_ROOM(cell=name)
        yield Variable(name, range(1, most + 1), Group(sentence.say(), sentence.say(), sentence=sentence))


def room_numbers(builder: StatementBuilder, puzzle: Roomed) -> None:
    """State that every room contains the numbers from 1 to its size."""
    most = max(map(len, puzzle.room_cells))
    for cells in puzzle.room_cells:
        name = puzzle.board.name(cells[0])
        for cell in cells:
            beyond = range(len(cells) + 1, most + 1)
            if beyond:
                fits = Clause(tuple(builder.fact(cell, number) for number in range(1, len(cells) + 1)))
                builder.rule(_SMALL(cell=puzzle.board.name(cell)), fits, at=[cell])
        builder.rule(_EACH(cell=name), AllDifferent(cells), at=cells)


def give_numbers(builder: StatementBuilder, puzzle: Roomed, givens: Values) -> None:
    """State each given number as a clue of its own; a number outside the domain is a contradiction."""
    most = max(map(len, puzzle.room_cells))
    for cell, number in enumerate(givens):
        if number is not None and number != -1:
            name = puzzle.board.name(cell)
            constraint = Clause((builder.fact(cell, number),)) if 1 <= number <= most else Count((), "=", 1)
            builder.given(f"{name}={number}", GIVEN(cell=name, value=number), constraint, at=[cell])


def rooms_complete(puzzle: Roomed, held: Sequence[int | None]) -> tuple[Iterator[str], Iterator[str]]:
    """Check rooms: yield errors for repeated numbers, and for cells without a number that fits the room."""
    board = puzzle.board

    def twice() -> Iterator[str]:
        for cells in puzzle.room_cells:
            known = [held[cell] for cell in cells if held[cell] is not None]
            if len(set(known)) < len(known):
                yield f"the room of {board.name(cells[0])} has a repeated number"

    def missing() -> Iterator[str]:
        for cells in puzzle.room_cells:
            for cell in cells:
                if held[cell] not in range(1, len(cells) + 1):
                    yield f"{board.name(cell)} has no number that fits its room"

    return twice(), missing()


def numbers_changed(puzzle: Roomed, givens: Values, held: Sequence[int | None]) -> Iterator[str]:
    """Yield an error for each given number that differs in the solution."""
    for cell, number in enumerate(givens):
        if number not in (None, -1, held[cell]):
            yield f"the number in {puzzle.board.name(cell)} has changed"


APART = Message("{cell} and {other} are not both black", "{cell} et {other} ne sont pas toutes deux noires")
WHITE_CONNECTED = Message("all white cells are connected", "toutes les cases blanches sont d'un seul tenant")
BLACK_CONNECTED = Message("all black cells are connected", "toutes les cases noires sont d'un seul tenant")
NOT_ALL_BLACK = Message("{cells} are not all black", "{cells} ne sont pas toutes noires")
NOT_ALL_WHITE = Message("{cells} are not all white", "{cells} ne sont pas toutes blanches")
STAYS_WHITE = Message("the clue cell {cell} is white", "la case à indice {cell} est blanche")


def black_apart(builder: StatementBuilder, board: Lattice, black: Sequence[int]) -> None:
    """State that no two black cells share an edge."""
    for cell, neighbour in board.borders:
        sentence = APART(cell=board.name(cell), other=board.name(neighbour))
        builder.rule(sentence, Clause((-black[cell], -black[neighbour])), at=(cell, neighbour))


def no_square(builder: StatementBuilder, board: Lattice, lits: Sequence[int], template: Message) -> None:
    """State that these literals are not all true in any 2x2 square."""
    for square in board.squares(2):
        constraint = Clause(tuple(-lits[cell] for cell in square))
        builder.rule(template(cells=board.names(square)), constraint, at=square)


def connected(builder: StatementBuilder, board: Lattice, lits: Sequence[int], sentence: Sentence) -> None:
    """State that the cells whose literals are true are connected."""
    builder.rule(sentence, Connected(tuple(lits), board.borders))


def white_clues(builder: StatementBuilder, board: Lattice, black: Sequence[int], cells: Iterable[int]) -> None:
    """State that cells with a clue are white."""
    for cell in cells:
        builder.rule(STAYS_WHITE(cell=board.name(cell)), Clause((-black[cell],)), at=[cell])


class Sights:
    """Lines of sight: how far the view from a cell reaches.

    Each cell in a straight line has a hidden variable: whether that cell and all cells before it let the view pass.
    """

    def __init__(self, board: Lattice, cells: Iterable[int]) -> None:
        self.ahead = [(cell, way) for cell in cells for way in ahead(board, cell)]
        names = [(cell, target) for cell, way in self.ahead for target in way]
        self._first = len(board.cells)
        self.variables = tuple(
            boolean(f"{board.name(cell)} sees {board.name(target)}", hidden=True) for cell, target in names
        )

    def of(
        self, builder: StatementBuilder, cell: int, passes: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[Constraint, ...]]:
        """Return the literals of visible cells and their definitions; `passes` has a literal for each cell."""
        seen, meaning, number = list[int](), list[Constraint](), self._first
        for origin, way in self.ahead:
            facts = builder.facts(range(number, number + len(way)))
            number += len(way)
            if origin == cell:
                seen += facts
                for place, target in enumerate(way):
                    passed: list[Formula] = [passes[target], *facts[max(0, place - 1) : place]]
                    both: Formula = ("and", *passed)
                    meaning.append(Logic(("iff", facts[place], both)))
        return tuple(seen), tuple(meaning)


def ahead(board: Lattice, cell: int) -> list[tuple[int, ...]]:
    """Return the cells above, below, to the left and to the right of a cell, nearest first."""
    row, column = board.place(cell)
    return [
        tuple(board.cell(r, column) for r in reversed(range(row))),
        tuple(board.cell(r, column) for r in range(row + 1, board.rows)),
        tuple(board.cell(row, c) for c in reversed(range(column))),
        tuple(board.cell(row, c) for c in range(column + 1, board.columns)),
    ]
