"""What `wordle play` does: the game, one line at a time. Its rules are those of `solvers.wordle.turn`."""

from dataclasses import dataclass, replace
from functools import cached_property
from random import randrange

from clausal.cli.exit import YES
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import draw, print_line, say
from clausal.cli.typed import Lines
from clausal.cli.wordle_advice import hint_for, read_tree_file, refuse_another_game
from clausal.cli.wordle_choice import chosen_words
from clausal.cli.wordle_keyboard import keyboard
from clausal.cli.wordle_speech import PHRASES, Phrases, Speech
from clausal.models.letters import fold
from clausal.models.wordle import COLOURS, History, Scoring, Words, scoring_named
from clausal.puzzles.wordle import draw_guess
from clausal.solvers.wordle.host import hits, host_for, with_common_answers
from clausal.solvers.wordle.tree import Tree
from clausal.solvers.wordle.turn import NO_LIMIT, USUAL_TURNS, Turn, turn

HINT = "?"
_MOST_NUMBERS = 1_000_000


@dataclass(frozen=True)
class Table:
    """What the options ask for."""

    turns: int | None
    hard: bool
    feedback: str | None
    adversary: bool
    game: int | None
    secret: str | None
    tree: str | None

    @property
    def number(self) -> int:
        """The number of the game; without one, any."""
        return randrange(1, _MOST_NUMBERS) if self.game is None else self.game

    @property
    def limit(self) -> int:
        return (NO_LIMIT if self.adversary else USUAL_TURNS) if self.turns is None else self.turns


@dataclass(frozen=True)
class Game:
    """A game that is being played: its rules, and the guesses so far."""

    words: Words
    scoring: Scoring
    number: int
    table: Table
    speech: Speech
    guesses: tuple[str, ...] = ()

    @cached_property
    def now(self) -> Turn:
        """What the guesses so far have come to. Rules that do not go together are refused here."""
        table = self.table
        return turn(
            self.words,
            self.scoring,
            self.guesses,
            game=self.number,
            secret=table.secret,
            adversary=table.adversary,
            hard=table.hard,
            turns=table.limit,
            speech=self.speech,
        )

    @property
    def phrases(self) -> Phrases:
        return PHRASES[self.speech]

    def plus(self, guess: str) -> "Game":
        return replace(self, guesses=(*self.guesses, guess))


def play_game(table: Table, lists: tuple[Language | None, int | None, str | None, str | None]) -> int:
    """Ask for guesses until the game is over, or until the player has enough of it."""
    language, length, answers, allowed = lists
    if length is None and table.secret is not None:
        length = len(fold(table.secret.strip()))
    words = chosen_words(language, length, answers, allowed)
    if table.secret is None:
        words = with_common_answers(words)
    speech: Speech = "fr" if (language or words.language) == "fr" else "en"
    game = Game(words, scoring_named(table.feedback or COLOURS.name), table.number, table, speech)
    tree = None if table.tree is None else read_tree_file(table.tree)
    if tree is not None:
        refuse_another_game(tree, History(words.length, game.scoring.name))
    _welcome(game)
    ended = _played(game, tree)
    if ended.now.over:
        _farewell(ended)
    elif not table.adversary:
        host = host_for(words, game.scoring, game=game.number, secret=table.secret, adversary=False)
        say(game.phrases.bye.format(word=host.secret.upper()))
    return YES


def _played(game: Game, tree: Tree | None) -> Game:
    """The game when it has ended: by itself, or with the input."""
    lines = Lines()
    while not game.now.over:
        line = lines.ask(_prompt(game))
        if line is None:
            break
        if line.strip(HINT) == "":
            if line:
                _hint(game, tree)
            continue
        after = game.plus(line)
        if after.now.refused:
            say(f"  {after.now.refused}", "yellow")
            continue
        game = after
        _show(game)
    return game


def _welcome(game: Game) -> None:
    assert not game.now.over
    phrases, limit = game.phrases, game.table.limit
    numbered = game.table.secret is None and not game.table.adversary
    number = phrases.game.format(number=game.number) if numbered else ""
    welcome = phrases.welcome if limit else phrases.unlimited
    say(welcome.format(length=game.words.length, turns=limit, game=number), "bold")
    if game.table.adversary:
        print_line(phrases.evading)
    if game.table.hard:
        print_line(phrases.hard)
    print_line(phrases.help)


def _prompt(game: Game) -> str:
    limit = game.table.limit
    return game.phrases.prompt.format(number=len(game.guesses) + 1, of=f"/{limit}" if limit else "")


def _history(game: Game) -> History:
    return History.of(game.now.rows, game.scoring.name, game.words.length)


def _show(game: Game) -> None:
    """The last guess on its tiles, and the keyboard while the game goes on."""
    history = _history(game)
    last = history.guesses[-1]
    if game.scoring is COLOURS:
        draw(f"  {draw_guess(history, last.word, last.code)}")
    else:
        well, near = hits(game.scoring, last.code, game.words.length)
        print_line(f"  {last.word.upper()}  {game.phrases.counts.format(well=well, near=near)}")
    if not game.now.over and game.scoring is COLOURS:
        print_line("")
        draw(keyboard(game.phrases.keyboard, history.facts))
        print_line("")


def _hint(game: Game, tree: Tree | None) -> None:
    phrases, history = game.phrases, _history(game)
    hint = hint_for(game.words, history, mode="hard" if game.table.hard else "normal", tree=tree)
    if hint.best is None:  # the secret is none of the answers
        return
    if tree is not None and not hint.of_tree:
        say(f"  {phrases.off_tree}", "dim")
    left = phrases.one_left if hint.left == 1 else phrases.left.format(count=hint.left)
    text = phrases.hint_of_tree if hint.of_tree else phrases.hint
    bits = f"{hint.best.bits:.1f}".replace(".", phrases.decimal)
    say(f"  {text.format(word=hint.best.word.upper(), bits=bits, left=left)}", "cyan")


def _farewell(game: Game) -> None:
    told, phrases = game.now, game.phrases
    word = (told.secret or "").upper()
    print_line("")
    if told.won:
        say(phrases.won.format(count=len(told.rows), word=word), "bold green")
    else:
        say(phrases.lost.format(word=word), "bold red")
    print_line("")
    print_line(told.share or "")
