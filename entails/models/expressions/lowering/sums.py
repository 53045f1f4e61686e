"""Which constraint says a sum best: a clause, a count, a comparison of two variables, or a sum as it is."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import gcd
from typing import cast

from entails.models.expressions.base import Op
from entails.models.expressions.linear import settled_between
from entails.models.expressions.lowering.formulas import TRUE, joined
from entails.models.expressions.lowering.register import Register
from entails.models.expressions.sums import HOLDS, OPPOSITE
from entails.models.statement import Clause, Compare, Constraint, Count, Formula, Linear, Logic
from entails.models.statement.constraints import CountOp

Terms = tuple[tuple[int, int], ...]
MANY_VALUES = 64


@dataclass(frozen=True, slots=True)
class Plain:
    """Factors with variables, factors with facts (positive literals), and what their sum is compared with."""

    terms: Terms
    facts: Terms
    op: Op
    value: int

    def opposite(self) -> "Plain":
        return replace(self, op=OPPOSITE[self.op])

    def canonical(self) -> tuple["Plain", bool]:
        """The same with op "=" or "<=" and a first factor above 0, or (False) its opposite: one form for what is told
        twice in different words."""
        terms, facts = (tuple(sorted(some, key=lambda term: term[1])) for some in (self.terms, self.facts))
        said, holds = Plain(terms, facts, self.op, self.value), True
        if said.op in ("!=", ">", ">="):
            said, holds = said.opposite(), False
        if said.op == "<":
            said = replace(said, op="<=", value=said.value - 1)
        if (*said.terms, *said.facts)[0][0] < 0:
            terms, facts = (tuple((-factor, one) for factor, one in some) for some in (said.terms, said.facts))
            if said.op == "=":
                return Plain(terms, facts, "=", -said.value), holds
            return Plain(terms, facts, "<=", -said.value - 1), not holds
        return said, holds


def constraints(said: Plain, register: Register, group: int, when: tuple[int, ...]) -> Iterable[Constraint]:
    """The constraints that say it; one nearly always, none where it always holds."""
    ends = [[factor * value for value in register.ends(variable)] for factor, variable in said.terms]
    ends += [[0, factor] for factor, _ in said.facts]
    holds = settled_between(said.op, said.value, sum(map(min, ends)), sum(map(max, ends)))
    common = gcd(*(factor for factor, _ in (*said.terms, *said.facts)))
    if said.op in ("=", "!=") and common and said.value % common:
        holds = said.op == "!="
    if holds is not None:
        if not holds:
            yield never(group, when)
    elif not said.facts and len(said.terms) == 1:
        yield from _of_one(said, register, group, when)
    elif not said.facts and len(said.terms) == 2 and sorted(factor for factor, _ in said.terms) == [-1, 1]:
        (_, left), (_, right) = sorted(said.terms, key=lambda term: -term[0])
        yield Compare(left, said.op, right, said.value, group=group, when=when)
    elif not said.terms and all(abs(factor) == 1 for factor, _ in said.facts):
        yield _count(said, group, when)
    else:
        yield Linear(said.terms, said.op, said.value, said.facts, group=group, when=when)


def _of_one(said: Plain, register: Register, group: int, when: tuple[int, ...]) -> Iterable[Constraint]:
    ((factor, variable),) = said.terms
    if said.op not in ("=", "!="):
        yield Linear(said.terms, said.op, said.value, group=group, when=when)
        return
    literal = 0 if said.value % factor else register.fact(variable, said.value // factor)
    if literal:
        yield Clause((literal if said.op == "=" else -literal,), group=group, when=when)
    elif said.op == "=":
        yield never(group, when)


def never(group: int, when: tuple[int, ...]) -> Constraint:
    """What cannot hold. An empty clause needs a condition in a document; without one, a fact contradicts itself."""
    return Clause((), group=group, when=when) if when else Logic(("and", 1, -1), group=group)


def _count(said: Plain, group: int, when: tuple[int, ...]) -> Constraint:
    """Facts that count 1 or -1: so many of these hold, and of those do not."""
    literals = tuple(factor * fact for factor, fact in said.facts)
    k = said.value + sum(factor < 0 for factor, _ in said.facts)
    op, k = {"<": ("<=", k - 1), ">": (">=", k + 1)}.get(said.op, (said.op, k))
    if (op, k) == (">=", 1):
        return Clause(literals, group=group, when=when)
    if len(literals) == 1 and (op, k) in (("=", 1), ("=", 0), ("<=", 0)):
        return Clause((literals[0] if k else -literals[0],), group=group, when=when)
    return Count(literals, cast(CountOp, op), k, group=group, when=when)


def facts_of(said: Plain, register: Register) -> "Formula | None":
    """The facts of which one must hold, where it speaks of one variable with not too many values."""
    if said.facts or len(said.terms) != 1:
        return None
    ((factor, variable),) = said.terms
    values = register.values(variable)
    if len(values) > MANY_VALUES:
        return None
    good = [value for value in values if HOLDS[said.op](factor * value, said.value)]
    if len(good) == len(values):
        return TRUE
    if len(values) > 2 and len(good) == len(values) - 1:
        (bad,) = set(values).difference(good)
        return -register.fact(variable, bad)
    return joined("or", [register.fact(variable, value) for value in good])
