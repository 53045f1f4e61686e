"""The command `scrabble play`: games at the terminal, against the computer or duplicate, new or resumed."""

from dataclasses import dataclass, replace
from random import Random, randrange
from typing import Annotated, Literal, get_args

from pydantic import Field

from entails.cli.exit import YES, print_error
from entails.cli.files import Lines, named, reject_unwritable
from entails.cli.inputs import named_or_document
from entails.cli.output import print_line, say
from entails.cli.scrabble_session import PENALTY, Clock, PlaySession, new_file, open_file
from entails.cli.show.scrabble import print_board
from entails.data.lexicons import partial_notes
from entails.data.lexicons.store import LEXICON, opened
from entails.formats.scrabble.gcg import GcgEvent, GcgGame, GcgPlayer
from entails.formats.scrabble.saved import begun, gcg_of, played_again
from entails.locale import scrabble as messages
from entails.locale.message import Language, Message
from entails.locale.scrabble import ChallengeRule
from entails.models.alphabet import Alphabet
from entails.models.errors import InvalidOption, InvalidPuzzle, bracketed
from entails.models.fields import Option
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import NOTATIONS, Notation, Placement, Square, write_place
from entails.models.scrabble.game import PASS, Award, Exchange, Game, Move, write_move
from entails.puzzles.scrabble import GameSettings, equipment_of, notation_named, notes_on_words
from entails.queries.query import QueryOptions
from entails.solvers.scrabble.duplicate import Duplicate
from entails.solvers.scrabble.players import BY_LEAVE, PLAYERS, check_frequencies, leave_tables

_TOP = "top"


@dataclass(frozen=True)
class DuplicateSession(PlaySession[Duplicate]):
    """A duplicate game: find the top play of each rack.

    Attributes:
        blank: The game before its first turn, for the export.
    """

    blank: Game

    def welcome(self, game: Duplicate) -> tuple[str, Message]:
        return self.text(messages.DUPLICATE, lexicon=game.lexicon.name, seed=game.bag.seed), messages.HELP_DUPLICATE

    def no_exchange(self, game: Duplicate, move: Exchange) -> str:
        del game, move
        return self.text(messages.NEVER_EXCHANGE)

    def show_turn(self, game: Duplicate) -> None:
        turn = game.turns[-1]
        top = self.written(turn.top.placement)
        if turn.score == turn.top.score:
            say(f"  {self.text(messages.TOPPED, play=top, points=turn.score)}", "bold green")
            return
        mine = self.text(messages.NO_TOP)
        if isinstance(turn.move, Placement):
            mine = f"{self.written(turn.move)}, {turn.score}"
        share = self.number(100 * turn.score / turn.top.score)
        say(f"  {self.text(messages.TOP_WAS, mine=mine, play=top, points=turn.top.score, share=share)}", "magenta")

    def standing(self, game: Duplicate) -> str:
        standing = [self.text(messages.STANDING, number=game.number, total=game.total, top=game.top_total)]
        if game.turns:
            standing.append(f"{self.number(game.percentage)} %")
        return "   ".join([*standing, self.text(messages.BAG, count=game.bag.total)])

    def last_squares(self, game: Duplicate) -> tuple[Square, ...]:
        return game.turns[-1].top.placement.laid_squares if game.turns else ()

    def exported(self, game: Duplicate) -> GcgGame:
        """Return the game as GCG: the top plays as moves, the player's own moves as notes."""
        events, total = [], 0
        for turn in game.turns:
            total += turn.top.score
            play = turn.top.placement
            place = write_place(play.row, play.column, play.across)
            notes = (f"{self.text(messages.YOU)}: {write_move(turn.move)} {turn.score}",)
            events.append(GcgEvent("play", _TOP, str(turn.rack), turn.top.score, total, place, play.tiles, notes=notes))
        return replace(
            gcg_of(self.blank, f"duplicate, {game.total} of {game.top_total}"),
            players=(GcgPlayer(_TOP, _TOP),),
            events=tuple(events),
            incomplete=not game.over,
            racks=() if game.over else ((1, str(game.rack)),),
        )

    def farewell(self, game: Duplicate) -> None:
        if not game.turns:
            return
        if game.over:
            print_line("")
            print_board(game.board, self.notation, self.last_squares(game))
        print_line("")
        tops = sum(turn.score == turn.top.score for turn in game.turns)
        share = self.number(game.percentage)
        turns = len(game.turns)
        say(
            self.text(messages.TOP_SHARE, total=game.total, top=game.top_total, share=share, turns=turns, tops=tops),
            "bold",
        )


