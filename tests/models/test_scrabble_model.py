"""Racks, boards, placements and both notations."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrabble_samples import played, refusal

from entails.data.scrabble import layout, tile_set
from entails.models.errors import InvalidMove, InvalidPuzzle
from entails.models.scrabble.board import (
    NOTATIONS,
    Board,
    Notation,
    Placement,
    normalised,
    read_layout,
    read_place,
    read_placement,
    square_name,
    words_formed,
    words_on,
    write_place,
    write_placement,
)
from entails.models.scrabble.tiles import NO_TILES, Rack, whole_set

racks = st.lists(st.integers(0, 26), max_size=12).map(Rack.of)


def test_rack_letters_first_blanks_last() -> None:
    rack = Rack.read("?eIl nTu")
    assert (str(rack), rack.total, rack.blanks) == ("EILNTU?", 7, 1)
    assert rack.value(tile_set("english")) == 6
    assert Rack.read("été") == Rack.read("ETE")


@given(racks, racks)
def test_racks_are_multisets(rack: Rack, second: Rack) -> None:
    assert Rack.read(str(rack)) == rack
    assert (rack + second).holds(second)
    assert (rack + second).without(second) == rack
    assert rack.holds(second) == (not rack.lacks(second).total)
    assert list(map("ABCDEFGHIJKLMNOPQRSTUVWXYZ?".__getitem__, rack)) == list(str(rack))


@given(st.text(max_size=30))
def test_any_text_is_a_rack_or_refused(text: str) -> None:
    words = refusal(lambda: Rack.read(text))
    assert not words or "rack, column" in words


def test_board_is_a_value() -> None:
    board = played("8E MArS")
    assert board == played("8E MArS")
    assert hash(board) == hash(played("8E MArS"))
    assert board != played("8E MARS")
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.rows[7] == "....MArS......."
    assert str(board.tiles) == "AMS?"
    assert board.transposed.transposed == board
    assert board.transposed.tile(4, 7) == "M"
    assert Board.empty(layout()).is_empty
    assert not board.is_empty
    with pytest.raises(ValueError):
        board.letters[0, 0] = 3
    with pytest.raises(ValueError):
        board.layout.word[0, 0] = 9


def test_board_checks_what_it_is_given() -> None:
    small = read_layout("...\n...", "small")
    with pytest.raises(InvalidPuzzle, match="row 2: the row has 2 squares; expected 3"):
        Board.from_rows(small, ["...", ".."])
    with pytest.raises(InvalidPuzzle, match="the board has 1 row; expected 2"):
        Board.from_rows(small, ["..."])
    with pytest.raises(InvalidPuzzle):
        Board(small, np.full((2, 3), 26), np.zeros((2, 3), bool))
    with pytest.raises(InvalidMove, match="does not fit"):
        Board.empty(small).with_placement(Placement(0, 2, True, "AB", "AB"))


@pytest.mark.parametrize(
    ("notation", "text", "place"),
    [
        ("gcg", "8D", (7, 3, True)),
        ("gcg", "D8", (7, 3, False)),
        ("gcg", "H4", (3, 7, False)),
        ("french", "H4", (7, 3, True)),
        ("french", "4H", (7, 3, False)),
        ("french", "O15", (14, 14, True)),
        ("gcg", "15o", (14, 14, True)),
    ],
)
def test_notations(notation: Notation, text: str, place: tuple[int, int, bool]) -> None:
    assert read_place(text, notation, layout()) == place
    assert write_place(*place, notation) == text.upper()


@given(st.integers(0, 25), st.integers(0, 25), st.booleans(), st.sampled_from(NOTATIONS))
def test_places_round_trip(row: int, column: int, across: bool, notation: Notation) -> None:
    assert read_place(write_place(row, column, across, notation), notation) == (row, column, across)


def test_squares_are_called_letter_first() -> None:
    assert square_name(7, 3, "gcg") == "D8"
    assert square_name(7, 3, "french") == "H4"


@pytest.mark.parametrize(
    "text", ["", "8", "H", "88", "HH", "8DD", "0A", "A0", "16A", "P1", "8 D", "８D", "-1A", "8D" * 9]
)
def test_invalid_place(text: str) -> None:
    with pytest.raises(InvalidMove, match="8D"):
        read_place(text, "gcg", layout())


@pytest.mark.parametrize("text", ["H8 .ILENT", "H8 SILENT", "H8 (S)ILENT", "h8  silent".replace("ilent", "ILENT")])
def test_words_through_tiles(text: str) -> None:
    placement = read_placement(text, played("8E MARS"))
    assert placement == Placement(7, 7, False, "SILENT", ".ILENT")
    assert write_placement(placement) == "H8 .ILENT"
    assert str(placement.used) == "EILNT"
    assert placement.transposed.transposed == placement


def test_a_blank_on_the_board_stays_small_in_the_word() -> None:
    placement = read_placement("H8 SILeNT", played("8E MARs"))
    assert (placement.word, placement.tiles) == ("sILeNT", ".ILeNT")
    assert str(placement.used) == "ILNT?"


@given(st.text(max_size=40))
def test_any_text_is_a_placement_or_refused(text: str) -> None:
    assert len(refusal(lambda: read_placement(text, played("8E MARS")))) < 250


def test_words_formed_main_first_then_crosses() -> None:
    board = played("8E MARS")
    formed = words_formed(board, read_placement("9C ZETA", board))
    assert [(word.word, word.row, word.column, word.across) for word in formed] == [
        ("ZETA", 8, 2, True),
        ("MT", 7, 4, False),
        ("AA", 7, 5, False),
    ]
    assert [word.word for word in words_on(played("8E MARS", "H8 .ILENT"))] == ["MARS", "SILENT"]


def test_one_tile_is_written_across_when_it_makes_a_word_across() -> None:
    board = played("8E MARS", "H8 .ILENT")
    across = Placement(8, 6, True, "AI", "A.")
    assert normalised(board, read_placement("G8 .A", board)) == across
    assert normalised(board, across) == across
    assert normalised(board, read_placement("9G A.", board)) == across
    only_down = Placement(7, 4, False, "ME", ".E")
    assert normalised(board, read_placement("9E E", board)) == only_down
    several = read_placement("E7 A.A", board)
    assert normalised(board, several) == several


def test_whole_set() -> None:
    assert whole_set(tile_set("french")).total == 102
    assert NO_TILES.total == 0
