"""Computer players, and matches of a person against one of them.

A player is a function of the game and of random numbers, so a seed determines a game. A match is determined by its seed
and the moves of the person: the computer's moves follow from them, so a link can hold a whole game.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random

from entails.data.scrabble import leave_values
from entails.models.alphabet import Alphabet
from entails.models.errors import Invalid, InvalidOption
from entails.models.lexicon import Lexicon, common_words
from entails.models.scrabble.board import Layout, Notation
from entails.models.scrabble.game import PASS, Exchange, Game, Move, read_move
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import Rack, TileSet
from entails.solvers.scrabble.arrangements import best_arrangement
from entails.solvers.scrabble.generator import all_placements, best_by_equity, best_placement, candidates
from entails.solvers.scrabble.leave import LeaveTables, best_exchange, equities, equity_of

_ENDGAME_NODES = 20_000
"""Positions that `strong` searches in an endgame: reproducible, and about a quarter of a second."""

_TRIED, _RACKS, _PLIES = 6, 40, 2
"""Moves, racks and turns per rack of `simulation`: about a quarter of a second."""
_PRE_ENDGAME_NODES = {1: 2_000, 2: 300}
"""Positions that `simulation` searches per move and bag, by the number of tiles in the bag."""

_BEGINNER, _CASUAL = 4.0, 3.0
"""Minimum Zipf values of the words that `beginner` and `casual` know.

