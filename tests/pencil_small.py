"""Random small pencil puzzles, with all candidate solutions for brute force."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

from entails.formats.puzzlink.parts import walled
from entails.models.lattice import Lattice
from entails.puzzles import puzzle_type_of
from entails.puzzles.aquarium import Aquarium
from entails.puzzles.battleship import Battleship
from entails.puzzles.common.cells import Digits, Marks
from entails.puzzles.common.loops import Paths
from entails.puzzles.common.regions import Division
from entails.puzzles.country_road import CountryRoad
from entails.puzzles.double_choco import DoubleChoco
from entails.puzzles.fillomino import Fillomino
from entails.puzzles.firefly import Firefly
from entails.puzzles.futoshiki import Futoshiki
from entails.puzzles.galaxies import Galaxies
from entails.puzzles.hashi import Bridges, Hashi
from entails.puzzles.heyawake import Heyawake
from entails.puzzles.hidoku import Hidoku
from entails.puzzles.hitori import Hitori
from entails.puzzles.kakuro import Kakuro
from entails.puzzles.kakuro import runs as kakuro_runs
from entails.puzzles.kenken import ArithmeticCage, KenKen
from entails.puzzles.killer import Killer
from entails.puzzles.kurodoko import Kurodoko
from entails.puzzles.light_up import LightUp
from entails.puzzles.lits import Lits
from entails.puzzles.magnets import Magnets
from entails.puzzles.masyu import Masyu
from entails.puzzles.minesweeper import Minesweeper
from entails.puzzles.mosaic import Mosaic
from entails.puzzles.nonogram import Nonogram
from entails.puzzles.norinori import Norinori
from entails.puzzles.numberlink import Arukone, Numberlink
from entails.puzzles.numbrix import Numbrix
from entails.puzzles.nurikabe import Nurikabe
from entails.puzzles.nurimaze import Nurimaze
from entails.puzzles.nurimisaki import Nurimisaki
from entails.puzzles.queens import Queens
from entails.puzzles.ripple_effect import RippleEffect
from entails.puzzles.samurai import Samurai
from entails.puzzles.sashigane import Sashigane
from entails.puzzles.shakashaka import Shakashaka
from entails.puzzles.shikaku import Shikaku
from entails.puzzles.simple_loop import SimpleLoop
from entails.puzzles.skyscrapers import Skyscrapers
from entails.puzzles.slitherlink import LoopLines, Slitherlink, borders
from entails.puzzles.star_battle import StarBattle
from entails.puzzles.str8ts import Str8ts
from entails.puzzles.suguru import Suguru
from entails.puzzles.takuzu import Takuzu
from entails.puzzles.tapa import Tapa
from entails.puzzles.tents import Tents
from entails.puzzles.yajilin import Ring, Yajilin
from entails.puzzles.yin_yang import YinYang
from entails.puzzles.zebra import Clue, Seating, Zebra


@dataclass(frozen=True)
class Small:
    """Small puzzles of a type and their candidate solutions: full boards, right or wrong."""

    puzzles: st.SearchStrategy[Any]
    candidates: Callable[[Any], Iterator[Any]]


def _marks(puzzle: Any) -> Iterator[Marks]:
    board = puzzle.board
    return (Marks(board.columns, cells) for cells in product((0, 1), repeat=len(board.cells)))


@cache
def _without_clues(puzzle: Any) -> list[Any]:
    """Return the boards that satisfy the rules without clues, cached for all puzzles of this size."""
    result = _EVERYTHING[type(puzzle)](puzzle)
    return [answer for answer in result if puzzle_type_of(puzzle).check(puzzle, answer) is None]


def _takuzu(puzzle: Takuzu) -> Iterator[Takuzu]:
    return (replace(puzzle, digits=digits) for digits in product((0, 1), repeat=puzzle.side**2))


def _futoshiki(puzzle: Futoshiki) -> Iterator[Futoshiki]:
    lines = list(permutations(range(1, puzzle.side + 1)))
    return (replace(puzzle, numbers=sum(rows, ())) for rows in product(lines, repeat=puzzle.side))


def _killer(puzzle: Killer) -> Iterator[Killer]:
    """Yield candidates of a killer puzzle two rows at a time, since most of these fail already."""
    lines = list(permutations(range(1, 5)))
    pairs = [(a, b) for a in lines for b in lines if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}]
    return (replace(puzzle, digits=sum(above + below, ())) for above, below in product(pairs, repeat=2))


def _loops(puzzle: Slitherlink) -> Iterator[LoopLines]:
    pieces = len(borders(puzzle.board.rows, puzzle.board.columns))
    return (LoopLines(puzzle.columns, lines) for lines in product((0, 1), repeat=pieces))


_EVERYTHING: dict[type, Callable[[Any], Iterator[Any]]] = {
    Takuzu: _takuzu,
    Futoshiki: _futoshiki,
    Killer: _killer,
    Slitherlink: _loops,
}


def _bare(puzzle: Any) -> Any:
    """Return the same board without clues."""
    if isinstance(puzzle, Takuzu):
        return Takuzu(puzzle.side, (None,) * len(puzzle.digits), twins=True)
    if isinstance(puzzle, Futoshiki):
        return Futoshiki(puzzle.side, (None,) * len(puzzle.numbers))
    if isinstance(puzzle, Killer):
        return Killer(puzzle.side, (), (None,) * len(puzzle.digits), puzzle.box)
    return Slitherlink(puzzle.columns, (None,) * len(puzzle.clues))


def _kept(puzzle: Any) -> Iterator[Any]:
    return iter(_without_clues(_bare(puzzle)))


def _queens(puzzle: Queens) -> Iterator[Queens]:
    seats = product(range(puzzle.side), repeat=puzzle.side)
    return (Queens(puzzle.side, frozenset(r * puzzle.side + c for r, c in enumerate(row))) for row in seats)


@st.composite
def _cages(draw: st.DrawFn) -> Killer:
    """Generate a 4x4 board divided into cages, with sums that may be right or wrong."""
    names = draw(st.lists(st.sampled_from("AAABBCCDD."), min_size=16, max_size=16))
    cages = [(name, tuple(cell for cell in range(16) if names[cell] == name)) for name in "ABCD" if name in names]
    small = [(name, cells[:4]) for name, cells in cages]
    sums = [draw(st.integers(len(cells) * (len(cells) + 1) // 2, 4 * len(cells))) for _, cells in small]
    items = sorted(
        ((name, total, cells) for (name, cells), total in zip(small, sums, strict=True)), key=lambda item: item[2]
    )
    digits = draw(st.lists(st.sampled_from([None] * 12 + [1, 2, 3, 4]), min_size=16, max_size=16))
    return Killer(4, tuple(items), tuple(digits), (2, 2))


def _listed(values: list[Any], size: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(values), min_size=size, max_size=size).map(tuple)


def _paths(puzzle: Any) -> Iterator[Paths]:
    steps = product((0, 1), repeat=len(puzzle.board.borders))
    return (Paths(puzzle.rows, puzzle.columns, lines) for lines in steps)


def _divisions(puzzle: Any) -> Iterator[Division]:
    walls = product((0, 1), repeat=len(puzzle.board.borders))
    return (Division(puzzle.rows, puzzle.columns, some) for some in walls)


def _rings(puzzle: Yajilin) -> Iterator[Ring]:
    """Yield candidates of a ring puzzle: a cell without a clue and off the line must be black."""
    for path in _paths(puzzle):
        steps = [step for step, line in zip(puzzle.board.borders, path.lines, strict=True) if line]
        visited = {cell for step in steps for cell in step}
        marks = (int(cell not in visited and puzzle.clues[cell] is None) for cell in puzzle.board.cells)
        yield Ring(Marks(puzzle.columns, tuple(marks)), path)


def _triangles(puzzle: Shakashaka) -> Iterator[Digits]:
    each = ((0,) if black is not None else range(5) for black in puzzle.blacks)
    return (Digits(puzzle.columns, values) for values in product(*each))


def _clued(model: Any, rows: int, columns: int, clues: list[Any]) -> st.SearchStrategy[Any]:
    """Generate a board with one of these clues in each cell."""
    return st.builds(model, st.just(rows), st.just(columns), _listed(clues, rows * columns))


@st.composite
def _roomed(draw: st.DrawFn, model: Any, rows: int, columns: int, *clues: list[Any], each_room: bool = True) -> Any:
    """Generate a board with arbitrary walls, some ending inside a room, and a clue for each room or cell."""
    board = Lattice(rows, columns)
    names = draw(st.lists(st.sampled_from("AAB"), min_size=len(board.cells), max_size=len(board.cells)))
    extra = draw(_listed([0, 0, 0, 1], len(board.borders)))
    walls = tuple(
        int(names[item] != names[second] or wall) for (item, second), wall in zip(board.borders, extra, strict=True)
    )
    many = max(walled(board, walls)) + 1 if each_room else len(board.cells)
    return model(rows, columns, walls, *(draw(_listed(some, many)) for some in clues))


@st.composite
def _mazes(draw: st.DrawFn) -> Nurimaze:
    start, goal = draw(st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True))

    def with_ends(rows: int, columns: int, walls: tuple[int, ...], signs: tuple[int | None, ...]) -> Nurimaze:
        ends = {start: 1, goal: 2}
        return Nurimaze(rows, columns, walls, tuple(ends.get(cell, sign) for cell, sign in enumerate(signs)))

    nurimaze: Nurimaze = draw(_roomed(with_ends, 3, 3, [*_NONE, 3, 4], each_room=False))
    return nurimaze


@st.composite
def _tanks(draw: st.DrawFn) -> Aquarium:
    bare = draw(_roomed(Heyawake, 3, 3, [None]))
    return Aquarium(3, 3, bare.walls, draw(_listed([None, None, 0, 1, 2], 6)))


def _small_rooms(puzzle: Any) -> bool:
    return max(map(len, puzzle.room_cells)) < 4


def _bridges(puzzle: Hashi) -> Iterator[Bridges]:
    spans = puzzle.spans
    return (Bridges(spans, counts, puzzle.columns) for counts in product(range(3), repeat=len(spans)))


def _digits(most: int) -> Callable[[Any], Iterator[Digits]]:
    """Return a generator of numbers for all cells; on a square with this side, rows have distinct numbers."""

    def every(puzzle: Any) -> Iterator[Digits]:
        if puzzle.rows == puzzle.columns == most:
            lines = list(permutations(range(1, most + 1)))
            return (Digits(puzzle.columns, sum(rows, ())) for rows in product(lines, repeat=puzzle.rows))
        size = max(map(len, puzzle.room_cells))
        cells = product(range(1, size + 1), repeat=puzzle.rows * puzzle.columns)
        return (Digits(puzzle.columns, numbers) for numbers in cells)

    return every


@st.composite
def _kakuro(draw: st.DrawFn) -> Kakuro:
    """Generate a 3x3 kakuro with few sums."""
    sums = [(0, 0), (0, 0), (3, 0), (0, 4), (6, 7)]
    inside = draw(_listed([None, None, None, *sums], 9))
    above, before = draw(_listed([(0, 0), (3, 0), (4, 0), (5, 0)], 3)), draw(_listed([(0, 0), (0, 3), (0, 4)], 3))
    walls: list[Any] = [(0, 0), *((0, 0) if inside[c] else above[c] for c in range(3))]
    for row in range(3):
        walls += [(0, 0) if inside[3 * row] else before[row], *inside[3 * row : 3 * row + 3]]
    return Kakuro(3, 3, tuple(walls))


def _kakuro_digits(puzzle: Kakuro) -> Iterator[Digits]:
    """Yield digits without repetition within runs, cell by cell, since all combinations would be too many."""
    lines = [run.cells for run in kakuro_runs(puzzle)]
    items: list[dict[int, int]] = [{}]
    for cell in puzzle.cells:
        beside = {second for line in lines if cell in line for second in line}
        items = [{**held, cell: n} for held in items for n in range(1, 10) if n not in {held.get(o) for o in beside}]
    return (Digits(3, tuple(held.get(cell) for cell in puzzle.board.cells)) for held in items)


@st.composite
def _fleet(draw: st.DrawFn) -> Battleship:
    clues = draw(_listed([None, None, 0, 1, 2], 6))
    drawing = draw(_listed([None] * 8 + [-1, 0, 1, 2, 3, 4, 5, 6], 9))
    return Battleship(3, 3, clues, drawing, draw(st.sampled_from([(1,), (2,), (2, 1), (3,), (1, 1), (4,)])))


@st.composite
def _plates(draw: st.DrawFn) -> Magnets:
    rooms = draw(_roomed(Heyawake, 3, 3, [None]))
    poles, holes = draw(_listed([0] * 8 + [1, 2], 9)), draw(_listed([0] * 8 + [1], 9))
    return Magnets(3, 3, draw(_listed([*_NONE, 0, 1], 12)), rooms.walls, poles, holes)


def _poles(puzzle: Magnets) -> Iterator[Digits]:
    return (Digits(puzzle.columns, values) for values in product(range(3), repeat=9))


@st.composite
def _skies(draw: st.DrawFn) -> Galaxies:
    dots = draw(_listed([0] * 5 + [1, 2], 21))
    holes = draw(_listed([0] * 9 + [1], 8))
    bare = Galaxies(2, 4, dots, (0,) * 8)
    on_dots = {cell for cells in bare.touched for cell in cells}
    return replace(bare, holes=tuple(0 if cell in on_dots else hole for cell, hole in enumerate(holes)))


@st.composite
def _kenken(draw: st.DrawFn) -> KenKen:
    names = draw(_listed(list("AABBCC"), 9))
    cages = []
    for name in dict.fromkeys(names):
        cells = tuple(cell for cell in range(9) if names[cell] == name)
        sign = draw(st.sampled_from("+x" if len(cells) > 2 else "+-x/")) if len(cells) > 1 else ""
        cages.append(ArithmeticCage(name, cells, draw(st.integers(1, 8)), sign))
    return KenKen(3, tuple(cages))


def _squares(puzzle: Any) -> Iterator[Digits]:
    lines = list(permutations(range(1, puzzle.side + 1)))
    return (Digits(puzzle.side, sum(rows, ())) for rows in product(lines, repeat=puzzle.side))


def _straights(puzzle: Str8ts) -> Iterator[Digits]:
    for values in product(range(1, puzzle.side + 1), repeat=len(puzzle.held)):
        held = dict(zip(puzzle.held, values, strict=True))
        yield Digits(puzzle.side, tuple(held.get(cell) for cell in puzzle.board.cells))


def _orders(puzzle: Any) -> Iterator[Digits]:
    for values in permutations(range(1, len(puzzle.held) + 1)):
        held = dict(zip(puzzle.held, values, strict=True))
        yield Digits(puzzle.columns, tuple(held.get(cell) for cell in puzzle.board.cells))


def _sizes(puzzle: Fillomino) -> Iterator[Digits]:
    cells = product(range(1, puzzle.most + 1), repeat=len(puzzle.numbers))
    return (Digits(puzzle.columns, numbers) for numbers in cells)


@st.composite
def _zebras(draw: st.DrawFn) -> Zebra:
    kinds = (("pet", ("cat", "dog", "fox")), ("colour", ("red", "blue", "green")))
    things = [item for _, puzzle_type in kinds for item in puzzle_type]

    def clue() -> Clue:
        item, second = draw(st.permutations(things))[:2]
        op = draw(st.sampled_from(["=", "!=", "<", "~"]))
        place = draw(st.integers(1, 4)) if op in ("=", "!=") else 4
        offset = draw(st.sampled_from([0, 0, 1, -1, 2])) if op == "=" else 0
        return Clue(item, op, second, offset) if place == 4 else Clue(item, op, str(place))

    return Zebra(kinds, tuple({item.text: item for item in (clue() for _ in range(draw(st.integers(0, 4))))}.values()))


def _seatings(puzzle: Zebra) -> Iterator[Seating]:
    orders = permutations(puzzle.places)
    return (Seating(puzzle.items, a + b) for a, b in product(list(orders), repeat=2))


@cache
def _four_by_four() -> list[tuple[int, ...]]:
    """Return every full 4x4 grid."""
    lines = list(permutations(range(1, 5)))
    pairs = [a + b for a in lines for b in lines if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}]
    both = (above + below for above, below in product(pairs, repeat=2))
    return [grid for grid in both if all(len({grid[c], grid[c + 4], grid[c + 8], grid[c + 12]}) == 4 for c in range(4))]


def _two_grids(puzzle: Samurai) -> Iterator[Digits]:
    """Yield pairs of grids that share their middle boxes."""
    by_box: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for grid in _four_by_four():
        by_box.setdefault((grid[0], grid[1], grid[4], grid[5]), []).append(grid)
    for item in _four_by_four():
        for second in by_box[item[10], item[11], item[14], item[15]]:
            held = {row * 6 + column: item[4 * row + column] for row in range(4) for column in range(4)}
            held |= {(row + 2) * 6 + column + 2: second[4 * row + column] for row in range(4) for column in range(4)}
            yield Digits(6, tuple(held.get(cell) for cell in puzzle.board.cells))


@st.composite
def _overlapping(draw: st.DrawFn) -> Samurai:
    digits = draw(_listed([None] * 12 + [1, 2, 3, 4], 36))
    gaps = {
        row * 6 + column
        for row in range(6)
        for column in range(6)
        if (row < 2 < 4 <= column) or (column < 2 < 4 <= row)
    }
    return Samurai(6, 6, tuple(0 if cell in gaps else digit for cell, digit in enumerate(digits)))


_NONE = [None] * 4
_SIGNS = [*_NONE, None, None, (0, -1), (0, 3), (0, 4), (1, 0), (2, 0), (3, 0), (4, 0)]
_PAIRS = [pair for item, two in Lattice(3, 3).borders for pair in ((item, two), (two, item))]
_RUNS = [(), (1,), (2,), (3,), (1, 1)]

SMALL = {
    "takuzu": Small(
        st.builds(Takuzu, st.just(4), _listed([None, None, None, 0, 1], 16), st.booleans()),
        _kept,
    ),
    "futoshiki": Small(
        st.builds(
            Futoshiki,
            st.just(3),
            _listed([None] * 6 + [1, 2, 3], 9),
            st.lists(st.sampled_from(_PAIRS), max_size=3, unique_by=frozenset).map(sorted).map(tuple),
        ),
        _kept,
    ),
    "killer": Small(_cages(), _kept),
    "queens": Small(st.builds(Queens, st.integers(1, 5), st.just(frozenset())), _queens),
    "star-battle": Small(st.builds(StarBattle, st.just(4), st.just(4), st.just(1), _listed(list("ABC"), 16)), _marks),
    "nonogram": Small(st.builds(Nonogram, _listed(_RUNS, 3), _listed(_RUNS, 4)), _marks),
    "hitori": Small(st.builds(Hitori, st.just(4), _listed([1, 2, 3, 4], 12)), _marks),
    "slitherlink": Small(st.builds(Slitherlink, st.just(2), _listed([None, None, None, 1, 2, 3], 4)), _kept),
    "nurikabe": Small(st.builds(Nurikabe, st.just(4), _listed([None] * 6 + [1, 2, 3, -1], 12)), _marks),
    "country-road": Small(_roomed(CountryRoad, 3, 3, [None, None, 1, 2, 3]), _paths),
    "heyawake": Small(_roomed(Heyawake, 3, 3, [None, None, 0, 1, 2]), _marks),
    "kurodoko": Small(_clued(Kurodoko, 3, 3, [*_NONE, 2, 3, 4, 5, -1]), _marks),
    "light-up": Small(_clued(LightUp, 3, 3, [*_NONE, -1, 0, 1, 2]), _marks),
    "lits": Small(_roomed(Lits, 2, 5), _marks),
    "masyu": Small(_clued(Masyu, 3, 3, [0, 0, 0, 1, 2]), _paths),
    "norinori": Small(_roomed(Norinori, 2, 5), _marks),
    "nurimaze": Small(_mazes(), _marks),
    "nurimisaki": Small(_clued(Nurimisaki, 3, 3, [*_NONE, 2, 3, -1]), _marks),
    "sashigane": Small(_clued(Sashigane, 2, 4, _SIGNS), _divisions),
    "shakashaka": Small(_clued(Shakashaka, 2, 3, [None, None, None, -1, 0, 1, 2]), _triangles),
    "shikaku": Small(_clued(Shikaku, 2, 4, [None, None, 1, 2, 3, -1]), _divisions),
    "simple-loop": Small(_clued(SimpleLoop, 3, 3, [0, 0, 0, 1]), _paths),
    "tapa": Small(_clued(Tapa, 3, 3, [*_NONE, (1,), (2,), (3,), (1, 1), (2, -1), (-1,)]), _marks),
    "yajilin": Small(_clued(Yajilin, 3, 3, [*_NONE, (1, 0), (2, 1), (3, 1), (4, 2), (0, -1)]), _rings),
    "aquarium": Small(_tanks(), _marks),
    "hashi": Small(_clued(Hashi, 3, 3, [None, None, 1, 2, 3, -1]).filter(lambda item: len(item.spans) < 7), _bridges),
    "mosaic": Small(_clued(Mosaic, 3, 3, [*_NONE, 0, 1, 2, 3, 4]), _marks),
    "numberlink": Small(
        st.sampled_from([Numberlink, Arukone]).flatmap(lambda model: _clued(model, 2, 4, [*_NONE, *_NONE, 1, 1, 2, 2])),
        _paths,
    ),
    "ripple-effect": Small(
        _roomed(RippleEffect, 2, 3, [*_NONE, 1, 2, 3], each_room=False).filter(_small_rooms), _digits(6)
    ),
    "skyscrapers": Small(
        st.builds(
            Skyscrapers,
            st.just(3),
            st.just(3),
            _listed([*_NONE, 1, 2, 3], 12),
            st.just((None,) * 9) | _listed([*_NONE, *_NONE, -1, 1, 2, 3], 9),
        ),
        _digits(3),
    ),
    "suguru": Small(_roomed(Suguru, 2, 3, [*_NONE, 1, 2, 3], each_room=False).filter(_small_rooms), _digits(6)),
    "battleship": Small(_fleet(), _marks),
    "fillomino": Small(_clued(Fillomino, 2, 3, [*_NONE, 1, 2, 3, 4, -1]), _sizes),
    "firefly": Small(_clued(Firefly, 3, 3, [*_NONE, (1, 1), (2, 0), (3, -1), (4, 2), (4, -1), (0, -1)]), _paths),
    "double-choco": Small(
        st.builds(DoubleChoco, st.just(2), st.just(4), _listed([0, 1], 8), _listed([*_NONE, *_NONE, 1, 2, 3, -1], 8)),
        _divisions,
    ),
    "galaxies": Small(_skies(), _divisions),
    "hidoku": Small(_clued(Hidoku, 2, 4, [*_NONE, *_NONE, 1, 3, 8, 0]).filter(lambda item: item.held), _orders),
    "kakuro": Small(_kakuro().filter(lambda item: 0 < len(item.cells) < 6), _kakuro_digits),
    "kenken": Small(_kenken(), _squares),
    "magnets": Small(_plates(), _poles),
    "minesweeper": Small(
        st.builds(Minesweeper, st.just(3), st.just(3), _listed([*_NONE, 0, 1, 2, 3], 9), st.sampled_from([None, 2])),
        _marks,
    ),
    "numbrix": Small(_clued(Numbrix, 2, 4, [*_NONE, *_NONE, 1, 3, 8, 0]).filter(lambda item: item.held), _orders),
    "samurai": Small(_overlapping(), _two_grids),
    "str8ts": Small(
        st.builds(Str8ts, st.just(3), _listed([*_NONE, 1, 2, 3], 9), _listed([False, False, True], 9)), _straights
    ),
    "tents": Small(st.builds(Tents, st.just(3), st.just(3), _listed([*_NONE, 0, 1], 6), _listed([0, 0, 1], 9)), _marks),
    "yin-yang": Small(_clued(YinYang, 3, 3, [0, 0, 0, 1, 2]), _marks),
    "zebra": Small(_zebras(), _seatings),
}
