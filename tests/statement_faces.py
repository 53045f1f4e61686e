"""The ways to solve a statement: each returns all solutions (values of the variables that are not hidden).

A repeated solution stays in the list, so that the tests detect it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from statement_meaning import Values, answers, assignments
from statement_oracle import every_answer

from entails.encoders.check.checker import FAULTS, broken
from entails.encoders.cnf import Style
from entails.encoders.cnf.compile import KINDS, compile_cnf
from entails.encoders.cpsat.compile import POST, compile_cpsat
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import write_dimacs
from entails.formats.model_json.read import read_document
from entails.formats.model_json.scope import Lifting
from entails.formats.model_json.write import document_text
from entails.models.constraints import Constraint
from entails.models.errors import InvalidPuzzle, InvalidStatement
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel
from entails.models.statement import Statement
from entails.solvers.engine import engine, solutions

Face = Callable[[Statement], list[Any]]


def by_cpsat(statement: Statement) -> list[Values]:
    return list(solutions(engine("cpsat"), compile_cpsat(statement), UNLIMITED, DEFAULTS))


def by_cnf(statement: Statement, style: Style = "complete", form: str = "pairwise") -> list[Values]:
    return list(solutions(engine("cadical195"), compile_cnf(statement, style, form), UNLIMITED, DEFAULTS))


def by_dimacs(statement: Statement) -> list[Values]:
    """Solve a statement by writing it as DIMACS, reading it again and using another engine."""
    read = read_dimacs("".join(write_dimacs(compile_cnf(statement))))
    result = solutions(engine("minisat22"), read, UNLIMITED, DEFAULTS)
    return list(dict.fromkeys(statement.values_of(answer) for answer in result))


def by_checker(statement: Statement) -> list[Values]:
    """Return all assignments that the checker accepts, without information on hidden variables."""
    shown = dict.fromkeys(values[: statement.shown] for values in assignments(statement))
    return [values for values in shown if broken(statement, values) is None]


def by_document(statement: Statement) -> list[Values]:
    """Solve a statement by writing it as JSON and reading it; documents omit empty and unsatisfiable constraints."""
    try:
        again = read_document(document_text(ProblemModel(statement)))
    except InvalidPuzzle as error:
        return [] if "can never be true" in str(error) else list(answers(statement))
    return list(answers(again.statement))


def by_builder(statement: Statement) -> list[Values]:
    """Solve a statement by stating every constraint as a condition in a builder."""
    builder = Builder()
    unknowns = [
        builder.boolean(variable.name) if variable.boolean else builder.integer(variable.name, variable.values)
        for variable in statement.variables
    ]
    lifting = Lifting(statement, unknowns)
    for item in statement.every_constraint:
        try:
            builder.add(lifting.claim(item), when=lifting.when(item.when) if item.when else None)
        except InvalidStatement:
            return []
    result = (values[: statement.shown] for values in every_answer(builder.statement()))
    return list(dict.fromkeys(result))


FACES: dict[str, Face] = {
    "cnf": by_cnf,
    "cpsat": by_cpsat,
    "check": by_checker,
    "json": by_document,
    "builder": by_builder,
    "dimacs": by_dimacs,
}

FOLDERS: dict[str, tuple[Mapping[type[Constraint], Any], str | None]] = {
    "cnf": (KINDS, "write"),
    "cpsat": (POST, None),
    "check": (FAULTS, None),
}
"""The tables of the compilers by constraint type, and the functions in them."""
