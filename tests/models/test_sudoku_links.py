"""Links: their content is read, unknown content is rejected by name, and nothing is dropped."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from entails.formats.lzstring import compress_to_base64
from entails.formats.sudoku.read import parse_grid
from entails.formats.sudoku.write import write_grid
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JIGSAW5 = "1111212222334553345534445"
# Packed by the JavaScript library: 4x4 with r1c1=1 and r3c2=4, title "t".
FOREIGN = (
    "N4IgzglgXgpiBcAWANCALhNAbO90lQHMAnCAEwQG1LQA3AQywFdcBGIiWmAOwTWJYBfZMGGiRggLrIaYuROmyRIBs1woQhTjz4CY80YvHG5kyYKA"
)


def packed(**puzzle: Any) -> str:
    """Return the payload of a link to a puzzle."""
    return compress_to_base64(json.dumps(puzzle))


def cells(line: str) -> list[list[dict[str, Any]]]:
    """Return the f-puzzles cell objects of a line of givens."""
    size = int(len(line) ** 0.5)
    result: list[dict[str, Any]] = [{} if digit == "." else {"value": int(digit), "given": True} for digit in line]
    return [result[start : start + size] for start in range(0, len(result), size)]


def load(**puzzle: Any) -> Grid:
    """Read the grid of a link to a puzzle."""
    return parse_grid(f"https://f-puzzles.com/?load={packed(**puzzle)}")


@pytest.mark.parametrize(
    "address",
    [
        "https://f-puzzles.com/?load={raw}",
        "https://www.f-puzzles.com/?load={url}",
        "https://f-puzzles.com/?load={spaces}",
        "https://sudokupad.app/fpuzzles{raw}",
        "https://sudokupad.app/fpuzzles{url}",
        "https://beta.sudokupad.app/fpuz{url}",
        "https://sudokupad.app/?puzzleid=fpuzzles{url}",
        "https://sudokupad.app/sudoku/fpuzzles{url}?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{url}",
        "http://crackingthecryptic.com/?puzzleid=fpuzzles{raw}",
        "sudokupad.app/fpuzzles{raw} a friend sent this",
    ],
)
def test_every_address_that_contains_a_puzzle(address: str) -> None:
    raw = packed(size=9, grid=cells(PUZZLE), title="one more character")
    assert "+" in raw
    assert "/" in raw
    link = address.format(raw=raw, url=quote(raw, safe=""), spaces=raw.replace("+", "%20"))
    assert parse_grid(link).line == PUZZLE


def test_a_link_that_the_site_packed() -> None:
    assert parse_grid(f"https://f-puzzles.com/?load={FOREIGN}").line == "1........4......"


@pytest.mark.parametrize(
    "address",
    [
        "https://www.sudokuwiki.org/sudoku.htm?bd={0}",
        "http://sudokuwiki.org/Sudoku.htm?bd={0}&x=1",
        "www.sudokuwiki.org/sudoku?bd={0}#here",
    ],
)
def test_sudokuwiki(address: str) -> None:
    assert parse_grid(address.format(PUZZLE.replace(".", "0"))).line == PUZZLE
    assert parse_grid(address.format(PUZZLE), Shape.diagonal()).shape == Shape.diagonal()


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("https://example.org/?bd=" + PUZZLE, "the site of this link is not supported"),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=123",
            "bd: the link ends too early: its board has 3 characters; expected 81",
        ),
        ("https://www.sudokuwiki.org/jigsaw.htm?bd=" + PUZZLE, "contains no Sudoku"),
        ("https://www.sudokuwiki.org/sudoku.htm", "contains no Sudoku"),
        ("https://f-puzzles.com/?id=abc", "contains no Sudoku"),
        ("https://sudokupad.app/x7y8z9", "contains no Sudoku"),
        ("https://sudokupad.app/sclN4Ig", "contains no Sudoku"),
        ("https://f-puzzles.com/?load=", "ends too early"),
        ("https://f-puzzles.com/?load=%%%", "not base64"),
        ("https://f-puzzles.com/?load=" + compress_to_base64("[1]"), "contains no puzzle"),
        ("https://f-puzzles.com/?load=" + compress_to_base64("{"), "invalid JSON"),
        ("https://f-puzzles.com/?load=" + "A" * 150_000, "150,000 characters"),
        ("https://[", "the site of this link is not supported"),
    ],
)
def test_links_that_cannot_be_read(link: str, problem: str) -> None:
    with pytest.raises(InvalidPuzzle, match=problem) as error:
        parse_grid(link)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    "rule",
    [
        "killercage",
        "thermometer",
        "arrow",
        "extraregion",
        "antiknight",
        "line",
        "text",
        "cage",
        "nonconsecutive",
        "somethingnew",
    ],
)
def test_a_rule_that_is_not_known_is_refused_by_name(rule: str) -> None:
    with pytest.raises(InvalidPuzzle, match=f"rule '{rule}' is not supported"):
        load(size=9, grid=cells(PUZZLE), **{rule: [{"cells": ["R1C1"]}]})


def test_a_rule_that_is_empty_says_nothing() -> None:
    assert load(size=9, grid=cells(PUZZLE), killercage=[], antiknight=False, title="T", author="A").line == PUZZLE


def test_diagonals_come_in_pairs() -> None:
    both = {"diagonal+": True, "diagonal-": True}
    assert load(size=9, grid=cells(PUZZLE), **both).shape == Shape.diagonal()
    assert load(size=9, grid=cells(PUZZLE), **dict.fromkeys(both, False)).shape == Shape.classic(9)
    with pytest.raises(InvalidPuzzle, match="only one diagonal"):
        load(size=9, grid=cells(PUZZLE), **{"diagonal+": True})


def test_regions_make_a_jigsaw_only_when_they_are_not_the_boxes() -> None:
    grid = cells("." * 16)
    for row, boxes in zip(grid, [(0, 0, 1, 1)] * 2 + [(2, 2, 3, 3)] * 2, strict=True):
        for cell, box in zip(row, boxes, strict=True):
            cell["region"] = box
    assert load(size=4, grid=grid).shape == Shape.classic(4)
    grid[0][0]["region"], grid[3][3]["region"] = 3, 0
    assert load(size=4, grid=grid).shape == Shape.jigsaw("3011001122332230")
    both = load(size=4, grid=grid, **{"diagonal+": True, "diagonal-": True})
    assert both.shape == Shape.jigsaw("3011001122332230", diagonals=True)
    assert parse_grid(write_grid(both, "fpuzzles")) == both


def test_cells_without_a_region_of_their_own_stay_in_their_box() -> None:
    grid = cells("." * 16)
    grid[0][0]["region"], grid[3][3]["region"] = 3, 0
    assert load(size=4, grid=grid).shape == Shape.jigsaw("3011001122332230")


@pytest.mark.parametrize("region", [None, -1, 4, "1", True, 1.5])
def test_a_cell_in_no_region_is_refused(region: object) -> None:
    grid = cells("." * 16)
    grid[1][2]["region"] = region
    with pytest.raises(InvalidPuzzle, match="r2c3: cell without region"):
        load(size=4, grid=grid)


def test_sizes_without_boxes_need_regions() -> None:
    with pytest.raises(InvalidPuzzle, match="r1c1: cell without region"):
        load(size=5, grid=cells("." * 25))
    grid = parse_grid("......5..1..2..13........", Shape.jigsaw(JIGSAW5))
    assert parse_grid(write_grid(grid, "fpuzzles")) == grid


def test_what_a_player_wrote_is_not_the_puzzle() -> None:
    grid = cells(PUZZLE)
    grid[0][2] = {
        "value": 4,
        "centerPencilMarks": [4],
        "cornerPencilMarks": [1],
        "highlight": "#f00",
        "candidates": [4],
    }
    assert load(size=9, grid=grid) == parse_grid(PUZZLE)


def test_marks_that_are_given_restrict_the_puzzle() -> None:
    grid = cells(PUZZLE)
    grid[0][2] = {"givenPencilMarks": [1, 4]}
    assert load(size=9, grid=grid).candidates(2) == (1, 4)
    grid[0][2] = {"givenPencilMarks": None}
    assert load(size=9, grid=grid) == parse_grid(PUZZLE)


@pytest.mark.parametrize(
    ("puzzle", "problem"),
    [
        ({}, "the number of rows differs"),
        ({"grid": 5}, "the number of rows differs"),
        ({"size": 9, "grid": []}, "the number of rows differs"),
        ({"size": 9, "grid": cells("." * 16)}, "rows differs from the size"),
        ({"size": 4, "grid": [[{}] * 4] * 3 + [[{}] * 3]}, "row 4: not a row"),
        ({"size": 4, "grid": [[{}] * 4] * 3 + [[1] * 4]}, "r4c1: invalid cell"),
        ({"size": 4, "grid": [[{"value": 5, "given": True}] * 4] * 4}, "r1c1: invalid digit 5"),
        ({"size": 4, "grid": [[{"value": "x" * 999, "given": True}] * 4] * 4}, "invalid digit"),
        ({"size": 4, "grid": [[{"value": [[]], "given": True}] * 4] * 4}, "invalid digit a list"),
        ({"size": 4, "grid": [[{"value": 1}] * 4] * 4}, "not marked as given"),
        ({"size": 4, "grid": [[{"cage": 1}] * 4] * 4}, "r1c1: 'cage' is not supported"),
        ({"size": 4, "grid": [[{"givenPencilMarks": [5]}] * 4] * 4}, "numbers from 1 to 4"),
        ({"size": 4, "grid": [[{"givenPencilMarks": "12"}] * 4] * 4}, "not a list"),
    ],
)
def test_damaged_puzzles(puzzle: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidPuzzle, match=problem) as error:
        load(**puzzle)
    assert len(str(error.value)) < 250


def test_a_link_and_a_shape_that_disagree() -> None:
    link = write_grid(parse_grid(PUZZLE), "sudokupad")
    assert parse_grid(link, Shape.classic(9)).line == PUZZLE
    with pytest.raises(InvalidPuzzle, match="the puzzle has shape 9x9, not x9"):
        parse_grid(link, Shape.diagonal())
