"""Rules of Sudoku variants: three at a time against every 4x4 grid, and round trips of documents."""

import json
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import entails
from entails.encoders.variant import RULE_TYPES
from entails.formats.variant.fpuzzles import document, read_variant, write_link, write_variant
from entails.formats.variant.text import read_typed, write_typed
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.lattice import Lattice
from entails.models.limits import Options
from entails.models.sudoku.shape import Shape
from entails.models.variant import Variant, VariantRule
from entails.puzzles import puzzle_type_named
from entails.puzzles.detect import recognised

BOARD = Lattice(4, 4)
BOXES = tuple(Shape.classic(4).regions)
EMPTY = (None,) * 16
PAIRS = st.sampled_from([pair for item, two in BOARD.borders for pair in ((item, two), (two, item))])
WHOLE = ("anti-knight", "anti-king", "non-consecutive", "disjoint groups")
NEGATIVE = {"no other difference": (1,), "no other ratio": (2,), "no other sum": (5, 10)}
OUTSIDE = ("sandwich", "x-sum", "skyscraper", "numbered room")
FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def every_grid() -> list[tuple[int, ...]]:
    """Return all 288 full 4x4 grids."""
    lines = list(permutations(range(1, 5)))
    pairs = [a + b for a in lines for b in lines if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}]
    squares = (above + below for above, below in product(pairs, repeat=2))
    return [square for square in squares if all(len({square[c + 4 * r] for r in range(4)}) == 4 for c in range(4))]


