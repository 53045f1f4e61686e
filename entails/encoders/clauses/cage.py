"""The sum of cells that all differ, by sets of values: 3 cells that add up to 7 are 1, 2 and 4.

A set is the right one when each of its values is taken somewhere. That is exact, since the cells take no other values
then; it needs no partial sums, and it prunes more than they do.
"""

from collections.abc import Callable, Sequence
from itertools import chain, combinations
from math import comb
from operator import eq, ge, gt, le, lt, ne

from entails.encoders.clauses.writer import Writer
from entails.models.statement import Linear

_COMPARED: dict[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_LISTED = 1_000
_KEPT = 150


def sets(said: Linear, out: Writer) -> list[tuple[int, ...]] | None:
    """The sets of values that fit; None where the variables are not known to differ, or there are too many sets."""
    coefficients = {coefficient for coefficient, _ in said.terms}
    over = [variable for _, variable in said.terms]
    if said.facts or len(coefficients) != 1 or len(over) < 3 or len(set(over)) != len(over):
        return None
    values = sorted({value for variable in over for value in out.facts(variable)})
    if comb(len(values), len(over)) > _LISTED or not out.apart.all_differ(over):
        return None
    (coefficient,) = coefficients
    fits = _COMPARED[said.op]
    found = [chosen for chosen in combinations(values, len(over)) if fits(coefficient * sum(chosen), said.value)]
    return found if len(found) <= _KEPT else None


def claim(over: Sequence[int], fitting: Sequence[tuple[int, ...]], out: Writer) -> None:
    """Claim that the values of these variables are one of the sets."""
    if not fitting:
        out.claim()
        return
    common, possible = set(fitting[0]).intersection(*fitting), set(chain(*fitting))
    takers: dict[int, list[int]] = {}
    for variable in over:
        for value, literal in out.facts(variable).items():
            takers.setdefault(value, []).append(literal)
            if value not in possible:
                out.claim(-literal)
    for value in sorted(common):
        out.claim(*takers[value])
    taken = {value: out.any_of(takers[value]) for value in sorted(possible - common)}
    if taken:
        chosen = {values: out.all_of(taken[value] for value in values if value in taken) for values in fitting}
        out.claim(*chosen.values())
        for value, literal in taken.items():
            out.claim(-literal, *(one for values, one in chosen.items() if value in values))
