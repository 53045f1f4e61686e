"""What `scrabble play` does: how a game at the terminal begins, or goes on."""

from random import randrange
from typing import Annotated, Literal, get_args

from pydantic import Field

from entails.cli.documents import named_or_document
from entails.cli.exit import YES, complain
from entails.cli.files import named, refuse_unwritable
from entails.cli.scrabble_clock import Clock
from entails.cli.scrabble_file import new_file, open_file
from entails.cli.scrabble_phrases import PHRASES, ChallengeRule, Speech
from entails.cli.scrabble_topping import Topping
from entails.cli.scrabble_versus import Versus
from entails.data.lexicons.opened import LEXICON, opened
from entails.models.alphabet import Alphabet
from entails.models.asking import Option
from entails.models.errors import InvalidOption, InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.scrabble.game import Game
from entails.models.scrabble.notation import NOTATIONS, Notation
from entails.models.scrabble.saved import begun, played_again
from entails.puzzles.scrabble import GameSettings, equipment_of, notation_named, notes_on_words
from entails.questions.ask import Ask
from entails.solvers.scrabble.duplicate import Duplicate
from entails.solvers.scrabble.players import BY_LEAVE, PLAYERS, leave_tables, refuse_without_counts

_BOARD, _SAVING = "Board", "Keeping games"
_MOST_NUMBERS = 1_000_000


class Play(GameSettings, Ask):
    """What a game may be told."""

    against: Annotated[
        Literal["beginner", "casual", "best", "equity", "strong", "simulation", "arrangements", "random"],
        Field(
            description="Highest score with words of everyday talk, with words most people know, with all words; "
            "score and leave; that and exact endgames; that and moves tried against random racks; Guzniczak 2018; any "
            "play."
        ),
    ] = "best"
    challenge: Annotated[
        ChallengeRule,
        Field(description="Words that are none: refused (void), or challenged by the single, double or 5-point rule."),
    ] = "void"
    clock: Annotated[
        float | None,
        Field(gt=0, le=1440, description="Your minutes for the game; each minute over time costs 10 points."),
        Option(metavar="MINUTES"),
    ] = None
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
    if told.gcg is not None:
        refuse_unwritable(told.gcg)  # at once, not after the first words of a game that cannot be kept
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
    if told.against in BY_LEAVE:
        leave_tables(things.tile_set)  # says at once, not in the middle of the game, when there are none
    refuse_without_counts(told.against, things.lexicon)
    speech: Speech = "fr" if (told.lang or things.lexicon.language) == "fr" else "en"
    notation: Notation = chosen or ("french" if speech == "fr" else "gcg")
    you = PHRASES[speech].you
    players = (you,) if told.duplicate else ("entails", you) if told.second else (you, "entails")
    person = players.index(you)
    game = Game.start(players, *things, randrange(1, _MOST_NUMBERS) if told.seed is None else told.seed)
    mode = {"mode": "duplicate" if told.duplicate else "versus", "against": told.against}
    mode |= {"challenge": told.challenge} | ({} if told.clock is None else {"clock": f"{told.clock:g}"})
    file.begin(game, mode | {"notation": notation, "person": str(person), "speech": speech})
    if told.duplicate:
        Topping(notation, speech, file, told.gcg, game).play(Duplicate.like(game))
    else:
        clock = None if told.clock is None else Clock(told.clock)
        Versus(notation, speech, file, told.gcg, person, told.against, told.challenge, clock).play(game)


def _resume(told: Play, path: str, notation: Notation | None) -> None:
    file, header, turns = open_file(path)
    about = header.extra
    kept: Notation = next((one for one in NOTATIONS if one == about.get("notation")), "gcg")
    places = notation or kept
    speech: Speech = "fr" if (told.lang or about.get("speech")) == "fr" else "en"
    with named(file.path or ""):
        start = begun(header, lambda name: _words(told, name, header.tiles.alphabet))
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
        rule: ChallengeRule = next((one for one in get_args(ChallengeRule) if one == about.get("challenge")), "void")
        minutes = _minutes(about.get("clock", "")) if told.clock is None else told.clock
        clock = None if minutes is None else Clock(minutes)
        Versus(places, speech, file, told.gcg, int(person), against, rule, clock).play(game)


def _minutes(text: str) -> float | None:
    """What a file says of the clock, which begins anew."""
    try:
        return float(text) if 0 < float(text) <= 1440 else None
    except ValueError:
        return None


def _words(told: Play, name: str, alphabet: Alphabet) -> Lexicon:
    """The lexicon that was said, else the one that a file names."""
    return opened(told.lexicon or named_or_document(name, LEXICON), told.lang, alphabet)[0]
