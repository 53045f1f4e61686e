"""What `wordle analyse` does: games looked at afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any

from clausal.cli.asking import Answered, each
from clausal.cli.exit import NO, YES, complain
from clausal.cli.output import console, draw, print_line, say
from clausal.cli.source import Source, gathered, read_source
from clausal.cli.wordle_suggest_answers import Advice
from clausal.models.report import Name
from clausal.models.wordle import COLOURS, Wordle, scoring_named
from clausal.models.wordle.game_report import AnalyseReport, TurnAnalysis
from clausal.models.wordle.guess_text import WORD
from clausal.solvers.wordle.analysis import analyse, game_of


def analyse_games(
    texts: Sequence[str], secret: str | None, advice: Advice, settings: Mapping[str, str | None], *, json: bool
) -> int:
    """Each game of the source."""
    source = _source(texts, secret, settings)

    def ask(puzzle: Wordle, name: Name) -> Answered:
        del name
        report = analyse(advice.words(puzzle), puzzle.history, secret=secret, mode=advice.mode)
        return Answered(report, YES if report.consistent else NO)

    def tell(answered: Answered, puzzle: Any) -> None:
        report: AnalyseReport = answered.report
        if source.is_one:
            _show(report, puzzle)
        else:
            print_line(f"{report.puzzle}  {_verdict(report)}")

    return each(source, json, ask, tell)


def _source(texts: Sequence[str], secret: str | None, settings: Mapping[str, str | None]) -> Source:
    """The games; words without feedback are told it by the secret."""
    words = [word for text in texts for word in text.split()]
    if secret is not None and words and all(WORD.fullmatch(word) for word in words):
        history = game_of(words, secret, scoring_named(settings.get("feedback") or COLOURS.name))
        return read_source("wordle", history.line, {**settings, "feedback": history.scoring}, typed=True)
    return read_source("wordle", gathered(texts), settings, typed=len(texts) != 1)


def _show(report: AnalyseReport, puzzle: Wordle) -> None:
    from clausal.puzzles.wordle import KIND

    if not report.turns:
        say("there is no guess to look at")
        return
    draw(KIND.draw(puzzle, None))
    say("")
    _table(report.turns)
    say("")
    for turn in report.turns:
        if not turn.allowed:
            complain(f"{turn.word.upper()} may not be guessed here; it is taken as it is")
    say(_verdict(report), "bold" if report.consistent else "red")


def _table(turns: Sequence[TurnAnalysis]) -> None:
    """Two bits beside each other: what the feedback told, and what it was expected to tell."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "guess", "words", "left", "bits", "expected", "best guess", "bits", "skill", "luck"):
        table.add_column(heading, justify="left" if "guess" in heading else "right")
    for number, turn in enumerate(turns, 1):
        as_good = turn.worth >= turn.best_worth
        table.add_row(
            f"{number}.",
            turn.word.upper(),
            f"{turn.before:,}",
            f"{turn.after:,}",
            "-" if turn.bits_won is None else f"{turn.bits_won:.2f}",
            f"{turn.bits:.2f}",
            "as good" if as_good else turn.best.upper(),
            f"{turn.best_bits:.2f}",
            f"{turn.skill}",
            "-" if turn.luck is None else f"{turn.luck}",
        )
    console().print(table)


def _verdict(report: AnalyseReport) -> str:
    """The game in a sentence."""
    if report.problem is not None:
        return report.problem
    guesses = f"{len(report.turns)} guess{'' if len(report.turns) == 1 else 'es'}"
    if report.solved:
        end = f"{(report.secret or '').upper()} found in {guesses}"
    elif report.turns:
        left = report.turns[-1].after
        end = f"{left:,} word{' is' if left == 1 else 's are'} left after {guesses}"
    else:
        return "no guess"
    luck = "" if report.luck is None else f", luck {report.luck}"
    told = f"{report.bits_won:.2f} bits, {report.bits:.2f} expected"
    return f"{end}: skill {report.skill}{luck}; {told}"
