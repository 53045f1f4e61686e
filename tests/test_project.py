"""The project around the package: promises about a fresh clone, and files that must not be committed."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Collection
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "entails" / "data"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}

PACKAGE_INDEX = re.compile(
    rb"\b(?:pypi|pythonhosted|npmjs)\.(?:org|com)\b"
    rb"|https?://[^\s\"'<>]+/simple\b"
    rb"|--(?:extra-)?index-url[ =]|--find-links[ =]|--trusted-host[ =]"
    rb"|https?://(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d"
    rb"|https?://[^\s/:@]+:[^\s/@]+@"
)
SOMEONES_MACHINE = re.compile(
    rb"(?<![\w.~/-])/(?:work|root)/[\w.]"
    rb"|(?<![\w.~/-])/(?:home|Users)/(?!(?:you|user|me)\b)\w+/"
    rb"|[A-Z]:\\Users\\(?!(?:you|user|me)\b)\w"
)


def committed_files() -> list[Path]:
    """Return the files that git tracks or would add."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout: nobody knows which files belong to the project")
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.split(b"\0") if name and (path := ROOT / os.fsdecode(name)).is_file()]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def findings(pattern: re.Pattern[bytes]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {hit.group().decode(errors='replace')}"
        for path in committed_files()
        for hit in pattern.finditer(path.read_bytes())
    ]


def commands(document: str) -> list[str]:
    """Return the `make ...` lines of the fenced blocks, in order and without duplicates."""
    fenced = re.findall(r"^```[^\n]*\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^[\s$]*(make [a-z-]+)", "".join(fenced), re.MULTILINE)
    return list(dict.fromkeys(lines))


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


@pytest.fixture(scope="module")
def requirements(pyproject: dict[str, Any]) -> list[Requirement]:
    """Return all requirements in pyproject.toml: for running, for each extra, and for building."""
    project = pyproject["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values(), pyproject["build-system"]["requires"]]
    every = [Requirement(text) for texts in lists for text in texts]
    return [requirement for requirement in every if requirement.name != project["name"]]


@pytest.fixture(scope="module")
def pinned() -> list[Requirement]:
    lines = read("requirements.lock").splitlines()
    return [Requirement(line.rstrip("\\ ")) for line in lines if line and not line.startswith(("#", " "))]


def test_every_pin_has_hashes() -> None:
    """Every pin has hashes, so that pip installs no unknown file."""
    pins = re.findall(r"^[^#\s].*\n(?:[ ].*\n)*", read("requirements.lock"), re.MULTILINE)
    assert len(pins) > 100
    assert [pin.splitlines()[0] for pin in pins if not re.search(r"\n    --hash=sha256:[0-9a-f]{64}", pin)] == []


def version(pin: Requirement) -> str:
    (only,) = pin.specifier
    return only.version


def applies(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": "", **environment})


def pins_of(name: str, pinned: list[Requirement], environment: dict[str, str]) -> list[Requirement]:
    wanted = canonicalize_name(name)
    return [pin for pin in pinned if canonicalize_name(pin.name) == wanted and applies(pin, environment)]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (PACKAGE_INDEX, "-i https://pkgs." + "example.net/repo/simple/"),
        (PACKAGE_INDEX, "--find-" + "links=wheels"),
        (PACKAGE_INDEX, "https://py" + "pi.org/project/numpy"),
        (PACKAGE_INDEX, "http://10." + "0.0.7:8080/"),
        (SOMEONES_MACHINE, "open('/ro" + "ot/notes.txt')"),
        (SOMEONES_MACHINE, "/ho" + "me/ada/entails/"),
        (SOMEONES_MACHINE, "C:" + "\\Users\\ada"),
    ],
)
def test_the_patterns_see_what_they_are_for(pattern: re.Pattern[bytes], text: str) -> None:
    assert pattern.search(text.encode())


@pytest.mark.parametrize(
    "text", ["https://example.org/home/ada/", "/home/you/puzzles/", "http://127.0.0.1:8000/", "a/work/b"]
)
def test_the_patterns_let_the_harmless_pass(text: str) -> None:
    assert not PACKAGE_INDEX.search(text.encode())
    assert not SOMEONES_MACHINE.search(text.encode())


