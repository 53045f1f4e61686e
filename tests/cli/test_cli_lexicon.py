"""`entails lexicon`: output, exit codes, JSON, custom lists, invalid input."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pydantic import ValidationError
from typer.testing import CliRunner

import entails
from entails.cli.main import app
from entails.data.lexicons import store
from entails.models.fields import Document
from entails.puzzles.scrabble import GameSettings
from entails.puzzles.wordle import WordleReadOptions
from entails.queries.lexicon import LexiconOptions
from entails.queries.lexicon.check import LexiconReport, WordReport
from entails.queries.lexicon.finding import SearchReport
from entails.queries.parse import reports


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(app, ["lexicon", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mots.txt"
    path.write_bytes("été\ncœur\nx\nl'eau\nÉTÉ\n".encode("cp1252"))
    return path


def test_list() -> None:
    result = run("list")
    assert result.exit_code == 0
    assert "168,548" in result.stdout
    assert "398,907" in result.stdout
    assert "wordle-answers-2309" in result.stdout


def test_list_as_json() -> None:
    reports = [LexiconReport.model_validate(line) for line in lines(run("list", "--json"))]
    assert {report.name: report.words for report in reports}["wordle-allowed"] == 12_972
    assert all(report.words == sum(report.counts.values()) for report in reports)


def test_info() -> None:
    result = run("info", "fr")
    assert result.exit_code == 0
    assert "MPL-2.0" in result.stdout
    assert "5 letters     7,015" in result.stdout


@pytest.mark.parametrize("arguments", [[], ["enable"], ["--lang", "en"], ["--lexicon", "enable"]])
def test_info_takes_its_lexicon_from_anywhere(arguments: list[str]) -> None:
    (report,) = lines(run("info", *arguments, "--json"))
    assert report["name"] == "enable"
    assert report["counts"]["5"] == 8636


def test_info_of_a_file_says_what_was_skipped(own: Path) -> None:
    assert "2 words, 3 of 5 lines skipped: 1 too short (first: line 3)" in run("info", str(own)).stdout
    (line,) = lines(run("info", str(own), "--json", "--lang", "fr"))
    report = LexiconReport.model_validate(line)
    assert (report.words, report.lines, report.language, report.frequencies) == (2, 5, "fr", False)
    assert {skipped.reason: skipped.lines for skipped in report.skipped or ()} == {
        "too short": 1,
        "not letters": 1,
        "duplicate": 1,
    }


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["cat", "DOG"], 0),
        (["cat", "xqz"], 1),
        (["Élève", "cœur", "--lang", "fr"], 0),
        (["a"], 1),
        (["x" * 100], 1),
        (["cat", "c4t"], 2),
        (["c4t", "xqz"], 2),
        ([""], 2),
        (["\udcff"], 2),
        pytest.param(["é" * 100_000 + "!"], 2, id="huge word"),
        ([], 2),
        (["cat", "--lang", "de"], 2),
        (["cat", "--lexicon", "no-such-lexicon"], 2),
        (["cat", "--lexicon", "."], 2),
        pytest.param(["cat", "--lexicon", "x" * 100_000], 2, id="huge name"),
        (["cat", "--lexicon", "a\0b"], 2),
    ],
)
def test_check(arguments: list[str], code: int) -> None:
    result = run("check", *arguments)
    assert result.exit_code == code
    assert len(result.output) < 3000


def test_check_says_which() -> None:
    result = run("check", "cat", "xqz", "c4t")
    assert result.stdout.splitlines()[0].startswith("cat: in lexicon enable (zipf")
    assert result.stdout.splitlines()[1] == "xqz: not in lexicon enable"
    assert "invalid word 'c4t'" in result.stderr


def test_check_as_json() -> None:
    item, missing, bad = lines(run("check", "Cœur", "xqz", "c4t", "--lang", "fr", "--json"))
    report = WordReport.model_validate(item)
    assert (report.word, report.folded, report.lexicon, report.found) == ("Cœur", "coeur", "fr", True)
    assert report.zipf == pytest.approx(5.4, abs=0.1)
    assert WordReport.model_validate(missing).found is False
    assert bad["line"] == 3


@pytest.mark.parametrize("arguments", [["check", "\udcff"], ["search", "/\udcff/"], ["search", "\udcff"]])
def test_half_characters_do_not_break_json(arguments: list[str]) -> None:
    assert run(*arguments, "--json").exit_code in {1, 2}


def test_ones_own_list(own: Path) -> None:
    result = run("check", "coeur", "ete", "--lexicon", str(own))
    assert result.exit_code == 0
    assert "3 of 5 lines skipped" in result.stderr
    assert run("check", "cat", "--lexicon", str(own)).exit_code == 1


def test_ones_own_list_from_standard_input_or_packed(tmp_path: Path) -> None:
    assert run("check", "coeur", "--lexicon", "-", stdin="cœur\n".encode()).exit_code == 0
    packed = tmp_path / "mots.txt.gz"
    packed.write_bytes(gzip.compress("cœur\n".encode("utf-16")))
    assert run("check", "coeur", "--lexicon", str(packed)).exit_code == 0


@pytest.mark.parametrize("content", [b"", b"1\n2\n", b"\x89PNG\0\0\1\2", b"\x1f\x8b broken"])
def test_a_file_without_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "junk"
    path.write_bytes(content)
    result = run("check", "cat", "--lexicon", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith("entails: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cra?e", "--lexicon", "wordle-answers"], ["crane", "crate", "crave", "craze"]),
        (["q[!u]*", "--length", "5"], ["qaids", "qanat", "qophs"]),
        (["/zz.*zz/"], ["razzamatazz", "razzamatazzes"]),
        (["n*oeud*", "--lang", "fr", "--length", "5"], ["noeud"]),
    ],
)
def test_search(arguments: list[str], words: list[str]) -> None:
    result = run("search", *arguments)
    assert result.stdout.split() == words
    assert result.exit_code == 0


def test_search_without_a_match() -> None:
    result = run("search", "zzzz?")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "no word of lexicon enable matches" in result.stderr


@pytest.mark.parametrize("pattern", ["", "a b", "[z-a]", "/(/", pytest.param("x" * 100_000, id="huge")])
def test_search_for_nonsense(pattern: str) -> None:
    result = run("search", pattern)
    assert result.exit_code == 2
    assert len(result.stderr) < 300


def test_search_shows_no_more_than_asked_for_and_says_so() -> None:
    result = run("search", "?????", "--limit", "3")
    assert len(result.stdout.splitlines()) == 3
    assert "8,636 words match; the first 3 are shown" in result.stderr
    assert len(run("search", "?????", "--limit", "0").stdout.splitlines()) == 8636


def test_search_as_json() -> None:
    (line,) = lines(run("search", "?????", "--limit", "3", "--json"))
    report = SearchReport.model_validate(line)
    assert (report.count, len(report.words), report.truncated) == (8636, 3, True)


def test_the_reports_have_schemas() -> None:
    published = {"lexicon": LexiconReport, "lexicon-check": WordReport, "lexicon-search": SearchReport}
    assert published.items() <= reports().items()


def test_a_stored_list_is_chosen_by_its_name(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_stored_folder", lambda: tmp_path / "data" / "lexicons")
    result = run("add", "mots", str(own), "--lang", "fr")
    assert (result.exit_code, result.stdout.splitlines()[0].split(",")[0]) == (0, "mots: 2 words")
    assert run("check", "coeur", "--lexicon", "mots").exit_code == 0
    assert run("check", "poire", "--lexicon", "mots").exit_code == 1
    (report,) = lines(run("info", "mots", "--json"))
    assert (report["name"], report["language"], report["words"]) == ("mots", "fr", 2)
    played = CliRunner().invoke(app, ["scrabble", "moves", "empty", "--rack", "ETE", "--lexicon", "mots", "--json"])
    assert {json.loads(line)["word"] for line in played.stdout.splitlines()} == {"ETE"}
    assert "mots " in run("list").stdout
    listed = lines(run("list", "--json"))
    assert [report["name"] for report in listed if report["lines"] is not None] == ["mots"]
    assert entails.words.check("poire", lexicon="mots").found is False
    for options in (LexiconOptions, GameSettings, WordleReadOptions):  # as JSON over HTTP and from Python
        lexicon = options.model_validate({"lexicon": "mots"}).lexicon  # type: ignore[attr-defined]
        assert isinstance(lexicon, Document)
        assert lexicon.name == "mots"
        with pytest.raises(ValidationError, match="unknown lexicon"):
            options.model_validate({"lexicon": "../mots"})


@pytest.mark.parametrize("name", ["fr", "none", "../mots", "a.b", ""])
def test_a_list_is_not_stored_under_a_name_that_means_something_else(
    name: str, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_stored_folder", lambda: tmp_path / "data")
    result = run("add", name, str(own))
    assert (result.exit_code, "another name" in result.stderr) == (2, True)
    assert not (tmp_path / "data").exists()
