"""Reading text of unknown format: order of detection, several grids in one text, and junk."""

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entails.formats.sudoku.read import parse_grid, read_grids
from entails.formats.sudoku.write import FORMS, write_grid
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
grid = parse_grid(PUZZLE)


def test_many_lines_of_different_forms() -> None:
    lines = [
        "# a collection",
        PUZZLE,
        "",
        PUZZLE[:80],
        *(write_grid(grid, form) for form in ("json", "fpuzzles", "candidates")),
    ]
    entries = list(read_grids("\n".join(lines)))
    assert [entry.line for entry in entries] == [2, 4, 5, 6, 7]
    assert [entry.puzzle for entry in entries] == [grid, None, grid, grid, grid]
    assert [str(entry.error).partition(";")[0] for entry in entries if entry.error] == ["line of 80 characters"]


@pytest.mark.parametrize("bad", ['{"cells": "', "{", "[1, 2", '{"cells": 5}', "junk"])
@pytest.mark.parametrize("form", ["json", "line", "fpuzzles"])
def test_a_bad_first_line_does_not_swallow_the_others(bad: str, form: str) -> None:
    entries = list(read_grids(f"{bad}\n{write_grid(grid, form)}\n{PUZZLE}"))
    assert [entry.puzzle for entry in entries] == [None, grid, grid]


def test_json_may_be_spread_over_lines() -> None:
    assert (
        parse_grid(
            json.dumps({"shape": "9", "cells": [list(grid.cells[row : row + 9]) for row in range(0, 81, 9)]}, indent=1)
        )
        == grid
    )
    assert parse_grid('{\n"cells": [\n[1,0,0,0],\n[0,0,0,0],\n[0,0,0,0],\n[0,0,0,0]\n]\n}').line == "1..............."


def test_the_heading_of_a_table_is_no_puzzle() -> None:
    assert list(read_grids(f"puzzle,solution\n{PUZZLE},{PUZZLE}\n")) == [Entry(2, grid)]
    assert next(read_grids("Quizzes,Solutions\n")).error is not None
    entries = list(read_grids(f"{PUZZLE}\npuzzle\n"))
    assert entries[0].puzzle == grid
    assert entries[1].error is not None


@pytest.mark.parametrize("text", ["", " \n\t\n", "# only\n# comments", "\ufeff"])
def test_an_empty_text(text: str) -> None:
    (entry,) = read_grids(text)
    assert entry.puzzle is None
    with pytest.raises(InvalidPuzzle, match="the text is empty; expected a grid"):
        parse_grid(text)


def test_exactly_one_grid() -> None:
    assert parse_grid(f"# one\n\n{PUZZLE}\n") == grid
    with pytest.raises(InvalidPuzzle, match="line 3: more than one grid; expected exactly one"):
        parse_grid(f"{PUZZLE}\n\n{PUZZLE}")
    with pytest.raises(InvalidPuzzle, match="line 2, r1c1: 'x' is not a digit"):
        parse_grid(f"# one\nx{PUZZLE[1:]}")


def test_sixteen_lines_of_sixteen_cells_are_not_guessed() -> None:
    lines = ["1.............4."] * 16
    text = "\n".join(lines)
    with pytest.raises(InvalidPuzzle, match="one 16x16 grid or sixteen 4x4 grids; expected the shape"):
        parse_grid(text)
    assert len(list(read_grids(text, Shape.classic(4)))) == 16
    assert parse_grid(text, Shape.classic(16)).shape.size == 16
    assert parse_grid("\n".join([*lines[:15], "G..............."])).shape.size == 16
    assert parse_grid("[Puzzle]\n" + text).shape.size == 16
    assert len(list(read_grids("\n".join(lines[:15])))) == 15


def test_a_rule_of_dashes_is_no_grid_of_empty_cells() -> None:
    bars = "-" * 16
    rows = ["|1...|....|....|"] + ["|....|....|....|"] * 11
    text = "\n".join([bars, *rows[:3], bars, *rows[3:6], bars, *rows[6:9], bars, *rows[9:], bars])
    assert parse_grid(text) == parse_grid("1" + "." * 143)
    assert parse_grid("-" * 81) == parse_grid("." * 81)


