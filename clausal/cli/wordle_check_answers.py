"""What `wordle check` does: ask the filter and, where nothing is left, the explanation; and say it in words."""

from collections.abc import Sequence
from typing import Any

from clausal.cli.asking import Answered, each, yes_no
from clausal.cli.exit import complain
from clausal.cli.output import draw, folded, print_line, say
from clausal.cli.source import Source
from clausal.models.limits import Limits
from clausal.models.report import Name
from clausal.models.wordle import Wordle
from clausal.models.wordle.report import Doubt, WordleCheckReport
from clausal.models.wordle.text import write_wordle
from clausal.puzzles.wordle_check import check_report

_SHOWN = 60
_FEW = 10


def check_histories(source: Source, *, show: int | None, most: int, limits: Limits, json: bool) -> int:
    """Each history of the source. People see the first words, programs get all, unless `show` says how many."""
    shown = (None if json else _SHOWN) if show is None else show or None

    def ask(puzzle: Wordle, name: Name) -> Answered:
        del name
        report = check_report(puzzle, limits, shown=shown, most=most)
        return Answered(report, yes_no(report.consistent))

    def tell(answered: Answered, puzzle: Any) -> None:
        if source.is_one:
            show_check(answered.report, puzzle)
        else:
            print_line(f"{write_wordle(puzzle)}  {_verdict(answered.report)[0]}")

    return each(source, json, ask, tell)


def show_check(report: WordleCheckReport, puzzle: Wordle) -> None:
    """For people: the tiles, the verdict, and what follows from it."""
    from clausal.puzzles.wordle import KIND

    if puzzle.history.guesses:
        draw(KIND.draw(puzzle, None))
        say("")
    for word in report.unknown:
        complain(f"{word.upper()} is in no list of allowed guesses; it is taken as it is")
    say(*_verdict(report))
    if report.consistent:
        _show_words(report)
    elif report.consistent is False:
        _show_reasons(report, puzzle)


def _verdict(report: WordleCheckReport) -> tuple[str, str]:
    """The answer in one line, and its colour."""
    if report.consistent is None:
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if report.consistent:
        thing = "word is" if report.count == 1 else "words are"
        if report.lexicon is None:
            thing = "string of letters is" if report.count == 1 else "strings of letters are"
        return f"consistent: {'' if report.exact else 'more than '}{report.count:,} {thing} left", "green"
    if report.blame == "letters":
        return "inconsistent: no string of letters at all gives this feedback", "red"
    if report.blame == "lexicon":
        return f"inconsistent: some strings of letters fit, but no word of {report.lexicon}", "red"
    return "inconsistent", "red"


def _show_words(report: WordleCheckReport) -> None:
    words = " ".join(report.candidates).upper()
    rest = report.count - len(report.candidates)
    more = f" and {rest:,} more" if rest else " ..." if not report.exact else ""
    for line in folded(words + more, 2):
        print_line(f"  {line}")
    if report.forced and report.count > 1:
        print_line("")
        print_line(f"Certain: {', '.join(report.forced)}.")


def _show_reasons(report: WordleCheckReport, puzzle: Wordle) -> None:
    for number, conflict in enumerate(report.conflicts, 1):
        which = f" ({number} of {len(report.conflicts)})" if len(report.conflicts) > 1 else ""
        say(f"\nThese cannot all be true{which}:", "bold")
        for text in conflict.texts:
            print_line(f"  • {text}")
    if report.repairs:
        say("\nWhat to doubt (one line is enough):", "bold")
        for repair in report.repairs:
            print_line(f"  • {_doubt_words(repair, puzzle)}")
    if report.elsewhere:
        some = report.elsewhere[:_FEW]
        rest = " ..." if len(report.elsewhere) > len(some) else ""
        say(f"\nOther words that may be guessed would fit: {' '.join(some).upper()}{rest}")
    if not report.complete:
        cut = "there may be more" if report.reason == "maximum" else f"stopped by the limit on {report.reason}"
        say(f"\n({cut})", "dim")


def _doubt_words(repair: Doubt, puzzle: Wordle) -> str:
    """Guess 2, CRANE; or that the secret is in the lexicon."""
    guesses = [f"guess {number}, {puzzle.history.guesses[number - 1].word.upper()}" for number in repair.guesses]
    lexicon = [f"that the secret is in {puzzle.lexicon.name}"] if repair.lexicon and puzzle.lexicon else []
    return _and([*guesses, *lexicon])


def _and(parts: Sequence[str]) -> str:
    return "; and ".join(parts)
