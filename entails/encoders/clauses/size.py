"""`Size`: how many clauses, literals and auxiliary variables something takes; told before it is made.

A document from a stranger may ask for more than memory holds in a few lines, so each kind of constraint predicts its
size by a formula: never less than what comes, and seldom more than a few times of it.
"""

from typing import NamedTuple

from entails.models.errors import TooLarge


class Size(NamedTuple):
    """What a constraint takes, or may take."""

    clauses: int = 0
    literals: int = 0
    auxiliaries: int = 0

    def plus(self, other: "Size") -> "Size":
        return Size(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def times(self, count: int) -> "Size":
        return Size(self[0] * count, self[1] * count, self[2] * count)

    def under(self, guards: int) -> "Size":
        """The same with so many literals more in each clause."""
        return Size(self.clauses, self.literals + guards * self.clauses, self.auxiliaries)

    def beyond(self, most: "Size") -> str | None:
        """The first thing it has too much of, in words; None when it fits."""
        for name, count, limit in zip(self._fields, self, most, strict=True):
            if count > limit:
                return f"about {count:,} {name}, and {limit:,} are allowed"
        return None


NOTHING = Size()
MOST = Size(clauses=5_000_000, literals=20_000_000, auxiliaries=2_000_000)
"""What is allowed where nobody says otherwise: some hundred megabytes."""


def refuse_beyond(most: Size, size: Size, what: str) -> None:
    """Refuse, in a sentence, what is too large."""
    if (trouble := size.beyond(most)) is not None:
        raise TooLarge(f"it would take {trouble}", where=what)
