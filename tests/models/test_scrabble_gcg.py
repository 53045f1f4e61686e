"""GCG games: every event, both encodings, wrong scores kept and reported, round trips, invalid lines."""

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrabble_samples import played, random_game, refusal

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
from entails.data.scrabble import TILES_OF_LANGUAGE, layout, record_of_bytes, replay_of_bytes, tile_set
from entails.formats.scrabble.gcg import (
    GcgEvent,
    GcgGame,
    GcgPlayer,
    gcg_bytes,
    looks_like_gcg,
    read_gcg,
    write_event,
    write_gcg,
)
from entails.formats.scrabble.replay import GameReplay, replay
from entails.formats.scrabble.saved import gcg_of
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.game import Game
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import TileSet
from entails.solvers.scrabble.players import PLAYERS

fast = settings(deadline=None, max_examples=40)

EXAMPLE = """#character-encoding UTF-8
#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
#note opening play, S on the centre
>Bob: ?EILNTU H8 .ILENT +7 7
>Ana: AEEIOTT -EIO +0 12
>Bob: ?AADENU - +0 7
#rack1 ADEETTV
"""

EVENTS = [
    (">Ana: AEMORST 8E MARS +12 12", GcgEvent("play", "Ana", "AEMORST", 12, 12, place="8E", word="MARS")),
    (">Ana: ?S H8 (S)IlENT +6 18", GcgEvent("play", "Ana", "?S", 6, 18, place="H8", word="(S)IlENT")),
    (">Ana: 8E MARS +12 12", GcgEvent("play", "Ana", "", 12, 12, place="8E", word="MARS")),
    (">Ana: ABC - +0 12", GcgEvent("pass", "Ana", "ABC", 0, 12)),
    (">Ana: ABC -AB? +0 12", GcgEvent("exchange", "Ana", "ABC", 0, 12, tiles="AB?")),
    (">Ana: ABC -3 +0 12", GcgEvent("exchange", "Ana", "ABC", 0, 12, tiles="3")),
    (">Ana: ABC --  -12 0", GcgEvent("withdrawn", "Ana", "ABC", -12, 0)),
    (">Ana: ABC (challenge) +5 17", GcgEvent("challenge", "Ana", "ABC", 5, 17)),
    (">Ana:  (QZ) +40 52", GcgEvent("out", "Ana", "", 40, 52, tiles="QZ")),
    (">Ana: (QZ) +40 52", GcgEvent("out", "Ana", "", 40, 52, tiles="QZ")),
    (">Ana: QZ (QZ) -20 -8", GcgEvent("left", "Ana", "QZ", -20, -8, tiles="QZ")),
    (">Ana: QZ (time) -10 -18", GcgEvent("time", "Ana", "QZ", -10, -18)),
    (">Ana: QZ (TIME) -10 -18", GcgEvent("time", "Ana", "QZ", -10, -18)),
]


@pytest.mark.parametrize(("line", "event"), EVENTS, ids=[line for line, _ in EVENTS])
def test_every_event(line: str, event: GcgEvent) -> None:
    (item,) = read_gcg(f"#player1 Ana Ana A.\n#player2 Bob\n{line}\n").events
    assert item == event
    assert item.line == 3
    (again,) = read_gcg(f"#player1 Ana\n{write_event(item)}").events
    assert again == event


def test_the_example() -> None:
    game = read_gcg(EXAMPLE)
    assert game.players == (GcgPlayer("Ana", "Ana A."), GcgPlayer("Bob", "Bob B."))
    assert game.events[0].notes == ("opening play, S on the centre",)
    assert game.racks == ((1, "ADEETTV"),)
    assert write_gcg(game) == EXAMPLE
    result = replay(game, layout(), tile_set())
    assert result.differences == ()
    assert result.board == played("8E MARS", "H8 .ILENT")
    assert result.record.racks == ("ADEETTV", "")
    assert (result.record.scores, result.record.zeros) == ((12, 7), 2)
    assert record_of_bytes(EXAMPLE.encode()) == result.record


