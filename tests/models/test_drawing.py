"""Drawings: text and pictures show what the data describes."""

import unicodedata
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from entails.formats.drawing.svg import SIDE, svg
from entails.formats.drawing.text import BOX, ascii_only, fits, markup, plain, with_marks
from entails.formats.sudoku.write import draw
from entails.models.drawing import Cell, Drawing, DrawnCage, DrawnChoice, DrawnLine, Edge, blocks
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

ARMS = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,), "VERTICAL": (0, 2), "HORIZONTAL": (1, 3)}
WEIGHTS = {"LIGHT": 1, "HEAVY": 2}


def arms(character: str) -> tuple[int, ...]:
    """Return the arms of a box-drawing character from its Unicode name (LIGHT DOWN AND RIGHT)."""
    items, words = [0, 0, 0, 0], unicodedata.name(character).removeprefix("BOX DRAWINGS ")
    common = [WEIGHTS[word] for word in words.split() if word in WEIGHTS]
    for part in words.split(" AND "):
        weight = next((WEIGHTS[word] for word in part.split() if word in WEIGHTS), common[0])
        for word in part.split():
            for arm in ARMS.get(word, ()):
                items[arm] = weight
    return tuple(items)


def test_box_characters_are_those_of_unicode() -> None:
    assert len(BOX) == 81
    for wanted, character in zip(product(range(3), repeat=4), BOX, strict=True):
        assert wanted == ((0, 0, 0, 0) if character == " " else arms(character))


def open_cells(rows: int, columns: int) -> tuple[Cell, ...]:
    return tuple(Cell(row=r, column=c, name=f"r{r + 1}c{c + 1}") for r in range(rows) for c in range(columns))


def of_grid(grid: Grid) -> Drawing:
    size = grid.shape.size
    texts = [(divmod(cell, size), str(digit) if digit else "") for cell, digit in enumerate(grid.cells)]
    cells = tuple(
        Cell(row=row, column=column, text=text, kind="given" if text else "open", name=grid.shape.cell_name(row))
        for (row, column), text in texts
    )
    return Drawing(rows=size, columns=size, cells=cells, regions=grid.shape.regions)


@pytest.mark.parametrize(
    "shape",
    [Shape.classic(4), Shape.classic(6), Shape.classic(9), Shape.classic(16), Shape.jigsaw("1112123232343444")],
    ids=lambda shape: shape.name,
)
def test_a_sudoku_looks_as_it_always_did(shape: Shape) -> None:
    grid = Grid.of(shape, [(7 * cell) % (shape.size + 1) for cell in range(shape.cells)])
    assert plain(of_grid(grid)) == draw(grid)


SIGNS = Drawing(
    rows=2,
    columns=2,
    cells=(*open_cells(2, 2)[1:], Cell(row=0, column=0, text="2", kind="given")),
    edges=(
        Edge(row=0, column=1, way="down", text="<", kind="given"),
        Edge(row=1, column=1, way="across", text="v", kind="given"),
    ),
)
LOOP = Drawing(
    rows=2,
    columns=2,
    dots=True,
    cells=(Cell(row=0, column=0, text="3", kind="given"),),
    edges=(
        Edge(row=0, column=0, way="across", line=True, kind="found"),
        Edge(row=0, column=0, way="down", line=True, kind="found"),
        Edge(row=0, column=1, way="down", text="×", kind="found"),
    ),
)
CAGES = Drawing(
    rows=2,
    columns=2,
    regions=(0, 0, 1, 1),
    cells=open_cells(2, 2),
    cages=(DrawnCage(cells=((0, 0), (1, 0)), clue="3"), DrawnCage(cells=((0, 1), (1, 1)), clue="12")),
)
CLUES = Drawing(
    rows=2,
    columns=3,
    cells=(
        Cell(row=0, column=0, shade="black", kind="found", name="r1c1"),
        Cell(row=1, column=1, shade="black", kind="found", name="r2c2"),
        Cell(row=1, column=2, shade="light", kind="found", name="r2c3"),
    ),
    left=(("1",), ("1", "1")),
    top=(("1",), ("1", "2"), ()),
    right=((), ("3",)),
    bottom=(("4",),),
)
PATH = Drawing(
    rows=2,
    columns=2,
    cells=(Cell(row=0, column=0, text="●", kind="given"),),
    lines=(DrawnLine(through=((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))), DrawnLine(through=((0, 0), (1, 1)))),
)
SHADED = Drawing(
    rows=1,
    columns=2,
    cells=(
        Cell(row=0, column=0, text="1", kind="given", shade="black"),
        Cell(row=0, column=1, text="1", kind="given"),
    ),
)
EACH = {"signs": SIGNS, "loop": LOOP, "cages": CAGES, "clues": CLUES, "path": PATH, "shaded": SHADED}

PICTURES = {
    "signs": """\
┌───┬───┐
│ 2 < · │
├───┼─v─┤
│ · │ · │
└───┴───┘""",
    "loop": """\
┏━━━╸   ·
┃ 3 ×
╹   ·   ·

·   ·   ·""",
    "cages": """\
┏3━━┯12━┓
┃ · │ · ┃
┣━━━┿━━━┫
┃ · │ · ┃
┗━━━┷━━━┛""",
    "clues": """\
        1
      1 2
    ┌───────┐
  1 │██     │
1 1 │  ██   │ 3
    └───────┘
      4""",
    "path": """\
┌─────┐
│ ●━┓ │
│ ┗━┛ │
└─────┘""",
    "shaded": """\
┌───┬───┐
│█1█│ 1 │
└───┴───┘""",
}


