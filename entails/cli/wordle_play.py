"""Command `wordle play`: an interactive game. The rules are in `entails.solvers.wordle.game`.

Command `wordle assist`: suggest guesses for a game that is played elsewhere.

The loop is that of Kalaydjian & Duhem 2022: the user enters the word played and its colours, and gets the next
suggestion. It adds `undo`, and an explanation if the colours contradict each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import randrange
from shutil import get_terminal_size
from typing import Annotated

from pydantic import Field

from entails.cli.exit import NO, YES, print_error
from entails.cli.files import Lines
from entails.cli.inputs import Reader, gathered
from entails.cli.output import draw, folded, print_line, say
from entails.cli.show.wordle.games import show_check, show_suggestions, skill_text
from entails.data.wordle import letters_of_game
from entails.locale import wordle as messages
from entails.locale.message import Language
from entails.models.alphabet import own_letters
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import CommandArgument, Option
from entails.models.wordle.history import COLOURS, GREEN, GREY, YELLOW, History, Scoring, Wordle, scoring_named
from entails.models.wordle.words import Words
from entails.puzzles.wordle import PUZZLE, draw_guess
from entails.queries.lexicon import LatinLanguageName
from entails.queries.wordle.check import check_report
from entails.queries.wordle.guesses import (
    Advice,
    SuggestionReport,
    TreeFile,
    advice_of,
    reject_another_game,
    tree_guess,
    tree_in,
    with_reasons,
)
from entails.queries.wordle.lists import Answers, FeedbackName, Fold, Hard, Length, Worded, lexicon_of, words_of
from entails.solvers.kernels.jit import plain_python_first
from entails.solvers.wordle.analysis import analyse
from entails.solvers.wordle.coach import MOST_PAIRS
from entails.solvers.wordle.feedback import Mode
from entails.solvers.wordle.game import (
    NO_LIMIT,
    USUAL_TURNS,
    WordleTurn,
    hits,
    host_for,
    turn,
    unused_hint,
    with_common_answers,
)
from entails.solvers.wordle.secret import possible_secrets
from entails.solvers.wordle.suggest import Ranking, hints_for, ranking_after
from entails.solvers.wordle.tree.value import GuessTree

_TOP = 5
_LISTED = 60
_HINT = "?"
_UNDO, _WORDS, _QUIT = frozenset({"undo", "u", "<"}), frozenset({"words", "w"}), frozenset({"quit", "q", "exit"})


class Assist(Advice):
    """Options of `wordle assist`."""

    history: Annotated[
        tuple[str, ...],
        CommandArgument("[HISTORY]...", "Guesses such as crane:bybbg, a file of them, or a share text."),
    ] = ()
    hard: Hard = False
    tree: TreeFile = None
    feedback: FeedbackName = None
    lang: LatinLanguageName = None
    length: Length = None
    answers: Answers = None
    fold: Fold = False

    def puzzle(self) -> Wordle:
        """Return the guesses typed so far as a puzzle."""
        length = None if self.length is None else str(self.length)
        settings = {
            "feedback": self.feedback,
            "lexicon": self.answers,
            "lang": self.lang,
            "length": length,
            "fold": self.fold,
        }
        reader = Reader(PUZZLE, PUZZLE.read_options(settings), PUZZLE.read)
        source = reader.source(gathered(self.history), typed=len(self.history) != 1)
        if not source.is_one:
            raise InvalidPuzzle("more than one history", expected="exactly one")
        (entry,) = source.entries
        puzzle = entry.puzzle
        assert isinstance(puzzle, Wordle)
        lexicon_of(puzzle)
        return puzzle


@dataclass(frozen=True)
class Companion:
    """The state of `wordle assist`: the guesses so far, and the options for suggestions."""

    puzzle: Wordle
    advice: Advice
    tree: GuessTree | None

    @property
    def speech(self) -> Language:
        """The language of the messages: that of the words."""
        return "fr" if self.puzzle.lexicon is not None and self.puzzle.lexicon.language == "fr" else "en"

    @property
    def history(self) -> History:
        return self.puzzle.history

    @property
    def won(self) -> bool:
        """Whether the last guess is the secret and agrees with the feedback before it."""
        guesses = self.history.guesses
        is_win = bool(guesses) and guesses[-1].code == self.history.kind.win(self.history.length)
        return is_win and self.history.allows(guesses[-1].word)

    def unused(self) -> str | None:
        """Return the hint that hard or ultra mode requires but the last guess does not use; None if there is none."""
        *before, (word, _) = self.history.facts
        return unused_hint(word, before, self.history.kind, self.advice.rule, self.speech)

    def plus(self, word: str, feedback: str) -> "Companion":
        return replace(self, puzzle=replace(self.puzzle, history=self.history.plus(word, feedback)))

    def back(self) -> "Companion":
        """Return the game without the last guess."""
        shorter = replace(self.history, guesses=self.history.guesses[:-1])
        return replace(self, puzzle=replace(self.puzzle, history=shorter))


def assist_game(wanted: Assist) -> int:
    """Suggest guesses until the game is won or the input ends; return exit code 1 if it ends in a contradiction."""
    companion = Companion(wanted.puzzle(), wanted, None if wanted.tree is None else tree_in(wanted.tree))
    if companion.tree is not None:
        reject_another_game(companion.tree, companion.history)
    _reject_unused_hints(companion)
    for message in (messages.SAY_WORD, messages.FEEDBACK_HELP[companion.history.scoring], messages.ALSO):
        for line in folded(message.say(companion.speech), 0):
            print_line(line)
    lines = Lines()
    while not companion.won:
        with plain_python_first():
            shown = _advise(companion)
            after = _next(companion, shown, lines)
        if after is None:
            return YES if shown else NO
        companion = after
    guesses = len(companion.history)
    word = companion.history.guesses[-1].word.upper()
    say("\n" + messages.FOUND_IN.say(companion.speech, guesses=guesses, word=word), "bold green")
    return YES


def _reject_unused_hints(companion: Companion) -> None:
    """Raise an error if the mode forbids a guess of the history."""
    while len(companion.history):
        if unused := companion.unused():
            place = f"guess {len(companion.history)}, {companion.history.guesses[-1].word.upper()}"
            raise InvalidPuzzle(unused, where=place)
        companion = companion.back()


@dataclass(frozen=True, eq=False)
class Advised:
    """The advice shown to the player: ranking, sentences of the hint, and first suggestion."""

    ranked: Ranking
    hint: tuple[str, ...]
    first: str


def _advise(companion: Companion) -> Advised | None:
    """Print the words left and the suggestions; return the advice, or None if the feedback is contradictory."""
    print_line("")
    speech, ranked = companion.speech, companion.advice.ranked(companion.puzzle)
    if not len(ranked.members):
        report = check_report(companion.puzzle, shown=_LISTED, most=1, language=speech)
        show_check(report, companion.puzzle, speech=speech)
        say("\n" + messages.UNDO_HINT.say(speech), "yellow")
        return None
    word = tree_guess(companion.tree, companion.history)
    listed = ranked.best(_TOP)
    if word:
        say(messages.TREE_PLAYS.say(speech, word=word.upper()), "bold cyan")
    elif companion.tree is not None:
        say(messages.TREE_LOST.say(speech), "dim")
    hints = advice_of(ranked, listed)
    reports = [SuggestionReport.of(hint, ranked, speech=speech) for hint in with_reasons(listed, hints)]
    show_suggestions(ranked, reports, hints, speech)
    sentences = (
        (messages.TREE_PLAYS.say(speech, word=word.upper()),) if word else tuple(hint.says(speech) for hint in hints)
    )
    return Advised(ranked, sentences, word or hints[0].suggestion.word)


def _next(companion: Companion, shown: Advised | None, lines: Lines) -> Companion | None:
    """Return the game after the next typed guess or undo, or None if the player leaves."""
    while (line := lines.prompt(messages.WORD_PROMPT.say(companion.speech))) is not None:
        command = line.lower()
        if command in _QUIT:
            return None
        if command in _UNDO:
            if len(companion.history):
                return companion.back()
            say(f"  {messages.NOTHING_TO_UNDO.say(companion.speech)}", "yellow")
        elif command in _WORDS:
            _list_words(companion.advice.ranked(companion.puzzle), companion.speech)
        elif command and not command.strip(_HINT):
            _hint_for_game(shown, companion.speech)
        elif command or shown:
            after = _guessed(companion, command or (shown.first if shown else ""), shown, lines)
            if after is not None:
                return after
    return None


def _hint_for_game(shown: Advised | None, speech: Language) -> None:
    """Print the hint again; if the feedback is contradictory, print how to undo a guess."""
    for sentence in shown.hint if shown else (messages.UNDO_HINT.say(speech),):
        for line in folded(sentence, 2):
            say(f"  {line}", "cyan" if shown else "yellow")


def _guessed(companion: Companion, line: str, shown: Advised | None, lines: Lines) -> Companion | None:
    """Return the game with the typed guess added, or None if it is invalid; its feedback may be on the same line.

    The reason for a rejection is printed, and the skill of a guess that is accepted.
    """
    word, _, feedback = line.replace(":", " ", 1).partition(" ")
    if not feedback.strip():
        prompt = messages.FEEDBACK_PROMPT.say(companion.speech, word=word.upper()[:15])
        while (reply := lines.prompt(prompt)) and not reply.strip(_HINT):
            _hint_for_game(shown, companion.speech)
        if not reply:
            return None
        feedback = reply
    try:
        after = companion.plus(word, feedback.strip())
    except Invalid as error:
        say(f"  {_refused(companion, word, feedback.strip()) or error}", "yellow")
        return None
    if unused := after.unused():
        say(f"  {unused}", "yellow")
        return None
    guess = after.history.guesses[-1]
    if words_of(companion.puzzle, companion.advice.allowed).row_of(guess.word) is None:
        say(f"  {messages.NOT_A_GUESS.say(companion.speech, word=guess.word.upper())}", "yellow")
    draw(f"  {draw_guess(after.history, guess.word, guess.code)}")
    if shown is not None:
        _tell_skill(shown.ranked, guess.word, companion.speech)
    return after


def _tell_skill(ranked: Ranking, word: str, speech: Language) -> None:
    """Print the skill of a guess, if it is known."""
    judged, best = ranked.judge(word), ranked.best(1)[0]
    if judged is None or best.expected is None:
        return
    for line in folded(skill_text(judged, best.word, best.expected, speech), 2):
        say(f"  {line}", "dim")


def _refused(companion: Companion, word: str, feedback: str) -> str | None:
    """Return why a guess was rejected, in French; None in English, where the error has the text."""
    speech, history = companion.speech, companion.history
    if speech == "en":
        return None
    folded_word = history.alphabet.fold(word)
    if len(folded_word) != history.length or not history.alphabet.is_word(folded_word):
        return messages.NOT_A_WORD.say(speech, word=repr(word[:30]), length=history.length)
    shown = repr(feedback[:30])
    return messages.NO_FEEDBACK[history.scoring].say(
        speech, feedback=shown, word=folded_word.upper(), length=history.length
    )


def _list_words(ranked: Ranking, speech: Language) -> None:
    words = ranked.likely_first(len(ranked.members))
    for line in folded(" ".join(words).upper() or messages.NONE.say(speech), 2):
        print_line(f"  {line}")


HINT = "?"
_MOST_NUMBERS = 1_000_000
_STYLES = {GREEN: "bold white on green", YELLOW: "bold black on yellow", GREY: "dim"}
_ABSENT = "·"
_GUESSES_EXAMINED = 24
"""Number of guesses among which a hint looks for a common word."""


class WordlePlayOptions(Worded):
    """Options of `wordle play`."""

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
    """A game of `wordle play`: its rules and the guesses so far."""

    words: Words
    scoring: Scoring
    number: int
    table: WordlePlayOptions
    speech: Language
    guesses: tuple[str, ...] = ()

    @cached_property
    def now(self) -> WordleTurn:
        """The state of the game after the guesses so far. Options that contradict each other are rejected."""
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
    """Play a game at the terminal until it is over or the input ends."""
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
    """Read guesses and show their feedback until the game is over or the input ends; return the game."""
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
    """Print a suggestion: the guess of the tree while the game follows it, otherwise the best ranked guess."""
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
    """Print the skill of each guess, unless the word lists are so long that computing it takes too much time."""
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