def test_pragmas_and_notes() -> None:
    text = """#character-encoding UTF-8
#player1 a A
#player2 b B
#title Final
#description The last of them
#id org.example 42
#lexicon ODS8
#incomplete
#board-layout SuperCrosswordGame
#tile-distribution french
#note before all
>a: ABC - +0 0
#note one
#- and on
#note two
"""
    game = read_gcg(text)
    assert (game.title, game.id, game.lexicon, game.incomplete) == ("Final", "org.example 42", "ODS8", True)
    assert (game.layout_name, game.tiles_name) == ("super", "french")
    assert (game.notes, game.events[0].notes) == (("before all",), ("one\nand on", "two"))
    assert write_gcg(game) == text


def test_three_players_and_undeclared_players() -> None:
    game = read_gcg("#player1 a\n#player2 b\n#player3 c\n>c: A - +0 0\n")
    assert len(game.players) == 3
    assert [player.nick for player in read_gcg(">x: A - +0 0\n>y: B - +0 0\n").players] == ["x", "y"]


def test_both_encodings() -> None:
    latin = "#player1 rené René Çé\n>rené: ABC - +0 0\n".encode("latin-1")
    game = read_gcg(latin)
    assert (game.players[0].name, game.encoding, game.marked) == ("René Çé", "iso-8859-1", False)
    assert gcg_bytes(game) == latin
    marked = b"#character-encoding ISO-8859-1\n" + latin
    assert gcg_bytes(read_gcg(marked)) == marked
    utf = "#character-encoding UTF-8\n#player1 rené Łukasz\n>rené: ABC - +0 0\n".encode()
    assert read_gcg(utf).players[0].name == "Łukasz"
    assert gcg_bytes(read_gcg(utf)) == utf
    with_mark = b"\xef\xbb\xbf#player1 ren\xc3\xa9\n>ren\xc3\xa9: A - +0 0"
    assert read_gcg(with_mark).players[0].nick == "rené"
    beyond = GcgGame((GcgPlayer("x", "Łukasz"),), encoding="iso-8859-1", marked=False)
    assert read_gcg(gcg_bytes(beyond)).players == beyond.players


def test_undeclared_encodings() -> None:
    text = "#player1 rené Łukasz\n>rené: ABC - +0 0\n"
    untold, late = read_gcg(text.encode()), read_gcg(f"#title x\n#character-encoding UTF-8\n{text}".encode())
    assert untold.players == late.players == (GcgPlayer("rené", "Łukasz"),)
    assert untold.remarks == ("line 1: no encoding given; read as UTF-8",)
    assert late.remarks[1:] == ("line 2: ignored: the encoding, not on the first line",)
    assert read_gcg(text.encode("utf-16")).players == untold.players
    with pytest.raises(InvalidPuzzle, match="line 2: invalid UTF-8"):
        read_gcg(b"#character-encoding UTF-8\n#player1 ren\xe9\n")


@pytest.mark.parametrize(
    ("lines", "nicks", "remarks"),
    [
        (["#player2 Bob B", "#player1 Ana A", ">Ana: A - +0 0"], ["Ana"], ()),
        (["#Player1 Ana A", "#PLAYER2 Bob B", "#Note x", ">Bob: A - +0 0"], ["Bob"], ()),
        (
            ["#player1 Ana A", "#player2 Bob B", ">ana: A - +0 0", ">ana: A - +0 0"],
            ["Ana", "Ana"],
            ("line 3: ana read as Ana",),
        ),
        (["#player1 Ana_Maria", "#player2 Bob", ">Ana Maria: A - +0 0"], ["Ana_Maria"], None),
        (["#player1 am Ana Maria", "#player2 Bob", ">Ana Maria: A - +0 0"], ["am"], None),
        ([">Ana Maria: A - +0 0"], ["Ana_Maria"], None),
        (
            ["Round 3, table 1", "#player1 Ana A", "; of the club", ">Ana: A - +0 0", "thinks long"],
            ["Ana"],
            (
                "line 1: ignored: Round 3, table 1",
                "line 3: ignored: ; of the club",
                "line 5: ignored: thinks long",
            ),
        ),
        (["#player1\tAna\tAna A.", ">Ana:\tA\t-\t+0\t0"], ["Ana"], ()),
    ],
)
def test_files_as_people_write_them(lines: list[str], nicks: list[str], remarks: tuple[str, ...] | None) -> None:
    game = read_gcg("\n".join(lines))
    assert [event.nick for event in game.events] == nicks
    assert remarks is None or game.remarks == remarks
    assert set(nicks) <= {player.nick for player in game.players}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends(ends: str) -> None:
    assert read_gcg(EXAMPLE.replace("\n", ends)) == read_gcg(EXAMPLE)


