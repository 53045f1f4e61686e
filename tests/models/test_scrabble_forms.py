"""Scrabble positions as text: CGP in the variants of Macondo and MAGPIE, drawn boards, JSON; round trips and junk."""

from functools import partial

import pytest
from helpers import outside_data
from hypothesis import given, settings
from hypothesis import strategies as st
from scrabble_samples import MARS_CGP, SHORT_WORDS, played, refusal

from entails.data.lexicons import lexicon
from entails.data.scrabble import Setting, layout, record_of_bytes, resolve, tile_set
from entails.formats.scrabble.position import (
    PositionRecord,
    draw,
    draw_markup,
    read_cgp,
    read_drawn,
    read_json,
    read_record,
    record_of,
    write_cgp,
    write_json,
)
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import NOTATIONS, Board, Notation, read_layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack

fast = settings(deadline=None, max_examples=40)
words = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)


@st.composite
def boards(draw_value: st.DrawFn) -> Board:
    """Generate arbitrary letters on boards of many shapes, connected or not."""
    rows, columns = draw_value(st.integers(2, 26)), draw_value(st.integers(2, 26))
    squares = read_layout("\n".join(["." * columns] * rows), "plain")
    row = st.text(".......abcXYZQ", min_size=columns, max_size=columns)
    return Board.from_rows(squares, draw_value(st.lists(row, min_size=rows, max_size=rows)))


@st.composite
def records(draw_value: st.DrawFn) -> PositionRecord:
    """Generate records with arbitrary optional parts."""
    racks = draw_value(st.lists(st.lists(st.integers(0, 26), max_size=7).map(Rack.of).map(str), min_size=2, max_size=4))
    return PositionRecord(
        board=draw_value(boards()).rows,
        racks=tuple(racks),
        scores=draw_value(st.tuples(*[st.integers(-500, 900)] * len(racks))),
        zeros=draw_value(st.integers(0, 20)),
        layout=draw_value(st.none() | st.sampled_from(["standard", "super", "mine"])),
        tiles=draw_value(st.none() | st.sampled_from(["english", "french", "english-super", "mine"])),
        lexicon=draw_value(st.none() | words),
        bonus=draw_value(st.none() | st.integers(0, 1000)),
        exchange_least=draw_value(st.none() | st.integers(0, 100)),
        zero_turns=draw_value(st.none() | st.integers(1, 12)),
        opcodes=draw_value(
            st.just(()) | st.just((("lm", "8D MARS"), ("gid", "abc"), ("tmr", "10/-5"), ("lm", "pass")))
        ),
    )


@fast
@given(records())
def test_cgp_round_trip(record: PositionRecord) -> None:
    assert read_cgp(write_cgp(record)) == record


@fast
@given(records())
def test_json_round_trip(record: PositionRecord) -> None:
    assert read_json(write_json(record)) == record


@fast
@given(boards(), st.sampled_from(NOTATIONS))
def test_drawn_round_trip(board: Board, notation: Notation) -> None:
    assert read_drawn(draw(board, notation), board.layout) == board.rows


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", ["standard", "super"])
def test_shipped_boards_are_drawn_with_premiums_and_read_back(name: str, notation: Notation) -> None:
    board = played("8E MArS", on=name)
    drawn = draw(board, notation)
    assert '"' in drawn
    assert read_drawn(drawn) == board.rows
    assert read_record(drawn).board == board.rows


@pytest.mark.parametrize(
    "text",
    [
        f"{MARS_CGP} ?EILNTU/ 0/12 0 lex ENABLE; ld english;",
        f"{MARS_CGP} ?EILNTU/ 0/12 0 -lex ENABLE; -ld english;",
        f"{MARS_CGP} ?EILNTU/ 0/12 0 lex ENABLE; ld english",
        f"{MARS_CGP} ?EILNTU/ 0/12 0 ld english lex ENABLE;",
        f"  {MARS_CGP}   ?EILNTU/   0/12  0  lex ENABLE ; ld english ;  ",
        f"\ufeff{MARS_CGP} ?EILNTU/ 0/12 0 lex ENABLE; ld english;",
    ],
)
def test_habits_of_cgp(text: str) -> None:
    record = read_cgp(text)
    assert record == PositionRecord(
        board=played("8E MARS").rows, racks=("EILNTU?", ""), scores=(0, 12), lexicon="ENABLE", tiles="english"
    )


