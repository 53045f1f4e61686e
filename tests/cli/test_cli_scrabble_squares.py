"""`entails scrabble squares`, and common verbs on positions: drawings, JSON, exit codes, invalid input."""

from pathlib import Path

import pytest
from cli.runner import entails, published
from cli.schema import problems

from entails.queries.scrabble.legal_plays import SquareReport

MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"
PUBLISHED = published()


def test_squares_for_a_person() -> None:
    ran = entails("scrabble", "squares", MARS)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[8].endswith(". . . . 1 1 1 1 . . . . . . ."), "the direction of each tile"
    assert lines[1].endswith(". . . . | | | | . . . . . . ."), "the cylinders"
    assert "E8      M     inside  000011000  1 down     7       7" in lines
    assert max(map(len, lines)) <= 100


def test_squares_with_a_rack() -> None:
    ran = entails("scrabble", "squares", MARS, "--rack", "EEILNTU")
    assert ran.code == 0
    assert "86 plays of 5 letters, the first length with a play; the best:" in ran.out.splitlines()
    assert "E5 ELE.I  ELEMI  14" in ran.out.splitlines()
    none = entails("scrabble", "squares", MARS, "--rack", "QQ", "--tiles", "english-super")
    assert none.code == 1
    assert none.out.splitlines()[-1] == "no word of 5, 4 or 6 letters can be played"


def test_squares_as_json() -> None:
    plain = entails("scrabble", "squares", MARS, "--json").lines
    assert [line["square"] for line in plain] == ["E8", "F8", "G8", "H8"]
    assert all(line["plays"] is None and line["direction"] == 1 for line in plain)
    tried = entails("scrabble", "squares", MARS, "--rack", "EEILNTU", "--json").lines
    reports = [SquareReport.model_validate(line) for line in tried]
    assert sum(len(report.plays or ()) for report in reports) == 86
    for line in (*plain, *tried):
        assert problems(line, PUBLISHED["scrabble-squares"], PUBLISHED["scrabble-squares"]) == []


def test_squares_of_an_empty_board() -> None:
    line = entails("scrabble", "squares", "empty", "--json").line
    assert (line["square"], line["letter"], line["direction"]) == ("H8", "", 2)
    french = entails("scrabble", "squares", MARS, "--notation", "french", "--json").lines
    assert [line["square"] for line in french] == ["H5", "H6", "H7", "H8"]


@pytest.mark.parametrize(
    "arguments", [("no-such-file",), ("15/15",), (MARS, "--rack", "4"), (MARS, "--lexicon", "no-such-file")]
)
def test_bad_input(arguments: tuple[str, ...]) -> None:
    ran = entails("scrabble", "squares", *arguments)
    assert ran.code == 2
    assert len(ran.err) < 400


def test_solve_gives_the_best() -> None:
    ran = entails("scrabble", "solve", MARS, "--rack", "EILNTU?")
    assert ran.code == 0
    assert ran.out.splitlines()[-2:] == ["E4 UNTI(M)ELy, 86 points", "optimal"]
    line = entails("scrabble", "solve", MARS, "--rack", "EILNTU?", "--json").line
    assert (line["objective"], line["solution"], line["complete"]) == (86, "E4 UNTI.ELy", True)
    assert problems(line, PUBLISHED["solve"], PUBLISHED["solve"]) == []
    alone = entails("scrabble", "solve", MARS, "--rack", "EILNTU", "--word", "H8 SILENT", "--unique")
    assert alone.code == 0


def test_solve_many(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{MARS} EILNTU?/\n15/15 A/\n{MARS} QV/\n")
    ran = entails("scrabble", "solve", file)
    assert ran.code == 2
    assert ran.out.splitlines() == ["E4 UNTI.ELy  optimal, objective 86", "no solution"]


def test_explain_in_words() -> None:
    ran = entails("scrabble", "explain", MARS, "--rack", "EILNTU", "--word", "9E LIEN")
    assert ran.code == 1
    assert "  • the cross word in column E, ML, is in the lexicon" in ran.out.splitlines()
    line = entails("scrabble", "explain", MARS, "--rack", "EILNT", "--word", "8E MARSH", "--json").line
    assert line["texts"] == [["the rack has no H", "the rack has no blank"]]
    fine = entails("scrabble", "explain", MARS, "--rack", "EILNTU", "--word", "H8 SILENT")
    assert (fine.code, fine.out) == (0, "the puzzle has a solution; no conflict\n")


def test_count_with_both_engines() -> None:
    counts = [
        entails("scrabble", "count", MARS, "--rack", "EILN", "--engine", engine, "--json").line["count"]
        for engine in ("generator", "cpsat")
    ]
    assert counts[0] == counts[1] > 0


def test_export() -> None:
    assert entails("scrabble", "export", MARS, "--to", "cgp").out.startswith(MARS)
    assert entails("scrabble", "export", MARS).out.startswith(MARS)
    ran = entails("scrabble", "export", MARS, "--to", "dimacs")
    assert ran.code == 2
    assert "dimacs" in ran.err
