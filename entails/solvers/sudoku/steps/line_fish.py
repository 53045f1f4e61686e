"""Fish on lines that are searched only when named: fish of five to seven lines, and kraken fish. In plain Python.

n base lines hold a digit n times. If n crossing lines cover its places there, it leaves the rest of the cover. Places
that the cover misses are fins: either one of them is true, or the fish is.

- Large fish have no fins, or fins in one box, and the removed candidates see them all. Sashimi: without its fins, some
  line has at most one place.
- Kraken fish of type 1: each fin removes, by a chain, a candidate that the fish would remove.
- Kraken fish of type 2: so do all fins and all places of one covering line, of which one is true; any candidate.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from entails.solvers.kernels.sudoku_board import (
    HEAD_CASE,
    NO_ENTRY,
    SEES,
    CandidateBoard,
    StepTable,
    add_evidence,
    add_removal,
    begin_step,
    keep_if_simplest,
)

_MOST_FINS = 5
_PLAIN, _FINNED, _SASHIMI = range(3)
_KRAKEN_SIZES = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class LineFish:
    """A fish on lines; cells are numbers.

    Attributes:
        digit: The digit, from 0.
        turned: Whether columns are covered by rows.
        covered: The places of each covering line in base lines.
        fins: The places in base lines that no covering line has.
        removed: The places of covering lines outside of the base.
        thin: Whether some base line has at most one place in covering lines, and a fin.
    """

    digit: int
    turned: bool
    covered: tuple[tuple[int, ...], ...]
    fins: tuple[int, ...]
    removed: tuple[int, ...]
    thin: bool

    @property
    def body(self) -> list[int]:
        """The covered places, in the order of the cells."""
        return sorted(cell for line in self.covered for cell in line)


def line_fish(board: CandidateBoard, size: int, fins: range) -> Iterator[LineFish]:
    """Yield the fish of a size whose number of fins is in a range; each line of base and cover has a covered place."""
    marks = board.marks.tolist()
    for digit in range(9):
        for turned in (False, True):
            lines = [sum((marks[_cell(line, at, turned)] >> digit & 1) << at for at in range(9)) for line in range(9)]
            for base in combinations([line for line in range(9) if lines[line]], size):
                every = 0
                for line in base:
                    every |= lines[line]
                for cover in combinations([at for at in range(9) if every >> at & 1], size):
                    yield from _covered(digit, turned, lines, base, cover, fins)


def _covered(
    digit: int, turned: bool, lines: list[int], base: tuple[int, ...], cover: tuple[int, ...], fins: range
) -> Iterator[LineFish]:
    wanted = sum(1 << at for at in cover)
    outside = [(line, lines[line] & ~wanted) for line in base]
    if sum(mask.bit_count() for _, mask in outside) not in fins or not all(lines[line] & wanted for line in base):
        return
    yield LineFish(
        digit,
        turned,
        tuple(tuple(_cell(line, at, turned) for line in base if lines[line] >> at & 1) for at in cover),
        tuple(_cell(line, at, turned) for line, mask in outside for at in range(9) if mask >> at & 1),
        tuple(
            _cell(line, at, turned) for line in range(9) if line not in base for at in cover if lines[line] >> at & 1
        ),
        any(mask and (lines[line] & wanted).bit_count() <= 1 for line, mask in outside),
    )


def _cell(line: int, at: int, turned: bool) -> int:
    return 9 * at + line if turned else 9 * line + at


def find_large_fish(board: CandidateBoard, technique: int, size: int, kind: int, steps: StepTable) -> None:
    """Find fish of a size, without fins, with fins in one box, or sashimi."""
    for fish in line_fish(board, size, range(1) if kind == _PLAIN else range(1, 10)):
        if kind != _PLAIN and ((kind == _SASHIMI) != fish.thin or len({_box(fin) for fin in fish.fins}) > 1):
            continue
        gone = [cell for cell in fish.removed if all(SEES[cell, fin] for fin in fish.fins)]
        if gone:
            _keep(board, technique, fish, [(cell, fish.digit) for cell in gone], [], steps)


def _box(cell: int) -> tuple[int, int]:
    return cell // 27, cell % 9 // 3


def find_kraken(
    board: CandidateBoard,
    technique: int,
    by_line: bool,
    refuted: Callable[[int], int],
    branch: Callable[[int, int], list[int]],
    steps: StepTable,
) -> None:
    """Find kraken fish of type 1, or of type 2 (`by_line`), of up to four lines.

    `refuted` gives the candidates that are false if a candidate is true, as bits; `branch` the chain between them.
    """
    seen: set[int] = set()
    for size in _KRAKEN_SIZES:
        for fish in line_fish(board, size, range(1, _MOST_FINS + 1)):
            direct = sum(1 << 9 * cell + fish.digit for cell in fish.removed)
            common = direct if not by_line else -1
            for fin in fish.fins:
                common &= refuted(9 * fin + fish.digit)
            for line in fish.covered if by_line and common else ((),):
                starts = (*line, *fish.fins)
                removable = common
                for cell in line:
                    removable &= refuted(9 * cell + fish.digit)
                for target in _bits(removable & ~direct if by_line else removable):
                    cell, digit = divmod(target, 9)
                    sees_all = digit == fish.digit and all(SEES[cell, start] for start in starts)
                    if not sees_all and target not in seen and board.marks[cell] >> digit & 1:
                        seen.add(target)
                        branches = [branch(9 * start + fish.digit, target) for start in starts]
                        _keep(board, technique, fish, [(cell, digit)], branches, steps)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _keep(
    board: CandidateBoard,
    technique: int,
    fish: LineFish,
    gone: list[tuple[int, int]],
    branches: list[list[int]],
    steps: StepTable,
) -> None:
    """Keep a step: its evidence is the body, the fins, and the branches of a kraken fish."""
    row = begin_step(steps, technique)
    steps.head[row, HEAD_CASE] = fish.turned
    for part in (fish.body, fish.fins):
        for cell in part:
            add_evidence(steps, row, 9 * cell + fish.digit)
        add_evidence(steps, row, NO_ENTRY)
    for chain in branches:
        for candidate in chain:
            add_evidence(steps, row, candidate)
        add_evidence(steps, row, NO_ENTRY)
    for cell, digit in gone:
        add_removal(steps, row, board, cell, digit + 1)
    keep_if_simplest(steps, row)
