"""Sudoku's rules in plain code, one candidate at a time, as the reference for compiled clauses."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, count

from entails.encoders.cnf import Style
from entails.encoders.cnf.at_most_one import AT_MOST_ONE
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

Candidate = tuple[int, int]


def rules(shape: Shape) -> list[tuple[str, list[Candidate]]]:
    """Return every rule: its sentence, and the candidates of which it requires exactly one."""
    digits = range(1, shape.size + 1)
    result = [
        (f"{shape.cell_name(cell)} has one digit", [(cell, digit) for digit in digits]) for cell in range(shape.cells)
    ]
    result += [
        (f"{unit.name} has one {digit}", [(cell, digit) for cell in unit.cells])
        for unit in shape.units
        for digit in digits
    ]
    return result


def rule_clauses(shape: Shape, style: Style, form: str) -> Iterator[tuple[list[int], str]]:
    """Yield the clauses of the rules with their sentences; a clause occurs once for each rule that gives it."""
    supply = count(shape.cells * shape.size + 1)
    for number, (sentence, candidates) in enumerate(rules(shape)):
        facts = [cell * shape.size + digit for cell, digit in candidates]
        is_cell = number < shape.cells
        if style == "complete" or is_cell:
            yield facts, sentence
        if style == "complete" or not is_cell:
            for clause in AT_MOST_ONE[form](facts, partial(next, supply)):
                yield clause, sentence


def pruned_clauses(grid: Grid) -> Counter[frozenset[str]]:
    """Return the clauses after the three steps of Landreau 2025: satisfied rules are dropped, excluded candidates are
    removed, and each remaining rule becomes "at least one" and "no two". A clause occurs as often as rules give it.
    """
    shape = grid.shape
    name = shape.candidate_name
    held = {(cell, digit) for cell, digit in enumerate(grid.cells) if digit}
    excluded = {
        (cell, digit)
        for cell in range(shape.cells)
        for digit in range(1, shape.size + 1)
        if grid.cells[cell]
        or any(grid.cells[peer] == digit for unit in shape.units if cell in unit.cells for peer in unit.cells)
        or (grid.marks is not None and not grid.marks[cell] >> (digit - 1) & 1)
    }
    clauses: list[frozenset[str]] = []
    for _, rule in rules(shape):
        holding = sum(candidate in held for candidate in rule)
        if holding == 1:
            continue
        left = [] if holding else [candidate for candidate in rule if candidate not in excluded]
        clauses.append(frozenset(name(*candidate) for candidate in left))
        clauses += [frozenset(("-" + name(*item), "-" + name(*second))) for item, second in combinations(left, 2)]
    return Counter(clauses)