@st.composite
def line(draw: st.DrawFn, least: int = 2) -> tuple[int, ...]:
    """Generate a line of adjacent cells."""
    cells = [draw(st.integers(0, 15))]
    for _ in range(draw(st.integers(least, 4)) - 1):
        row, column = BOARD.place(cells[-1])
        near = [c for c in range(16) if c not in cells and max(abs(row - c // 4), abs(column - c % 4)) == 1]
        cells += [draw(st.sampled_from(near))] if near else []
    return tuple(cells)


def rule(name: str) -> st.SearchStrategy[VariantRule]:
    """Generate a rule of this type with suitable cells and numbers."""
    text: dict[str, Any] = {"cells": line()}
    if name in WHOLE or name in NEGATIVE:
        text = {"values": st.just(NEGATIVE.get(name, ()))}
    elif name == "diagonal":
        text = {"cells": st.sampled_from([(0, 5, 10, 15), (3, 6, 9, 12)])}
    elif name in ("difference", "ratio", "sum of two", "greater"):
        text = {
            "cells": PAIRS,
            "value": {"difference": st.integers(1, 3), "ratio": st.integers(2, 3)}.get(name, st.none()),
        }
        text |= {"value": st.just(5)} if name == "sum of two" else {}
    elif name in ("odd", "even", "minimum", "maximum"):
        text = {"cells": st.tuples(st.integers(0, 15))}
    elif name == "one of":
        text = {"cells": st.tuples(st.integers(0, 15)), "values": st.sampled_from([(1,), (1, 4), (2, 3), (1, 2, 3)])}
    elif name == "arrow":
        return line().map(lambda cells: VariantRule("arrow", cells[:1], cells[1:]))
    elif name in OUTSIDE:
        lines = [cells for item in BOARD.lines for cells in (item.cells, item.cells[::-1])]
        text = {"cells": st.sampled_from(lines), "value": st.integers(1, 5 if name in ("sandwich", "x-sum") else 3)}
    elif name == "quadruple":
        few = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(sorted).map(tuple)
        text = {"cells": st.sampled_from(list(BOARD.squares(2))), "values": few}
    elif name == "clone":
        return line().map(lambda cells: VariantRule("clone", cells[:1], cells[1:2]))
    elif name in ("cage", "sum", "little killer", "whispers", "lockout"):
        numbers = st.integers(1, 2) if name in ("whispers", "lockout") else st.integers(3, 10)
        text |= {"value": numbers if name != "cage" else numbers | st.none()}
    return st.builds(VariantRule, st.just(name), **text)


VARIANTS = (
    st.lists(st.sampled_from(sorted(RULE_TYPES)), min_size=1, max_size=3, unique=True)
    .flatmap(lambda names: st.tuples(*map(rule, names)))
    .map(lambda rules: Variant(4, BOXES, EMPTY, rules))
)


def right(puzzle: Variant) -> list[str]:
    answers = (Variant(4, BOXES, grid, ()) for grid in every_grid())
    return sorted(
        puzzle_type_named("variant").format_answer(answer)
        for answer in answers
        if puzzle_type_named("variant").check(puzzle, answer) is None
    )


@FEW
@given(VARIANTS)
def test_three_rules_at_a_time(puzzle: Variant) -> None:
    result = entails.solutions(puzzle, options=Options(max_solutions=300))
    assert sorted(map(puzzle_type_named("variant").format_answer, result)) == right(puzzle)


@pytest.mark.parametrize("name", sorted(RULE_TYPES))
def test_each_rule_alone(name: str) -> None:
    """Each rule alone gives the same solutions with both compilers, if there are few."""

    @settings(FEW, max_examples=3)
    @given(rule(name))
    def alone(variant_rule: VariantRule) -> None:
        puzzle = Variant(4, BOXES, (1, 2, *EMPTY[2:]), (variant_rule,))
        expected = right(puzzle)
        for encoder in ("complete", "cpsat") if len(expected) < 5 else ("complete",):
            result = entails.solutions(puzzle, encoder=encoder, options=Options(max_solutions=300))
            assert sorted(map(puzzle_type_named("variant").format_answer, result)) == expected

    alone()


@FEW
@given(VARIANTS)
def test_what_is_written_is_read_again(puzzle: Variant) -> None:
    assert read_typed(write_typed(puzzle)) == entails.parse("variant", write_typed(puzzle)) == puzzle
    try:
        again = read_variant(write_variant(puzzle))
    except UnsupportedPuzzle:  # a document has one meaning for each negative rule
        assert any(rule.kind in NEGATIVE for rule in puzzle.rules)
        return
    assert read_variant(write_link(puzzle)) == again
    positive = [item for item in puzzle.rules if item.kind not in NEGATIVE]
    assert set(positive) <= set(again.rules)
    assert len(again.rules) == len(puzzle.rules)


@pytest.mark.parametrize(
    "rule",
    [
        "cage=4 r1c1 r1c1",
        "cage r1c1 r1c2 r1c1",
        "sum=4 r1c1 r1c1",
        "thermometer r1c1 r1c2 r1c1",
        "slow-thermometer r1c1 r1c1",
        "greater r1c1 r1c1",
        "difference=1 r1c1 r1c1",
        "ratio=2 r1c1 r1c1",
        "sum-of-two=5 r1c1 r1c1",
        "arrow r1c1 > r1c1 r1c2",
        "arrow r1c2 > r1c1 r1c1",
        "clone r1c1 r1c2 > r1c1 r2c2",
        "clone r2c1 r2c1 > r1c1 r1c2",
        "palindrome r1c1 r1c2 r1c1",
        "renban r1c1 r1c1",
        "between r1c1 r1c2 r1c1",
        "lockout=2 r1c1 r1c2 r1c1",
        "zipper r1c1 r1c2 r1c1",
        "whispers=2 r1c1 r1c1",
        "modular r1c1 r1c2 r1c1",
        "entropic r1c1 r1c1",
        "region-sums r1c1 r1c1",
        "quadruple=1 r1c1 r1c1",
        "little-killer=4 r1c1 r1c1",
        "sandwich=2 r1c1 r1c1 r1c2 r1c3",
        "region r1c1 r1c1",
    ],
)
def test_a_rule_names_each_cell_once(rule: str) -> None:
    with pytest.raises(InvalidPuzzle, match=r"r[12]c1 occurs twice; expected each cell once"):
        entails.parse("variant", f"..../..../..../.... {rule}")


def test_a_repeated_cell_of_a_document_is_refused() -> None:
    text = write_variant(Variant(4, BOXES, EMPTY, (VariantRule("cage", (0, 0), value=4),)))
    with pytest.raises(InvalidPuzzle, match="cage: r1c1 occurs twice"):
        entails.parse("variant", text)


def test_a_line_may_close() -> None:
    """A closed line is allowed: around a loop, all neighbours obey the rule."""
    loop = entails.parse("variant", "..../..../..../.... whispers=2 r2c2 r2c3 r3c3 r3c2 r2c2")
    assert entails.count(loop).value == len(right(loop))


def test_an_invalid_region_is_refused() -> None:
    text = json.loads(write_variant(Variant(4, BOXES, EMPTY, ())))
    text["grid"][0][0]["region"] = "upper left"
    with pytest.raises(InvalidPuzzle, match=r"r1c1: invalid region 'upper left'; expected 0 to 3"):
        read_variant(json.dumps(text))


def test_a_document_says_which_puzzle_it_is() -> None:
    plain = Variant(4, BOXES, EMPTY, ())
    caged = Variant(4, BOXES, EMPTY, (VariantRule("cage", (0, 1), value=3),))
    assert recognised(write_variant(plain)) == "sudoku"
    assert recognised(write_link(caged)) == "variant"
    jigsaw = Variant(5, tuple(cell // 5 for cell in range(25)), (None,) * 25, (VariantRule("anti-king"),))
    assert read_variant(write_variant(jigsaw)) == jigsaw


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ({"fog": [{"cells": ["R1C1"]}]}, "rule 'fog' is not supported"),
        ({"line": [{"lines": [["R1C1", "R1C2"]]}]}, "rule 'line' is not supported"),
        ({"negative": ["sums"]}, "rule 'negative sums' is not supported"),
        ({"killercage": [{"cells": ["R1C1", "R9C9"], "value": "4"}]}, "'R9C9' is not on the board"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<4"}]}, "invalid number '<4'"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "expected X or V"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "4"}]}, "the clue is not beside a row or column"),
    ],
)
def test_a_rule_that_is_not_known_is_named(text: dict[str, Any], options: str) -> None:
    whole = document(Variant(4, BOXES, EMPTY, ())) | text
    with pytest.raises(InvalidPuzzle, match=options):
        read_variant(json.dumps(whole))


def test_a_link_to_a_foreign_server_is_not_followed() -> None:
    with pytest.raises(InvalidPuzzle, match="nothing is downloaded"):
        recognised("https://sudokupad.app/abc123")


def test_clues_beside_the_board_are_drawn_where_they_stand() -> None:
    rules = "sandwich=5 r1c1 r1c2 r1c3 r1c4; skyscraper=2 r4c2 r3c2 r2c2 r1c2; little-killer=9 r1c2 r2c3 r3c4; odd r2c2"
    drawn = entails.drawing(entails.parse("variant", f"..../..../..../.... {rules}"))
    assert drawn.left == (("5",), (), (), ())
    assert drawn.bottom == ((), ("2",), (), ())
    assert drawn.top == (("9↘",), (), (), ())
    assert drawn.right == ()
    assert [cell.name for cell in drawn.cells if cell.shade] == ["r2c2"]


MARKS = ("difference", "ratio", "sum of two")


def relations(grid: tuple[int, ...], pair: tuple[int, int]) -> list[str]:
    """Return the marks that two neighbouring digits of a grid justify."""
    low, high = sorted(grid[cell] for cell in pair)
    return [
        name for name, holds in zip(MARKS, (high - low == 1, high == 2 * low, low + high == 5), strict=True) if holds
    ]


@FEW
@given(st.data(), st.sets(st.sampled_from(MARKS), min_size=1))
def test_a_pair_with_any_dot_is_exempt_from_both_negative_rules(data: st.DataObject, negative: set[str]) -> None:
    """A pair with any dot is exempt from both negative rules, as in a plain interpretation with marks on some pairs."""
    grid = data.draw(st.sampled_from(every_grid()))
    marks = dict[tuple[int, int], str]()
    for pair in BOARD.borders:
        if (fitting := relations(grid, pair)) and (negative & {*fitting} or data.draw(st.booleans())):
            marks[pair] = data.draw(st.sampled_from(fitting))

    def keeps(candidate: tuple[int, ...]) -> bool:
        for pair in BOARD.borders:
            mark, fitting = marks.get(pair), relations(candidate, pair)
            exempt = {"sum of two": ("sum of two",)}.get(mark or "", ("difference", "ratio") if mark else ())
            if mark is not None and mark not in fitting:
                return False
            if any(name in negative and name not in exempt for name in fitting):
                return False
        return True

    values = {"difference": 1, "ratio": 2, "sum of two": 5}
    rules = [VariantRule(name, pair, value=values[name]) for pair, name in marks.items()]
    rules += [VariantRule(f"no other {name.split()[0]}", values=(values[name],)) for name in sorted(negative)]
    puzzle = Variant(4, BOXES, EMPTY, tuple(rules))
    expected = sorted("".join(map(str, candidate)) for candidate in every_grid() if keeps(candidate))
    listed = entails.solutions(puzzle, options=Options(max_solutions=300))
    assert sorted(puzzle_type_named("variant").format_answer(answer).replace("/", "") for answer in listed) == expected
    assert [text.replace("/", "") for text in right(puzzle)] == expected


def test_a_ratio_dot_may_stand_on_consecutive_digits() -> None:
    rows = "12......./" + "/".join(["........."] * 8)
    for text in ("ratio=2 r1c1 r1c2; no-other-difference=1", "difference=1 r1c1 r1c2; no-other-ratio=2"):
        assert entails.check(entails.parse("variant", f"{rows} {text}")).consistent
    for text in ("no-other-difference=1", "no-other-ratio=2", "ratio=2 r2c1 r2c2; no-other-difference=1"):
        assert not entails.check(entails.parse("variant", f"{rows} {text}")).consistent


def test_what_a_document_cannot_say_is_rejected() -> None:
    rows = "..../..../..../.... "
    for text, why in (
        ("sum-of-two=7 r1c1 r1c2", "only sum marks of 5 and 10, not 7"),
        ("no-other-difference=2", "'no other difference' of 1, not 2"),
        ("difference=1 r1c1 r1c2; no-other-difference=1,2", "'no other difference' of 1, not 1, 2"),
        ("no-other-sum=7", "'no other sum' of 5, 10, not 7"),
    ):
        puzzle = entails.parse("variant", rows + text)
        assert entails.parse("variant", puzzle_type_named("variant").format(puzzle)) == puzzle
        assert entails.parse("variant", rows + text) == puzzle
        for form in ("json", "fpuzzles"):
            with pytest.raises(UnsupportedPuzzle, match=why):
                puzzle_type_named("variant").formats[form](puzzle)
