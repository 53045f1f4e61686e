"""What `wordle evaluate` does."""

import re
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass

from clausal.cli.exit import YES
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import print_json, print_line, progress, say
from clausal.cli.wordle_choice import chosen_words
from clausal.data.wordle import Prior, mastermind
from clausal.models.errors import InvalidPuzzle
from clausal.models.wordle import COLOURS, COUNTS, SCORINGS, Scoring, Words
from clausal.models.wordle.report import EvaluateReport
from clausal.solvers.wordle.evaluate import evaluate
from clausal.solvers.wordle.pool import Mode, Pool

_BAR = 40


@dataclass(frozen=True)
class Contest:
    """One strategy, and the rules that it plays by."""

    strategy: str
    feedback: str | None
    pool: Pool
    mode: Mode
    opener: str | None
    repeat: int
    seed: int


def run_contest(
    contest: Contest,
    lists: tuple[Language | None, int | None, str | None, str | None],
    *,
    prior: Prior,
    board: str | None,
    json: bool,
) -> int:
    """Play it against every secret, and report."""
    words = _board(board) if board is not None else chosen_words(*lists, prior=prior, quiet=json)
    scoring: Scoring = COLOURS if board is None else COUNTS
    report = _report(contest, words, scoring if contest.feedback is None else SCORINGS[contest.feedback])
    if json:
        print_json(report)
    else:
        _show(report)
    return YES


def _board(text: str) -> Words:
    """Mastermind's board, as 4x6."""
    if not (match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text.strip().lower())):
        raise InvalidPuzzle(f"{text[:30]!r} is not a board", where="--mastermind", expected="pegs x colours, as 4x6")
    return mastermind(int(match[1]), int(match[2]))


def _report(contest: Contest, words: Words, scoring: Scoring) -> EvaluateReport:
    started = time.perf_counter()
    games: Counter[int] = Counter()
    opener, shown, every = "", 0, contest.repeat * words.answers
    with closing(progress(range(1, every + 1), every, "playing")) as bar:

        def watch(found: int) -> None:
            nonlocal shown
            while shown < games.total() + found:
                shown = next(bar)

        for number in range(contest.repeat):
            played = evaluate(
                words,
                scoring,
                contest.strategy,
                pool=contest.pool,
                mode=contest.mode,
                opener=contest.opener,
                seed=(contest.seed + number) & 0x7FFFFFFF,
                watch=watch,
            )
            games.update(played.distribution)
            opener = opener or played.opener
    total = sum(guesses * secrets for guesses, secrets in games.items())
    return EvaluateReport(
        strategy=contest.strategy,
        total=total,
        mean=total / games.total(),
        max=max(games),
        distribution=dict(sorted(games.items())),
        opener=opener,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=scoring.name,
        pool=contest.pool,
        mode=contest.mode,
        repeats=contest.repeat,
        seconds=round(time.perf_counter() - started, 3),
    )


def _show(report: EvaluateReport) -> None:
    """The figures, and the games by their number of guesses."""
    games = sum(report.distribution.values())
    often = f", {report.repeats} times each" if report.repeats > 1 else ""
    rules = [report.feedback, *([f"{report.mode} mode"] if report.mode != "normal" else [])]
    rules += ["candidates only"] if report.pool == "candidates" else []
    print_line(f"{report.words}: {report.answers:,} secrets, {report.allowed:,} guesses ({', '.join(rules)}){often}")
    say(
        f"{report.strategy} from {report.opener.upper()}: {report.mean:.4f} guesses on average "
        f"({report.total:,} in all), {report.max} at most",
        "bold",
    )
    most = max(report.distribution.values())
    for guesses in range(1, report.max + 1):
        secrets = report.distribution.get(guesses, 0)
        bar = "█" * round(_BAR * secrets / most) or ("▏" if secrets else "")
        print_line(f"{guesses:>4}  {secrets:>{len(f'{most:,}')},}  {secrets / games:>6.1%}  {bar}".rstrip())
