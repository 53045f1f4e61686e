"""All engines by name. Adding one is a line here; the contract suite and `entails engines` then know it.

Only the module of the engine that is asked for is imported: those of one puzzle bring its models with them.
"""

from functools import cache
from importlib import import_module

from entails.models.errors import EngineUnavailable
from entails.solvers.engine import Engine

_MODULES = {
    "cpsat": "cpsat",
    "rc2": "rc2",
    "quine": "quine.engine",
    "bits": "sudoku.bits",
    "filter": "wordle.engine",
    "generator": "scrabble.engine",
}
"""Where those are that have a module of their own; those of python-sat share one."""


@cache
def engines() -> dict[str, Engine]:
    """Every engine, the default first. Importing their modules is cheap: the packages behind them load on use."""
    return {**_of_python_sat(), **{name: _of_its_own(name) for name in _MODULES}}


def engine(name: str) -> Engine:
    """The engine of this name."""
    if name in _MODULES:
        return _of_its_own(name)
    found = _of_python_sat().get(name) or engines().get(name)
    if found is None:
        raise EngineUnavailable(f"there is no engine {name!r}; there are {', '.join(engines())}")
    return found


@cache
def _of_python_sat() -> dict[str, Engine]:
    from entails.solvers.sat import ENGINES

    return {engine.name: engine for engine in ENGINES}


def _of_its_own(name: str) -> Engine:
    found: Engine = import_module(f"entails.solvers.{_MODULES[name]}").ENGINE
    return found
