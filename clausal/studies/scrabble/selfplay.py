"""Programs that play each other, many times. The same seed gives the same games on any number of cores."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from clausal.models.errors import InvalidOption
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.layout import Layout
from clausal.models.scrabble.move import Exchange
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.rules import STANDARD, Rules
from clausal.models.scrabble.tiles import TileSet
from clausal.solvers.crew import run_jobs
from clausal.solvers.scrabble.players import PLAYERS

MOST_SEATS = 4
_GAMES_A_JOB = 10
_MOST_TURNS = 400
"""No game takes as many, unless the rules let players pass for ever."""


@dataclass(frozen=True)
class Plan:
    """What is played: the players at the table, and with what. The same player may sit at several seats."""

    players: tuple[str, ...]
    games: int
    seed: int
    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules = STANDARD

    @property
    def games_of_deal(self) -> int:
        """Different players play each deal from each seat; for equal ones that would be the same game again."""
        return len(self.players) if len(set(self.players)) > 1 else 1

    def deal(self, number: int) -> int:
        """Which deal this game plays."""
        return number // self.games_of_deal

    def seats(self, number: int) -> tuple[int, ...]:
        """The players of this game in the order they move."""
        turned = number % self.games_of_deal
        return tuple((seat + turned) % len(self.players) for seat in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one player did in one game; `turns` are the scores of his turns."""

    player: int
    score: int
    turns: tuple[int, ...]
    bingos: int
    exchanges: int
    best_play: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game; its seats are in the order of moving."""

    number: int
    deal: int
    seats: tuple[SeatResult, ...]

    def of(self, player: int) -> SeatResult:
        """What this player did."""
        return next(seat for seat in self.seats if seat.player == player)

    def win(self, player: int) -> float:
        """1 for a win, a part of it when it is shared."""
        best = max(seat.score for seat in self.seats)
        winners = [seat.player for seat in self.seats if seat.score == best]
        return 1 / len(winners) if player in winners else 0.0


def read_players(text: str) -> tuple[str, ...]:
    """Names with commas between them; one alone plays itself."""
    names = tuple(name.strip() for name in text[:200].split(",") if name.strip())
    for name in names:
        if name not in PLAYERS:
            raise InvalidOption(f"there is no player {name[:20]!r}", where="--players", expected=", ".join(PLAYERS))
    if not 1 <= len(names) <= MOST_SEATS:
        raise InvalidOption("these are no players", where="--players", expected=f"one to {MOST_SEATS} names")
    return names * 2 if len(names) == 1 else names


def play_plan(plan: Plan, workers: int) -> Iterator[GameResult]:
    """Every game, as it ends."""
    jobs = [(plan, first, min(first + _GAMES_A_JOB, plan.games)) for first in range(0, plan.games, _GAMES_A_JOB)]
    return run_jobs("clausal.studies.scrabble.selfplay:play_some", jobs, workers)


def play_some(plan: Plan, first: int, end: int, tell: Callable[[GameResult], None]) -> None:
    """Play these games and tell of each."""
    for number in range(first, end):
        tell(play_one(plan, number))


def play_one(plan: Plan, number: int) -> GameResult:
    """One game of the plan."""
    seats, deal = plan.seats(number), plan.deal(number)
    seed = Random(f"{plan.seed}/{deal}").getrandbits(50)
    names = tuple(f"{seat + 1} {plan.players[player]}" for seat, player in enumerate(seats))
    game = Game.start(names, plan.layout, plan.tile_set, plan.lexicon, plan.rules, seed)
    while game.end is None and len(game.turns) < _MOST_TURNS:
        luck = Random(f"{seed}/{len(game.turns)}")
        game = game.play(PLAYERS[plan.players[seats[game.to_move]]](game, luck))
    return GameResult(number, deal, tuple(_seat(game, seat, player) for seat, player in enumerate(seats)))


def _seat(game: Game, seat: int, player: int) -> SeatResult:
    turns = [turn for turn in game.turns if turn.player == seat]
    plays = [turn for turn in turns if isinstance(turn.move, Placement)]
    return SeatResult(
        player=player,
        score=game.final_scores[seat],
        turns=tuple(turn.score for turn in turns),
        bingos=sum(
            turn.move.used.total >= game.rules.bonus_tiles for turn in plays if isinstance(turn.move, Placement)
        ),
        exchanges=sum(isinstance(turn.move, Exchange) for turn in turns),
        best_play=max((turn.score for turn in plays), default=0),
    )
