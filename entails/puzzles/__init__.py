"""One file per puzzle, found by listing this folder; others come from installed packages.

A file's name is the puzzle's name, the first line of its docstring what people are told about it, `WITHOUT` names the
common questions that it does not answer, `ALIASES` other names that it goes by: all of it is read as text
(`entails.listing`), so that nothing is imported before a puzzle is used. Another package offers a puzzle by an entry
point of group `entails.puzzles`, whose name is the puzzle's and whose value is the module that holds its `PUZZLE`.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from entails.listing import Listed, listed, modules

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from entails.puzzles.base import AnyPuzzle

_FOLDER = Path(__file__).parent
_CP_MODEL = ("ortools.sat.python.cp_model", "CpModel")
_loaded: dict[str, "AnyPuzzle"] = {}
_kind_of: dict[type, "AnyPuzzle"] = {}


@cache
def own_puzzles() -> dict[str, Listed]:
    """The puzzles of this folder, by name: files with a `PUZZLE`."""
    return {one.name: one for one in modules(_FOLDER, __name__, "PUZZLE")}


@cache
def puzzles() -> dict[str, Listed]:
    """Every puzzle that is installed, by name. Reading the entry points takes a while, so ask only for listings."""
    from importlib.metadata import entry_points

    found = dict(own_puzzles())
    for point in entry_points(group=__name__):
        if point.name not in found and (path := _file_of(point.value)) is not None:
            found[point.name] = listed(path, point.value, point.name)
    return dict(sorted(found.items(), key=lambda one: one[1].place))


def _file_of(module: str) -> Path | None:
    """Where a module of somebody else's is; None when it cannot be found, which must not end our own commands."""
    try:
        spec = find_spec(module)
    except Exception:
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def known(name: str) -> Listed | None:
    """What is known, without importing it, of the puzzle that has this name or goes by it too. Installed packages are
    asked only for names that are not ours."""
    for listing in (own_puzzles, puzzles):
        for one in listing().values():
            if name == one.name or name in one.constants.get("ALIASES", ()):
                return one
    return None


def puzzle(name: str) -> Listed:
    """The same; a name that nobody knows is refused."""
    from entails.models.errors import UnsupportedCapability

    found = known(name)
    if found is None:
        raise UnsupportedCapability(f"there is no puzzle {name!r}; there are {', '.join(puzzles())}")
    return found


def kind(name: str) -> "AnyPuzzle":
    """The puzzle kind of this name, its module imported on first use."""
    about = puzzle(name)
    if about.name not in _loaded:
        try:
            _loaded[about.name] = import_module(about.module).PUZZLE
        except Exception as error:
            if about.name in own_puzzles():
                raise
            from entails.models.errors import EngineUnavailable

            raise EngineUnavailable(f"the puzzle {name} of {about.module} cannot be loaded: {error}") from error
    return _loaded[about.name]


def as_puzzle(value: object) -> Any:
    """What a question is about: a puzzle itself, or what becomes one: a problem of one's own (`entails.Problem`), a
    formula given as a list of clauses, a model of OR-Tools."""
    if type(value) in (list, tuple):
        from entails.formats.dimacs.write import formula

        return formula(cast(Sequence[object], value))
    if any((base.__module__, base.__name__) == _CP_MODEL for base in type(value).__mro__):
        from entails.formats.cp_model import from_object

        return from_object(cast("CpModel", value))
    made = getattr(value, "as_puzzle", None)
    return value if made is None else made()


def kind_of(value: object) -> "AnyPuzzle":
    """The kind that this puzzle belongs to, by its type."""
    found = _kind_of.get(type(value))
    if found is None:
        found = _kind_of[type(value)] = _search(value)
    return found


def loadable() -> list[str]:
    """The puzzles that work here: one of somebody else's that does not is left out, with a warning in the log."""
    return [name for name in puzzles() if name in own_puzzles() or _loads(name)]


def _loads(name: str) -> bool:
    from entails.models.errors import EngineUnavailable

    try:
        kind(name)
    except EngineUnavailable as error:
        logging.getLogger(__name__).warning("%s", error)
        return False
    return True


def _search(value: object) -> "AnyPuzzle":
    """Kinds in use are tried first, and installed packages last, so as to import no others."""
    from entails.models.errors import UnsupportedCapability

    places: tuple[Callable[[], Iterable[str]], ...] = (lambda: list(_loaded), own_puzzles, loadable)
    for names in places:
        for name in names():
            if isinstance(value, kind(name).model):
                return kind(name)
    raise UnsupportedCapability(f"{type(value).__name__} is not a puzzle; parse it first")
