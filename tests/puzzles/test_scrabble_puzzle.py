"""The puzzle type Scrabble: reading, writing, settings, and the solutions of both engines."""

from pathlib import Path

import pytest
from cli.runner import entails as run

import entails
from entails.models.errors import Invalid, UnsupportedCapability
from entails.models.limits import Options
from entails.models.outcome import Satisfied
from entails.models.scrabble.board import Placement
from entails.puzzles import puzzle_type_named
from entails.puzzles.scrabble import GameSettings, equipment_of

PUZZLE = puzzle_type_named("scrabble")
MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"
EXAMPLES = {example.name: example.text for example in PUZZLE.examples}
COUNTS = {"opening": 917, "silent": 7436, "beliquor": 2718, "panseurs": 946}
BEST = {"opening": 74, "silent": 86, "beliquor": 69, "panseurs": 46}


def test_examples_are_what_they_say() -> None:
    assert {name: entails.count(entails.parse("scrabble", text)).value for name, text in EXAMPLES.items()} == COUNTS
    for name, text in EXAMPLES.items():
        outcome = entails.solve(entails.parse("scrabble", text))
        assert isinstance(outcome, Satisfied)
        assert (outcome.objective, outcome.optimal) == (BEST[name], True)


def test_both_engines_agree_on_the_examples() -> None:
    for name in ("opening", "panseurs"):
        position = entails.parse("scrabble", EXAMPLES[name])
        assert entails.count(position, engine="cpsat").value == COUNTS[name]
        outcome = entails.solve(position, engine="cpsat")
        assert isinstance(outcome, Satisfied)
        assert (outcome.objective, outcome.optimal) == (BEST[name], True)


def test_what_it_writes_it_reads_again() -> None:
    for text in EXAMPLES.values():
        position = entails.parse("scrabble", text)
        for form in ("cgp", "json"):
            assert entails.parse("scrabble", "".join(entails.export(position, form=form))) == position
        drawn = entails.parse("scrabble", "".join(entails.export(position, form="drawing")))
        assert drawn.board == position.board


def test_it_has_no_cnf() -> None:
    with pytest.raises(UnsupportedCapability, match="scrabble has no format 'dimacs'; available: cgp, json, drawing"):
        list(entails.export(entails.parse("scrabble", MARS), form="dimacs"))