def test_no_file_names_a_package_index() -> None:
    assert findings(PACKAGE_INDEX) == []


def test_no_file_names_a_folder_of_someones_machine() -> None:
    assert findings(SOMEONES_MACHINE) == []


def test_the_lock_pins_exact_versions_and_nothing_else(pinned: list[Requirement]) -> None:
    assert pinned
    for pin in pinned:
        assert pin.url is None, pin
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin
        assert "*" not in str(pin.specifier), pin


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_covers_pyproject(
    requirements: list[Requirement], pinned: list[Requirement], python: str, platform: str
) -> None:
    """The lock covers pyproject.toml once for every Python and platform, within the bounds; if not, run `make lock`."""
    os_name, system = PLATFORMS[platform]
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": platform,
        "os_name": os_name,
        "platform_system": system,
    }
    for requirement in requirements:
        if applies(requirement, environment):
            pins = pins_of(requirement.name, pinned, environment)
            assert len(pins) == 1, f"{requirement} has {len(pins)} pins"
            assert requirement.specifier.contains(version(pins[0]), prereleases=True), f"{pins[0]} is not {requirement}"


def test_the_lock_covers_what_the_pinned_packages_need(pinned: list[Requirement]) -> None:
    """The lock includes all dependencies of pinned packages, because set-up does not follow dependencies."""
    here: dict[str, str] = {}
    installed = {
        canonicalize_name(distribution.name): distribution
        for distribution in metadata.distributions()
        if any(version(pin) == distribution.version for pin in pins_of(distribution.name, pinned, here))
    }
    if not installed:
        pytest.skip("none of the pinned versions is installed here")
    missing = [
        f"{name} needs {need}"
        for name, distribution in installed.items()
        for need in distribution.requires or ()
        if applies(Requirement(need), here) and not pins_of(Requirement(need).name, pinned, here)
    ]
    assert missing == []


def test_the_readme_begins_with_demo_and_test() -> None:
    assert commands(read("README.md"))[:2] == ["make demo", "make test"]


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_of_a_document_exists(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^[\s$]*)make ([a-z-]+)", read(document), re.MULTILINE))
    assert named
    assert named <= targets


def test_the_changelog_knows_this_version(pyproject: dict[str, Any]) -> None:
    headings = re.findall(r"^## \[?([^\]\s]+)", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] in {"Unreleased", pyproject["project"]["version"]}


def test_every_data_file_has_a_licence() -> None:
    """Every data file has an entry in LICENSES.md, by name or by a pattern between backticks."""
    shipped = [
        path.relative_to(DATA).as_posix()
        for path in sorted(DATA.rglob("*"))
        if path.is_file() and path.suffix not in {".py", ".pyc", ".pyi"} and path.name != "LICENSES.md"
    ]
    if not shipped:
        pytest.skip("no data is shipped yet")
    patterns = re.findall(r"`([^`\s]+)`", (DATA / "LICENSES.md").read_text(encoding="utf-8"))
    assert [name for name in shipped if not any(fnmatch(name, pattern) for pattern in patterns)] == []


IMPORT = re.compile(r"^[ ]*from (entails[\w.]*) import (?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)


def package_modules() -> dict[str, str]:
    """Return the source text of each module of the package, by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path in (ROOT / "entails").rglob("*.py")
    }


def imports_of(name: str, text: str, names: Collection[str]) -> set[str]:
    """Return the modules that a module imports, also inside functions; not its own package, nor modules within it."""
    targets: set[str] = set()
    for home, several, single in IMPORT.findall(text):
        members = re.findall(r"\w+", re.sub(r"#.*| as \w+", "", several or single))
        targets |= {home, *(f"{home}.{member}" for member in members)} & set(names)
    return {
        target for target in targets - {name} if not name.startswith(f"{target}.") and not target.startswith(f"{name}.")
    }


def test_no_modules_import_each_other() -> None:
    modules = package_modules()
    graph = {name: imports_of(name, text, modules.keys()) for name, text in modules.items()}
    assert graph["entails.puzzles.takuzu"] >= {"entails.models.statement", "entails.puzzles.base"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {' -> '.join(error.args[1])}")


def test_no_module_is_longer_than_600_lines() -> None:
    assert {name: size for name, text in package_modules().items() if (size := text.count("\n")) > 600} == {}
