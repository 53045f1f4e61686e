"""`entails scrabble study guzniczak`: the study's figures, and its board in every query of the restricted game."""

import re
import shlex
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails, published
from cli.schema import problems

import entails as api
from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import Board
from entails.models.scrabble.game import ScrabbleStudyFigure, ScrabbleStudyReport
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, STANDARD
from entails.models.scrabble.tiles import Rack
from entails.studies.scrabble.guzniczak import EXEMPLES, RACK, SECTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "studies" / "guzniczak.md").read_text("utf-8")
LETTERS = "['a', 'f', 'g', 'l', 'e', 'e', 'c', 'x']"
COUNTED = "['e', 'e', 't', 'g', 'i', 'n', 'h', 'i']"
FREE = ["15"] * 15


@cache
def report() -> ScrabbleStudyReport:
    return ScrabbleStudyReport.model_validate(entails("scrabble", "study", "guzniczak", "--json").line)


def figure_of(section: str, example: str) -> ScrabbleStudyFigure:
    (figure,) = (figure for figure in report().figures if (figure.section, figure.example) == (section, example))
    return figure


@pytest.mark.parametrize(
    ("section", "example", "value"),
    [
        ("board", "start square (code 49)", (7, 7)),
        ("bag", "tiles of the bag", 102),
        ("bag", "Valeur_Scrabble of e, w, d, x", (1, 10, 2, 10)),
        ("bag", "Valeur_travail of a, b, c, x, y, z", (1, 2, 3, 24, 25, 26)),
        ("surroundings", "Liste_Entourage_Normal(2,4)", "000111000"),
        ("surroundings", "Liste_Entourage_Normal(10,3)", "000010010"),
        ("surroundings", "Liste_Entourage_Normal(2,3)", "010111000"),
        ("surroundings", "Liste_Entourage_Coin(0,14)", "0101"),
        ("surroundings", "Liste_Entourage_Bord(4,14)", "010100"),
        ("hypotheses", "(a) a word is completed: FILLE and an S", "illegal"),
        ("hypotheses", "(b) a second word is made: ETAIT beside EXEMPLES", "illegal"),
        ("cylinder", "(E1) Cylindre_de_sécurité(4,3)", (1, 2, 2)),
        ("cylinder", "(E2) Cylindre_de_sécurité(0,6)", (0, 0, 0)),
        ("cylinder", "(E3) Cylindre_de_sécurité(2,6)", (1, 8, 2)),
        ("dictionary", "Existence('eleve')", False),
        ("dictionary", "Existence('élève')", True),
        ("arrangements", "Mots_Candidats(['a','i','g'],3)", ("aig", "agi", "iag", "iga", "gai", "gia")),
        ("arrangements", f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},6)", ("fecale", "glacee")),
        ("arrangements", "Données_Mot_Juste('travaux','a')", (2, 4, "tr", "vaux")),
        ("arrangements", "Données_Mot_Juste('travaux','u')", (5, 1, "trava", "x")),
        ("optimisation", "arrangements of 1 to 8 of 8 letters", 109600),
        ("optimisation", f"len(Mots_Candidats({COUNTED},8))", 40320),
        ("optimisation", f"len(Mots_Candidats({COUNTED},7))", 40320),
        ("optimisation", f"len(Mots_Candidats({COUNTED},6))", 20160),
        ("optimisation", f"len(Mots_Candidats({COUNTED},5))", 6720),
        ("optimisation", f"len(Mots_Candidats({COUNTED},4))", 1680),
        ("optimisation", "order of the lengths", (5, 4, 6)),
        ("optimisation", "lists by first letter", 26),
    ],
)
def test_figures_that_both_have(section: str, example: str, value: object) -> None:
    figure = figure_of(section, example)
    assert figure.printed == figure.computed == value
    rebuilt = section in ("surroundings", "hypotheses", "cylinder")
    assert figure.status == ("reconstructed" if rebuilt else "reproduced")


