"""Players that are programs. Each is a function of the game and of random numbers, so that a seed repeats a game.

A game of one person against a program, told by its seed and the moves of the person alone.

The program's moves follow from the seed, so nothing else has to be kept: a link can hold a whole game.
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
from entails.models.scrabble.board import Notation
from entails.models.scrabble.game import PASS, Exchange, Game, Move, read_move
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.rules import STANDARD, Rules
from entails.models.scrabble.tiles import Rack, TileSet
from entails.solvers.scrabble.duplicate import best_arrangement
from entails.solvers.scrabble.generator import all_placements, best_by_equity, best_placement, candidates
from entails.solvers.scrabble.leave import LeaveTables, best_exchange, equities, equity_of

_ENDGAME_NODES = 20_000
"""Positions that `strong` looks at in an endgame: the same on every machine, and a quarter of a second or so."""

_TRIED, _RACKS, _PLIES = 6, 40, 2
"""Moves that `simulation` tries, against so many racks at most, for so many turns after each: a quarter of a second."""

_BEGINNER, _CASUAL = 4.0, 3.0
"""How common a word is that they know, on the Zipf scale: once in 100,000 words of running text, and in a million."""

Player = Callable[[Game, Random], Move]


def play_best(game: Game, random: Random) -> Move:
    """The placement with the highest score; without one, a new rack."""
    del random
    found = best_placement(game.position)
    return _without_a_play(game) if found is None else found.placement


def play_beginner(game: Game, random: Random) -> Move:
    """The highest score that words of everyday talk make: who knows few words, and sees what they can do."""
    return _play_knowing(game, random, _BEGINNER)


def play_casual(game: Game, random: Random) -> Move:
    """The same with the words that most people know."""
    return _play_knowing(game, random, _CASUAL)


def _play_knowing(game: Game, random: Random, least_zipf: float) -> Move:
    del random
    known = common_words(game.lexicon, least_zipf)
    found = None if known is None else best_placement(replace(game.position, lexicon=known))
    return _without_a_play(game) if found is None else found.placement


def refuse_without_counts(name: str, lexicon: Lexicon) -> None:
    """A player who knows common words needs to know which are."""
    if name in ("beginner", "casual") and not lexicon.has_frequencies:
        problem = f"nobody counted how common the words of {lexicon.name} are"
        raise InvalidOption(problem, where=name, expected="a lexicon that ships, or another opponent")


def play_equity(game: Game, random: Random) -> Move:
    """What makes the most of score and leave together; a new rack where that promises more than any placement."""
    del random
    return equity_move(game, leave_tables(game.tile_set))


def play_strong(game: Game, random: Random) -> Move:
    """As `equity`; once the bag is empty, every endgame as far as a bounded search sees it."""
    from entails.solvers.scrabble.endgame import is_endgame, solve_endgame

    position = replace(game.position, others=game.racks[game.to_move + 1 :] + game.racks[: game.to_move])
    if game.bag.total or not is_endgame(position):
        return play_equity(game, random)
    return solve_endgame(position, nodes=_ENDGAME_NODES).best.move


def play_simulation(game: Game, random: Random) -> Move:
    """As `strong`; while there are tiles in the bag, the best moves of score and leave are tried against random racks,
    always as many, so that a seed repeats the game."""
    from entails.solvers.scrabble.simulation import FEW_TILES, simulate

    if not game.bag.total or len(game.players) != 2 or game.rules.restricted:
        return play_strong(game, random)
    position, tables = game.position, leave_tables(game.tile_set)
    found = all_placements(position)
    worths = equities(position, found, tables)
    moves = list(candidates(position, found, worths, tables, game.bag.total, _TRIED))
    if len(moves) == 1:
        return moves[0]
    trials = simulate(position, moves, tables, _RACKS, random.getrandbits(32), plies=_PLIES, workers=1)
    if game.bag.total <= FEW_TILES:
        return max(trials, key=lambda trial: (round(trial.chance, 3), trial.worth)).move
    return max(trials, key=lambda trial: trial.worth).move


def equity_move(game: Game, tables: LeaveTables) -> Move:
    """The same, with these leave values."""
    position = game.position
    found = best_by_equity(position, tables)
    if game.can_exchange and game.rack.total:
        exchange = best_exchange(position, game.bag.total, tables)
        if found is None or exchange.worth > equity_of(position, found, tables):
            return Exchange(exchange.exchanged)
    return _without_a_play(game) if found is None else found.placement


def leave_tables(tile_set: TileSet) -> LeaveTables:
    """The leave values of the language of these tiles, ready to use."""
    return _leave_tables(tile_set.language, tile_set.alphabet)


@cache
def _leave_tables(language: str, alphabet: Alphabet) -> LeaveTables:
    return LeaveTables(leave_values(language), alphabet)


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


BY_LEAVE = frozenset({"equity", "strong", "simulation"})
"""Players that need to know what leaves are worth."""
COMPILED = frozenset({"best", "equity", "strong"})
"""Players whose games compiled code plays by itself (`entails.solvers.scrabble.playing`)."""
WITH_AN_EMPTY_BAG = frozenset({"strong"})
"""Those of them who then look farther, in Python."""


def leaves_of(name: str, tile_set: TileSet) -> LeaveTables | None:
    """The leave values by which such a player looks at a position; None for the score alone."""
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
    """Who plays what against whom; the person is the first player, whoever begins."""

    layout: Layout
    tile_set: TileSet
    lexicon: Lexicon
    against: str = "best"
    seed: int = 0
    program_begins: bool = False
    names: tuple[str, str] = ("you", "entails")
    rules: Rules = STANDARD

    def after(self, moves: Sequence[str], notation: Notation = "gcg") -> Game:
        """The game after these moves of the person and the program's answers; it is the person's turn, or over.

        A move that the rules forbid raises `InvalidMove`, which says which one and why.
        """
        game, _ = _after(self, (), notation)
        for count in range(1, len(moves) + 1):
            game, _ = _after(self, tuple(moves[:count]), notation)
        return game

    def begun(self) -> tuple[Game, Random]:
        """Before the person's first move."""
        game = Game.start(self.names, self.layout, self.tile_set, self.lexicon, self.rules, self.seed)
        if not self.program_begins:
            return game, Random(self.seed)
        return self.answered(replace(game, to_move=_PROGRAM), Random(self.seed))

    def answered(self, game: Game, random: Random) -> tuple[Game, Random]:
        """The game after the program's turn, unless it is over, and what is left of the random numbers."""
        if game.end is not None:
            return game, random
        luck = copy(random)
        return game.play(PLAYERS[self.against](game, luck)), luck


@lru_cache(256)
def _after(match: Match, moves: tuple[str, ...], notation: Notation) -> tuple[Game, Random]:
    """A game grows by a move each time that somebody asks: what came before is remembered."""
    if not moves:
        return match.begun()
    game, random = _after(match, moves[:-1], notation)
    try:
        game = game.play(read_move(moves[-1], game.board, notation))
    except Invalid as error:
        raise error.at(f"move {len(moves)}") from None
    return match.answered(game, random)
