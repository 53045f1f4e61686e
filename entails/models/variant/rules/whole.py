# ruff: noqa: ARG001, ARG005
"""Rules of the whole board, and further regions on it."""

from collections.abc import Iterator
from functools import lru_cache

from entails.models.lattice import Lattice
from entails.models.sentence import Template
from entails.models.statement import AllDifferent, Compare, Constraint, Distance
from entails.models.statement.draft import Draft
from entails.models.variant.rule import Kind, Rule, State, Variant, different


@lru_cache(64)
def leaps(size: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of cells that lie such a step apart."""
    board = Lattice(size, size)
    found = []
    for cell in board.cells:
        row, column = board.place(cell)
        for down, right in steps:
            if row + down < size and 0 <= column + right < size:
                found.append((cell, board.cell(row + down, column + right)))
    return tuple(found)


KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))


KING = ((1, 1), (1, -1))


def _region(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)


def _apart(steps: tuple[tuple[int, int], ...]) -> State:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        yield from (Compare(one, "!=", other) for one, other in leaps(puzzle.size, steps))

    return state


def _non_consecutive(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", 1) for pair in puzzle.board.borders)


def _disjoint(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (AllDifferent(cells) for cells in places_in_regions(puzzle))


def places_in_regions(puzzle: Variant) -> Iterator[tuple[int, ...]]:
    """The cells at one place of every region."""
    regions = [[cell for cell in puzzle.board.cells if puzzle.regions[cell] == one] for one in range(puzzle.size)]
    yield from zip(*regions, strict=False)


KINDS: dict[str, Kind] = {
    "region": Kind(
        Template("the extra region at {cell} has no digit twice", "la région en {cell} n'a aucun chiffre deux fois"),
        _region,
        lambda r, p, d: different(d, r.cells),
    ),
    "diagonal": Kind(
        Template("the diagonal from {cell} has no digit twice", "la diagonale de {cell} n'a aucun chiffre deux fois"),
        _region,
        lambda r, p, d: different(d, r.cells),
    ),
    "anti-knight": Kind(
        Template("cells a knight's move apart differ", "à un saut de cavalier, les chiffres diffèrent"),
        _apart(KNIGHT),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KNIGHT)),
    ),
    "anti-king": Kind(
        Template("cells a king's move apart differ", "à un pas de roi, les chiffres diffèrent"),
        _apart(KING),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KING)),
    ),
    "non-consecutive": Kind(
        Template("neighbours are not consecutive", "les voisins ne se suivent pas"),
        _non_consecutive,
        lambda r, p, d: all(abs(d[a] - d[b]) != 1 for a, b in p.board.borders),
    ),
    "disjoint groups": Kind(
        Template("cells at one place of their boxes differ", "à même place dans leurs blocs, les chiffres diffèrent"),
        _disjoint,
        lambda r, p, d: all(different(d, cells) for cells in places_in_regions(p)),
    ),
}
