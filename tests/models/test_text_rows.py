"""Boards as typed text, and puzz.link addresses."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.puzzlink import borders, letters, numbers, small_numbers
from entails.formats.puzzlink.parts import UNKNOWN, Address, address
from entails.formats.text import (
    MOST,
    boards,
    in_rows,
    is_board,
    joined,
    number_in,
    number_text,
    one_board,
    rows_of,
    square_of,
)
from entails.models.errors import InvalidPuzzle

BOARD = (("1", ".", "0"), (".", "1", "."))


@pytest.mark.parametrize(
    "text",
    [
        "1.0/.1.",
        "1.0\n.1.",
        "1 . 0\n. 1 .",
        "1,.,0/.,1,.",
        "┌───────┐\n│ 1 . 0 │\n│ . 1 . │\n└───────┘",
        "+---+---+---+\n| 1 | . | 0 |\n+---+---+---+\n| . | 1 | . |\n+---+---+---+",
        "  1.0\n  .1.\n",
    ],
)
def test_the_same_board_in_every_form(text: str) -> None:
    assert rows_of(text) == BOARD


def test_one_line_of_cells_is_a_square() -> None:
    assert rows_of("1.0.") == (("1", "."), ("0", "."))
    assert rows_of("1.0") == (("1", ".", "0"),)
    assert rows_of("12 . 7/. 10 .") == (("12", ".", "7"), (".", "10", "."))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1.0./", (("1", ".", "0", "."),)),
        ("1,.,10,./", (("1", ".", "10", "."),)),
        ("12,/7,/1,", (("12",), ("7",), ("1",))),
        ("1/./0", (("1",), (".",), ("0",))),
        ("12,", (("12",),)),
    ],
)
def test_single_rows_and_columns_keep_their_shape(text: str, rows: tuple[tuple[str, ...], ...]) -> None:
    assert rows_of(text) == rows
    assert joined(rows) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no cells; expected rows"),
        ("//", "no cells; expected rows"),
        ("---\n---", "no cells; expected rows"),
        ("1.0/.1", "row 2: 2 cells; expected 3, as in row 1"),
        (
            "." * (MOST + 1) + "/" + "." * (MOST + 1),
            f"2 rows of {MOST + 1} cells; expected at most {MOST} rows of {MOST} cells",
        ),
    ],
)
def test_invalid_board(text: str, problem: str) -> None:
    with pytest.raises(InvalidPuzzle) as refused:
        rows_of(text, expected="rows")
    assert str(refused.value) == problem


def test_a_square_has_as_many_rows_as_columns() -> None:
    assert len(square_of("../..", expected="a square")) == 2
    with pytest.raises(InvalidPuzzle, match="the board is not a square: 2 rows of 3 cells; expected a square"):
        square_of(".../...", expected="a square")


def read(text: str) -> str:
    return joined(rows_of(text))


@pytest.mark.parametrize("text", ["1./.x", "1:AAB/AB", "AB/AB A=x", "..<../v.x", "https://puzz.link/p?hitori/2/2/1"])
def test_boards_with_a_mistake_are_no_files(text: str) -> None:
    assert is_board(text)


@pytest.mark.parametrize("text", ["puzzles/mine", "no-such.txt", "/tmp/A.TXT", "dir/more/easy.non"])
def test_names_of_files_are_no_boards(text: str) -> None:
    assert not is_board(text)


def test_a_file_of_boards() -> None:
    assert [entry.puzzle for entry in boards(b"1./.1\n./1", read)] == ["1./.1", "./1"]
    assert [entry.puzzle for entry in boards(b"1.\n.1\n\n# a note\n0.\n.0\n", read)] == ["1./.1", "0./.0"]
    assert [entry.line for entry in boards(b"\n1.\n.1\n\n# a note\n0.\n.0\n", read)] == [2, 6]
    assert [entry.puzzle for entry in boards(b"1..1\n1..\n", read)] == ["1./.1", "1.."]
    bad = list(boards(b"1./.1\n1./1\n1./.1\n", read))
    assert [entry.error is None for entry in bad] == [True, False, True]
    assert [entry.line for entry in bad] == [1, 2, 3]
    assert [entry.puzzle for entry in one_board(b"1.\n\n.1", lambda text: text)] == ["1.\n\n.1"]
    assert list(boards(b"\n\n", read)) == []


@given(st.binary(max_size=200))
def test_any_bytes_are_boards_or_refused(data: bytes) -> None:
    try:
        items = list(boards(data, read))
    except InvalidPuzzle:
        return
    for entry in items:
        assert (entry.puzzle is None) != (entry.error is None)
        assert len(str(entry.error)) < 200


@given(st.lists(st.lists(st.sampled_from(["1", ".", "12"]), min_size=3, max_size=3), min_size=2, max_size=4))
def test_what_is_joined_is_read_again(rows: list[list[str]]) -> None:
    board = in_rows((word for row in rows for word in row), 3)
    assert rows_of(joined(board)) == board


@given(st.integers(0, 500))
def test_numbers_come_back(number: int) -> None:
    assert number_in(number_text(number), "here", "a number") == number


@pytest.mark.parametrize("word", ["?", "1.5", "-1", "12345", "ab", "٣", "É"])
def test_invalid_number(word: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"here: unexpected .*; expected a number"):
        number_in(word, "here", "a number")


def test_addresses() -> None:
    link = "https://puzz.link/p?slither/5/4/k202cj010dj"
    assert address(link, "slither") == Address(4, 5, "k202cj010dj")
    assert address("slither/5/4/k202", "slither") == Address(4, 5, "k202")
    assert address("1./.1", "slither") is None
    with pytest.raises(InvalidPuzzle, match="the address is of genre slither; expected hitori"):
        address(link, "hitori")
    with pytest.raises(InvalidPuzzle, match="0 rows of 5 cells"):
        address("slither/5/0/k202", "slither")


def test_bodies_of_addresses() -> None:
    assert small_numbers("k202cj010dj", 25).count(None) == 17
    assert small_numbers("5a.", 6) == [0, None, 0, None, None, UNKNOWN]
    assert numbers("5h1-10+100.", 7) == [5, None, None, 1, 16, 256, UNKNOWN]
    assert numbers("i", 3) == [None, None, None]
    assert letters("1a-10%", 4) == [1, 10, 36, UNKNOWN]
    assert borders("4ilbhgdnmhou", 6, 6)[:6] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("reader", "body"), [(numbers, "1234"), (numbers, "é"), (numbers, "-"), (numbers, "g"), (small_numbers, "f")]
)
def test_bodies_that_say_nothing(reader: Callable[[str, int], object], body: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"^address: "):
        reader(body, 3)
    with pytest.raises(InvalidPuzzle, match="the borders do not fit the board"):
        borders("4" * 13, 6, 6)
    with pytest.raises(InvalidPuzzle, match="the link is truncated: it ends before its last border"):
        borders("4", 6, 6)


@given(st.text(max_size=30))
def test_any_address_is_read_or_refused(body: str) -> None:
    for reader in (numbers, small_numbers, letters):
        with suppress(InvalidPuzzle):
            assert len(reader(body, 9)) == 9
    with suppress(InvalidPuzzle):
        assert len(borders(body, 3, 3)) == 9
