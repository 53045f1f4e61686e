"""Sudoku as constraints: one variable per cell with the digits as values, and the cells of each unit all different.

A given fixes its cell, and pencil marks exclude the digits that they omit. Both are soft constraints with a sentence,
so that a conflict can name them. Literal `cell * size + digit` means "the cell holds the digit".
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from entails.formats.sudoku.write import write_grid
from entails.locale import sudoku_steps
from entails.locale.message import Message, Sentence
from entails.models.constraints import AllDifferent, Clause
from entails.models.encoding import Group
from entails.models.statement import Statement, Variable
from entails.models.sudoku.grid import Grid, mask_digits
from entails.models.sudoku.shape import Shape, Unit


def state(grid: Grid) -> Statement:
    """State a grid as constraints: the hard rules of its shape, then its givens and pencil marks as soft groups."""
    board, size = rules(grid.shape), grid.shape.size
    groups: list[Group] = []
    clauses: list[Clause] = []
    for cell, digit in grid.givens():
        clauses.append(Clause((cell * size + digit,), group=len(board.groups) + len(groups)))
        groups.append(_given_group(board.variables[cell].name, digit))
    for cell, mask in enumerate(grid.marks or ()):
        excluded = list(mask_digits(~mask & (1 << size) - 1))
        if excluded and not grid.cells[cell]:
            group = len(board.groups) + len(groups)
            clauses += [Clause((-(cell * size + digit),), group=group) for digit in excluded]
            groups.append(_marks_group(board.variables[cell].name, mask))
    text = grid.line if grid.marks is None else write_grid(grid, "json")
    about = f"puzzle sudoku {text}", f"shape {grid.shape.name}"
    return Statement(board.variables, tuple(groups), tuple(clauses), base=board, about=about)


_KEPT_SHAPES = 64
"""The number of shapes whose rules are cached; a file may have thousands of jigsaws."""


@lru_cache(_KEPT_SHAPES)
def rules(shape: Shape) -> Statement:
    """State the rules of Sudoku on a board of this shape."""
    digits = range(1, shape.size + 1)
    cells = tuple(map(shape.cell_name, range(shape.cells)))
    names = [unit_name(unit) for unit in shape.units]
    return Statement(
        tuple(Variable(cell, digits, _rule_group(_ONE_DIGIT(cell=sudoku_steps.cell(cell)), (cell,))) for cell in cells),
        tuple(
            _rule_group(_ALL_DIFFERENT(unit=name), tuple(cells[cell] for cell in unit.cells))
            for unit, name in zip(shape.units, names, strict=True)
        ),
        tuple(
            AllDifferent(unit.cells, each=_ONE_OF_EACH(unit=name), group=number)
            for number, (unit, name) in enumerate(zip(shape.units, names, strict=True))
        ),
    )


def answer(grid: Grid, true: Sequence[int]) -> Grid:
    """Decode the true literals of a solution into a full grid."""
    shape = grid.shape
    cells = [0] * shape.cells
    for fact in true:
        cell, digit = divmod(fact - 1, shape.size)
        cells[cell] = digit + 1
    return Grid(shape, tuple(cells))


@cache
def _given_group(cell: str, digit: int) -> Group:
    """Return the group of a given; cached, because grids share it."""
    sentence = _GIVEN(cell=sudoku_steps.cell(cell), digit=digit)
    return Group(f"given {cell}={digit}", sentence.say(), soft=True, cells=(cell,), sentence=sentence)


def _marks_group(cell: str, mask: int) -> Group:
    """Return the group of the pencil marks in a cell."""
    name, digits = sudoku_steps.cell(cell), ", ".join(map(str, mask_digits(mask)))
    sentence = _MARKED(cell=name, digits=digits) if digits else _NO_CANDIDATE(cell=name)
    return Group(f"marks {cell}", sentence.say(), soft=True, cells=(cell,), sentence=sentence)


def _rule_group(sentence: Sentence, cells: tuple[str, ...]) -> Group:
    text = sentence.say()
    return Group(text, text, cells=cells, sentence=sentence)


def unit_name(unit: Unit) -> Sentence:
    """Return the name of a unit as a sentence: "row 3", "la ligne 3"."""
    return sudoku_steps.unit(unit.name)


_ONE_DIGIT = Message("{cell} has one digit", "{cell} contient un seul chiffre")
_ALL_DIFFERENT = Message("{unit} has each digit once", "{unit} contient chaque chiffre une fois")
_ONE_OF_EACH = Message("{unit} has one {value}", "{unit} contient un seul {value}")
_GIVEN = Message("{cell} is {digit} (given)", "{cell} vaut {digit} (donné)")
_MARKED = Message("the marks of {cell} allow {digits}", "les notes de {cell} permettent {digits}")
_NO_CANDIDATE = Message("the marks of {cell} allow no digit", "les notes de {cell} ne permettent aucun chiffre")
