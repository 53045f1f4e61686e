"""`entails read`: detects the puzzle type of a link and writes the puzzle in another format."""

import gzip
from pathlib import Path

import pytest
from cli.runner import entails
from google.protobuf import text_format
from ortools.sat.cp_model_pb2 import CpModelProto

from entails.puzzles import puzzle_type_named
from entails.puzzles.detect import recognised
from entails.queries.export import export
from entails.queries.parse import parse

TENTS = "https://puzz.link/p?tents/5/5/i1i1ho41161"


def test_a_link_says_what_it_is() -> None:
    ran = entails("read", TENTS)
    assert ran.code == 0
    assert ran.out.startswith("tents\n")
    assert "♣" in ran.out
    (item,) = entails("read", TENTS, "--json").lines
    assert (item["puzzle"], item["text"]) == ("tents", "tents/5/5/i1i1ho41161")
    assert {"line", "link", "svg"} <= set(item["forms"])


def test_other_forms(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("tents/5/5/i1i1ho41161\n", "utf-8")
    assert entails("read", file, "--to", "link").out == f"{TENTS}\n"
    assert entails("read", TENTS, "--to", "svg").out.startswith("<svg")
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert entails("read", grid, "--json").lines[0]["puzzle"] == "sudoku"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("nawabari/4/4/h2g",), "the genre 'nawabari' is not supported"),
        (("hello",), "cannot detect the puzzle type"),
        ((TENTS, "--to", "penpa"), "unknown format 'penpa' of tents"),
        (("https://sudokupad.app/abc123",), "nothing is downloaded"),
        (("tents/5/5/!!",), "unexpected"),
    ],
)
def test_what_is_not_known(words: tuple[str, ...], text: str) -> None:
    ran = entails("read", *words)
    assert (ran.code, ran.out) == (2, "")
    assert text in ran.err


def test_a_recognised_genre_is_forgotten_with_its_command() -> None:
    """A detected puzzle type is forgotten after its command, since a process can run several commands."""
    assert entails("solve", TENTS, "--json").line["puzzle"] == "tents"
    assert entails("tents", "solve", TENTS, "--json").line["puzzle"] == "tents/5/5/i1i1ho41161"


def test_errors_of_a_file_name_it(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"tents\0")
    for path, sentence in (
        (tmp_path / "binary", ", byte 6: binary data; expected text"),
        (tmp_path, ": a directory, not a file"),
        (tmp_path / "nonesuch", ": file not found"),
    ):
        for words in (["read", path], ["solve", path]):
            ran = entails(*words)
            assert (ran.code, ran.out, ran.err) == (2, "", f"entails: {path}{sentence}\n")


_TINY = "variables { name: 'a' domain: [0, 1] }"
CONTENTS = {
    "model": ['{"variables": [{"name": "a", "domain": [1, 1]}]}', "* #variable= 1 #constraint= 1\n1 x1 >= 1 ;\n"],
    "cnf": ["c a comment\np cnf 1 1\n1 0\n", "p gcnf 1 1 1\n{1} 1 0\n", "p wcnf 1 1 9\n9 1 0\n", "h 1 0\n1 1 0\n"],
    "ortools": [f"# a model\n{_TINY}\n"],
    "wordle": ['{"guesses": ["crane:bybbg"]}'],
    "scrabble": ["".join(export(parse("scrabble", "empty", rack="AET"), form="json"))],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in CONTENTS.items() for text in texts])
def test_a_file_says_by_its_content_what_it_is(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "input"
    for content in (text.encode(), gzip.compress(text.encode())):
        file.write_bytes(content)
        assert entails("read", file, "--json").line["puzzle"] == name
        ran = entails("solve", file, "--json")
        assert (ran.code, ran.err, ran.lines[0]["puzzle"]) == (0, "", name)
    assert entails("read", text, "--json").line["puzzle"] == name


def test_a_binary_model_is_recognised(tmp_path: Path) -> None:
    proto = text_format.Parse(_TINY, CpModelProto())
    (tmp_path / "model.pb").write_bytes(proto.SerializeToString())
    assert entails("solve", tmp_path / "model.pb", "--json").line["puzzle"] == "ortools"


def test_every_shipped_model_is_recognised() -> None:
    for name in ("model", "cnf", "ortools"):
        for example in puzzle_type_named(name).examples:
            assert recognised(example.text) == name


def test_a_format_that_is_not_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "input"
    file.write_text("p cnf 2 1\ne 1 0\na 2 0\n1 2 0\n")
    ran = entails("solve", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"entails: {file}: this is QDIMACS (a formula with quantifiers); expected ")
