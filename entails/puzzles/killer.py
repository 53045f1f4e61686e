"""Killer Sudoku: place every digit once in each row, column and box; each cage adds up to its sum.
No digit repeats in a cage.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from entails.formats.text import EMPTY, in_rows, joined, number_text, once_each, square_of
from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Linear
from entails.models.drawing import Drawing, DrawnCage, blocks
from entails.models.errors import InvalidPuzzle, quantity
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import (
    Values,
    digit_cells,
    digit_choices,
    digit_variables,
    every_digit_once,
    give_digits,
)

ADDS_UP = Message("cage {name} ({cells}) adds up to {sum}", "la cage {name} ({cells}) a pour somme {sum}")
NO_TWICE = Message(
    "no digit repeats in cage {name} ({cells})", "aucun chiffre ne se répète dans la cage {name} ({cells})"
)
_BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 12: (3, 4), 16: (4, 4)}
_ASSIGNMENT = re.compile(r"(\S+?)\s*=\s*(\S+)")
_CAGES = "the name of each cell's cage, then sums such as A=10"


@dataclass(frozen=True)
class Killer:
    """A grid of given digits with cages.

    Attributes:
        cages: Name, sum and cells of each cage.
        digits: The given digits, row by row; None is an empty cell.
        box: Rows and columns of a box.
    """

    side: int
    cages: tuple[tuple[str, int, tuple[int, ...]], ...]
    digits: tuple[int | None, ...]
    box: tuple[int, int]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(16)
def rules(side: int, box: tuple[int, int]) -> Statement:
    """Return the statement of an empty grid: the rules of Sudoku."""
    board = Lattice(side, side)
    builder = StatementBuilder(digit_variables(board, range(1, side + 1)))
    every_digit_once(builder, (*board.lines, *board.boxes(*box)))
    return builder.statement()


def _number(text: str, where: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) > most:
        raise InvalidPuzzle(f"unexpected {text[:12]!r}", where=where, expected=f"a number up to {most}")
    return int(text)


def _box(text: str, side: int) -> tuple[int, int]:
    if not text and side in _BOXES:
        return _BOXES[side]
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
    if not match or int(match[1]) * int(match[2]) != side or side not in range(1, 17):
        expected = f"boxes=ROWSxCOLUMNS, of {side} cells each"
        raise InvalidPuzzle(f"no boxes for {quantity(side, 'row')}", where="boxes", expected=expected)
    return int(match[1]), int(match[2])


class KillerPuzzle(Puzzle[Killer, Killer]):
    name = "killer"
    model = Killer
    text_format = (
        "rows of letters that name the cages, then A=10 for sums, r1c1=5 for digits, boxes=3x2 for other boxes"
    )
    examples = (
        Example("small", "ABBC/AADC/EFDC/EFDG A=9 B=4 C=8 D=7 E=4 F=6 G=2", "4x4"),
        Example(
            "classic",
            "AABCCCDDE/FBBGGHDIE/FJJJGHHII/FJKKKLMNN/OPQQQLMRS/OPTTTUVRS/WXXXYUURZ/WabbYccdZ/eaaafcgdh "
            "A=15 B=17 C=12 D=16 E=10 F=16 G=16 H=20 I=14 J=13 K=16 L=12 M=7 N=3 O=10 P=12 Q=11 "
            "R=23 S=14 T=11 U=11 V=7 W=9 X=14 Y=10 Z=9 a=21 b=16 c=11 d=12 e=3 f=8 g=2 h=4",
            "9x9, one solution",
        ),
        Example(
            "six",
            "AAABCC/DDEBCF/GEEBHF/GIIHHF/GIJJHK/LLJMMK A=7 B=9 C=15 D=11 E=10 F=10 G=11 H=11 I=12 J=9 K=6 L=4 M=11",
            "6x6, boxes of 2x3",
        ),
        Example("two-ways", ".BBC/...C/EF.C/EF.G B=4 C=8 E=4 F=6 G=2", "two solutions"),
        Example("clash", "ABBC/AADC/EFDC/EFDG A=9 B=4 C=8 D=7 E=4 F=4 G=2", "two cages that want the same digits"),
    )

    def state(self, puzzle: Killer) -> Statement:
        """State the puzzle: the sums of the cages and the given digits are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.side, puzzle.box))
        give_digits(builder, board, puzzle.digits)
        for name, total, cells in puzzle.cages:
            where = board.names(cells)
            adding = Linear(tuple((1, cell) for cell in cells), "=", total)
            builder.rule(NO_TWICE(name=name, cells=where), AllDifferent(cells), at=cells)
            builder.given(f"cage {name}={total}", ADDS_UP(name=name, cells=where, sum=total), adding, at=cells)
        return builder.statement()

    def decode(self, puzzle: Killer, values: Values) -> Killer:
        return replace(puzzle, digits=tuple(values))

    def check(self, puzzle: Killer, answer: Killer) -> str | None:
        side, (high, wide), digits = puzzle.side, puzzle.box, answer.digits
        if any(clue not in (None, digit) for clue, digit in zip(puzzle.digits, digits, strict=True)):
            return "a given digit has changed"
        units: dict[tuple[str, int, int], list[int]] = {}
        for cell, digit in enumerate(digits):
            row, column = divmod(cell, side)
            for unit in (("row", row, 0), ("column", column, 0), ("box", row // high, column // wide)):
                units.setdefault(unit, []).append(digit or 0)
        for (kind, *_), held in units.items():
            if sorted(held) != list(range(1, side + 1)):
                return f"a {kind} contains {held}"
        for name, total, cells in puzzle.cages:
            held = [digits[cell] or 0 for cell in cells]
            if sum(held) != total or len(set(held)) < len(held):
                return f"cage {name} contains {held}"
        return None

    def parse(self, text: str) -> Killer:
        """Parse the cage name of each cell, then sums such as A=10 and digits such as r1c1=5.

        Rows are on lines or between slashes; `boxes=3x2` sets other than the default boxes.
        """
        values = once_each(_ASSIGNMENT.findall(text))
        rows = square_of(_ASSIGNMENT.sub("", text), expected=_CAGES)
        side, names = len(rows), [name for row in rows for name in row]
        board = Lattice(side, side)
        box = _box(values.pop("boxes", ""), side)
        digits = [_number(values.pop(board.name(cell), "0"), board.name(cell), side) or None for cell in board.cells]
        cages = []
        for name in dict.fromkeys(name for name in names if name not in EMPTY):
            if name not in values:
                raise InvalidPuzzle("missing sum", where=f"cage {name[:12]}", expected=f"a sum such as {name[:12]}=10")
            cells = tuple(cell for cell, its in enumerate(names) if its == name)
            cages.append((name, _number(values.pop(name), f"cage {name[:12]}", side * side * side), cells))
        if values:
            raise InvalidPuzzle("unknown cage or cell", where=next(iter(values))[:12], expected=_CAGES)
        return Killer(side, tuple(cages), tuple(digits), box)

    def format(self, puzzle: Killer) -> str:
        names = ["."] * puzzle.side**2
        for name, _, cells in puzzle.cages:
            for cell in cells:
                names[cell] = name
        parts = [f"{name}={total}" for name, total, _ in puzzle.cages]
        parts += [f"{puzzle.board.name(cell)}={digit}" for cell, digit in enumerate(puzzle.digits) if digit]
        parts += [] if _BOXES.get(puzzle.side) == puzzle.box else ["boxes={}x{}".format(*puzzle.box)]
        return " ".join([joined(in_rows(names, puzzle.side)), *parts])

    def format_answer(self, answer: Killer) -> str:
        return joined(in_rows((number_text(digit) if digit else "." for digit in answer.digits), answer.side))

    def draw(self, puzzle: Killer, answer: Killer | None) -> Drawing:
        side, place = puzzle.side, puzzle.board.place
        cages = (DrawnCage(cells=tuple(map(place, cells)), clue=str(total)) for _, total, cells in puzzle.cages)
        return Drawing(
            rows=side,
            columns=side,
            cells=digit_cells(puzzle.board, puzzle.digits, answer.digits if answer else ()),
            regions=blocks(side, side, *puzzle.box),
            cages=tuple(cages),
            choices=digit_choices(range(1, side + 1)),
        )


PUZZLE = KillerPuzzle()
