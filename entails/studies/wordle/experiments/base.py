"""`Experiment`: one experiment of a study, with the figures that the study prints; `Study`: all of them.

Two figures stand beside ours. One is what the study prints, over as many games as it played. The other is what its
program gives in a long run, on the study's own list: what a re-run has to meet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Key = tuple[str, int]
"""Strategy and number of letters."""
Quantity = Literal["guesses", "tries"]
NONE: Mapping[Key, float] = MappingProxyType({})

COURSE_SIZES: Mapping[int, int] = MappingProxyType(
    {2: 47, 3: 589, 4: 2294, 5: 4266, 6: 6936, 7: 9203, 8: 9395, 9: 7695}
)
"""How many different words of each length the course's list has, which two of the studies used."""


@dataclass(frozen=True)
class Experiment:
    """Strategies that play so many games at each length, against secrets drawn at random.

    `equal` cuts all lists to one size. `tries` leaves out the guess that ends a game, and averages lost games in.
    """

    name: str
    strategies: tuple[str, ...]
    lengths: tuple[int, ...]
    games: int
    quantity: Quantity = "guesses"
    equal: int | None = None
    printed: Mapping[Key, float] = field(default_factory=lambda: NONE)
    program: Mapping[Key, float] = field(default_factory=lambda: NONE)


@dataclass(frozen=True)
class Study:
    """A study by its name, its authors, and what it did."""

    name: str
    authors: str
    experiments: tuple[Experiment, ...]


def rows(first: int, **figures: tuple[float | None, ...]) -> dict[Key, float]:
    """Figures by strategy, for lengths from `first` on; None where there is none. `_` stands for a hyphen."""
    return {
        (name.replace("_", "-"), length): value
        for name, values in figures.items()
        for length, value in enumerate(values, first)
        if value is not None
    }
