"""`MeasuringPlayer`: a player that measures strings against the secret itself, which no feedback tells.

One study's evolution is guided by such a measure and does not count it. The referee lends it to a player for one game.
"""

from abc import abstractmethod
from collections.abc import Callable, Generator

from entails.studies.wordle.strategies.base import Chosen, Player
from entails.studies.wordle.strategies.table import Table

Measure = Callable[[str], int]
"""How many letters a string has to change, gain or lose to become the secret."""


class MeasuringPlayer(Player[Chosen]):
    """A plan that is made with a measure and told guess by guess. It cannot continue a game that others began."""

    def __init__(self, table: Table, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._plan: list[str] | None = None

    def lend(self, measure: Measure) -> None:
        """Make the plan."""
        self._plan = list(self.script(measure))

    @abstractmethod
    def script(self, measure: Measure) -> Generator[str, None, None]:
        """The guesses, in order."""

    def choose(self) -> str | None:
        if self._plan is None or len(self.history) >= len(self._plan):
            return None
        return self._plan[len(self.history)]


def edit_distance(text: str, secret: str) -> int:
    """Levenshtein's: the fewest letters to change, insert or delete."""
    row = list(range(len(secret) + 1))
    for number, letter in enumerate(text, 1):
        diagonal, row[0] = row[0], number
        for place, other in enumerate(secret, 1):
            diagonal, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, diagonal + (letter != other))
    return row[-1]
