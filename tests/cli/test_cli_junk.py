"""Arbitrary arguments, input and files: an answer or a one-sentence error, nothing else."""

from pathlib import Path

import pytest
from cli.runner import Ran, entails
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.puzzles import puzzles
from entails.queries import commands_of

WORDS = [
    *puzzles(),
    *(verb for name in puzzles() for verb in commands_of(name) if verb != "quine"),
    *("decode", "prove", "verify", "stats", "schema", "engines", "cache", "info", "--help", "--json", "--unique", "-"),
    *("--all", "--shape", "x4", "jigsaw:1", "--to", "gcnf", "sdk", "--encoder", "minimal", "-e", "cpsat", "--max", "1"),
    *("..4..3...2....1.", "p cnf 1 1\n1 0\n", "0", "-1", "1e3", ""),
]
LIMITS = ("--seconds", 5)
fast = settings(max_examples=40, deadline=None)


@pytest.fixture(scope="module")
def formula(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("junk") / "small.cnf"
    assert entails("sudoku", "export", "..4..3...2....1.", "-o", path).code == 0
    return path


def well_behaved(ran: Ran) -> None:
    assert ran.code in (0, 1, 2, 3)
    assert "Traceback" not in ran.err
    assert "bug" not in ran.err
    if ran.code == 2 and ran.err:
        assert all(line.startswith("entails: ") for line in ran.err.splitlines())


@fast
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=6))
def test_arguments(words: list[str]) -> None:
    arguments = [word.replace("\0", "") for word in words]
    if {"-o", "clear", "demo", "warm"}.isdisjoint(arguments) and not any(word.startswith("--o") for word in arguments):
        well_behaved(entails(*arguments, stdin="..4..3...2....1.\n"))


@fast
@given(st.text(max_size=120).filter(lambda text: not text.startswith("-")))
def test_text_is_a_grid_or_refused(text: str) -> None:
    ran = entails("sudoku", "check", text.replace("\0", ""), *LIMITS)
    well_behaved(ran)
    assert (ran.code == 2) == (ran.out == "")


@fast
@given(st.sampled_from(["solve", "count", "forced", "export"]), st.binary(max_size=300))
def test_bytes_as_a_grid(verb: str, data: bytes) -> None:
    well_behaved(entails("sudoku", verb, "-", stdin=data))


@fast
@given(
    st.sampled_from(["solve", "count", "explain", "forced", "export", "stats", "prove"]),
    st.binary(max_size=200) | st.text("pcnfg 0123456789-{}\n", max_size=80).map(lambda text: f"p cnf {text}".encode()),
)
def test_bytes_as_a_formula(verb: str, data: bytes) -> None:
    ran = entails("cnf", verb, "-", stdin=data)
    well_behaved(ran)
    assert ran.code != 2 or ran.out == ""


@fast
@given(data=st.binary(max_size=100) | st.text("sv -0123456789\nSATUNIFBLEKOWcd", max_size=60).map(str.encode))
def test_bytes_as_an_answer_or_a_proof(data: bytes, formula: Path) -> None:
    for command in (["sudoku", "decode"], ["cnf", "verify"]):
        ran = entails(*command, formula, "-", stdin=data)
        well_behaved(ran)
        assert ran.code != 2 or ran.out == ""
