"""What `wordle suggest` and `wordle candidates` do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clausal.cli.asking import Answered, each
from clausal.cli.exit import NO, YES, complain
from clausal.cli.lexicon_choice import chosen_lexicon
from clausal.cli.output import console, draw, print_line, say
from clausal.cli.source import Source
from clausal.cli.wordle_advice import refuse_another_game
from clausal.data.wordle import Prior, words_for
from clausal.models.errors import Invalid, InvalidPuzzle, UnsupportedPuzzle
from clausal.models.letters import to_words
from clausal.models.report import Name
from clausal.models.wordle import Wordle, Words
from clausal.models.wordle.report import CandidatesReport, SuggestionReport
from clausal.models.wordle.text import write_wordle
from clausal.puzzles.wordle_suggest import suggestion_report
from clausal.solvers.wordle.candidates import candidates
from clausal.solvers.wordle.pool import Mode, Pool
from clausal.solvers.wordle.suggest import Ranking, Suggestion, ranking
from clausal.solvers.wordle.tree import Tree
from clausal.solvers.wordle.tree.follow import follow

_SHOWN = 12
_ALL = 10**9


@dataclass(frozen=True)
class Advice:
    """What kind of guess the player wants."""

    strategy: str
    pool: Pool
    mode: Mode
    prior: Prior
    allowed: str | None
    seed: int
    tree: Tree | None = None

    def ranked(self, puzzle: Wordle) -> Ranking:
        """The guesses after a history."""
        words, history = self.words(puzzle), puzzle.history
        left = candidates(history.facts, words.secrets, history.kind)
        return ranking(
            words,
            history.kind,
            left,
            strategy=self.strategy,
            pool=self.pool,
            mode=self.mode,
            history=history.facts,
            seed=self.seed & 0x7FFFFFFF,
        )

    def best(self, puzzle: Wordle, ranked: Ranking, top: int) -> list[Suggestion]:
        """The first `top` guesses; with a tree, the one that it plays."""
        if self.tree is None:
            return ranked.best(top)
        try:
            refuse_another_game(self.tree, puzzle.history)
            word = follow(self.tree, puzzle.history)
        except Invalid as error:
            raise UnsupportedPuzzle(str(error)) from None
        found = None if word is None else ranked.judge(word)
        return [] if found is None else [found]

    def words(self, puzzle: Wordle) -> Words:
        """The words that the game is played with."""
        answers = _lexicon_of(puzzle)
        allowed = None if self.allowed is None else chosen_lexicon(self.allowed, None, quiet=True)
        language = answers.language or "en"
        return words_for(language, puzzle.length, answers=answers, allowed=allowed, prior=self.prior)


@dataclass(frozen=True)
class SuggestionList:
    """A list of reports as one line of JSON."""

    reports: Sequence[SuggestionReport]

    def json_line(self) -> str:
        return f"[{','.join(report.json_line() for report in self.reports)}]"


def suggest_for(source: Source, advice: Advice, *, top: int, ideas: Sequence[str], json: bool) -> int:
    """The best guesses for each history of the source."""

    def ask(puzzle: Wordle, name: Name) -> Answered:
        del name
        ranked = advice.ranked(puzzle)
        reports = [suggestion_report(found) for found in advice.best(puzzle, ranked, top)]
        judged = [found for idea in ideas if (found := ranked.judge(idea)) is not None]
        reports += [suggestion_report(found, yours=True) for found in judged]
        return Answered(SuggestionList(reports), YES if reports else NO, (ranked,))

    def tell(answered: Answered, puzzle: Any) -> None:
        reports: Sequence[SuggestionReport] = answered.report.reports
        if source.is_one:
            _show(puzzle, answered.answers[0], reports)
        else:
            best = f"{reports[0].word.upper()} ({reports[0].bits:.2f} bits)" if reports else "no word is left"
            print_line(f"{write_wordle(puzzle)}  {best}")

    return each(source, json, ask, tell)


def list_candidates(source: Source, *, limit: int, json: bool) -> int:
    """The words that are left after each history of the source."""

    def ask(puzzle: Wordle, name: Name) -> Answered:
        del name
        letters = _lexicon_of(puzzle).letters(puzzle.length)
        left = candidates(puzzle.history.facts, letters, puzzle.history.kind)
        shown = tuple(to_words(letters[left[: limit or _ALL]]))
        report = CandidatesReport(
            puzzle=write_wordle(puzzle), count=len(left), candidates=shown, truncated=len(shown) < len(left)
        )
        return Answered(report, YES if len(left) else NO)

    def tell(answered: Answered, puzzle: Any) -> None:
        report: CandidatesReport = answered.report
        if not source.is_one:
            print_line(f"{write_wordle(puzzle)}  {report.count:,}: {' '.join(report.candidates)}")
            return
        for word in report.candidates:
            print_line(word)
        if report.truncated:
            complain(f"{report.count:,} words are left, the first {len(report.candidates):,} are shown (--limit 0)")
        elif not report.count:
            complain("no word is left; see clausal wordle check")

    return each(source, json, ask, tell)


def _lexicon_of(puzzle: Wordle) -> Any:
    if puzzle.lexicon is None:
        raise InvalidPuzzle("there is no lexicon", expected="one, since a guess is a word of a list")
    return puzzle.lexicon


def _show(puzzle: Wordle, ranked: Ranking, reports: Sequence[SuggestionReport]) -> None:
    from clausal.puzzles.wordle import KIND

    if puzzle.history.guesses:
        draw(KIND.draw(puzzle, None))
        say("")
    words = ranked.referee.words
    for guess in puzzle.history:
        if words.row_of(guess.word) is None:
            complain(f"{guess.word.upper()} is not among the allowed guesses; it is taken as it is")
    left = len(ranked.members)
    if not left:
        say("no word is left: see clausal wordle check for the reason", "red")
        return
    show_suggestions(ranked, reports)
    for own in (report for report in reports if report.yours):
        say("")
        say(_comparison(own, reports[0], left, len(ranked.guesses)))


def show_suggestions(ranked: Ranking, reports: Sequence[SuggestionReport]) -> None:
    """The words that are left, and the guesses as a table."""
    left, shown = len(ranked.members), ranked.referee.words.words(ranked.members[:_SHOWN])
    few = " ".join(shown).upper() + (" ..." if left > _SHOWN else "")
    say(f"{left:,} {'word is' if left == 1 else 'words are'} left: {few}", "bold")
    say("")
    if reports:
        _table(reports)
    else:
        say("the tree has no guess here")


def _table(reports: Sequence[SuggestionReport]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "guess", "bits", "parts", "largest", "left", "chance"):
        table.add_column(heading, justify="left" if heading == "guess" else "right")
    for report in reports:
        table.add_row(
            "yours" if report.yours else f"{report.rank}.",
            report.word.upper(),
            f"{report.bits:.3f}",
            f"{report.parts:,}",
            f"{report.worst:,}",
            f"{report.expected_size:,.2f}",
            f"{100 * report.chance:.3g}%" if report.chance else "-",
            style="bold" if report.yours or report is reports[0] else None,
        )
    console().print(table)


def _comparison(own: SuggestionReport, best: SuggestionReport, left: int, guesses: int) -> str:
    """What a player's own idea is worth, in a sentence or two."""
    word, top = own.word.upper(), best.word.upper()
    refused = "" if own.allowed else f"{word} is not among the guesses that are allowed now. "
    if own.word == best.word:
        return f"{refused}{word} is the best guess there is."
    if own.rank == best.rank:
        return f"{refused}{word} is as good as {top}."
    chance = ""
    if bool(own.chance) != bool(best.chance):
        can, cannot = (word, top) if own.chance else (top, word)
        chance = f" {can} can be the secret, {cannot} cannot."
    return (
        f"{refused}{word} ranks {own.rank:,} of {guesses:,}: it splits the {left:,} words into {own.parts:,} parts and "
        f"leaves {own.expected_size:,.1f} on average, {top} into {best.parts:,} and {best.expected_size:,.1f}. "
        f"{_bits(own, best)}{chance}"
    )


def _bits(own: SuggestionReport, best: SuggestionReport) -> str:
    less = best.bits - own.bits
    return f"That is {abs(less):.2f} bits {'less' if less >= 0 else 'more'} ({own.bits:.2f} against {best.bits:.2f})."
