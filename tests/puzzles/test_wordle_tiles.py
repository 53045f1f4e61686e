"""Which tiles a conflict is about."""

import pytest

from entails.models.wordle.history import COLOURS, History, Wordle
from entails.queries.wordle.check import check_report


def tiles(*guesses: tuple[str, str], feedback: str = "colours") -> list[list[tuple[int, tuple[int, ...]]]]:
    report = check_report(Wordle(History.of(guesses, feedback)))
    return [[(tile.guess, tile.positions) for tile in conflict.tiles] for conflict in report.conflicts]


def test_a_place_against_a_letter() -> None:
    assert tiles(("crane", "bybbg"), ("slate", "bbgbg")) == [[(1, (3,)), (2, (3,))]]


def test_a_letter_is_about_all_its_tiles() -> None:
    assert tiles(("llama", "ybbbb"), ("crane", "bbbbb"), ("hello", "bbbbb")) == [[(1, (1, 2)), (3, (3, 4))]]


def test_one_place_with_two_letters() -> None:
    assert tiles(("crane", "gbbbb"), ("slate", "gbbbb")) == [[(1, (1,)), (2, (1,))]]


def test_counts_are_about_the_whole_word() -> None:
    every = (1, 2, 3, 4, 5)
    assert tiles(("tarte", "2,1"), ("tarte", "0,3"), feedback="counts") == [[(1, every), (2, every)]]


@pytest.mark.parametrize("second", ["slate", "tales", "steal"])
def test_the_guesses_are_those_of_the_contradiction(second: str) -> None:
    history = History.of([("crane", "bybbg"), (second, "ybbgy" if second != "slate" else "bbgbg")])
    for conflict in check_report(Wordle(history)).conflicts:
        assert tuple(tile.guess for tile in conflict.tiles) == conflict.guesses
        assert all(1 <= position <= 5 for tile in conflict.tiles for position in tile.positions)
        assert all(tile.positions for tile in conflict.tiles)
    assert history.kind is COLOURS
