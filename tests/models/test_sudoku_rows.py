"""Grids written in rows, as by other programs."""

import unicodedata

import pytest

from entails.formats.sudoku.read import parse_grid
from entails.formats.sudoku.text import JUNCTIONS
from entails.formats.sudoku.write import draw, draw_markup, write_grid
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
JIGSAW5 = "1111212222334553345534445"

SADMAN = f"""#A Somebody
#D a random puzzle
#L Easy
[Puzzle]
{chr(10).join(ROWS)}
[State]
{chr(10).join(["123456789"] * 9)}
[PencilMarks]
1,2,3
"""
SIMPLE = """*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*

Simple Sudoku Version 4.2n
"""
ASCII = """
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
BARE = """
5 3 0  0 7 0  0 0 0
6 0 0  1 9 5  0 0 0
0 9 8  0 0 0  0 6 0

8 0 0  0 6 0  0 0 3
4 0 0  8 0 3  0 0 1
7 0 0  0 2 0  0 0 6

0 6 0  0 0 0  2 8 0
0 0 0  4 1 9  0 0 5
0 0 0  0 8 0  0 7 9
"""
NORVIG = """
5 3 . |. 7 . |. . .
6 . . |1 9 5 |. . .
. 9 8 |. . . |. 6 .
------+------+------
8 . . |. 6 . |. . 3
4 . . |8 . 3 |. . 1
7 . . |. 2 . |. . 6
------+------+------
. 6 . |. . . |2 8 .
. . . |4 1 9 |. . 5
. . . |. 8 . |. 7 9
"""
DOUBLE = """╔═══════╦═══════╦═══════╗
║ 5 3 . ║ . 7 . ║ . . . ║
║ 6 . . ║ 1 9 5 ║ . . . ║
║ . 9 8 ║ . . . ║ . 6 . ║
╠═══════╬═══════╬═══════╣
║ 8 . . ║ . 6 . ║ . . 3 ║
║ 4 . . ║ 8 . 3 ║ . . 1 ║
║ 7 . . ║ . 2 . ║ . . 6 ║
╠═══════╬═══════╬═══════╣
║ . 6 . ║ . . . ║ 2 8 . ║
║ . . . ║ 4 1 9 ║ . . 5 ║
║ . . . ║ . 8 . ║ . 7 9 ║
╚═══════╩═══════╩═══════╝"""
HODOKU = """
.-----------------------.--------------------.----------------------.
| 5     3      124      | 26     7    2468   | 1489   1249  248     |
| 6     247    247      | 1      9    5      | 3478   234   2478    |
| 12    9      8        | 23     34   24     | 13457  6     247     |
:-----------------------+--------------------+----------------------:
| 8     125    1259     | 579    6    147    | 4579   2459  3       |
| 4     25     2569     | 8      5    3      | 579    259   1       |
| 7     15     1359     | 59     2    14     | 4589   459   6       |
:-----------------------+--------------------+----------------------:
| 139   6      134579   | 357    35   7      | 2      8     4       |
| 23    278    237      | 4      1    9      | 36     3     5       |
| 123   1245   12345    | 2356   8    26     | 1346   7     9       |
'-----------------------'--------------------'----------------------'
"""


@pytest.mark.parametrize(
    "text", [SADMAN, "\n".join(ROWS), SIMPLE, ASCII, BARE, NORVIG, DOUBLE, "\r\n".join(ROWS), "\r".join(ROWS)]
)
def test_grids_of_other_programs(text: str) -> None:
    assert parse_grid(text) == parse_grid(PUZZLE)
    assert parse_grid(text, Shape.diagonal()) == parse_grid(PUZZLE, Shape.diagonal())


def test_a_pencil_mark_dump_without_braces() -> None:
    grid = parse_grid(HODOKU)
    assert grid == parse_grid(PUZZLE), "a single digit that cells in sight still list is a candidate"
    fewer = parse_grid(HODOKU.replace("2468", "248 "))
    assert fewer.cells == grid.cells
    assert fewer.marks is not None
    masks = parse_grid(PUZZLE).open_masks()
    left = [cell for cell, digit in enumerate(grid.cells) if not digit]
    assert {cell: (fewer.marks[cell], masks[cell]) for cell in left if fewer.marks[cell] != masks[cell]} == {
        5: (0b10001010, 0b10101010)
    }


def test_a_pencil_mark_dump_with_braces() -> None:
    dump = "{12} 2 {3, 4} 4\n(34) {1 2 3} {} {4}\n. 0 * _\n1234 12 1 2"
    grid = parse_grid(dump)
    assert grid.line == ".2.4..........12"
    assert grid.marks == (3, 2, 12, 8, 12, 7, 0, 8, 15, 15, 15, 15, 15, 3, 1, 2)


def test_large_grids_hold_numbers_or_letters() -> None:
    row = "10 11 12 . . . . . . . . 9"
    empty = ". " * 12
    grid = parse_grid("\n".join([row, *[empty] * 11]))
    assert grid.cells[:3] == (10, 11, 12)
    assert parse_grid("\n".join(["ABC........9", *["." * 12] * 11])) == grid
    marked = parse_grid("\n".join(["{1AC} " + row[3:], *[empty] * 11]))
    assert marked.marks is not None
    assert marked.marks[0] == 0b101000000001
    for piece, problem in (("13", "'13' is not a digit"), ("1AC", "without braces"), ("123", "'123' is not a digit")):
        with pytest.raises(InvalidPuzzle, match=f"r1c1: .*{problem}"):
            parse_grid("\n".join([piece + row[2:], *[empty] * 11]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(ROWS[:8]), "8 rows; expected 4, 6, 9, 12, 16 or 25 rows, or one whole grid on each line"),
        ("\n".join([*ROWS[:8], "12345678"]), "row 9: 8 characters in 1 piece; expected 9 of either"),
        ("\n".join([*ROWS[:8], "1234x6789"]), "r9c5: 'x' is not a digit"),
        ("1 2 3 4\n" * 3 + "1 2 3 {4", "row 4: 5 characters in 5 pieces"),
        ("1 2 3 4\n" * 3 + "1 2 3 {4.}", "r4c4: an empty cell among candidates"),
        ("1 2 3 4\n" * 3 + "1 2 3 1.4", "r4c4: an empty cell among candidates"),
        ("[State]\n" + "\n".join(ROWS), "no .Puzzle. section"),
        ("[Puzzle]\n[State]\n" + "\n".join(ROWS), "0 rows"),
        ("hello\nworld", "2 rows"),
    ],
)
def test_rows_that_are_no_grid(text: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        parse_grid(text)


def test_the_drawing_of_boxes() -> None:
    assert draw(parse_grid("1..4" + "." * 12)) == (
        "┌─────┬─────┐\n"
        "│ 1 · │ · 4 │\n"
        "│ · · │ · · │\n"
        "├─────┼─────┤\n"
        "│ · · │ · · │\n"
        "│ · · │ · · │\n"
        "└─────┴─────┘"
    )  # fmt: skip


def test_the_drawing_of_regions() -> None:
    grid = parse_grid("3215445321542131354221435", Shape.jigsaw(JIGSAW5))
    assert draw(grid) == (
        "┏━━━┯━━━┯━━━┯━━━┳━━━┓\n"
        "┃ 3 │ 2 │ 1 │ 5 ┃ 4 ┃\n"
        "┠───╆━━━┿━━━┿━━━╃───┨\n"
        "┃ 4 ┃ 5 │ 3 │ 2 │ 1 ┃\n"
        "┣━━━╇━━━╈━━━╈━━━┿━━━┫\n"
        "┃ 5 │ 4 ┃ 2 ┃ 1 │ 3 ┃\n"
        "┠───┼───╂───╂───┼───┨\n"
        "┃ 1 │ 3 ┃ 5 ┃ 4 │ 2 ┃\n"
        "┠───╆━━━╃───╄━━━╅───┨\n"
        "┃ 2 ┃ 1 │ 4 │ 3 ┃ 5 ┃\n"
        "┗━━━┻━━━┷━━━┷━━━┻━━━┛"
    )


def test_the_regions_of_a_drawing_are_read() -> None:
    shape = Shape.jigsaw(JIGSAW5)
    drawing = draw(Grid(shape, (0,) * 25))
    assert parse_grid(drawing).shape is shape
    indented = "\n".join("    " + line for line in drawing.splitlines())
    assert parse_grid(f"# a jigsaw\n{indented}\n").shape is shape
    with pytest.raises(InvalidPuzzle, match="the heavy borders do not match the regions"):
        parse_grid(drawing, Shape.jigsaw("12345" * 5))


def test_a_disconnected_region_needs_an_explicit_shape() -> None:
    torn = Shape.jigsaw("1234123421434321")
    drawing = draw(Grid(torn, (0,) * 16))
    assert parse_grid(drawing, torn).shape is torn
    with pytest.raises(InvalidPuzzle, match="the heavy borders enclose 12 regions; expected 4, or the shape"):
        parse_grid(drawing)


def test_heavy_borders_around_boxes_are_boxes() -> None:
    rows = ["┃ 1 │ . ┃ . │ . ┃", *["┃ . │ . ┃ . │ . ┃"] * 3]
    rules = ["┏━━━┯━━━┳━━━┯━━━┓", "┠───┼───╂───┼───┨", "┣━━━┿━━━╋━━━┿━━━┫", "┠───┼───╂───┼───┨", "┗━━━┷━━━┻━━━┷━━━┛"]
    text = "\n".join(line for pair in zip(rules, [*rows, ""], strict=True) for line in pair)
    assert parse_grid(text).shape is Shape.classic(4)
    assert parse_grid(text, Shape.diagonal(4)).shape is Shape.diagonal(4)


@pytest.mark.parametrize(("arms", "character"), JUNCTIONS.items())
def test_every_junction_is_the_character_of_its_name(arms: str, character: str) -> None:
    weights = dict.fromkeys(("UP", "RIGHT", "DOWN", "LEFT"), 0)
    both = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}
    number = {"LIGHT": 1, "HEAVY": 2}
    words = [word for word in unicodedata.name(character).removeprefix("BOX DRAWINGS ").split() if word != "AND"]
    if words[0] in number:
        words = [*words[1:], words[0]]
    pending: list[str] = []
    for word in words:
        if word in number:
            weights |= dict.fromkeys(pending, number[word])
            pending = []
        else:
            pending += both.get(word, (word,))
    assert "".join(str(weights[arm]) for arm in ("UP", "RIGHT", "DOWN", "LEFT")) == arms


def test_markup_tells_givens_from_what_was_found() -> None:
    query, answer = parse_grid("1..." + "." * 12), parse_grid("12.." + "." * 12)
    row = draw_markup(answer, query).splitlines()[1]
    assert row == "│ [bold]1[/bold] [cyan]2[/cyan] │ [dim]·[/dim] [dim]·[/dim] │"
    assert "[bold]2[/bold]" in draw_markup(answer)
    plain = draw_markup(answer).replace("[bold]", "").replace("[/bold]", "").replace("[dim]", "").replace("[/dim]", "")
    assert plain == draw(answer)


def test_written_files_look_like_those_of_the_programs() -> None:
    grid = parse_grid(PUZZLE)
    assert write_grid(grid, "sdk") == "[Puzzle]\n" + "\n".join(ROWS)
    assert SIMPLE.startswith(write_grid(grid, "ss"))
    row = " ".join(write_grid(grid, "marks").splitlines()[1].split())
    assert row == "| 5 3 {124} | {26} 7 {2468} | {1489} {1249} {248} |"