They occur once in 100,000 words of running text, and once in a million.
"""

Player = Callable[[Game, Random], Move]


def play_best(game: Game, random: Random) -> Move:
    """Play the highest score; exchange if there is no play."""
    del random
    best = best_placement(game.position)
    return _without_a_play(game) if best is None else best.placement


def play_beginner(game: Game, random: Random) -> Move:
    """Play the highest score with very common words."""
    return _play_knowing(game, random, _BEGINNER)


def play_casual(game: Game, random: Random) -> Move:
    """Play the highest score with words that most people know."""
    return _play_knowing(game, random, _CASUAL)


def _play_knowing(game: Game, random: Random, least_zipf: float) -> Move:
    del random
    known = common_words(game.lexicon, least_zipf)
    best = None if known is None else best_placement(replace(game.position, lexicon=known))
    return _without_a_play(game) if best is None else best.placement


def check_frequencies(name: str, lexicon: Lexicon) -> None:
    """Raise InvalidOption if a player needs word frequencies that the lexicon lacks."""
    if name in ("beginner", "casual") and not lexicon.has_frequencies:
        problem = f"lexicon {lexicon.name} has no word frequencies"
        raise InvalidOption(problem, where=name, expected="a shipped lexicon, or another opponent")


def play_equity(game: Game, random: Random) -> Move:
    """Play the move with the highest equity, a play or an exchange."""
    del random
    return equity_move(game, leave_tables(game.tile_set))


def play_strong(game: Game, random: Random) -> Move:
    """Play by equity; once the bag is empty, solve the endgame within a search limit."""
    from entails.solvers.scrabble.endgame import is_endgame, solve_endgame

    position = replace(game.position, others=game.racks[game.to_move + 1 :] + game.racks[: game.to_move])
    if game.bag.total or not is_endgame(position):
        return play_equity(game, random)
    return solve_endgame(position, nodes=_ENDGAME_NODES).best.move


def play_simulation(game: Game, random: Random) -> Move:
    """Play as `strong`, but simulate the moves with the highest equity while the bag has tiles.

    With one or two tiles in the bag, proven bounds correct the simulated winning probabilities. The number of racks and
    of positions searched is fixed, so that a seed determines the game.
    """
    from entails.solvers.scrabble.pre_endgame import proven_chances
    from entails.solvers.scrabble.simulation import FEW_TILES, Trial, simulate

    if not game.bag.total or len(game.players) != 2 or game.rules.restricted:
        return play_strong(game, random)
    position, tables = game.position, leave_tables(game.tile_set)
    placements = all_placements(position)
    values = equities(position, placements, tables)
    moves = list(candidates(position, placements, values, tables, game.bag.total, _TRIED))
    if len(moves) == 1:
        return moves[0]
    trials = simulate(position, moves, tables, _RACKS, random.getrandbits(32), plies=_PLIES, workers=1)
    if game.bag.total <= FEW_TILES:
        nodes = _PRE_ENDGAME_NODES.get(game.bag.total)
        proven = {} if nodes is None else proven_chances(position, moves, nodes=nodes)

        def chance(trial: Trial) -> float:
            low, high = proven.get(trial.move, (0.0, 1.0))
            return min(max(trial.chance, low), high)

        return max(trials, key=lambda trial: (round(chance(trial), 3), trial.value)).move
    return max(trials, key=lambda trial: trial.value).move


def equity_move(game: Game, tables: LeaveTables) -> Move:
    """Return the move with the highest equity under these leave values."""
    position = game.position
    best = best_by_equity(position, tables)
    if game.can_exchange and game.rack.total:
        exchange = best_exchange(position, game.bag.total, tables)
        if best is None or exchange.value > equity_of(position, best, tables):
            return Exchange(exchange.exchanged)
    return _without_a_play(game) if best is None else best.placement


def leave_tables(tile_set: TileSet) -> LeaveTables:
    """Return the leave values for the language of a tile set."""
    return _leave_tables(tile_set.language, tile_set.alphabet)


@cache
def _leave_tables(language: str, alphabet: Alphabet) -> LeaveTables:
    return LeaveTables(leave_values(language), alphabet)


def play_arrangements(game: Game, random: Random) -> Move:
    """Play the best move found by the strategy of Guzniczak (2018)."""
    del random
    best = best_arrangement(game.position)
    return _without_a_play(game) if best is None else best.placement


def play_random(game: Game, random: Random) -> Move:
    """Play a legal play chosen uniformly at random."""
    placements = all_placements(game.position)
    return placements[random.randrange(len(placements))].placement if len(placements) else _without_a_play(game)


def _without_a_play(game: Game) -> Move:
    """Return an exchange of as many tiles as the bag allows, or else a pass."""
    if not game.can_exchange or not game.rack.total:
        return PASS
    return Exchange(Rack.of(list(game.rack)[: game.bag.total], game.rack.alphabet))


BY_LEAVE = frozenset({"equity", "strong", "simulation"})
"""Players that need leave values."""
COMPILED = frozenset({"best", "equity", "strong"})
"""Players whose games run entirely in compiled code (`entails.solvers.scrabble.playing`)."""
WITH_AN_EMPTY_BAG = frozenset({"strong"})
"""Compiled players that search in Python once the bag is empty."""


def leaves_of(name: str, tile_set: TileSet) -> LeaveTables | None:
    """Return the leave values of a computer player; None if it considers only the score."""
    return None if name == "best" else leave_tables(tile_set)


PLAYERS: Mapping[str, Player] = {
    "beginner": play_beginner,
    "casual": play_casual,
    "best": play_best,
    "equity": play_equity,
    "strong": play_strong,
    "simulation": play_simulation,
    "arrangements": play_arrangements,
    "random": play_random,
}

_PROGRAM = 1


@dataclass(frozen=True)
class Match:
    """A match of a person, the first player, against a computer player."""

    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    against: str = "best"
    seed: int = 0
    program_begins: bool = False
    names: tuple[str, str] = ("you", "entails")
    rules: Rules = STANDARD

    def after(self, moves: Sequence[str], notation: Notation = "gcg") -> Game:
        """Return the game after these moves of the person and the computer's replies.

        Raises InvalidMove with the number of the move if the rules forbid it.
        """
        game, _ = _after(self, (), notation)
        for count in range(1, len(moves) + 1):
            game, _ = _after(self, tuple(moves[:count]), notation)
        return game

    def begun(self) -> tuple[Game, Random]:
        """Return the game before the person's first move, and the random generator."""
        game = Game.start(self.names, self.layout, self.tile_set, self.lexicon, self.rules, self.seed)
        if not self.program_begins:
            return game, Random(self.seed)
        return self.answered(replace(game, to_move=_PROGRAM), Random(self.seed))

    def answered(self, game: Game, random: Random) -> tuple[Game, Random]:
        """Return the game after the computer's reply, unless it is over, and the advanced random generator."""
        if game.end is not None:
            return game, random
        generator = copy(random)
        return game.play(PLAYERS[self.against](game, generator)), generator


@lru_cache(256)
def _after(match: Match, moves: tuple[str, ...], notation: Notation) -> tuple[Game, Random]:
    """Return the game after these moves; prefixes are cached, as a game grows by one move per request."""
    if not moves:
        return match.begun()
    game, random = _after(match, moves[:-1], notation)
    try:
        game = game.play(read_move(moves[-1], game.board, notation))
    except Invalid as error:
        raise error.at(f"move {len(moves)}") from None
    return match.answered(game, random)
