"""Double choco: cut the board into pieces with one white and one grey part, which have the same shape, turned or
flipped; a number is the size of its part."""

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
SIZE = Message("the part of {cell} has size {number}", "la partie de {cell} est de taille {number}")
SHAPE = Message("the parts of a piece have the same shape", "les parties d'un morceau ont la même forme")
BORDER = Message("borders run between pieces: {cell}, {other}", "les bords séparent les morceaux : {cell}, {other}")
ENDS = Message("no border ends inside of a piece", "aucun bord ne finit dans un morceau")
TOUCH = Message("the white and the grey part of a piece touch", "les parties blanche et grise d'un morceau se touchent")
WHOLE = Message("every part hangs together", "chaque partie est d'un seul tenant")
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_FLIPS = tuple((a, b, -c, -d) for a, b, c, d in _TURNS)
_WAYS = _TURNS + _FLIPS
"""The eight ways to lay a shape, as what becomes of a step down and of a step to the right."""


@dataclass(frozen=True)
class DoubleChoco(OnBoard):
    """1 for each grey cell, row by row; the numbers."""

    greys: tuple[int, ...]
    numbers: tuple[int | None, ...]


def _moved(board: Lattice, way: tuple[int, int, int, int], cell: int, start: int, image: int) -> int | None:
    """Where a cell comes to lie when `start` comes to lie on `image`; None outside of the board."""
    (row, column), (r, c), (to_row, to_column) = map(board.place, (cell, start, image))
    down, right = row - r, column - c
    to_row, to_column = to_row + way[0] * down + way[1] * right, to_column + way[2] * down + way[3] * right
    inside = 0 <= to_row < board.rows and 0 <= to_column < board.columns
    return board.cell(to_row, to_column) if inside else None


class _Words:
    """The hidden variables behind the borders: the cell of the other colour that each cell is laid on and how, and the
    first white cell of the piece that each cell is in."""

    def __init__(self, puzzle: DoubleChoco) -> None:
        board, greys = puzzle.board, puzzle.greys
        self.board = board
        self.white = [cell for cell in board.cells if not greys[cell]]
        self.grey = [cell for cell in board.cells if greys[cell]]
        self.area, self.most = _areas(puzzle)
        touching = {(self.area[one], self.area[other]) for one, other in board.borders}
        touching |= {(other, one) for one, other in touching}
        self.pairs = [
            (w, g)
            for w in self.white
            for g in self.grey
            if (self.area[w], self.area[g]) in touching and board.steps(w, g) < 2 * min(self.most[w], self.most[g])
        ]
        self.laid = [(w, way, g) for w, g in self.pairs for way in range(len(_WAYS))]
        self.roots = {w: tuple(o for o in self.white if o <= w and self.area[o] == self.area[w]) for w in self.white}
        of_grey: dict[int, set[int]] = {g: set() for g in self.grey}
        for w, g in self.pairs:
            of_grey[g].update(self.roots[w])
        self.roots |= {g: tuple(sorted(found)) for g, found in of_grey.items()}
        sides = [
            sorted(step, key=lambda cell: greys[cell]) for step in board.borders if sum(greys[c] for c in step) == 1
        ]
        self.sides = [(w, g, root) for w, g in sides for root in self.roots[w]]
        self.sized = [(cell, n) for cell, n in enumerate(puzzle.numbers) if n is not None and n != UNKNOWN]
        self.inside = [
            (cell, other)
            for cell, n in self.sized
            for other in board.cells
            if self.area[other] == self.area[cell] and board.steps(cell, other) < n
        ]
        name = board.name
        choices = [hidden_choice(f"piece of {name(cell)}", self.roots[cell] or (-1,)) for cell in board.cells]
        laid = [boolean(f"{name(w)} is laid on {name(g)} in way {way}", hidden=True) for w, way, g in self.laid]
        pairs = [boolean(f"{name(w)} is laid on {name(g)}", hidden=True) for w, g in self.pairs]
        touch = [boolean(f"{name(w)} touches {name(g)} in {name(one)}", hidden=True) for w, g, one in self.sides]
        inside = [boolean(f"{name(o)} is in the part of {name(c)}", hidden=True) for c, o in self.inside]
        self.variables = (*border_variables(board), *choices, *laid, *pairs, *touch, *inside)

    def read(self, draft: StatementBuilder) -> None:
        """Take the literals from a draft with these variables."""
        start = len(self.board.borders)
        self.draft, self._pieces = draft, start
        self.wall = dict(zip(self.board.borders, draft.facts(range(start)), strict=True))
        start += len(self.board.cells)
        self.lies = dict(zip(self.laid, draft.facts(range(start, start + len(self.laid))), strict=True))
        start += len(self.laid)
        self.pair = dict(zip(self.pairs, draft.facts(range(start, start + len(self.pairs))), strict=True))
        start += len(self.pairs)
        self.touch = dict(zip(self.sides, draft.facts(range(start, start + len(self.sides))), strict=True))
        start += len(self.sides)
        self.within = dict(zip(self.inside, draft.facts(range(start, start + len(self.inside))), strict=True))

    def of(self, cell: int, root: int) -> tuple[int, ...]:
        """The fact that a cell is in the piece that begins there, if it may."""
        return (self.draft.fact(self._pieces + cell, root),) if root in self.roots[cell] else ()

    def border(self, one: int, other: int) -> int:
        return self.wall[min(one, other), max(one, other)]


