"""Magnets: a plate is a magnet with a plus and a minus, or neutral; like poles do not touch, and clues count the poles
of a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import CIRCLES, UNKNOWN, WALLS, YES_NO, Cells, all_four_sides, walled
from entails.formats.text import in_rows, joined
from entails.locale.message import Message
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
APART = Message("{cell} and {other} are not like poles", "{cell} et {other} ne sont pas le même pôle")
PLATE = Message("the plate of {cell} is a magnet or neutral", "la plaque de {cell} est un aimant ou neutre")
HOLE = Message("{cell} is a hole", "{cell} est un trou")
COUNTS = (
    Message("{line} has minus poles: {number}", "{line} a des pôles moins : {number}"),
    Message("{line} has plus poles: {number}", "{line} a des pôles plus : {number}"),
)
GIVEN = Message("{cell} is given as {sign}", "{cell} vaut {sign} dans l'énoncé")
_POLES = (2, 1)
"""A minus and a plus, in the order of the clues."""
_SIGNS = ".+-"


@dataclass(frozen=True)
class Magnets(OnBoard):
    """For each column, then for each row, how many minus and how many plus poles; the walls between plates; 1 for a
    plus and 2 for a minus that is given; 1 for cells that are holes."""

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
        return [one for one in cells if not holes[one[0]]]

    @property
    def counts(self) -> Iterator[tuple[CellLine, int, int]]:
        """Each line with a clue: which pole, and how many."""
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
    link = PuzzleLink(Magnets, GENRES, (Cells(many=all_four_sides), WALLS, CIRCLES, YES_NO))
    examples = (
        Example("small", "magnets/4/4/l1h22g21h9vgvgo0000000000", "one solution"),
        Example("several", "magnets/4/4/l1h22g2i9vgvgo0000000000", "several solutions"),
        Example("clash", "magnets/4/4/l1h22g20h9vgvgo0000000000", "no solution"),
    )

    def state(self, puzzle: Magnets) -> Statement:
        board = puzzle.board
        draft = StatementBuilder(_variable(board.name(cell)) for cell in board.cells)
        for one, other in board.borders:
            apart = [Clause((-draft.fact(one, pole), -draft.fact(other, pole))) for pole in _POLES]
            draft.rule(APART(cell=board.name(one), other=board.name(other)), *apart, at=(one, other))
        for cells in puzzle.plates:
            if len(cells) > 1:
                beside = {cell: [draft.fact(one, 0) for one in board.beside(cell) if one in cells] for cell in cells}
                paired = [Clause((draft.fact(cell, 0), *(-lit for lit in lits))) for cell, lits in beside.items()]
                neutral = Count(draft.facts(cells, 0), ">=", len(cells) - 2)
                draft.rule(PLATE(cell=board.name(cells[0])), *paired, neutral, at=cells)
        for cell in board.cells:
            name = board.name(cell)
            if puzzle.holes[cell]:
                draft.rule(HOLE(cell=name), Clause((draft.fact(cell, 0),)), at=[cell])
            elif pole := puzzle.poles[cell]:
                sign = _SIGNS[pole]
                draft.given(f"{name}{sign}", GIVEN(cell=name, sign=sign), Clause((draft.fact(cell, pole),)), at=[cell])
        for line, which, clue in puzzle.counts:
            many = Count(draft.facts(line.cells, _POLES[which]), "=", clue)
            sentence = COUNTS[which](line=line.name, number=clue)
            draft.given(f"{line.name.say()} {'-+'[which]}", sentence, many, at=line.cells)
        return draft.statement()

    def decode(self, puzzle: Magnets, values: Values) -> Digits:
        return Digits(puzzle.columns, tuple(values))

    def check(self, puzzle: Magnets, answer: Digits) -> str | None:
        board, held = puzzle.board, answer.cells
        if len(held) != len(puzzle.holes):
            return OTHER_SIZE

        def changed() -> Iterator[str]:
            for cell in board.cells:
                given = 0 if puzzle.holes[cell] else puzzle.poles[cell] or held[cell]
                if held[cell] != given:
                    yield f"what is given in {board.name(cell)} has changed"

        def alike() -> Iterator[str]:
            for one, other in board.borders:
                if held[one] and held[one] == held[other]:
                    yield f"two like poles touch at {board.name(one)}"

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
            name, given = board.name(cell), _SIGNS[puzzle.poles[cell]] if puzzle.poles[cell] else ""
            value = answer.cells[cell] if answer else None
            if puzzle.holes[cell]:
                cells.append(Cell(row=row, column=column, name=name, kind="given", shade="black"))
                continue
            kind: Kind = "given" if given else "open" if value is None else "found"
            cells.append(
                Cell(row=row, column=column, name=name, text=given or (_SIGNS[value] if value else ""), kind=kind)
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
