"""Shapes: their units, and their names, which determine them completely."""

import contextlib
import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.shape import BOXES, Shape, Unit

JIGSAW9 = "111222333111222333144522233114556663744855669744885699748855699747885699777788699"
JIGSAW5 = "1111212222334553345534445"
SHAPES = [*map(str, BOXES), "x4", "x6", "x9", "x16", f"jigsaw:{JIGSAW9}", f"jigsaw:{JIGSAW5}", f"x-jigsaw:{JIGSAW9}"]


@pytest.mark.parametrize("name", SHAPES)
def test_every_unit_has_as_many_cells_as_there_are_digits(name: str) -> None:
    shape = Shape.named(name)
    assert all(len(set(unit.cells)) == len(unit.cells) == shape.size for unit in shape.units)
    for first in (0, shape.size, 2 * shape.size):
        part = shape.units[first : first + shape.size]
        assert sorted(cell for unit in part for cell in unit.cells) == list(range(shape.cells))


@pytest.mark.parametrize("name", SHAPES)
def test_peers_are_the_other_cells_of_the_units(name: str) -> None:
    shape = Shape.named(name)
    for cell in range(shape.cells):
        assert shape.peers[cell] == {
            second for unit in shape.units if cell in unit.cells for second in unit.cells if second != cell
        }
        assert [shape.units[i] for i in shape.units_of[cell]] == [unit for unit in shape.units if cell in unit.cells]


@pytest.mark.parametrize(
    ("name", "units", "peers"),
    [("4", 12, 7), ("6", 18, 12), ("9", 27, 20), ("12", 36, 28), ("16", 48, 39), ("25", 75, 64)],
)
def test_classic_sizes(name: str, units: int, peers: int) -> None:
    shape = Shape.named(name)
    assert len(shape.units) == units
    assert {len(peer) for peer in shape.peers} == {peers}


def test_the_boxes_of_6x6_are_wider_than_high() -> None:
    assert Shape.classic(6).units[12] == Unit("box 1", (0, 1, 2, 6, 7, 8))
    assert Shape.classic(12).box == (3, 4)
    assert Shape.jigsaw(JIGSAW9).box is None


def test_the_diagonals_cross_in_the_middle() -> None:
    falling, rising = Shape.diagonal().units[-2:]
    assert falling == Unit("diagonal 1", (0, 10, 20, 30, 40, 50, 60, 70, 80))
    assert rising == Unit("diagonal 2", (8, 16, 24, 32, 40, 48, 56, 64, 72))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("9", "9x9"),
        ("9x9", "9x9"),
        (" 16X16 ", "16x16"),
        ("x", "x9"),
        ("X9", "x9"),
        ("x6x6", "x6"),
        (f"jigsaw:{JIGSAW5}", f"jigsaw5:{JIGSAW5}"),
        (f"Jigsaw5:{JIGSAW5}", f"jigsaw5:{JIGSAW5}"),
        (f"Xjigsaw:{JIGSAW5}", f"x-jigsaw5:{JIGSAW5}"),
        ("x-jigsaw:aabbaabbccddccdd", "x4"),
    ],
)
def test_names_that_people_use(text: str, name: str) -> None:
    assert Shape.named(text).name == name


@pytest.mark.parametrize("name", SHAPES)
def test_equal_shapes_are_the_same_object_also_after_pickling_and_copying(name: str) -> None:
    shape = Shape.named(name)
    assert Shape.named(shape.name) is shape
    assert pickle.loads(pickle.dumps(shape)) is shape
    assert copy.deepcopy(shape) is shape
    assert len({shape, Shape.named(name)}) == 1


def test_the_letters_of_regions_do_not_matter() -> None:
    letters = JIGSAW9.translate(str.maketrans("123456789", "zyxwvutsr"))
    rows = "\n".join(letters[row : row + 9] for row in range(0, 81, 9))
    assert Shape.jigsaw(rows) is Shape.jigsaw(JIGSAW9)


def test_regions_that_are_the_boxes_make_the_classic_shape() -> None:
    assert Shape.jigsaw("aabbaabbccddccdd") is Shape.classic(4)
    assert Shape.jigsaw("abcd" * 4) is not Shape.classic(4)


@pytest.mark.parametrize(
    ("regions", "problem"),
    [
        ("", "0 cells"),
        ("1" * 80, "80 cells"),
        ("1" * 81, "1 region"),
        ("1" + JIGSAW9[1:-1] + "1", "10 cells"),
        ("x" * 10_000_000, "cells"),
    ],
)
def test_regions_that_do_not_fit(regions: str, problem: str) -> None:
    with pytest.raises(InvalidPuzzle, match=problem) as error:
        Shape.jigsaw(regions)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    "text", ["", "8", "x1", "x0", "0", "9x6", "099", "jigsaw", "jigsaw:", "jigsaw4:" + JIGSAW5, "9" * 10**6]
)
def test_names_of_no_shape(text: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"shape|jigsaw"):
        Shape.named(text)


@given(st.text(max_size=40))
def test_junk_is_never_a_shape_and_never_a_crash(text: str) -> None:
    with contextlib.suppress(InvalidPuzzle):
        assert Shape.named(text).name


@pytest.mark.parametrize("name", ["4", "12", "x9", f"jigsaw:{JIGSAW5}"])
def test_candidate_names_can_be_read_back(name: str) -> None:
    shape = Shape.named(name)
    for cell in range(shape.cells):
        for digit in range(1, shape.size + 1):
            assert shape.parse_candidate(shape.candidate_name(cell, digit)) == (cell, digit)


def test_candidates_have_decimal_names() -> None:
    assert Shape.classic(16).candidate_name(255, 12) == "r16c16=12"
    assert Shape.classic(9).cell_name(30) == "r4c4"


@pytest.mark.parametrize(
    "name", ["r1c1", "r0c1=1", "r10c1=1", "r1c1=10", "r1c1=A", "r1c1=1 ", "r1c1=" + "9" * 9999, ""]
)
def test_candidates_that_the_grid_does_not_have(name: str) -> None:
    with pytest.raises(InvalidPuzzle, match="candidate"):
        Shape.classic(9).parse_candidate(name)
