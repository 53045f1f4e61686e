"""The recipe for a puzzle: its code works and prints the output shown."""

import re
import shutil
from pathlib import Path

import pytest
from outside_puzzle import SOURCE, outside

SECTION = re.search(
    r"^## A puzzle\n(.*?)^## ", (SOURCE / "docs" / "recipes.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)


def blocks(language: str) -> list[str]:
    assert SECTION is not None
    return re.findall(rf"^```{language}\n(.*?)^```", SECTION[1], re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a package of the code in the section, block by block."""
    folder = tmp_path_factory.mktemp("magic")
    (folder / "entails_magic.py").write_text("\n".join(blocks("python")), "utf-8")
    about = folder / "entails_magic-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: entails-magic\nVersion: 0.1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[entails.puzzles]\nmagic = entails_magic\n", "utf-8")
    return folder


def test_the_section_has_code_and_commands() -> None:
    assert len(blocks("python")) == 1
    assert len(blocks("console")) == 1


def test_its_commands_print_what_is_printed_there(home: Path) -> None:
    for command in re.split(r"^\$ entails ", blocks("console")[0], flags=re.MULTILINE)[1:]:
        words, _, expected = command.partition("\n")
        ran = outside(home, "-m", "entails", *words.split())
        assert ran.stdout + ran.stderr == expected, words


def test_its_examples_are_what_they_say(home: Path) -> None:
    script = (
        "import entails; from entails_magic import PUZZLE\n"
        "for one in PUZZLE.examples:\n"
        "    found = [list(entails.solutions(PUZZLE.parse(one.text), encoder=way)) for way in ('complete', 'cpsat')]\n"
        "    print(one.name, *map(len, found))\n"
    )
    assert outside(home, "-c", script).stdout == "two-given 1 1\nseveral 8 8\nclash 0 0\n"


def test_its_puzzle_answers_every_query_on_every_face(home: Path) -> None:
    parity = ("tests/queries/test_parity.py", "-k", "magic")
    ran = outside(home, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *parity)
    assert ran.returncode == 0, ran.stdout
    assert int(ran.stdout.rsplit(" passed", 1)[0].split()[-1]) >= 20


ALL_AT_ONCE = (
    "tests/scripts/test_gallery.py",
    "tests/service/test_service_openapi.py",
    "tests/test_exports.py",
    "--deselect=tests/service/test_service_openapi.py::test_every_process_generates_the_same_text",  # takes seconds
    "--deselect=tests/test_exports.py::test_the_example_of_a_namespace",  # slow, and covers only existing puzzles
)
"""Tests that cover all puzzles at once."""
EACH = ("tests/puzzles", "tests/cli/test_cli_examples.py", "tests/test_api.py", "-k", "magic")
"""Tests that have cases for every puzzle."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project with the section's code as a file of entails/puzzles, without other edits."""
    source = tmp_path_factory.mktemp("copy") / "project"
    leftovers = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info")  # compiled modules stay valid in a copy
    shutil.copytree(SOURCE, source, ignore=leftovers)
    (source / "entails" / "puzzles" / "magic.py").write_text("\n".join(blocks("python")), "utf-8")
    return source


def test_the_copy_has_one_more_puzzle(copy: Path) -> None:
    ran = outside(copy, "-m", "entails", "magic", "count", ".../.5./...", source=copy)
    assert (ran.stdout, ran.stderr) == ("8\n", "")


@pytest.mark.parametrize(("tests", "least"), [(ALL_AT_ONCE, 8), (EACH, 5)], ids=["all at once", "each"])
def test_one_more_file_fails_no_test(copy: Path, tests: tuple[str, ...], least: int) -> None:
    ran = outside(copy, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tests, source=copy)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr
    assert int(ran.stdout.rsplit(" passed", 1)[0].split()[-1]) >= least
