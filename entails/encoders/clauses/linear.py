"""A sum of variables and facts, compared with a number.

Cells of a cage that all differ are summed by the sets of values that fit; few small choices are listed; more are read
one by one while there are few partial sums; the rest is added in binary.
"""

from collections.abc import Iterator
from itertools import product
from math import prod
from operator import itemgetter

from entails.encoders.clauses import adder, cage, count, ordered_sums, partial_sums
from entails.encoders.clauses.choices import Sum, normal
from entails.encoders.clauses.shape import Shape
from entails.encoders.clauses.size import NOTHING, Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.statement import Linear

LISTED = 300
"""So many clauses at most are listed, for three choices at most."""
READ = 20_000
"""So many steps between partial sums at most; beyond, sums are added in binary."""


def size(said: Linear, space: Space) -> Size:
    summed = _summed(said, space)
    if summed.settled is not None:
        return NOTHING if summed.settled else Size(1)
    if (counted := _as_count(summed)) is not None:
        return count.size_of(len(counted[0]), *counted[1:], space.at_most_one)
    if _cases(summed) <= LISTED:
        longest = sum(len(choice) for choice in summed.choices)
        return Size(3 * _cases(summed), 3 * longest * _cases(summed))
    if ordered_sums.fits(summed) and ordered_sums.edges(summed) <= READ:
        return ordered_sums.size(summed)
    if partial_sums.edges(summed) <= READ:
        return partial_sums.size(summed)
    named = sum(len(choice) * max(weight for weight, _ in choice).bit_length() for choice in summed.choices)
    return adder.size(_bits_worth(summed)).plus(Size(2 * named, 4 * named, named))


def shape(said: Linear) -> Shape | None:
    """Variables in the order of their coefficients."""
    if said.facts:
        return None
    terms = sorted(said.terms, key=itemgetter(0))
    return Shape((*(times for times, _ in terms), said.op, said.value), tuple(variable for _, variable in terms))


def is_special(said: Linear, out: Writer) -> bool:
    """A cage depends on what else is known of its cells."""
    return cage.sets(said, out) is not None


def write(said: Linear, out: Writer) -> None:
    summed = _summed(said, out.space)
    if summed.settled is not None:
        if not summed.settled:
            out.claim()
    elif (counted := _as_count(summed)) is not None:
        count.claim(*counted, out)
    elif (fitting := cage.sets(said, out)) is not None:
        cage.claim([variable for _, variable in said.terms], fitting, out)
    elif _cases(summed) <= LISTED:
        out.claim_all(_listed(summed))
    elif ordered_sums.fits(summed) and ordered_sums.edges(summed) <= READ:
        ordered_sums.claim(summed, out)
    elif partial_sums.edges(summed) <= READ:
        partial_sums.claim(summed, out)
    else:
        adder.claim(_weighted(summed, out), summed.op, summed.value, out)


def _summed(said: Linear, space: Space) -> Sum:
    return space.once(said, lambda: normal(said, space))


def _as_count(said: Sum) -> tuple[list[int], str, int] | None:
    """As a count of literals, where all are worth the same."""
    if any(len(choice) != 2 for choice in said.choices) or set(said.heaviest) != {1}:
        return None
    return [literal for choice in said.choices for weight, literal in choice if weight], said.op, said.value


def _cases(said: Sum) -> int:
    """How many clauses a list takes: for each choice, all combinations of the others. Too many for many choices."""
    if len(said.choices) > 3:
        return LISTED + 1
    total = prod(map(len, said.choices))
    return sum(total // len(choice) for choice in said.choices)


def _listed(said: Sum) -> Iterator[tuple[int, ...]]:
    """What the others leave of each choice. What they leave but for one or two is forbidden together with them."""
    seen: set[tuple[int, ...]] = set()
    for place, choice in enumerate(said.choices):
        for others in product(*(other for index, other in enumerate(said.choices) if index != place)):
            so_far = sum(weight for weight, _ in others)
            left = [literal for weight, literal in choice if _fits(so_far + weight, said)]
            against = [-literal for _, literal in others]
            if len(left) < len(choice) - 2 or not left:
                yield *against, *left
            else:
                for literal in {literal for _, literal in choice}.difference(left):
                    clause = tuple(sorted((*against, -literal)))
                    if clause not in seen:
                        seen.add(clause)
                        yield clause


def _fits(total: int, said: Sum) -> bool:
    if said.op == "<=":
        return total <= said.value
    return (total == said.value) == (said.op == "=")


def _weighted(said: Sum, out: Writer) -> list[adder.Weighted]:
    """Literals worth their bits: a choice of several weights has a literal for each bit of them."""
    found: list[adder.Weighted] = []
    for choice in said.choices:
        if len(choice) == 2 and not min(choice)[0]:
            found.append(max(choice))
            continue
        for place in range(max(weight for weight, _ in choice).bit_length()):
            having = [literal for weight, literal in choice if weight >> place & 1]
            if having:
                found.append((1 << place, out.any_of(having)))
    return found


def _bits_worth(said: Sum) -> list[int]:
    """The weights of these literals, or what is no less."""
    worth: list[int] = []
    for choice, heaviest in zip(said.choices, said.heaviest, strict=True):
        worth += [heaviest] if len(choice) == 2 else [1 << place for place in range(heaviest.bit_length())]
    return worth
