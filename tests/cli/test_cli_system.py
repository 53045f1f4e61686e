"""`clausal engines|doctor|schema|demo|warm|cache`, help and version."""

import json

from cli.runner import clausal

from clausal import __version__
from clausal.puzzles import CATALOGUE
from clausal.solvers.registry import engines


def test_version() -> None:
    assert clausal("--version").out.strip() == f"clausal {__version__}"


def test_help_lists_puzzles_first_and_every_verb() -> None:
    shown = clausal("--help").out
    assert shown.index("sudoku") < shown.index("doctor")
    for name, entry in CATALOGUE.items():
        listed = clausal(name, "--help").out
        assert all(question in listed for question in entry.questions)


def test_engines_json() -> None:
    lines = clausal("engines", "--json").lines
    assert [line["name"] for line in lines] == list(engines())
    assert all({"name", "encodings", "capabilities", "available"} <= set(line) for line in lines)
    assert all(line["available"] for line in lines)
    default = lines[0]
    assert default["name"] == "cadical195"
    assert "proof" in default["capabilities"]


def test_engines_table_names_every_engine() -> None:
    shown = clausal("engines").out
    assert all(name in shown for name in engines())


def test_doctor() -> None:
    ran = clausal("doctor")
    assert ran.code == 0
    assert "python-sat" in ran.out
    health = json.loads(clausal("doctor", "--json").out)
    assert health["clausal"] == __version__
    assert health["missing_engines"] == {}


def test_schema_of_one_report() -> None:
    assert list(json.loads(clausal("schema", "solve").out)["reports"]) == ["solve"]
    assert clausal("schema", "nonesuch").code == 2


def test_demo_answers_every_example() -> None:
    ran = clausal("demo")
    assert ran.code == 0
    assert "one solution" in ran.out
    assert "These cannot all hold" in ran.out
