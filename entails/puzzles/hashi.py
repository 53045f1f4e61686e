"""Hashi, or bridges: islands are joined by one or two bridges, as many as each says, until all hang together.

Bridges go straight, do not cross, and end at the next island.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Linear
from entails.models.drawing import Cell, Drawing, DrawnChoice, DrawnLine
from entails.models.encoding import Group
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Values, clue_text
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import LinkPuzzle
from entails.puzzles.common.shading import ahead

GENRES = ("hashikake", "hashi", "bridges")
ALIASES = ("bridges", "hashiwokakero")
UP_TO_TWO = Message("two bridges at most from {cell} to {other}", "deux ponts au plus de {cell} à {other}")
BRIDGES = Message("bridges at {cell}: {number}", "ponts en {cell} : {number}")
CROSS = Message(
    "bridges from {cell} and from {other} do not cross", "les ponts de {cell} et de {other} ne se croisent pas"
)
TOGETHER = Message("the islands hang together", "les îles sont d'un seul tenant")


@dataclass(frozen=True)
class Hashi(OnBoard):
    """The islands of a board, row by row: how many bridges, -1 where it is not said."""

    islands: tuple[int | None, ...]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Islands that see each other to the right and below: where bridges may be."""
        found = []
        for cell in self.board.cells:
            if self.islands[cell] is not None:
                for way in (3, 1):
                    others = (one for one in ahead(self.board, cell)[way] if self.islands[one] is not None)
                    found += [(cell, other) for other in list(others)[:1]]
        return tuple(found)


@dataclass(frozen=True)
class Bridges:
    """An answer: how many bridges on each span, None where nobody knows."""

    spans: tuple[tuple[int, int], ...]
    counts: tuple[int | None, ...]
    columns: int

    def text(self) -> str:
        """r1c1-r1c4=2 for each bridge."""
        known = ((span, many) for span, many in zip(self.spans, self.counts, strict=True) if many)
        return " ".join(f"{self._name(one)}-{self._name(other)}={many}" for (one, other), many in known)

    def _name(self, cell: int) -> str:
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"


def _between(puzzle: Hashi, span: tuple[int, int]) -> range:
    one, other = span
    step = 1 if puzzle.board.place(one)[0] == puzzle.board.place(other)[0] else puzzle.columns
    return range(one + step, other, step)


def _variable(name: str, one: str, other: str) -> Variable:
    sentence = UP_TO_TWO(cell=one, other=other)
    return Variable(name, range(3), Group(sentence.say(), sentence.say(), sentence=sentence))


