"""Histories of guesses, for people: what is left, what to play next, what went wrong."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from entails.cli.exit import complain, remark
from entails.cli.output import console, draw, folded, print_line, say
from entails.cli.wordle_sentences import said
from entails.models.wordle.spoken import spoken

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.wordle import Wordle
    from entails.questions.wordle.check import Doubt, WordleCheckReport
    from entails.questions.wordle.suggest import SuggestionReport, Suggestions
    from entails.solvers.wordle.hints import Hint
    from entails.solvers.wordle.refusals import Speech
    from entails.solvers.wordle.suggest import Ranking

_LISTED = 60
"""Words that a person is shown, unless they ask for more."""
_FEW = 10
_SHOWN = 12


def check(asked: "Asked") -> None:
    for found in asked:
        if asked.is_one:
            show_check(found.report, found.puzzle, _LISTED if asked.ask.show is None else None, asked.ask.language)
        else:
            print_line(f"{asked.kind.write(found.puzzle)}  {_verdict(found.report, asked.ask.language)[0]}")


def show_check(
    report: "WordleCheckReport", puzzle: "Wordle", listed: int | None = _LISTED, speech: "Speech" = "en"
) -> None:
    """The tiles, the verdict, and what follows from it."""
    _draw_guesses(puzzle)
    for word in report.unknown:
        remark(said("in no list", speech, word=word.upper()))
    say(*_verdict(report, speech))
    if report.consistent:
        _show_words(report, listed, speech)
    elif report.consistent is False:
        _show_reasons(report, puzzle, speech)


def _verdict(report: "WordleCheckReport", speech: "Speech" = "en") -> tuple[str, str]:
    """The answer in one line, and its colour."""
    if report.consistent is None:
        return said("undecided", speech, reason=report.reason), "yellow"
    if report.consistent:
        key = "word" if report.lexicon is not None else "string"
        count = f"{'' if report.exact else said('more than', speech)}{report.count:,}"
        return said(
            f"consistent, one {key}" if report.count == 1 else f"consistent, {key}s", speech, count=count
        ), "green"
    if report.blame is None:
        return said("inconsistent", speech), "red"
    return said(f"inconsistent {report.blame}", speech, lexicon=report.lexicon), "red"


def _show_words(report: "WordleCheckReport", listed: int | None, speech: "Speech") -> None:
    shown = report.candidates[:listed]
    words = " ".join(shown).upper()
    rest = report.count - len(shown)
    more = said("and more", speech, rest=f"{rest:,}") if rest else " ..." if not report.exact else ""
    for line in folded(words + more, 2):
        print_line(f"  {line}")
    if report.forced and report.count > 1:
        print_line("")
        print_line(said("certain", speech, forced=", ".join(report.forced)))


def _show_reasons(report: "WordleCheckReport", puzzle: "Wordle", speech: "Speech") -> None:
    for number, conflict in enumerate(report.conflicts, 1):
        several = len(report.conflicts) > 1
        which = said("one of", speech, number=number, count=len(report.conflicts)) if several else ""
        say("\n" + said("cannot all be true", speech, which=which), "bold")
        for text in conflict.texts:
            print_line(f"  • {text}")
    if report.mends:
        say("\n" + said("one change", speech), "bold")
        for change in report.mends:
            print_line(f"  • {change}")
    if report.repairs:
        say("\n" + said("what to doubt", speech), "bold")
        for repair in report.repairs:
            print_line(f"  • {_doubt_words(repair, puzzle, speech)}")
    if report.elsewhere:
        some = report.elsewhere[:_FEW]
        rest = " ..." if len(report.elsewhere) > len(some) else ""
        say("\n" + said("elsewhere", speech, words=" ".join(some).upper() + rest))
    if not report.complete:
        cut = "maybe more" if report.reason == "maximum" else "stopped"
        say(f"\n({said(cut, speech, reason=report.reason)})", "dim")


def _doubt_words(repair: "Doubt", puzzle: "Wordle", speech: "Speech") -> str:
    """Guess 2, CRANE; or that the secret is in the lexicon."""
    guesses = [
        said("a guess", speech, number=number, word=puzzle.history.guesses[number - 1].word.upper())
        for number in repair.guesses
    ]
    listed = repair.lexicon and puzzle.lexicon is not None
    lexicon = [said("the lexicon", speech, lexicon=puzzle.lexicon.name)] if listed and puzzle.lexicon else []
    return said("and also", speech).join([*guesses, *lexicon])


def _draw_guesses(puzzle: "Wordle") -> None:
    from entails.puzzles.wordle import KIND

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
            complain("no word is left; see entails wordle check")


def suggest(asked: "Asked") -> None:
    for found in asked:
        reports = found.report
        if asked.is_one:
            _show_advice(found.puzzle, found.value, reports)
        else:
            best = found.value.hints[0].says(found.value.speech) if reports else "no word is left"
            print_line(f"{asked.kind.write(found.puzzle)}  {best}")


def _show_advice(puzzle: "Wordle", found: "Suggestions", reports: "Sequence[SuggestionReport]") -> None:
    _draw_guesses(puzzle)
    ranked, speech = found.ranked, found.speech
    words = ranked.referee.words
    for guess in puzzle.history:
        if words.row_of(guess.word) is None:
            remark(said("unknown", speech, word=guess.word.upper()))
    left = len(ranked.members)
    if not left:
        say(said("none left", speech), "red")
        return
    show_suggestions(ranked, reports, found.hints, speech)
    for own in (report for report in reports if report.yours):
        say("")
        for line in folded(_comparison(own, reports[0], left, len(ranked.guesses), speech), 0):
            say(line)


def show_suggestions(
    ranked: "Ranking", reports: "Sequence[SuggestionReport]", hints: "Sequence[Hint]", speech: "Speech" = "en"
) -> None:
    """The words that are left, likely ones first, the guesses as a table, and what to play in a sentence."""
    left, shown = len(ranked.members), ranked.likely_first(_SHOWN)
    few = " ".join(shown).upper() + (" ..." if left > _SHOWN else "")
    say(said("one left" if left == 1 else "left", speech, count=f"{left:,}", few=few), "bold")
    say("")
    if not reports:
        say(said("tree is silent", speech))
        return
    _table(reports, speech)
    say("")
    for hint in hints:
        say(hint.says(speech))


_HEADINGS: "dict[Speech, tuple[str, ...]]" = {
    "en": ("", "guess", "to go", "bits", "parts", "largest", "left", "chance"),
    "fr": ("", "coup", "encore", "bits", "parts", "la plus grande", "restent", "chance"),
}


def _table(reports: "Sequence[SuggestionReport]", speech: "Speech") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(_HEADINGS[speech]):
        table.add_column(heading, justify="left" if number == 1 else "right")
    for report in reports:
        cells = (
            "-" if report.expected is None else f"{report.expected:.3f}",
            f"{report.bits:.3f}",
            f"{report.parts:,}",
            f"{report.worst:,}",
            f"{report.expected_size:,.2f}",
            f"{100 * report.chance:.3g}%" if report.chance else "-",
        )
        table.add_row(
            said("yours", speech) if report.yours else f"{report.rank}.",
            report.word.upper(),
            *(cell.replace(".", ",") if speech == "fr" else cell for cell in cells),
            style="bold" if report.yours or report is reports[0] else None,
        )
    console().print(table)


def _comparison(
    own: "SuggestionReport", best: "SuggestionReport", left: int, guesses: int, speech: "Speech" = "en"
) -> str:
    """What a player's own idea is worth, in a sentence or two."""
    word, top = own.word.upper(), best.word.upper()
    told = [] if own.allowed else [said("not allowed", speech, word=word)]
    if own.word == best.word:
        return " ".join([*told, said("the best", speech, word=word)])
    if own.best or (own.rank == best.rank and own.expected == best.expected):
        return " ".join([*told, said("as good", speech, word=word, best=top)])
    if own.expected is not None and best.expected is not None:
        costs = own.expected - best.expected
        key = "costs" if costs >= 0 else "gains"
        turns = {"expected": own.expected, "best_expected": best.expected, "costs": abs(costs)}
        told.append(
            said(key, speech, word=word, best=top, **{name: spoken(one, speech) for name, one in turns.items()})
        )
    else:
        told.append(said("ranks", speech, word=word, rank=f"{own.rank:,}", guesses=f"{guesses:,}"))
    sizes = {"left": f"{left:,}", "parts": f"{own.parts:,}", "best_parts": f"{best.parts:,}"}
    bits = {"bits": own.bits, "best_bits": best.bits, "size": own.expected_size, "best_size": best.expected_size}
    numbers = {name: spoken(one, speech) for name, one in bits.items()}
    told.append(said("splits", speech, word=word, best=top, **sizes, **numbers))
    if bool(own.chance) != bool(best.chance):
        can, cannot = (word, top) if own.chance else (top, word)
        told.append(said("can be", speech, can=can, cannot=cannot))
    return " ".join(told)
