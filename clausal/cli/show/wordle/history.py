"""Histories of guesses, for people: what is left, what to play next, what went wrong."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clausal.cli.exit import complain, remark
from clausal.cli.output import console, draw, folded, print_line, say
from clausal.cli.wordle_assist_words import said

if TYPE_CHECKING:
    from clausal.cli.answering import Asked
    from clausal.models.wordle import Wordle
    from clausal.questions.wordle.check import Doubt, WordleCheckReport
    from clausal.questions.wordle.suggest import SuggestionReport
    from clausal.solvers.wordle.refusals import Speech
    from clausal.solvers.wordle.suggest import Ranking

_LISTED = 60
"""Words that a person is shown, unless they ask for more."""
_FEW = 10
_SHOWN = 12


def check(asked: "Asked") -> None:
    for found in asked:
        if asked.is_one:
            show_check(found.report, found.puzzle, _LISTED if asked.ask.show is None else None)
        else:
            print_line(f"{asked.kind.write(found.puzzle)}  {_verdict(found.report)[0]}")


def show_check(report: "WordleCheckReport", puzzle: "Wordle", listed: int | None = _LISTED) -> None:
    """The tiles, the verdict, and what follows from it."""
    _draw_guesses(puzzle)
    for word in report.unknown:
        remark(f"{word.upper()} is in no list of allowed guesses; it is taken as it is")
    say(*_verdict(report))
    if report.consistent:
        _show_words(report, listed)
    elif report.consistent is False:
        _show_reasons(report, puzzle)


def _verdict(report: "WordleCheckReport") -> tuple[str, str]:
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


def _show_words(report: "WordleCheckReport", listed: int | None) -> None:
    shown = report.candidates[:listed]
    words = " ".join(shown).upper()
    rest = report.count - len(shown)
    more = f" and {rest:,} more" if rest else " ..." if not report.exact else ""
    for line in folded(words + more, 2):
        print_line(f"  {line}")
    if report.forced and report.count > 1:
        print_line("")
        print_line(f"Certain: {', '.join(report.forced)}.")


def _show_reasons(report: "WordleCheckReport", puzzle: "Wordle") -> None:
    for number, conflict in enumerate(report.conflicts, 1):
        which = f" ({number} of {len(report.conflicts)})" if len(report.conflicts) > 1 else ""
        say(f"\nThese cannot all be true{which}:", "bold")
        for text in conflict.texts:
            print_line(f"  • {text}")
    if report.mends:
        say("\nOne change would do:", "bold")
        for change in report.mends:
            print_line(f"  • {change}")
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


def _doubt_words(repair: "Doubt", puzzle: "Wordle") -> str:
    """Guess 2, CRANE; or that the secret is in the lexicon."""
    guesses = [f"guess {number}, {puzzle.history.guesses[number - 1].word.upper()}" for number in repair.guesses]
    lexicon = [f"that the secret is in {puzzle.lexicon.name}"] if repair.lexicon and puzzle.lexicon else []
    return "; and ".join([*guesses, *lexicon])


def _draw_guesses(puzzle: "Wordle") -> None:
    from clausal.puzzles.wordle import KIND

    if puzzle.history.guesses:
        draw(KIND.draw(puzzle, None))
        say("")


def candidates(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if not asked.is_one:
            print_line(f"{asked.kind.write(found.puzzle)}  {report.count:,}: {' '.join(report.candidates)}")
            continue
        for word in report.candidates:
            print_line(word)
        if report.truncated:
            remark(f"{report.count:,} words are left, the first {len(report.candidates):,} are shown (--limit 0)")
        elif not report.count:
            complain("no word is left; see clausal wordle check")


def suggest(asked: "Asked") -> None:
    for found in asked:
        reports = found.report
        if asked.is_one:
            _show_advice(found.puzzle, found.value.ranked, reports)
        else:
            best = f"{reports[0].word.upper()} ({reports[0].bits:.2f} bits)" if reports else "no word is left"
            print_line(f"{asked.kind.write(found.puzzle)}  {best}")


def _show_advice(puzzle: "Wordle", ranked: "Ranking", reports: "Sequence[SuggestionReport]") -> None:
    _draw_guesses(puzzle)
    words = ranked.referee.words
    for guess in puzzle.history:
        if words.row_of(guess.word) is None:
            remark(f"{guess.word.upper()} is not among the allowed guesses; it is taken as it is")
    left = len(ranked.members)
    if not left:
        say("no word is left: see clausal wordle check for the reason", "red")
        return
    show_suggestions(ranked, reports)
    for own in (report for report in reports if report.yours):
        say("")
        say(_comparison(own, reports[0], left, len(ranked.guesses)))


def show_suggestions(ranked: "Ranking", reports: "Sequence[SuggestionReport]", speech: "Speech" = "en") -> None:
    """The words that are left, and the guesses as a table."""
    left, shown = len(ranked.members), ranked.referee.words.words(ranked.members[:_SHOWN])
    few = " ".join(shown).upper() + (" ..." if left > _SHOWN else "")
    say(said("one left" if left == 1 else "left", speech, count=f"{left:,}", few=few), "bold")
    say("")
    if reports:
        _table(reports, _HEADINGS[speech])
    else:
        say("the tree has no guess here")


_HEADINGS: "dict[Speech, tuple[str, ...]]" = {
    "en": ("", "guess", "bits", "parts", "largest", "left", "chance"),
    "fr": ("", "coup", "bits", "parts", "la plus grande", "restent", "chance"),
}


def _table(reports: "Sequence[SuggestionReport]", headings: "Sequence[str]" = _HEADINGS["en"]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 1 else "right")
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


def _comparison(own: "SuggestionReport", best: "SuggestionReport", left: int, guesses: int) -> str:
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


def _bits(own: "SuggestionReport", best: "SuggestionReport") -> str:
    less = best.bits - own.bits
    return f"That is {abs(less):.2f} bits {'less' if less >= 0 else 'more'} ({own.bits:.2f} against {best.bits:.2f})."
