"""SudokuPad documents: digits, regions and cages are read; content that may be another rule is rejected by name."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entails
from entails.formats.lzstring import compress_to_base64
from entails.formats.variant.sudokupad import load_loose, read_sudokupad
from entails.models.errors import InvalidPuzzle
from entails.puzzles.detect import recognised

BOXES = [[[r, c] for r in (top, top + 1) for c in (left, left + 1)] for top in (0, 2) for left in (0, 2)]
CAGES = [{"cells": [[0, 1], [1, 1]], "value": "7", "unique": True}, {"value": "author: me"}]
ZIPPED = (
    r"{cs:64,metadata:{title:'it\'s',rules:'Normal sudoku rules apply.'},ce:[[{v:1},,,],[,,,],[,,,],[,,,]],"
    "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"
    "ca:[{ce:[[0,1],[1,1]],v:7,unique:t},{v:'author: me'}]}"
)


def document(**more: Any) -> dict[str, Any]:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = {"value": "1"}
    return {"cellSize": 64, "metadata": {}, "cells": cells, "regions": BOXES, "cages": CAGES, "lines": [], **more}


def test_a_document_and_its_links_are_one_puzzle() -> None:
    text = json.dumps(document())
    links = [f"https://sudokupad.app/scl{compress_to_base64(item)}" for item in (text, ZIPPED)]
    puzzles = [entails.parse("variant", item) for item in (text, *links, links[1] + "?setting-nogrid=1")]
    assert len(set(puzzles)) == 1
    assert {recognised(item) for item in (text, *links)} == {"variant"}
    assert puzzles[0].given[0] == 1
    assert [(rule.kind, rule.cells, rule.value) for rule in puzzles[0].rules] == [("cage", (1, 5), 7)]
    assert entails.count(puzzles[0]).value == 24


def test_cages_that_may_repeat_and_cages_without_a_sum() -> None:
    cages = [{"cells": [[0, 0], [0, 1]], "unique": False, "value": 5}, {"cells": [[3, 3], [2, 3]], "value": ""}]
    puzzle = read_sudokupad(json.dumps(document(cages=[*cages, {"cells": [[1, 1]], "unique": False}])))
    assert [(rule.kind, rule.value) for rule in puzzle.rules] == [("sum", 5), ("cage", None)]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"lines": [{"wayPoints": [[1, 1], [2, 2]]}]}, "SudokuPad: lines are drawn without a rule"),
        ({"overlays": [{"text": "3"}]}, "SudokuPad: overlays are drawn"),
        (
            {"metadata": {"rules": "Normal sudoku rules apply. Knights differ."}},
            "the rule 'Knights differ' is given in words",
        ),
        ({"cages": [{"value": "rules: Thermos increase"}]}, "the rule 'Thermos increase' is given in words only"),
        ({"triggereffect": [1]}, "SudokuPad: 'triggereffect' is not supported"),
        ({"cells": [[{}, {}], [{}]]}, "SudokuPad: the grid is not square"),
        ({"cells": [[{"value": "9"}] * 2] * 2, "regions": [], "cages": []}, "SudokuPad, r1c1: invalid digit '9'"),
        ({"cages": [{"cells": [[0, 9]], "value": 3}]}, "SudokuPad, cage 1: [0, 9] is not on the board"),
        ({"cages": [{"cells": [[0, 0]], "value": "x"}]}, "SudokuPad, cage 1: invalid sum 'x'"),
    ],
)
def test_unknown_names_are_refused(more: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidPuzzle) as refused:
        read_sudokupad(json.dumps(document(**more)))
    assert str(refused.value).startswith(text) or text in str(refused.value)


def test_usual_rules_in_words_are_known() -> None:
    rules = "Normal sudoku rules apply.\nDigits in a cage must not repeat. "
    rules += "Digits in cages sum to the clue in the top-left corner."
    assert read_sudokupad(json.dumps(document(metadata={"rules": rules}))).size == 4


def test_proper_json_is_read_like_any_other() -> None:
    assert load_loose(json.dumps(document()), "here") == document()


@given(st.text(st.sampled_from("{}[],:'\"tf0#abce \\"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidPuzzle):
        load_loose(text, "here")
    with suppress(InvalidPuzzle):
        read_sudokupad(text)
