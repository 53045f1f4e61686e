"""What is known of words, for people."""

import sys
from typing import TYPE_CHECKING

from clausal.cli.exit import complain, remark
from clausal.cli.output import console, folded, print_line
from clausal.data.lexicons.opened import opened
from clausal.models.report import ErrorReport

if TYPE_CHECKING:
    from clausal.cli.answering import Asked
    from clausal.questions.lexicon.check import WordReport


def list(asked: "Asked") -> None:
    """Every lexicon that ships, one line each."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("lexicon", "language"):
        table.add_column(heading)
    table.add_column("words", justify="right")
    for heading in ("letters", "about"):
        table.add_column(heading)
    for found in asked:
        report = found.report
        shortest, longest = min(report.counts), max(report.counts)
        letters = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        table.add_row(report.name, report.language, f"{report.words:,}", letters, report.about)
    console().print(table)


def info(asked: "Asked") -> None:
    """One lexicon or file in full."""
    for found in asked:
        report, lines = found.report, found.value[1]
        rows = {
            "about": report.about,
            "language": report.language,
            "source": report.source,
            "licence": report.licence,
            "frequencies": report.frequency_licence,
            "lines": None if lines is None else str(lines),
        }
        print_line(f"{report.name}: {report.words:,} words")
        for label, value in rows.items():
            if value:
                print_line(f"  {label:12}{value}")
        for length, count in report.counts.items():
            print_line(f"  {length:>2} letters  {count:>8,}")


def check(asked: "Asked") -> None:
    """A line for each word; what is none is said beside them."""
    _remark(asked)
    for found in asked:
        if isinstance(found.report, ErrorReport):
            complain(found.report.error)
        else:
            print_line(_word_line(found.report))


def _remark(asked: "Asked") -> None:
    """Say which lines of a list of one's own were skipped."""
    for note in opened(asked.ask.lexicon, asked.ask.lang)[1]:
        remark(note)


def _word_line(report: "WordReport") -> str:
    if not report.found:
        return f"{report.folded}: not in {report.lexicon}"
    common = "" if report.zipf is None else f" (zipf {report.zipf:.1f})" if report.zipf else " (rare)"
    return f"{report.folded}: a word of {report.lexicon}{common}"


def search(asked: "Asked") -> None:
    """In columns for a person, one a line for a program."""
    _remark(asked)
    for found in asked:
        report = found.report
        if sys.stdout.isatty():
            from rich.columns import Columns

            console().print(Columns(report.words, padding=(0, 2)))
        else:
            sys.stdout.writelines(f"{word}\n" for word in report.words)
        if report.truncated:
            remark(f"{report.count:,} words match, the first {len(report.words):,} are shown (--limit 0 shows all)")
        elif not report.words:
            complain(f"no word of {report.lexicon} matches")


anagrams = subanagrams = search


def hooks(asked: "Asked") -> None:
    """The word between its letters."""
    _remark(asked)
    for found in asked:
        report = found.report
        print_line(f"{' '.join(report.before) or '-'}  [{report.word}]  {' '.join(report.after) or '-'}")
        if not report.found:
            remark(f"{report.word} itself is not in {report.lexicon}")


def extensions(asked: "Asked") -> None:
    """Three lists, each under its heading."""
    _remark(asked)
    for found in asked:
        report = found.report
        headings = (f"{report.word}...", f"...{report.word}", f"...{report.word}...")
        lists = (report.after, report.before, report.both)
        for heading, words, count in zip(headings, lists, report.counts, strict=True):
            more = f", {count - len(words):,} more (--limit 0)" if count > len(words) else ""
            for line in folded(f"{heading} {', '.join(words) or 'none'}{more}", 0):
                print_line(line)
