"""What `wordle assist` does: the word that was played, the colours that it got, the next suggestion, and again (as in
Kalaydjian & Duhem 2022), with a way back, and with reasons where the colours contradict each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clausal.cli.exit import NO, YES
from clausal.cli.output import draw, folded, print_line, say
from clausal.cli.source import gathered, read_source
from clausal.cli.typed import Lines
from clausal.cli.wordle_advice import read_tree_file, refuse_another_game, said_by
from clausal.cli.wordle_check_answers import show_check
from clausal.cli.wordle_suggest_answers import Advice, show_suggestions
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.wordle import History, Wordle
from clausal.puzzles.wordle import draw_guess
from clausal.puzzles.wordle_check import check_report
from clausal.puzzles.wordle_suggest import suggestion_report
from clausal.solvers.wordle.suggest import Ranking
from clausal.solvers.wordle.tree import Tree

_TOP = 5
_LISTED = 60
_HELP = {
    "colours": ("then the colours it got: g green, y yellow, b grey", "bybbg"),
    "counts": ("then its counts, well placed and misplaced", "2,1"),
}
_UNDO, _WORDS, _QUIT = frozenset({"undo", "u", "<"}), frozenset({"words", "w"}), frozenset({"quit", "q", "exit"})


@dataclass(frozen=True)
class Companion:
    """Knows the game so far, and what advice is wanted."""

    puzzle: Wordle
    advice: Advice
    tree: Tree | None

    @property
    def history(self) -> History:
        return self.puzzle.history

    @property
    def won(self) -> bool:
        guesses = self.history.guesses
        return bool(guesses) and guesses[-1].code == self.history.kind.win(self.history.length)

    def plus(self, word: str, feedback: str) -> "Companion":
        return replace(self, puzzle=replace(self.puzzle, history=self.history.plus(word, feedback)))

    def back(self) -> "Companion":
        """Without the last guess."""
        shorter = replace(self.history, guesses=self.history.guesses[:-1])
        return replace(self, puzzle=replace(self.puzzle, history=shorter))


def assist_game(texts: Sequence[str], advice: Advice, settings: Mapping[str, str | None], tree_file: str | None) -> int:
    """Accompany a game until it is won or the input ends. Exit code 1 when it ends in a contradiction."""
    tree = None if tree_file is None else read_tree_file(tree_file)
    companion = Companion(_one_puzzle(texts, settings), advice, tree)
    if companion.tree is not None:
        refuse_another_game(companion.tree, companion.history)
    feedback, example = _HELP[companion.history.scoring]
    print_line("Say the word you played (Enter: the first suggestion),")
    print_line(f"{feedback}. Both fit on one line: crane {example}.")
    print_line("Also: undo, words (lists what is left), quit.")
    lines = Lines()
    while not companion.won:
        first = _advise(companion)
        after = _next(companion, first, lines)
        if after is None:
            return YES if first else NO
        companion = after
    guesses = len(companion.history)
    say(f"\nFound in {guesses}: {companion.history.guesses[-1].word.upper()}.", "bold green")
    return YES


def _one_puzzle(texts: Sequence[str], settings: Mapping[str, str | None]) -> Wordle:
    source = read_source("wordle", gathered(texts), settings, typed=len(texts) != 1)
    if not source.is_one:
        raise InvalidPuzzle("there is more than one history", expected="exactly one")
    (entry,) = source.entries
    puzzle = entry.puzzle
    assert isinstance(puzzle, Wordle)
    if puzzle.lexicon is None:
        raise InvalidPuzzle("there is no lexicon", expected="one, since a guess is a word of a list")
    return puzzle


def _advise(companion: Companion) -> str | None:
    """Say what is left and what to play; the first suggestion, or None where there is a contradiction."""
    print_line("")
    ranked = companion.advice.ranked(companion.puzzle)
    if not len(ranked.members):
        show_check(check_report(companion.puzzle, shown=_LISTED, most=1), companion.puzzle)
        say("\nundo takes back the last guess.", "yellow")
        return None
    word = said_by(companion.tree, companion.history)
    shown = [found for found in [word and ranked.judge(word), *ranked.best(_TOP)] if found]
    if word:
        say(f"The tree plays {word.upper()}.", "bold cyan")
    elif companion.tree is not None:
        say("The tree does not know this game.", "dim")
    show_suggestions(ranked, [suggestion_report(found) for found in (shown[1:] if word else shown)])
    return shown[0].word


def _next(companion: Companion, first: str | None, lines: Lines) -> Companion | None:
    """The game after the next guess or undo; None when the player leaves."""
    while (line := lines.ask("word> ")) is not None:
        command = line.lower()
        if command in _QUIT:
            return None
        if command in _UNDO:
            if len(companion.history):
                return companion.back()
            say("  there is nothing to undo", "yellow")
        elif command in _WORDS:
            _list_words(companion.advice.ranked(companion.puzzle))
        elif command or first:
            after = _guessed(companion, command or first or "", lines)
            if after is not None:
                return after
    return None


def _guessed(companion: Companion, line: str, lines: Lines) -> Companion | None:
    """The game with this guess; its feedback may stand on the same line. None when it was none, which is then said."""
    word, _, feedback = line.replace(":", " ", 1).partition(" ")
    if not feedback.strip():
        asked = lines.ask(f"{word.upper()[:15]} got> ")
        if asked is None or not asked:
            return None
        feedback = asked
    try:
        after = companion.plus(word, feedback.strip())
    except Invalid as error:
        say(f"  {error}", "yellow")
        return None
    guess = after.history.guesses[-1]
    if companion.advice.words(companion.puzzle).row_of(guess.word) is None:
        say(f"  {guess.word.upper()} is not among the allowed guesses; it is taken as it is", "yellow")
    draw(f"  {draw_guess(after.history, guess.word, guess.code)}")
    return after


def _list_words(ranked: Ranking) -> None:
    words = ranked.referee.words.words(ranked.members)
    for line in folded(" ".join(words).upper() or "none", 2):
        print_line(f"  {line}")
