"""Penpa+ links: drawings of a few puzzle types become puzzles; other drawings and damaged links are rejected."""

import base64
import json
import zlib
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from cli.runner import entails as command
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.formats.penpa import MOST_UNPACKED, is_penpa, unpacked
from entails.models.errors import Invalid, InvalidPuzzle
from entails.puzzles.detect import recognised

HOME = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
SHORT = {"number": "zN", "numberS": "z1", "surface": "zS", "symbol": "zY", "lineE": "zE", "cage": "zC", "thermo": "zT"}
SHORT |= {"killercages": "z6", "arrows": "z3", "command_redo": "zR", "__a": "z_", "line": "zL", "polygon": "z5"}


def packed(text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


class Sketch:
    """A test drawing in the published format of the links; rows and columns from 0, with one row of margin above."""

    def __init__(self, size: int = 4, grid: str = "sudoku", tags: tuple[str, ...] = (), rules: str = "") -> None:
        self.size, self.grid, self.tags, self.rules = size, grid, tags, rules
        self.wide, self.high, self.title = size + 4, size + 5, ""
        self.drawn: dict[str, Any] = {"command_redo": {"__a": []}, "number": {}, "lineE": {}, "cage": {}, "numberS": {}}

    def cell(self, row: int, column: int) -> int:
        return (row + 3) * self.wide + column + 2

    def corner(self, row: int, column: int) -> int:
        """Return the point at the upper left corner of a cell."""
        return self.wide * self.high + self.cell(row - 1, column - 1)

    def mark(self, row: int, column: int, corner: int) -> int:
        return 4 * (self.wide * self.high + self.cell(row, column)) + corner

    def digits(self, *rows: str) -> "Sketch":
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign != ".":
                    self.drawn["number"][str(self.cell(r, c))] = [sign, 1, "1"]
        return self

    def regions(self, *rows: str) -> "Sketch":
        for r in range(self.size):
            for c in range(self.size):
                if c and rows[r][c] != rows[r][c - 1]:
                    self.drawn["lineE"][f"{self.corner(r, c)},{self.corner(r + 1, c)}"] = 2
                if r and rows[r][c] != rows[r - 1][c]:
                    self.drawn["lineE"][f"{self.corner(r, c)},{self.corner(r, c + 1)}"] = 2
        return self

    def boxes(self) -> "Sketch":
        return self.regions("1122", "1122", "3344", "3344")

    def pair_cage(self, row: int, column: int, total: str) -> "Sketch":
        """Draw a cage around a cell and its right neighbour, line by line."""
        item, second = (row, column), (row, column + 1)
        self.drawn.setdefault("killercages", []).append([self.cell(*item), self.cell(*second)])
        lines = [(*item, 0, *item, 1), (*item, 1, *second, 0), (*second, 0, *second, 1), (*second, 1, *second, 3)]
        lines += [(*item, 2, *item, 3), (*item, 3, *second, 2), (*second, 2, *second, 3), (*item, 0, *item, 2)]
        for a, b, c, d, e, f in lines:
            self.drawn["cage"][f"{self.mark(a, b, c)},{self.mark(d, e, f)}"] = 10
        self.drawn["numberS"][str(self.mark(*item, 0))] = [f" {total}", 1]
        return self

    def text(self) -> str:
        points = [self.cell(row, column) for row in range(self.size) for column in range(self.size)]
        steps = [points[0], *(b - a for a, b in pairwise(points))]
        drawn = json.dumps(self.drawn, separators=(",", ":"))
        for name, short in SHORT.items():
            drawn = drawn.replace(f'"{name}"', short)
        words = self.rules.replace(",", "%2C").replace("\n", "%2D")
        header = (
            f"{self.grid},{self.size},{self.size + 1},38,0,1,1,1,1,1,1,0,0,0,0,Title: {self.title},Author: ,,{words}"
        )
        lines = [
            f"{header},OFF,0",
            "[1,0,0,0]",
            "[]",
            drawn,
            "",
            json.dumps(steps),
            *["0"] * 11,
            json.dumps(list(self.tags)),
            "0",
        ]
        return "\n".join(lines)

    def link(self) -> str:
        return HOME + packed(self.text())


def test_a_grid() -> None:
    link = Sketch().boxes().digits("1...", "..2.", ".3..", "...4").link()
    (item,) = command("read", link, "--json").lines
    assert (item["puzzle"], item["text"]) == ("sudoku", "1.....2..3.....4")
    (solved,) = command("solve", link.replace("#m=edit", "?m=solve"), "--json").lines
    assert (solved["puzzle"], solved["text"]) == ("sudoku", "1.....2..3.....4")
    assert entails.parse("variant", link) == entails.parse("variant", "1.../..2./.3../...4")


def test_regions_and_diagonals() -> None:
    sketch = Sketch(rules="Normal Sudoku rules apply.").regions("1222", "1112", "3344", "3344")
    with pytest.raises(InvalidPuzzle, match="regions"):
        entails.parse("sudoku", Sketch().regions("1222", "1112", "3334", "3344").link())
    for step in range(4):
        sketch.drawn["lineE"][f"{sketch.corner(step, step)},{sketch.corner(step + 1, step + 1)}"] = 12
    puzzle = entails.parse("variant", sketch.link())
    assert [rule.kind for rule in puzzle.rules] == ["diagonal"]
    assert puzzle.regions == (0, 1, 1, 1, 0, 0, 0, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    for step in range(4):
        sketch.drawn["lineE"][f"{sketch.corner(step, 4 - step)},{sketch.corner(step + 1, 3 - step)}"] = 12
    both = sketch.link()
    assert recognised(both) == "sudoku"
    assert entails.parse("sudoku", both).shape.name == "x-jigsaw4:1222111233443344"
    text = "Place a digit from 1 to 4 into each empty cell in the grid so that each digit appears exactly once in "
    text += "each row, column and 2x2 outlined box.\n\nEach main diagonal contains each digit from 1 to 4."
    report = Sketch(rules=text).boxes()
    report.drawn["number"][str(report.cell(-1, 0))] = ["A", 4, "6"]
    assert entails.parse("sudoku", report.link()).shape.name == "x4"


def test_cages_thermometers_and_arrows() -> None:
    sketch = Sketch().boxes().pair_cage(0, 0, "5").pair_cage(3, 2, "")
    sketch.drawn["thermo"] = [[sketch.cell(2, 0), sketch.cell(2, 1), sketch.cell(1, 2)], []]
    sketch.drawn["arrows"] = [[sketch.cell(0, 3), sketch.cell(1, 3), sketch.cell(2, 3)]]
    rules = "cage=5 r1c1 r1c2; cage r4c3 r4c4; thermometer r3c1 r3c2 r2c3; arrow r1c4 > r2c4 r3c4"
    assert recognised(sketch.link()) == "variant"
    assert entails.parse("variant", sketch.link()) == entails.parse("variant", f"..../..../..../.... {rules}")
    assert "expected entails variant" in command("sudoku", "solve", sketch.link()).err


@pytest.mark.parametrize(
    ("tag", "name", "typed"),
    [
        ("slitherlink", "slitherlink", "3..2/..../.0../...1"),
        ("nurikabe", "nurikabe", "3..2/..../.4../...1"),
        ("fillomino", "fillomino", "3..2/..../.4../...1"),
        ("kuromasu", "kurodoko", "3..2/..../.4../...7"),
        ("shikaku", "shikaku", "4..4/..../.4../...4"),
        ("numberlink", "numberlink", "1..2/..../.1../...2"),
    ],
)
def test_genres_with_numbers(tag: str, name: str, typed: str) -> None:
    link = Sketch(grid="square", tags=(tag,)).digits(*typed.split("/")).link()
    assert recognised(link) == name
    assert entails.parse(name, link) == entails.parse(name, typed)


def test_genres_with_circles_and_regions() -> None:
    pearls = Sketch(grid="square", tags=("masyu",), rules="Standard masyu rules apply")
    pearls.drawn["symbol"] = {str(pearls.cell(0, 1)): [1, "circle_L", 1], str(pearls.cell(3, 3)): [2, "circle_L", 1]}
    assert entails.parse("masyu", pearls.link()) == entails.parse("masyu", ".1../..../..../...2")
    rooms = ("1122", "1122", "3344", "3344")
    for name in ("norinori", "lits"):
        link = Sketch(grid="square", tags=(name,)).regions(*rooms).link()
        assert entails.parse(name, link) == entails.parse(name, "/".join(rooms))
    assert "the link contains a lits" in command("norinori", "solve", link).err


def drawn(**content: Any) -> str:
    sketch = Sketch().boxes()
    sketch.drawn.update(content)
    return sketch.link()


CELL = str(Sketch().cell(1, 1))
REFUSED = {
    "a shaded cell": (drawn(surface={CELL: 8}), "shaded cells are not supported"),
    "a line": (drawn(line={f"{CELL},{int(CELL) + 1}": 3}), "'line' is not supported"),
    "a polygon": (drawn(polygon=[[1, 2]]), "'polygon' is not supported"),
    "a symbol": (drawn(symbol={CELL: [1, "star", 1]}), "star"),
    "a dot on a border": (drawn(symbol={str(int(CELL) + 2 * 72): [1, "circle_SS", 1]}), "outside the board"),
    "a digit in a circle": (drawn(number={CELL: ["3", 6, "1"]}), "style 6"),
    "a letter": (drawn(number={CELL: ["x", 1, "1"]}), "unexpected"),
    "a digit beyond": (drawn(number={CELL: ["7", 1, "1"]}), "unexpected 7"),
    "a number outside": (drawn(number={str(Sketch().cell(-1, 0)): ["7", 1, "1"]}), "outside the board"),
    "a letter without rules": (drawn(number={str(Sketch().cell(-1, 0)): ["A", 1, "6"]}), "is not explained by rules"),
    "a thin line": (drawn(lineE={f"{Sketch().corner(1, 1)},{Sketch().corner(1, 2)}": 12}), "style 12"),
    "a short border": (drawn(lineE={f"{Sketch().corner(1, 1)},{Sketch().corner(1, 2)}": 2}), "ends inside"),
    "half a diagonal": (drawn(lineE={f"{Sketch().corner(1, 1)},{Sketch().corner(2, 2)}": 2}), "slanted"),
    "no regions": (drawn(lineE={}), "no regions"),
    "a sum without cage": (drawn(numberS={str(Sketch().mark(0, 0, 0)): ["3", 1]}), "in no cage"),
    "a cage not drawn": (drawn(killercages=[[int(CELL), int(CELL) + 1]]), "outlines of the cages"),
    "a rule in words": (Sketch(rules="Normal Sudoku rules apply. No knights.").boxes().link(), "No knights"),
    "a genre": (Sketch(grid="square", tags=("castlewall",)).link(), "'castlewall'"),
    "a Sudoku genre": (Sketch(tags=("classic", "deficit")).boxes().link(), "'deficit'"),
    "no genre": (Sketch(grid="square").link(), "no tag names the genre"),
    "other cells": (Sketch(grid="hex").link(), "'hex'"),
    "extra in a genre": (Sketch(grid="square", tags=("nurikabe",)).boxes().link(), "borders are not supported"),
    "nothing packed": (HOME.removesuffix("p="), "does not contain a puzzle"),
    "no base64": (HOME + "p!!!", "not base64"),
    "damage": (HOME + base64.b64encode(b"\xff" * 40).decode(), "damaged"),
    "other text": (HOME + packed("hello"), "1 line"),
    "a bomb": (HOME + packed("0" * (MOST_UNPACKED + 1)), "too much data"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_rejected_input(name: str) -> None:
    link, sentence = REFUSED[name]
    assert is_penpa(link)
    with pytest.raises(InvalidPuzzle) as caught:
        recognised(link)
    assert sentence in str(caught.value)
    ran = command("solve", link)
    assert (ran.code, ran.out) == (2, "")


def test_a_title_that_says_more_than_the_drawing() -> None:
    sketch = Sketch().boxes()
    sketch.title = "Antiknight Sudoku"
    with pytest.raises(InvalidPuzzle, match="the title mentions 'Anti'"):
        recognised(sketch.link())


@settings(max_examples=30)
@given(st.integers(4, 200))
def test_a_truncated_link_is_called_so(missing: int) -> None:
    link = Sketch().boxes().digits("1234").link().rstrip("=")
    with pytest.raises(InvalidPuzzle, match="the link is truncated"):
        unpacked(link[:-missing])


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 600)
    | st.sampled_from(["", "1", "zZ", "circle_L", "1,2"])
    | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["30", "100,101", "x", "420"]), inner),
    max_leaves=5,
)


@settings(max_examples=60)
@given(st.sampled_from(sorted({*SHORT, "sudoku", "wall"})), VALUES, st.sampled_from(["sudoku", "square"]))
def test_junk_is_read_or_refused(key: str, value: Any, grid: str) -> None:
    sketch = Sketch(grid=grid, tags=("masyu",) if grid == "square" else ()).boxes()
    sketch.drawn[key] = value
    with suppress(Invalid):
        entails.parse(recognised(sketch.link()), sketch.link())


@settings(max_examples=60)
@given(st.integers(0, 17), st.text(max_size=8), st.binary(max_size=30))
def test_junk_lines_and_bytes(number: int, line: str, data: bytes) -> None:
    lines = Sketch().boxes().text().split("\n")
    lines[number] = line
    for text in (HOME + packed("\n".join(lines)), HOME + base64.b64encode(data).decode(), f"m=edit&p={line}"):
        with suppress(Invalid):
            entails.parse("sudoku", text)
