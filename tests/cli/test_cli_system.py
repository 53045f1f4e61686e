"""`clausal engines|doctor|schema|demo|warm|cache`, help and version."""

import json
import re
import tomllib
from pathlib import Path
from time import process_time
from typing import get_args

import pytest
from cli.runner import clausal

from clausal import __version__
from clausal.cli import about, answering
from clausal.cli.exit import worst
from clausal.cli.output import print_json
from clausal.puzzles import kind, puzzles
from clausal.questions import commands_of
from clausal.questions.solve import SolveReport
from clausal.solvers.base import Capability
from clausal.solvers.registry import engines


def test_version() -> None:
    assert clausal("--version").out.strip() == f"clausal {__version__}"


def test_help_lists_puzzles_first_and_every_verb() -> None:
    shown = clausal("--help").out
    assert shown.index("sudoku") < shown.index("doctor")
    for name in puzzles():
        listed = clausal(name, "--help").out
        assert all(question in listed for question in commands_of(name))


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


def test_demo_answers_every_example_with_commands_that_can_be_pasted() -> None:
    ran = clausal("demo")
    assert ran.code == 0
    short = [name for name in puzzles() if any(len(example.text) <= 200 for example in kind(name).examples)]
    assert all(f"── {name} " in ran.out for name in short)
    assert "the only solution" in ran.out
    assert "75 facts hold in every solution" in ran.out
    assert "These cannot all hold" in ran.out
    assert "3 solutions, and no other" in ran.out
    assert ran.out.count("$ clausal ") == sum(line.startswith("── ") for line in ran.out.splitlines())
    assert len(ran.out.splitlines()) < 14 * ran.out.count("\n── "), "an example takes half a screen"
    assert max(map(len, ran.out.splitlines())) < 150


def test_demo_of_one_puzzle() -> None:
    ran = clausal("demo", "binairo")
    assert ran.code == 0
    assert all(f"── takuzu {example.name} ──" in ran.out for example in kind("takuzu").examples)
    assert "sudoku" not in ran.out
    assert clausal("demo", "chess").code == 2


def test_every_capability_has_its_column() -> None:
    assert list(about.MEANINGS) == sorted(get_args(Capability))


def test_doctor_knows_what_the_project_depends_on() -> None:
    path = Path(__file__).parents[2] / "pyproject.toml"
    project = tomllib.loads(path.read_text())["project"]
    names = [re.split(r"[<>=]", requirement)[0] for requirement in project["dependencies"]]
    assert sorted(about.PACKAGES) == sorted(names)


def test_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "PACKAGES", ("numpy", "no-such-package"))
    monkeypatch.setattr(about, "OUTSIDE", ("no-such-solver",))
    ran = clausal("doctor")
    assert ran.code == 1
    assert re.search(r"^no-such-package +not installed +MISSING$", ran.out, re.MULTILINE)
    assert ran.out.endswith("missing: no-such-package\n")
    assert clausal("doctor", "--json").line["missing"] == ["no-such-package"]


def test_the_cache_is_told_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "clausal"
    assert clausal("cache", "info").out == f"{folder}: 0 files, 0.0 MB\n"
    assert clausal("cache", "clear").out == f"{folder}: cleared\n"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "table").write_bytes(b"x" * 1_500_000)
    assert clausal("cache", "info").out == f"{folder}: 1 file, 1.5 MB\n"
    assert clausal("doctor", "--json").line["cache_exists"] is True
    assert clausal("cache", "clear").code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_command_without_arguments_shows_its_help() -> None:
    for command in ([], ["sudoku"], ["cnf"], ["cache"]):
        ran = clausal(*command)
        assert ran.code == 2
        assert "Usage: clausal" in ran.out
        assert ran.err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sudoku", "solve"], "missing argument 'INPUT' (see clausal sudoku solve --help)"),
        (["sudoku", "solv"], "no such command 'solv'. Did you mean 'solve'? (see clausal sudoku --help)"),
        (["sudko"], "no such command 'sudko'. Did you mean 'sudoku'? (see clausal --help)"),
        (["SUDKO"], "no such command 'SUDKO'. Did you mean 'sudoku'? (see clausal --help)"),
        (["lexicn", "check"], "no such command 'lexicn'. Did you mean 'lexicon'? (see clausal --help)"),
        (["sovle", "x"], "no such command 'sovle'. Did you mean 'solve'? (see clausal --help)"),
        (["bacth", "x"], "no such command 'bacth'. Did you mean 'batch'? (see clausal --help)"),
        (["xyzzy"], "no such command 'xyzzy' (see clausal --help)"),
        (["sudoku", "solve", "x", "--bogus"], "no such option: --bogus (see clausal sudoku solve --help)"),
        (["cnf", "stats", "a", "b"], "got unexpected extra argument(s) (b) (see clausal cnf stats --help)"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], sentence: str) -> None:
    ran = clausal(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"clausal: {sentence}\n")


def test_a_bug_is_told_and_shown_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> int:
        raise ZeroDivisionError("division by\nzero")

    monkeypatch.setattr(answering, "run", broken)
    ran = clausal("sudoku", "solve", "." * 16)
    assert (ran.code, ran.out) == (70, "")
    assert ran.err == (
        "clausal: this is a bug in Clausal: ZeroDivisionError: division by (with CLAUSAL_DEBUG=1 it shows where)\n"
    )
    monkeypatch.setenv("CLAUSAL_DEBUG", "1")
    with pytest.raises(AssertionError, match="division by"):  # the runner lets no exception pass
        clausal("sudoku", "solve", "." * 16)


def test_too_little_memory_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> int:
        raise MemoryError

    monkeypatch.setattr(answering, "run", greedy)
    ran = clausal("sudoku", "count", "." * 16)
    assert (ran.code, ran.err) == (3, "clausal: undecided: there is not enough memory\n")


def test_the_worst_code() -> None:
    assert [worst(codes) for codes in ([], [0], [0, 1], [1, 3], [3, 2, 1, 0])] == [0, 0, 1, 3, 2]


def test_a_report_costs_far_less_than_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Solving a grid takes a few hundred microseconds, so a report may take some tens."""
    count, cells = 2000, "." * 81
    started = process_time()
    for _ in range(count):
        print_json(SolveReport(puzzle=cells, status="satisfied", solution=cells, unique=True, engine="e", encoder="c"))
    seconds = process_time() - started
    assert len(capsys.readouterr().out.splitlines()) == count
    assert seconds / count < 100e-6


def test_a_cache_that_keeps_nothing_is_told_of_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("clausal.studies.warm.cold_jobs", lambda: ["a kernel"])
    ran = clausal("warm")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("the cache cannot be written, so nothing would be kept; expected another XDG_CACHE_HOME\n")
    assert re.search(r"^cache +cannot be written +", clausal("doctor").out, re.MULTILINE)
