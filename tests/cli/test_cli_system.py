"""`entails engines|doctor|schema|demo|warm|cache`, help and version."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from cli.runner import entails

from entails import __version__
from entails.cli import about, run
from entails.cli.exit import worst
from entails.puzzles import puzzle_type_named, puzzles
from entails.queries import commands_of
from entails.solvers.engine import Capability, engines


def test_version() -> None:
    assert entails("--version").out.strip() == f"entails {__version__}"


def test_help_lists_puzzles_first_and_every_verb() -> None:
    shown = entails("--help").out
    assert set(puzzles()) | {"lexicon", "serve", "doctor", "--quiet"} <= set(shown.split())
    assert shown.index("entails demo") < shown.index("Puzzles") < shown.index("Tools")
    assert len(shown.splitlines()) <= 30
    assert shown.rstrip().endswith("Exit codes: 0 yes, 1 no, 2 invalid input, 3 undecided")
    for name in puzzles():
        listed = entails(name, "--help").out
        assert all(query in listed for query in commands_of(name))


def test_engines_json() -> None:
    lines = entails("engines", "--json").lines
    assert [line["name"] for line in lines] == list(engines())
    assert all({"name", "encodings", "capabilities", "available"} <= set(line) for line in lines)
    assert all(line["available"] for line in lines)
    default = lines[0]
    assert default["name"] == "cadical195"
    assert "proof" in default["capabilities"]


def test_engines_lists_one_of_those_that_differ_in_nothing() -> None:
    shown = {line.split(" ", 1)[0] for line in entails("engines").out.splitlines()} & set(engines())

    def seen(name: str) -> object:
        return engines()[name].accepts, engines()[name].capabilities, engines()[name].isolated

    assert {"cadical195", "cpsat", "rc2", "quine", "bits"} <= shown
    assert len({seen(name) for name in shown}) == len(shown)
    assert {seen(name) for name in shown} == {seen(name) for name in engines()}
    assert (
        f"{len(engines()) - len(shown)} more with the same capabilities: entails engines --all"
        in entails("engines").out
    )


def test_engines_all_names_every_engine() -> None:
    shown = entails("engines", "--all").out
    assert all(name in shown for name in engines())
    assert "--all" not in shown


def test_commands_about_entails_have_their_names() -> None:
    for name in ("puzzles", "engines", "doctor", "schema", "warm", "cache", "demo", "new"):
        assert entails(name, "--help").code == 0


def test_the_help_of_engine_says_where_all_names_are() -> None:
    assert "(--all lists every name)" in " ".join(entails("sudoku", "solve", "--help").out.replace("│", " ").split())


def test_doctor() -> None:
    ran = entails("doctor")
    assert ran.code == 0
    assert "python-sat" in ran.out
    health = json.loads(entails("doctor", "--json").out)
    assert health["entails"] == __version__
    assert health["missing_engines"] == {}


def test_schema_of_one_report() -> None:
    assert list(json.loads(entails("schema", "solve").out)["reports"]) == ["solve"]
    assert entails("schema", "nonesuch").code == 2


def test_demo_answers_every_example_with_commands_that_can_be_pasted() -> None:
    ran = entails("demo")
    assert ran.code == 0
    short = [
        name for name in puzzles() if any(len(example.text) <= 200 for example in puzzle_type_named(name).examples)
    ]
    assert all(f"── {name} " in ran.out for name in short)
    assert "unique solution" in ran.out
    assert "75 facts are true in every solution" in ran.out
    assert "These conflict" in ran.out
    assert "3 solutions; no others" in ran.out
    assert ran.out.count("$ entails ") == sum(line.startswith("── ") for line in ran.out.splitlines())
    assert len(ran.out.splitlines()) < 14 * ran.out.count("\n── "), "an example takes half a screen"
    assert max(map(len, ran.out.splitlines())) < 150


def test_demo_of_one_puzzle() -> None:
    ran = entails("demo", "binairo")
    assert ran.code == 0
    assert all(f"── takuzu {example.name} ──" in ran.out for example in puzzle_type_named("takuzu").examples)
    assert "sudoku" not in ran.out
    assert entails("demo", "chess").code == 2


def test_every_capability_has_its_column() -> None:
    assert list(about.CAPABILITIES) == sorted(get_args(Capability))


def test_doctor_knows_what_the_project_depends_on() -> None:
    path = Path(__file__).parents[2] / "pyproject.toml"
    project = tomllib.loads(path.read_text())["project"]
    names = [re.split(r"[<>=]", requirement)[0] for requirement in project["dependencies"]]
    assert sorted(about.PACKAGES) == sorted(names)


def test_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "PACKAGES", ("numpy", "no-such-package"))
    monkeypatch.setattr(about, "OUTSIDE", ("no-such-solver",))
    ran = entails("doctor")
    assert ran.code == 1
    assert re.search(r"^no-such-package +not installed +MISSING$", ran.out, re.MULTILINE)
    assert ran.out.endswith("missing: no-such-package\n")
    assert entails("doctor", "--json").line["missing"] == ["no-such-package"]


def test_the_cache_is_reported_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "entails"
    assert entails("cache", "info").out == f"{folder}: 0 files, 0.0 MB\n"
    assert entails("cache", "clear").out == f"{folder}: cleared\n"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "table").write_bytes(b"x" * 1_500_000)
    assert entails("cache", "info").out == f"{folder}: 1 file, 1.5 MB\n"
    assert entails("doctor", "--json").line["cache_exists"] is True
    assert entails("cache", "clear").code == 0
    assert list(tmp_path.iterdir()) == []


def test_help_is_the_same_in_every_process() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-m", "entails", "--help"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "1234"
    }
    assert len(texts) == 1


def test_a_command_without_arguments_shows_its_help() -> None:
    for command in ([], ["sudoku"], ["cnf"], ["cache"]):
        ran = entails(*command)
        assert ran.code == 2
        assert "Usage: entails" in ran.out
        assert ran.err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sudoku", "solve"], "missing argument 'INPUT' (see entails sudoku solve --help)"),
        (["sudoku", "solv"], "no such command 'solv'. Did you mean 'solve'? (see entails sudoku --help)"),
        (["sudko"], "no such command 'sudko'. Did you mean 'sudoku'? (see entails --help)"),
        (["SUDKO"], "no such command 'SUDKO'. Did you mean 'sudoku'? (see entails --help)"),
        (["lexicn", "check"], "no such command 'lexicn'. Did you mean 'lexicon'? (see entails --help)"),
        (["sovle", "x"], "no such command 'sovle'. Did you mean 'solve'? (see entails --help)"),
        (["bacth", "x"], "no such command 'bacth'. Did you mean 'batch'? (see entails --help)"),
        (["xyzzy"], "no such command 'xyzzy' (see entails --help)"),
        (["sudoku", "solve", "x", "--bogus"], "no such option: --bogus (see entails sudoku solve --help)"),
        (["cnf", "stats", "a", "b"], "got unexpected extra argument(s) (b) (see entails cnf stats --help)"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], sentence: str) -> None:
    ran = entails(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"entails: {sentence}\n")


def test_a_bug_is_reported_and_shown_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> int:
        raise ZeroDivisionError("division by\nzero")

    monkeypatch.setattr(run, "run_query", broken)
    ran = entails("sudoku", "solve", "." * 16)
    assert (ran.code, ran.out) == (70, "")
    assert ran.err == (
        "entails: this is a bug in Entails: ZeroDivisionError: division by (set ENTAILS_DEBUG=1 for a traceback)\n"
    )
    monkeypatch.setenv("ENTAILS_DEBUG", "1")
    with pytest.raises(AssertionError, match="division by"):  # the runner lets no exception pass
        entails("sudoku", "solve", "." * 16)


def test_too_little_memory_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> int:
        raise MemoryError

    monkeypatch.setattr(run, "run_query", greedy)
    ran = entails("sudoku", "count", "." * 16)
    assert (ran.code, ran.err) == (3, "entails: undecided: out of memory\n")


def test_the_worst_code() -> None:
    assert [worst(codes) for codes in ([], [0], [0, 1], [1, 3], [3, 2, 1, 0])] == [0, 0, 1, 3, 2]


def test_an_unwritable_cache_is_reported_before_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("entails.cli.about.cold_jobs", lambda: ["a kernel"])
    ran = entails("warm")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("the cache is not writable; expected another XDG_CACHE_HOME\n")
    assert re.search(r"^cache +not writable +", entails("doctor").out, re.MULTILINE)