_FIVE = 5


@dataclass(frozen=True)
class MatchSession(PlaySession[Game]):
    """A game against the computer.

    Attributes:
        person: Number of the player at the terminal.
        challenge: Rule for invalid words.
        clock: Clock of the person, if any.
    """

    person: int
    against: str
    challenge: ChallengeRule = "void"
    clock: Clock | None = None

    def welcome(self, game: Game) -> tuple[str, Message]:
        words, seed = game.lexicon.name, game.bag.seed
        welcome = self.text(messages.WELCOME, against=self.against, lexicon=words, seed=seed)
        parts = [welcome, self.text(messages.OPPONENTS[self.against])]
        if self.challenge != "void":
            parts.append(self.text(messages.CHALLENGES[self.challenge]))
        if self.clock is not None:
            parts.append(self.text(messages.CLOCK, minutes=f"{self.clock.minutes:g}", penalty=PENALTY))
        return " ".join(parts), messages.HELP

    @property
    def allows_phonies(self) -> bool:
        return self.challenge != "void"

    def read_line(self, lines: Lines, prompt: str) -> str | None:
        if self.clock is None:
            return lines.prompt(prompt)
        with self.clock:
            return lines.prompt(prompt)

    def challenged(self, game: Game) -> tuple[Game, Move | None]:
        """Reject a challenge of a word of the computer; return the game, and a pass if the challenge costs the turn."""
        last = game.turns[-1] if game.turns else None
        if (
            last is None
            or not isinstance(last.move, Placement)
            or last.player == self.person
            or not self.allows_phonies
        ):
            return super().challenged(game)
        word = bracketed(last.move.word.upper())
        say(f"  {self.text(messages.STANDS, word=word)} {self.text(messages.COSTS[self.challenge])}", "magenta")
        if self.challenge == "5pt":
            game = game.awarded(Award("challenge"), last.player, _FIVE)
            self.file.add(game.turns[-1])
        return game, PASS if self.challenge == "double" else None

    def settled(self, game: Game) -> Game:
        late = 0 if self.clock is None else self.clock.minutes_over
        if not late or game.end is None:
            return game
        game = game.awarded(Award("time"), self.person, -PENALTY * late)
        self.file.add(game.turns[-1])
        say(f"  {self.text(messages.LATE, minutes=late, points=PENALTY * late)}", "yellow")
        self._export(game)
        return game

    def program_move(self, game: Game) -> Move | None:
        if game.to_move == self.person:
            return None
        return PLAYERS[self.against](game, Random(f"{game.bag.seed}/{len(game.turns)}"))

    def no_exchange(self, game: Game, move: Exchange) -> str:
        bag = game.bag.total
        if not game.can_exchange:
            return self.text(messages.NO_EXCHANGE, count=bag)
        if not move.tiles.total or not game.rack.holds(move.tiles):
            return self.text(messages.NOT_YOURS, rack=str(game.rack))
        return self.text(messages.NOT_SO_MANY, count=bag) if move.tiles.total > bag else ""

    def show_turn(self, game: Game) -> None:
        turn = game.turns[-1]
        name = game.players[turn.player]
        sentence = self.text(messages.PASSES, name=name)
        if isinstance(turn.move, Placement):
            sentence = self.text(messages.PLAYS, name=name, play=self.written(turn.move), points=turn.score)
        elif isinstance(turn.move, Exchange):
            sentence = self.text(messages.EXCHANGES, name=name, count=turn.move.tiles.total)
        say(f"  {sentence}", "green" if turn.player == self.person else "magenta")

    def standing(self, game: Game) -> str:
        scores = [f"{name} {points}" for name, points in zip(game.players, game.scores, strict=True)]
        clock = [] if self.clock is None else [self.text(messages.LEFT, time=str(self.clock))]
        return "   ".join([*scores, self.text(messages.BAG, count=game.bag.total), *clock])

    def last_squares(self, game: Game) -> tuple[Square, ...]:
        plays = [turn.move for turn in game.turns if isinstance(turn.move, Placement)]
        return plays[-1].laid_squares if plays else ()

    def exported(self, game: Game) -> GcgGame:
        return gcg_of(game)

    def farewell(self, game: Game) -> None:
        if game.end is None:
            return
        finals = game.final_scores
        print_line("")
        print_board(game.board, self.notation, self.last_squares(game))
        print_line("")
        out = next((name for name, rack in zip(game.players, game.racks, strict=True) if not rack.total), "")
        say(self.text(messages.OUT if game.end == "out" else messages.ZEROS, name=out), "bold")
        width = max(map(len, game.players))
        for name, before, change, final in zip(game.players, game.scores, game.adjustments, finals, strict=True):
            print_line(
                f"  {name.ljust(width)}  {final:4}  ({self.text(messages.RESULT, before=before, change=change)})"
            )
        opponent = 1 - self.person
        margin = finals[self.person] - finals[opponent]
        if margin > 0:
            say(self.text(messages.WON, margin=margin), "bold green")
        elif margin < 0:
            say(self.text(messages.LOST, name=game.players[opponent], margin=-margin), "bold red")
        else:
            say(self.text(messages.DRAWN), "bold")
        if self.file.path is not None and not self.file.ours:
            print_line(self.text(messages.KEPT, file=str(self.file.path)))


