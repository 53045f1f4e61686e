"""Names, docstrings and constants of modules, read from their source text without importing them.

The name of a file is the name of a puzzle type or the verb of a query. The first paragraph of its docstring is the help
line. A module may define these constants at the top level, each as a literal:

    PANEL    heading it is listed under; None: no command
    PLACE    order in listings, low numbers first
    WITHOUT  common queries that a puzzle type does not answer
    ALIASES  other names
    GENRES   names of the puzzle type in puzz.link addresses
    __all__  names that the Python interface offers
    VERBS    the queries of a file with several: by verb, a dictionary of `text` (the docstring of the verb) and of the
             constants above; the query of "check-proof" is CHECK_PROOF, where a file with one query has QUERY

Help lists whole folders; parsing them with `ast` takes 260 ms. So one regular expression skips strings and comments to
find the assignments, and `ast` parses only these: 15 ms. A command that runs reads only the files that its words name.

The Python interface (`entails`, and its namespaces such as `entails.wordle`) is made from these lists. Type checkers
need it written down: `scripts/exports.py` writes it into the modules.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

_TOKEN = re.compile(
    r"""
    \n(PANEL|PLACE|WITHOUT|ALIASES|GENRES|__all__|VERBS|PUZZLE|QUERY)\b  # a name at the beginning of a line
    |\#[^\n]*
    |\"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"\"\"
    |'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
    |"[^"\\\n]*(?:\\.[^"\\\n]*)*"
    |'[^'\\\n]*(?:\\.[^'\\\n]*)*'
    """,
    re.DOTALL | re.VERBOSE,
)
_DOCSTRING = re.compile(r'(?:\s|#[^\n]*)*(?:"""([^\\]*?)"""[ \t]*(?:\n|\Z)|(?=[rRuU]?["\']))')
"""Pattern of a module's docstring after blank lines and comments: three double quotes, or any other string."""
_NAMES = ("WITHOUT", "ALIASES", "GENRES", "__all__")
"""Constants whose value is a sequence of names."""
_NAME = re.compile("[a-z][a-z0-9-]*")
"""Pattern of the name of a puzzle type or query."""
_LAST = 50


@dataclass(frozen=True)
class Listed:
    """A module described without importing it, or one query of a module with several.

    `holder` is the name of the query in its module.
    """

    name: str
    module: str
    text: str
    constants: dict[str, Any] = field(default_factory=dict)
    holder: str = "QUERY"

    @property
    def summary(self) -> str:
        """Return the first paragraph of the docstring, on one line."""
        return " ".join(self.text.partition("\n\n")[0].split())

    @property
    def place(self) -> tuple[int, str]:
        """Return the sort key of the module in listings."""
        return self.constants.get("PLACE", _LAST), self.name


def listed(path: Path, module: str, name: str | None = None) -> Listed:
    """Read the docstring and the constants of a module from its file."""
    return _read(_text(path), module, name or path.stem.replace("_", "-"))[0]


def modules(folder: Path, package: str, holding: str) -> Iterator[Listed]:
    """Return the modules of a folder that define this constant, in display order."""
    files = (_read(_text(path), f"{package}.{path.stem}", path.stem.replace("_", "-")) for path in folder.glob("*.py"))
    yield from sorted((each for file in files for each in _holders(*file, holding)), key=lambda module: module.place)


def _holders(module: Listed, names: set[str], holding: str) -> Iterator[Listed]:
    """Yield the module itself if it defines this constant, or each verb of its `VERBS` that does."""
    verbs = {} if holding == "PUZZLE" else module.constants.get("VERBS", {})
    if holding in names and not verbs:
        yield module
    for verb, own in verbs.items():
        constants = {name: own[name] for name in own if name != "text"}
        if holding == "QUERY" or holding in constants:
            yield Listed(verb, module.module, own.get("text", ""), constants, verb.replace("-", "_").upper())


def module_named(folder: Path, package: str, holding: str, name: str) -> Listed | None:
    """Return the module of a folder, or the verb of a module, that has this name and defines this constant.

    Only its file is parsed.
    """
    path = folder / f"{name.replace('-', '_')}.py"
    if _NAME.fullmatch(name) is None:
        return None
    named = path.is_file()
    for file in (path,) if named else folder.glob("*.py"):
        text = _text(file)
        if named or ("\nVERBS = {" in text and f'"{name}": {{' in text):
            listing = _holders(*_read(text, f"{package}.{file.stem}", file.stem.replace("_", "-")), holding)
            if about := next((module for module in listing if module.name == name), None):
                return about
    return None


def _text(path: Path) -> str:
    """Return the text of a file. Bytes that are not UTF-8 are replaced, so that one bad file breaks no command."""
    text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n") if "\r" in text else text


def _read(text: str, module: str, name: str) -> tuple[Listed, set[str]]:
    """Return the description of a module by its source text, and the names of the listed constants it defines."""
    names: set[str] = set()
    constants: dict[str, Any] = {}
    text = f"\n{text}"
    for token in _TOKEN.finditer(text):
        if token[1] is not None:
            names.add(token[1])
            if token[1] not in ("PUZZLE", "QUERY"):
                constants |= _constants(_statements(text, token.start(1)))
    return Listed(name, module, _docstring(text), constants), names


def _statements(text: str, start: int) -> list[ast.stmt]:
    """Parse the statement that begins at `start`, adding lines until it is complete; empty if it never is."""
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
    """Return the constants that these statements assign; skip values of the wrong type."""
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
            elif name == "VERBS":
                constants |= {name: value} if isinstance(value, dict) and all(map(_is_verb, value.items())) else {}
            elif isinstance(value, int) if name == "PLACE" else isinstance(value, str | None) and name == "PANEL":
                constants[name] = value
    return constants


def _is_verb(item: tuple[Any, Any]) -> bool:
    """Return whether an item of `VERBS` is valid: the name of a verb with a dictionary."""
    return isinstance(item[0], str) and isinstance(item[1], dict)


def _docstring(text: str) -> str:
    """Return the docstring of a module, stripped; empty if there is none."""
    begin = _DOCSTRING.match(text)
    if begin is None or begin[1] is not None:
        return begin[1].strip() if begin else ""
    return (ast.get_docstring(ast.Module(_statements(text, begin.end()), []), clean=False) or "").strip()


_VALUES = {
    "entails.models.fields": ("Document",),
    "entails.models.limits": ("Limits", "Options"),
    "entails.problem": ("Problem", "from_cpmpy"),
    "entails.queries.lexicon.check": ("lexicon", "lexicons"),
    "entails.queries.sudoku.generate": ("generate",),
}
"""Names that `entails` exports besides the functions of common queries, by module."""

NAMESPACES = {
    "cnf": "cnf",
    "scrabble": "scrabble",
    "sudoku": "sudoku",
    "variant": "variant",
    "wordle": "wordle",
    "words": "lexicon",
}
"""Modules of the package that group the functions of one folder of queries, each with its folder."""
_QUERIES = Path(__file__).parent / "queries"


@cache
def exports() -> dict[str, str]:
    """Return the names that `entails` exports, apart from namespaces, each with its module."""
    listed_names = {name: home for home, names in _VALUES.items() for name in names}
    for module in modules(_QUERIES, "entails.queries", "__all__"):
        listed_names |= dict.fromkeys(module.constants["__all__"], module.module)
    return dict(sorted(listed_names.items()))


@cache
def aliases() -> dict[str, str]:
    """Return the unlisted names of `entails`, functions of namespaces, each with its module."""
    own_modules = (module for folder in sorted(set(NAMESPACES.values())) for module in _own(folder, "__all__"))
    names = {name: module.module for module in own_modules for name in module.constants["__all__"]}
    return {name: home for name, home in names.items() if name not in exports()}


def members(namespace: str) -> dict[str, tuple[str, str | None]]:
    """Return the functions of a namespace by name, each with its module and its name there.

    A query of the folder is called by its verb. The common queries that the puzzle type answers follow. The name
    in the module is None for a function that is made from the query (`entails.queries.parse.function_of`).
    """
    folder = NAMESPACES[namespace]
    own = {module.name: module for module in _own(folder, "QUERY") if module.constants.get("PANEL", "") is not None}
    functions: dict[str, tuple[str, str | None]] = {
        verb.replace("-", "_"): (module.module, module.constants.get("__all__", (None,))[0])
        for verb, module in own.items()
    }
    type_file = _QUERIES.parent / "puzzles" / f"{folder}.py"
    if type_file.exists():
        unanswered = {*listed(type_file, "").constants.get("WITHOUT", ()), *own}
        for module in modules(_QUERIES, "entails.queries", "QUERY"):
            if module.name not in unanswered:
                names = module.constants.get("__all__")
                functions |= {name: (module.module, name) for name in names or ()} or {
                    module.name: (module.module, None)
                }
    return dict(sorted(functions.items()))


def lazy(module: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a namespace: each function is imported on first use (PEP 562)."""
    namespace = sys.modules[module]

    def getattribute(name: str) -> Any:
        if name not in namespace.__all__:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, attribute = members(module.rpartition(".")[2])[name]
        if attribute is None:
            folder = NAMESPACES[module.rpartition(".")[2]]
            value = import_module("entails.queries.parse").function_of(name.replace("_", "-"), folder)
            value.__module__ = module
        else:
            value = getattr(import_module(home), attribute)
        setattr(namespace, name, value)
        return value

    return getattribute, lambda: sorted({*vars(namespace), *namespace.__all__} - {"TYPE_CHECKING", "lazy"})


def _own(folder: str, constant: str) -> Iterator[Listed]:
    """Return the modules of a folder of queries that define this constant."""
    return modules(_QUERIES / folder, f"entails.queries.{folder}", constant)
