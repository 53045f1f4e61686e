"""Battleship: place the fleet so that ships never touch, even diagonally; numbers count ship cells per line.
Ships are straight. A cell may show water or a part of a ship.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.parts import HOME, NUMBERS, UNKNOWN, Body, Cells, address, rows_and_columns, truncated
from entails.formats.text import EMPTY, clue_in, framed, once_each, place
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count, Formula, Logic
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, ahead, clue_text, marked_cells, yes_no_variables, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE, areas, first

GENRES = ("battleship",)
ALIASES = ("battleships", "bimaru")
APART = Message(
    "{cell} and {other} are not both ship cells", "{cell} et {other} ne sont pas toutes deux des cases de navire"
)
FLEET = Plural(
    Message("the fleet has {count} ship of length {length}", "la flotte a {count} navire de longueur {length}"),
    Message("the fleet has {count} ships of length {length}", "la flotte a {count} navires de longueur {length}"),
)
LONGEST = Message("no ship is longer than {length}", "aucun navire n'est plus long que {length}")
COUNT = Plural(
    Message("{line} has {count} ship cell", "{line} a {count} case de navire"),
    Message("{line} has {count} ship cells", "{line} a {count} cases de navire"),
)
WATER = Message("{cell} is water", "{cell} est de l'eau")
SHIP = Message("{cell} is part of a ship", "{cell} fait partie d'un navire")
PART = Message("{cell} is {part}", "{cell} est {part}")
PARTS = (
    Message("the upper end of a ship", "le bout haut d'un navire"),
    Message("the lower end of a ship", "le bout bas d'un navire"),
    Message("the left end of a ship", "le bout gauche d'un navire"),
    Message("the right end of a ship", "le bout droit d'un navire"),
    Message("the middle of a ship", "le milieu d'un navire"),
    Message("a ship of length 1", "un navire de longueur 1"),
)
_MIDDLE, _WHOLE = 5, 6
_GOES_ON = {1: ({1},), 2: ({0},), 3: ({3},), 4: ({2},), _MIDDLE: ({0, 1}, {2, 3}), _WHOLE: (set[int](),)}
"""The directions in which a ship continues from each part: 0 up, 1 down, 2 left, 3 right, as in `ahead`."""
_SIGNS = "~^v<>#o"
"""The typed characters of water and of the six parts, in order."""
_SHOWN = "~▲▼◀▶■●"
_FLEETS = {"c": 3, "d": 4, "e": 5}
"""The fleets of addresses: one ship of this length, two of one less, and so on."""
_EXPECTED = (
    "a puzz.link address, or clues above and before rows of ., ~ (water), ^v<> (ends), # (middle), o (a whole ship) "
    "and ? (any part), then the lengths of the ships, such as fleet=3,2,2,1,1,1"
)


@dataclass(frozen=True)
class Battleship(OnBoard):
    """A grid of sea with clues and given cells.

    Attributes:
        clues: The numbers above the columns, then those beside the rows.
        givens: For each cell, 0 for water, 1 to 6 for a part (`PARTS`), -1 for any part, None if empty.
        fleet: The lengths of the ships.
    """

    clues: tuple[int | None, ...]
    givens: tuple[int | None, ...]
    fleet: tuple[int, ...]


def _berths(board: Lattice, length: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the possible places of a ship of this length: its cells, and the cells at its ends, which are water."""
    if length == 1:
        yield from (((cell,), tuple(board.beside(cell))) for cell in board.cells)
        return
    for line in board.lines:
        for start in range(len(line.cells) - length + 1):
            cells = line.cells[start : start + length]
            yield cells, (*line.cells[max(0, start - 1) : start], *line.cells[start + length :][:1])


def _given(builder: StatementBuilder, puzzle: Battleship, lit: Sequence[int]) -> None:
    for cell, part in enumerate(puzzle.givens):
        if part is None:
            continue
        name = puzzle.board.name(cell)
        if part <= 0:
            short, template, literal = (f"{name}?", SHIP, lit[cell]) if part else (f"{name}~", WATER, -lit[cell])
            builder.given(short, template(cell=name), Clause((literal,)), at=[cell])
            continue
        sides = [lit[way[0]] if way else None for way in ahead(puzzle.board, cell)]
        looks: list[Formula] = []
        for goes_on in _GOES_ON[part]:
            if all(sides[way] is not None for way in goes_on):
                beside = (side if way in goes_on else -side for way, side in enumerate(sides) if side is not None)
                parts: list[Formula] = [lit[cell], *beside]
                looks.append(("and", *parts))
        constraint = Logic(("or", *looks)) if looks else Count((), "=", 1)
        builder.given(f"{name}{_SIGNS[part]}", PART(cell=name, part=PARTS[part - 1]()), constraint, at=[cell])


def _triangle(longest: int) -> tuple[int, ...]:
    return tuple(length for length in range(longest, 0, -1) for _ in range(longest + 1 - length))


