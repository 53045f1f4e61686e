"""Scrabble games as values: `game.play(move)` returns the game after a move.

A `Game` applies the rules of turns for any number of players: drawing, exchanging, passing, the end and its
adjustments. The checker (`rules`) decides whether a play is legal. A move is a play, an exchange or a pass, written
"8D MARS", "-EIO" and "-". `SelfplayReport` and `ScrabbleStudyReport` are the JSON of `entails scrabble selfplay` and
`entails scrabble study`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pydantic import Field

from entails.models.errors import InvalidMove, InvalidOption
from entails.models.fields import Value
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import (
    Board,
    Layout,
    Notation,
    Placement,
    normalised,
    read_placement,
    write_placement,
)
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import NO_TILES, Bag, Rack, TileSet
from entails.models.wordle.reports import Spread


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange of tiles: they return to the bag, and the same number is drawn."""

    tiles: Rack


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: a turn without a play or an exchange."""


@dataclass(frozen=True, slots=True)
class Award:
    """Points that a challenge or the clock awards to a player, or deducts. It is not a move."""

    kind: Literal["challenge", "time"]


Move = Placement | Exchange | Pass
PASS = Pass()


def read_move(text: str, board: Board, notation: Notation = "gcg") -> Move:
    """Read a move: a play, an exchange or a pass."""
    content = text.strip()
    if content == "-":
        return PASS
    if content.startswith("-"):
        return Exchange(Rack.read(content[1:], board.alphabet))
    return read_placement(content, board, notation)


def write_move(move: Move | Award, notation: Notation = "gcg") -> str:
    """Write a move as text."""
    if isinstance(move, Placement):
        return write_placement(move, notation)
    if isinstance(move, Award):
        return f"({move.kind})"
    return f"-{move.tiles}" if isinstance(move, Exchange) else "-"


MOST_PLAYERS = 20

End = Literal["out", "zeros"]
"""End of a game: "out", a player has no tiles left and the bag is empty; "zeros", too many turns without points."""


def settled(end: End | None, racks: tuple[Rack, ...], tile_set: TileSet, rules: Rules) -> tuple[int, ...]:
    """Return the points that each player gains or loses for unplayed tiles at the end; 0 before the end."""
    left = [rack.value(tile_set) for rack in racks]
    if end is None:
        return (0,) * len(racks)
    if end == "zeros":
        return tuple(-value for value in left)
    if rules.ending == "double" and len(racks) == 2:
        return tuple(0 if rack.total else 2 * sum(left) for rack in racks)
    return tuple(-value if rack.total else sum(left) for value, rack in zip(left, racks, strict=True))


@dataclass(frozen=True, slots=True)
class ScrabbleTurn:
    """One turn of a player: the rack, the move and the score.

    Attributes:
        rack: The rack before the move.
        drawn: The tiles drawn after it.
    """

    player: int
    rack: Rack
    move: Move | Award
    score: int
    drawn: Rack = NO_TILES


@dataclass(frozen=True)
class Game:
    """The state of a game with its past turns.

    Attributes:
        scores: Points of the turns; `final_scores` includes the adjustments for tiles left at the end.
        zeros: Number of consecutive turns without points.
    """

    players: tuple[str, ...]
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    board: Board
    bag: Bag
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    turns: tuple[ScrabbleTurn, ...] = ()
    to_move: int = 0
    zeros: int = 0

    @classmethod
    def start(
        cls,
        players: tuple[str, ...],
        layout: Layout,
        tile_set: TileSet,
        lexicon: Lexicon,
        rules: Rules = STANDARD,
        seed: int = 0,
    ) -> "Game":
        """Start a game: every player draws a rack, and the lexicon is spelt with the letters of the tiles."""
        if not 1 <= len(players) <= MOST_PLAYERS or not all(players) or len(set(players)) < len(players):
            raise InvalidOption("invalid players", expected=f"1 to {MOST_PLAYERS} different names")
        bag, racks = Bag.full(tile_set, seed), []
        for _ in players:
            rack, bag = bag.draw(rules.rack_size)
            racks.append(rack)
        scores = (0,) * len(players)
        words, board = lexicon.spelt_in(tile_set.alphabet), Board.empty(layout, tile_set.alphabet)
        return cls(players, tile_set, words, rules, board, bag, tuple(racks), scores)

    @property
    def rack(self) -> Rack:
        """The tiles of the player to move."""
        return self.racks[self.to_move]

    @property
    def position(self) -> Position:
        """The position as the player to move sees it."""
        order = [*range(self.to_move, len(self.players)), *range(self.to_move)]
        others = (NO_TILES,) * (len(self.players) - 1)
        scores = tuple(self.scores[player] for player in order)
        return Position(self.board, self.rack, self.tile_set, self.lexicon, self.rules, others, scores, self.zeros)

    @cached_property
    def end(self) -> End | None:
        """The end of the game; None while the game is in progress."""
        if not self.bag.total and any(not rack.total for rack in self.racks):
            return "out"
        return "zeros" if 0 < self.rules.zero_turns <= self.zeros else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.end is not None

    @cached_property
    def can_exchange(self) -> bool:
        """Whether the bag has enough tiles for an exchange."""
        return self.bag.total >= max(self.rules.exchange_least, 1)

    def play(self, move: Move) -> "Game":
        """Return the game after a move of the player to move. Raises InvalidMove if the rules forbid it."""
        if self.end is not None:
            raise InvalidMove("the game is over", expected="no more moves")
        if isinstance(move, Placement):
            return self._placed(normalised(self.board, move))
        if isinstance(move, Exchange):
            return self._exchanged(move)
        return self._next(ScrabbleTurn(self.to_move, self.rack, move, 0), self.rack, self.bag)

    def awarded(self, award: Award, player: int, points: int) -> "Game":
        """Return the game with points awarded to a player, or deducted, by a challenge or the clock.

        The player to move does not change.
        """
        scores = tuple(before + points * (seat == player) for seat, before in enumerate(self.scores))
        return replace(
            self, scores=scores, turns=(*self.turns, ScrabbleTurn(player, self.racks[player], award, points))
        )

    @cached_property
    def adjustments(self) -> tuple[int, ...]:
        """The points that each player gains or loses for unplayed tiles at the end; 0 before the end."""
        return settled(self.end, self.racks, self.tile_set, self.rules)

    @property
    def final_scores(self) -> tuple[int, ...]:
        """The scores, including the adjustments at the end of the game."""
        return tuple(points + more for points, more in zip(self.scores, self.adjustments, strict=True))

    def _placed(self, placement: Placement) -> "Game":
        reasons = legality(self.board, placement, self.rack, self.lexicon, self.tile_set, self.rules)
        if reasons:
            raise InvalidMove("; ".join(reason.text for reason in reasons[:5]), where=placement.word)
        points = score(self.board, placement, self.tile_set, self.rules).total
        kept = self.rack.without(placement.used)
        drawn, bag = self.bag.draw(self.rules.rack_size - kept.total)
        turn = ScrabbleTurn(self.to_move, self.rack, placement, points, drawn)
        return replace(self._next(turn, kept + drawn, bag), board=self.board.with_placement(placement))

    def _exchanged(self, move: Exchange) -> "Game":
        least = max(self.rules.exchange_least, 1)
        if not self.can_exchange:
            problem = f"the bag has {self.bag.total} tiles"
            raise InvalidMove(problem, where="exchange", expected=f"{least} or more")
        if not move.tiles.total or not self.rack.holds(move.tiles):
            lacking = self.rack.lacks(move.tiles)
            problem = f"the rack lacks {lacking}" if lacking.total else "no tiles to exchange"
            raise InvalidMove(problem, where="exchange", expected=f"some of {self.rack}")
        drawn, bag = self.bag.draw(move.tiles.total)
        turn = ScrabbleTurn(self.to_move, self.rack, move, 0, drawn)
        return self._next(turn, self.rack.without(move.tiles) + drawn, bag.put_back(move.tiles))

    def _next(self, turn: ScrabbleTurn, rack: Rack, bag: Bag) -> "Game":
        racks = tuple(rack if player == turn.player else unchanged for player, unchanged in enumerate(self.racks))
        scores = tuple(points + turn.score * (player == turn.player) for player, points in enumerate(self.scores))
        return replace(
            self,
            bag=bag,
            racks=racks,
            scores=scores,
            turns=(*self.turns, turn),
            to_move=(self.to_move + 1) % len(self.players),
            zeros=0 if turn.score else self.zeros + 1,
        )


class PlayerFigures(Value):
    """Results of one player over all games. Scores include the adjustments at the end."""

    player: str
    score: Spread
    turn: Spread = Field(description="points per turn, one value per game")
    bingos: Spread = Field(description="plays with the bonus, per game")
    turns: Spread
    exchanges: Spread
    wins: Spread = Field(description="1 for a game won, 0.5 for a draw of two players, 0 for a game lost")
    ahead: Spread = Field(description="lead over the best other player, in points; negative if behind")
    best_play: int
    best_score: int


class SelfplayReport(Value):
    """Report of `scrabble selfplay`: means over deals with 95 % confidence intervals.

    Different players play each deal once from each seat, so games of one deal are not independent; intervals are
    computed over the `deals`.
    """

    games: int
    deals: int
    seed: int
    lexicon: str
    tiles: str
    layout: str
    players: tuple[PlayerFigures, ...]
    first_wins: Spread = Field(description="wins of the first player, as a share")
    turns: Spread


StudyStatus = Literal["reproduced", "reconstructed", "differs", "not printed", "not comparable"]
StudyValue = bool | int | str | tuple[int | str, ...]


class ScrabbleStudyFigure(Value):
    """One figure of a study, with our value. Squares are (row, column) from 0, as in the study."""

    section: str
    example: str = Field(description="the call or statement of the study")
    printed: StudyValue | None = Field(description="the study's output; null if it is not printed")
    computed: StudyValue | None
    status: StudyStatus = Field(
        description="reconstructed: equal for a board or a play built to fit, because the study's is not printed"
    )
    reason: str = Field(default="", description="why it differs or cannot be compared, or a remark")
    board: str | None = Field(default=None, description="the board of the example, as CGP")


class ScrabbleStudyReport(Value):
    """Report of `scrabble study`: every figure of a study, with our value."""

    study: str
    authors: str
    lexicon: str
    words: int = Field(description="number of words in the lexicon")
    figures: tuple[ScrabbleStudyFigure, ...]