@pytest.mark.parametrize(
    ("section", "example", "reason"),
    [
        ("candidate squares", "Recherche_cases_candidates()", "the code 49"),
        ("dictionary", "words of the dictionary", "cannot be shipped"),
        ("arrangements", "Mots_Candidats(['a','i','g'],2)", "lacks ig"),
        ("arrangements", f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},3)", "all 7 printed words"),
        ("arrangements", f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},4)", "all 12 printed words"),
        ("arrangements", f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},5)", "all 5 printed words"),
    ],
)
def test_figures_that_differ_have_a_reason(section: str, example: str, reason: str) -> None:
    figure = figure_of(section, example)
    assert figure.status == "differs"
    assert figure.printed != figure.computed
    assert reason in figure.reason


def test_every_figure_is_reproduced_or_has_a_reason() -> None:
    assert tuple(dict.fromkeys(figure.section for figure in report().figures)) == tuple(SECTIONS)
    for figure in report().figures:
        assert figure.reason or figure.status == "reproduced"
        assert (figure.printed is None) == (figure.status == "not printed")
    candidates = figure_of("candidate squares", "Recherche_cases_candidates()")
    assert isinstance(candidates.printed, tuple)
    assert tuple(tile for tile in candidates.printed if tile != "7,7") == candidates.computed


def test_figures_that_the_study_does_not_print() -> None:
    assert figure_of("board", "squares with code 41, 42, 43, 44 (letter x2, x3, word x2, x3)").computed == (
        24,
        12,
        16,
        8,
    )
    (points,) = (figure for figure in report().figures if figure.section == "scoring")
    assert points.computed == (1 + 10 + 1 + 2 + 3 + 1 + 1 * 2 + 1) * 2
    plays = figure_of("game", f"plays of {RACK} on the board with EXEMPLES")
    assert (plays.computed, plays.reason) == (87, "the generator also finds 87; best 3C E.IGE 32")


def test_the_board_of_a_reconstructed_figure_gives_its_list() -> None:
    """`scrabble squares` on the reconstructed board of the figure prints the study's list."""
    for figure in (figure for figure in report().figures if figure.section in ("surroundings", "cylinder")):
        row, column = map(int, figure.example.rsplit("(", 1)[1].rstrip(")").split(","))
        lines = entails("scrabble", "squares", figure.board, "--lang", "fr", "--json").lines
        square = next(line for line in lines if (line["row"], line["column"]) == (row + 1, column + 1))
        around, reach = "".join(map(str, square["around"])), (square["before"], square["after"], square["direction"])
        assert figure.printed == (around if figure.section == "surroundings" else reach)


def test_the_report_fits_its_schema() -> None:
    line = entails("scrabble", "study", "guzniczak", "--json").line
    assert problems(line, published()["scrabble-study"], published()["scrabble-study"]) == []
    assert (line["study"], line["authors"], line["lexicon"]) == ("guzniczak", "Guzniczak 2018", "fr")


