"""Share texts: every heading and theme, contradictions, and round trips."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.wordle.share import ShareText, is_share, read_share, rows_of_tiles, without_share, write_share
from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import COLOURS, THEMES

GRID = "⬛🟨⬛⬛🟩\n🟩⬛🟩🟨⬛\n🟩🟩🟩🟩🟩"
ROWS = tuple(COLOURS.read(row, 5) for row in GRID.split())
LOST = "\n".join(["⬛🟨⬛⬛🟩"] * 6)


@pytest.mark.parametrize(
    ("heading", "number", "hard", "name"),
    [
        ("Wordle 258 3/6", 258, False, "Wordle"),
        ("Wordle 1,234 3/6*", 1234, True, "Wordle"),
        ("Wordle 1.234 3/6", 1234, False, "Wordle"),
        ("Wordle 1 234 3/6", 1234, False, "Wordle"),
        ("Wordle 1\u202f234 3/6", 1234, False, "Wordle"),
        ("Wordle 1'234 3/6 *", 1234, True, "Wordle"),
        ("Wordle 1234 3/6", 1234, False, "Wordle"),
        ("wordle #1234: 3/6", 1234, False, "wordle"),
        ("Le Mot (@WordleFR) #123 3/6", 123, False, "Le Mot (@WordleFR)"),
        ("Wordle 3/6", None, False, "Wordle"),
        ("3/6", None, False, "Wordle"),
        ("", None, False, "Wordle"),
    ],
)
def test_headings(heading: str, number: int | None, hard: bool, name: str) -> None:
    text = f"{heading}\n\n{GRID}\n"
    assert is_share(text)
    assert read_share(text) == ShareText(ROWS, 5, 6, 3, hard, number, name)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_reads_back(theme: str) -> None:
    share = ShareText(ROWS, 5, 6, 3, True, 1234)
    text = write_share(share, theme)
    assert text.startswith("Wordle 1,234 3/6*\n\n")
    assert read_share(text) == share
    assert read_share(text.replace("\n", "\r\n").replace("🟨", "🟨\ufe0f")) == share


def test_lost_games() -> None:
    share = read_share(f"Wordle 258 X/6\n\n{LOST}")
    assert (share.turns, share.solved, len(share.rows)) == (None, False, 6)
    assert write_share(share).startswith("Wordle 258 X/6\n")


def test_what_is_around_does_not_matter() -> None:
    assert read_share(f"look at this!\nWordle 258 3/6\n\n{GRID}\n\nhttps://example.org/wordle #wordle").number == 258


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no grid of tiles found; expected rows of 🟩, 🟨 and ⬛"),
        ("Wordle 258 3/6", "no grid of tiles"),
        ("🟩🟩🟩🟩🟩\n🟩🟩🟩🟩", "row 2 of the grid: 4 tiles; expected 5, as in row 1"),
        (f"Wordle 258 4/6\n\n{GRID}", "the heading says 4/6 but the grid has 3; expected 4 rows"),
        (f"Wordle 258 X/6\n\n{GRID}", "the heading says X/6 but the grid has 3; expected 6 rows"),
        ("Wordle 258 1/6\n\n🟩🟩🟩🟩⬛", "the heading says 1/6 but the last row is not all green"),
        (f"Wordle 258 X/3\n\n{GRID}", "the heading says X/3 but the last row is all green; expected no row all green"),
    ],
)
def test_what_does_not_fit(text: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_share(text)
    assert message in str(caught.value)


def test_invalid_share_text() -> None:
    assert not is_share("crane:⬛🟨⬛⬛🟩 slate:🟩⬛🟩🟨⬛")
    assert not is_share("crane:bybbg")
    assert not is_share("")


def test_the_words_beside_the_tiles_are_kept() -> None:
    assert without_share(f"Wordle 1,234 3/6*\n\n{GRID} crane").split() == ["crane"]


def test_unknown_theme() -> None:
    with pytest.raises(InvalidPuzzle, match="unknown theme 'pink'; expected dark, light"):
        rows_of_tiles(ROWS, 5, "pink")


@given(st.text(alphabet="🟩🟨⬛⬜🟧🟦 Wordle0123456789/X*,.#\n\ufe0f", max_size=80))
def test_junk_is_a_game_or_refused(text: str) -> None:
    is_share(text)
    share: ShareText | None = None
    words = ""
    try:
        share = read_share(text)
    except InvalidPuzzle as error:
        words = str(error)
    assert (share is None) == bool(words)
    assert len(words) < 200
    if share is not None:
        again = read_share(write_share(replace(share, name="Wordle")))
        assert (again.rows, again.turns, again.limit) == (share.rows, share.turns, share.limit)
