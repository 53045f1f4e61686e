"""Solution lists and counts by enumeration, and symmetries of values that shorten a count."""

from collections.abc import Iterator
from math import factorial
from typing import TypeVar

from entails.models.constraints import AllDifferent
from entails.models.encoding import Encoding
from entails.models.limits import Limits, Options
from entails.models.outcome import ModelCount, Solutions
from entails.models.statement import Statement
from entails.solvers.engine import EngineProtocol

A = TypeVar("A")


def solutions(solver: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> Solutions[A]:
    """Return a lazy list of solutions; nothing runs before it is iterated."""

    def produce(listing: Solutions[A]) -> Iterator[A]:
        with solver.open(encoding, limits, options) as session:
            reason = yield from session.answers(options.max_solutions)
            listing.ended(reason)

    return Solutions(produce)


def count(solver: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> ModelCount:
    """Count solutions, up to `options.max_solutions`."""
    listing = solutions(solver, encoding, limits, options)
    value = sum(1 for _ in listing)
    return ModelCount(value, listing.complete, listing.reason)


def interchangeable(statement: Statement) -> tuple[tuple[int, ...], int] | None:
    """Return facts to fix and the factor by which that divides the number of solutions; None if values differ.

    If all constraints are all-differents on variables with equal domains, renaming the values maps solutions to
    solutions. The values of a line that holds each value once can then be fixed in one order out of all.
    """
    values = {tuple(variable.values) for variable in statement.variables}
    constraints = statement.every_constraint
    if len(values) != 1 or any(variable.boolean or variable.hidden for variable in statement.variables):
        return None
    if not all(
        isinstance(constraint, AllDifferent) and not constraint.apart_from and not constraint.when
        for constraint in constraints
    ):
        return None
    (domain,) = values
    for constraint in constraints:
        if isinstance(constraint, AllDifferent) and len(set(constraint.over)) == len(constraint.over) == len(domain):
            fixed = tuple(statement.fact(number, value) for number, value in zip(constraint.over, domain, strict=True))
            return fixed, factorial(len(domain))
    return None
