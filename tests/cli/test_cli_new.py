"""`entails new`: the generated code works at once, as a separate package and inside Entails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.runner import entails
from outside_puzzle import SOURCE, installed

TESTED = 10
"""Tests that a new puzzle brings."""


def run_tests(file: Path, *paths: Path) -> str:
    """Run the tests of a file in a new process, with these folders on the path."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(file)]
    folders = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | folders, cwd=file.parent, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("template", ["digits", "shading", "loop", "outside"])
def test_a_new_package_of_each_template_passes_its_tests(template: str, tmp_path: Path) -> None:
    folder = installed("even-odd", tmp_path, "--template", template)
    text = run_tests(folder / "test_entails_even_odd.py", folder, SOURCE)
    assert int(text.rsplit(" passed", 1)[0].split()[-1]) > TESTED


def test_a_new_puzzle_inside_of_entails_passes_its_tests(tmp_path: Path) -> None:
    """A new puzzle inside a copy of Entails is found by listing the folder, and passes its tests."""
    skipped = shutil.ignore_patterns("*.gz", "*.npz")  # compiled modules stay valid in a copy
    for name in ("entails", "tests/puzzles"):
        shutil.copytree(SOURCE / name, tmp_path / name, ignore=skipped)
    command = [sys.executable, "-m", "entails", "new", "even-odd", "--here"]
    apart = os.environ | {"PYTHONPATH": str(tmp_path)}
    finished = subprocess.run(command, capture_output=True, text=True, env=apart, cwd=tmp_path, check=False)
    assert finished.returncode == 0, finished.stderr
    assert (tmp_path / "entails/puzzles/even_odd.py").exists()
    assert "passed" in run_tests(tmp_path / "tests/puzzles/test_even_odd.py", tmp_path)
    listed = [sys.executable, "-m", "entails", "even-odd", "count", "12./.../..."]
    assert subprocess.run(listed, capture_output=True, text=True, env=apart, cwd=tmp_path, check=True).stdout == "2\n"


def test_what_it_says(tmp_path: Path) -> None:
    ran = entails("new", "even-odd", "--in", tmp_path / "mine")
    assert ran.code == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [
        "entails_even_odd.py",
        "pyproject.toml",
        "test_entails_even_odd.py",
    ]
    assert f"pip install -e {tmp_path / 'mine'}" in ran.out
    assert "__" not in (tmp_path / "mine" / "entails_even_odd.py").read_text("utf-8")
    assert "class EvenOdd:" in (tmp_path / "mine" / "entails_even_odd.py").read_text("utf-8")
    again = entails("new", "even-odd", "--in", tmp_path / "mine")
    assert again.code == 2
    assert "the file exists already" in again.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["Even Odd"], "invalid puzzle name 'Even Odd'; expected lower-case letters, digits and dashes"),
        (["../up"], "invalid puzzle name"),
        (["-x"], ""),
        (["x" * 99], "invalid puzzle name"),
        (["sudoku"], "puzzle 'sudoku' exists already"),
        (["binairo"], "puzzle 'binairo' exists already"),
        (["mine", "--here", "--in", "x"], "both options are set"),
        (["mine", "--in", os.devnull], "cannot create the folder"),
        (
            ["mine", "--template", "sphere"],
            "--template: unknown template 'sphere'; expected digits, shading, loop, outside",
        ),
    ],
)
def test_rejected_input(arguments: list[str], problem: str) -> None:
    ran = entails("new", *arguments)
    assert ran.code == 2
    assert problem in ran.err
    assert "Traceback" not in ran.err


def test_a_folder_without_a_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = entails("new", "abc", "--in", "")
    assert (ran.code, ran.out, ran.err) == (
        2,
        "",
        "entails: --in: value is empty; expected a value\n",
    )
    assert not list(tmp_path.iterdir())
