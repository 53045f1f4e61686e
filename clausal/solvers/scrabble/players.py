"""Players that are programs. Each is a function of the game and of random numbers, so that a seed repeats a game."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from random import Random

from clausal.data.scrabble.leaves import leave_values
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.move import PASS, Exchange, Move
from clausal.models.scrabble.rack import Rack
from clausal.solvers.scrabble.arrangements import best_arrangement
from clausal.solvers.scrabble.generator import all_placements, best_placement
from clausal.solvers.scrabble.leave import LeaveTables, best_exchange, equities

_ENDGAME_NODES = 20_000
"""Positions that `strong` looks at in an endgame: the same on every machine, and a quarter of a second or so."""

Player = Callable[[Game, Random], Move]


def play_best(game: Game, random: Random) -> Move:
    """The placement with the highest score; without one, a new rack."""
    del random
    found = best_placement(game.position)
    return _without_a_play(game) if found is None else found.placement


def play_equity(game: Game, random: Random) -> Move:
    """What makes the most of score and leave together; a new rack where that promises more than any placement."""
    del random
    return equity_move(game, leave_tables(game.tile_set.language))


def play_strong(game: Game, random: Random) -> Move:
    """As `equity`; once the bag is empty, every endgame as far as a bounded search sees it."""
    from clausal.solvers.scrabble.endgame import is_endgame, solve_endgame

    position = replace(game.position, others=game.racks[game.to_move + 1 :] + game.racks[: game.to_move])
    if game.bag.total or not is_endgame(position):
        return play_equity(game, random)
    return solve_endgame(position, nodes=_ENDGAME_NODES).best.move


def equity_move(game: Game, tables: LeaveTables) -> Move:
    """The same, with these leave values."""
    position = game.position
    found = all_placements(position)
    best, move = float("-inf"), _without_a_play(game)
    if len(found):
        worth = equities(position, found, tables)
        index = int(worth.argmax())
        best, move = float(worth[index]), found.placement(index)
    if game.can_exchange and game.rack.total:
        exchange = best_exchange(position, game.bag.total, tables)
        if exchange.worth > best:
            return Exchange(exchange.exchanged)
    return move


@cache
def leave_tables(language: str) -> LeaveTables:
    """The leave values of a language, ready to use."""
    return LeaveTables(leave_values(language))


def play_arrangements(game: Game, random: Random) -> Move:
    """The best of what the way of Guzniczak 2018 finds."""
    del random
    found = best_arrangement(game.position)
    return _without_a_play(game) if found is None else found.placement


def play_random(game: Game, random: Random) -> Move:
    """Any placement, all alike."""
    found = all_placements(game.position)
    return found[random.randrange(len(found))].placement if len(found) else _without_a_play(game)


def _without_a_play(game: Game) -> Move:
    """All tiles for others while the bag allows it, as far as it reaches; else nothing."""
    if not game.can_exchange or not game.rack.total:
        return PASS
    return Exchange(Rack.of(list(game.rack)[: game.bag.total], game.rack.alphabet))


PLAYERS: Mapping[str, Player] = {
    "best": play_best,
    "equity": play_equity,
    "strong": play_strong,
    "arrangements": play_arrangements,
    "random": play_random,
}
