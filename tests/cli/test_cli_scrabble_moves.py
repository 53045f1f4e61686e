"""`entails scrabble moves|best|bingo|mark|tally`: output, exit codes, JSON, invalid input."""

from pathlib import Path

import pytest
from cli.runner import entails

from entails.data.lexicons import lexicon
from entails.queries.parse import reports
from entails.queries.scrabble.check import PlayMarkReport
from entails.queries.scrabble.legal_plays import BingoReport, TallyReport
from entails.queries.scrabble.plays import MoveReport

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"
EMPTY = "/".join(["15"] * 15)
RACK = "EILNTU?"


def test_moves_for_a_person() -> None:
    ran = entails("scrabble", "moves", MARS, RACK, "--top", "3")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["7,436 plays", "E4    86  UNTI(M)ELy"]
    assert ran.out.splitlines()[-1] == "7,433 more (--all lists them)"


def test_moves_as_json() -> None:
    ran = entails("scrabble", "moves", MARS, RACK, "--all", "--json")
    reports = [MoveReport.model_validate(line) for line in ran.lines]
    assert len(reports) == 7436
    first = {"position": "E4", "across": False, "word": "UNTIMELy", "tiles": "UNTI.ELy", "score": 86, "rank": 1}
    assert ran.lines[0] == first
    assert [report.score for report in reports] == sorted((report.score for report in reports), reverse=True)


def test_moves_that_are_wanted() -> None:
    some = entails("scrabble", "moves", MARS, RACK, "--contains", "Qu", "--min-score", "13", "--json").lines
    assert some
    assert all({"Q", "U"} <= set(line["word"].upper()) and line["score"] >= 13 for line in some)
    none = entails("scrabble", "moves", MARS, RACK, "--min-score", "87")
    assert (none.code, none.out) == (1, "no matching play\n")
    few = entails("scrabble", "moves", MARS, RACK, "--min-score", "86")
    assert few.out.splitlines()[0] == "1 of 7,436 plays"


def test_the_rack_may_be_in_the_board() -> None:
    ran = entails("scrabble", "moves", f"{MARS} EILNTU?/ 0/12 0 lex ENABLE;", "--json", "--top", "1")
    assert ran.line["word"] == "UNTIMELy"


def test_notations() -> None:
    gcg = entails("scrabble", "moves", "empty", "CEIPRRT", "--lang", "fr", "--json").lines
    french = entails("scrabble", "moves", "empty", "CEIPRRT", "--lang", "fr", "--notation", "french", "--json").lines
    assert (gcg[0]["position"], french[0]["position"]) == ("8D", "H4")


def test_leaves() -> None:
    ran = entails("scrabble", "moves", MARS, RACK, "--leave", "--json", "--top", "50")
    for line in ran.lines:
        report = MoveReport.model_validate(line)
        assert report.leave is not None
        laid = sum(tile != "." for tile in report.tiles)
        assert laid + len(report.leave) == len(RACK)
    equities = [line["equity"] for line in ran.lines]
    assert equities == sorted(equities, reverse=True)
    assert entails("scrabble", "best", MARS, RACK, "--leave").code == 0


def test_best() -> None:
    ran = entails("scrabble", "best", MARS, RACK)
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "E4 UNTI(M)ELy: 86 points"
    assert entails("scrabble", "best", MARS, RACK, "--json").line["score"] == 86
    assert entails("scrabble", "best", MARS, "V").code == 1
    assert entails("scrabble", "best", MARS, "V", "--json").out == ""


def test_bingo_gives_nothing_away() -> None:
    ran = entails("scrabble", "bingo", MARS, RACK)
    assert (ran.code, ran.out) == (0, "yes: 67 plays lay 7 tiles (--show lists them)\n")
    report = BingoReport.model_validate(entails("scrabble", "bingo", MARS, RACK, "--json").line)
    assert (report.bingo, report.count, report.plays) == (True, 67, None)
    shown = BingoReport.model_validate(entails("scrabble", "bingo", MARS, RACK, "--show", "--json").line)
    assert shown.plays is not None
    assert all(sum(tile != "." for tile in play.tiles) == 7 for play in shown.plays)
    assert entails("scrabble", "bingo", MARS, "EILNTU").code == 1
    assert entails("scrabble", "bingo", MARS, "EIIUUVV", "--json").line["bingo"] is False


