"""All answers of a puzzle, one after the other, and how many there are.

Values that nothing tells apart: an empty Latin square has as many answers with any first row as with any other.
"""

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
    """A lazy list of answers; nothing runs before it is iterated."""

    def produce(listing: Solutions[A]) -> Iterator[A]:
        with solver.open(encoding, limits, options) as session:
            reason = yield from session.answers(options.max_solutions)
            listing.ended(reason)

    return Solutions(produce)


def count(solver: EngineProtocol, encoding: Encoding[A], limits: Limits, options: Options) -> ModelCount:
    """How many answers, up to `options.max_solutions`."""
    listing = solutions(solver, encoding, limits, options)
    value = sum(1 for _ in listing)
    return ModelCount(value, listing.complete, listing.reason)


def interchangeable(statement: Statement) -> tuple[tuple[int, ...], int] | None:
    """Facts that may be fixed, and by how much that divides the number of answers; None where values differ.

    Where all-differents are all that is said, of variables with the same values, renaming the values makes an answer of
    an answer. So those of a line that holds every value can be fixed in one order out of all."""
    values = {tuple(variable.values) for variable in statement.variables}
    said = statement.every_constraint
    if len(values) != 1 or any(variable.boolean or variable.hidden for variable in statement.variables):
        return None
    if not all(isinstance(one, AllDifferent) and not one.apart_from and not one.when for one in said):
        return None
    (domain,) = values
    for one in said:
        if isinstance(one, AllDifferent) and len(set(one.over)) == len(one.over) == len(domain):
            fixed = tuple(statement.fact(number, value) for number, value in zip(one.over, domain, strict=True))
            return fixed, factorial(len(domain))
    return None
