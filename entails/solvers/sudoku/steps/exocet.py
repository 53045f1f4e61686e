"""Junior exocets: two base cells whose digits two target cells must hold too. Searched only when named.

The base cells lie side by side in a box and a line of a band; the targets in its two other boxes, off that line. If a
digit is in the base, it lies in each of these boxes off the line. In the three cross lines (through the third cell of
the base's part of the line, and through the targets), it has places beyond the band in at most two units: not enough
for all three lines. So it is in a cross line inside one of the boxes, and the cell beside the target cannot hold it.
Each of the two digits of the base is therefore in a target, so the targets hold nothing else.
"""

from collections.abc import Iterator
from itertools import product

from entails.solvers.kernels.sudoku_board import (
    HEAD_NUMBER,
    HEAD_UNIT,
    NO_ENTRY,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
)

_DIGITS = (3, 4)
"""Numbers of digits that the base cells may have together; with two they are a naked pair."""
_Places = tuple[tuple[int, int], ...]


class _LineBoard:
    """A board by lines: rows, or columns if `turned`; `holds` are the candidates and digits of a cell."""

    def __init__(self, board: CandidateBoard, turned: bool) -> None:
        self.turned = turned
        self.marks: list[int] = board.marks.tolist()
        digits: list[int] = board.digits.tolist()
        self.all: list[int] = [
            mask | (1 << digit >> 1 if digit else 0) for mask, digit in zip(self.marks, digits, strict=True)
        ]

    def cell(self, line: int, at: int) -> int:
        return 9 * at + line if self.turned else 9 * line + at

    def holds(self, line: int, at: int) -> int:
        return self.all[self.cell(line, at)]


def find_exocets(board: CandidateBoard, technique: int, steps: StepTable) -> None:
    """Find junior exocets. The step's unit is the line of the base, its number the digits of the base as bits."""
    for turned in (False, True):
        lines = _LineBoard(board, turned)
        for line, box, spare in product(range(9), range(3), range(3)):
            base = [lines.cell(line, 3 * box + at) for at in range(3) if at != spare]
            digits = lines.marks[base[0]] | lines.marks[base[1]]
            if not (lines.marks[base[0]] and lines.marks[base[1]]) or digits.bit_count() not in _DIGITS:
                continue
            left, right = ([*_targets(lines, line, far, digits)] for far in range(3) if far != box)
            for first, second in product(left, right):
                cross = _cross_places(lines, line, digits, (3 * box + spare, first[1], second[1]))
                if cross is not None:
                    targets = lines.cell(*first), lines.cell(*second)
                    _keep(board, lines, technique, line, base, digits, targets, cross, steps)


def _targets(lines: _LineBoard, line: int, box: int, digits: int) -> _Places:
    """Return the possible targets in a box: the cell beside it, across the band, has no digit of the base."""
    rows = [row for row in range(line // 3 * 3, line // 3 * 3 + 3) if row != line]
    return tuple(
        (row, at)
        for row, beside in (rows, rows[::-1])
        for at in range(3 * box, 3 * box + 3)
        if lines.marks[lines.cell(row, at)] & digits and not lines.holds(beside, at) & digits
    )


def _cross_places(lines: _LineBoard, line: int, digits: int, crossing: tuple[int, int, int]) -> list[int] | None:
    """Return the candidates of the digits in the cross lines beyond the band; None if two units do not cover some."""
    beyond = [row for row in range(9) if row // 3 != line // 3]
    candidates: list[int] = []
    for digit in _bits(digits):
        places = [(row, at) for row in beyond for at in crossing if lines.holds(row, at) >> digit & 1]
        if not _covered_by_two(places):
            return None
        candidates += [
            9 * lines.cell(*place) + digit for place in places if lines.marks[lines.cell(*place)] >> digit & 1
        ]
    return candidates


def _covered_by_two(places: list[tuple[int, int]]) -> bool:
    """Return whether two lines, in either direction, have all places."""

    def in_one(left: list[tuple[int, int]]) -> bool:
        return len({row for row, _ in left}) <= 1 or len({at for _, at in left}) <= 1

    if in_one(places):
        return True
    row, at = places[0]
    return in_one([place for place in places if place[0] != row]) or in_one(
        [place for place in places if place[1] != at]
    )


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(9) if mask >> bit & 1)


def _keep(
    board: CandidateBoard,
    lines: _LineBoard,
    technique: int,
    line: int,
    base: list[int],
    digits: int,
    targets: tuple[int, int],
    cross: list[int],
    steps: StepTable,
) -> None:
    """Keep a step: the targets lose all other digits, the base those that no target has."""
    row = begin_step(steps, technique)
    steps.head[row, HEAD_UNIT], steps.head[row, HEAD_NUMBER] = line + 9 * lines.turned, digits
    for cells in (base, targets[:1], targets[1:]):
        for cell in cells:
            for digit in _bits(lines.marks[cell] & digits):
                add_evidence(steps, row, 9 * cell + digit)
        add_evidence(steps, row, NO_ENTRY)
    for candidate in cross:
        add_evidence(steps, row, candidate)
    held = (lines.marks[targets[0]] | lines.marks[targets[1]]) & digits
    for places, kept in (([*targets], digits), (base, held)):
        for cell in places:
            for digit in _bits(lines.marks[cell] & ~kept):
                add_removal(steps, row, board, cell, digit + 1)
    keep_if_simplest(steps, row)
