"""The checks of names and of commit subjects report exactly the violations."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(said): ...", ["said"]),
        ("def f(*, one=1): ...", ["one"]),
        ("found = [1]", ["found"]),
        ("for one, rest in pairs: ...", ["one"]),
        ("total = sum(other for other in rest)", ["other"]),
        ("with a as thing: ...", ["thing"]),
        ("class Found: ...", ["Found"]),
        ("class A:\n    def __add__(self, other): ...", []),
        ("class A:\n    said: int", []),
        ("class A:\n    def f(self):\n        self.found = 1", []),
        ("class A:\n    def f(self):\n        self._found = 1", ["_found"]),
        ("try: ...\nexcept OSError as found: ...", ["found"]),
        ("match a:\n    case [1, *made]: ...", ["made"]),
        ("print(found)", []),
        ("def one_of(founded): ...", []),
    ],
)
def test_names(code: str, names: list[str]) -> None:
    assert [name for _, name in script("check_names").vague_names(ast.parse(code))] == names


def test_a_class_defined_twice_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("class Same: ...\n")
    (tmp_path / "b.py").write_text("class Same: ...\nclass Different: ...\n")
    assert script("check_names").main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path}/a.py:1: class Same is also defined at {tmp_path}/b.py:1\n"


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Read jigsaw grids from f-puzzles links", None),
        ("Focus the search box", None),
        ("Reads jigsaw grids", "'Reads' is no imperative"),
        ("Reading jigsaw grids", "'Reading' is no imperative"),
        ("Figures: endgames", "'Figures' is no imperative"),
        ("read jigsaw grids", "expected a capital letter first"),
        ("Read jigsaw grids.", "expected no period at the end"),
        ("Read " + "x" * 68, "73 characters; expected at most 72"),
    ],
)
def test_subjects(subject: str, problem: str | None) -> None:
    assert script("check_commits").problem(subject) == problem


def test_without_git_nothing_is_checked(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "scripts" / "check_commits.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert ran.stdout.startswith("commit subjects: not checked")
