"""Programs that play each other, many times. The same seed gives the same games on any number of cores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from entails.models.errors import InvalidOption
from entails.models.lexicon import Lexicon
from entails.models.scrabble.game import Game, Turn, settled
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.move import Exchange
from entails.models.scrabble.placement import Placement
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import TileSet
from entails.solvers.crew import run_jobs
from entails.solvers.kernels.scrabble_play import EXCHANGED, PASSED, PLAYED
from entails.solvers.scrabble.players import COMPILED, PLAYERS, WITH_AN_EMPTY_BAG, leaves_of
from entails.solvers.scrabble.playing import MOST_TURNS, Did, can_play, play_on

MOST_SEATS = 4
_GAMES_A_JOB = 10


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
    return run_jobs("entails.studies.scrabble.selfplay:play_some", jobs, workers)


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
    return GameResult(number, deal, played_by(game, seats, [plan.players[player] for player in seats]))


def played_by(game: Game, seats: Sequence[int], names: Sequence[str]) -> tuple[SeatResult, ...]:
    """A game from its start to its end; `names` are those of the players in the order they move."""
    compiled = can_play(game) and game.end is None and COMPILED.issuperset(names)
    if compiled and WITH_AN_EMPTY_BAG.isdisjoint(names):
        played = play_on(game, [leaves_of(name, game.tile_set) for name in names])
        final = settled(played.end, played.racks, game.tile_set, game.rules)
        turns, scores = played.done, [points + more for points, more in zip(played.scores, final, strict=True)]
    else:
        if compiled:
            leaves = [leaves_of(name, game.tile_set) for name in names]
            game = play_on(game, leaves, while_bag=True).replayed()
        game = played_in_python(game, names)
        turns, scores = tuple(map(_did, game.turns)), list(game.final_scores)
    return tuple(
        _seat([turn for turn in turns if turn.player == seat], player, scores[seat], game.rules.bonus_tiles)
        for seat, player in enumerate(seats)
    )


def played_in_python(game: Game, names: Sequence[str]) -> Game:
    """The game after its last turn, with players of any kind."""
    while game.end is None and len(game.turns) < MOST_TURNS:
        luck = Random(f"{game.bag.seed}/{len(game.turns)}")
        game = game.play(PLAYERS[names[game.to_move]](game, luck))
    return game


def _did(turn: Turn) -> Did:
    if isinstance(turn.move, Placement):
        return Did(turn.player, PLAYED, turn.score, turn.move.used.total)
    if isinstance(turn.move, Exchange):
        return Did(turn.player, EXCHANGED, 0, turn.move.tiles.total)
    return Did(turn.player, PASSED, 0, 0)


def _seat(turns: Sequence[Did], player: int, score: int, bonus_tiles: int) -> SeatResult:
    plays = [turn for turn in turns if turn.kind == PLAYED]
    return SeatResult(
        player=player,
        score=score,
        turns=tuple(turn.score for turn in turns),
        bingos=sum(turn.used >= bonus_tiles for turn in plays),
        exchanges=sum(turn.kind == EXCHANGED for turn in turns),
        best_play=max((turn.score for turn in plays), default=0),
    )