def test_mark() -> None:
    ran = entails("scrabble", "mark", MARS, RACK, "H8", ".ILENT")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "H8 (S)ILENT: 7 points",
        "rank 2,691 of 7,436 (tied with 788)",
        "the best play scores 86, 79 more",
    ]
    best = PlayMarkReport.model_validate(entails("scrabble", "mark", MARS, RACK, "E4 UNTIMELy", "--json").line)
    assert (best.rank, best.better, best.equal, best.behind) == (1, 0, 0, 0)
    word = entails("scrabble", "mark", MARS, RACK, "silent", "--json").line
    assert (word["position"], word["score"]) == ("I5", 14)
    assert entails("scrabble", "mark", "empty", "AEINRST", "H8 RETAINS").code == 0


def test_mark_says_why_not() -> None:
    ran = entails("scrabble", "mark", MARS, RACK, "E4 UNTIMEZ")
    assert ran.code == 1
    assert "the rack has no Z" in ran.out
    assert entails("scrabble", "mark", MARS, RACK, "zzz").err == "entails: ZZZ is not in lexicon enable\n"
    unplayable = entails("scrabble", "mark", MARS, RACK, "zebra")
    assert (unplayable.code, unplayable.err) == (1, "entails: ZEBRA cannot be played here with this rack\n")


def test_tally(tmp_path: Path) -> None:
    file = tmp_path / "positions.tsv"
    file.write_text(f"# board\track\n{EMPTY}\tAEIJNRT\t330\t22\t2918\n\n{MARS}\tV\tmore\n")
    ran = entails("scrabble", "tally", file, "--json")
    assert ran.code == 0
    assert [TallyReport.model_validate(line) for line in ran.lines] == [
        TallyReport(line=2, placements=330, best=22, sum=2918),
        TallyReport(line=4, placements=0, best=-1, sum=0),
    ]
    out = entails("scrabble", "tally", "-", stdin=file.read_text()).out
    assert "     2         330     22      2,918" in out
    assert out.endswith("330 plays in 2 positions\n")


def test_tally_with_a_list_of_ones_own_and_both_engines(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("mars\nilent\nsilent\nat\ntam\nmat\n")
    file = tmp_path / "positions.tsv"
    file.write_text(f"{MARS}\tEILNTAM\n{MARS}\tT?\n")
    generator = entails("scrabble", "tally", file, "--lexicon", words, "--json")
    constraints = entails("scrabble", "tally", file, "--lexicon", words, "--engine", "cpsat", "--json")
    assert generator.lines == constraints.lines
    assert generator.lines[0]["placements"] > 5


def test_a_bad_line_among_many(tmp_path: Path) -> None:
    file = tmp_path / "positions.tsv"
    file.write_text(f"{MARS} no tab\n{MARS}\tABCDEFGHIJ\n15/15\tAB\n{MARS}\tAB1\n{MARS}\tTEA\n")
    ran = entails("scrabble", "tally", file, "--json")
    assert ran.code == 2
    assert [sorted(line) for line in ran.lines[:4]] == [["error", "line"]] * 4
    assert ran.lines[4]["line"] == 5
    assert "positions.tsv, line 1: missing tab" in entails("scrabble", "tally", file).err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["moves", MARS, "ABCDEFGH"], "8 tiles"),
        (["moves", MARS, "EE!"], "invalid tile '!'"),
        (["moves", "nonsense", "E"], "no file has this name"),
        (["moves", MARS, RACK, "--contains", "1"], "--contains: invalid letters"),
        (["moves", MARS, RACK, "--top", "0"], "--top"),
        (["moves", MARS, "x" * 100_000], "the rack has 100000 characters"),
        (["mark", MARS, RACK, "99Z", "MARS"], "is off the board"),
        (["mark", MARS, RACK, "H8", "M4RS"], "invalid word 'M4RS'"),
        (["mark", MARS, RACK, "A" * 10_000], "the play has 10000 characters"),
        (["mark", MARS, RACK, " "], "the word is missing"),
        (["tally", "no-such-file.tsv"], "file not found"),
        (["tally", MARS, "--engine", "magic"], "magic"),
        (["bingo", "/".join(["15"] * 14), RACK], "14 rows"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_bad_input(arguments: list[str], text: str) -> None:
    ran = entails("scrabble", *arguments)
    assert ran.code == 2
    assert text in ran.err
    assert len(ran.err) < 700


def test_an_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "empty.tsv"
    file.write_text("# nothing\n")
    ran = entails("scrabble", "tally", file)
    assert (ran.code, ran.out) == (2, "")
    assert "no position found" in ran.err


def test_binary_data_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "noise.tsv"
    file.write_bytes(bytes(range(256)) * 40)
    ran = entails("scrabble", "tally", file)
    assert ran.code == 2
    assert "noise.tsv, byte 1: binary data" in ran.err


def test_reports_are_published() -> None:
    assert {"scrabble-moves", "scrabble-bingo", "scrabble-mark", "scrabble-tally"} <= reports().keys()
    assert "silent" in lexicon("enable")