_BOARD, _SAVING = "Board", "Saved games"
_MOST_NUMBERS = 1_000_000


class ScrabblePlayOptions(GameSettings, QueryOptions):
    """Options of `scrabble play`."""

    against: Annotated[
        Literal["beginner", "casual", "best", "equity", "strong", "simulation", "arrangements", "random"],
        Field(
            description="Opponent: highest score with very common words (beginner), common words (casual) or all words "
            "(best); score and leave (equity), also exact endgames (strong), also simulation (simulation); Guzniczak "
            "2018 (arrangements); random plays (random)."
        ),
        Option(metavar="NAME"),
    ] = "best"
    challenge: Annotated[
        ChallengeRule,
        Field(description="Invalid words: rejected (void), or challenged by the single, double or 5-point rule."),
    ] = "void"
    clock: Annotated[
        float | None,
        Field(gt=0, le=1440, description="Your time for the game, in minutes; each minute over costs 10 points."),
        Option(metavar="MINUTES"),
    ] = None
    duplicate: Annotated[bool, Field(description="Play duplicate: find the top play of each rack.")] = False
    second: Annotated[bool, Field(description="Let the computer go first.")] = False
    seed: Annotated[
        int | None,
        Field(ge=0, le=2**53, description="Number of the game, which determines the tiles."),
        Option(metavar="N"),
    ] = None
    save: Annotated[
        str | None,
        Field(description="File of the game (default: a file that is deleted when the game is over)."),
        Option(metavar="FILE", panel=_SAVING),
    ] = None
    resume: Annotated[
        str | None, Field(description="Resume a saved game."), Option(metavar="FILE|last", panel=_SAVING)
    ] = None
    gcg: Annotated[
        str | None, Field(description="Also write the game as GCG."), Option(metavar="FILE", panel=_SAVING)
    ] = None
    notation: Annotated[
        str | None,
        Field(description="Notation of places: gcg (8D across, D8 down) or french (H4, 4H); default: by language."),
        Option(metavar="NAME", panel=_BOARD),
    ] = None
    rules: Annotated[
        str,
        Field(description="Rules: standard, or restricted as in the study."),
        Option(metavar="NAME", panel=_BOARD),
    ] = "standard"


