"""Candidate squares, surroundings, directions and cylinders: the study's examples and their meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrabble_positions import random_positions
from scrabble_samples import played

from entails.data.scrabble import layout
from entails.models.scrabble.board import Board
from entails.models.scrabble.rules import (
    ACROSS,
    DOWN,
    NONE,
    CandidateSquare,
    around,
    candidate_squares,
    cylinder,
    direction,
)


def candidate(board: Board, row: int, column: int) -> CandidateSquare:
    return next(square for square in candidate_squares(board) if (square.row, square.column) == (row, column))


def test_the_squares_of_a_word() -> None:
    """The squares of the study's example are right: "exemples" down from row 1, column 3 (from 0)."""
    board = played("D2 EXEMPLES")
    result = [(square.row, square.column, square.letter) for square in candidate_squares(board)]
    assert result == [(row, 3, letter) for row, letter in enumerate("EXEMPLES", 1)]


def test_surroundings_inside_on_an_edge_and_in_a_corner() -> None:
    """Surroundings inside, on an edge and in a corner equal the lists printed in the study."""
    across = played("3D MOT")
    assert around(across, 2, 4) == (0, 0, 0, 1, 1, 1, 0, 0, 0)
    assert around(played("D11 MOT"), 10, 3) == (0, 0, 0, 0, 1, 0, 0, 1, 0)
    assert around(played("3C MOT", "D2 OO"), 2, 3) == (0, 1, 0, 1, 1, 1, 0, 0, 0)
    corner, edge = played("O1 MOT"), played("O3 MOT")
    assert around(corner, 0, 14) == (0, 1, 0, 1)
    assert around(edge, 4, 14) == (0, 1, 0, 1, 0, 0)
    assert [candidate(corner, 0, 14).kind, candidate(edge, 4, 14).kind, candidate(across, 2, 4).kind] == [
        "corner",
        "edge",
        "inside",
    ]


def test_directions() -> None:
    board = played("8E MARS", "H8 SILENT")
    assert direction(board, 7, 4) == DOWN
    assert direction(board, 7, 7) == NONE, "a tile where two words cross takes no third"
    assert direction(board, 9, 7) == ACROSS


def test_cylinders() -> None:
    """A cylinder needs three free lines, and must not touch the next tile on its own line."""
    board = played("H8 SILENT", "L6 MARS")
    assert cylinder(board, 12, 7, ACROSS) == (7, 7), "far below the other word"
    assert cylinder(board, 10, 7, ACROSS) == (7, 7), "beside its last letter's line only"
    assert cylinder(board, 9, 7, ACROSS) == (7, 3), "L9 holds S in the line above"
    assert cylinder(board, 8, 7, ACROSS) == (7, 2), "L9 holds S in its own line, K9 stays empty"
    assert cylinder(board, 7, 7, NONE) == (0, 0)
    assert cylinder(board.transposed, 7, 8, DOWN) == (7, 2)


def test_a_square_that_nothing_fits_behind() -> None:
    square = CandidateSquare(0, 0, "A", (1, 0, 0, 0), ACROSS, 0, 2)
    assert list(square.begins(3)) == [0]
    assert list(square.begins(4)) == []


def test_an_empty_board_has_its_start() -> None:
    (square,) = candidate_squares(Board.empty(layout()))
    assert (square.row, square.column, square.letter, square.direction) == (7, 7, "", ACROSS)
    assert (square.before, square.after) == (7, 7)
    assert list(square.begins(5)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seed", range(3))
def test_words_in_a_cylinder_touch_nothing_else(seed: int) -> None:
    for position in random_positions(10, seed):
        board = position.board
        if board.is_empty:
            continue
        for square in candidate_squares(board):
            turned, line, place = board, square.row, square.column
            if square.direction == DOWN:
                turned, line, place = board.transposed, square.column, square.row
            taken = [step for step in range(-square.before, square.after + 1) if step]
            assert not any(turned.has_tile(line + beside, place + step) for step in taken for beside in (-1, 0, 1))
            if square.before:
                assert not turned.has_tile(line, place - square.before - 1)
            if square.after:
                assert not turned.has_tile(line, place + square.after + 1)


@given(st.integers(0, 14), st.integers(0, 14))
def test_around_has_nine_six_or_four(row: int, column: int) -> None:
    on_edges = (row in (0, 14)) + (column in (0, 14))
    assert len(around(Board.empty(layout()), row, column)) == (9, 6, 4)[on_edges]