def _areas(puzzle: DoubleChoco) -> tuple[dict[int, int], dict[int, int]]:
    """The number of the area of one colour that each cell is in, and the most cells that its part may have."""
    board, greys = puzzle.board, puzzle.greys
    area, most = {}, {}
    for number, cells in enumerate(areas(board, board.cells, lambda one, other: greys[one] == greys[other])):
        for cell in cells:
            area[cell], most[cell] = number, len(cells)
    return area, most


def _ends(words: _Words) -> Iterator[Constraint]:
    """No border ends in the middle of four cells: it would have the same piece on either side."""
    for nw, ne, sw, se in words.board.squares(2):
        around = [words.border(*pair) for pair in ((nw, ne), (ne, se), (sw, se), (nw, sw))]
        for place, one in enumerate(around):
            yield Clause((-one, *around[:place], *around[place + 1 :]))


def _part(words: _Words, cell: int, number: int) -> Iterator[Constraint]:
    """The cells of the part of a cell: they hang together without a border, and end at borders."""
    board = words.board
    held = [other for one, other in words.inside if one == cell]
    lits = {other: words.within[cell, other] for other in held}
    yield Clause((lits[cell],))
    yield Count(tuple(lits.values()), "=", number)
    place = {other: at for at, other in enumerate(held)}
    edges = []
    for other in held:
        for beside in board.beside(other):
            if words.area[beside] != words.area[cell]:
                continue
            wall = words.border(other, beside)
            yield Clause((-lits[other], wall, *((lits[beside],) if beside in lits else ())))
            if beside in lits and other < beside:
                edges.append((place[other], place[beside]))
                yield Clause((-lits[other], -lits[beside], -wall))
    yield Connected(tuple(lits.values()), tuple(edges), place[cell])
    for pair, lit in words.pair.items():
        if cell in pair and board.steps(*pair) >= 2 * number:
            yield Clause((-lit,))


def _shapes(words: _Words) -> Iterator[Constraint]:
    """Every cell is laid on one of the other colour; cells of a piece are laid in the same way, side by side."""
    of_cell: dict[int, list[int]] = {cell: [] for cell in words.board.cells}
    of_pair: dict[tuple[int, int], list[int]] = {pair: [] for pair in words.pairs}
    board, greys = words.board, set(words.grey)
    for (w, way, g), lit in words.lies.items():
        of_cell[w].append(lit)
        of_cell[g].append(lit)
        of_pair[w, g].append(lit)
        for cell in (w, g):
            for other in board.beside(cell):
                apart, grey = (-lit, words.border(cell, other)), other in greys
                there = _moved(board, _back(way), other, g, w) if grey else _moved(board, _WAYS[way], other, w, g)
                onward = None if there is None else words.lies.get((there, way, other) if grey else (other, way, there))
                if there is None or onward is None:
                    yield Clause(apart)
                    continue
                yield Clause((*apart, onward))
                if grey == (cell in greys):
                    yield Clause((*apart, -words.border(w if grey else g, there)))
    yield from (Count(tuple(lits), "=", 1) for lits in of_cell.values())
    for pair, lits in of_pair.items():
        yield Clause((-words.pair[pair], *lits))
        yield from (Clause((-lit, words.pair[pair])) for lit in lits)


def _back(way: int) -> tuple[int, int, int, int]:
    """The way that undoes this one: the rows of the others become its columns."""
    a, b, c, d = _WAYS[way]
    return a, c, b, d


def _border(words: _Words, step: tuple[int, int], wall: int) -> Iterator[Constraint]:
    """No border inside of a piece, and one between two."""
    one, other = step
    for root in sorted({*words.roots[one], *words.roots[other]}):
        here, there = words.of(one, root), words.of(other, root)
        if here and there:
            yield Clause((-here[0], -there[0], -wall))
        yield from (Clause((*(-lit for lit in a), *b, wall)) for a, b in ((here, there), (there, here)) if a)


def _touching(words: _Words) -> Iterator[Constraint]:
    """A grey cell is in the piece of the white cell that is laid on it; somewhere both parts are side by side."""
    for (w, g), lit in words.pair.items():
        for root in words.roots[w]:
            yield Clause((-lit, -words.of(w, root)[0], *words.of(g, root)))
    at: dict[int, list[int]] = {root: [] for root in words.white}
    for (w, g, root), lit in words.touch.items():
        at[root].append(lit)
        yield from (Clause((-lit, fact)) for cell in (w, g) for fact in words.of(cell, root))
    yield from (Clause((-words.of(root, root)[0], *lits)) for root, lits in at.items())