def play_game(options: ScrabblePlayOptions) -> int:
    """Play until the game is over or interrupted."""
    notation = None if options.notation is None else notation_named(options.notation)
    if options.resume is not None and options.save is not None:
        raise InvalidOption("a resumed game stays in its file", where="--save", expected="--resume alone")
    if options.gcg is not None:
        reject_unwritable(options.gcg)  # before the game begins
    if options.resume is not None:
        _resume(options, options.resume, notation)
    else:
        for note in notes_on_words(options):
            print_error(note)
        _begin(options, notation)
    return YES


def _begin(options: ScrabblePlayOptions, chosen: Notation | None) -> None:
    file = new_file(options.save)
    equipment = equipment_of(options, options.rules)
    for note in partial_notes(equipment.lexicon.name):
        print_error(note)
    if options.against in BY_LEAVE:
        leave_tables(equipment.tile_set)  # raises before the game begins if there are none
    check_frequencies(options.against, equipment.lexicon)
    language: Language = "fr" if (options.lang or equipment.lexicon.language) == "fr" else "en"
    notation: Notation = chosen or ("french" if language == "fr" else "gcg")
    you = messages.YOU.say(language)
    players = (you,) if options.duplicate else ("entails", you) if options.second else (you, "entails")
    person = players.index(you)
    game = Game.start(players, *equipment, randrange(1, _MOST_NUMBERS) if options.seed is None else options.seed)
    mode = {"mode": "duplicate" if options.duplicate else "versus", "against": options.against}
    mode |= {"challenge": options.challenge} | ({} if options.clock is None else {"clock": f"{options.clock:g}"})
    file.begin(game, mode | {"notation": notation, "person": str(person), "speech": language})
    if options.duplicate:
        DuplicateSession(notation, language, file, options.gcg, game).play(Duplicate.like(game))
    else:
        clock = None if options.clock is None else Clock(options.clock)
        MatchSession(notation, language, file, options.gcg, person, options.against, options.challenge, clock).play(
            game
        )


def _resume(options: ScrabblePlayOptions, path: str, notation: Notation | None) -> None:
    file, header, turns = open_file(path)
    about = header.extra
    kept: Notation = next((known for known in NOTATIONS if known == about.get("notation")), "gcg")
    places = notation or kept
    language: Language = "fr" if (options.lang or about.get("speech")) == "fr" else "en"
    with named(file.path or ""):
        start = begun(header, lambda name: _words(options, name, header.tiles.alphabet))
        if about.get("mode") == "duplicate":
            duplicate = played_again(Duplicate.like(start), turns)
        else:
            person, against = about.get("person", "0"), about.get("against", "best")
            if len(start.players) != 2 or person not in ("0", "1") or against not in PLAYERS:
                raise InvalidPuzzle("not a game against the computer", where="line 1")
            game = played_again(start, turns)
    if about.get("mode") == "duplicate":
        DuplicateSession(places, language, file, options.gcg, start).play(duplicate)
    else:
        rule: ChallengeRule = next(
            (known for known in get_args(ChallengeRule) if known == about.get("challenge")), "void"
        )
        minutes = _minutes(about.get("clock", "")) if options.clock is None else options.clock
        clock = None if minutes is None else Clock(minutes)
        MatchSession(places, language, file, options.gcg, int(person), against, rule, clock).play(game)


def _minutes(text: str) -> float | None:
    """Return the minutes of the clock option, or None if the text is invalid. A resumed clock starts again."""
    try:
        return float(text) if 0 < float(text) <= 1440 else None
    except ValueError:
        return None


def _words(options: ScrabblePlayOptions, name: str, alphabet: Alphabet) -> Lexicon:
    """Return the lexicon that the options name, by default that of the saved game."""
    return opened(options.lexicon or named_or_document(name, LEXICON), options.lang, alphabet)[0]
