"""The faces of a statement: each gives all its answers (values of the variables that are not hidden) in its own way.

An answer that a face gives twice is there twice, which the tests see.
"""

from collections.abc import Callable
from typing import Any

from statement_meaning import Values, assignments

from clausal.encoders.check import broken
from clausal.encoders.check.checker import FAULTS
from clausal.encoders.cpsat import compile_cpsat
from clausal.encoders.cpsat.compiler import POST
from clausal.models.limits import DEFAULTS, UNLIMITED
from clausal.models.statement import Constraint, Statement
from clausal.solvers.enumerate import solutions
from clausal.solvers.registry import engine

Face = Callable[[Statement], list[Any]]


def by_cpsat(statement: Statement) -> list[Values]:
    return list(solutions(engine("cpsat"), compile_cpsat(statement), UNLIMITED, DEFAULTS))


def by_checker(statement: Statement) -> list[Values]:
    """All that the checker lets pass, without being told what is hidden."""
    shown = dict.fromkeys(values[: statement.shown] for values in assignments(statement))
    return [values for values in shown if broken(statement, values) is None]


FACES: dict[str, Face] = {"cpsat": by_cpsat, "check": by_checker}

FOLDERS: dict[str, tuple[dict[type[Constraint], Any], str]] = {"cpsat": (POST, "post"), "check": (FAULTS, "faults")}
"""Where each compiler has a file for each kind of constraint, its table of them, and the function in each file."""