def replayed(*events: str, **more: Any) -> GameReplay:
    return replay(read_gcg("\n".join(["#player1 A", "#player2 B", *events])), layout(), tile_set(), **more)


def test_odd_scores_are_kept_and_reported() -> None:
    result = replayed(">A: AEMORST 8E MARS +14 14", ">B: EILNTUA H8 .ILENT +7 8", ">A: AAA - +0 14")
    assert [(event.event.score, event.score, event.difference, event.sums_up) for event in result.events] == [
        (14, 12, 2, True),
        (7, 7, 0, False),
        (0, 0, 0, True),
    ]
    assert [event.total for event in result.events] == [12, 7, 12]
    assert result.differences == result.events[:2]
    assert write_event(result.events[0].event) == ">A: AEMORST 8E MARS +14 14"


def test_a_withdrawn_play_leaves_the_board() -> None:
    result = replayed(">A: AEMORST 8E MXRS +24 24", ">A: AEMORST --  -24 0", ">B: X (challenge) +5 5")
    assert result.board == played()
    assert (result.record.scores, result.record.zeros) == ((5, 0), 1)
    assert [event.total for event in result.events][1:] == [0, 5]


def test_endings() -> None:
    doubled = replayed(">A:  (QZ) +40 40")
    summed = replayed(">A:  (QZ) +20 20", ">B: QZ (QZ) -20 -20")
    odd = replayed(">A:  (QZ) +30 30", ">B: QZ (time) -10 -10")
    assert (doubled.differences, summed.differences) == ((), ())
    assert [(event.score, event.difference) for event in odd.events] == [(40, -10), (-10, 0)]


def test_reasons_of_plays_are_reported() -> None:
    result = replayed(">A: AEMORST 8E MARZ +30 30", ">B: ABCDEFG 1A AB +8 8")
    assert [[reason.code for reason in event.reasons] for event in result.events] == [
        ["not_on_rack"],
        ["not_connected"],
    ]


