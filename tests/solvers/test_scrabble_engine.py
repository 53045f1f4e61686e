"""The engine `generator`: the best placement as a solution, a wanted play as a query."""

from dataclasses import replace

import pytest
from scrabble_positions import few_words, random_positions

import entails
from entails.data.scrabble import layout, shipped_tile_set
from entails.models.lexicon import Lexicon
from entails.models.limits import Limits, Options
from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
from entails.models.scrabble.board import Board, read_placement, write_placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.queries.pipeline import Pipeline
from entails.solvers.engine import engine
from entails.solvers.scrabble.generator import GeneratorSession, all_placements

ENGLISH = shipped_tile_set("english")
WORDS = Lexicon.of(["mars", "silent", "at", "ta", "tam", "mat"], "few")
MARS = Board.from_rows(layout(), [*["." * 15] * 7, "....MARS.......", *["." * 15] * 7])


def wanted(text: str, rack: str, board: Board = MARS) -> Position:
    return Position(board, Rack.read(rack), ENGLISH, WORDS, wanted=read_placement(text, board))


def answers(position: Position) -> list[str]:
    return [write_placement(placement) for placement in entails.solutions(position, engine="generator")]


def test_the_solution_is_the_best_placement() -> None:
    for position in random_positions(5, 2, words=few_words(200)):
        result = all_placements(position)
        outcome = entails.solve(position)
        if result.best is None:
            assert isinstance(outcome, Unsatisfiable)
            continue
        assert isinstance(outcome, Satisfied)
        assert (outcome.answer, outcome.objective, outcome.optimal) == (*result.best, True)
        assert entails.count(position).value == len(result)
        assert list(entails.solutions(position)) == [placement for placement, _ in result]


@pytest.mark.parametrize(
    ("text", "rack", "texts"),
    [
        ("H8 SILENT", "EILNT", ["H8 .ILENT"]),
        ("H8 .ILENT", "EILNT??", ["H8 .ILENT", "H8 .ILENt"]),
        ("H8 .ILENt", "EILNT?", ["H8 .ILENt"]),
        ("H8 .ILENT", "EILN", []),
        ("H8 .ILENTS", "EILNTSS", []),
        ("7E TAM", "ATM", []),
        ("F8 .T", "T", ["F8 .T"]),
    ],
)
def test_a_wanted_play(text: str, rack: str, texts: list[str]) -> None:
    position = wanted(text, rack)
    solutions = answers(position)
    assert set(texts) <= set(solutions)
    assert bool(texts) == bool(solutions)
    assert all(item.split()[0] == text.split()[0] for item in solutions)
    assert all(
        item.upper().split()[1].replace(".", "S" if "H8" in item else "A") in ("SILENT", "AT") for item in solutions
    )
    assert isinstance(entails.solve(position, engine="generator"), Satisfied if texts else Unsatisfiable)


def test_a_single_tile_may_be_wanted_either_way() -> None:
    """A single tile may be requested in either direction: T at F9 makes AT down, and a one-letter word across."""
    board = MARS.with_placement(read_placement("E8 .AT", MARS))
    assert answers(wanted("F8 .T", "T", board)) == answers(wanted("F8 .T", "T", MARS)) == ["F8 .T"]


def test_an_opening_may_be_wanted_down() -> None:
    position = wanted("H7 MAT", "AMT", Board.empty(layout()))
    assert answers(position) == ["H7 MAT"]


def test_out_of_time_is_not_a_no() -> None:
    position = replace(wanted("H8 SILENT", "EILNT"), wanted=None)
    session = GeneratorSession(position, Limits(seconds=1e-9))
    assert isinstance(session.solve(), Undecided)
    with pytest.raises(StopIteration) as end:
        next(session.answers(None))
    assert end.value.value == "time"


def test_it_is_registered() -> None:
    generator = engine("generator")
    assert generator.missing() is None
    assert {"enumerate", "optimise"} <= generator.capabilities
    with generator.open(Pipeline.of("solve", wanted("F8 .T", "T")).encoding, Limits(), Options()) as session:
        assert isinstance(session.solve(), Satisfied)
