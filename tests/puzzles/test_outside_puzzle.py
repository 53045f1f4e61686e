"""A puzzle of another package behaves like ours: every command, every call, without edits here."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from outside_puzzle import SOURCE, installed, outside

NAME = "even-odd"
SMALL = "1../.3./..."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(NAME, tmp_path_factory.mktemp("outside"))


def output(home: Path, *words: str) -> str:
    ran = outside(home, "-m", "entails", *words)
    assert ran.returncode in (0, 1), ran.stderr
    return ran.stdout


def test_it_is_listed_and_answers(home: Path) -> None:
    assert NAME in output(home, "--help").split()
    assert "Even odd: place each number once per row and column." in output(home, "puzzles")
    assert "check" in output(home, NAME, "--help")
    assert json.loads(output(home, NAME, "solve", SMALL, "--json"))["solution"] == "123/231/312"
    assert output(home, NAME, "count", "12./.../...") == "2\n"
    assert "These conflict" in output(home, NAME, "explain", "12./21./...")
    assert "┌───────┐" in output(home, NAME, "draw", SMALL, "--solved")
    assert "depth of the tree 0" in output(home, NAME, "quine", SMALL)


def test_every_query_answers_alike_on_every_face(home: Path) -> None:
    """Every query on the outside puzzle gives the same result in Python, on the command line and over HTTP."""
    ran = outside(
        home,
        *("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/queries/test_parity.py", "-k", NAME),
    )
    assert ran.returncode == 0, ran.stdout
    assert int(ran.stdout.rsplit(" passed", 1)[0].split()[-1]) >= 20


def test_the_service_offers_it(home: Path) -> None:
    script = (
        "import json; from entails.service import puzzle_types as types\n"
        f"described = types.described_type('{NAME}')\n"
        "print(json.dumps([types.type_names(), [query.name for query in described.queries]]))"
    )
    names, queries = json.loads(outside(home, "-c", script).stdout)
    assert NAME in names
    assert {"check", "solve", "count", "explain", "forced", "draw"} <= set(queries)


def test_an_answer_of_an_outside_solver_is_decoded(home: Path, tmp_path: Path) -> None:
    formula, answer = tmp_path / "puzzle.cnf", tmp_path / "answer.txt"
    formula.write_text(output(home, NAME, "export", SMALL), "utf-8")
    assert f"c puzzle {NAME} {SMALL}" in formula.read_text("utf-8")
    solved = json.loads(output(home, "cnf", "solve", str(formula), "--json"))
    answer.write_text(f"s SATISFIABLE\nv {solved['solution']} 0\n", "utf-8")
    decoded = json.loads(output(home, NAME, "decode", str(formula), str(answer), "--json"))
    assert decoded["solution"] == json.loads(output(home, NAME, "solve", SMALL, "--json"))["solution"]


def test_demo_and_schema(home: Path) -> None:
    shown = output(home, "demo", NAME)
    assert all(f"── {NAME} {name} ──" in shown for name in ("small", "several", "clash"))
    assert json.loads(output(home, "schema", "solve"))


def test_a_broken_package_harms_no_query(tmp_path: Path) -> None:
    broken = installed("broken-one", tmp_path)
    (broken / "entails_broken_one.py").write_text('"""Broken: it is."""\nKIND = 1 / 0\n', "utf-8")
    assert "broken-one" in output(broken, "--help").split()
    assert json.loads(output(broken, "sudoku", "solve", "..4..3...2....1.", "--json"))["unique"]
    ran = outside(broken, "-m", "entails", "broken-one", "solve", "1")
    assert ran.returncode == 2
    assert "cannot load the puzzle type broken-one from entails_broken_one" in ran.stderr
    (broken / "entails_broken_one.py").unlink()
    assert "broken-one" not in output(broken, "--help")


def test_pip_installs_it(home: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("pip or setuptools are not there, which make a package of it")
    command = ["-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "entails_even_odd.py"):
        (source / name).write_bytes((home / name).read_bytes())
    finished = subprocess.run(
        [sys.executable, *command, "--target", str(tmp_path / "site"), str(source)],
        capture_output=True,
        text=True,
        cwd=SOURCE,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert output(tmp_path / "site", NAME, "count", SMALL) == "1\n"
