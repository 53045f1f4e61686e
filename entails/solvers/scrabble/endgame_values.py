"""What is known about an endgame: the value of moves, and the line that both should play."""

from dataclasses import dataclass

from entails.models.scrabble.move import Move
from entails.models.scrabble.position import Position


@dataclass(frozen=True)
class Step:
    """A move of the line that both should play, and its points."""

    move: Move
    score: int


@dataclass(frozen=True)
class Valued:
    """One move of the player to move. What the rest of the game brings with it, in points more than the other, lies
    between `low` and `high`, both proven; None where nothing is. `line` is the move and the best answers to it."""

    move: Move
    score: int
    low: int | None
    high: int | None
    line: tuple[Step, ...] = ()

    @property
    def proven(self) -> bool:
        return self.low is not None and self.low == self.high


@dataclass(frozen=True)
class Endgame:
    """An endgame. `best` is the best move known, and proven to be so when its `low` is not below `high`: then every
    move was searched. `estimate` is what the deepest search supposes. `others` were looked at one by one."""

    position: Position
    best: Valued
    estimate: int
    low: int | None
    high: int | None
    others: tuple[Valued, ...]
    searched: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Is the value known, every legal move and the pass searched?"""
        return self.low is not None and self.low == self.high
