"""A game between a strategy and a secret, with a referee who counts and stops what would go on for ever."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from entails.models.errors import InvalidOption
from entails.studies.wordle.strategies.base import Player, Strategy
from entails.studies.wordle.strategies.measuring import MeasuringPlayer, edit_distance
from entails.studies.wordle.strategies.table import Table

End = Literal["found", "none found", "repeats itself", "too many guesses"]

MOST_GUESSES = 100_000


@dataclass(frozen=True)
class Move:
    """One guess. `consistent`: it could have been the secret. `left` words are possible after it."""

    word: str
    code: int
    consistent: bool
    left: int


@dataclass(frozen=True)
class Game:
    """What became of a game."""

    secret: str
    moves: tuple[Move, ...]
    end: End

    @property
    def solved(self) -> bool:
        return self.end == "found"

    @property
    def guesses(self) -> int:
        return len(self.moves)


def play(strategy: Strategy[Any], table: Table, secret: str, seed: int = 0, most: int = MOST_GUESSES) -> Game:
    """Let a strategy guess until it has found the secret or finds no further guess.

    A strategy that does not cheat and repeats a guess would learn nothing from it, so its game is over.
    """
    return referee(strategy.begin(table, seed), table, secret, cheats=strategy.cheats, most=most)


def referee(player: Player[Any], table: Table, secret: str, *, cheats: bool = False, most: int = MOST_GUESSES) -> Game:
    """The same for a player whom somebody wants to look at afterwards."""
    hidden = table.row_of(secret)
    if hidden is None:
        raise InvalidOption(f"{secret[:30]!r} cannot be the secret", expected=f"a word of {table.words.name}")
    if isinstance(player, MeasuringPlayer):
        player.lend(lambda text: edit_distance(text, secret))
    possible = np.ones(len(table.secrets), dtype=bool)
    moves: list[Move] = []
    guessed: set[str] = set()
    while len(moves) < most:
        word = player.choose()
        if word is None:
            return Game(secret, tuple(moves), "none found")
        if word in guessed and not cheats:
            return Game(secret, tuple(moves), "repeats itself")
        guessed.add(word)
        row = table.row_of(word)
        codes = table.codes(word)
        code = int(codes[hidden])
        consistent = row is not None and bool(possible[row])
        possible &= codes == code
        moves.append(Move(word, code, consistent, int(possible.sum())))
        player.told(word, code)
        if code == table.win:
            return Game(secret, tuple(moves), "found")
    return Game(secret, tuple(moves), "too many guesses")
