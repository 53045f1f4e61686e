"""The figures of self-play: means over deals, with their intervals."""

from collections.abc import Callable, Sequence

import numpy as np

from entails.models.scrabble.selfplay_report import PlayerFigures, SelfplayReport
from entails.models.wordle.race_report import Spread
from entails.studies.scrabble.selfplay import GameResult, Plan, SeatResult
from entails.studies.wordle.race.summary import spread


def figures(plan: Plan, results: Sequence[GameResult]) -> SelfplayReport:
    """Of all games that were played."""
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
    """The names, told apart where two are the same."""
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
    """How far ahead of the best of the others this player ended."""
    return game.of(player).score - max(seat.score for seat in game.seats if seat.player != player)


def _over_deals(games: Sequence[GameResult], measure: Callable[[GameResult], float]) -> Spread:
    """The mean over games; the interval takes the games of one deal as one."""
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(float(measure(game)))
    values = [float(measure(game)) for game in games]
    found = spread([float(np.mean(of_deal)) for of_deal in by_deal.values()])
    return found.model_copy(update={"median": float(np.median(values)), "max": max(values)})