class HashiPuzzle(LinkPuzzle[Hashi, Bridges]):
    name = "hashi"
    link = PuzzleLink(Hashi, GENRES, (NUMBERS,))
    examples = (
        Example("small", "hashikake/5/5/g433h3441h4g34i34g2h", "one solution"),
        Example("several", "hashikake/5/5/h23g44h2g34444g4h21144", "several solutions"),
        Example("clash", "hashikake/5/5/g2444i1411314h1g411244", "no solution"),
    )

    def state(self, puzzle: Hashi) -> Statement:
        board, spans = puzzle.board, puzzle.spans
        draft = StatementBuilder(
            _variable(f"{board.name(a)}-{board.name(b)}", board.name(a), board.name(b)) for a, b in spans
        )
        for place, one in enumerate(spans):
            for other_place, other in enumerate(spans[:place]):
                if set(_between(puzzle, one)) & set(_between(puzzle, other)):
                    apart = Clause((draft.fact(place, 0), draft.fact(other_place, 0)))
                    names = board.name(one[0]), board.name(other[0])
                    draft.rule(CROSS(cell=names[0], other=names[1]), apart, at=names)
        islands = [cell for cell in board.cells if puzzle.islands[cell] is not None]
        for cell in islands:
            name, number = board.name(cell), puzzle.islands[cell]
            own = tuple((1, place) for place, span in enumerate(spans) if cell in span)
            if number is not None and number >= 0:
                draft.given(f"{name}={number}", BRIDGES(cell=name, number=number), Linear(own, "=", number), at=[name])
            elif len(islands) > 1:
                draft.rule(TOGETHER(), Linear(own, ">=", 1))
        meet = tuple(
            (one, other) for one in range(len(spans)) for other in range(one) if set(spans[one]) & set(spans[other])
        )
        built = tuple(-draft.fact(place, 0) for place in range(len(spans)))
        draft.rule(TOGETHER(), Connected(built, meet))
        if len(islands) > 1:
            for cell in islands:
                draft.rule(TOGETHER(), Clause(tuple(built[place] for place, span in enumerate(spans) if cell in span)))
        return draft.statement()

    def decode(self, puzzle: Hashi, values: Values) -> Bridges:
        return Bridges(puzzle.spans, tuple(values), puzzle.columns)

    def check(self, puzzle: Hashi, answer: Bridges) -> str | None:
        board = puzzle.board
        if answer.spans != puzzle.spans or answer.columns != puzzle.columns:
            return OTHER_SIZE
        built = {span: many for span, many in zip(answer.spans, answer.counts, strict=True) if many}
        islands = [cell for cell in board.cells if puzzle.islands[cell] is not None]
        held = {cell: sum(many for span, many in built.items() if cell in span) for cell in islands}

        def crossings() -> Iterator[str]:
            taken: set[int] = set()
            for span in built:
                cells = set(_between(puzzle, span))
                yield from (f"bridges cross at {board.name(cell)}" for cell in sorted(cells & taken))
                taken |= cells

        def counts(over: bool) -> Iterator[str]:
            for cell in islands:
                number = puzzle.islands[cell]
                if number is not None and number >= 0 and (held[cell] > number if over else held[cell] < number):
                    yield f"{board.name(cell)} has {held[cell]} bridges, {'more' if over else 'fewer'} than {number}"

        def apart() -> Iterator[str]:
            reached, waiting = set[int](), islands[:1]
            while waiting:
                if (here := waiting.pop()) not in reached:
                    reached.add(here)
                    waiting += [cell for span in built if here in span for cell in span]
            if len(reached) < len(islands):
                yield "the islands do not hang together"

        return first(crossings(), counts(True), apart(), counts(False))

    def draw(self, puzzle: Hashi, answer: Bridges | None) -> Drawing:
        board = puzzle.board
        cells = [
            Cell(row=row, column=column, name=board.name(cell), clue=clue_text(puzzle.islands[cell]), kind="given")
            for cell, (row, column) in enumerate(map(board.place, board.cells))
            if puzzle.islands[cell] is not None
        ]
        lines = []
        spans = puzzle.spans
        for place, span in enumerate(spans):
            known = answer.counts[place] if answer else None
            between = list(_between(puzzle, span))
            if between:  # somebody may say here how many there are
                row, column = board.place(between[0])
                name = f"{board.name(span[0])}-{board.name(span[1])}"
                down = span[1] - span[0] >= board.columns and board.place(span[0])[1] == board.place(span[1])[1]
                text = "" if known is None else ("", "│" if down else "─", "║" if down else "═")[known]
                taken = any((cell.row, cell.column) == (row, column) for cell in cells)
                if not taken or text:
                    cells = [cell for cell in cells if (cell.row, cell.column) != (row, column)]
                    cells.append(
                        Cell(row=row, column=column, name=name, text=text, kind="open" if known is None else "found")
                    )
            if known:
                lines.append(DrawnLine(through=tuple(map(board.place, span)), kind="found"))
        choices = tuple(DrawnChoice(text=str(many), fact=f"{{name}}={many}") for many in range(3))
        return Drawing(
            rows=board.rows, columns=board.columns, cells=tuple(cells), lines=tuple(lines), choices=choices, dots=True
        )


PUZZLE = HashiPuzzle()
