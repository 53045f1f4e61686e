"""Nested chains: ratings of the hardest grids, sound steps, and a search that ends."""

import numpy as np
import pytest

from entails.queries.sudoku.rate import rate
from entails.solvers.kernels.sudoku_board import (
    KIND,
    LENGTH,
    NO_RATING,
    RATING,
    REMOVES,
    XY_KIND,
    Y_KIND,
    find_places,
    new_hint,
    set_up,
)
from entails.solvers.kernels.sudoku_graph import new_graph
from entails.solvers.kernels.sudoku_inner import (
    CHAIN_KIND,
    CHAIN_LENGTH,
    CHAIN_RATING,
    clear_chains,
    find_inner_unary,
    new_inner_chains,
)
from entails.solvers.kernels.sudoku_spread import new_reach
from entails.solvers.kernels.sudoku_unary import find_unary, new_cycle_search
from entails.solvers.sudoku.difficulty import explainer_nested
from entails.solvers.sudoku.difficulty.explainer import ExplainerRater, RatedStep
from entails.solvers.sudoku.difficulty.explainer_nested import (
    NestedFinder,
    _NestedRater,
    nested_rating,
    nested_sukaku_rating,
)
from entails.solvers.sudoku.difficulty.model import rate_many
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.position import arrays

from ..helpers import grid_of

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
EVEREST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PLATINUM = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
EASTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"

POSITIONS = [
    (
        1,
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "001b9q2a2n0f1laobt8r0b00006j4b4heoap1p001o4c004d004o1t8f008ac6560051ca9b975792c60"
        "00000c293aa5aaa0052d2dg009q2u0e00ae268e8k00003e1e0000369e8400a63m003i667757002i2m",
        (100, 101, 246),
    ),
    (
        2,
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "001b9q2a2n0f1laobt8b0b00006j4b4heoap1p001o4c004d004o1d87008ac6560051ca9b975792c60"
        "00000c283aa4aaa0052d2dg008q2u0e00ae268e8k00003e1e0000369e8400a63m003i465157002i2m",
        (105, 129, 641),
    ),
    (
        3,
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "00686s3kd47gcc94004600640057734500544s4a000nc74j0085cc5a0069001b00433370de5bcd130"
        "01bcm97ck9633a50000138700b40049cp0n4e4r00868s1o000p3j1b000q002odo58003k5c7o8sa400",
        (115, 700, 498),
    ),
    (
        4,
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "3i5p3r523a780b0000d2c83ac42e002a3200b299009200b8003b2b0m0s000h002k2v2b009k001o5l1"
        "5008tc94d009k1i00346kame26634150013001c2f002f6k002h8l0d8s00e96d005l1h00179k87c347",
        (118, 279, 703),
    ),
]
"""Positions: the level, the digits, the candidates (two digits to base 32 per cell), and the rating in tenths, the
length and the removed candidate of the first step of that level. The steps are those of the original rules."""


@pytest.mark.parametrize(
    ("line", "published"),
    [(ESCARGOT, 10.5), (EVEREST, 10.7), (EASTER, 11.6), (PLATINUM, 10.6)],
)
def test_the_hardest_grids_have_their_published_rating(line: str, published: float) -> None:
    assert nested_rating(grid_of(line)) == published


@pytest.mark.parametrize(("level", "digits", "marks", "expected"), POSITIONS)
def test_the_first_step_of_a_level(level: int, digits: str, marks: str, expected: tuple[int, int, int]) -> None:
    rater = _NestedRater(NestedFinder())
    cells = np.array([int(digit) for digit in digits.replace(".", "0")])
    set_up(rater.board, cells, np.array([int(marks[at : at + 2], 32) for at in range(0, 162, 2)]))
    find_places(rater.board)
    rater.finders["nested-forcing-chains" if level == 1 else f"nested-forcing-chains-{level}"]()
    score = rater.hint.score
    assert (score[RATING], score[LENGTH], *rater.hint.removes[: score[REMOVES]]) == expected


@pytest.mark.parametrize("line", [ESCARGOT, EASTER])
def test_every_step_is_true(line: str) -> None:
    with PersistentSudoku() as solver:
        solution = solver.solve(grid_of(line)).solution
    assert solution is not None
    rater = _NestedRater(NestedFinder())
    levels = set()
    for step in rater.rated_steps(*arrays(grid_of(line))):
        if isinstance(step, RatedStep):
            levels.add(step.finder)
            assert step.places is None or solution.cells[step.places // 9] == step.places % 9 + 1
            assert all(solution.cells[gone // 9] != gone % 9 + 1 for gone in step.removes)
    assert rater.is_filled
    assert "nested-forcing-chains-2" in levels
    assert ("nested-forcing-chains-3" in levels) == (line == EASTER)


@pytest.mark.parametrize(
    ("line", "hardest"),
    [
        (".234.....45...9...7......6....5.34985..294....1..........67.8...7....351.....5..6", (68, 12, Y_KIND)),
        ("..3.5..8.45..8.1..7...2.....34...617.9.2....88...3..4..1.....76............8.7.51", (71, 8, XY_KIND)),
    ],
)
def test_inner_chains_and_cycles_are_those_of_the_lower_level(line: str, hardest: tuple[int, int, int]) -> None:
    """On the board of the grid itself, the best inner chain is the best unary chain, which is checked on many grids."""
    rater, inner, hint = ExplainerRater(), new_inner_chains(), new_hint()
    graph, reach, cycles = new_graph(), new_reach(), new_cycle_search()
    seen = set()
    for _ in rater.rated_steps(*arrays(grid_of(line))):
        board = rater.board
        find_places(board)
        find_unary(board, graph, reach, cycles, 0, hint)
        best = tuple(hint.score[[RATING, LENGTH, KIND]].tolist())
        clear_chains(inner)
        find_inner_unary(board, board, graph, reach, cycles, inner, hint)
        columns = inner.head[:, [CHAIN_RATING, CHAIN_LENGTH, CHAIN_KIND]]
        rating, length, kind = min(map(tuple, columns.tolist()))
        assert rating == best[0]
        if rating != NO_RATING:
            assert (rating, length, kind) == best
            seen.add(best)
    assert hardest in seen


def test_the_search_ends_at_what_it_may_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explainer_nested, "MOST", 10)
    assert nested_rating(grid_of(ESCARGOT)) is None
    assert rate(grid_of(ESCARGOT), quine=False).er is None


def test_the_search_ends_with_its_time() -> None:
    explainer_nested._nested_state.finder.results.clear()
    assert nested_rating(grid_of(ESCARGOT), seconds=0.0) is None


def test_a_second_rating_repeats_what_the_first_found(monkeypatch: pytest.MonkeyPatch) -> None:
    finder, grid = explainer_nested._nested_state.finder, grid_of(ESCARGOT)
    rating = nested_rating(grid)
    cost = finder.budget.cost
    monkeypatch.setattr(finder, "find", None)
    assert nested_rating(grid) == rating
    assert finder.budget.cost == cost
    assert nested_sukaku_rating(grid) == rating


def test_one_grid_is_searched_and_many_are_not() -> None:
    [plain] = rate_many([grid_of(ESCARGOT)])
    assert plain.er is None
    assert plain.er_sukaku is None
    rating = rate(grid_of(ESCARGOT), quine=False)
    assert rating.er == 10.5
    assert rating.er_sukaku == 10.5
    assert rating.hardest == "nested-forcing-chains"
    assert rating.band == plain.band == "diabolical"
    assert rate(grid_of(ESCARGOT), quine=False, nested=False).er is None