def test_an_own_list(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("fécal\ngalée\nglace\nlacée\ncalée\nexige\n", "utf-8")
    line = entails("scrabble", "study", "guzniczak", "--lexicon", words, "--json").line
    by_example = {figure["example"]: figure for figure in line["figures"]}
    assert by_example[f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},5)"]["status"] == "reproduced"
    three = by_example[f"Vérification_Mots_Candidats_Dictionnaire({LETTERS},3)"]
    assert (three["status"], three["computed"]) == ("differs", [])
    assert three["reason"].startswith("0 of the 7 printed words")
    assert by_example["lists by first letter"]["status"] == "differs"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nobody",),
        ("huang-hu",),
        ("guzniczak", "more"),
        ("guzniczak", "--lexicon", "no-such-file"),
        ("guzniczak", "--lexicon", "ru"),
        ("guzniczak", "--seed", "1"),
    ],
)
def test_bad_input(arguments: tuple[str, ...]) -> None:
    ran = entails("scrabble", "study", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert 0 < len(ran.err) < 400


RESTRICTED_FRENCH = ("--rules", "restricted", "--lang", "fr")


def restricted(verb: str, *arguments: object, board: str = EXEMPLES) -> Any:
    ran = entails("scrabble", verb, board, *arguments, *RESTRICTED_FRENCH, "--json")
    assert ran.code == 0, ran.err
    return ran.lines


def test_the_board_of_the_study_in_every_query_of_the_restricted_game(tmp_path: Path) -> None:
    plays = restricted("moves", RACK, "--all")
    assert len(plays) == 87
    assert (plays[0]["word"], plays[0]["score"]) == ("EXIGE", 32)
    assert restricted("best", RACK)[0]["score"] == 32
    assert restricted("check", "3C EXIGE", "--rack", RACK)[0]["legal"]
    assert restricted("mark", RACK, "EXIGE")[0]["better"] == 0
    assert len(restricted("squares", "--rack", RACK)) == 8
    assert restricted("tiles")[0]["count"] == 94
    assert restricted("show")[0]["cgp"].startswith(EXEMPLES)
    assert restricted("explain", "--rack", RACK, "--word", "3C EXIGE")
    assert entails("scrabble", "bingo", EXEMPLES, RACK, *RESTRICTED_FRENCH).code == 1
    assert entails("scrabble", "export", EXEMPLES, "--to", "cgp", *RESTRICTED_FRENCH).out.startswith(EXEMPLES)
    for engine in ("generator", "cpsat"):
        assert restricted("solve", "--rack", RACK, "--engine", engine)[0]["objective"] == 32
        assert restricted("count", "--rack", RACK, "--engine", engine)[0]["count"] == 87
        file = tmp_path / "positions.tsv"
        file.write_text(f"{EXEMPLES}\t{RACK}\n")
        tally = entails("scrabble", "tally", file, "--engine", engine, *RESTRICTED_FRENCH, "--json").line
        assert (tally["placements"], tally["best"], tally["sum"]) == (87, 32, sum(play["score"] for play in plays))


def test_the_board_of_the_study_in_python() -> None:
    position = api.parse("scrabble", EXEMPLES, rack=RACK, lang="fr", rules="restricted")
    assert api.count(position).value == 87
    board = Board.from_rows(shipped_layout("standard"), position.board.rows)
    settings = Rack.read(RACK), shipped_tile_set("french"), lexicon("fr")
    assert Position.of(board, *settings, RESTRICTED).board == board
    with pytest.raises(InvalidPuzzle, match="no tile covers the start"):
        Position.of(board, *settings, STANDARD)


def test_the_standard_game_rejects_the_board_of_the_study() -> None:
    for verb in ("show", "tiles"):
        ran = entails("scrabble", verb, EXEMPLES, "--lang", "fr")
        assert (ran.code, ran.out) == (2, "")
        assert "no tile covers the start" in ran.err


def test_tiles_of_a_restricted_board_are_connected() -> None:
    apart = "/".join(["A14", *FREE[2:], "14A"])
    ran = entails("scrabble", "show", apart, *RESTRICTED_FRENCH)
    assert (ran.code, ran.out) == (2, "")
    assert "not connected" in ran.err


def shown_commands() -> list[tuple[str, str]]:
    """Return each command of the page that begins with `$ entails`, with its printed output."""
    blocks = [block for block in PAGE.split("```")[1::2] if "$ entails" in block]
    parts = [part for block in blocks for part in block.split("$ entails ")[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("command", "output"), shown_commands())
def test_commands_of_the_page_print_what_is_shown(command: str, output: str) -> None:
    """Commands on the page print the output shown there; "..." stands for omitted lines."""
    pattern = re.escape(output).replace(re.escape("...\n"), "(?:.*\n)*")
    printed = "".join(f"{line.rstrip()}\n" for line in entails(*shlex.split(command)).out.splitlines())
    assert re.fullmatch(pattern, printed), printed


def test_the_page_counts_the_figures() -> None:
    counts = Counter(figure.status for figure in report().figures)
    summary = f"{counts.total()} figures: {', '.join(f'{status} {count}' for status, count in counts.most_common())}"
    assert summary in PAGE
