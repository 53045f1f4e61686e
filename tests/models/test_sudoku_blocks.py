"""Blocks of grids: NumPy finds the same grids in a text as `read_grids`, wherever the text is cut."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.sudoku.blocks import of_grids, read_blocks
from entails.formats.sudoku.read import parse_grid, read_grids
from entails.models.entry import Block, Entry
from entails.models.fields import decoded
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ODD = [
    "",
    "   ",
    "# a comment",
    f"{PUZZLE},4.2",
    f"{PUZZLE} # with a remark",
    f"{PUZZLE} anti-knight",
    f"{PUZZLE},cage=3 r1c1 r1c2",
    f"  {PUZZLE}",
    PUZZLE.replace(".", "0"),
    PUZZLE.replace(".", "-"),
    PUZZLE[:80],
    PUZZLE + "1",
    PUZZLE[:80] + "x",
    "." * 81,
    "-" * 81,
    "..4..3...2....1.",
    "puzzle,rating",
    '{"cells": "' + PUZZLE + '"}',
    "é" * 81,
]


def read_entries(data: bytes, size: int, shape: Shape | None = None) -> list[tuple[int, Grid | None, str]]:
    """Return the content of the blocks of a text that arrives in pieces of this size."""
    entries: list[Entry[Grid]] = []
    for block in read_blocks(pieces(data, size), shape):
        entries += list(block.entries()) if isinstance(block, Block) else [block]
    return [(entry.line, entry.puzzle, str(entry.error)) for entry in entries]


def expected(data: bytes, shape: Shape | None = None) -> list[tuple[int, Grid | None, str]]:
    return [(grid.line, grid.puzzle, str(grid.error)) for grid in read_grids(decoded(data), shape)]


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


@given(st.lists(st.sampled_from([PUZZLE, *ODD]), max_size=9), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_short_texts_are_read_as_ever(lines: list[str], end: str, is_ended: bool) -> None:
    data = (end.join(lines) + end * is_ended).encode()
    assert read_entries(data, 100) == expected(data)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("heading", ["", "puzzle,rating", PUZZLE])
def test_long_texts_are_read_as_ever(end: str, heading: str) -> None:
    random = Random(7)
    lines = [heading] + [PUZZLE if random.random() < 0.97 else random.choice(ODD) for _ in range(2_600)]
    data = end.join(lines).encode()
    assert len(data) > 200_000
    assert read_entries(data, 4_097) == read_entries(data, 1 << 20) == expected(data)


def test_plain_lines_make_one_block() -> None:
    (block,) = read_blocks(iter([b"\n".join([PUZZLE.encode(), b"# one more", PUZZLE.encode()])]))
    assert isinstance(block, Block)
    assert (len(block), list(block.lines)) == (2, [1, 3])
    assert [entry.puzzle for entry in block.entries()] == [parse_grid(PUZZLE)] * 2


def test_other_encodings_and_shapes_are_read_whole() -> None:
    text = f"{PUZZLE}\n" * 3_000
    assert read_entries(text.encode("utf-16"), 1 << 20) == expected(text.encode())
    shape = Shape.named("x")
    assert read_entries(text.encode(), 1 << 20, shape) == expected(text.encode(), shape)
    assert read_entries(b"\xef\xbb\xbf" + text.encode(), 1 << 20) == expected(text.encode())
    assert read_entries(b"\n\npuzzle\n" + b"\n" * 200_000, 5_000) == expected(b"\n\npuzzle\n" + b"\n" * 200_000)


def test_only_plain_grids_make_a_block() -> None:
    grid = parse_grid(PUZZLE)
    block = of_grids([grid, grid])
    assert block is not None
    assert [entry.puzzle for entry in block.entries()] == [grid, grid]
    assert of_grids([grid, parse_grid("..4..3...2....1.")]) is None
    assert of_grids([Grid(grid.shape, grid.cells, (511,) * 81)]) is None
