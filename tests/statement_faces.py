"""The faces of a statement: each gives all its answers (values of the variables that are not hidden) in its own way.

An answer that a face gives twice is there twice, which the tests see.
"""

from collections.abc import Callable, Collection
from typing import Any

from statement_meaning import Values, answers, assignments
from statement_oracle import every_answer

from entails.encoders.check import broken
from entails.encoders.check.checker import FAULTS
from entails.encoders.clauses import Style, compile_cnf
from entails.encoders.clauses.kinds import KINDS
from entails.encoders.cpsat import compile_cpsat
from entails.encoders.cpsat.compiler import POST
from entails.models.building import Builder, Model
from entails.models.dimacs import read_dimacs, write_dimacs
from entails.models.document import document_text, read_document
from entails.models.errors import InvalidPuzzle, InvalidStatement
from entails.models.expressions.lifting import Lifting
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.statement import Constraint, Statement
from entails.solvers.enumerate import solutions
from entails.solvers.registry import engine

Face = Callable[[Statement], list[Any]]


def by_cpsat(statement: Statement) -> list[Values]:
    return list(solutions(engine("cpsat"), compile_cpsat(statement), UNLIMITED, DEFAULTS))


def by_cnf(statement: Statement, style: Style = "complete", form: str = "pairwise") -> list[Values]:
    return list(solutions(engine("cadical195"), compile_cnf(statement, style, form), UNLIMITED, DEFAULTS))


def by_dimacs(statement: Statement) -> list[Values]:
    """Written as a DIMACS file, read again and solved by another engine; the first of its facts are the statement's."""
    read = read_dimacs("".join(write_dimacs(compile_cnf(statement))))
    found = solutions(engine("minisat22"), read, UNLIMITED, DEFAULTS)
    return list(dict.fromkeys(statement.values_of(answer) for answer in found))


def by_checker(statement: Statement) -> list[Values]:
    """All that the checker lets pass, without being told what is hidden."""
    shown = dict.fromkeys(values[: statement.shown] for values in assignments(statement))
    return [values for values in shown if broken(statement, values) is None]


def by_document(statement: Statement) -> list[Values]:
    """Written as JSON and read again. What is said about nothing, or can never hold, no document says."""
    try:
        again = read_document(document_text(Model(statement)))
    except InvalidPuzzle as error:
        return [] if "can never hold" in str(error) else list(answers(statement))
    return list(answers(again.statement))


def by_builder(statement: Statement) -> list[Values]:
    """Every constraint as a condition, said to a builder."""
    builder = Builder()
    unknowns = [
        builder.boolean(one.name) if one.boolean else builder.integer(one.name, one.values)
        for one in statement.variables
    ]
    lifting = Lifting(statement, unknowns)
    for said in statement.every_constraint:
        try:
            builder.add(lifting.claim(said), when=lifting.when(said.when) if said.when else None)
        except InvalidStatement:
            return []
    found = (values[: statement.shown] for values in every_answer(builder.statement()))
    return list(dict.fromkeys(found))


FACES: dict[str, Face] = {
    "cnf": by_cnf,
    "cpsat": by_cpsat,
    "check": by_checker,
    "json": by_document,
    "builder": by_builder,
    "dimacs": by_dimacs,
}

FOLDERS: dict[str, tuple[Collection[type[Constraint]], str]] = {
    "clauses": (KINDS, "write"),
    "cpsat": (POST, "post"),
    "check": (FAULTS, "faults"),
}
"""Where each compiler has a file for each kind of constraint, its table of them, and the function in each file."""
