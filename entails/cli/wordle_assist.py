"""Command `wordle assist`: suggest guesses for a game that is played elsewhere.

The loop is that of Kalaydjian & Duhem 2022: the user enters the word played and its colours, and gets the next
suggestion. It adds `undo`, and an explanation if the colours contradict each other.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from entails.cli.exit import NO, YES
from entails.cli.files import Lines
from entails.cli.inputs import Reader, gathered
from entails.cli.output import draw, folded, print_line, say
from entails.cli.show.wordle.games import show_check, show_suggestions, skill_text
from entails.locale import wordle as messages
from entails.locale.message import Language
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import CommandArgument
from entails.models.wordle.history import History, Wordle
from entails.puzzles.wordle import PUZZLE, draw_guess
from entails.queries.lexicon import LatinLanguageName
from entails.queries.wordle.check import check_report
from entails.queries.wordle.lists import Answers, FeedbackName, Hard, Length, lexicon_of, words_of
from entails.queries.wordle.suggest import (
    Advice,
    SuggestionReport,
    TreeFile,
    advice_of,
    reject_another_game,
    tree_guess,
    tree_in,
    with_reasons,
)
from entails.solvers.kernels.jit import plain_python_first
from entails.solvers.wordle.game import unused_hint
from entails.solvers.wordle.suggest import Ranking
from entails.solvers.wordle.tree.value import GuessTree

_TOP = 5
_LISTED = 60
_HINT = "?"
_UNDO, _WORDS, _QUIT = frozenset({"undo", "u", "<"}), frozenset({"words", "w"}), frozenset({"quit", "q", "exit"})


class Assist(Advice):
    """Options of `assist`."""

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

    def puzzle(self) -> Wordle:
        """Return the game so far."""
        length = None if self.length is None else str(self.length)
        settings = {"feedback": self.feedback, "lexicon": self.answers, "lang": self.lang, "length": length}
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
    """The game so far, and the options for suggestions."""

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
        """Return the hint that hard or ultra mode requires and the last guess does not use, or None."""
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
    """Raise an error if the mode does not permit a guess of the history."""
    while len(companion.history):
        if unused := companion.unused():
            place = f"guess {len(companion.history)}, {companion.history.guesses[-1].word.upper()}"
            raise InvalidPuzzle(unused, where=place)
        companion = companion.back()


@dataclass(frozen=True, eq=False)
class Advised:
    """The advice shown to the player: the ranking, the sentences of the hint, and the first suggestion."""

    ranked: Ranking
    hint: tuple[str, ...]
    first: str


def _advise(companion: Companion) -> Advised | None:
    """Print the words left and the suggestions; return them, None if there is a contradiction."""
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
    """Return the game after the next guess or undo, or None if the player leaves."""
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
            _hint(shown, companion.speech)
        elif command or shown:
            after = _guessed(companion, command or (shown.first if shown else ""), shown, lines)
            if after is not None:
                return after
    return None


def _hint(shown: Advised | None, speech: Language) -> None:
    """Print the hint again; after a contradiction, print how to undo a guess."""
    for sentence in shown.hint if shown else (messages.UNDO_HINT.say(speech),):
        for line in folded(sentence, 2):
            say(f"  {line}", "cyan" if shown else "yellow")


def _guessed(companion: Companion, line: str, shown: Advised | None, lines: Lines) -> Companion | None:
    """Return the game with this guess, None if it is invalid; the feedback may be on the same line.

    The reason for a rejection is printed, and the skill of a guess that is accepted.
    """
    word, _, feedback = line.replace(":", " ", 1).partition(" ")
    if not feedback.strip():
        reply = lines.prompt(messages.FEEDBACK_PROMPT.say(companion.speech, word=word.upper()[:15]))
        if reply is None or not reply:
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
    """Return why a guess was rejected, in French; None in English, where the text of the error is used."""
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
