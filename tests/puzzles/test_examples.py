"""The shipped examples, which serve as demo, documentation and tests, are as described."""

import pytest

import entails
from entails.models.errors import UnsupportedCapability
from entails.puzzles import puzzle_type_named, puzzle_type_of, puzzles
from entails.queries import common_queries, find_query, queries_of

SUDOKU = {example.name: example.text for example in puzzle_type_named("sudoku").examples}


@pytest.mark.parametrize(("name", "count"), [("classic", 1), ("two-ways", 2), ("clash", 0), ("small", 1), ("x", 1)])
def test_sudoku_examples(name: str, count: int) -> None:
    assert entails.count(entails.parse("sudoku", SUDOKU[name])).value == count


def test_no_sudoku_example_is_untested() -> None:
    assert set(SUDOKU) == {"classic", "two-ways", "clash", "small", "x"}


@pytest.mark.parametrize(("name", "count"), [("pigeons", 0), ("choice", 3)])
def test_cnf_examples(name: str, count: int) -> None:
    texts = {example.name: example.text for example in puzzle_type_named("cnf").examples}
    assert entails.count(entails.parse("cnf", texts[name])).value == count


WORDLE = {"opening": 19, "found": 1, "slip": 0, "unlisted": 0, "mind": 1}


def test_wordle_examples() -> None:
    texts = {example.name: example.text for example in puzzle_type_named("wordle").examples}
    assert {name: entails.count(entails.parse("wordle", text)).value for name, text in texts.items()} == WORDLE


@pytest.mark.parametrize("name", puzzles())
def test_every_kind_answers_what_its_file_says(name: str) -> None:
    result = puzzle_type_named(name)
    assert result.name == name
    common = common_queries()
    query = {verb for verb, item in queries_of(name).items() if verb in common and item.module == common[verb].module}
    reasons = {"steps", "hint", "minimal", "rate"}  # these have separate engines
    assert set(result.routes) >= query - {"constraints", "decode", "draw"} - reasons, (
        "what goes to an engine has a way there"
    )
    for way in result.routes.values():
        assert way.encoder in result.encoders
    assert all(puzzle_type_of(entails.parse(name, example.text)) is result for example in result.examples)


@pytest.mark.parametrize("name", [name for name in puzzles() if "export" in queries_of(name)])
def test_every_kind_is_exported_without_options(name: str) -> None:
    puzzle = entails.parse(name, min((example.text for example in puzzle_type_named(name).examples), key=len))
    form = find_query(name, "export").run(puzzle).report.form
    assert "".join(entails.export(puzzle)).strip()
    formula = any(encoder.kind == "cnf" for encoder in puzzle_type_named(name).encoders.values())
    assert form == ("dimacs" if formula else next(iter(puzzle_type_named(name).formats)))


def test_invalid_puzzle() -> None:
    with pytest.raises(UnsupportedCapability, match="not a puzzle"):
        entails.solve(42)
    with pytest.raises(UnsupportedCapability, match="unknown puzzle type 'chess'"):
        entails.parse("chess", "e4")
