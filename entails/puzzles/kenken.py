"""KenKen: place every number once in each row and column; each cage makes its result by its operation."""

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
_ASSIGNMENT = re.compile(r"(\S+?)\s*=\s*(\S+)")
_RESULT = re.compile(r"([0-9]{1,9})([-+x*×÷/:]?)")
_OTHER_SIGNS = {"*": "x", "×": "x", "÷": "/", ":": "/"}
_CAGES = "the name of each cell's cage, then results such as A=6+ B=2/ C=3"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MOST = 16
_LARGEST_TABLE = 20_000


@dataclass(frozen=True)
class ArithmeticCage:
    """A cage: its cells, its result and its operation.

    `sign` is one of + - x /, or empty for a single cell and for an unknown operation.
    """

    name: str
    cells: tuple[int, ...]
    result: int
    sign: str

    @property
    def text(self) -> str:
        return f"{self.result}{self.sign}"

    def makes(self, numbers: Sequence[int]) -> bool:
        """Return whether these numbers make the result."""
        high, low = max(numbers), min(numbers)
        ways = {"+": sum(numbers) == self.result, "x": prod(numbers) == self.result}
        if len(numbers) == 2:
            ways |= {"-": high - low == self.result, "/": low > 0 and high == low * self.result}
        return ways.get(self.sign, False) if self.sign else any(ways.values())


@dataclass(frozen=True)
class KenKen:
    """Cages that cover a square grid."""

    side: int
    cages: tuple[ArithmeticCage, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.side, self.side)


@lru_cache(16)
def rules(side: int) -> Statement:
    """Return the statement of an empty grid: a Latin square."""
    board = Lattice(side, side)
    builder = StatementBuilder(digit_variables(board, range(1, side + 1)))
    every_digit_once(builder, board.lines)
    return builder.statement()


def _constraint(builder: StatementBuilder, cage: ArithmeticCage, side: int) -> Constraint:
    cells = cage.cells
    if len(cells) == 1 and cage.result in range(1, side + 1):
        return Clause((builder.fact(cells[0], cage.result),))
    if cage.sign == "+":
        return Linear(tuple((1, cell) for cell in cells), "=", cage.result)
    if cage.sign == "x":
        return Product(cells, cage.result)
    if cage.sign == "-":
        return Distance(cells[0], cells[1], "=", cage.result)
    rows = [row for row in product(range(1, side + 1), repeat=len(cells)) if cage.makes(row)]
    return Table(cells, TupleRows(rows, len(cells)))


def _cage(name: str, cells: tuple[int, ...], text: str, side: int) -> ArithmeticCage:
    match, where = _RESULT.fullmatch(text), f"cage {name[:12]}"
    if match is None:
        raise InvalidPuzzle(f"unexpected {text[:12]!r}", where=where, expected="a number and one of + - x / or no sign")
    sign = _OTHER_SIGNS.get(match[2], match[2])
    if sign in ("-", "/") and len(cells) != 2:
        raise InvalidPuzzle(f"{sign} for {len(cells)} cells", where=where, expected="two cells")
    if not sign and len(cells) > 1 and side ** len(cells) > _LARGEST_TABLE:
        raise InvalidPuzzle("a cage of this size has no sign", where=where, expected="+ or x")
    return ArithmeticCage(name, cells, int(match[1]), "" if len(cells) == 1 else sign)


