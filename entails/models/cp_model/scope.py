"""Which variables a constraint speaks of."""

from collections.abc import Iterable, Iterator

from entails.models.cp_model.constraints import (
    AllDiff,
    Arithmetic,
    Automaton,
    Bools,
    Circuit,
    Constraint,
    Cumulative,
    Element,
    Expression,
    Interval,
    Inverse,
    Linear,
    NoOverlap,
    Nothing,
    Reservoir,
    Table,
)
from entails.models.cp_model.contents import Contents


def scope(said: Constraint, contents: Contents) -> Iterator[int]:
    """Their indices, some of them more than once."""
    yield from _of_literals(said.enforced)
    match said.body:
        case Linear(total, _):
            yield from _of_sums([total])
        case Bools(_, literals):
            yield from _of_literals(literals)
        case Arithmetic(_, target, exprs):
            yield from _of_sums([target, *exprs])
        case AllDiff(exprs) | Table(exprs, _, _) | Automaton(exprs, _, _, _):
            yield from _of_sums(exprs)
        case Element(index, items, target):
            yield from _of_sums([index, *items, target])
        case Inverse(direct, inverse):
            yield from (*direct, *inverse)
        case Circuit(arcs, _):
            yield from _of_literals(literal for _, _, literal in arcs)
        case Interval(start, size, end):
            yield from _of_sums([start, size, end])
        case NoOverlap(intervals, across):
            yield from _of_intervals((*intervals, *(across or ())), contents)
        case Cumulative(intervals, demands, capacity):
            yield from _of_intervals(intervals, contents)
            yield from _of_sums([*demands, capacity])
        case Reservoir(times, changes, active, _, _):
            yield from _of_sums([*times, *changes])
            yield from _of_literals(active)
        case Nothing():
            pass


def _of_sums(sums: Iterable[Expression]) -> Iterator[int]:
    return (variable for one in sums for _, variable in one.terms)


def _of_literals(literals: Iterable[int]) -> Iterator[int]:
    return (literal if literal >= 0 else -literal - 1 for literal in literals)


def _of_intervals(places: Iterable[int], contents: Contents) -> Iterator[int]:
    return (variable for place in places for variable in scope(contents.constraints[place], contents))
