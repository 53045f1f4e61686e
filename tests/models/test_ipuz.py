"""ipuz documents: Sudoku kinds become grids, variants and KenKen and are written back; others are rejected."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails as command
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.formats.sudoku.ipuz import is_ipuz, read_ipuz
from entails.formats.sudoku.write import write_grid
from entails.formats.variant.fpuzzles import read_variant
from entails.formats.variant.text import write_ipuz_variant
from entails.models.errors import Invalid, InvalidPuzzle, UnsupportedPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.models.variant import Variant, VariantRule, whole_rules
from entails.puzzles import kenken
from entails.puzzles.detect import recognised

BASE = "http://ipuz.org/sudoku"


def document(*kinds: str, rows: int | list[Any] = 4, **fields: Any) -> dict[str, Any]:
    """Build a document as another program would write it."""
    puzzle = [[0] * rows for _ in range(rows)] if isinstance(rows, int) else rows
    addresses = [f"{BASE}#1", *(f"{BASE}/{kind}#1" for kind in kinds)]
    return {"version": "http://ipuz.org/v2", "kind": addresses, "puzzle": puzzle, **fields}


def test_a_plain_grid_with_letters_in_a_file(tmp_path: Path) -> None:
    """A wordoku is read: letters in the order of the charset, and a character of its own for empty cells."""
    rows = [["W", "-", "-", {"given": "D", "style": {"color": "#eee"}}], *[["-"] * 4] * 2, ["-", "-", "O", "W"]]
    text = document("wordoku", rows=rows, charset="WORD", empty="-", title="four letters", author="nobody")
    file = tmp_path / "word.ipuz"
    file.write_text(json.dumps(text, indent=1).replace("]\n", "]\n\n", 3), "utf-8")
    (report,) = command("read", file, "--json").lines
    assert (report["puzzle"], report["text"]) == ("sudoku", "1..4..........21")
    assert "ipuz" in report["forms"]
    again = json.loads(command("read", file, "--to", "ipuz").out)
    assert again["puzzle"] == [[1, 0, 0, 4], [0] * 4, [0] * 4, [0, 0, 2, 1]]
    (solved,) = command("solve", file, "--json").lines
    assert (solved["puzzle"], solved["status"]) == ("sudoku", "satisfied")


def test_diagonals_and_regions() -> None:
    zones = [
        {"rect": [1, 1, 1, 4]},
        {"cells": [[2, 1], [3, 1], [2, 2], [3, 2]]},
        {"cells": [[2, 3], [3, 3], [2, 4], [3, 4]]},
        {"rect": [4, 1, 4, 4], "style": {"color": "red"}},
    ]
    text = json.dumps(document("jigsawsudoku", "diagonalsudoku", zones=zones))
    grid = entails.parse("sudoku", text)
    assert grid.shape == Shape.named("x-jigsaw:1224122413341334")
    assert entails.parse("sudoku", write_grid(grid, "ipuz")) == grid


@pytest.mark.parametrize("first", [0, 1])
def test_killer_cages(first: int) -> None:
    """Killer cages are read with (column, row) coordinates from 0 or from 1."""
    pairs = [[[0, 0], [1, 0]], [[3, 2], [3, 3], [2, 3]]]
    cages = [[[column + first, row + first] for column, row in cage] for cage in pairs]
    words = document("killersudoku", cages=[{"cells": cages[0], "value": 7, "operator": "+"}, {"cells": cages[1]}])
    text = json.dumps(words)
    assert recognised(text) == "variant"
    puzzle = entails.parse("variant", text)
    assert puzzle == entails.parse("variant", "..../..../..../.... cage=7 r1c1 r1c2; cage r3c4 r4c4 r4c3")
    assert read_variant(write_ipuz_variant(puzzle)) == puzzle


def test_the_whole_board() -> None:
    hyper = read_variant(json.dumps(document("hypersudoku", rows=9)))
    assert [rule.cells[0] for rule in hyper.rules] == [10, 14, 46, 50]
    latin = read_variant(json.dumps(document("latinsquare", rows=5, boxes=False)))
    assert set(latin.regions) == {-1}
    for puzzle in (hyper, latin):
        assert read_variant(write_ipuz_variant(puzzle)) == puzzle


@pytest.mark.parametrize("hidden", [False, True])
def test_calcudoku(hidden: bool) -> None:
    """Calcudoku is read: a given digit is a cage of one cell, and operators may be hidden."""
    cages = [
        {"cells": [[1, 1], [2, 1]], "value": 2, "operator": "/"},
        {"cells": [[3, 1], [3, 2]], "value": "2", "operator": "-"},
        {"cells": [[1, 2], [2, 2], [1, 3]], "value": 12, "operator": "*"},
        {"cells": [[2, 3]], "value": 3},
    ]
    rows = [[0, 0, 0], [0, 0, 0], [0, 0, 2]]
    text = json.dumps(document("calcudoku", rows=rows, cages=cages, showoperators=not hidden))
    signs = "A=2 B=2 C=12 D=3 E=2" if hidden else "A=2/ B=2- C=12x D=3 E=2"
    puzzle = entails.parse("kenken", text)
    assert recognised(text) == "kenken"
    assert puzzle == entails.parse("kenken", f"AAB/CCB/CDE {signs}")
    assert kenken.PUZZLE.parse(kenken.write_ipuz_cages(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({**document(), "kind": ["http://ipuz.org/crossword/crypticcrossword#1"]}, "'crossword/crypticcrossword'"),
        ({**document(), "kind": ["http://ipuz.org/wordsearch#1"]}, "'wordsearch'"),
        ({**document(), "kind": [f"{BASE}#1", "http://example.com/antiknight#1"]}, "'http://example.com/antiknight#1'"),
        ({**document(), "kind": [f"{BASE}#2"]}, "is not supported"),
        ({**document(), "kind": []}, "missing kind"),
        ({**document(), "version": "http://ipuz.org/v9"}, "version"),
        (document(rows=[[0, 0], [0]]), "the grid is not square"),
        (document(rows=[[0, None], [0, 0]]), "missing cell"),
        (document(rows=[[0, 7, 0, 0], *[[0] * 4] * 3]), "unexpected '7'"),
        (document(rows=[[{"style": {"lessthan": "R"}}, 0, 0, 0], *[[0] * 4] * 3]), "mark 'lessthan'"),
        (document(charset="1233"), "invalid charset"),
        (document(cages=[{"cells": [[0, 0]], "value": 3}]), "no kind for the cages"),
        (document(zones=[{"rect": [0, 0, 1, 2]}]), "no kind for the zones"),
        (document("jigsawsudoku", zones=[{"rect": [0, 0, 1, 1]}]), "do not divide the board"),
        (document("killersudoku", cages=[{"cells": [[1, 1], [2, 1]], "value": 3}]), "at 0 or at 1"),
        (document("killersudoku", cages=[{"cells": [[0, 9]], "value": 3}]), "is not on the board"),
        (document("killersudoku", cages=[{"cells": [[0, 0], [1, 0]], "value": 2, "operator": "*"}]), "the sign x"),
        (document("calcudoku", cages=[{"cells": [[0, 0]], "value": 2}]), "is not in exactly one cage"),
        (document("hypersudoku"), "windows"),
        (document(boxes=False), "no boxes"),
        ({**document(), "com.example.rules": {"antiknight": True}}, "'com.example.rules' is not supported"),
    ],
)
def test_rejected_input(words: dict[str, Any], sentence: str) -> None:
    text = json.dumps(words)
    assert is_ipuz(text)
    with pytest.raises(InvalidPuzzle) as caught:
        entails.parse(read_ipuz(text).puzzle, text)
    assert sentence in str(caught.value)


def test_another_kind_is_refused_by_its_name_on_the_command_line() -> None:
    text = json.dumps({**document(), "kind": ["http://ipuz.org/acrostic#1"]})
    for words in (("read", text), ("solve", text), ("sudoku", "solve", text), ("variant", "solve", text)):
        ran = command(*words)
        assert (ran.code, ran.out) == (2, "")
        assert "kind 'acrostic' is not supported" in ran.err
    killer = json.dumps(document("killersudoku", cages=[{"cells": [[0, 0]]}]))
    assert "expected entails variant" in command("sudoku", "solve", killer).err


@settings(max_examples=40)
@given(st.sampled_from(["4x4", "x6", "9x9", "16x16", "jigsaw:1112212233443344"]), st.data())
def test_grids_come_back(name: str, data: st.DataObject) -> None:
    shape = Shape.named(name)
    digits = data.draw(st.lists(st.integers(0, shape.size), min_size=shape.cells, max_size=shape.cells))
    grid = Grid.of(shape, digits)
    assert entails.parse("sudoku", write_grid(grid, "ipuz")) == grid


@settings(max_examples=40)
@given(st.sampled_from([4, 6, 9]), st.booleans(), st.data())
def test_cages_come_back(size: int, crossed: bool, data: st.DataObject) -> None:
    """Cages survive writing and reading; if none reaches a border, the boxes are written too."""
    cells = st.lists(st.integers(0, size**2 - 1), min_size=1, max_size=5, unique=True)
    drawn = data.draw(st.lists(st.tuples(cells, st.none() | st.integers(1, 45)), max_size=4))
    rules = [VariantRule("cage", tuple(cage), value=value) for cage, value in drawn]
    rules = [*(whole_rules("diagonal", size) if crossed else ()), *rules]
    puzzle = Variant(size, tuple(Shape.classic(size).regions), (None,) * size**2, tuple(rules))
    assert read_variant(write_ipuz_variant(puzzle)) == puzzle


def test_what_ipuz_cannot_say() -> None:
    for rules in ("anti-knight", "thermometer r1c1 r1c2", "diagonal r1c1 r2c2 r3c3 r4c4"):
        with pytest.raises(UnsupportedPuzzle, match="ipuz cannot express the rule"):
            write_ipuz_variant(entails.parse("variant", f"..../..../..../.... {rules}"))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from(["", "1", "+", "cells", "#"]) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["cells", "value", "given"]), inner),
    max_leaves=6,
)


@given(st.sampled_from(["", "killersudoku", "calcudoku", "jigsawsudoku", "hypersudoku"]), st.data())
def test_junk_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    text = document(*([kind] if kind else []), cages=[{"cells": [[0, 0], [1, 0]], "value": 3}])
    for key in data.draw(st.lists(st.sampled_from([*text, "zones", "styles", "empty"]), min_size=1, max_size=2)):
        text[key] = data.draw(JUNK)
    for name in ("sudoku", "variant", "kenken"):
        with suppress(Invalid):
            entails.parse(name, json.dumps(text))