def _from_ipuz(document: Ipuz) -> KenKen:
    """Convert an ipuz document to a KenKen; a given digit becomes a cage of one cell.

    Cages are named in the order of their first cells.
    """
    where, board = "ipuz, cages", Lattice(document.size, document.size)
    if document.kinds != {"calcudoku"} or document.size > _MOST:
        kinds = ", ".join(sorted(document.kinds)) or "sudoku"
        raise InvalidPuzzle(
            f"{kinds} with {document.size} rows", where="ipuz", expected=f"calcudoku with at most {_MOST} rows"
        )
    entries = [(cage.cells, cage.value, cage.sign) for cage in document.cages]
    inside = [cell for cells, _, _ in entries for cell in cells]
    for cell, digit in enumerate(document.given):
        if inside.count(cell) + (digit is not None) != 1:
            problem = f"{board.name(cell)} is not in exactly one cage"
            raise InvalidPuzzle(problem, where=where, expected="cages that cover the board")
        entries += [((cell,), digit, "")] if digit is not None else []
    cages = []
    for number, (cells, result, sign) in enumerate(sorted(entries, key=lambda entry: min(entry[0]))):
        if result is None:
            raise InvalidPuzzle("a cage has no result", where=where, expected="a value for each cage")
        name = _NAMES[number] if len(entries) <= len(_NAMES) else f"c{number + 1}"
        cages.append(_cage(name, tuple(sorted(cells)), f"{result}{sign}", document.size))
    return KenKen(document.size, tuple(cages))


def write_ipuz_cages(puzzle: KenKen) -> str:
    """Return a KenKen as an ipuz document."""
    cages = tuple(IpuzCage(cage.cells, cage.result, cage.sign) for cage in puzzle.cages)
    return write_ipuz(Ipuz(puzzle.side, frozenset(["calcudoku"]), (None,) * puzzle.side**2, cages=cages))


class KenKenPuzzle(Puzzle[KenKen, Digits]):
    name = "kenken"
    model = KenKen
    text_format = "rows of letters that name the cages, then results such as A=6+ B=2/ C=3"
    examples = (
        Example("small", "AABC/DABC/DEEC/FEGG A=7+ B=1- C=6x D=7+ E=6+ F=1 G=8x", "4x4"),
        Example("several", "AABC/DABC/DEEC/FEGG A=7+ B=1- C=12x D=7+ E=6+ F=1 G=8x", "several solutions"),
        Example("clash", "AABC/DABC/DEEC/FEGG A=8+ B=1- C=6x D=7+ E=6+ F=1 G=8x", "no solution"),
    )

    def state(self, puzzle: KenKen) -> Statement:
        """State the puzzle: the results of the cages are the clues."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.side))
        for cage in puzzle.cages:
            sentence = MAKES(name=cage.name, cells=board.names(cage.cells), result=cage.text)
            builder.given(
                f"cage {cage.name}={cage.text}", sentence, _constraint(builder, cage, puzzle.side), at=cage.cells
            )
        return builder.statement()

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
                    yield f"{line.name.say()} has a repeated number"

        def cages() -> Iterator[str]:
            for cage in puzzle.cages:
                if not cage.makes([held[cell] or 0 for cell in cage.cells]):
                    yield f"cage {cage.name} does not make {cage.text}"

        return first(missing(), twice(), cages())

    def parse(self, text: str) -> KenKen:
        """Parse the cage name of each cell, then results such as A=6+; or an ipuz document of type calcudoku.

        Rows are on lines or between slashes. A cage without a sign may use any operation.
        """
        if is_ipuz(text):
            return _from_ipuz(read_ipuz(text))
        results = once_each(_ASSIGNMENT.findall(text))
        rows = square_of(_ASSIGNMENT.sub("", text), expected=_CAGES)
        side, names = len(rows), [name for row in rows for name in row]
        if side > _MOST:
            raise InvalidPuzzle(f"{side} rows", expected=f"at most {_MOST}")
        cages = []
        for name in dict.fromkeys(names):
            if name not in results:
                where = f"cage {name[:12]}"
                raise InvalidPuzzle("missing result", where=where, expected=f"a result such as {name[:12]}=6+")
            cells = tuple(cell for cell, its in enumerate(names) if its == name)
            cages.append(_cage(name, cells, results.pop(name), side))
        if results:
            raise InvalidPuzzle("unknown cage", where=next(iter(results))[:12], expected=_CAGES)
        return KenKen(side, tuple(cages))

    def format(self, puzzle: KenKen) -> str:
        names = [""] * puzzle.side**2
        for cage in puzzle.cages:
            for cell in cage.cells:
                names[cell] = cage.name
        results = [f"{cage.name}={cage.text}" for cage in puzzle.cages]
        return " ".join([joined(in_rows(names, puzzle.side)), *results])

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
