"""Every module, folder and file that the documents, docstrings and comments mention exists."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import entails

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "entails"
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md"))
    if path.name != "CHANGELOG.md"
)
SOURCES = sorted(
    path for folder in ("entails", "benchmarks", "scripts", "tests") for path in (ROOT / folder).rglob("*.py")
)
TEMPLATES = sorted((PACKAGE / "data" / "templates").iterdir())
FILE_NAMES = {path.name for path in SOURCES}
FOLDERS = "|".join(sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"))

_PATH = re.compile(rf"(?<![\w/.:@-])(?:entails|{FOLDERS})/[a-z_][\w/-]*(?:\.\w+)*")
_PLACEHOLDER = re.compile(r"[A-Z]{2}")
"""Patterns of file names, such as `entails/queries/VERB.py`."""
_QUOTED_PATH = re.compile(r"`([a-z_]+(?:/[a-z_]+)+(?:\.py)?)`")
_DOTTED = re.compile(r"(?<![\w/.@-])entails(?:\.[A-Za-z_]\w*)+")
_PROSE = re.compile(r'^[ \t]*r?"""[\s\S]*?"""|(?<![\w"\'])#[^\n"]*', re.MULTILINE)
_NAME = re.compile(r"`([a-z][a-z0-9]*(?:_[a-z0-9]+)+)`")
_FILE = re.compile(r"(?<![\w/.*-])[a-z_]\w*\.py\b")
_SUFFIXES = {"json", "svg", "txt", "md", "toml", "service", "sqlite3", "log", "py", "db", "conf", "example"}
"""`entails.service` is a unit of systemd in deploy/, `entails.json` a file; both are no modules."""


THEIRS = {"calcule_coeffs", "n_d"}
"""Names of the studies' own programs and formulas."""


@cache
def names_in_code() -> set[str]:
    """Return every name and every word of a plain string in the code, and the names of modules."""
    words = {path.stem for path in SOURCES} | THEIRS
    for path in SOURCES:
        words.update(re.findall(r"\w+", _PROSE.sub("", path.read_text("utf-8"))))
    return words


def exists(path: str, beside: Path) -> bool:
    """Return whether a path in the text names a file or folder, from the root, the package or the mentioning file."""
    return any(
        (base / path).exists() or (base / f"{path}.py").exists()
        for base in (ROOT, PACKAGE, beside.parent, ROOT / "tests")
    )


def is_module_or_name(dotted: str) -> bool:
    """Return whether a dotted name is a module, or a name inside one."""
    parts = dotted.split(".")[1:]
    at = PACKAGE
    while parts and (at / parts[0]).is_dir():
        at /= parts.pop(0)
    if parts and (at / f"{parts[0]}.py").exists():
        at /= f"{parts.pop(0)}.py"
    if at == PACKAGE and parts:
        return parts[0] in dir(entails) or parts[0] in _SUFFIXES
    text = (at if at.is_file() else at / "__init__.py").read_text("utf-8")
    return not parts or re.search(rf"\b{parts[0]}\b", text) is not None


def unknown(text: str, beside: Path) -> Iterator[str]:
    """Yield the names in a text that do not exist."""
    for pattern in (_PATH, _QUOTED_PATH):
        for match in pattern.finditer(text):
            path = match[match.lastindex or 0].rstrip("/")
            if not exists(path, beside) and not _PLACEHOLDER.search(path):
                yield path
    yield from (
        dotted for dotted in _DOTTED.findall(text) if not _PLACEHOLDER.search(dotted) and not is_module_or_name(dotted)
    )
    yield from (name for name in _FILE.findall(text) if name not in FILE_NAMES)
    yield from (name for name in _NAME.findall(text) if name not in names_in_code())


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a source file with their lines."""
    source = path.read_text("utf-8")
    for match in _PROSE.finditer(source):
        yield source.count("\n", 0, match.start()) + 1, match[0]


def test_a_stale_name_is_noticed() -> None:
    name = "_".join(("a", "name", "of", "nothing"))
    assert list(unknown(f"see `{name}`", ROOT / "README.md")) == [name]


@pytest.mark.parametrize("path", [*DOCUMENTS, *TEMPLATES], ids=lambda path: path.name)
def test_a_document_mentions_what_exists(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    assert [f"line {number}: {name}" for number, line in lines for name in unknown(line, path)] == []


def test_docstrings_and_comments_mention_what_exists() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in SOURCES
        for line, text in prose(path)
        for name in unknown(text, path)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("see entails/models/nothing.py", ["entails/models/nothing.py"]),
        ("`encoders/clauses` and encoders/cnf", ["encoders/clauses", "encoders/clauses"]),
        ("`questions/count.py`", ["questions/count.py"]),
        ("entails.models.nowhere, entails.models.outcome.Satisfied", ["entails.models.nowhere"]),
        ("entails.solve, entails.unheard_of", ["entails.unheard_of"]),
        ("linking_of_old.py", ["linking_of_old.py"]),
    ],
)
def test_stale_mentions_are_noticed(text: str, names: list[str]) -> None:
    assert list(unknown(text, ROOT / "README.md")) == names
