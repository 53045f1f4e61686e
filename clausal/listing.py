"""What modules say about themselves, read as text: a folder is listed without importing what is in it.

A file's name is the name of a puzzle or a verb, the first paragraph of its docstring the help line. A few constants may
stand beside it, each on a line of its own: `PANEL` (the heading it is listed under), `PLACE` (low numbers come first),
`ALIASES` (other names), `GENRES` (what puzz.link calls it).
"""

import re
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_DOCSTRING = re.compile(r'\A[rR]?"""(.+?)"""', re.DOTALL)
_CONSTANT = re.compile(
    r'^(PANEL|PLACE|WITHOUT|ALIASES|GENRES|__all__) = (None|"[^"\n]*"|\d+|\[.*?\]|\(.*?\))$', re.DOTALL | re.MULTILINE
)
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
    """What a file says about its module."""
    return _read(path.read_text("utf-8"), module, name or path.stem.replace("_", "-"))


def _read(text: str, module: str, name: str) -> Listed:
    found = _DOCSTRING.match(text)
    constants = {word: literal_eval(value) for word, value in _CONSTANT.findall(text)}
    return Listed(name, module, found[1].strip() if found else "", constants)


def modules(folder: Path, package: str, holding: str) -> Iterator[Listed]:
    """The modules of a folder that define this name, in the order in which people see them."""
    texts = {path: path.read_text("utf-8") for path in folder.glob("*.py")}
    defined = re.compile(rf"^{holding}\b", re.MULTILINE)
    found = [
        _read(text, f"{package}.{path.stem}", path.stem.replace("_", "-"))
        for path, text in texts.items()
        if defined.search(text)
    ]
    yield from sorted(found, key=lambda one: one.place)
