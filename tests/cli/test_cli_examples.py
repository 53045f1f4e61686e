"""The examples shown by --help are commands that work."""

from pathlib import Path

import pytest
from cli.runner import entails, start

from entails.cli.new import example_of
from entails.queries import commands_of

QUICK = [
    (name, verb)
    for name in ("sudoku", "cnf", "takuzu", "model")
    for verb in ("check", "solve", "count", "explain", "forced", "draw", "export", "stats")
    if verb in commands_of(name)
]


@pytest.mark.parametrize(("name", "verb"), QUICK)
def test_examples_can_be_pasted(name: str, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = example_of(name, verb)
    if example is None:
        pytest.skip("its examples need more than words")
    monkeypatch.chdir(tmp_path)
    for file, content in example.files.items():
        Path(file).write_text(content)
    result = entails(*example.words)
    assert result.code in (0, 1), result.err
    assert result.out


@pytest.mark.parametrize(("name", "verb"), [("sudoku", "count"), ("cnf", "solve")])
def test_help_shows_one(name: str, verb: str) -> None:
    shown, _ = start(name, verb, "--help", env={"COLUMNS": "200"}).communicate(timeout=120)
    assert str(example_of(name, verb)) in shown.decode()