def test_cgp_opcodes() -> None:
    record = read_cgp(
        f"{MARS_CGP} AB?/ 120/98 2 lex CSW21; bb 33; bdn SuperCrosswordGame; etl 5; mcnz 4; lm 8D WORD; cr 5pt; ti 3;"
    )
    assert (record.bonus, record.layout, record.exchange_least, record.zero_turns) == (33, "super", 5, 4)
    assert record.opcodes == (("lm", "8D WORD"), ("cr", "5pt"), ("ti", "3"))
    assert (record.zeros, record.scores, record.racks) == (2, (120, 98), ("AB?", ""))


def test_cgp_may_be_a_board_alone() -> None:
    assert read_cgp(MARS_CGP) == PositionRecord(board=played("8E MARS").rows)
    assert read_cgp(f"{MARS_CGP} ABC").racks == ("ABC",)
    assert read_cgp(f"{MARS_CGP} A/B/C 1/2/3 0").scores == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("", "the text is empty"),
        ("15/1*3", "row 2, column 5: invalid tile '*'"),
        ("15/[XQ]14", "row 2, column 4: invalid tile in brackets"),
        ("0/15", "row 1, column 1: invalid number of empty squares"),
        ("99999999999999999999999/15", "row 1, column 1: invalid number"),
        ("/".join(["2"] * 27), "the board has 27 rows"),
        ("26A/2", "row 1, column 1: the row has 27 squares"),
        ("2/2 A!/", "column 5, rack, column 2: invalid tile '!'"),
        ("2/2 AB/ x/1", "column 9: invalid scores"),
        ("2/2 AB/ 1/1 -1", "column 13: invalid number of turns without points"),
        ("2/2 AB/ 1/1 0 bb many;", "column 15: invalid argument of bb"),
        ("2/" * 20_000, "the CGP has"),
    ],
)
def test_bad_cgp(text: str, output: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_cgp(text)
    assert output in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text",
    [
        "....\n....\n.AB.\n....",
        ". . . .\n. . . .\n. A B .\n. . . .",
        "  A B C D\n1 . . . .\n2 . - . .\n3 . A B .\n4 . . . =",
        "  ABCD\n1|....|\n2|....|\n3|.AB.|\n4|....|",
        "   A B C D\n  --------\n1|        |\n2|  -     |\n3|  A B   |\n4|      = |\n  --------",
        "# mine\n____\n____\n_AB_\n__*_\n",
        "  1 2 3 4\nA . . . .\nB . . . .\nC . A B .\nD . . . .",
        "┌────┐\n│....│\n│....│\n│.AB.│\n│....│\n└────┘",
        "1 ....\n2 ....\n3 .AB.\n4 ....",
    ],
)
def test_drawings_of_many_hands(text: str) -> None:
    assert read_drawn(text) == ("....", "....", ".AB.", "....")


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("", "no board found"),
        ("...\n..\n...", "line 2: the row has 2 squares; expected 3"),
        ("...\n.!.\n...", "line 2, column 2: invalid square '!'"),
        ("...\n" * 30, "line 27"),
        ("." * 1000, "line 1: the line has"),
    ],
)
def test_bad_drawings(text: str, output: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_drawn(text)
    assert output in str(caught.value)


def test_markup_shows_premiums_tiles_and_the_start() -> None:
    empty, filled = draw_markup(played()), draw_markup(played("8E MArS"), new=[(7, 4)])
    assert "★" in empty
    assert "★" not in filled
    assert empty.count("3W") == 8
    assert " M " in filled
    assert " r " in filled


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("{", "JSON"),
        ("{}", "JSON, board"),
        ('{"board": 3}', "JSON, board"),
        ('{"board": [3]}', "JSON, board, 0"),
        ('{"board": ["A!"]}', "JSON, board, 0"),
        ('{"board": ["A"], "more": 1}', "JSON, more"),
        ('{"board": ["A"], "zeros": -1}', "JSON, zeros"),
        ('{"board": ["A"], "scores": [1e99]}', "JSON, scores, 0"),
        ("[" * 5_000, "JSON"),
        ('{"board": ["' + "A" * 30_000, "the JSON has 30,012 characters"),
    ],
)
def test_bad_json(text: str, output: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_json(text)
    assert output in str(caught.value)
    assert len(str(caught.value)) < 300


@fast
@given(st.text(max_size=300) | st.text("0123456789/AbZ .?;-{}\"[]\n'=|", max_size=300))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for read in (read_cgp, read_record, read_drawn, read_json):
        assert len(refusal(partial(read, text))) < 400


@fast
@given(st.binary(max_size=300))
def test_any_bytes_are_a_position_or_refused(data: bytes) -> None:
    assert len(refusal(lambda: record_of_bytes(data))) < 400


def test_position_from_names() -> None:
    position, notes = resolve(read_cgp(f"{MARS_CGP} EILNTU?/ 0/12 1 lex ENABLE; ld english; bb 35;"))
    assert notes == ()
    assert (position.board, str(position.rack), position.rules.bonus) == (played("8E MARS"), "EILNTU?", 35)
    assert (position.lexicon.name, position.tile_set.name) == ("enable", "english")
    assert resolve(record_of(position))[0] == position
    assert resolve(read_cgp(write_cgp(record_of(position))))[0] == position
    assert position.unseen.total == 100 - 4 - 7


def test_what_the_user_says_wins() -> None:
    setting = Setting(tile_set=tile_set("french"), lexicon=lexicon("fr"), rack=Rack.read("W"))
    position, _ = resolve(read_cgp(f"{MARS_CGP} AB/ 0/12 1 lex ENABLE; ld english;"), setting)
    assert (position.tile_set.name, position.lexicon.name, str(position.rack)) == ("french", "fr", "W")


def test_a_lexicon_that_is_not_here_is_reported() -> None:
    position, notes = resolve(read_cgp(f"{MARS_CGP} AB/ 0/12 1 lex CSW21;"))
    assert notes == ("unknown lexicon CSW21; using enable",)
    french, _ = resolve(read_cgp(f"{MARS_CGP} AB/ 0/12 1 lex FRA20;"))
    assert (position.tile_set.name, french.tile_set.name, french.lexicon.name) == ("english", "french", "fr")


def test_odd_words_and_tiles_are_reported_but_do_not_stop() -> None:
    rows = played("8E MXXS", "E8 .XX").rows
    _, notes = resolve(PositionRecord(board=rows))
    assert notes == (
        "8E MXXS on the board is not in lexicon enable",
        "E8 MXX on the board is not in lexicon enable",
        "the board has 4 x X, but the english set has 1",
    )


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (f"{MARS_CGP.replace('4MARS7', '4MARS8')}", "row 8: the row has 16 squares; expected 15"),
        ("15/15", "the board has 2 rows; expected 15"),
        (MARS_CGP.replace("15/", "A14/", 1), "row 1, column 1 (A1): the tile A is not connected with the start"),
        ("/".join(["15"] * 14 + ["A14"]), "H8: no tile covers the start"),
        (f"{MARS_CGP} ABCDEFGH/", "rack: the rack ABCDEFGH has 8 tiles; expected at most 7"),
        (f"{MARS_CGP} QQ/", "rack: the rack has 2 x Q, but the english set has 1"),
        (f"{MARS_CGP} MM/", "the rack has 2 x M, but the english set has 2, 1 of them on the board"),
        (f"{MARS_CGP} A/ 0/0 0 ld klingon;", "unknown tile set 'klingon'"),
        (f"{MARS_CGP} A/ 0/0 0 bdn Mine;", "unknown board 'Mine'"),
    ],
)
def test_bad_positions(text: str, output: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        resolve(read_cgp(text))
    assert output in str(caught.value)


def test_position_of_checks() -> None:
    with pytest.raises(InvalidPuzzle, match="8 tiles"):
        Position.of(played(), Rack.read("ABCDEFGH"), tile_set(), SHORT_WORDS)
    assert Position.of(played(), Rack.read("ABC"), tile_set(), SHORT_WORDS).warnings() == ()


@pytest.mark.parametrize("name", ["enable", "frfree"])
def test_positions_of_two_engines(name: str) -> None:
    """Boards and racks of real games, as used with two other engines, are read and written back unchanged."""
    path = outside_data(f"scrabble/oracle_{name}.tsv")
    setting = Setting(
        layout=layout(), tile_set=tile_set("english" if name == "enable" else "french"), lexicon=SHORT_WORDS
    )
    for line in path.read_text().splitlines()[:60]:
        board, rack, *_ = line.split("\t")
        position, _ = resolve(read_cgp(f"{board} {rack}"), setting)
        assert write_cgp(record_of(position)).split()[:2] == [board, f"{Rack.read(rack)}/"]
