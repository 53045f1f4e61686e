"""Hashi, or bridges: join islands by single or double bridges; a number counts the bridges of its island.
Bridges are straight, do not cross, and end at the next island. All islands are connected.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Connected, Linear
from entails.models.drawing import Cell, Drawing, DrawnChoice, DrawnLine
from entails.models.encoding import Group
from entails.models.lattice import OnBoard
from entails.models.statement import Statement, StatementBuilder, Variable
from entails.puzzles.base import Example
from entails.puzzles.common.cells import Values, ahead, clue_text
from entails.puzzles.common.checks import OTHER_SIZE, first
from entails.puzzles.common.links import LinkPuzzle

GENRES = ("hashikake", "hashi", "bridges")
ALIASES = ("bridges", "hashiwokakero")
UP_TO_TWO = Message("at most two bridges join {cell} and {other}", "au plus deux ponts relient {cell} et {other}")
BRIDGES = Plural(
    Message("{cell} has {count} bridge", "{cell} a {count} pont"),
    Message("{cell} has {count} bridges", "{cell} a {count} ponts"),
)
CROSS = Message(
    "bridges from {cell} and from {other} do not cross", "les ponts de {cell} et de {other} ne se croisent pas"
)
CONNECTED = Message("all islands are connected", "toutes les îles sont reliées")


@dataclass(frozen=True)
class Hashi(OnBoard):
    """The islands of a grid, row by row: the number of bridges of each, -1 if unknown."""

    islands: tuple[int | None, ...]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The pairs of islands that bridges can join: each island and the next one to the right or below."""
        spans = []
        for cell in self.board.cells:
            if self.islands[cell] is not None:
                for way in (3, 1):
                    visible = (target for target in ahead(self.board, cell)[way] if self.islands[target] is not None)
                    spans += [(cell, target) for target in list(visible)[:1]]
        return tuple(spans)


@dataclass(frozen=True)
class Bridges:
    """A solution: the number of bridges between each pair of islands; None is unknown."""

    spans: tuple[tuple[int, int], ...]
    counts: tuple[int | None, ...]
    columns: int

    def text(self) -> str:
        """Return a text such as r1c1-r1c4=2 for each pair of islands with bridges."""
        known = ((span, many) for span, many in zip(self.spans, self.counts, strict=True) if many)
        return " ".join(f"{self._name(start)}-{self._name(end)}={many}" for (start, end), many in known)

    def _name(self, cell: int) -> str:
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"


def _between(puzzle: Hashi, span: tuple[int, int]) -> range:
    start, end = span
    step = 1 if puzzle.board.place(start)[0] == puzzle.board.place(end)[0] else puzzle.columns
    return range(start + step, end, step)


def _variable(name: str, start: str, end: str) -> Variable:
    sentence = UP_TO_TWO(cell=start, other=end)
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
        builder = StatementBuilder(
            _variable(f"{board.name(a)}-{board.name(b)}", board.name(a), board.name(b)) for a, b in spans
        )
        for place, span in enumerate(spans):
            for earlier_place, earlier in enumerate(spans[:place]):
                if set(_between(puzzle, span)) & set(_between(puzzle, earlier)):
                    apart = Clause((builder.fact(place, 0), builder.fact(earlier_place, 0)))
                    names = board.name(span[0]), board.name(earlier[0])
                    builder.rule(CROSS(cell=names[0], other=names[1]), apart, at=names)
        islands = [cell for cell in board.cells if puzzle.islands[cell] is not None]
        for cell in islands:
            name, number = board.name(cell), puzzle.islands[cell]
            own = tuple((1, place) for place, span in enumerate(spans) if cell in span)
            if number is not None and number >= 0:
                builder.given(f"{name}={number}", BRIDGES(number, cell=name), Linear(own, "=", number), at=[name])
            elif len(islands) > 1:
                builder.rule(CONNECTED(), Linear(own, ">=", 1))
        meet = tuple((a, b) for a in range(len(spans)) for b in range(a) if set(spans[a]) & set(spans[b]))
        built = tuple(-builder.fact(place, 0) for place in range(len(spans)))
        builder.rule(CONNECTED(), Connected(built, meet))
        if len(islands) > 1:
            for cell in islands:
                builder.rule(
                    CONNECTED(), Clause(tuple(built[place] for place, span in enumerate(spans) if cell in span))
                )
        return builder.statement()

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
                yield "the islands are not connected"

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
            if between:  # the user sets the number of bridges here
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