def _lengths(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-9]\d?(,[1-9]\d?){0,99}", text):
        raise InvalidPuzzle(
            f"unexpected {text[:20]!r}", where="fleet", expected="lengths of ships, such as 3,2,2,1,1,1"
        )
    return tuple(sorted(map(int, text.split(",")), reverse=True))


def _part(word: str, where: str) -> int | None:
    if word in EMPTY or word == "?":
        return None if word in EMPTY else UNKNOWN
    if len(word) != 1 or word not in _SIGNS:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="., ?, ~, ^, v, <, >, # or o")
    return _SIGNS.index(word)


def _address(puzzle: Battleship) -> str | None:
    """Return the address of a puzzle without the site, or None if an address cannot express its fleet."""
    sign = next((sign for sign, longest in _FLEETS.items() if puzzle.fleet == _triangle(longest)), None)
    body = Body("", puzzle.rows, puzzle.columns)
    code = Cells(many=rows_and_columns).write(puzzle.clues, body) + NUMBERS.write(puzzle.givens, body)
    return None if sign is None else f"battleship/{puzzle.columns}/{puzzle.rows}/{code}//{sign}"


class BattleshipPuzzle(Puzzle[Battleship, Marks]):
    name = "battleship"
    model = Battleship
    text_format = _EXPECTED
    examples = (
        Example("small", "battleship/6/6/13h4h2131gh0o0zi//c", "one solution"),
        Example("several", "battleship/6/6/13h4h2g31gh0o0zi//c", "several solutions"),
        Example("clash", "battleship/6/6/14h4h2131gh0o0zi//c", "no solution"),
    )

    def state(self, puzzle: Battleship) -> Statement:
        """State the puzzle: each ship has a place with water at both ends.

        Since ships do not touch diagonally, every ship is straight; no separate rule is needed.
        """
        board, cells = puzzle.board, len(puzzle.board.cells)
        longest = max(puzzle.fleet)
        lengths = range(1, min(longest, max(board.rows, board.columns)) + 1)
        berths = [(length, *berth) for length in lengths for berth in _berths(board, length)]
        hidden = (boolean(f"ship at {'-'.join(map(board.name, ship))}", hidden=True) for _, ship, _ in berths)
        builder = StatementBuilder((*yes_no_variables(board, "ship {name}"), *hidden))
        lit = builder.facts(board.cells)
        for cell, diagonal in board.corners():
            sentence = APART(cell=board.name(cell), other=board.name(diagonal))
            builder.rule(sentence, Clause((-lit[cell], -lit[diagonal])), at=(cell, diagonal))
        for line in board.lines:
            for window in line.windows(longest + 1):
                builder.rule(LONGEST(length=longest), Clause(tuple(-lit[cell] for cell in window)))
        wanted = Counter(puzzle.fleet)
        for length in lengths:
            placed, meaning = [], []
            for number, (size, ship, around) in enumerate(berths, cells):
                if size == length:
                    placed.append(builder.fact(number))
                    held: list[Formula] = [*(lit[cell] for cell in ship), *(-lit[cell] for cell in around)]
                    both: Formula = ("and", *held)
                    meaning.append(Logic(("iff", placed[-1], both)))
            count = Count(tuple(placed), "=", wanted[length])
            sentence = FLEET(wanted[length], length=length)
            builder.given(f"ships of {length}", sentence, *meaning, count, at=board.cells)
        for length in sorted(set(wanted) - set(lengths)):
            sentence = FLEET(wanted[length], length=length)
            builder.given(f"ships of {length}", sentence, Count((), "=", wanted[length]), at=board.cells)
        for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
            if clue is not None and clue >= 0:
                counted = Count(builder.facts(line.cells), "=", clue)
                builder.given(line.name.say(), COUNT(clue, line=line.name), counted, at=line.cells)
        _given(builder, puzzle, lit)
        return builder.statement()

    def decode(self, puzzle: Battleship, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))

    def check(self, puzzle: Battleship, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.givens):
            return OTHER_SIZE
        ships = {cell for cell in board.cells if answer.cells[cell]}
        pieces = sorted(areas(board, ships), key=min)
        wanted, held = Counter(puzzle.fleet), Counter(map(len, pieces))

        def part(cell: int) -> int:
            """Return the part of a ship that this cell shows; 0 for water."""
            ways = {way for way, cells in enumerate(ahead(board, cell)) if cells and cells[0] in ships}
            return next((part for part, shapes in _GOES_ON.items() if ways in shapes), 0)

        def missing() -> Iterator[str]:
            for cell, sign in enumerate(puzzle.givens):
                if sign is not None and (sign != 0) != (cell in ships):
                    yield f"{board.name(cell)} must be {'part of a ship' if sign else 'water'} (given)"

        def shapes(whole: bool) -> Iterator[str]:
            """Check given parts of ships: ship cells beyond an end or, with `whole`, missing cells."""
            for cell, sign in enumerate(puzzle.givens):
                if sign in range(1, 7) and part(cell) != sign and (whole or (sign != _MIDDLE and part(cell) != _WHOLE)):
                    problem = "is incomplete" if whole else "continues beyond its given end"
                    yield f"the ship in {board.name(cell)} {problem}"

        def straight(cells: set[int]) -> bool:
            return any(cells <= set(line.cells) for line in board.lines)

        def too_many() -> Iterator[str]:
            straights = Counter(len(piece) for piece in pieces if straight(piece))
            for length, number in sorted(straights.items()):
                if length in wanted and number > wanted[length]:
                    yield f"there are {number} ships of length {length}, more than {wanted[length]}"

        def strange() -> Iterator[str]:
            for piece in pieces:
                if not straight(piece) or len(piece) not in wanted:
                    yield f"the ship at {board.name(min(piece))} is not in the fleet"

        def corners() -> Iterator[str]:
            for cell, diagonal in board.corners():
                if cell in ships and diagonal in ships:
                    yield f"two ships touch at {board.name(cell)}"

        def counts() -> Iterator[str]:
            for line, clue in zip((*board.column_lines, *board.row_lines), puzzle.clues, strict=True):
                cells = sum(cell in ships for cell in line.cells)
                if clue not in (None, UNKNOWN, cells):
                    yield f"{line.name.say()} has {cells} ship cells, not {clue}"

        def too_few() -> Iterator[str]:
            for length, number in sorted(wanted.items()):
                if held[length] < number:
                    yield f"there are {held[length]} ships of length {length}, fewer than {number}"

        return first(missing(), shapes(False), too_many(), strange(), corners(), shapes(True), counts(), too_few())

    def parse(self, text: str) -> Battleship:
        """Parse a puzz.link address; or rows with clues above and before them, and `fleet=4,3,3,2,2,2,1,1,1,1`."""
        if link := address(text, *GENRES):
            code, _, bank = link.body.partition("//")
            if not bank:
                raise truncated("it ends before the fleet")
            if bank not in _FLEETS:
                raise InvalidPuzzle(f"unknown fleet {bank[:12]!r}", where="address", expected="c, d or e")
            body = Body(code, link.rows, link.columns)
            clues, givens = Cells(many=rows_and_columns).read(body), NUMBERS.read(body)
            if not body.ended or max((part for part in givens if part is not None), default=0) > _WHOLE:
                raise InvalidPuzzle("invalid ship part", where="address", expected="0 to 6 for each cell")
            return Battleship(link.rows, link.columns, clues, givens, _triangle(_FLEETS[bank]))
        fleets = once_each(re.findall(r"(fleet)=(\S*)", text))
        above, before, rows = framed(re.sub(r"fleet=\S*", "", text), expected=_EXPECTED)
        clues = tuple(clue_in(word, f"column {number}") for number, word in enumerate(above, 1))
        clues += tuple(clue_in(word, f"row {number}") for number, word in enumerate(before, 1))
        givens = tuple(_part(word, place(r, c)) for r, row in enumerate(rows) for c, word in enumerate(row))
        fleet = _lengths(fleets["fleet"]) if fleets else _triangle(4 if max(len(rows), len(rows[0])) > 7 else 3)
        return Battleship(len(rows), len(rows[0]), clues, givens, fleet)

    def format(self, puzzle: Battleship) -> str:
        """Return the address without the site; for other fleets, the rows with clues and fleet."""
        if (link := _address(puzzle)) is not None:
            return link
        clues = [clue_text(clue) or "." for clue in puzzle.clues]
        signs = ["." if part is None else "?" if part < 0 else _SIGNS[part] for part in puzzle.givens]
        rows = [[".", *clues[: puzzle.columns]]]
        for row in range(puzzle.rows):
            rows.append([clues[puzzle.columns + row], *signs[row * puzzle.columns : (row + 1) * puzzle.columns]])
        return "/".join(" ".join(row) for row in rows) + " fleet=" + ",".join(map(str, puzzle.fleet))

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".#")

    def url(self, puzzle: Battleship) -> str:
        """Return the puzz.link address; raise InvalidPuzzle if it cannot express the fleet."""
        if (link := _address(puzzle)) is None:
            expected = "one longest ship, two of the next length, and so on"
            raise InvalidPuzzle("puzz.link addresses cannot express this fleet", expected=expected)
        return HOME + link

    def draw(self, puzzle: Battleship, answer: Marks | None) -> Drawing:
        words = [(clue_text(clue),) for clue in puzzle.clues]
        clues = ["" if part is None else "?" if part < 0 else _SHOWN[part] for part in puzzle.givens]
        cells = marked_cells(puzzle.board, answer, sign="■", clues=clues, settled=True)
        return Drawing(
            rows=puzzle.rows,
            columns=puzzle.columns,
            cells=tuple(cell.model_copy(update={"text": ""}) if cell.kind == "given" else cell for cell in cells),
            top=tuple(words[: puzzle.columns]),
            left=tuple(words[puzzle.columns :]),
            choices=yes_or_no("■", "ship {name}"),
        )


PUZZLE = BattleshipPuzzle()