def test_tiles_and_board_of_the_file() -> None:
    text = "#player1 A\n#player2 B\n#lexicon ODS8\n>A: AIMNOSS 8D MAISONS +70 70\n"
    assert replay_of_bytes(text.encode()).differences == ()
    assert replay_of_bytes(text.replace("ODS8", "CSW21").encode()).events[0].score == 74
    large = "#player1 A\n#player2 B\n#board-layout SuperCrosswordGame\n>A: AT 11K AT +4 4\n"
    assert replay_of_bytes(large.encode()).layout == layout("super")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("hello", "line 3, column 1: the line is neither a pragma nor an event"),
        (">A", "line 3, column 2: missing nick"),
        (">A\x1b[2J: A - +0 0", "line 3, column 2: missing nick"),
        (">: A - +0 0", "line 3, column 2: missing nick"),
        (">C: A - +0 0", "line 3, column 2: unknown player 'C'; expected A, B"),
        (">A: ABC 8E", "line 3, column 11: the event is incomplete"),
        (">A: ABC 8E AB x 12", "line 3, column 15: invalid score 'x'"),
        (">A: ABC 8E AB +5 x", "line 3, column 18: invalid score 'x'"),
        (">A: AB$ 8E AB +5 5", "line 3, column 5: invalid tile '$'"),
        (">A: ABC 8E A1 +5 5", "line 3, column 12: invalid word 'A1'"),
        (">A: ABC 8E ... +5 5", "line 3, column 12: invalid word '...'"),
        (">A: ABC DEF 8E AB +5 5", "line 3, column 9: unexpected 'DEF'"),
        (">A: ABC hm +5 5", "line 3, column 9: invalid event 'hm'"),
        (">A: ABC -A1 +5 5", "line 3, column 10: invalid tile '1'"),
        (">A: ABC (A1) +5 5", "line 3, column 10: invalid tile '1'"),
        ("#player4 D", "line 3: player 4 is out of order; expected #player3"),
        ("#player3 ", "line 3: missing or invalid nick"),
        ("#rack1 A!", "line 3, column 8: invalid tile '!'"),
        (f"#note {'x' * 20_000}", "line 3: the line is too long"),
    ],
)
def test_broken_lines_say_where(line: str, text: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_gcg(f"#player1 A\n#player2 B\n{line}\n")
    assert text in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ((">A: A 16A AB +0 0",), "line 3: '16A' is off the board of 15 rows"),
        ((">A: A 8O AB +0 0",), "line 3: AB does not fit"),
        ((">A: A 8H AB +0 0", ">B: A 8H BA +0 0"), "line 4: H8 already has A"),
        ((">A: A 8H A.B +0 0",), "line 3: I8 is empty"),
        ((">A: A -- -5 0",), "line 3: no play of this player to withdraw"),
    ],
)
def test_plays_that_cannot_lie_say_where(events: tuple[str, ...], text: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        replayed(*events)
    assert text in str(caught.value)


def test_invalid_game() -> None:
    for data in ("", "\n\n", b"", "#title x\n"):
        with pytest.raises(InvalidPuzzle, match="no game found"):
            read_gcg(data)
    with pytest.raises(InvalidPuzzle, match="line 2: invalid UTF-8"):
        read_gcg(b"#character-encoding UTF-8\n#player1 \xff\n")
    with pytest.raises(InvalidPuzzle, match="the game has 10,001 lines"):
        read_gcg("#note\n" * 10_000)
    with pytest.raises(InvalidPuzzle, match="the game has 3,000,000 bytes"):
        read_gcg("#" * 3_000_000)
    assert not looks_like_gcg("15/15/15")
    assert not looks_like_gcg("# a remark\n...")


def test_files_as_they_are_found() -> None:
    text = """#player1 A\r
#player2 B\r
#player2 B\r
#lexicon NWL23\r
#board-layout standard15\r
#tile-set english set\r
>A: AEMORST 8E MARS +12 12 (a quiet beginning)\r
#note a note\r
that runs over\r
plain lines\r
>B: EILNTUA H8 .ILENT +7 7\r
\x1a"""
    game = read_gcg(text)
    assert game.events[0].notes == ("a note\nthat runs over\nplain lines",)
    assert (game.layout_name, game.tiles_name) == ("standard", None)
    assert game.passed_over == (
        "line 3: player 2 is given twice",
        "line 7: ignored after the total: (a quiet beginning)",
        "unknown tile set 'english set'; ignored",
    )
    assert replay_of_bytes(text.encode()).differences == ()


def test_two_players_of_one_nick_are_distinguished_by_their_totals() -> None:
    lines = [
        ">A: AEMORST 8E MARS +12 12",
        ">A: EILNTUA H8 .ILENT +7 7",
        ">A: AEMORSX 9C AX +10 22",
        ">A: AEMORSX --  -10 12",
        ">A: ABCDEFG - +0 7",
        ">A: AEMORSX - +0 12",
    ]
    game = read_gcg("\n".join(["#player1 A", "#player2 A Another", *lines]))
    assert [event.nick for event in game.events] == ["A", "A~2", "A", "A", "A~2", "A"]
    assert game.remarks == ("line 2: second player called A, renamed A~2; turns are assigned by the totals",)
    assert replay(game, layout(), tile_set()).differences == ()
    assert read_gcg(write_gcg(game)).events == game.events


def test_a_withdrawn_play_need_not_come_just_before() -> None:
    result = replayed(">A: AEMORSX 8E MXRS +26 26", ">B: ABC (challenge) +5 5", ">A: AEMORSX --  -26 0")
    assert (result.board, result.differences) == (played(), ())


def test_tiles_that_are_not_on_the_rack_are_a_fault() -> None:
    honest = replayed(">A: AEMORST -EO +0 0", ">B: MA 8E MARS +12 12", ">A: EO -EOA +0 0")
    assert honest.faults == ()
    wrong = replayed(">A: AEMORST -EOX +0 0", ">B: AEILNTU 8E MARS +12 12")
    assert [[reason.text for reason in fault.reasons] for fault in wrong.faults] == [
        ["X is exchanged but not on the rack"],
        [
            "the rack has no M, the play needs 1",
            "the rack has no R, the play needs 1",
            "the rack has no S, the play needs 1",
        ],
    ]
    few = TileSet(name="few", language="en", counts=(1,) * 7 + (0,) * 20, values=tile_set().values)
    last = replay(read_gcg(">A: AC 8G ABE +10 10"), layout(), few)
    assert [reason.word for reason in last.faults[0].reasons] == ["B", "E"], "the bag is empty, so AC is the whole rack"


def test_a_rack_that_the_set_cannot_make_is_a_fault() -> None:
    lines = (">A: HMOYZZZ 8F OHM +16 16", ">B: QQ - +0 0", ">A: ZY -Z +0 16")
    wrong = replay(read_gcg("\n".join([*lines, "#rack1 ZZZZZZZ", "#rack2 AB"])), layout(), tile_set())
    assert [[reason.code for reason in event.reasons] for event in wrong.events] == [["not_in_set"], ["not_in_set"], []]
    assert wrong.faults == wrong.events[:2]
    assert wrong.events[0].reasons[0].text == "impossible rack HMOYZZZ: 3 Z, but the set has 1 left"
    assert wrong.impossible_racks == ("#rack1: impossible rack ZZZZZZZ: 7 Z, but the set has 1 left",)
    used_up = replay(read_gcg(">A: HMOYZ 8F ZOO +1 1\n>B: ZA - +0 0"), layout(), tile_set())
    assert [len(event.reasons) for event in used_up.events][1:] == [1], "the only Z lies on the board"


tiles = st.text("ABCDEQZ?", min_size=1, max_size=7)
prose = st.text("abc éÀ:#>(),.-+", max_size=20).map(str.strip)


@st.composite
def events(draw: st.DrawFn, nicks: list[str]) -> GcgEvent:
    nick, rack = draw(st.sampled_from(nicks)), draw(st.just("") | tiles)
    kind = draw(st.sampled_from(["play", "pass", "exchange", "withdrawn", "challenge", "time", "out", "left"]))
    low, high = {"left": (-99, -1), "out": (1, 99)}.get(kind, (-99, 99))
    more: dict[str, Any] = {}
    if kind == "play":
        place, word = (
            draw(st.sampled_from(["8D", "D8", "15O"])),
            draw(st.from_regex(r"\.?[A-Za-z]{1,6}", fullmatch=True)),
        )
        more = {"place": place, "word": word}
    elif kind in ("exchange", "out", "left"):
        more = {"tiles": draw(tiles if kind != "exchange" else tiles | st.just("3"))}
    notes = tuple(draw(st.lists(prose | st.tuples(prose, prose).map("\n".join), max_size=2)))
    score, total = draw(st.integers(low, high)), draw(st.integers(-99, 999))
    return GcgEvent(kind, nick, rack, score, total, notes=notes, **more)


@st.composite
def games(draw: st.DrawFn) -> GcgGame:
    nicks = draw(st.lists(st.from_regex(r"[A-Za-zé0-9_.]{1,6}", fullmatch=True), min_size=1, max_size=4, unique=True))
    encoding = draw(st.sampled_from(["utf-8", "iso-8859-1"]))
    return GcgGame(
        players=tuple(GcgPlayer(nick, draw(prose)) for nick in nicks),
        events=tuple(draw(st.lists(events(nicks), max_size=6))),
        title=draw(prose),
        description=draw(prose),
        lexicon=draw(st.sampled_from(["", "ODS8", "CSW21"])),
        incomplete=draw(st.booleans()),
        racks=tuple(draw(st.lists(st.tuples(st.integers(1, 4), st.just("") | tiles), max_size=2))),
        pragmas=tuple(draw(st.lists(st.tuples(st.just("game-type"), prose), max_size=2))),
        notes=tuple(draw(st.lists(prose, max_size=2))),
        encoding=encoding,
        marked=encoding == "utf-8" or draw(st.booleans()),
    )


@fast
@given(games())
def test_round_trip(game: GcgGame) -> None:
    assert read_gcg(gcg_bytes(game)) == game
    assert read_gcg(write_gcg(game)).events == game.events


@fast
@given(st.text(max_size=200) | st.text(">#AB8D:+- 12()\nplayer", max_size=200))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    for data in (text, text.encode("utf-8", "replace"), f"#player1 A\n>A: AB {text}"):
        assert len(refusal(partial(_replayed, data))) < 350


def _replayed(data: bytes | str) -> GameReplay:
    return replay(read_gcg(data), layout(), tile_set())


@fast
@given(st.sampled_from([line for line, _ in EVENTS]), st.integers(0, 40), st.text(max_size=3))
def test_damaged_lines_are_read_or_refused(line: str, place: int, damage: str) -> None:
    damaged = line[:place] + damage + line[place + 1 :]
    text = refusal(lambda: read_gcg(f"#player1 Ana\n{damaged}"))
    assert not text or "line " in text


@pytest.mark.parametrize("ending", ["sum", "double"])
@pytest.mark.parametrize("players", [("Ana", "Bob"), ("a b", "a:b", "c")], ids=["two", "three"])
def test_a_game_of_ours_survives_the_export(players: tuple[str, ...], ending: Any) -> None:
    game = random_game(1, players, Rules(ending=ending))
    exported = read_gcg(gcg_bytes(gcg_of(game, "a game")))
    result = replay(exported, layout(), tile_set(), game.rules)
    assert result.differences == ()
    assert result.board == game.board
    assert [event.reasons for event in result.events if event.reasons] == []
    totals = {event.event.nick: event.event.total for event in result.events}
    assert tuple(totals.values()) == tuple(game.final_scores[number] for number in range(len(players)))


@pytest.mark.parametrize("language", ["pl", "fr", "es", "nl", "hu", "ru"])
def test_the_tiles_of_a_game_are_recognised_by_letters_and_scores(language: str) -> None:
    """The tile set of a self-play game in each language is recognised by letters and scores alone."""
    tiles = tile_set(TILES_OF_LANGUAGE[language])
    words = lexicon(DEFAULT_OF_LANGUAGE[language]).spelt_in(tiles.alphabet)
    game = Game.start(("A", "B"), layout(), tiles, words, seed=3)
    while len(game.turns) < 12:
        game = game.play(PLAYERS["best"](game, Random(0)))
    named = write_gcg(gcg_of(game)).splitlines()
    text = "\n".join(line for line in named if not line.startswith(("#tile", "#lexicon")))
    replayed = replay_of_bytes(text.encode())
    assert (replayed.tile_set, replayed.differences) == (tiles, ())
    note = f"no tile set is named; letters and scores fit {tiles.name} (--lang {language})"
    assert replayed.game.passed_over == (note,)
    assert replayed.record.tiles == tiles.name, "positions of the game have these tiles, too"
    assert replay_of_bytes("\n".join(named).encode()).game.passed_over == ()


def test_letters_outweigh_a_wrong_score() -> None:
    """Letters outweigh wrong scores: the Dutch set gives one wrong score, the Polish two, but only it has these
    letters.
    """
    text = "#player1 A\n#player2 B\n>A: ŻÓŁWIEK 8D ŻÓŁW +30 30\n>B: AEINRST E7 R.T +5 5\n"
    assert replay_of_bytes(text.encode()).tile_set == tile_set("polish")


def test_letters_of_another_language_are_named_with_the_option_that_fits() -> None:
    polish = "#player1 A\n#player2 B\n#lexicon CSW21\n>A: AĆEŁŹĄY 8G ŁĄ +16 16\n"
    replayed = replay_of_bytes(polish.encode())
    assert "the english set has no Ą, Ć, Ł, Ź; --lang pl fits" in replayed.game.passed_over
    russian = "#player1 A\n#player2 B\n#lexicon CSW21\n>A: НОСАХИТ 8D НОСАХ +20 20\n"
    assert "; the english set has no " in refusal(partial(replay_of_bytes, russian.encode()))
    assert "--lang ru fits" in refusal(partial(replay_of_bytes, russian.encode()))


def test_an_english_game_with_wrong_scores_stays_english() -> None:
    replayed = replay_of_bytes(EXAMPLE.replace("+12 12", "+14 14").replace("+7 7", "+9 9").encode())
    assert (replayed.tile_set.name, len(replayed.differences) >= 2, replayed.game.passed_over) == ("english", True, ())
