"""Command `wordle play`: an interactive game. The rules are in `entails.solvers.wordle.game`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import randrange
from shutil import get_terminal_size
from typing import Annotated

from pydantic import Field

from entails.cli.exit import YES, print_error
from entails.cli.files import Lines
from entails.cli.output import draw, folded, print_line, say
from entails.data.wordle import letters_of_game
from entails.locale import wordle as messages
from entails.locale.message import Language
from entails.models.alphabet import own_letters
from entails.models.fields import Option
from entails.models.wordle.history import COLOURS, GREEN, GREY, YELLOW, History, Scoring, scoring_named
from entails.models.wordle.words import Words
from entails.puzzles.wordle import draw_guess
from entails.queries.wordle.lists import FeedbackName, Hard, Worded
from entails.queries.wordle.suggest import TreeFile, reject_another_game, tree_guess, tree_in
from entails.solvers.kernels.jit import plain_python_first
from entails.solvers.wordle.analysis import analyse
from entails.solvers.wordle.coach import MOST_PAIRS
from entails.solvers.wordle.feedback import Mode
from entails.solvers.wordle.game import NO_LIMIT, USUAL_TURNS, WordleTurn, hits, host_for, turn, with_common_answers
from entails.solvers.wordle.secret import possible_secrets
from entails.solvers.wordle.suggest import hints_for, ranking_after
from entails.solvers.wordle.tree.value import GuessTree

HINT = "?"
_MOST_NUMBERS = 1_000_000
_STYLES = {GREEN: "bold white on green", YELLOW: "bold black on yellow", GREY: "dim"}
_ABSENT = "·"
_GUESSES_EXAMINED = 24
"""Number of guesses among which a hint looks for a common word."""


class WordlePlayOptions(Worded):
    """Options of `play`."""

    turns: Annotated[
        int | None,
        Field(ge=0, le=1000, description="Number of guesses; 0 means no limit (default: 6; adversary: no limit)."),
        Option(metavar="N"),
    ] = None
    hard: Hard = False
    feedback: FeedbackName = None
    adversary: Annotated[
        bool, Field(description="Play against the adversarial host of Absurdle, which has no secret.")
    ] = False
    game: Annotated[
        int | None,
        Field(ge=0, le=10**9, description="Number of the game; the same number gives the same secret."),
        Option(metavar="N"),
    ] = None
    secret: Annotated[str | None, Field(description="Secret, for a game with a friend."), Option(metavar="WORD")] = None
    tree: TreeFile = None

    @property
    def number(self) -> int:
        """The number of the game; a random one if none is set."""
        return randrange(1, _MOST_NUMBERS) if self.game is None else self.game

    @property
    def limit(self) -> int:
        return (NO_LIMIT if self.adversary else USUAL_TURNS) if self.turns is None else self.turns


@dataclass(frozen=True)
class TypedGame:
    """A game in progress: its rules and the guesses so far."""

    words: Words
    scoring: Scoring
    number: int
    table: WordlePlayOptions
    speech: Language
    guesses: tuple[str, ...] = ()

    @cached_property
    def now(self) -> WordleTurn:
        """The state of the game after these guesses. Options that contradict each other are rejected here."""
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

    def plus(self, guess: str) -> "TypedGame":
        return replace(self, guesses=(*self.guesses, guess))


def play_game(table: WordlePlayOptions) -> int:
    """Read guesses until the game is over or the input ends."""
    length = table.length
    if length is None and table.secret is not None:
        length = len(letters_of_game(table.lang, fold=table.fold).fold(table.secret.strip()))
    lists = table.lists(length)
    words = lists.words
    for note in lists.notes:
        print_error(note)
    if table.secret is None:
        words = with_common_answers(words)
    speech: Language = "fr" if (table.lang or words.language) == "fr" else "en"
    game = TypedGame(words, scoring_named(table.feedback or COLOURS.name), table.number, table, speech)
    tree = None if table.tree is None else tree_in(table.tree)
    if tree is not None:
        reject_another_game(tree, History(words.length, game.scoring.name))
    _welcome(game)
    ended = _played(game, tree)
    if ended.now.over:
        _farewell(ended)
    elif not table.adversary:
        host = host_for(words, game.scoring, game=game.number, secret=table.secret, adversary=False)
        say(messages.PLAY_BYE.say(speech, word=host.secret.upper()))
    return YES


def _played(game: TypedGame, tree: GuessTree | None) -> TypedGame:
    """Read guesses until the game is over or the input ends; return the game."""
    lines = Lines()
    while not game.now.over:
        line = lines.prompt(_prompt(game))
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


def _welcome(game: TypedGame) -> None:
    assert not game.now.over
    speech, limit = game.speech, game.table.limit
    numbered = game.table.secret is None and not game.table.adversary
    number = messages.PLAY_GAME.say(speech, number=game.number) if numbered else ""
    welcome = messages.PLAY_WELCOME if limit else messages.PLAY_UNLIMITED
    say(welcome.say(speech, length=game.words.length, turns=limit, game=number), "bold")
    rules = [messages.PLAY_EVADING] * game.table.adversary + [messages.PLAY_HARD] * game.table.hard
    for message in (*rules, messages.PLAY_HELP):
        for line in folded(message.say(speech), 0):
            print_line(line)


def _prompt(game: TypedGame) -> str:
    limit = game.table.limit
    return messages.PLAY_PROMPT.say(game.speech, number=len(game.guesses) + 1, of=f"/{limit}" if limit else "")


def _history(game: TypedGame) -> History:
    return History.of(game.now.rows, game.scoring.name, game.words.length, game.words.alphabet)


def _show(game: TypedGame) -> None:
    """Print the last guess as tiles, and the keyboard unless the game is over."""
    history = _history(game)
    last = history.guesses[-1]
    if game.scoring is COLOURS:
        draw(f"  {draw_guess(history, last.word, last.code)}")
    else:
        well, near = hits(game.scoring, last.code, game.words.length)
        print_line(f"  {last.word.upper()}  {messages.PLAY_COUNTS.say(game.speech, well=well, near=near)}")
    if not game.now.over and game.scoring is COLOURS:
        print_line("")
        top, middle, *others = messages.KEYBOARD.say(game.speech).split()
        keys = [top, middle + own_letters(game.words.alphabet), *others]
        draw(keyboard(keys, history.facts, get_terminal_size().columns))
        print_line("")


def _hint(game: TypedGame, tree: GuessTree | None) -> None:
    """Print a suggestion: the guess of the tree while the game follows it, otherwise a ranked guess."""
    speech, history, words = game.speech, _history(game), game.words
    possible = possible_secrets(words, history.facts, history.kind)
    if possible.source != "answers":
        for line in folded(messages.FALLEN_BACK[possible.source].say(speech), 2):
            say(f"  {line}", "yellow")
    left = messages.PLAY_LEFT(len(possible.rows))
    played = tree_guess(tree, history)
    if played is not None:
        say(f"  {messages.PLAY_HINT_OF_TREE.say(speech, word=played.upper(), left=left)}", "cyan")
        return
    if tree is not None:
        say(f"  {messages.PLAY_OFF_TREE.say(speech)}", "dim")
    mode: Mode = "hard" if game.table.hard else "normal"
    with plain_python_first():
        best = ranking_after(words, history.kind, history.facts, mode=mode).best(_GUESSES_EXAMINED)
    says = [hint.says(game.speech) for hint in hints_for(best)]
    for line in folded(messages.PLAY_HINT.say(speech, left=left, says=" ".join(says)), 2):
        say(f"  {line}", "cyan")


def _farewell(game: TypedGame) -> None:
    state, speech = game.now, game.speech
    word = (state.secret or "").upper()
    print_line("")
    if state.won:
        say(messages.PLAY_WON.say(speech, count=len(state.rows), word=word), "bold green")
    else:
        say(messages.PLAY_LOST.say(speech, word=word), "bold red")
    _tell_skills(game)
    print_line("")
    print_line(state.share or "")


def _tell_skills(game: TypedGame) -> None:
    """Print the skill of each guess, unless the list is too long for it."""
    words, secret = game.words, None if game.table.adversary else game.now.secret
    if len(words) * words.answers > MOST_PAIRS:
        return
    mode: Mode = "hard" if game.table.hard else "normal"
    with plain_python_first():
        report = analyse(words, _history(game), secret=secret, mode=mode, speech=game.speech)
    skills = ", ".join(f"{turn.word.upper()} {turn.skill}" for turn in report.turns)
    for line in folded(messages.PLAY_SKILLS.say(game.speech, skills=skills), 0):
        say(line, "dim")


def best_colours(facts: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Return the best colour that each guessed letter got."""
    best: dict[str, int] = {}
    for word, code in facts:
        for letter, colour in zip(word, COLOURS.colours(code, len(word)), strict=True):
            best[letter] = max(colour, best.get(letter, GREY))
    return best


def keyboard(rows: Sequence[str], facts: Sequence[tuple[str, int]], width: int = 80) -> str:
    """Return the keys in Rich's markup, close together if the lines would be longer than `width`.

    The keyboard is readable without colours: letters of the secret are capitals, absent letters are dots.
    """
    best, longest = best_colours(facts), max(map(len, rows))
    margin, between = (" ", "") if 3 * longest + 4 <= width else ("", " " if 2 * longest + 3 <= width else "")
    lines = [between.join(_key(letter, best.get(letter), margin) for letter in row) for row in rows]
    step = 1 + len(margin) if margin or between else 0
    return "\n".join(f"{' ' * (step * (number + 1))}{line}" for number, line in enumerate(lines))


def _key(letter: str, colour: int | None, margin: str = " ") -> str:
    if colour is None:
        return f"{margin}{letter}{margin}"
    return f"[{_STYLES[colour]}]{margin}{_ABSENT if colour == GREY else letter.upper()}{margin}[/]"
