"""Names, docstrings and constants of modules, read from their source: a folder is listed without importing its modules.

A file's name is the name of a puzzle or a verb, the first paragraph of its docstring the help line. A few constants may
stand at the top level, each a literal: `PANEL` (the heading it is listed under), `PLACE` (low numbers come first),
`WITHOUT` (common questions that a puzzle does not answer), `ALIASES` (other names), `GENRES` (what puzz.link calls it).

Every command lists two folders when it starts, and `ast` takes a quarter of a second for them. So one regular
expression passes over strings and comments to the assignments, and `ast` parses only these: 5 ms.

What `import entails` offers, found by listing: the names in `__all__` of every question, and a few values beside.

Nothing is imported to know it. Type checkers want it written down: `scripts/exports.py` writes the block in
`entails/__init__.py` from this list.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_TOKEN = re.compile(
    r"""
    \n(PANEL|PLACE|WITHOUT|ALIASES|GENRES|__all__|PUZZLE|QUESTION)\b  # a name at the beginning of a line
    |\#[^\n]*
    |\"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"\"\"
    |'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
    |"[^"\\\n]*(?:\\.[^"\\\n]*)*"
    |'[^'\\\n]*(?:\\.[^'\\\n]*)*'
    """,
    re.DOTALL | re.VERBOSE,
)
_DOCSTRING = re.compile(r'(?:\s|#[^\n]*)*(?:"""([^\\]*?)"""[ \t]*(?:\n|\Z)|(?=[rRuU]?["\']))')
"""After blank lines and comments: the usual form of a docstring, or any other string."""
_NAMES = ("WITHOUT", "ALIASES", "GENRES", "__all__")
"""Constants that are several names."""
_LAST = 50


@dataclass(frozen=True)
class Listed:
    """A module that has not been imported."""

    name: str
    module: str
    text: str
    constants: dict[str, Any] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring, on one line."""
        return " ".join(self.text.partition("\n\n")[0].split())

    @property
    def place(self) -> tuple[int, str]:
        """What listings are sorted by."""
        return self.constants.get("PLACE", _LAST), self.name


def listed(path: Path, module: str, name: str | None = None) -> Listed:
    """Read the docstring and the constants of a module from its file."""
    return _read(_text(path), module, name or path.stem.replace("_", "-"))[0]


def modules(folder: Path, package: str, holding: str) -> Iterator[Listed]:
    """List the modules of a folder that define this name, in the order in which people see them."""
    files = (_read(_text(path), f"{package}.{path.stem}", path.stem.replace("_", "-")) for path in folder.glob("*.py"))
    yield from sorted((module for module, names in files if holding in names), key=lambda module: module.place)


def _text(path: Path) -> str:
    """Return the text of a file; bytes that are not UTF-8 are replaced, so that one file does not end every command."""
    text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n") if "\r" in text else text


def _read(text: str, module: str, name: str) -> tuple[Listed, set[str]]:
    """Return what a module's text says about it, and which of the names listed above it defines."""
    names: set[str] = set()
    constants: dict[str, Any] = {}
    text = f"\n{text}"
    for token in _TOKEN.finditer(text):
        if token[1] is not None:
            names.add(token[1])
            if token[1] not in ("PUZZLE", "QUESTION"):
                constants |= _constants(_statements(text, token.start(1)))
    return Listed(name, module, _docstring(text), constants), names


def _statements(text: str, start: int) -> list[ast.stmt]:
    """Parse the logical line that begins at `start`: physical lines are added until it is whole. What is never whole is
    not Python."""
    end = start
    while end < len(text):
        line_break = text.find("\n", end + 1)
        end = len(text) if line_break < 0 else line_break
        try:
            return ast.parse(text[start:end]).body
        except (SyntaxError, ValueError):
            continue
    return []


def _constants(statements: Iterable[ast.stmt]) -> dict[str, Any]:
    """Return the constants that these statements assign. What is not a literal of the right type is left out."""
    constants: dict[str, Any] = {}
    for statement in statements:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        try:
            value = ast.literal_eval(statement.value)
        except (ValueError, TypeError):
            continue
        for target in statement.targets if isinstance(statement, ast.Assign) else (statement.target,):
            name = getattr(target, "id", "")
            if name in _NAMES:
                names = (value,) if isinstance(value, str) else value
                if isinstance(names, tuple | list) and all(isinstance(word, str) for word in names):
                    constants[name] = names
            elif isinstance(value, int) if name == "PLACE" else isinstance(value, str | None) and name == "PANEL":
                constants[name] = value
    return constants


def _docstring(text: str) -> str:
    """Return the docstring of a module, stripped; empty where there is none."""
    begin = _DOCSTRING.match(text)
    if begin is None or begin[1] is not None:
        return begin[1].strip() if begin else ""
    return (ast.get_docstring(ast.Module(_statements(text, begin.end()), []), clean=False) or "").strip()


_BESIDE = {
    "entails.models.fields": ("Document",),
    "entails.models.limits": ("Limits", "Options"),
    "entails.problem": ("Problem",),
}
"""What stands beside the questions: values that questions are asked with."""


def exports() -> dict[str, str]:
    """The module of each name. A common question comes before a puzzle's own of the same name."""
    folder, package = Path(__file__).parent / "queries", "entails.queries"
    own = sorted(path for path in folder.iterdir() if (path / "__init__.py").exists())
    packages = [(folder, package), *((path, f"{package}.{path.name}") for path in own)]
    found = {name: home for home, names in _BESIDE.items() for name in names}
    for place, name in packages:
        for module in modules(place, name, "__all__"):
            for exported in module.constants["__all__"]:
                found.setdefault(exported, module.module)
    return dict(sorted(found.items()))
