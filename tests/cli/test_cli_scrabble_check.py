"""`entails scrabble check|show|tiles|gcg`: output, exit codes, JSON, every board format, invalid input."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli.runner import Ran, entails, published
from cli.schema import problems
from hypothesis import given, settings
from hypothesis import strategies as st
from scrabble_samples import MARS_CGP, SHORT_WORDS, played, random_game

from entails.cli.scrabble_session import GameFile, open_file
from entails.formats.scrabble.position import draw
from entails.formats.scrabble.saved import SavedHeader, begun, played_again
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.game import Game

PUBLISHED = published()
GAME = """#character-encoding UTF-8
#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +7 7
"""


def fits(line: dict[str, Any], report: str) -> dict[str, Any]:
    assert problems(line, PUBLISHED[report], PUBLISHED[report]) == []
    return line


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.gcg"
    path.write_text(GAME)
    return path


def scrabble(*arguments: object, stdin: str | bytes | None = None) -> Ran:
    ran = entails("scrabble", *arguments, stdin=stdin)
    assert "Traceback" not in ran.err
    return ran


def test_a_legal_play_added_up() -> None:
    ran = scrabble("check", "empty", "8D QUICKLY", "--rack", "CIKLQUY")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "8D QUICKLY: legal, 120 points",
        "  QUICKLY  (10x2 + 1 + 1 + 3 + 5 + 1 + 4) x 2 = 70",
        "  bonus    7 tiles = 50",
        "  total    120",
    ]


def test_an_illegal_play_and_every_reason() -> None:
    ran = scrabble("check", MARS_CGP, "9C", "ZETA", "--rack", "AET")
    assert ran.code == 1
    assert ran.out.splitlines()[:3] == [
        "9C ZETA: illegal (would score 29)",
        "  - the rack has no Z, the play needs 1",
        "  - the cross word E8 MT is not in lexicon enable",
    ]
    nowhere = scrabble("check", "empty", "15L QUICKLY")
    assert (nowhere.code, len(nowhere.out.splitlines())) == (1, 2)


def test_the_notation_is_never_guessed() -> None:
    """The notation is never guessed: H4 is down from row 4 in one notation, across in row H in the other."""
    french = scrabble("check", "empty", "H4 MAISONS", "--lang", "fr", "--notation", "french", "--json")
    english = scrabble("check", "empty", "H4 MAISONS", "--lang", "fr", "--json")
    assert (french.line["across"], french.line["score"], french.line["position"]) == (True, 70, "H4")
    assert (english.line["across"], english.line["score"], english.line["position"]) == (False, 70, "H4")
    placed = scrabble("check", "empty", "D8 MAISONS", "--lang", "fr", "--notation", "french", "--json")
    assert placed.code == 1


def test_check_as_json() -> None:
    legal = fits(scrabble("check", MARS_CGP, "H8 .ILENT", "--rack", "EILNT", "--json").line, "scrabble-check")
    assert (legal["legal"], legal["score"], legal["word"], legal["tiles"]) == (True, 7, "SILENT", ".ILENT")
    assert legal["words"][0]["letters"][4] == {"letter": "N", "value": 1, "multiplier": 2}
    illegal = fits(scrabble("check", MARS_CGP, "H8 TILE", "--json").line, "scrabble-check")
    assert (illegal["legal"], illegal["score"], illegal["reasons"][0]["code"]) == (False, None, "occupied")


def test_the_restricted_rules() -> None:
    assert scrabble("check", MARS_CGP, "8E ....H").code == 0
    ran = scrabble("check", MARS_CGP, "8E ....H", "--rules", "restricted", "--json")
    assert "completes_a_word" in [reason["code"] for reason in ran.line["reasons"]]


def test_own_lexicon_layout_and_tiles(tmp_path: Path) -> None:
    words, squares, tiles = tmp_path / "words.txt", tmp_path / "board.txt", tmp_path / "tiles.json"
    words.write_text("zz\n")
    squares.write_text("start 1,1\n=.\n..\n")
    tiles.write_text('{"name": "zs", "language": "en", "tiles": {"Z": [2, 7]}}')
    ran = scrabble("check", "empty", "1A ZZ", "--lexicon", words, "--layout", squares, "--tiles", tiles, "--json")
    assert (ran.code, ran.line["score"]) == (0, 42)


def test_every_form_of_a_board(game: Path, tmp_path: Path) -> None:
    wanted = played("8E MARS", "H8 .ILENT")
    shown = fits(scrabble("show", game, "--json").line, "scrabble-show")
    assert shown["rows"] == list(wanted.rows)
    forms = {form: scrabble("show", game, "--form", form).out for form in ("cgp", "json", "drawn")}
    assert forms["drawn"] == f"{draw(wanted)}\n"
    for form, text in forms.items():
        path = tmp_path / f"board.{form}"
        path.write_text(text)
        for again in (scrabble("show", path, "--json"), scrabble("show", "-", "--json", stdin=text)):
            assert again.line["rows"] == shown["rows"], form
    assert scrabble("show", forms["cgp"].strip(), "--json").line["rows"] == shown["rows"]
    assert scrabble("show", forms["json"].strip(), "--json").line["rows"] == shown["rows"]
    assert scrabble("show", game).out.startswith("   A B C")


def test_invalid_words_are_reported_and_the_work_continues() -> None:
    ran = scrabble("show", MARS_CGP.replace("MARS", "MXRS"))
    assert ran.code == 0
    assert ran.err == "entails: 8E MXRS on the board is not in lexicon enable\n"
    assert "M X R S" in ran.out


def test_what_is_unseen() -> None:
    ran = scrabble("tiles", MARS_CGP, "--rack", "QZ?")
    assert ran.out.splitlines()[0] == "93 unseen of 100 (english)"
    assert "1 blank, " in ran.out
    line = fits(scrabble("tiles", MARS_CGP, "--rack", "QZ?", "--lang", "fr", "--json").line, "scrabble-tiles")
    assert (line["count"], line["blanks"], line["counts"].get("Q"), line["bag"]) == (95, 1, None, 88)
    assert line["vowels"] + line["consonants"] + line["blanks"] == 95


def test_a_game_replayed(game: Path) -> None:
    ran = scrabble("gcg", game)
    assert ran.code == 0
    assert "all scores are correct" in ran.out
    game.write_text(GAME.replace("+7 7", "+9 9"))
    odd = scrabble("gcg", game)
    assert odd.code == 1
    assert "should be +7" in odd.out
    assert "Bob: 9 (7 by the rules)" in odd.out
    line = fits(scrabble("gcg", game, "--json").line, "scrabble-gcg")
    assert (line["differences"], line["totals"], line["computed_totals"]) == (
        1,
        {"Ana": 12, "Bob": 9},
        {"Ana": 12, "Bob": 7},
    )
    assert scrabble("gcg", "-", "--turn", 1, "--json", stdin=GAME).line["cgp"].startswith(MARS_CGP)
    assert scrabble("gcg", game, "--form", "gcg").out == game.read_text()
    assert scrabble("gcg", "-", "--form", "cgp", "--turn", 1, stdin=GAME).out.startswith(MARS_CGP)
    assert scrabble("gcg", game, "--notation", "french").out.splitlines()[2].split()[3] == "8H"


def test_the_position_after_a_turn_has_the_rack_of_who_moves_next() -> None:
    game = "#player1 A\n#player2 B\n>A: AEMORST 8E MARS +12 12\n>B: EILNTU? H8 .ILENT +7 7\n"
    racks = [scrabble("gcg", "-", "--form", "cgp", "--turn", turn, stdin=game).out.split()[1] for turn in (0, 1, 2)]
    assert racks == ["AEMORST/", "EILNTU?/", "/"]
    assert scrabble("gcg", "-", "--form", "gcg", "--turn", 1, stdin=game).out.endswith("#rack2 EILNTU?\n")
    assert scrabble("gcg", "-", "--turn", 0, stdin=game.replace("AEMORST", "AEMORSTT")).code == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("show", "15/15/15"), "the board has 3 rows"),
        (("show", MARS_CGP.replace("RS7", "RS8")), "row 8: the row has 16 squares"),
        (
            ("show", MARS_CGP.replace("15/", "A14/", 1)),
            "row 1, column 1 (A1): the tile A is not connected with the start",
        ),
        (("show", "nowhere.txt"), "nowhere.txt: file not found"),
        (("show", ""), "the text is empty"),
        (("show", "{"), "JSON"),
        (("show", "/" * 50_000), "the text has 50,000 characters"),
        (("show", "empty", "--layout", "nowhere"), "nowhere: file not found"),
        (("show", "empty", "--tiles", "nowhere"), "nowhere: file not found"),
        (("tiles", "empty", "--rack", "ABCDEFGH"), "rack: the rack ABCDEFGH has 8 tiles"),
        (("tiles", "empty", "--rack", "QQ"), "rack: the rack has 2 x Q"),
        (("tiles", "empty", "--rack", "A1"), "rack, column 2: invalid tile '1'"),
        (("tiles", "empty", "--rack", "A" * 5_000), "the rack has 5000 characters"),
        (("check", "empty", "8D"), "the word is missing"),
        (("check", "empty", "H99", "MARS"), "'H99' is off the board"),
        (("check", "empty", "8D MARS!"), "invalid word 'MARS!'"),
        (("check", "empty", "8D", "A" * 5_000), "the play has 5003 characters"),
        (("gcg", "nowhere.gcg"), "nowhere.gcg: file not found"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_input(arguments: tuple[str, ...], text: str) -> None:
    ran = scrabble(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert text in ran.err
    assert len(ran.err) < 700


def test_a_broken_line_says_file_line_and_column(game: Path) -> None:
    game.write_text(f"{GAME}>Ana: AEEIOTT 9X\n")
    ran = scrabble("gcg", game)
    assert (ran.code, ran.err.count("line 6, column 17")) == (2, 1)
    assert scrabble("show", game).code == 2


@settings(deadline=None, max_examples=30)
@given(
    st.sampled_from(["check", "show", "tiles", "gcg"]),
    st.lists(
        st.text(max_size=20)
        | st.sampled_from(
            [MARS_CGP, "empty", "8D", "MARS", "--rack", "--json", "--lang", "fr", "-", "--notation", "french"]
        ),
        max_size=5,
    ),
    st.binary(max_size=80),
)
def test_anything_at_all(verb: str, arguments: list[str], data: bytes) -> None:
    ran = scrabble(verb, *(argument.replace("\0", "") for argument in arguments), stdin=data)
    assert ran.code in (0, 1, 2)
    assert "bug" not in ran.err


def gone_on(path: str) -> tuple[Game, SavedHeader]:
    _, header, turns = open_file(path)
    return played_again(begun(header, lambda _: SHORT_WORDS), turns), header


def test_each_move_is_on_the_disk_before_the_next(tmp_path: Path) -> None:
    """Each move is on disk before the next one, and the game resumes after any incomplete last write."""
    path = str(tmp_path / "game.jsonl")
    whole = random_game(4, turns=6)
    kept = GameFile(path)
    kept.begin(random_game(4, turns=0), {"against": "best"})
    for turn in whole.turns:
        kept.add(turn)
    assert gone_on(path)[0] == whole
    with Path(path).open("a") as file:
        file.write('{"player":0,"ra')
    item, header = gone_on(path)
    assert (item, header.extra) == (whole, {"against": "best"})
    kept.add(whole.turns[-1])
    assert Path(path).read_text().count("\n") == 8
    with pytest.raises(InvalidPuzzle, match="line 8"):
        gone_on(path)


def test_small_letters_and_accents_are_what_they_look_like() -> None:
    board = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"
    assert entails("scrabble", "check", "empty", "8D", "élève", "--lang", "fr").out.startswith("8D ELEVE: legal")
    assert entails("scrabble", "check", board, "H8", "silent", "--rack", "EILNTUX").out.startswith("H8 SILENT: legal")
    blanks = entails("scrabble", "check", board, "H8", "silent", "--rack", "IT?????")
    assert "H8 (S)ILENT" in blanks.out or "illegal" not in blanks.out


def test_repairs_name_only_tiles_of_the_rack_and_dimacs_is_not_offered() -> None:
    board = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"
    blocked = json.loads(entails("scrabble", "explain", board, "--rack", "EILNTUS", "--word", "8D QUEEN", "--json").out)
    assert blocked["conflicts"]
    assert blocked["repairs"] == []
    lacking = json.loads(entails("scrabble", "explain", board, "--rack", "EILNTUS", "--word", "H8 SQUID", "--json").out)
    assert all(item.startswith("rack ") for repair in lacking["repairs"] for item in repair)
    assert lacking["repairs"]
    refused = entails("scrabble", "export", board, "--rack", "EILNTUS", "--to", "dimacs")
    assert "available: cgp, json, drawing" in refused.err
