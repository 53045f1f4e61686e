"""Puzzle types: one file per type in this folder, and those of installed packages.

A file's name is the name of its puzzle type. The first paragraph of its docstring is shown in help and lists,
`WITHOUT` names the common queries that the type does not support, and `ALIASES` gives further names. These are read as
text (`entails.listing`), so that a module is imported only when its puzzle is used. Another package adds a puzzle type
by an entry point in the group `entails.puzzles`: its name is the puzzle's, its value the module that defines `PUZZLE`.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from entails.listing import Listed, listed, module_named, modules

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from entails.puzzles.base import AnyPuzzle

_FOLDER = Path(__file__).parent
_CP_MODEL = ("ortools.sat.python.cp_model", "CpModel")
_loaded: dict[str, "AnyPuzzle"] = {}
_kind_of: dict[type, "AnyPuzzle"] = {}


@cache
def own_puzzles() -> dict[str, Listed]:
    """Return the puzzle types of this folder by name: the modules that define `PUZZLE`."""
    return {entry.name: entry for entry in modules(_FOLDER, __name__, "PUZZLE")}


@cache
def own_puzzle(name: str) -> Listed | None:
    """Return the puzzle type of this folder with this name, or None. Aliases do not count."""
    return module_named(_FOLDER, __name__, "PUZZLE", name)


@cache
def puzzles() -> dict[str, Listed]:
    """Return every installed puzzle type by name. Reading the entry points is slow, so use it for listings only."""
    from importlib.metadata import entry_points

    entries = dict(own_puzzles())
    for point in entry_points(group=__name__):
        if point.name not in entries and (path := _file_of(point.value)) is not None:
            entries[point.name] = listed(path, point.value, point.name)
    return dict(sorted(entries.items(), key=lambda item: item[1].place))


def _file_of(module: str) -> Path | None:
    """Return the file of a module of another package, or None if it is missing, so that no command fails."""
    try:
        spec = find_spec(module)
    except Exception:
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def known(name: str) -> Listed | None:
    """Return the listing of the puzzle type with this name or alias, or None. Its module is not imported.

    All files of this folder are read only if none has this name, and the entry points only if no alias matches either.
    """
    if (own := own_puzzle(name)) is not None:
        return own
    for listing in (own_puzzles, puzzles):
        for entry in listing().values():
            if name == entry.name or name in entry.constants.get("ALIASES", ()):
                return entry
    return None


def puzzle(name: str) -> Listed:
    """Return the listing of the puzzle type with this name or alias; raise UnsupportedCapability if there is none."""
    from entails.models.errors import UnsupportedCapability

    entry = known(name)
    if entry is None:
        raise UnsupportedCapability(f"unknown puzzle type {name!r}; available: {', '.join(puzzles())}")
    return entry


def puzzle_type_named(name: str) -> "AnyPuzzle":
    """Return the puzzle type of this name; import its module on first use."""
    about = puzzle(name)
    if about.name not in _loaded:
        try:
            _loaded[about.name] = import_module(about.module).PUZZLE
        except Exception as error:
            if about.name in own_puzzles():
                raise
            from entails.models.errors import EngineUnavailable

            raise EngineUnavailable(f"cannot load the puzzle type {name} from {about.module}: {error}") from error
    return _loaded[about.name]


def as_puzzle(value: object) -> Any:
    """Return the puzzle behind the argument of a query, such as a `Problem` or the value itself.

    A puzzle is returned unchanged. An `entails.Problem`, a list of clauses and an OR-Tools model are converted.
    """
    if type(value) in (list, tuple):
        from entails.formats.dimacs.write import formula

        return formula(cast(Sequence[object], value))
    if any((base.__module__, base.__name__) == _CP_MODEL for base in type(value).__mro__):
        from entails.formats.cp_model import from_object

        return from_object(cast("CpModel", value))
    convert = getattr(value, "as_puzzle", None)
    return value if convert is None else convert()


def puzzle_type_of(value: object) -> "AnyPuzzle":
    """Return the puzzle type of a puzzle value, by its class."""
    puzzle_type = _kind_of.get(type(value))
    if puzzle_type is None:
        puzzle_type = _kind_of[type(value)] = _search(value)
    return puzzle_type


def loadable() -> list[str]:
    """Return the names of the puzzle types that can be imported; log a warning for each package that fails."""
    return [name for name in puzzles() if name in own_puzzles() or _loads(name)]


def _loads(name: str) -> bool:
    from entails.models.errors import EngineUnavailable

    try:
        puzzle_type_named(name)
    except EngineUnavailable as error:
        logging.getLogger(__name__).warning("%s", error)
        return False
    return True


def _search(value: object) -> "AnyPuzzle":
    """Return the type of a puzzle value. Loaded types are tried first and installed packages last."""
    from entails.models.errors import UnsupportedCapability

    places: tuple[Callable[[], Iterable[str]], ...] = (lambda: list(_loaded), own_puzzles, loadable)
    for names in places:
        for name in names():
            if isinstance(value, puzzle_type_named(name).model):
                return puzzle_type_named(name)
    raise UnsupportedCapability(f"{type(value).__name__} is not a puzzle; expected a value of entails.parse")
