"""Magnets: make each plate a magnet or neutral; equal poles never share an edge, and clues count poles per line."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import CIRCLES, UNKNOWN, WALLS, YES_NO, Body, Cells, address, all_four_sides, walled
from entails.formats.text import clue_in, framed_all_round, in_rows, joined
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.drawing import Cell, Drawing, DrawnChoice, Kind
from entails.models.encoding import Group
from entails.models.lattice import CellLine, OnBoard
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Digits, Values, clue_text
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import LinkPuzzle

GENRES = ("magnets",)
ONE = Message("{cell} is a plus, a minus or neutral", "{cell} est un plus, un moins ou neutre")
APART = Message("{cell} and {other} are not equal poles", "{cell} et {other} ne sont pas des pôles égaux")
PLATE = Message("the plate of {cell} is a magnet or neutral", "la plaque de {cell} est un aimant ou neutre")
HOLE = Message("{cell} is a hole", "{cell} est un trou")
COUNTS = (
    Plural(
        Message("{line} has {count} minus pole", "{line} a {count} pôle moins"),
        Message("{line} has {count} minus poles", "{line} a {count} pôles moins"),
    ),
    Plural(
        Message("{line} has {count} plus pole", "{line} a {count} pôle plus"),
        Message("{line} has {count} plus poles", "{line} a {count} pôles plus"),
    ),
)
GIVEN = Message("{cell} is {sign} (given)", "{cell} vaut {sign} (donné)")
_POLES = (2, 1)
"""The values of a minus and of a plus pole, in the order of the clues."""
_SIGNS = ".+-"
_EXPECTED = "a puzz.link address, or rows of letters that name the plates, with a clue or . at both ends of each line"


@dataclass(frozen=True)
class Magnets(OnBoard):
    """Plates of two cells, and clues.

    Attributes:
        clues: For each column, then for each row, the number of minus and of plus poles.
        walls: The walls between plates.
        poles: 1 for a given plus, 2 for a given minus, 0 for an empty cell.
        holes: 1 for each cell that is a hole.
    """

    clues: tuple[int | None, ...]
    walls: tuple[int, ...]
    poles: tuple[int, ...]
    holes: tuple[int, ...]

    @cached_property
    def plates(self) -> list[tuple[int, ...]]:
        """The cells of each plate."""
        board, holes = self.board, self.holes
        walls = [wall or holes[a] or holes[b] for wall, (a, b) in zip(self.walls, board.borders, strict=True)]
        rooms = walled(board, walls)
        cells = [tuple(cell for cell in board.cells if rooms[cell] == room) for room in range(max(rooms) + 1)]
        return [plate for plate in cells if not holes[plate[0]]]

    @property
    def counts(self) -> Iterator[tuple[CellLine, int, int]]:
        """Yield the line, pole (0 minus, 1 plus) and number of each clue."""
        lines = (*self.board.column_lines, *self.board.row_lines)
        for place, clue in enumerate(self.clues):
            if clue is not None and clue != UNKNOWN:
                yield lines[place // 2], place % 2, clue


def _variable(name: str) -> Variable:
    sentence = ONE(cell=name)
    holds = Group(sentence.say(), sentence.say(), sentence=sentence, cells=(name,))
    return Variable(name, range(3), holds, says="{label}", labels=(f"neutral {name}", f"+ {name}", f"- {name}"))


def _pairs(clues: tuple[int | None, ...]) -> Iterator[tuple[int | None, int | None]]:
    return zip(clues[::2], clues[1::2], strict=True)


class MagnetsPuzzle(LinkPuzzle[Magnets, Digits]):
    name = "magnets"
    text_format = _EXPECTED
    link = PuzzleLink(Magnets, GENRES, (Cells(many=all_four_sides, signs=""), WALLS, CIRCLES, YES_NO))
    examples = (
        Example("small", "magnets/4/4/l1h22g21h9vgvgo0000000000", "one solution"),
        Example("several", "magnets/4/4/l1h22g2i9vgvgo0000000000", "several solutions"),
        Example("clash", "magnets/4/4/l1h22g20h9vgvgo0000000000", "no solution"),
    )

    def parse(self, text: str) -> Magnets:
        """Parse a puzz.link address; or rows of letters that name the plates, with clues on all four sides.

        Clues above and to the left count plus poles, those below and to the right minus poles; x is a hole.
        """
        if address(text, *GENRES):
            return super().parse(text)
        above, below, left, right, *rows = framed_all_round(text, expected=_EXPECTED)
        clues = [
            clue_in(word, f"{line} {number}")
            for line, plus, minus in (("column", above, below), ("row", left, right))
            for number, both in enumerate(zip(minus, plus, strict=True), 1)
            for word in both
        ]
        words = [word for row in rows for word in row]
        holes = tuple(int(word == "x") for word in words)
        walls = WALLS.typed(words, Body("", len(rows), len(rows[0])))
        return Magnets(len(rows), len(rows[0]), tuple(clues), walls or (), (0,) * len(words), holes)

    def state(self, puzzle: Magnets) -> Statement:
        board = puzzle.board
        builder = StatementBuilder(_variable(board.name(cell)) for cell in board.cells)
        for cell, neighbour in board.borders:
            apart = [Clause((-builder.fact(cell, pole), -builder.fact(neighbour, pole))) for pole in _POLES]
            builder.rule(APART(cell=board.name(cell), other=board.name(neighbour)), *apart, at=(cell, neighbour))
        for cells in puzzle.plates:
            if len(cells) > 1:
                beside = {
                    cell: [builder.fact(near, 0) for near in board.beside(cell) if near in cells] for cell in cells
                }
                paired = [Clause((builder.fact(cell, 0), *(-lit for lit in lits))) for cell, lits in beside.items()]
                neutral = Count(builder.facts(cells, 0), ">=", len(cells) - 2)
                builder.rule(PLATE(cell=board.name(cells[0])), *paired, neutral, at=cells)
        for cell in board.cells:
            name = board.name(cell)
            if puzzle.holes[cell]:
                builder.rule(HOLE(cell=name), Clause((builder.fact(cell, 0),)), at=[cell])
            elif pole := puzzle.poles[cell]:
                sign = _SIGNS[pole]
                builder.given(
                    f"{name}{sign}", GIVEN(cell=name, sign=sign), Clause((builder.fact(cell, pole),)), at=[cell]
                )
        for line, which, clue in puzzle.counts:
            count = Count(builder.facts(line.cells, _POLES[which]), "=", clue)
            sentence = COUNTS[which](clue, line=line.name)
            builder.given(f"{line.name.say()} {'-+'[which]}", sentence, count, at=line.cells)
        return builder.statement()

    def decode(self, puzzle: Magnets, values: Values) -> Digits:
        return Digits(puzzle.columns, tuple(values))

    def check(self, puzzle: Magnets, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.holes):
            return OTHER_SIZE

        def changed() -> Iterator[str]:
            for cell in board.cells:
                expected = 0 if puzzle.holes[cell] else puzzle.poles[cell] or held[cell]
                if held[cell] != expected:
                    yield f"the given sign in {board.name(cell)} has changed"

        def alike() -> Iterator[str]:
            for cell, neighbour in board.borders:
                if held[cell] and held[cell] == held[neighbour]:
                    yield f"equal poles touch at {board.name(cell)}"

        def plates(wrong: str) -> Iterator[str]:
            for cells in puzzle.plates:
                used = [cell for cell in cells if held[cell]]
                lonely = len(cells) > 1 and any(not set(board.beside(cell)) & set(used) for cell in used)
                if (len(cells) > 1 and len(used) > 2) if wrong == "many" else lonely:
                    yield f"the plate of {board.name(cells[0])} has {len(used)} poles"

        def counts(which: int) -> Iterator[str]:
            for line, kind, clue in puzzle.counts:
                many = sum(held[cell] == _POLES[kind] for cell in line.cells)
                if kind == which and many != clue:
                    yield f"{line.name.say()} has {many} {('minus', 'plus')[kind]} poles, not {clue}"

        return first(changed(), alike(), plates("many"), plates("lonely"), counts(1), counts(0))

    def format_answer(self, answer: Digits) -> str:
        return joined(in_rows(("?" if value is None else _SIGNS[value] for value in answer.cells), answer.columns))

    def draw(self, puzzle: Magnets, answer: Digits | None) -> Drawing:
        board, cells = puzzle.board, []
        for cell in board.cells:
            row, column = board.place(cell)
            name, sign = board.name(cell), _SIGNS[puzzle.poles[cell]] if puzzle.poles[cell] else ""
            value = answer.cells[cell] if answer else None
            if puzzle.holes[cell]:
                cells.append(Cell(row=row, column=column, name=name, kind="given", shade="black"))
                continue
            kind: Kind = "given" if sign else "open" if value is None else "found"
            cells.append(
                Cell(row=row, column=column, name=name, text=sign or (_SIGNS[value] if value else ""), kind=kind)
            )
        walls = [
            wall or puzzle.holes[a] or puzzle.holes[b] for wall, (a, b) in zip(puzzle.walls, board.borders, strict=True)
        ]
        words = [(clue_text(plus) or "·", clue_text(minus) or "·") for minus, plus in _pairs(puzzle.clues)]
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=tuple(cells),
            regions=walled(board, walls),
            top=tuple(words[: board.columns]),
            left=tuple(words[board.columns :]),
            choices=(
                DrawnChoice(text="+", fact="+ {name}"),
                DrawnChoice(text="-", fact="- {name}"),
                DrawnChoice(text="·", fact="neutral {name}"),
            ),
        )


PUZZLE = MagnetsPuzzle()
