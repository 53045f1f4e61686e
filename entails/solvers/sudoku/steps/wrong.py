"""Wrong entries of a player: digits that contradict the puzzle, with reasons.

Entries are the digits of a grid that were not given. An entry is wrong if the givens and the entries before it have a
solution, but none with this entry. If nothing tells entries from givens, a digit is wrong if the grid has a solution
without it; if that holds for several digits, one of them is wrong.

The reason is a digit that the entry repeats in a unit, or else the contradiction to which steps lead from it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from entails.encoders.sudoku import unit_name
from entails.locale.message import Language, Message, Sentence, Series, series
from entails.locale.sudoku_steps import IS, NAMES, THEN, in_players_notation
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.any_shape import position_of
from entails.solvers.sudoku.steps.argument import Candidate
from entails.solvers.sudoku.steps.position import Step, has_no_solution
from entails.solvers.sudoku.steps.technique import DEFAULT, technique

_YOURS = Message("Your {digit} in {cell} is wrong: {why}.", "Votre {digit} en {cell} est faux : {why}.")
_THE = Message("The {digit} in {cell} is wrong: {why}.", "Le {digit} en {cell} est faux : {why}.")
_ONE_OF = Message(
    "One of these digits is wrong, because the grid has a solution without it: {candidates}.",
    "L'un de ces chiffres est faux, car la grille a une solution sans lui : {candidates}.",
)
_REPEATED = Message("{unit} already has a {digit}, in {cell}", "{unit} a déjà un {digit}, en {cell}")
_AT_ONCE = Message("with it, {trouble}", "avec lui, {trouble}")
_SINGLES = Message("with it, {links}, and {trouble}", "avec lui, {links}, et {trouble}")
_HARDER = Message(
    "with it, {count} steps, the hardest of them {name}, lead to a contradiction: {trouble}",
    "avec lui, {count} étapes, dont la plus dure est {name}, mènent à une contradiction : {trouble}",
)
_NO_SOLUTION = Message("no solution of the grid has it", "aucune solution de la grille ne l'a")
_MORE_LINKS = Message("… ({count} more) …", "… ({count} autres) …")
_SHOWN = 6
"""The most placements that a reason lists."""


@dataclass(frozen=True, slots=True)
class WrongDigit:
    """A digit that contradicts the puzzle.

    Attributes:
        cell: Its cell.
        digit: The digit.
        is_entry: Whether it is known to be an entry of the player.
        why: The reason.
        grid: The grid, for the names of its cells.
    """

    cell: int
    digit: int
    is_entry: bool
    why: Sentence
    grid: Grid

    @property
    def name(self) -> str:
        """The name of the entry, such as "r4c4=5"."""
        return self.grid.shape.candidate_name(self.cell, self.digit)

    def say(self, language: Language = "en") -> str:
        """Return the sentence that names the wrong digit and the reason."""
        cell = self.grid.shape.cell_name(self.cell)
        sentence = (_YOURS if self.is_entry else _THE)(digit=self.digit, cell=cell, why=self.why)
        return in_players_notation(sentence.say(language), language)


@dataclass(frozen=True, slots=True)
class WrongPosition:
    """The wrong digits in a position, with reasons.

    Attributes:
        digits: The wrong digits, each with its reason.
        suspects: Candidates (cell, digit) of which at least one is wrong, if no digit is certainly wrong.
        repaired: The grid without the wrong digits.
    """

    digits: tuple[WrongDigit, ...]
    suspects: tuple[Candidate, ...]
    repaired: Grid

    def say(self, language: Language = "en") -> str:
        """Return the sentences about all wrong digits."""
        if self.digits:
            return " ".join(wrong.say(language) for wrong in self.digits)
        names = [self.repaired.shape.candidate_name(*suspect) for suspect in self.suspects]
        return in_players_notation(_ONE_OF(candidates=series(names)).say(language), language)


def wrong_position(grid: Grid) -> WrongPosition | None:
    """Return the wrong digits of a grid; None if there are none, or if no single digit is to blame."""
    if not has_no_solution(grid):
        return None
    entries = [cell for cell in grid.found if grid.cells[cell]]
    if entries:
        wrong, right = _wrong_entries(grid, entries)
        return WrongPosition(tuple(wrong), (), right) if wrong else None
    suspects = [cell for cell, digit in enumerate(grid.cells) if digit and not has_no_solution(_without(grid, [cell]))]
    if not suspects:
        return None
    if len(suspects) == 1:
        right = _without(grid, suspects)
        return WrongPosition((_wrong_digit(grid, right, suspects[0], is_entry=False),), (), right)
    return WrongPosition((), tuple((cell, grid.cells[cell]) for cell in suspects), grid)


def _wrong_entries(grid: Grid, entries: Sequence[int]) -> tuple[list[WrongDigit], Grid]:
    """Return the wrong entries, and the grid without them; empty if the givens have no solution."""
    right = _without(grid, entries)
    if has_no_solution(right):
        return [], right
    wrong: list[int] = []
    for cell in entries:
        tried = _with(right, cell, grid.cells[cell])
        if has_no_solution(tried):
            wrong.append(cell)
        else:
            right = tried
    return [_wrong_digit(grid, right, cell, is_entry=True) for cell in wrong], right


def _wrong_digit(grid: Grid, right: Grid, cell: int, *, is_entry: bool) -> WrongDigit:
    return WrongDigit(cell, grid.cells[cell], is_entry, _reason(right, cell, grid.cells[cell]), grid)


def _reason(right: Grid, cell: int, digit: int) -> Sentence:
    """Return the reason why a digit cannot be in a cell of a solvable grid."""
    shape = right.shape
    for index in shape.units_of[cell]:
        holder = next((place for place in shape.units[index].cells if right.cells[place] == digit), None)
        if holder is not None:
            return _REPEATED(unit=unit_name(shape.units[index]), digit=digit, cell=shape.cell_name(holder))
    position = position_of(_with(right, cell, digit), DEFAULT, unique=False)
    taken: list[Step] = []
    while (step := position.easiest()) is not None:
        taken.append(step)
        position.take(step)
    if position.trouble is None:
        return _NO_SOLUTION()
    if not taken:
        return _AT_ONCE(trouble=position.trouble)
    if all(technique(step.technique).is_single for step in taken):
        placed = (place for step in taken for place in step.places)
        links = [IS(cell=shape.cell_name(place), digit=value) for place, value in placed]
        return _SINGLES(links=_shortened(links), trouble=position.trouble)
    hardest = max((step.technique for step in taken), key=DEFAULT.index)
    return _HARDER(count=len(taken), name=NAMES[hardest], trouble=position.trouble)


def _shortened(links: Sequence[Sentence]) -> Series:
    """Join links to a series; of many, keep the first and the last ones."""
    if len(links) <= _SHOWN:
        return series(links, THEN)
    half = _SHOWN // 2
    return series((*links[:half], _MORE_LINKS(count=len(links) - 2 * half), *links[-half:]), THEN)


def _with(grid: Grid, cell: int, digit: int) -> Grid:
    """Return a copy of a grid with a digit in a cell."""
    return _replaced(grid, {cell: digit})


def _without(grid: Grid, cells: Iterable[int]) -> Grid:
    """Empty cells of a grid and recompute its candidates, as a wrong digit may have removed some."""
    return _replaced(grid, dict.fromkeys(cells, 0))


def _replaced(grid: Grid, digits: dict[int, int]) -> Grid:
    cells = tuple(digits.get(cell, digit) for cell, digit in enumerate(grid.cells))
    return replace(Grid(grid.shape, cells), found=tuple(cell for cell in grid.found if cells[cell]))


def with_entries(grid: Grid, givens: Grid | None, entries: Iterable[Candidate]) -> Grid:
    """Return a position with known entries: the digits that `givens` lacks, and additional ones."""
    cells, entered = list(grid.cells), dict.fromkeys(grid.found)
    if givens is not None:
        entered.update(dict.fromkeys(cell for cell, digit in enumerate(cells) if digit and not givens.cells[cell]))
    for cell, digit in entries:
        cells[cell] = digit
        entered[cell] = None
    marks = None if grid.marks is None or tuple(cells) != grid.cells else grid.marks
    return replace(Grid(grid.shape, tuple(cells), marks), found=tuple(entered))
