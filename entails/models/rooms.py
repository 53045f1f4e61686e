"""Rooms of n cells that hold the numbers 1 to n: what several puzzles share."""

from collections.abc import Iterator, Sequence

from entails.models.division import Roomed
from entails.models.encoding import Group
from entails.models.pencil import GIVEN, Values
from entails.models.sentence import Template
from entails.models.statement import AllDifferent, Clause, Count, Variable
from entails.models.statement.draft import Draft

_ONE = Template("{cell} holds one number", "{cell} contient un seul nombre")
_EACH = Template("the room of {cell} holds each number once", "la pièce de {cell} contient chaque nombre une fois")
_SMALL = Template("{cell} is at most the size of its room", "{cell} ne dépasse pas la taille de sa pièce")


def room_variables(puzzle: Roomed) -> Iterator[Variable]:
    """A number for each cell, up to the size of the largest room."""
    most = max(map(len, puzzle.room_cells))
    for name in map(puzzle.board.name, puzzle.board.cells):
        sentence = _ONE(cell=name)
        yield Variable(name, range(1, most + 1), Group(sentence.say(), sentence.say(), sentence=sentence))


def room_numbers(draft: Draft, puzzle: Roomed) -> None:
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


def give_numbers(draft: Draft, puzzle: Roomed, given: Values) -> None:
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