def _whole(words: _Words) -> Iterator[Constraint]:
    """Each piece has its first cell: all white cells hang together by parts, if first cells are taken as joined."""
    board, white = words.board, words.white
    if not white:
        return
    number = {cell: place for place, cell in enumerate(white)}
    steps = [step for step in board.borders if step[0] in number and step[1] in number]
    own = [words.of(cell, cell)[0] for cell in white]
    first_node = len(white) + len(steps)
    lits = (*[own[0]] * len(white), *(-words.wall[step] for step in steps), *own)
    edges = [(number[cell], len(white) + place) for place, step in enumerate(steps) for cell in step]
    edges += [(place, first_node + place) for place in range(len(white))]
    edges += [(first_node, first_node + place) for place in range(1, len(white))]
    yield Connected(lits, tuple(edges), first_node)
    for cell in board.cells:
        for root in words.roots[cell]:
            yield from (Clause((-lit, words.of(root, root)[0])) for lit in words.of(cell, root))


def _forms(board: Lattice, cells: set[int]) -> set[frozenset[tuple[int, int]]]:
    """A shape in all its ways, moved into the corner."""
    found = set()
    for a, b, c, d in _WAYS:
        laid = [(a * row + b * column, c * row + d * column) for row, column in map(board.place, cells)]
        top, left = (min(place[axis] for place in laid) for axis in (0, 1))
        found.add(frozenset((row - top, column - left) for row, column in laid))
    return found


class DoubleChocoPuzzle(DivisionPuzzle[DoubleChoco]):
    name = "double-choco"
    link = PuzzleLink(DoubleChoco, GENRES, (YES_NO, NUMBERS))
    examples = (
        Example("small", "dbchoco/4/4/q7c02h2o3h", "one solution"),
        Example("several", "dbchoco/4/4/q7c02r3h", "several solutions"),
        Example("clash", "dbchoco/4/4/q7c02h2o4h", "no solution"),
    )

    def state(self, puzzle: DoubleChoco) -> Statement:
        """White parts are known by their first cells, grey ones by the white parts that they are laid on."""
        board, words = puzzle.board, _Words(puzzle)
        draft = StatementBuilder(words.variables)
        words.read(draft)
        draft.rule(SHAPE(), *_shapes(words))
        for step, wall in words.wall.items():
            names = board.name(step[0]), board.name(step[1])
            draft.rule(BORDER(cell=names[0], other=names[1]), *_border(words, step, wall), at=names)
        draft.rule(ENDS(), *_ends(words))
        draft.rule(TOUCH(), *_touching(words))
        draft.rule(WHOLE(), *_whole(words))
        for cell, number in words.sized:
            name = board.name(cell)
            draft.given(f"{name}={number}", SIZE(cell=name, number=number), *_part(words, cell, number), at=[name])
        return draft.statement()

    def check(self, puzzle: DoubleChoco, answer: Division) -> str | None:
        board, greys = puzzle.board, puzzle.greys
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        numbers = answer.pieces
        parts = list(
            areas(board, board.cells, lambda one, other: numbers[one] == numbers[other] and greys[one] == greys[other])
        )
        pieces: dict[int, list[set[int]]] = {}
        for part in parts:
            pieces.setdefault(numbers[min(part)], []).append(part)

        def counts(wrong: range) -> Iterator[str]:
            for held in pieces.values():
                if len(held) in wrong:
                    yield f"the piece of {board.name(min(held[0]))} has {len(held)} parts"

        def sizes(large: bool) -> Iterator[str]:
            for part in parts:
                for cell in sorted(part):
                    number = puzzle.numbers[cell]
                    if number not in (None, UNKNOWN) and (len(part) > number if large else len(part) < number):
                        yield f"the part of {board.name(cell)} has {len(part)} cells, not {number}"

        def shapes() -> Iterator[str]:
            for held in pieces.values():
                if len(held) == 2 and _forms(board, held[0]).isdisjoint(_forms(board, held[1])):
                    yield f"the parts of the piece of {board.name(min(held[0]))} have different shapes"

        many = range(3, len(numbers) + 1)
        return first(counts(range(2)), sizes(False), counts(many), shapes(), sizes(True), answer.loose())

    def clues(self, puzzle: DoubleChoco) -> Sequence[str]:
        return list(map(clue_text, puzzle.numbers))

    def shades(self, puzzle: DoubleChoco) -> list[Shade]:
        return ["grey" if grey else "" for grey in puzzle.greys]


PUZZLE = DoubleChocoPuzzle()
