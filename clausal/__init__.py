"""Clausal: say a puzzle as constraints, let an engine answer.

The front door is imported on first use (PEP 562), so that `import clausal` costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clausal.api import (
        check,
        count,
        exact_depth,
        explain,
        export,
        forced,
        parse,
        parse_many,
        quine,
        rate,
        solutions,
        solve,
    )
    from clausal.models.limits import Limits, Options
    from clausal.solvers.sudoku.orders import generate
    from clausal.solvers.sudoku.steps.ask import hint, steps

__version__ = "0.1.0"

__all__ = [
    "Limits",
    "Options",
    "check",
    "count",
    "exact_depth",
    "explain",
    "export",
    "forced",
    "generate",
    "hint",
    "parse",
    "parse_many",
    "quine",
    "rate",
    "solutions",
    "solve",
    "steps",
]

_ELSEWHERE = {
    "Limits": "clausal.models.limits",
    "Options": "clausal.models.limits",
    "generate": "clausal.solvers.sudoku.orders",
    "hint": "clausal.solvers.sudoku.steps.ask",
    "steps": "clausal.solvers.sudoku.steps.ask",
}
_HOME = {name: _ELSEWHERE.get(name, "clausal.api") for name in __all__}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
