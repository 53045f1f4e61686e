"""One generated grid per technique on which it is the next step: all easier ones have none."""

import pytest

from entails.solvers.sudoku.steps.path import available_steps, next_step, solve_steps
from entails.solvers.sudoku.steps.position import StepPosition
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT
from entails.solvers.sudoku.steps.traces import traces

from ..helpers import grid_of
from .french_steps import assert_french_sentence

GRIDS = {
    "full-house": (".1..8.624......751.......9...4.......56.......3..4.9.76..91...8....274..29.....1.", 1),
    "last-remaining-box": ("...8...71..8..5..652........894........51.....4...7.6....3.4.2.3..7924...........", 0),
    "last-remaining-row": ("...4.9.8..4.3....21..7.......8.9.617.....3.9......123.4....8...5..9.6....2.5...69", 0),
    "last-remaining-column": ("..2.36.5.......4.89...1.......7.....8..5.3...7...4...2..9......15...8.........934", 0),
    "last-possible-number": ("..2..7.......21.3.....4..9.95..6...1..4.5..8.......3...3....7..57...89.31....5...", 0),
    "naked-single": ("1..92.8.6..2.4.....9...87....9.85...41.39...........6.3.1.7...2.....16.........5.", 3),
    "hidden-single-box": (".14....7.2.........7.9.8..61.........5.28....7..1398...2...4..54......1.......74.", 2),
    "hidden-single-line": ("..7.3..5....4......6...5.1......2....13.7.56.5..6....2..9.2...37...1..9..4....7..", 2),
    "pointing-pair": ("...7....6.1...2.57..39...8...9.2.....2.59.8..3.1....7........6..3..8.....4.3...1.", 0),
    "pointing-triple": ("1.......37.8..1....3..65.8.....26...48...7.....14...5...4.935...........5.....312", 1),
    "box-line-reduction": ("1..92.8.6..2.4.....9...87....9.85...41.39...........6.3.1.7...2.....16.........5.", 2),
    "naked-pair": ("...7....6.1...2.57..39...8...9.2.....2.59.8..3.1....7........6..3..8.....4.3...1.", 2),
    "hidden-pair": ("98.1....6....3.5...5.....4.6....5..82...681.4....2.....7......58..579........2.3.", 3),
    "naked-triple": ("1..8.5.3...32...9.2...3...7...38............46...4..81.8..6...34.5....1..1.....6.", 5),
    "hidden-triple": (".......37....34...2..1.8..6.5.36..9.4...5...8..1.4.6..1.........2.9.....38....51.", 8),
    "naked-quad": ("...9..6.35....89.......18.7.16.7...99....3.......4.1.63....5....2.7...31..4......", 17),
    "hidden-quad": (".8..31......8..7.9.....6.41.64.....7.1..645..5...2..9.1...9...8.........84...5..6", 27),
    "x-wing": (".5......1..4.3.....1...84.2.8.5.23.7...613........7...6....17...4......5..8.6....", 5),
    "swordfish": ("......3.76.71..4.....69....4...3.8.....51.....59.......2.8.....57............21.3", 9),
    "jellyfish": (".4.......6..3..2..25....968..5..6........94....9251.....6.....75...4...63..9.....", 25),
    "y-wing": ("..41...........2...8..6..7.4....6.95...8.3......9..8.12.5......8134......495.1..2", 7),
    "xyz-wing": ("...35.2....4.....93...2..6....5...765...9.4...17..8...953............79.2...1....", 7),
    "simple-colouring": (".3.6....5..8..5.1..9...47...2.7..8.47......5.......6.3..65.......49.2....8.4.....", 7),
    "unique-rectangle": ("..32...5....3.98.22.......9......5...8..67.....2..1.475....2..417...8......69....", 8),
    "x-chain": ("...28.....83..1.52.....6...89.7.4.2...5.....93.....5..1..6..3....4....7..5..9...1", 3),
    "xy-chain": (".76....34.1....2..8.4..1.......9.54..4.2..96........83..5......63.8......9.7.2...", 8),
    "disjunction": ("..759....3..8..6...1...4..7..4..9.5..7....4....2..8...5....1.6...83...2.........3", 2),
    "nested-disjunction": ("..4.2.71...28.73.......4.8.4....5...3....1..7......69.8.7...4......7.1...93......", 12),
}
"""The puzzle, and the number of steps before the technique."""

SEVERAL = {"nested-disjunction"}
"""Here the puzzle has several solutions, so steps that need a unique one are left out."""


def moment(technique: str) -> StepPosition:
    """Return the position in which the technique is next."""
    text, before = GRIDS[technique]
    position = StepPosition(grid_of(text), COUNTED, unique=technique not in SEVERAL)
    for _ in range(before):
        step = position.easiest()
        assert step is not None
        position.take(step)
    return position


def test_there_is_a_grid_for_every_technique() -> None:
    assert tuple(GRIDS) == COUNTED


@pytest.mark.parametrize("technique", GRIDS)
def test_exactly_this_technique_is_next(technique: str) -> None:
    grid, unique = moment(technique).grid, technique not in SEVERAL
    step = next_step(grid, COUNTED, unique=unique)
    assert step is not None
    assert step.technique == technique
    easier = COUNTED[: COUNTED.index(technique)]
    assert not easier or available_steps(grid, easier, unique=unique) == ()
    assert step in available_steps(grid, [technique], unique=unique)
    assert next_step(grid, [technique], unique=unique) == step


@pytest.mark.parametrize("technique", GRIDS)
def test_the_path_and_its_arrays_use_it_there(technique: str) -> None:
    text, before = GRIDS[technique]
    unique = technique not in SEVERAL
    path = solve_steps(grid_of(text), COUNTED, unique=unique)
    assert path.status == ("solved" if unique else "stuck")
    assert path.steps[before].technique == technique
    for step in path.steps:
        assert_french_sentence(step)
    result = traces([grid_of(text)], unique=unique)
    assert result.first_use[0, COUNTED.index(technique)] == before


def test_the_unique_rectangle_is_left_out_where_uniqueness_is_not_known() -> None:
    grid = moment("unique-rectangle").grid
    assert available_steps(grid, ["unique-rectangle"]) == ()
    step = next_step(grid)
    assert step is not None
    assert DEFAULT.index(step.technique) > DEFAULT.index("unique-rectangle")


RECTANGLE_WITH_A_PAIR = "....6.8.5.........5.84........1.2.46.7.3.........4.18.36.2..7..7.4....2..9......4"


def test_a_unique_rectangle_that_makes_a_naked_pair() -> None:
    """A type 3 unique rectangle: two corners act as one cell with their other candidates and form a naked pair."""
    path = solve_steps(grid_of(RECTANGLE_WITH_A_PAIR), unique=True)
    step = path.steps[36]
    assert (step.technique, step.digits) == ("unique-rectangle", (1, 2, 3, 9))
    assert step.sentence == (
        "r2c9, r3c9, r2c2 and r3c2 cannot all be 1 and 3, or the puzzle would have two solutions; so r2c9 or r3c9 is "
        "2 or 9. With r5c9, it takes 2 and 9 of column 9, so r8c9 is not 9."
    )
    assert step.say("fr") == (
        "Si L2C9, L3C9, L2C2 et L3C2 n'avaient que 1 et 3, la grille aurait deux solutions ; donc L2C9 ou L3C9 est "
        "2 ou 9. Avec L5C9, cela prend 2 et 9 dans la colonne 9, donc L8C9 n'est pas 9."
    )
    assert (step.places, step.removes) == ((), ((71, 9),))
    assert path.status == "solved"
