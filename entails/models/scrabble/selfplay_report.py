"""What `entails scrabble selfplay --json` prints."""

from pydantic import Field

from entails.models.value import Value
from entails.models.wordle.race_report import Spread


class PlayerFigures(Value):
    """How one player did over all games. Scores count what the end adds or takes."""

    player: str
    score: Spread
    turn: Spread = Field(description="points per turn, of each game")
    bingos: Spread = Field(description="plays with the bonus, of each game")
    turns: Spread
    exchanges: Spread
    wins: Spread = Field(description="1 for a game won, 0.5 for one shared by two, 0 for one lost")
    ahead: Spread = Field(description="points ahead of the best of the others; behind when negative")
    best_play: int
    best_score: int


class SelfplayReport(Value):
    """`scrabble selfplay`. Different players play each deal once from each seat, so games of one deal hang together:
    intervals are over deals, `deals` of them. They bound means with 95 % confidence."""

    games: int
    deals: int
    seed: int
    lexicon: str
    tiles: str
    layout: str
    players: tuple[PlayerFigures, ...]
    first_wins: Spread = Field(description="the part of whoever begins")
    turns: Spread
