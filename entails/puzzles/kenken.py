"""KenKen: every number once in each row and column; the numbers of a cage make its result by its operation."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod

from entails.formats.sudoku.ipuz import Ipuz, IpuzCage, is_ipuz, read_ipuz, write_ipuz
from entails.formats.text import in_rows, joined, once_each, square_of
from entails.locale.message import Message
from entails.models.constraints import Clause, Constraint, Distance, Linear, Product, Table, TupleRows
from entails.models.drawing import Drawing
from entails.models.drawing import DrawnCage as DrawnCage
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Digits, Values, digit_cells, digit_choices, digit_variables, every_digit_once
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("calcudoku", "mathdoku", "keen")
MAKES = Message("cage {name} ({cells}) makes {result}", "la cage {name} ({cells}) donne {result}")
_SAID = re.compile(r"(\S+?)\s*=\s*(\S+)")
_RESULT = re.compile(r"([0-9]{1,9})([-+x*×÷/:]?)")
_OTHER_SIGNS = {"*": "x", "×": "x", "÷": "/", ":": "/"}
_CAGES = "the name of each cell's cage, then results such as A=6+ B=2/ C=3"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MOST = 16
_LARGEST_TABLE = 20_000


@dataclass(frozen=True)
class ArithmeticCage:
    """Cells, their result and the operation: one of + - x /, or none for a single cell and where it is not told."""

    name: str
    cells: tuple[int, ...]
    result: int
    sign: str

    @property
    def text(self) -> str:
        return f"{self.result}{self.sign}"

    def makes(self, numbers: Sequence[int]) -> bool:
        """Is the result made of these numbers?"""
        high, low = max(numbers), min(numbers)
        ways = {"+": sum(numbers) == self.result, "x": prod(numbers) == self.result}
        if len(numbers) == 2:
            ways |= {"-": high - low == self.result, "/": low > 0 and high == low * self.result}
        return ways.get(self.sign, False) if self.sign else any(ways.values())


@dataclass(frozen=True)
class KenKen:
    """Cages that cover a square of this side."""

    side: int
    cages: tuple[ArithmeticCage, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(16)
def rules(side: int) -> Statement:
    """The rules of Latin squares."""
    board = Lattice(side, side)
    draft = StatementBuilder(digit_variables(board, range(1, side + 1)))
    every_digit_once(draft, board.lines)
    return draft.statement()


def _claim(draft: StatementBuilder, cage: ArithmeticCage, side: int) -> Constraint:
    cells = cage.cells
    if len(cells) == 1 and cage.result in range(1, side + 1):
        return Clause((draft.fact(cells[0], cage.result),))
    if cage.sign == "+":
        return Linear(tuple((1, cell) for cell in cells), "=", cage.result)
    if cage.sign == "x":
        return Product(cells, cage.result)
    if cage.sign == "-":
        return Distance(cells[0], cells[1], "=", cage.result)
    rows = [row for row in product(range(1, side + 1), repeat=len(cells)) if cage.makes(row)]
    return Table(cells, TupleRows(rows, len(cells)))


def _cage(name: str, cells: tuple[int, ...], text: str, side: int) -> ArithmeticCage:
    found, where = _RESULT.fullmatch(text), f"cage {name[:12]}"
    if found is None:
        raise InvalidPuzzle(
            f"{text[:12]!r} stands here", where=where, expected="a number and one of + - x / or no sign"
        )
    sign = _OTHER_SIGNS.get(found[2], found[2])
    if sign in ("-", "/") and len(cells) != 2:
        raise InvalidPuzzle(f"{sign} stands at {len(cells)} cells", where=where, expected="two cells")
    if not sign and len(cells) > 1 and side ** len(cells) > _LARGEST_TABLE:
        raise InvalidPuzzle("so large a cage has no sign", where=where, expected="+ or x")
    return ArithmeticCage(name, cells, int(found[1]), "" if len(cells) == 1 else sign)


def _from_ipuz(said: Ipuz) -> KenKen:
    """Cages are named in the order of their first cells; a digit that is given is a cage of its own."""
    where, board = "ipuz, cages", Lattice(said.size, said.size)
    if said.kinds != {"calcudoku"} or said.size > _MOST:
        kinds = ", ".join(sorted(said.kinds)) or "sudoku"
        raise InvalidPuzzle(f"this is {kinds} on {said.size} rows", where="ipuz", expected="calcudoku alone")
    found = [(cage.cells, cage.value, cage.sign) for cage in said.cages]
    inside = [cell for cells, _, _ in found for cell in cells]
    for cell, digit in enumerate(said.given):
        if inside.count(cell) + (digit is not None) != 1:
            problem = f"{board.name(cell)} is not in exactly one cage"
            raise InvalidPuzzle(problem, where=where, expected="cages that cover the board")
        found += [((cell,), digit, "")] if digit is not None else []
    cages = []
    for number, (cells, result, sign) in enumerate(sorted(found, key=lambda one: min(one[0]))):
        if result is None:
            raise InvalidPuzzle("a cage has no result", where=where, expected="a value for each")
        name = _NAMES[number] if len(found) <= len(_NAMES) else f"c{number + 1}"
        cages.append(_cage(name, tuple(sorted(cells)), f"{result}{sign}", said.size))
    return KenKen(said.size, tuple(cages))


def write_ipuz_cages(puzzle: KenKen) -> str:
    """The document of a puzzle."""
    cages = tuple(IpuzCage(cage.cells, cage.result, cage.sign) for cage in puzzle.cages)
    return write_ipuz(Ipuz(puzzle.side, frozenset(["calcudoku"]), (None,) * puzzle.side**2, cages=cages))


class KenKenPuzzle(Puzzle[KenKen, Digits]):
    name = "kenken"
    model = KenKen
    examples = (
        Example("small", "AABC/DABC/DEEC/FEGG A=7+ B=1- C=6x D=7+ E=6+ F=1 G=8x", "4x4"),
        Example("several", "AABC/DABC/DEEC/FEGG A=7+ B=1- C=12x D=7+ E=6+ F=1 G=8x", "several solutions"),
        Example("clash", "AABC/DABC/DEEC/FEGG A=8+ B=1- C=6x D=7+ E=6+ F=1 G=8x", "no solution"),
    )

    def state(self, puzzle: KenKen) -> Statement:
        """The results are what the puzzle gives."""
        board, draft = puzzle.board, StatementBuilder(frame=rules(puzzle.side))
        for cage in puzzle.cages:
            sentence = MAKES(name=cage.name, cells=board.names(cage.cells), result=cage.text)
            draft.given(f"cage {cage.name}={cage.text}", sentence, _claim(draft, cage, puzzle.side), at=cage.cells)
        return draft.statement()

    def decode(self, puzzle: KenKen, values: Values) -> Digits:
        return Digits(puzzle.side, tuple(values))

    def check(self, puzzle: KenKen, answer: Digits) -> str | None:
        held, board = answer.cells, puzzle.board
        if len(held) != puzzle.side**2:
            return OTHER_SIZE

        def missing() -> Iterator[str]:
            for cell in board.cells:
                if held[cell] not in range(1, puzzle.side + 1):
                    yield f"{board.name(cell)} has no number"

        def twice() -> Iterator[str]:
            for line in board.lines:
                if len({held[cell] for cell in line.cells}) < puzzle.side:
                    yield f"{line.name.say()} holds a number twice"

        def cages() -> Iterator[str]:
            for cage in puzzle.cages:
                if not cage.makes([held[cell] or 0 for cell in cage.cells]):
                    yield f"cage {cage.name} does not make {cage.text}"

        return first(missing(), twice(), cages())

    def parse(self, text: str) -> KenKen:
        """The name of each cell's cage, rows on lines or between slashes, then results such as A=6+; the sign is left
        out for a single cell, and where solvers have to find it. Or calcudoku as an ipuz document."""
        if is_ipuz(text):
            return _from_ipuz(read_ipuz(text))
        said = once_each(_SAID.findall(text))
        rows = square_of(_SAID.sub("", text), expected=_CAGES)
        side, names = len(rows), [name for row in rows for name in row]
        if side > _MOST:
            raise InvalidPuzzle(f"there are {side} rows", expected=f"{_MOST} at most")
        cages = []
        for name in dict.fromkeys(names):
            if name not in said:
                where = f"cage {name[:12]}"
                raise InvalidPuzzle("this cage has no result", where=where, expected=f"{name[:12]}=6+ or the like")
            cells = tuple(cell for cell, its in enumerate(names) if its == name)
            cages.append(_cage(name, cells, said.pop(name), side))
        if said:
            raise InvalidPuzzle("there is no such cage", where=next(iter(said))[:12], expected=_CAGES)
        return KenKen(side, tuple(cages))

    def format(self, puzzle: KenKen) -> str:
        names = [""] * puzzle.side**2
        for cage in puzzle.cages:
            for cell in cage.cells:
                names[cell] = cage.name
        said = [f"{cage.name}={cage.text}" for cage in puzzle.cages]
        return " ".join([joined(in_rows(names, puzzle.side)), *said])

    @property
    def formats(self) -> Mapping[str, Callable[[KenKen], str]]:
        return {**super().formats, "ipuz": write_ipuz_cages}

    def draw(self, puzzle: KenKen, answer: Digits | None) -> Drawing:
        side, place = puzzle.side, puzzle.board.place
        regions = [0] * side**2
        for number, cage in enumerate(puzzle.cages):
            for cell in cage.cells:
                regions[cell] = number
        return Drawing(
            rows=side,
            columns=side,
            cells=digit_cells(puzzle.board, [None] * side**2, answer.cells if answer else ()),
            regions=tuple(regions),
            cages=tuple(DrawnCage(cells=tuple(map(place, cage.cells)), clue=cage.text) for cage in puzzle.cages),
            choices=digit_choices(range(1, side + 1)),
        )


PUZZLE = KenKenPuzzle()
