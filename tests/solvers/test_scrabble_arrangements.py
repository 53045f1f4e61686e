"""The arrangement strategy of the study: its counts, the plays it finds, and its end."""

from dataclasses import replace

import pytest
from scrabble_positions import is_legal, random_positions
from scrabble_samples import played

from entails.data.scrabble import layout, tile_set
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, score
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.solvers.scrabble.arrangements import arrangements, best_arrangement, count_arrangements, dictionary, search


def position(words: list[str], rack: str, board: Board | None = None) -> Position:
    board = board or Board.empty(layout())
    return Position(board, Rack.read(rack), tile_set("french"), Lexicon.of(words, "few", "fr"), RESTRICTED)


def test_the_counts_of_the_study() -> None:
    assert count_arrangements(8, range(1, 9)) == 109_600
    assert [count_arrangements(8, range(k, k + 1)) for k in (4, 5, 6, 7, 8)] == [1_680, 6_720, 20_160, 40_320, 40_320]
    assert count_arrangements(8, range(4, 7)) == 28_560


def test_the_words_of_the_study() -> None:
    """The study's example is reproduced: a, f, g, l, e, e, c, x around an a, in five letters."""
    words = ["fecal", "galee", "glace", "lacee", "calee", "face", "fecale"]
    board = played("H7 BAS")
    result = {arrangement.placement.word for arrangement in arrangements(position(words, "FGLEECX", board))}
    assert result == {"FECAL", "GALEE", "GLACE", "LACEE", "CALEE"}


def test_five_letters_then_four_then_six() -> None:
    def length(words: list[str]) -> int | None:
        return search(position(words, "AEIRSTN")).length

    assert length(["tarie", "taie", "restai"]) == 5
    assert length(["taie", "restai"]) == 4
    assert length(["restai", "tas"]) == 6
    assert length(["tas", "entrais"]) is None


def test_every_place_of_the_letter_is_tried() -> None:
    """Every position of the letter in a word is tried, where the study tries the first only."""
    result = [
        (arrangement.placement.row, arrangement.placement.word)
        for arrangement in arrangements(position(["elles"], "LLES", played("8H ET")))
    ]
    assert sorted(result) == [(4, "ELLES"), (7, "ELLES")]


def test_what_it_finds_is_legal_and_in_order() -> None:
    for standard in random_positions(12, 7):
        result = arrangements(standard)
        assert [item.score for item in result] == sorted((item.score for item in result), reverse=True)
        assert len({item.placement for item in result}) == len(result)
        for placement, points in result:
            assert is_legal(standard, placement)
            assert is_legal(replace(standard, rules=RESTRICTED), placement)
            assert points == score(standard.board, placement, standard.tile_set, standard.rules).total
        assert best_arrangement(standard) == (result[0] if result else None)


def test_a_blank_stands_for_any_letter() -> None:
    result = arrangements(position(["glace"], "GLAC?"))
    assert {item.placement.tiles for item in result} == {"GLACe"}
    both = arrangements(position(["elles"], "LES?L"))
    assert {item.placement.tiles for item in both} == {"eLLES", "ELLeS"}


def test_a_blank_on_the_board_is_a_letter_like_others() -> None:
    result = arrangements(position(["elles"], "LLES", played("8H eT")))
    assert {item.placement.word for item in result} == {"eLLES", "ELLeS"}


def test_what_is_looked_up_is_counted() -> None:
    searched = search(position(["tarie"], "AEIRSTN", played("8H NI")))
    by_letter = {square.square.letter: square for square in searched.squares}
    assert by_letter["N"].arranged == 5 * 7 * 6 * 5 * 4, "five places for the letter, four tiles of seven around it"
    assert searched.length == 5


def test_without_tiles_or_words_there_is_nothing() -> None:
    assert arrangements(position(["tarie"], "ZZZ")) == []
    empty = replace(position(["tarie"], "A"), rack=NO_TILES)
    assert best_arrangement(empty) is None


@pytest.mark.parametrize("length", [4, 5, 6])
def test_the_dictionary_is_split_by_first_letter(length: int) -> None:
    words = ["tarie", "taie", "restai", "aider", "aime", "agneau"]
    split = dictionary(Lexicon.of(words, "few"), length)
    assert {word for part in split.values() for word in part} == {word for word in words if len(word) == length}
    assert all(word[0] == first for first, part in split.items() for word in part)
