"""What the analysis of a game finds: moves that could have been made, the one that was, and the whole game."""

from dataclasses import dataclass
from typing import Literal

from entails.models.lexicon import Lexicon
from entails.models.scrabble.gcg import GcgEvent
from entails.models.scrabble.move import Move
from entails.models.scrabble.placement import Placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rack import Rack
from entails.models.scrabble.replay import Replay

Judge = Literal["endgame", "simulation", "equity", "none"]


@dataclass(frozen=True)
class Candidate:
    """A move that could have been made: its score, what it leaves and what that is worth; by simulation its worth, the
    chance to win with half of its 95 % interval, and what the other answers with on average; in an endgame the points
    that the rest of the game brings."""

    move: Move
    score: int
    leave: Rack
    leave_value: float
    simulated: float | None = None
    chance: float | None = None
    chance_error: float = 0.0
    exact: int | None = None
    answer: float | None = None

    @property
    def equity(self) -> float:
        return self.score + self.leave_value


@dataclass(frozen=True)
class AnalysedMove:
    """One turn. `lost` are the points by which the move made is worth less than the best one, by the best judge there
    was, with half of the 95 % interval where that is a simulation; None where the rack is not known. `candidates` are
    the best moves, best first. `ahead` is what the player was ahead by before it, `laid` the tiles of a play, taken
    back or not, `unknown` says why the move could not be judged."""

    turn: int
    event: GcgEvent
    position: Position
    judge: Judge
    made: Candidate
    candidates: tuple[Candidate, ...]
    lost: float | None
    lost_error: float
    ahead: int
    phonies: tuple[str, ...] = ()
    withdrawn: bool = False
    bingo: Candidate | None = None
    laid: Placement | None = None
    unknown: str = ""

    @property
    def best(self) -> Candidate | None:
        """The best move; the one made where none is better."""
        return self.candidates[0] if self.candidates else None

    @property
    def chance_lost(self) -> float | None:
        """The part of the chance to win that the move gave away; in an endgame all of it, half or nothing."""
        best = None if self.best is None else self._chance(self.best)
        made = self._chance(self.made)
        return None if best is None or made is None else max(best - made, 0.0)

    def _chance(self, one: Candidate) -> float | None:
        if one.exact is None:
            return one.chance
        end = self.ahead + one.exact
        return 0.5 if end == 0 else float(end > 0)


@dataclass(frozen=True)
class GameAnalysis:
    """A game, move by move. `turning` is the turn that cost most."""

    replay: Replay
    moves: tuple[AnalysedMove, ...]
    lexicon: Lexicon

    @property
    def turning(self) -> AnalysedMove | None:
        judged = [move for move in self.moves if move.lost is not None and move.lost >= 1]
        return max(judged, key=lambda move: ((move.chance_lost or 0.0), move.lost or 0.0), default=None)

    def of(self, nick: str) -> tuple[AnalysedMove, ...]:
        return tuple(move for move in self.moves if move.event.nick == nick)
