"""A linear constraint in normal form: a sum of choices, each worth 0 at least, is =, != or <= a number.

A variable is a choice among its values, each worth its share of the sum; facts of the same variable are part of that
choice. So nothing is counted twice, and "three of these variables are 7" is the same as a count of three facts.
"""

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

from entails.encoders.clauses.layers import Choice
from entails.encoders.clauses.space import Space
from entails.models.statement import Linear


class Sum(NamedTuple):
    """The heaviest choices first. `op` is "=", "!=" or "<="."""

    choices: tuple[Choice, ...]
    op: str
    value: int

    @property
    def heaviest(self) -> list[int]:
        """The largest weight of each choice."""
        return [max(weight for weight, _ in choice) for choice in self.choices]

    @property
    def settled(self) -> bool | None:
        """Whether it holds or fails whatever is chosen; None when that depends."""
        most = sum(self.heaviest)
        if self.op == "<=":
            return True if self.value >= most else False if self.value < 0 else None
        if not 0 <= self.value <= most:
            return self.op == "!="
        return None if self.choices else self.op == "="


def normal(said: Linear, space: Space) -> Sum:
    """The same constraint as a sum of choices."""
    shares, value = _shares(said, space)
    op = said.op
    if op in ("<", ">"):
        op, value = ("<=", value - 1) if op == "<" else (">=", value + 1)
    if op == ">=":
        shares = [{literal: -weight for literal, weight in share.items()} for share in shares]
        op, value = "<=", -value
    choices: list[Choice] = []
    for share in shares:
        least = min(share.values())
        value -= least
        if any(weight != least for weight in share.values()):
            choices.append(_choice({literal: weight - least for literal, weight in share.items()}))
    return _reduced(choices, op, value)


def _shares(said: Linear, space: Space) -> tuple[list[dict[int, int]], int]:
    """What each literal of each variable is worth, and what is left of the number to compare with."""
    shares: dict[int, dict[int, int]] = {}
    value = said.value
    for coefficient, variable in said.terms:
        facts = space.facts(variable)
        share = shares.setdefault(variable, dict.fromkeys(facts.values(), 0))
        for number, literal in facts.items():
            share[literal] += coefficient * number
    for coefficient, literal in said.facts:
        variable = space.owner(literal)
        share = shares.setdefault(variable, dict.fromkeys(space.facts(variable).values(), 0))
        if literal < 0 and literal not in share:  # "is not 3" is worth as much as 1 - "is 3"
            value -= coefficient
            share[-literal] -= coefficient
        else:
            share[literal] += coefficient
    return list(shares.values()), value


def _choice(share: Mapping[int, int]) -> Choice:
    """Weighted literals. Where one of them alone differs from the rest, it decides."""
    weights = list(share.values())
    if len(weights) > 2 and len(set(weights)) == 2:
        for weight in set(weights):
            if weights.count(weight) == 1:
                (alone,) = (literal for literal, own in share.items() if own == weight)
                (rest,) = set(weights) - {weight}
                return ((rest, -alone), (weight, alone))
    return tuple((weight, literal) for literal, weight in share.items())


def _reduced(choices: list[Choice], op: str, value: int) -> Sum:
    """Divided by what all weights have in common."""
    common = gcd(*(weight for choice in choices for weight, _ in choice))
    if common > 1:
        if value % common and op in ("=", "!="):
            return Sum((), op, -1)  # never met
        value //= common
        choices = [tuple((weight // common, literal) for weight, literal in choice) for choice in choices]
    choices.sort(key=lambda choice: -max(weight for weight, _ in choice))
    return Sum(tuple(choices), op, value)
