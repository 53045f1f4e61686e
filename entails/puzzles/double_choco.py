"""Double choco: divide the grid into pieces of one white and one grey area that have the same size and shape.
The areas may be rotated or reflected. A number is the size of its area.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import NUMBERS, UNKNOWN, YES_NO
from entails.locale.message import Message
from entails.models.constraints import Clause, Connected, Constraint, Count
from entails.models.drawing import Shade
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.puzzles.base import Example
from entails.puzzles.common.cells import clue_text, hidden_choice
from entails.puzzles.common.checks import OTHER_SIZE, areas, first
from entails.puzzles.common.links import DivisionPuzzle
from entails.puzzles.common.regions import Division, border_variables

GENRES = ("dbchoco",)
ALIASES = ("dbchoco",)
SIZE = Message("the area of {cell} has size {number}", "la zone de {cell} est de taille {number}")
SHAPE = Message("both areas of a piece have the same shape", "les deux zones d'un morceau ont la même forme")
BORDER = Message(
    "{cell} and {other} are either in the same piece or separated by a border",
    "{cell} et {other} sont soit dans le même morceau soit séparées par un bord",
)
ENDS = Message("no border ends inside a piece", "aucun bord ne s'arrête dans un morceau")
TOUCH = Message(
    "the white and the grey area of a piece share an edge", "les zones blanche et grise d'un morceau ont un côté commun"
)
WHOLE = Message("every area is connected", "chaque zone est d'un seul tenant")
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_FLIPS = tuple((a, b, -c, -d) for a, b, c, d in _TURNS)
_ORIENTATIONS = _TURNS + _FLIPS
"""The eight rotations and reflections, as 2x2 matrices."""


@dataclass(frozen=True)
class DoubleChoco(OnBoard):
    """Colours and numbers of the cells, row by row; 1 is grey."""

    greys: tuple[int, ...]
    numbers: tuple[int | None, ...]


def _moved(board: Lattice, way: tuple[int, int, int, int], cell: int, start: int, image: int) -> int | None:
    """Return the image of a cell in the orientation that maps `start` to `image`; None outside the board."""
    (row, column), (r, c), (to_row, to_column) = map(board.place, (cell, start, image))
    down, right = row - r, column - c
    to_row, to_column = to_row + way[0] * down + way[1] * right, to_column + way[2] * down + way[3] * right
    inside = 0 <= to_row < board.rows and 0 <= to_column < board.columns
    return board.cell(to_row, to_column) if inside else None


class _Literals:
    """The auxiliary variables that define the borders between pieces.

    For each cell: the cell of the other colour that it is mapped to, in which orientation, and the first white cell of
    its piece.
    """

    def __init__(self, puzzle: DoubleChoco) -> None:
        board, greys = puzzle.board, puzzle.greys
        self.board = board
        self.white = [cell for cell in board.cells if not greys[cell]]
        self.grey = [cell for cell in board.cells if greys[cell]]
        self.area, self.most = _areas(puzzle)
        touching = {(self.area[cell], self.area[neighbour]) for cell, neighbour in board.borders}
        touching |= {(second, first) for first, second in touching}
        self.pairs = [
            (w, g)
            for w in self.white
            for g in self.grey
            if (self.area[w], self.area[g]) in touching and board.steps(w, g) < 2 * min(self.most[w], self.most[g])
        ]
        self.laid = [(w, way, g) for w, g in self.pairs for way in range(len(_ORIENTATIONS))]
        self.roots = {w: tuple(o for o in self.white if o <= w and self.area[o] == self.area[w]) for w in self.white}
        of_grey: dict[int, set[int]] = {g: set() for g in self.grey}
        for w, g in self.pairs:
            of_grey[g].update(self.roots[w])
        self.roots |= {g: tuple(sorted(roots)) for g, roots in of_grey.items()}
        sides = [
            sorted(step, key=lambda cell: greys[cell]) for step in board.borders if sum(greys[c] for c in step) == 1
        ]
        self.sides = [(w, g, root) for w, g in sides for root in self.roots[w]]
        self.sized = [(cell, n) for cell, n in enumerate(puzzle.numbers) if n is not None and n != UNKNOWN]
        self.inside = [
            (cell, member)
            for cell, n in self.sized
            for member in board.cells
            if self.area[member] == self.area[cell] and board.steps(cell, member) < n
        ]
        name = board.name
        choices = [hidden_choice(f"piece of {name(cell)}", self.roots[cell] or (-1,)) for cell in board.cells]
        laid = [boolean(f"{name(w)} is laid on {name(g)} in way {way}", hidden=True) for w, way, g in self.laid]
        pairs = [boolean(f"{name(w)} is laid on {name(g)}", hidden=True) for w, g in self.pairs]
        touch = [boolean(f"{name(w)} touches {name(g)} in {name(root)}", hidden=True) for w, g, root in self.sides]
        inside = [boolean(f"{name(o)} is in the part of {name(c)}", hidden=True) for c, o in self.inside]
        self.variables = (*border_variables(board), *choices, *laid, *pairs, *touch, *inside)

    def read(self, builder: StatementBuilder) -> None:
        """Set the fields to the literals of these variables of a builder."""
        start = len(self.board.borders)
        self.builder, self._pieces = builder, start
        self.wall = dict(zip(self.board.borders, builder.facts(range(start)), strict=True))
        start += len(self.board.cells)
        self.lies = dict(zip(self.laid, builder.facts(range(start, start + len(self.laid))), strict=True))
        start += len(self.laid)
        self.pair = dict(zip(self.pairs, builder.facts(range(start, start + len(self.pairs))), strict=True))
        start += len(self.pairs)
        self.touch = dict(zip(self.sides, builder.facts(range(start, start + len(self.sides))), strict=True))
        start += len(self.sides)
        self.within = dict(zip(self.inside, builder.facts(range(start, start + len(self.inside))), strict=True))

    def of(self, cell: int, root: int) -> tuple[int, ...]:
        """Return the literal for "the piece of the cell starts at `root`", as a list; empty if that is impossible."""
        return (self.builder.fact(self._pieces + cell, root),) if root in self.roots[cell] else ()

    def border(self, cell: int, neighbour: int) -> int:
        return self.wall[min(cell, neighbour), max(cell, neighbour)]


def _areas(puzzle: DoubleChoco) -> tuple[dict[int, int], dict[int, int]]:
    """Return the number of the one-coloured area of each cell, and the largest size of a part of that area."""
    board, greys = puzzle.board, puzzle.greys
    area, most = {}, {}
    for number, cells in enumerate(areas(board, board.cells, lambda cell, neighbour: greys[cell] == greys[neighbour])):
        for cell in cells:
            area[cell], most[cell] = number, len(cells)
    return area, most


def _ends(literals: _Literals) -> Iterator[Constraint]:
    """Yield the constraints that no border ends where four cells meet: both its sides would be the same piece."""
    for nw, ne, sw, se in literals.board.squares(2):
        around = [literals.border(*pair) for pair in ((nw, ne), (ne, se), (sw, se), (nw, sw))]
        for place, side in enumerate(around):
            yield Clause((-side, *around[:place], *around[place + 1 :]))


def _part(literals: _Literals, cell: int, number: int) -> Iterator[Constraint]:
    """Yield the constraints on the part of a numbered cell: it is connected, enclosed, and of that size."""
    board = literals.board
    held = [member for origin, member in literals.inside if origin == cell]
    lits = {member: literals.within[cell, member] for member in held}
    yield Clause((lits[cell],))
    yield Count(tuple(lits.values()), "=", number)
    place = {member: at for at, member in enumerate(held)}
    edges = []
    for member in held:
        for beside in board.beside(member):
            if literals.area[beside] != literals.area[cell]:
                continue
            wall = literals.border(member, beside)
            yield Clause((-lits[member], wall, *((lits[beside],) if beside in lits else ())))
            if beside in lits and member < beside:
                edges.append((place[member], place[beside]))
                yield Clause((-lits[member], -lits[beside], -wall))
    yield Connected(tuple(lits.values()), tuple(edges), place[cell])
    for pair, lit in literals.pair.items():
        if cell in pair and board.steps(*pair) >= 2 * number:
            yield Clause((-lit,))


def _shapes(literals: _Literals) -> Iterator[Constraint]:
    """Yield the constraints that map each cell to one of the other colour, and neighbours in the same orientation."""
    of_cell: dict[int, list[int]] = {cell: [] for cell in literals.board.cells}
    of_pair: dict[tuple[int, int], list[int]] = {pair: [] for pair in literals.pairs}
    board, greys = literals.board, set(literals.grey)
    for (w, way, g), lit in literals.lies.items():
        of_cell[w].append(lit)
        of_cell[g].append(lit)
        of_pair[w, g].append(lit)
        for cell in (w, g):
            for neighbour in board.beside(cell):
                apart, grey = (-lit, literals.border(cell, neighbour)), neighbour in greys
                there = (
                    _moved(board, _back(way), neighbour, g, w)
                    if grey
                    else _moved(board, _ORIENTATIONS[way], neighbour, w, g)
                )
                onward = (
                    None
                    if there is None
                    else literals.lies.get((there, way, neighbour) if grey else (neighbour, way, there))
                )
                if there is None or onward is None:
                    yield Clause(apart)
                    continue
                yield Clause((*apart, onward))
                if grey == (cell in greys):
                    yield Clause((*apart, -literals.border(w if grey else g, there)))
    yield from (Count(tuple(lits), "=", 1) for lits in of_cell.values())
    for pair, lits in of_pair.items():
        yield Clause((-literals.pair[pair], *lits))
        yield from (Clause((-lit, literals.pair[pair])) for lit in lits)


def _back(way: int) -> tuple[int, int, int, int]:
    """Return the inverse of an orientation, which is its transpose."""
    a, b, c, d = _ORIENTATIONS[way]
    return a, c, b, d


def _border(literals: _Literals, step: tuple[int, int], wall: int) -> Iterator[Constraint]:
    """Yield the constraints on a border: absent inside a piece, present between two pieces."""
    cell, neighbour = step
    for root in sorted({*literals.roots[cell], *literals.roots[neighbour]}):
        here, there = literals.of(cell, root), literals.of(neighbour, root)
        if here and there:
            yield Clause((-here[0], -there[0], -wall))
        yield from (Clause((*(-lit for lit in a), *b, wall)) for a, b in ((here, there), (there, here)) if a)


def _touching(literals: _Literals) -> Iterator[Constraint]:
    """Yield the constraints that a grey cell and its white image share a piece, and that both parts share an edge."""
    for (w, g), lit in literals.pair.items():
        for root in literals.roots[w]:
            yield Clause((-lit, -literals.of(w, root)[0], *literals.of(g, root)))
    at: dict[int, list[int]] = {root: [] for root in literals.white}
    for (w, g, root), lit in literals.touch.items():
        at[root].append(lit)
        yield from (Clause((-lit, fact)) for cell in (w, g) for fact in literals.of(cell, root))
    yield from (Clause((-literals.of(root, root)[0], *lits)) for root, lits in at.items())


def _whole(literals: _Literals) -> Iterator[Constraint]:
    """Yield the constraints that the white part of each piece is connected.

    Each white part has one first cell. The parts are connected if all white cells are, with the first cells joined.
    """
    board, white = literals.board, literals.white
    if not white:
        return
    number = {cell: place for place, cell in enumerate(white)}
    steps = [step for step in board.borders if step[0] in number and step[1] in number]
    own = [literals.of(cell, cell)[0] for cell in white]
    first_node = len(white) + len(steps)
    lits = (*[own[0]] * len(white), *(-literals.wall[step] for step in steps), *own)
    edges = [(number[cell], len(white) + place) for place, step in enumerate(steps) for cell in step]
    edges += [(place, first_node + place) for place in range(len(white))]
    edges += [(first_node, first_node + place) for place in range(1, len(white))]
    yield Connected(lits, tuple(edges), first_node)
    for cell in board.cells:
        for root in literals.roots[cell]:
            yield from (Clause((-lit, literals.of(root, root)[0])) for lit in literals.of(cell, root))


def _orientations(board: Lattice, cells: set[int]) -> set[frozenset[tuple[int, int]]]:
    """Return a shape in all orientations, each shifted to the origin."""
    forms = set()
    for a, b, c, d in _ORIENTATIONS:
        laid = [(a * row + b * column, c * row + d * column) for row, column in map(board.place, cells)]
        top, left = (min(place[axis] for place in laid) for axis in (0, 1))
        forms.add(frozenset((row - top, column - left) for row, column in laid))
    return forms


class DoubleChocoPuzzle(DivisionPuzzle[DoubleChoco]):
    name = "double-choco"
    link = PuzzleLink(DoubleChoco, GENRES, (YES_NO, NUMBERS))
    examples = (
        Example("small", "dbchoco/4/4/q7c02h2o3h", "one solution"),
        Example("several", "dbchoco/4/4/q7c02r3h", "several solutions"),
        Example("clash", "dbchoco/4/4/q7c02h2o4h", "no solution"),
    )

    def state(self, puzzle: DoubleChoco) -> Statement:
        """State the puzzle.

        The first cell identifies a white part, and the white part that is mapped to it identifies a grey part.
        """
        board, literals = puzzle.board, _Literals(puzzle)
        builder = StatementBuilder(literals.variables)
        literals.read(builder)
        builder.rule(SHAPE(), *_shapes(literals))
        for step, wall in literals.wall.items():
            names = board.name(step[0]), board.name(step[1])
            builder.rule(BORDER(cell=names[0], other=names[1]), *_border(literals, step, wall), at=names)
        builder.rule(ENDS(), *_ends(literals))
        builder.rule(TOUCH(), *_touching(literals))
        builder.rule(WHOLE(), *_whole(literals))
        for cell, number in literals.sized:
            name = board.name(cell)
            builder.given(f"{name}={number}", SIZE(cell=name, number=number), *_part(literals, cell, number), at=[name])
        return builder.statement()

    def check(self, puzzle: DoubleChoco, answer: Division) -> str | None:
        board, greys = puzzle.board, puzzle.greys
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        numbers = answer.pieces
        parts = list(
            areas(
                board,
                board.cells,
                lambda cell, neighbour: numbers[cell] == numbers[neighbour] and greys[cell] == greys[neighbour],
            )
        )
        pieces: dict[int, list[set[int]]] = {}
        for part in parts:
            pieces.setdefault(numbers[min(part)], []).append(part)

        def counts(wrong: range) -> Iterator[str]:
            for held in pieces.values():
                if len(held) in wrong:
                    yield f"the piece of {board.name(min(held[0]))} has {len(held)} areas"

        def sizes(large: bool) -> Iterator[str]:
            for part in parts:
                for cell in sorted(part):
                    number = puzzle.numbers[cell]
                    if number not in (None, UNKNOWN) and (len(part) > number if large else len(part) < number):
                        yield f"the area of {board.name(cell)} has {len(part)} cells, not {number}"

        def shapes() -> Iterator[str]:
            for held in pieces.values():
                if len(held) == 2 and _orientations(board, held[0]).isdisjoint(_orientations(board, held[1])):
                    yield f"the areas of the piece of {board.name(min(held[0]))} have different shapes"

        many = range(3, len(numbers) + 1)
        return first(counts(range(2)), sizes(False), counts(many), shapes(), sizes(True), answer.loose())

    def clues(self, puzzle: DoubleChoco) -> Sequence[str]:
        return list(map(clue_text, puzzle.numbers))

    def shades(self, puzzle: DoubleChoco) -> list[Shade]:
        return ["grey" if grey else "" for grey in puzzle.greys]


PUZZLE = DoubleChocoPuzzle()
