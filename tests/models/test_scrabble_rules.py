"""The Scrabble checker: scores added up by hand, and every reason why a play is illegal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrabble_samples import SHORT_WORDS, played, random_game

from entails.data.lexicons import lexicon
from entails.data.scrabble import layout, tile_set
from entails.models.scrabble.board import Board, Layout, Placement, normalised, read_placement
from entails.models.scrabble.rules import Rules, ScoreSheet, fits_board, legality, score
from entails.models.scrabble.tiles import Rack

ENGLISH = tile_set("english")
RESTRICTED = Rules(restricted=True, bonus=0)


def sheet(board: Board, play: str, tiles: str = "english", rules: Rules = Rules()) -> ScoreSheet:  # noqa: B008
    return score(board, read_placement(play, board), tile_set(tiles), rules)


def points(score_sheet: ScoreSheet) -> list[tuple[str, int]]:
    return [(word.word, word.points) for word in score_sheet.words]


def test_an_opening_with_all_tiles() -> None:
    """An opening with all tiles scores (20 + 1 + 1 + 3 + 5 + 1 + 4) x 2 + 50: Q on the double letter, K on the double
    word.
    """
    result = sheet(Board.empty(layout()), "8D QUICKLY")
    assert result.words[0].letters[0] == ("Q", 10, 2)
    assert (result.words[0].multiplier, result.words[0].points, result.bonus, result.total) == (2, 70, 50, 120)


def test_the_example_of_the_manual() -> None:
    assert sheet(played(), "8E MARS").total == 12
    assert sheet(played("8E MARS"), "H8 .ILENT").total == 7


def test_french_values() -> None:
    """French tile values count: M on the double letter gives (4 + 1 + 1 + 1 + 1 + 1 + 1) x 2 + 50; in English M is
    worth 3.
    """
    assert sheet(played(), "8D MAISONS", "french").total == 70
    assert sheet(played(), "8D MAISONS", "english").total == 74


def test_two_triple_words_multiply() -> None:
    """Two triple words multiply: A1 and H1 are covered; D1 had a tile, so its double letter is used up: 19 x 9 + 50."""
    board = Board.from_rows(layout(), ["...I...........", *["." * 15] * 14])
    result = sheet(board, "1A ABC.EFGH")
    assert (points(result), result.words[0].multiplier, result.total) == ([("ABCIEFGH", 171)], 9, 221)


def test_premiums_count_once_only_under_new_tiles() -> None:
    """Premiums count only under new tiles: MARSH after MARS scores 3 + 1 + 1 + 1 + 4."""
    assert sheet(played("8E MARS"), "8E ....H").total == 10


def test_a_blank_is_of_no_value_but_its_square_counts() -> None:
    assert sheet(played(), "8H aT").total == 2
    assert sheet(played(), "8D qUICKLY").total == (0 + 1 + 1 + 3 + 5 + 1 + 4) * 2 + 50


def test_cross_words_take_the_premiums_too() -> None:
    """Cross words use premiums too: O on the double letter G9 counts double in OE and in RO."""
    result = sheet(played("8E MARS"), "9G OE")
    assert points(result) == [("OE", 3), ("RO", 3), ("SE", 2)]
    assert result.total == 8
    assert points(sheet(played("8E MARS"), "9C ZETA")) == [("ZETA", 23), ("MT", 4), ("AA", 2)]


def test_a_single_tile_counts_both_words_in_either_direction() -> None:
    board = played("8E MARS", "H8 .ILENT")
    for play in ("9G A.", "G8 .A"):
        result = sheet(board, play)
        assert (points(result), result.total) == ([("AI", 3), ("RA", 3)], 6)


def test_a_single_tile_without_a_word_across() -> None:
    result = sheet(played("8E MARS"), "9F E")
    assert points(result) == [("AE", 2)]


def test_quadruple_squares_of_the_large_board() -> None:
    board = Board.empty(layout("super"))
    assert sheet(board, "1A QI", "english-super").total == 44
    assert sheet(board, "3F ZO", "english-super").total == 41


def test_the_bonus_needs_all_tiles() -> None:
    board = played("8E MARS")
    assert sheet(board, "8E ....ABCDEF").bonus == 0
    assert sheet(board, "8E ....ABCDEFG").bonus == 50
    assert sheet(board, "8E ....ABCDEFG", rules=RESTRICTED).bonus == 0
    assert sheet(board, "8E ....ABC", rules=Rules(bonus=35, bonus_tiles=3)).bonus == 35


def faults(board: Board, play: str, rack: str | None = None, **more: Rules) -> list[str]:
    placement = read_placement(play, board)
    held = Rack.read(rack) if rack is not None else None
    return [reason.code for reason in legality(board, placement, held, lexicon("enable"), ENGLISH, **more)]


@pytest.mark.parametrize(
    ("board", "play", "rack", "codes"),
    [
        (played(), "8D QUICKLY", "CIKLQUY", []),
        (played(), "8E MARS", None, []),
        (played(), "H8 MARS", None, []),
        (played(), "1A MARS", None, ["start"]),
        (played(), "8H A", None, ["too_short"]),
        (played(), "1A A", None, ["start", "too_short"]),
        (played(), "8L QUICKLY", None, ["off_board"]),
        (played(), "8E MA.S", None, ["gap"]),
        (played(), "8E MXRS", None, ["not_a_word"]),
        (played(), "8E MARS", "MARTENS", []),
        (played(), "8E MARS", "MARTEN", ["not_on_rack"]),
        (played(), "8E MArS", "MAS?", []),
        (played(), "8E MARS", "MAS?", ["not_on_rack"]),
        (played(), "8E JAZZ", None, ["not_in_set"]),
        (played("8E MARS"), "8E ....H", "H", []),
        (played("8E MARS"), "H8 TILE", None, ["occupied"]),
        (played("8E MARS"), "H9 ILENT", None, ["incomplete"]),
        (played("8E MARS"), "8I H", None, ["incomplete"]),
        (played("8E MARS"), "8C RE", None, ["incomplete"]),
        (played("8E MARS"), "1A AT", None, ["not_connected"]),
        (played("8E MARS"), "7I AT", None, ["not_connected"]),
        (played("8E MARS"), "1A XX", "A", ["not_connected", "not_on_rack", "not_a_word"]),
        (played("8E MARS"), "9C ZETA", "AETZ", ["cross_word"]),
        (played("8E MARS"), "9E XXX", "XXX", ["not_a_word", "cross_word", "cross_word"]),
        (played("8E MARS"), "9E E", None, []),
        (played("8E MARS"), "15L WORDS", "W", ["off_board"] + ["not_on_rack"] * 4),
    ],
)
def test_every_reason(board: Board, play: str, rack: str | None, codes: list[str]) -> None:
    assert faults(board, play, rack) == codes


def test_a_word_needs_a_tile() -> None:
    there = Placement(7, 4, True, "MARS", "....")
    assert [reason.code for reason in legality(played("8E MARS"), there, None, None, ENGLISH)] == ["nothing_laid"]
    nowhere = Placement(7, 4, True, "..", "..")
    assert [reason.code for reason in legality(played(), nowhere, None, None, ENGLISH)] == [
        "nothing_laid",
        "gap",
        "gap",
    ]


def test_reasons_say_what_and_where() -> None:
    board = played("8E MARS")
    placement = read_placement("9C ZETA", board)
    (reason,) = legality(board, placement, None, lexicon("enable"), ENGLISH)
    assert (str(reason), reason.word) == ("the cross word E8 MT is not in lexicon enable", "MT")
    (french,) = legality(board, placement, None, lexicon("enable"), ENGLISH, notation="french")
    assert str(french) == "the cross word 5H MT is not in lexicon enable"
    (incomplete,) = legality(board, read_placement("H9 ILENT", board), None, None, ENGLISH)
    assert str(incomplete) == "S touches the word: the whole word is H8 SILENT"


def test_the_restricted_game() -> None:
    """In the restricted game (Guzniczak 2018), a play crosses one tile, completes no word and forms no second one."""
    board = played("8E MARS")
    assert faults(board, "H8 .ILENT", rules=RESTRICTED) == []
    assert faults(board, "8E ....H", rules=RESTRICTED) == ["completes_a_word"]
    assert faults(board, "9F ADD", rules=RESTRICTED).count("second_word") == 3


def test_without_a_lexicon_every_word_will_do() -> None:
    assert legality(played(), read_placement("8E MXRS", played()), None, None, ENGLISH) == ()


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 14),
    st.integers(0, 14),
    st.booleans(),
    st.text("ABCdeRST.", min_size=1, max_size=9),
    st.sampled_from([played(), played("8E MARS"), played("8E MARS", "H8 .ILENT")]),
)
def test_turning_the_board_over_changes_nothing(row: int, column: int, across: bool, text: str, board: Board) -> None:
    """A play on the transposed board has the same faults and, if it fits, the same score."""
    placement = Placement.on(board, row, column, across, text)
    turned = placement.transposed
    faults = legality(board, placement, None, SHORT_WORDS, ENGLISH)
    again = legality(board.transposed, turned, None, SHORT_WORDS, ENGLISH)
    if len([*placement.laid]) > 1:  # a single tile is read across first, so its main word may change direction
        assert sorted(reason.code for reason in faults) == sorted(reason.code for reason in again)
    if fits_board(faults):
        assert score(board, placement, ENGLISH).total == score(board.transposed, turned, ENGLISH).total


@pytest.mark.parametrize("seed", range(3))
def test_sums_are_sums(seed: int) -> None:
    """Every score of a game equals the sum of letter values computed in another way."""
    game = random_game(seed, turns=25)
    board = Board.empty(game.board.layout)
    for turn in game.turns:
        if isinstance(turn.move, Placement):
            assert turn.score == _plain_score(board, turn.move, board.layout)
            assert normalised(board, turn.move) == turn.move
            board = board.with_placement(turn.move)
    assert board == game.board


def _plain_score(board: Board, placement: Placement, squares: Layout) -> int:
    """Score a play by growing a word through each new tile in both directions, counting the main word once."""
    after = board.with_placement(placement)
    laid = {(row, column) for row, column, _, _ in placement.laid}
    seen: set[tuple[tuple[int, int], ...]] = set()
    total = 50 if len(laid) == 7 else 0
    for square in laid:
        for step in ((0, 1), (1, 0)):
            run = [square]
            for sign in (-1, 1):
                at = (square[0] + sign * step[0], square[1] + sign * step[1])
                while after.has_tile(*at):
                    run.append(at)
                    at = (at[0] + sign * step[0], at[1] + sign * step[1])
            word = tuple(sorted(run))
            if len(word) < 2 or word in seen:
                continue
            seen.add(word)
            worth, times = 0, 1
            for at in word:
                tile = after.tile(*at)
                value = ENGLISH.values[ord(tile) - 65] if tile.isupper() else 0
                worth += value * (int(squares.letter[at]) if at in laid else 1)
                times *= int(squares.word[at]) if at in laid else 1
            total += worth * times
    return total
