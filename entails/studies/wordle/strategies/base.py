"""`Strategy` and `Player`: one interface for every way of guessing.

A player is told what was guessed and what the answer was, and says what it would guess next. It never sees the secret:
even strategies that cheat only ask more than the rules allow (words that are none, guesses that cannot be right), and
each thing they ask is a guess that counts.

All random choices come from the seed of the player and the number of the turn, so a history, a seed and the options
decide the next guess.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

import numpy as np
from pydantic import ValidationError

from entails.models.errors import InvalidMove, InvalidOption
from entails.models.misfit import misfit
from entails.models.value import Value
from entails.studies.wordle.strategies.table import Table

HUANG_HU = "Huang & Hu 2022"
LOI_THOMAS = "Loi & Thomas 2022"
KALAYDJIAN_DUHEM = "Kalaydjian & Duhem 2022"


class Options(Value):
    """The parameters of a strategy. They may be written as the studies do (`crossRate`) or as here (`cross_rate`)."""

    @classmethod
    def read(cls, settings: Mapping[str, object], where: str) -> Self:
        """The defaults with these changes."""
        try:
            return cls.model_validate({cls.field_named(name): value for name, value in settings.items()})
        except ValidationError as error:
            raise cls._complaint(error, where) from None

    @classmethod
    def knows(cls, name: str) -> bool:
        return cls.field_named(name) in cls.model_fields

    @classmethod
    def field_named(cls, name: str) -> str:
        """The field that a user means; `lambda` is a word of Python and has another spelling there."""
        field_name = snake(name)
        return f"{field_name}_" if f"{field_name}_" in cls.model_fields else field_name

    @classmethod
    def _complaint(cls, error: ValidationError, where: str) -> InvalidOption:
        first = misfit(error)
        if first.unknown:
            known = ", ".join(cls.model_fields) or "no option, because it has none"
            return InvalidOption(f"there is no option {first.name[:40]!r}", where=where, expected=known)
        return InvalidOption(first.problem, where=f"{where}, {first.name}", expected=first.expected)


class NoOptions(Options):
    """Nothing to choose."""


Chosen = TypeVar("Chosen", bound=Options)


class Player(ABC, Generic[Chosen]):
    """One game of a strategy."""

    def __init__(self, table: Table, options: Chosen, seed: int) -> None:
        self.table = table
        self.options = options
        self.seed = seed
        self.history: list[tuple[str, int]] = []

    def told(self, word: str, code: int) -> None:
        """This was guessed, by whomever, and that was the feedback."""
        self.history.append((word, code))
        self.learn(word, code)

    def learn(self, word: str, code: int) -> None:
        """Draw conclusions from one more line of the history."""

    @abstractmethod
    def choose(self) -> str | None:
        """The next guess; None when none was found. Asking twice gives the same answer."""

    def dice(self) -> np.random.Generator:
        """The random numbers of this turn."""
        return np.random.default_rng([self.seed, len(self.history)])


class CandidatePlayer(Player[Chosen]):
    """A player that knows which words are still possible: `candidates` are their rows."""

    def __init__(self, table: Table, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self.candidates = table.all_rows

    def learn(self, word: str, code: int) -> None:
        self.candidates = self.candidates[self.table.codes(word)[self.candidates] == code]


class ScriptedPlayer(Player[Chosen]):
    """A player that follows a plan of its own: a generator that yields guesses and receives feedback.

    It can only continue a game that it began itself, since its plan means nothing after other guesses.
    """

    def __init__(self, table: Table, options: Chosen, seed: int) -> None:
        super().__init__(table, options, seed)
        self._script = self.script()
        self._next: str | None = next(self._script, None)

    @abstractmethod
    def script(self) -> Generator[str, int, None]:
        """The plan. Its random numbers come from `dice()` at the start of the game."""

    def choose(self) -> str | None:
        return self._next

    def learn(self, word: str, code: int) -> None:
        if word != self._next:
            expected = "none, because its plan has ended" if self._next is None else repr(self._next)
            raise InvalidMove(
                f"this strategy cannot continue a game in which {word[:20]!r} was guessed",
                where=f"guess {len(self.history)}",
                expected=expected,
            )
        if code == self.table.win:
            self._next = None
            return
        try:
            self._next = self._script.send(code)
        except StopIteration:
            self._next = None


@dataclass(frozen=True)
class Strategy(Generic[Chosen]):
    """One way of guessing, with its options chosen. `label` is how a race names it: its name, and what was changed."""

    name: str
    summary: str
    source: str
    player: "type[Player[Chosen]]"
    options: Chosen
    cheats: bool = False
    label: str = field(default="")

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name)

    def begin(self, table: Table, seed: int = 0) -> "Player[Chosen]":
        """A player at the start of a game."""
        return self.player(table, self.options, seed)


def next_guess(strategy: Strategy[Chosen], table: Table, history: "list[tuple[str, int]]", seed: int = 0) -> str | None:
    """History in, next guess out; None when the strategy finds none."""
    player = strategy.begin(table, seed)
    for word, code in history:
        player.told(word, code)
    return player.choose()


def snake(name: str) -> str:
    """`crossRate` and `cross-rate` are `cross_rate`."""
    spaced = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name.strip())
    return spaced.replace("-", "_").strip("_")