@pytest.mark.parametrize("name", EACH)
def test_known_pictures(name: str) -> None:
    assert plain(EACH[name]) == PICTURES[name]


@pytest.mark.parametrize("name", EACH)
def test_ascii_has_the_same_outline(name: str) -> None:
    shown = ascii_only(plain(EACH[name]))
    assert shown.isascii()
    assert [[c != " " for c in line] for line in shown.splitlines()] == [
        [c != " " for c in line] for line in PICTURES[name].splitlines()
    ]


@pytest.mark.parametrize("name", EACH)
def test_markup_adds_nothing_but_colour(name: str) -> None:
    shown = Text.from_markup(markup(with_marks(EACH[name], {"r1c1"})))
    assert "\n".join(line.rstrip() for line in shown.plain.splitlines()) == PICTURES[name]


def test_text_that_looks_like_markup_is_text() -> None:
    tricky = Drawing(rows=1, columns=1, cells=(Cell(row=0, column=0, text="[bold]\\", kind="given"),))
    assert "[bold]\\" in Text.from_markup(markup(tricky)).plain


def test_roles_become_styles() -> None:
    drawn = with_marks(SIGNS, {"r2c2"})
    assert "[bold]2[/bold]" in markup(drawn)
    assert "[bold red]·[/bold red]" in markup(drawn)
    assert "[dim]·[/dim]" in markup(drawn)


def test_an_encoding_fits_or_not() -> None:
    assert fits("utf-8")
    assert not any(map(fits, ("ascii", "latin-1", "no such thing", None)))


def test_marking_points_at_names_only() -> None:
    marked = with_marks(CLUES, {"r1c1", ""})
    assert [cell.marked for cell in marked.cells] == [True, False, False]
    assert with_marks(marked, ()) == marked


def test_blocks_number_boxes_row_by_row() -> None:
    assert blocks(2, 5, 1, 2) == (0, 0, 1, 1, 2, 3, 3, 4, 4, 5)


@pytest.mark.parametrize("name", EACH)
def test_svg_is_one_whole_file(name: str) -> None:
    drawing = with_marks(EACH[name], {"r1c1"})
    text = svg(drawing, title="a <title> & more")
    root = ElementTree.fromstring(text)
    assert text == svg(drawing, title="a <title> & more")
    assert root.findtext("{*}title") == "a <title> & more"
    x, y, wide, high = map(float, root.attrib["viewBox"].split())
    assert x <= 0 <= drawing.columns * SIDE <= x + wide
    assert y <= 0 <= drawing.rows * SIDE <= y + high
    shown = {node.text for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {cell.text for cell in drawing.cells} - {"", "●"} <= shown
    assert {cage.clue for cage in drawing.cages} <= shown
    assert {word for side in (drawing.left, drawing.top, drawing.right) for line in side for word in line} <= shown


def test_svg_runs_nothing_and_fetches_nothing() -> None:
    hostile = Drawing(rows=1, columns=1, cells=(Cell(row=0, column=0, text="<script>\0</script>", kind="given"),))
    text = svg(hostile)
    assert "<script" not in text
    assert text.count("http") == 1  # the name space


texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=3)
kinds = st.sampled_from(["open", "given", "found"])


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    row, column = st.integers(0, rows - 1), st.integers(0, columns - 1)
    place = st.tuples(row, column)
    words = st.lists(st.lists(texts, max_size=3).map(tuple), max_size=3).map(tuple)
    return Drawing(
        rows=rows,
        columns=columns,
        cells=draw(
            st.lists(
                st.builds(
                    Cell,
                    row=row,
                    column=column,
                    text=texts,
                    kind=kinds,
                    shade=st.sampled_from(["", "light", "black"]),
                    name=texts,
                    marked=st.booleans(),
                )
            ).map(tuple)
        ),
        regions=draw(st.just(()) | st.tuples(*[st.integers(0, 2)] * (rows * columns))),
        edges=draw(
            st.lists(
                st.builds(
                    Edge,
                    row=row,
                    column=column,
                    way=st.sampled_from(["across", "down"]),
                    line=st.booleans(),
                    text=texts,
                    kind=kinds,
                )
            ).map(tuple)
        ),
        lines=draw(st.lists(st.builds(DrawnLine, through=st.lists(place, max_size=5).map(tuple))).map(tuple)),
        cages=draw(
            st.lists(st.builds(DrawnCage, cells=st.lists(place, min_size=1).map(tuple), clue=texts), max_size=3).map(
                tuple
            )
        ),
        top=draw(words),
        right=draw(words),
        bottom=draw(words),
        left=draw(words),
        choices=draw(st.lists(st.builds(DrawnChoice, text=texts, fact=texts), max_size=2).map(tuple)),
        dots=draw(st.booleans()),
    )


@given(drawings())
def test_whatever_is_drawn_is_drawn(drawing: Drawing) -> None:
    """Any drawing can be rendered, its JSON is restored, and its markup without styles equals the text."""
    assert Drawing.model_validate_json(drawing.json_text()) == drawing
    ElementTree.fromstring(svg(drawing))
    shown = plain(drawing)
    coloured = Text.from_markup(markup(drawing)).plain
    assert [line.rstrip() for line in coloured.split("\n")] == shown.split("\n")
    assert hash(drawing) == hash(drawing.model_copy())
