"""Sudoku as a statement: every cell holds one digit, all cells of a unit are different, the givens are as they are.

Candidate (cell, digit) is fact `cell * size + digit`, so the facts of a board run cell by cell.
"""

from collections.abc import Sequence
from functools import lru_cache

from entails.locale import sudoku_steps
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Clause
from entails.models.encoding import Group
from entails.models.statement import Statement, Variable
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape, Unit

_KEPT_SHAPES = 64
"""Shapes whose rules stay in memory; jigsaws may come by the thousand."""

_ONE_DIGIT = Message("{cell} holds one digit", "{cell} contient un seul chiffre")
_ALL_DIFFERENT = Message("{unit} holds each digit once", "{unit} contient chaque chiffre une fois")
_ONE_OF_EACH = Message("{unit} holds one {value}", "{unit} contient un seul {value}")
_GIVEN = Message("{cell} is given as {digit}", "{cell} est donné : {digit}")
_MARKED = Message("{cell} is marked as {digits}", "{cell} est noté : {digits}")
_NOTHING = Message("nothing", "rien")


def unit_name(unit: Unit) -> Sentence:
    """ "row 3", "la ligne 3"."""
    return sudoku_steps.unit(unit.name)


@lru_cache(_KEPT_SHAPES)
def rules(shape: Shape) -> Statement:
    """The rules on a board of this shape."""
    digits = range(1, shape.size + 1)
    cells = tuple(map(shape.cell_name, range(shape.cells)))
    names = [unit_name(unit) for unit in shape.units]
    return Statement(
        tuple(Variable(cell, digits, _group(_ONE_DIGIT(cell=cell), (cell,))) for cell in cells),
        tuple(
            _group(_ALL_DIFFERENT(unit=name), tuple(cells[cell] for cell in unit.cells))
            for unit, name in zip(shape.units, names, strict=True)
        ),
        tuple(
            AllDifferent(unit.cells, each=_ONE_OF_EACH(unit=name), group=number)
            for number, (unit, name) in enumerate(zip(shape.units, names, strict=True))
        ),
    )


def state(grid: Grid) -> Statement:
    """The rules, the givens and the marks, each of which may be doubted."""
    shape, size, board = grid.shape, grid.shape.size, rules(grid.shape)
    cells, first, given = board.variables, len(board.groups), _given_groups(shape)
    groups: list[Group] = []
    said: list[Clause] = []
    for cell, digit in grid.givens():
        fact = cell * size + digit
        said.append(Clause((fact,), group=first + len(groups)))
        groups.append(given.get(fact) or given.setdefault(fact, _given(cells[cell].name, digit)))
    for cell, mask in enumerate(grid.marks or ()):
        absent = list(mask_digits(~mask & (1 << size) - 1))
        if absent and not grid.cells[cell]:
            name = cells[cell].name
            marked = _MARKED(cell=name, digits=", ".join(map(str, mask_digits(mask))) or _NOTHING())
            said += [Clause((-(cell * size + digit),), group=first + len(groups)) for digit in absent]
            groups.append(Group(f"marks {name}", marked.say(), doubtable=True, cells=(name,), sentence=marked))
    told = grid.line if grid.marks is None else f"{grid.line} with marks"
    about = (f"puzzle sudoku {told}", f"shape {shape.name}")
    return Statement(board.variables, tuple(groups), tuple(said), frame=board, about=about)


@lru_cache(_KEPT_SHAPES)
def _given_groups(shape: Shape) -> dict[int, Group]:
    """The groups of givens that were met on boards of this shape, by their facts: they are the same in every grid."""
    del shape
    return {}


def _given(cell: str, digit: int) -> Group:
    sentence = _GIVEN(cell=cell, digit=digit)
    return Group(f"given {cell}={digit}", sentence.say(), doubtable=True, cells=(cell,), sentence=sentence)


def answer(grid: Grid, true: Sequence[int]) -> Grid:
    """The grid, filled with the facts that hold."""
    shape = grid.shape
    cells = [0] * shape.cells
    for fact in true:
        cell, digit = divmod(fact - 1, shape.size)
        cells[cell] = digit + 1
    return Grid(shape, tuple(cells))


def _group(sentence: Sentence, cells: tuple[str, ...]) -> Group:
    text = sentence.say()
    return Group(text, text, cells=cells, sentence=sentence)
