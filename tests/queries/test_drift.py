"""Former differences between interfaces or verbs, one test for each."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from cli.runner import entails as run

import entails
from entails.puzzles import puzzle_type_named
from entails.queries import find_query
from entails.service import calls
from entails.service.calls import CALLS

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUPER = ("empty", "--layout", "super", "--rack", "QUICKLY", "--json")


def test_the_super_board_has_the_same_tiles_in_every_verb() -> None:
    (shown,) = run("scrabble", "show", *SUPER).lines
    (solved,) = run("scrabble", "solve", *SUPER).lines
    (best,) = run("scrabble", "best", "empty", "QUICKLY", "--layout", "super", "--json").lines
    assert shown["tiles"] == "english-super"
    assert solved["objective"] == best["score"]
    position = entails.parse("scrabble", "empty", layout="super", rack="QUICKLY")
    assert position.tile_set.name == shown["tiles"]


def test_http_rates_by_every_criterion() -> None:
    call = CALLS["sudoku/rate"]
    body = call.request.model_validate({"puzzle": GRID})
    document = json.loads(calls.run_request(body, lambda share, text: None, **call.fixed).json_line())  # noqa: ARG005
    rating = entails.rate(entails.parse("sudoku", GRID))
    assert document["criteria"].keys() == rating.criteria.keys()
    assert len(document["criteria"]) > 10


def test_a_rating_takes_no_engine() -> None:
    assert "engine" not in CALLS["sudoku/rate"].request.model_fields
    assert run("sudoku", "rate", GRID, "--engine", "nonsense").code == 2
    with pytest.raises(entails.models.errors.InvalidOption, match="unknown option"):
        find_query("sudoku", "rate").parse_options({"engine": "nonsense"})


@contextmanager
def counted(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Record the puzzles that any encoder of this type encodes in this block."""
    seen: list[Any] = []
    for encoder in {type(item) for item in puzzle_type_named(name).encoders.values()}:
        encode = encoder.encode

        def watched(self: Any, puzzle: Any, encode: Any = encode) -> Any:
            seen.append(puzzle)
            return encode(self, puzzle)

        monkeypatch.setattr(encoder, "encode", watched)
    yield seen


def test_solving_encodes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    query = find_query("sudoku", "solve")
    with counted("sudoku", monkeypatch) as seen:
        report = query.run(entails.parse("sudoku", GRID), query.parse_options({"engine": "cadical195"})).report
    assert report.unique is True
    assert len(seen) == 1
