"""Samples for the Scrabble tests: hand-made boards, a tiny lexicon, and random games."""

from collections.abc import Callable, Sequence
from random import Random

from entails.data.scrabble import layout, tile_set
from entails.models.errors import Invalid
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, read_placement
from entails.models.scrabble.game import PASS, Exchange, Game, Move
from entails.models.scrabble.rules import STANDARD, Rules, legality
from entails.models.scrabble.tiles import Rack

MARS_CGP = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"

_SHORT = (
    "ab ad ae ah ai an ar as at aw ax ay ba be bi bo by de do ed ef el em en er es et ex fa go ha he ho id if in is it "
    "la li lo ma me mi mo mu my na ne no nu od oe of oh on op or os ow ox oy pa pe pi re sh si so ta ti to up us ut we "
    "wo ye yo za ace act ado age air ant ape are art ate ear eat era ion its net nit oar oat one ore rat rio roe sat "
    "sea set sit tan tar tea ten tie tin toe ton"
)
SHORT_WORDS = Lexicon.of(_SHORT.split(), "short", "en")


def refusal(read: Callable[[], object]) -> str:
    """Return the message of an Invalid error; empty if reading succeeds."""
    try:
        read()
    except Invalid as error:
        return str(error)
    return ""


def played(*plays: str, notation: str = "gcg", on: str = "standard") -> Board:
    """Return the board after these plays, legal or not."""
    board = Board.empty(layout(on))
    for play in plays:
        board = board.with_placement(read_placement(play, board, "french" if notation == "french" else "gcg"))
    return board


def some_move(game: Game, luck: Random, attempts: int = 60) -> Move:
    """Find a legal play by random trials, else return an exchange or a pass."""
    words = [word.upper() for length in game.lexicon.lengths for word in game.lexicon.words(length)]
    for _ in range(attempts):
        word = luck.choice(words)
        row, column = luck.randrange(game.board.layout.rows), luck.randrange(game.board.layout.columns)
        placement = Placement.on(game.board, row, column, luck.random() < 0.5, word)
        if not legality(game.board, placement, game.rack, game.lexicon, game.tile_set, game.rules):
            return placement
    if game.can_exchange and luck.random() < 0.7:
        return Exchange(Rack.of(list(game.rack)[: luck.randint(1, game.rack.total)]))
    return PASS


def random_game(seed: int, players: Sequence[str] = ("Ana", "Bob"), rules: Rules = STANDARD, turns: int = 400) -> Game:
    """Play a random game on the standard board until it ends, or for a number of turns."""
    luck = Random(seed)
    game = Game.start(tuple(players), layout(), tile_set(), SHORT_WORDS, rules, seed)
    while game.end is None and len(game.turns) < turns:
        game = game.play(some_move(game, luck))
    return game