def test_a_bad_line_does_not_stop_the_others() -> None:
    text = "\n".join(PUZZLE if number % 3 else "junk" for number in range(3000))
    entries = list(read_grids(text))
    assert len(entries) == 3000
    assert sum(entry.puzzle == grid for entry in entries) == 2000
    assert [entry.line for entry in entries if entry.error] == list(range(1, 3001, 3))


@pytest.mark.parametrize(
    "text",
    [
        "." * 10**7,
        "[" * 10**7,
        "{" * 10**7,
        "{12}" * 2_500_000,
        "https://f-puzzles.com/?load=" + "A" * 10**7,
        " " * 10**7,
        "-" * 10**7,
        "1 " * 5_000_000,
        "\x00" * 10**7,
        "數" * 10**7,
        "#" * 10**7,
        '{"cells": "' + "." * 10**7 + '"}',
    ],
    ids=lambda text: repr(text[:10]),
)
def test_ten_megabytes_on_a_line(text: str) -> None:
    start = time.process_time()
    with pytest.raises(InvalidPuzzle) as error:
        parse_grid(text)
    assert time.process_time() - start < 10  # CPU seconds: only exponential growth fails
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("line", ["|", "{", "[a]", "1", "-", "1 2 3 4", "{1", "x" * 99, "|--", "[ "])
def test_many_bad_lines_answer_quickly(line: str) -> None:
    text = (line + "\n") * (190_000 // (len(line) + 1))
    start = time.process_time()
    with pytest.raises(InvalidPuzzle) as error:
        parse_grid(text)
    assert time.process_time() - start < 10  # CPU seconds: only exponential growth fails
    assert len(str(error.value)) < 250


def accepts_or_refuses(text: str, shape: Shape | None = None) -> None:
    """Assert that reading any text gives grids, or InvalidPuzzle with a short sentence."""
    for entry in read_grids(text, shape):
        if entry.puzzle is None:
            assert entry.error is not None
            assert 0 < len(str(entry.error)) < 400
            str(entry.error).encode()
        else:
            assert Grid.of(entry.puzzle.shape, entry.puzzle.cells, entry.puzzle.marks) == entry.puzzle


shapes = st.sampled_from([None, Shape.classic(4), Shape.diagonal(), Shape.jigsaw("12345" * 5)])


@given(st.text(), shapes)
def test_any_text(text: str, shape: Shape | None) -> None:
    accepts_or_refuses(text, shape)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    accepts_or_refuses(data.decode("latin-1"))
    accepts_or_refuses(data.decode("utf-8", "surrogateescape"))


@given(st.text('0123456789.*_-|+= \n{}()[]",:#;AGPx┃━│─┏puzle', max_size=400), shapes)
@settings(max_examples=80)
def test_text_of_the_right_characters(text: str, shape: Shape | None) -> None:
    accepts_or_refuses(text, shape)


@given(
    st.sampled_from(
        [write_grid(grid, form) for form in FORMS]
        + [write_grid(parse_grid("1" + "." * 15), form) for form in ("drawn", "ss")]
    ),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 3), st.text(max_size=3)), min_size=1, max_size=5),
    shapes,
)
@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_grids(text: str, damages: list[tuple[int, int, str]], shape: Shape | None) -> None:
    for place, removed, added in damages:
        at = place % (len(text) + 1)
        text = text[:at] + added + text[at + removed :]
    accepts_or_refuses(text, shape)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["cells", "grid", "size", "x"]), inner),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["shape", "cells", "marks", "grid", "size", "diagonal+"]), json_values))
def test_any_json(value: dict[str, object]) -> None:
    accepts_or_refuses(json.dumps(value))


def test_a_rule_after_a_grid_is_not_dropped() -> None:
    for rule in ("cage=4 r1c1 r1c2", "# thermometer r1c1 r1c2", ", anti-knight"):
        with pytest.raises(InvalidPuzzle, match=r"unexpected rule '(cage=4|thermometer|anti-knight)' after the grid"):
            parse_grid(PUZZLE + rule if rule[0] in ",#" else f"{PUZZLE} {rule}")
    for comment in ("4.2 r1c1", "# r1c1=5, then anti-knight", "label"):
        assert parse_grid(f"{PUZZLE} {comment}") == grid
