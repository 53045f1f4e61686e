"""How large a document may be. Everything is counted before it takes memory, since documents come from strangers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """What is refused beyond; each number is far above what a person writes and below what hurts."""

    bytes: int = 8_000_000
    variables: int = 50_000
    domain: int = 10_000
    facts: int = 1_000_000
    constraints: int = 100_000
    listed: int = 100_000
    """Entries of one list: variables of an all-different, rows of a table, transitions of an automaton."""
    columns: int = 1_000
    nesting: int = 50
    text: int = 1_000
    number: int = 1_000_000_000
    """The largest number, and with a minus the smallest. Engines count in 64 bits; a sum of many stays below."""
    sum: int = 1_000_000_000_000_000
    guarded: bool = False
    """Whether a constraint is under a condition, so that it may be one that never holds."""


BOUNDS = Bounds()
