"""The shipped tile sets and boards, and custom ones."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrabble_samples import refusal

from entails.data.scrabble import LAYOUTS, TILE_SETS, layout, read_tile_set, shipped_tile_set, tile_set
from entails.models.errors import InvalidData, InvalidFile, bracketed
from entails.models.scrabble.board import PREMIUMS, read_layout, write_layout
from entails.puzzles.scrabble import PUZZLE, ScrabbleReadOptions
from entails.queries.scrabble.check import judge
from entails.solvers.scrabble.generator import best_placement


@pytest.mark.parametrize(
    ("name", "tiles", "points"), [("english", 100, 187), ("french", 102, 197), ("english-super", 200, 381)]
)
def test_tile_sets_have_the_tiles_of_the_box(name: str, tiles: int, points: int) -> None:
    result = tile_set(name)
    assert result.total == tiles
    assert sum(count * value for count, value in zip(result.counts, result.values, strict=True)) == points


def test_letters_that_differ_between_languages() -> None:
    assert (tile_set("french").values[22], tile_set("english").values[22]) == (10, 4)
    assert (tile_set("french").counts[4], tile_set("english").counts[4]) == (15, 12)


@pytest.mark.parametrize(
    ("name", "size", "squares"),
    [
        ("standard", 15, {"=": 8, "-": 17, '"': 12, "'": 24}),
        ("super", 21, {"~": 4, "=": 16, "-": 41, "^": 8, '"': 20, "'": 36}),
    ],
)
def test_boards_have_their_premium_squares(name: str, size: int, squares: dict[str, int]) -> None:
    result = layout(name)
    assert (result.rows, result.columns, result.start) == (size, size, ((size // 2, size // 2),))
    symbols = [result.symbol(row, column) for row in range(size) for column in range(size)]
    assert {symbol: symbols.count(symbol) for symbol in squares} == squares
    assert result.transposed == result
    assert (result.letter[::-1] == result.letter).all()
    assert (result.word[:, ::-1] == result.word).all()


def test_the_middle_of_the_super_board_is_the_standard_board() -> None:
    """The centre of the super board has the premiums of the standard board, except for its outer squares."""
    small, large = layout("standard"), layout("super")
    assert (large.letter[4:17, 4:17] == small.letter[1:14, 1:14]).all()
    assert (large.word[4:17, 4:17] == small.word[1:14, 1:14]).all()


def test_own_files(tmp_path: Path) -> None:
    board = tmp_path / "mine.txt"
    board.write_text("# mine\nstart 1,2\n.=.\n-.'\n")
    mine = layout(str(board))
    assert (mine.rows, mine.columns, mine.start) == (2, 3, ((0, 1),))
    assert (mine.word.tolist(), mine.letter.tolist()) == ([[1, 3, 1], [2, 1, 1]], [[1, 1, 1], [1, 1, 2]])
    assert read_layout(write_layout(mine), "again") == mine
    tiles = tmp_path / "mine.json"
    tiles.write_text('{"name": "mine", "language": "en", "tiles": {"A": [3, 1], "?": [1, 0]}}')
    assert tile_set(str(tiles)).total == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no board found"),
        (".=.\n.x.\n", "board, line 2, column 2: invalid square 'x'"),
        ("...\n..\n", "line 2: the row has 2 squares; expected 3"),
        ("start a,b\n...\n", "line 1: invalid start square"),
        ("start 9,9\n...\n...\n", "the start is not on the board"),
        (".\n", "1 row and 1 column; expected 2 to 26"),
        (f"{'.' * 27}\n" * 27, "27 rows and 27 columns"),
        ("." * 30_000, "the board has 30000 characters"),
    ],
)
def test_bad_boards(text: str, words: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_layout(text, "board")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 10_000,
        '{"name": "x", "language": "", "tiles": 3}',
        '{"name": "x", "language": "", "tiles": {"A": [1]}}',
        '{"name": "x", "language": "", "tiles": {"A": [1, 2, 3]}}',
        '{"name": "x", "language": "", "tiles": {"ÉX": [1, 2]}}',
        '{"name": "x", "language": "", "tiles": {"A": [-1, 2]}}',
        '{"name": "x", "language": "", "tiles": {"A": ["x", 2]}}',
        '{"name": "x", "language": "", "tiles": {}, "more": 1}',
        '{"language": "", "tiles": {}}',
    ],
)
def test_bad_tile_sets(text: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_tile_set(text, "tiles")
    assert len(str(caught.value)) < 400


def test_unknown_names() -> None:
    for find, known in ((layout, LAYOUTS), (tile_set, TILE_SETS)):
        with pytest.raises(InvalidFile) as caught:
            find("no-such-thing")
        assert all(name in str(caught.value) for name in known)


@given(st.text(max_size=200) | st.text(alphabet=[*PREMIUMS, "\n", "s", "t"], max_size=200))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    assert len(refusal(lambda: _again(text))) < 300


def _again(text: str) -> None:
    result = read_layout(text, "junk")
    assert read_layout(write_layout(result), "again") == result


@pytest.mark.parametrize(
    ("name", "total", "letters", "worth"),
    [
        ("spanish", 100, 28, {"ch": 5, "ll": 8, "ñ": 8, "rr": 8, "z": 10}),
        ("dutch", 102, 26, {"e": 1, "q": 10}),
        ("polish", 100, 32, {"ź": 9, "ł": 3, "ó": 5}),
        ("swedish", 100, 27, {"å": 4, "ä": 3, "z": 10}),
        ("danish", 100, 27, {"æ": 4, "c": 8}),
        ("hungarian", 100, 38, {"sz": 3, "ő": 7, "ty": 10}),
        ("russian", 104, 33, {"ё": 3, "щ": 10, "й": 4}),
        ("greek", 104, 24, {"ω": 3, "σ": 1, "ψ": 10}),
        ("german", 102, 29, {"ä": 6, "ö": 8, "ü": 6}),
        ("italian", 120, 26, {"q": 10, "h": 8}),
    ],
)
def test_the_tiles_of_other_languages(name: str, total: int, letters: int, worth: dict[str, int]) -> None:
    tiles = shipped_tile_set(name)
    assert (tiles.total, len(tiles.alphabet.letters)) == (total, letters)
    values = {bracketed(symbol).strip("[]").lower(): value for symbol, _, value in tiles.kinds()}
    assert worth.items() <= values.items()


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("nl", "FIETS"),
        ("pl", "ŻÓŁTY"),
        ("sv", "ÅKER"),
        ("da", "PÆRE"),
        ("hu", "GYÖNYÖRŰ"),
        ("ru", "ЁЛКА"),
        ("el", "ΛΌΓΟΣ"),
    ],
)
def test_a_word_of_each_language_is_played(language: str, word: str) -> None:
    settings = ScrabbleReadOptions(lang=language, rack=word)
    (entry,) = PUZZLE.read(b"empty", settings)
    assert entry.puzzle is not None
    result = best_placement(entry.puzzle)
    assert result is not None
    judged = judge(entry.puzzle, f"8E {word}")
    assert judged.legal
    assert judged.sheet is not None
    assert result.score >= judged.sheet.total > 0
