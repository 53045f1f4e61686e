"""How a game at the terminal begins, or goes on: what the options of `scrabble play` mean."""

from dataclasses import dataclass
from random import randrange
from typing import TYPE_CHECKING

from clausal.cli.exit import YES
from clausal.cli.files import named
from clausal.cli.lexicon_choice import Language, chosen_lexicon
from clausal.cli.scrabble_book import new_book, open_book
from clausal.cli.scrabble_choice import RuleSet, chosen_setting
from clausal.cli.scrabble_duplicate import Topping, begun_as, replayed
from clausal.cli.scrabble_table import Table
from clausal.cli.scrabble_versus import Versus
from clausal.cli.wordle_speech import Speech
from clausal.models.errors import InvalidPuzzle
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.notation import NOTATIONS, Notation
from clausal.models.scrabble.rules import STANDARD, Rules
from clausal.models.scrabble.saved import begun, played_again
from clausal.solvers.scrabble.players import PLAYERS, leave_tables

if TYPE_CHECKING:
    from clausal.models.lexicon import Lexicon
    from clausal.models.scrabble.layout import Layout
    from clausal.models.scrabble.tiles import TileSet

_PROGRAM = "clausal"
_MOST_NUMBERS = 1_000_000


@dataclass(frozen=True)
class Wishes:
    """The options as the user wrote them; None where nothing was said."""

    language: Language | None
    lexicon: str | None
    layout: str | None
    tiles: str | None
    rules: RuleSet
    against: str
    second: bool
    duplicate: bool
    seed: int | None
    notation: Notation | None
    save: str | None
    resume: str | None
    gcg: str | None


def play_game(wishes: Wishes) -> int:
    """A new game, or one that was left."""
    if wishes.resume is not None:
        _resume(wishes, wishes.resume)
    else:
        _begin(wishes)
    return YES


def table_of(
    lexicon: str | None,
    language: Language | None,
    layout_name: str | None,
    tiles_name: str | None,
    rule_set: RuleSet,
    *,
    quiet: bool = False,
) -> "tuple[Layout, TileSet, Lexicon, Rules]":
    """What a game is played with, from the options."""
    from clausal.data.scrabble import layout, tile_set
    from clausal.data.scrabble.positions import tiles_for

    said = chosen_setting(
        lexicon=lexicon, lang=language, layout=layout_name, tiles=tiles_name, rules=rule_set, quiet=quiet
    )
    squares = said.layout or layout()
    words = said.lexicon or chosen_lexicon(None, language)
    tiles = said.tile_set or tile_set(tiles_for(None, words, squares == layout("super")))
    return squares, tiles, words, said.rules or STANDARD


def _begin(wishes: Wishes) -> None:
    squares, tiles, words, rules = table_of(wishes.lexicon, wishes.language, wishes.layout, wishes.tiles, wishes.rules)
    speech: Speech = "fr" if (wishes.language or words.language) == "fr" else "en"
    table = Table(wishes.notation or "gcg", speech)
    names = (table.phrases.you, _PROGRAM)
    seed = randrange(1, _MOST_NUMBERS) if wishes.seed is None else wishes.seed
    players = (table.phrases.you,) if wishes.duplicate else names[::-1] if wishes.second else names
    game = Game.start(players, squares, tiles, words, rules, seed)
    extra = {
        "mode": "duplicate" if wishes.duplicate else "versus",
        "against": wishes.against,
        "person": str(players.index(table.phrases.you)),
        "notation": table.notation,
        "speech": speech,
    }
    if wishes.against == "equity":
        leave_tables(tiles.language)  # says at once, not in the middle of the game, when there are none
    book = new_book(wishes.save)
    book.begin(game, extra)
    if wishes.duplicate:
        Topping(table, book, game, wishes.gcg).play(begun_as(game))
    else:
        Versus(table, book, int(extra["person"]), wishes.against, wishes.gcg).play(game)


def _resume(wishes: Wishes, path: str) -> None:
    if wishes.save is not None:
        raise InvalidPuzzle("a game that goes on stays in its file", where="--save", expected="--resume alone")
    book, header, turns = open_book(path)

    def words_of(name: str) -> "Lexicon":
        return chosen_lexicon(wishes.lexicon or name, wishes.language)

    extra = header.extra
    speech: Speech = "fr" if (wishes.language or extra.get("speech")) == "fr" else "en"
    kept: Notation = next((one for one in NOTATIONS if one == extra.get("notation")), "gcg")
    table = Table(wishes.notation or kept, speech)
    with named(book.path or ""):
        start = begun(header, words_of)
        if extra.get("mode") == "duplicate":
            duplicate = replayed(begun_as(start), turns)
        else:
            person, against = extra.get("person", "0"), extra.get("against", "best")
            if len(start.players) != 2 or person not in ("0", "1") or against not in PLAYERS:
                raise InvalidPuzzle("this is not a game against a program", where="line 1")
            game = played_again(start, turns)
    if extra.get("mode") == "duplicate":
        Topping(table, book, start, wishes.gcg).play(duplicate)
    else:
        Versus(table, book, int(person), against, wishes.gcg).play(game)
