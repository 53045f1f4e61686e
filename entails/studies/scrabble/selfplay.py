"""Self-play of computer players: games, statistics and a plot.

A seed gives the same games on any number of cores. Figures are means over deals with 95 % intervals. The plot needs
matplotlib (extra `plots`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from entails.models.errors import InvalidOption, quantity
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Layout, Placement
from entails.models.scrabble.game import Exchange, Game, PlayerFigures, ScrabbleTurn, SelfplayReport, settled
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import TileSet
from entails.models.wordle.reports import Spread
from entails.solvers.kernels.scrabble_play import EXCHANGED, PASSED, PLAYED
from entails.solvers.pool.pool import stream
from entails.solvers.scrabble.players import COMPILED, PLAYERS, WITH_AN_EMPTY_BAG, leaves_of
from entails.solvers.scrabble.playing import MOST_TURNS, TurnSummary, can_play, play_on
from entails.studies import common
from entails.studies.wordle.race_report import quantile, spread

MOST_SEATS = 4
_GAMES_A_JOB = 10
_FAST = frozenset({"best", "equity"})
"""Players whose whole games run in compiled code."""
_GAMES_PER_START = 300
"""Number of games that fast players play while a process starts, about a second."""


@dataclass(frozen=True)
class Plan:
    """The games to play: players by seat, number of games, seed and equipment."""

    players: tuple[str, ...]
    games: int
    seed: int
    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules = STANDARD

    @property
    def games_of_deal(self) -> int:
        """Number of games per deal: one for each rotation of the seats, or one if all players are equal."""
        return len(self.players) if len(set(self.players)) > 1 else 1

    def deal(self, number: int) -> int:
        """Return the number of the deal that a game uses."""
        return number // self.games_of_deal

    def seats(self, number: int) -> tuple[int, ...]:
        """Return the players of a game in the order of moves."""
        turned = number % self.games_of_deal
        return tuple((seat + turned) % len(self.players) for seat in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one player in one game; `turns` has the score of each turn."""

    player: int
    score: int
    turns: tuple[int, ...]
    bingos: int
    exchanges: int
    best_play: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game, with the seats in the order of play."""

    number: int
    deal: int
    seats: tuple[SeatResult, ...]

    def of(self, player: int) -> SeatResult:
        """Return the result of one player in this game."""
        return next(seat for seat in self.seats if seat.player == player)

    def win(self, player: int) -> float:
        """Return the share of the win: 1 for a win, 0 for a loss, an equal share for a draw."""
        best = max(seat.score for seat in self.seats)
        winners = [seat.player for seat in self.seats if seat.score == best]
        return 1 / len(winners) if player in winners else 0.0


def read_players(text: str) -> tuple[str, ...]:
    """Read names separated by commas; a single player plays itself."""
    names = tuple(name.strip() for name in text[:200].split(",") if name.strip())
    for name in names:
        if name not in PLAYERS:
            raise InvalidOption(f"unknown player {name[:20]!r}", where="--players", expected=", ".join(PLAYERS))
    if not 1 <= len(names) <= MOST_SEATS:
        raise InvalidOption(f"{len(names)} players", where="--players", expected=f"1 to {MOST_SEATS} names")
    return names * 2 if len(names) == 1 else names


def useful_workers(plan: Plan, cores: int) -> int:
    """Return the number of processes that play a plan soonest: short runs of fast players need only this one."""
    if not set(plan.players) <= _FAST:
        return cores
    return min(cores, 1 + plan.games // _GAMES_PER_START)


def play_plan(plan: Plan, workers: int) -> Iterator[GameResult]:
    """Yield the result of each game when it is finished."""
    jobs = [(plan, first, min(first + _GAMES_A_JOB, plan.games)) for first in range(0, plan.games, _GAMES_A_JOB)]
    return stream("entails.studies.scrabble.selfplay:play_some", jobs, workers)


def play_some(plan: Plan, first: int, end: int, tell: Callable[[GameResult], None]) -> None:
    """Play some games of the plan and report each; runs in a worker process."""
    for number in range(first, end):
        tell(play_one(plan, number))


def play_one(plan: Plan, number: int) -> GameResult:
    """Play one game of the plan."""
    seats, deal = plan.seats(number), plan.deal(number)
    seed = Random(f"{plan.seed}/{deal}").getrandbits(50)
    names = tuple(f"{seat + 1} {plan.players[player]}" for seat, player in enumerate(seats))
    game = Game.start(names, plan.layout, plan.tile_set, plan.lexicon, plan.rules, seed)
    return GameResult(number, deal, played_by(game, seats, [plan.players[player] for player in seats]))


def played_by(game: Game, seats: Sequence[int], names: Sequence[str]) -> tuple[SeatResult, ...]:
    """Play a game to its end; `names` are the players in the order of moves."""
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
        turns, scores = tuple(map(_summary, game.turns)), list(game.final_scores)
    return tuple(
        _seat([turn for turn in turns if turn.player == seat], player, scores[seat], game.rules.bonus_tiles)
        for seat, player in enumerate(seats)
    )


def played_in_python(game: Game, names: Sequence[str]) -> Game:
    """Play a game to its end without compiled code, with any players."""
    while game.end is None and len(game.turns) < MOST_TURNS:
        random = Random(f"{game.bag.seed}/{len(game.turns)}")
        game = game.play(PLAYERS[names[game.to_move]](game, random))
    return game


def _summary(turn: ScrabbleTurn) -> TurnSummary:
    if isinstance(turn.move, Placement):
        return TurnSummary(turn.player, PLAYED, turn.score, turn.move.used.total)
    if isinstance(turn.move, Exchange):
        return TurnSummary(turn.player, EXCHANGED, 0, turn.move.tiles.total)
    return TurnSummary(turn.player, PASSED, 0, 0)


def _seat(turns: Sequence[TurnSummary], player: int, score: int, bonus_tiles: int) -> SeatResult:
    plays = [turn for turn in turns if turn.kind == PLAYED]
    return SeatResult(
        player=player,
        score=score,
        turns=tuple(turn.score for turn in turns),
        bingos=sum(turn.used >= bonus_tiles for turn in plays),
        exchanges=sum(turn.kind == EXCHANGED for turn in turns),
        best_play=max((turn.score for turn in plays), default=0),
    )


def figures(plan: Plan, results: Sequence[GameResult]) -> SelfplayReport:
    """Return the statistics of all games."""
    ordered = sorted(results, key=lambda result: result.number)
    return SelfplayReport(
        games=len(ordered),
        deals=len({result.deal for result in ordered}),
        seed=plan.seed,
        lexicon=plan.lexicon.name,
        tiles=plan.tile_set.name,
        layout=plan.layout.name,
        players=tuple(_player(plan, ordered, player) for player in range(len(plan.players))),
        first_wins=_over_deals(ordered, lambda game: game.win(game.seats[0].player)),
        turns=_over_deals(ordered, lambda game: sum(len(seat.turns) for seat in game.seats)),
    )


def named_players(players: Sequence[str]) -> list[str]:
    """Return the names of players, numbered where a name repeats."""
    return [
        name if players.count(name) == 1 else f"{name} {players[: place + 1].count(name)}"
        for place, name in enumerate(players)
    ]


def _player(plan: Plan, games: Sequence[GameResult], player: int) -> PlayerFigures:
    def over(measure: Callable[[SeatResult], float]) -> Spread:
        return _over_deals(games, lambda game: measure(game.of(player)))

    mine = [game.of(player) for game in games]
    return PlayerFigures(
        player=named_players(plan.players)[player],
        score=over(lambda seat: seat.score),
        turn=over(lambda seat: sum(seat.turns) / max(len(seat.turns), 1)),
        bingos=over(lambda seat: seat.bingos),
        turns=over(lambda seat: len(seat.turns)),
        exchanges=over(lambda seat: seat.exchanges),
        wins=_over_deals(games, lambda game: game.win(player)),
        ahead=_over_deals(games, lambda game: ahead(game, player)),
        best_play=max(seat.best_play for seat in mine),
        best_score=max(seat.score for seat in mine),
    )


def ahead(game: GameResult, player: int) -> int:
    """Return the lead of a player over the best of the others."""
    return game.of(player).score - max(seat.score for seat in game.seats if seat.player != player)


def _over_deals(games: Sequence[GameResult], measure: Callable[[GameResult], float]) -> Spread:
    """Return the mean over games with its interval, for which the games of a deal count as one."""
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(float(measure(game)))
    values = [float(measure(game)) for game in games]
    over_deals = spread([float(np.mean(of_deal)) for of_deal in by_deal.values()])
    return over_deals.model_copy(update={"median": float(np.median(values)), "max": max(values)})


_FEWEST = 5
"""Minimum number of games that reached a turn, for its mean to be drawn."""


def drawn(report: SelfplayReport, results: Sequence[GameResult], kind: str) -> bytes:
    """Draw scores, margins, points per turn and bingos; return the file in this format."""
    figure = common.sheet(10, 7.5, dpi=120)
    (scores, margins), (turns, bingos) = figure.subplots(2, 2)
    names = [player.player for player in report.players]
    _scores(scores, names, report, results)
    _margins(margins, names, report, results)
    _turns(turns, names, results)
    _bingos(bingos, names, results)
    about = f"{quantity(report.games, 'game')} of {' against '.join(names)}, {report.lexicon}, seed {report.seed}"
    figure.suptitle(about, fontsize="medium")
    return common.drawn(figure, kind)


def _scores(axis: Any, names: Sequence[str], report: SelfplayReport, results: Sequence[GameResult]) -> None:
    by_player = [[game.of(player).score for game in results] for player in range(len(names))]
    bins = _bins(np.concatenate(by_player).tolist())
    for player, (name, scores) in enumerate(zip(names, by_player, strict=True)):
        mean = report.players[player].score.mean
        axis.hist(scores, bins, alpha=0.5, color=f"C{player}", label=f"{name}, mean {mean:.0f}")
        axis.axvline(mean, color=f"C{player}", linewidth=1.5)
    _label(axis, "final score", "games", "Scores")
    axis.legend(fontsize="small")


def _margins(axis: Any, names: Sequence[str], report: SelfplayReport, results: Sequence[GameResult]) -> None:
    best = max(range(len(names)), key=lambda player: report.players[player].ahead.mean)
    margin = report.players[best].ahead
    margins = [ahead(game, best) for game in results]
    axis.hist(margins, _bins(margins), color=f"C{best}", alpha=0.7)
    axis.axvline(0, color="0.3", linewidth=1, linestyle=":")
    axis.axvline(margin.mean, color="black", linewidth=1.5)
    title = f"Lead of {names[best]}: {margin.mean:.1f} (95 %: {margin.low:.1f} to {margin.high:.1f})"
    _label(axis, f"lead of {names[best]}, in points", "games", title)


def _turns(axis: Any, names: Sequence[str], results: Sequence[GameResult]) -> None:
    longest = max(len(seat.turns) for game in results for seat in game.seats)
    for player, name in enumerate(names):
        means, halves = [], []
        for turn in range(longest):
            points = [game.of(player).turns[turn] for game in results if len(game.of(player).turns) > turn]
            if len(points) < _FEWEST:
                break
            means.append(np.mean(points))
            halves.append(quantile(len(points) - 1) * np.std(points, ddof=1) / len(points) ** 0.5)
        place = np.arange(1, len(means) + 1)
        low, high = np.subtract(means, halves), np.add(means, halves)
        axis.plot(place, means, marker=".", color=f"C{player}", label=name)
        axis.fill_between(place, low, high, color=f"C{player}", alpha=0.2)
    axis.set_ylim(bottom=0)
    axis.xaxis.get_major_locator().set_params(integer=True)
    _label(axis, "turn of the player", "points", "Points per turn, mean and 95 % interval")
    axis.legend(fontsize="small")


def _bingos(axis: Any, names: Sequence[str], results: Sequence[GameResult]) -> None:
    most = max(seat.bingos for game in results for seat in game.seats)
    width = 0.8 / len(names)
    for player, name in enumerate(names):
        counts = np.bincount([game.of(player).bingos for game in results], minlength=most + 1)
        places = np.arange(most + 1) + width * (player - (len(names) - 1) / 2)
        axis.bar(places, 100 * counts / len(results), width, color=f"C{player}", alpha=0.75, label=name)
    axis.set_xticks(range(most + 1))
    _label(axis, "bingos per game", "% of games", "Bingos")
    axis.legend(fontsize="small")


def _bins(values: Sequence[int]) -> Any:
    """Return histogram bin edges, chosen so that most bins contain games."""
    return np.histogram_bin_edges(values, bins=min(max(len(values) // 8, 6), 40))


def _label(axis: Any, across: str, up: str, title: str) -> None:
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.yaxis.get_major_locator().set_params(integer=True)
    axis.set_title(title, fontsize="medium", loc="left")
    axis.grid(alpha=0.25)
