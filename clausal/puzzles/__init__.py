"""One file per puzzle, found by listing this folder; others come from installed packages.

A file's name is the puzzle's name, the first line of its docstring what people are told about it, and `WITHOUT` names
the common questions that it does not answer: all of it is read as text (`clausal.listing`), so that nothing is imported
before a puzzle is used. Another package offers a puzzle by an entry point of group `clausal.puzzles`, whose name is the
puzzle's and whose value is the module that holds its `KIND`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from clausal.listing import Listed, listed, modules

if TYPE_CHECKING:
    from clausal.puzzles.base import AnyKind

_FOLDER = Path(__file__).parent
_loaded: dict[str, "AnyKind"] = {}


@cache
def own_puzzles() -> dict[str, Listed]:
    """The puzzles of this folder, by name: files with a `KIND`."""
    return {one.name: one for one in modules(_FOLDER, __name__, "KIND")}


@cache
def puzzles() -> dict[str, Listed]:
    """Every puzzle that is installed, by name. Reading the entry points takes a while, so ask only for listings."""
    found = dict(own_puzzles())
    for point in entry_points(group=__name__):
        spec = find_spec(point.value)
        if spec is not None and spec.origin is not None:
            found.setdefault(point.name, listed(Path(spec.origin), point.value, point.name))
    return dict(sorted(found.items(), key=lambda one: one[1].place))


def puzzle(name: str) -> Listed:
    """What is known of a puzzle without importing it."""
    from clausal.models.errors import UnsupportedCapability

    found = own_puzzles().get(name) or puzzles().get(name)
    if found is None:
        raise UnsupportedCapability(f"there is no puzzle {name!r}; there are {', '.join(puzzles())}")
    return found


def kind(name: str) -> "AnyKind":
    """The puzzle kind of this name, its module imported on first use."""
    if name not in _loaded:
        _loaded[name] = import_module(puzzle(name).module).KIND
    return _loaded[name]


def kind_of(value: object) -> "AnyKind":
    """The kind that this puzzle belongs to, by its type. Kinds in use are tried first, so as to import no others."""
    from clausal.models.errors import UnsupportedCapability

    for name in (*_loaded, *puzzles()):
        if isinstance(value, kind(name).model):
            return kind(name)
    raise UnsupportedCapability(f"{type(value).__name__} is not a puzzle; parse it first")