def test_settings_win_over_the_text(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("silent\nmars\n")
    text = {"rack": "EILNT", "lexicon": entails.Document.of_file(words), "tiles": "french", "notation": "french"}
    position = entails.parse("scrabble", f"{MARS} AAAAAA/ 0/0 0 lex enable;", **text)
    assert str(position.rack) == "EILNT"
    assert position.lexicon.words(6) == ["silent"]
    assert (position.tile_set.name, position.notation) == ("french", "french")
    assert [placement.word for placement in entails.solutions(position)] == ["SILENT"]
    french = entails.parse("scrabble", "empty", lang="fr", rack="EILNT")
    assert (french.tile_set.language, french.lexicon.language) == ("fr", "fr")


def test_english_on_the_super_board_is_played_with_the_super_set() -> None:
    rows = "/".join(["21"] * 21)
    items: list[tuple[str, dict[str, str]]] = [
        ("empty", {"layout": "super"}),
        ("empty", {"layout": "super", "lang": "en"}),
        ("empty", {"layout": "super", "lexicon": "enable"}),
        (rows, {}),
        (rows, {"lang": "en"}),
        (f"{rows} / 0/0 0 lex enable;", {}),
    ]
    for text, settings in items:
        assert entails.parse("scrabble", text, **settings).tile_set.name == "english-super", (text, settings)
    assert entails.parse("scrabble", rows, lang="fr").tile_set.name == "french"
    assert entails.parse("scrabble", rows, lang="en", tiles="english").tile_set.name == "english"
    assert equipment_of(GameSettings(layout="super")).tile_set.name == "english-super"


def test_its_own_queries_answer_with_values() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTU?")
    plays = entails.scrabble.moves(position, min_score=74)
    best = entails.scrabble.best(position)
    assert best == plays[0]
    assert (best.placement.bracketed, best.score, best.rank) == ("UNTI(M)ELy", 86, 1)
    assert [play.rank for play in plays][:3] == [1, 2, 2]
    with_leave = entails.scrabble.best(position, leave=True)
    assert with_leave is not None
    assert with_leave.leave is not None
    assert with_leave.equity == pytest.approx(with_leave.score + with_leave.leave_value)
    assert len(entails.scrabble.bingo(position)) == 67
    assert entails.scrabble.tally(position).placements == 7436
    assert entails.scrabble.check(position, "H8 .ILENT").legal
    assert [reason.code for reason in entails.scrabble.check(position, "H8 TILE").reasons] == ["occupied"]
    mark = entails.scrabble.mark(position, "silent")
    assert mark is not None
    assert (mark.score, mark.best, mark.placements) == (14, 86, 7436)
    assert entails.scrabble.mark(position, "zebra") is None
    assert entails.scrabble.squares(entails.parse("scrabble", MARS, rack="EEILNTU")).length == 5
    game = "#player1 Ana Ana\n#player2 Bob Bob\n>Ana: AEMORST 8E MARS +12 12\n"
    assert entails.scrabble.gcg(game).differences == ()
    assert len(entails.scrabble.selfplay(2, players="best", workers=1).games) == 2


def test_the_restricted_rules() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTUE", rules="restricted")
    items = list(entails.solutions(position))
    assert items == list(entails.solutions(position))
    assert {len(placement.word) for placement in items} == {5}
    assert set(items) == set(entails.solutions(position, engine="cpsat"))


def test_a_wanted_word() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTU", word="H8 SILENT")
    assert list(entails.solutions(position)) == list(entails.solutions(position, engine="cpsat"))
    assert entails.explain(position).consistent
    for engine in ("generator", "cpsat"):
        with_blank = entails.parse("scrabble", MARS, rack="EILNT?", word="H8 SILENt")
        assert [solution.tiles for solution in entails.solutions(with_blank, engine=engine)] == [".ILENt"]
        forbidden = entails.parse("scrabble", MARS, rack="EILNT?", word="9E LINE")
        assert entails.count(forbidden, engine=engine).value == 0


def test_both_engines_agree_on_the_blanks_of_a_wanted_word() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNT??", word="H8 SILENT")
    result = {solution.tiles for solution in entails.solutions(position)}
    assert result == {solution.tiles for solution in entails.solutions(position, engine="cpsat")}
    assert len(result) == 1 + 5 + 10


def test_many_positions_one_a_line() -> None:
    text = f"{MARS} EILNTU/\n# a remark\n{MARS}\tAEIOU\n15/15 EE/\n\n{MARS} EILNTU/\n"
    entries = list(entails.parse_many("scrabble", text))
    assert [entry.line for entry in entries] == [1, 3, 4, 6]
    assert [entry.error is None for entry in entries] == [True, True, False, True]
    second = entries[1].puzzle
    assert second is not None
    assert str(second.rack) == "AEIOU"


@pytest.mark.parametrize(
    ("text", "settings", "problem"),
    [
        ("", {}, "empty"),
        ("hello", {}, ""),
        (MARS, {"lang": "de"}, "unknown language 'de'"),
        (MARS, {"rules": "hard"}, "unknown rules 'hard'"),
        (MARS, {"notation": "chess"}, "unknown notation 'chess'"),
        (MARS, {"rack": "EIL4"}, "invalid tile '4'"),
        (MARS, {"rack": "EEEEEEEEE"}, "has 9 tiles"),
        (MARS, {"lexicon": "no-such-file"}, "no-such-file"),
        (MARS, {"layout": "no-such-file"}, "unknown board 'no-such-file'"),
        (MARS, {"word": "Z99 SILENT"}, "is off the board"),
        (MARS, {"word": "H8"}, "the word is missing"),
        (MARS, {"word": "H8 ABCDEFGHIJKLMNOPQRST"}, "the word has 20 letters"),
        (MARS, {"word": "9E Q..I"}, "F9 is empty"),
        (MARS, {"word": "x" * 5000}, "the play has 5000 characters"),
        ("15/15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15", {}, "no tile covers the start"),
    ],
)
def test_invalid_position(text: str, settings: dict[str, str], problem: str) -> None:
    with pytest.raises(Invalid) as caught:
        entails.parse("scrabble", text, **settings)
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 300


def test_the_checker_refuses_other_answers() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTU", word="H8 SILENT")
    assert PUZZLE.check(position, Placement(7, 7, False, "SILENT", ".ILENT")) is None
    assert PUZZLE.check(position, Placement(7, 7, False, "SILT", ".ILT")) == "SILT is not the wanted play"
    assert "the rack has no P" in str(PUZZLE.check(position, Placement(7, 7, False, "SPILT", ".PILT")))


def test_pictures() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTU")
    play = Placement(7, 7, False, "SILENT", ".ILENT")
    assert PUZZLE.markup(position, play).endswith("H8 (S)ILENT, 7 points")
    assert PUZZLE.markup(position, None).endswith("rack EILNTU")


def test_facts_by_name() -> None:
    position = entails.parse("scrabble", MARS, rack="EILNTU")
    names = ["row 8", "column 8", "6 letters", *(f"letter {at} is {letter}" for at, letter in enumerate("SILENT", 1))]
    assert PUZZLE.decode_atoms(position, names) == Placement(7, 7, False, "SILENT", ".ILENT")


def test_a_list_cut_short() -> None:
    position = entails.parse("scrabble", EXAMPLES["panseurs"])
    for engine in ("generator", "cpsat"):
        listing = entails.solutions(position, engine=engine, options=Options(max_solutions=5))
        assert len(list(listing)) == 5
        assert listing.reason == "maximum"


def test_accents_may_be_typed() -> None:
    position = entails.parse("scrabble", "empty", rack="EELEVSS", lang="fr")
    judged = entails.scrabble.check(position, "8D \u00c9L\u00c8VES")
    assert judged.legal
    assert judged.placement.word == "ELEVES"
    marked = entails.scrabble.mark(position, "\u00e9l\u00e8ves")
    assert marked is not None
    assert marked.placement.word == "ELEVES"


def test_the_study_may_begin_anywhere() -> None:
    board = "2MAISON7/15/15/15/15/15/15/15/15/15/15/15/15/15/15"
    ran = run("scrabble", "squares", board, "--lang", "fr", "--json")
    assert ran.code == 0
    assert [line["square"] for line in ran.lines] == ["C1", "D1", "E1", "F1", "G1", "H1"]
    assert "no tile covers the start" in run("scrabble", "moves", board, "AEI", "--lang", "fr").err


def test_french_boards_speak_french() -> None:
    from entails.data.scrabble import layout
    from entails.formats.scrabble.position import draw_markup
    from entails.models.scrabble.board import Board

    board = Board.empty(layout())
    assert "MT " in draw_markup(board, "french")
    assert "LD " in draw_markup(board, "french")
    assert "3W" in draw_markup(board, "gcg")
