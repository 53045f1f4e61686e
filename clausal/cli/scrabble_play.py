"""What `scrabble play` does: how a game at the terminal begins, or goes on."""

from random import randrange
from typing import Annotated, Literal

from pydantic import Field

from clausal.cli.documents import named_or_document
from clausal.cli.exit import YES, complain
from clausal.cli.files import named
from clausal.cli.scrabble_file import new_file, open_file
from clausal.cli.scrabble_game import Topping, Versus
from clausal.cli.scrabble_phrases import PHRASES, Speech
from clausal.data.lexicons.opened import LEXICON, opened
from clausal.models.asking import Option
from clausal.models.errors import InvalidOption, InvalidPuzzle
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.game import Game
from clausal.models.scrabble.notation import NOTATIONS, Notation
from clausal.models.scrabble.saved import begun, played_again
from clausal.puzzles.scrabble import GameSettings, equipment_of, notation_named, notes_on_words
from clausal.questions.ask import Ask
from clausal.solvers.scrabble.duplicate import Duplicate
from clausal.solvers.scrabble.players import PLAYERS, leave_tables

_BOARD, _SAVING = "Board", "Keeping games"
_MOST_NUMBERS = 1_000_000


class Play(GameSettings, Ask):
    """What a game may be told."""

    against: Annotated[
        Literal["best", "equity", "strong", "arrangements", "random"],
        Field(description="Highest score, score and leave, that and exact endgames, Guzniczak 2018, or any play."),
    ] = "best"
    duplicate: Annotated[bool, Field(description="Topping: find the best play of each rack.")] = False
    second: Annotated[bool, Field(description="The program begins.")] = False
    seed: Annotated[
        int | None,
        Field(ge=0, le=2**53, description="Number of the game: the same tiles again."),
        Option(metavar="N"),
    ] = None
    save: Annotated[
        str | None,
        Field(description="Keep the game in this file. Without it, it is kept until it is over."),
        Option(metavar="FILE", panel=_SAVING),
    ] = None
    resume: Annotated[
        str | None, Field(description="Go on with a game that was left."), Option(metavar="FILE|last", panel=_SAVING)
    ] = None
    gcg: Annotated[
        str | None, Field(description="Write the game as GCG, too."), Option(metavar="FILE", panel=_SAVING)
    ] = None
    notation: Annotated[
        str | None,
        Field(description="How places are written: gcg (8D across, D8 down) or french (H4, 4H); that of the language."),
        Option(metavar="NAME", panel=_BOARD),
    ] = None
    rules: Annotated[
        str,
        Field(description="The standard game, or the restricted one of the study."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "standard"


def play_game(told: Play) -> int:
    """Play until the game is over or left."""
    notation = None if told.notation is None else notation_named(told.notation)
    if told.resume is not None and told.save is not None:
        raise InvalidOption("a game that goes on stays in its file", where="--save", expected="--resume alone")
    if told.resume is not None:
        _resume(told, told.resume, notation)
    else:
        for note in notes_on_words(told):
            complain(note)
        _begin(told, notation)
    return YES


def _begin(told: Play, chosen: Notation | None) -> None:
    file = new_file(told.save)
    things = equipment_of(told, told.rules)
    if told.against in ("equity", "strong"):
        leave_tables(things.tile_set.language)  # says at once, not in the middle of the game, when there are none
    speech: Speech = "fr" if (told.lang or things.lexicon.language) == "fr" else "en"
    notation: Notation = chosen or ("french" if speech == "fr" else "gcg")
    you = PHRASES[speech].you
    players = (you,) if told.duplicate else ("clausal", you) if told.second else (you, "clausal")
    person = players.index(you)
    game = Game.start(players, *things, randrange(1, _MOST_NUMBERS) if told.seed is None else told.seed)
    mode = {"mode": "duplicate" if told.duplicate else "versus", "against": told.against}
    file.begin(game, mode | {"notation": notation, "person": str(person), "speech": speech})
    if told.duplicate:
        Topping(notation, speech, file, told.gcg, game).play(Duplicate.like(game))
    else:
        Versus(notation, speech, file, told.gcg, person, told.against).play(game)


def _resume(told: Play, path: str, notation: Notation | None) -> None:
    file, header, turns = open_file(path)
    about = header.extra
    kept: Notation = next((one for one in NOTATIONS if one == about.get("notation")), "gcg")
    places = notation or kept
    speech: Speech = "fr" if (told.lang or about.get("speech")) == "fr" else "en"
    with named(file.path or ""):
        start = begun(header, lambda name: _words(told, name))
        if about.get("mode") == "duplicate":
            topping = played_again(Duplicate.like(start), turns)
        else:
            person, against = about.get("person", "0"), about.get("against", "best")
            if len(start.players) != 2 or person not in ("0", "1") or against not in PLAYERS:
                raise InvalidPuzzle("this is not a game against a program", where="line 1")
            game = played_again(start, turns)
    if about.get("mode") == "duplicate":
        Topping(places, speech, file, told.gcg, start).play(topping)
    else:
        Versus(places, speech, file, told.gcg, int(person), against).play(game)


def _words(told: Play, name: str) -> Lexicon:
    """The lexicon that was said, else the one that a file names."""
    return opened(told.lexicon or named_or_document(name, LEXICON), told.lang)[0]
