"""Literals for "x <= v", made for a variable when somebody compares it and shared from then on.

They take it for granted that the variable has exactly one value. The lowest and the highest need no auxiliary: they are
facts already.
"""

from bisect import bisect_right

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import TRUE, Writer


def size(values: int) -> Size:
    """What the order of a variable with so many values takes."""
    return Size(4 * values, 9 * values, values)


def at_most(out: Writer, variable: int, value: int) -> int:
    """A literal for "this variable is at most `value`"; `TRUE` or its opposite where that is certain."""
    values, steps = out.once(("order", variable), lambda: _ordered(out, variable))
    place = bisect_right(values, value)
    if place == 0:
        return -TRUE
    return TRUE if place == len(values) else steps[place - 1]


def order_of(out: Writer, variable: int) -> list[int]:
    """The literals for "at most" each value but the last."""
    return out.once(("order", variable), lambda: _ordered(out, variable))[1]


def _ordered(out: Writer, variable: int) -> tuple[list[int], list[int]]:
    """The values, and for each but the last the literal "at most this"."""
    facts = out.facts(variable)
    literals = list(facts.values())
    steps = literals[:1]
    if len(literals) == 3:
        return list(facts), [literals[0], -literals[2]]
    for place in range(1, len(literals) - 1):
        below, here = steps[-1], literals[place]
        last = place == len(literals) - 2
        now = -literals[-1] if last else out.fresh()
        out.define(-below, now)
        out.define(-here, now)
        out.define(-here, -below)
        out.define(-now, below, here)
        steps.append(now)
    return list(facts), steps
