"""What is known of words, for people."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from entails.cli.exit import complain, remark
from entails.cli.output import columns, console, folded, print_line, say
from entails.data.lexicons.store import opened
from entails.locale.message import Message
from entails.models.alphabet import without_accents
from entails.models.errors import bracketed
from entails.models.report import ErrorReport

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.locale.message import Language
    from entails.queries.lexicon.check import WordReport
    from entails.queries.lexicon.quiz import QuizReport


def list(asked: "QueryRun") -> None:
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


def info(asked: "QueryRun") -> None:
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


def check(asked: "QueryRun") -> None:
    """A line for each word; what is none is said beside them."""
    _remark(asked)
    for found in asked:
        if isinstance(found.report, ErrorReport):
            complain(found.report.error)
        else:
            print_line(_word_line(found.report))


def _remark(asked: "QueryRun") -> None:
    """Say which lines of a list of one's own were skipped."""
    for note in opened(asked.ask.lexicon, asked.ask.lang)[1]:
        remark(note)


def _word_line(report: "WordReport") -> str:
    if not report.found:
        return f"{report.folded}: not a word of {report.lexicon}"
    common = "" if report.zipf is None else f" (zipf {report.zipf:.1f})" if report.zipf else " (rare)"
    return f"{report.folded}: a word of {report.lexicon}{common}"


def search(asked: "QueryRun") -> None:
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


def hooks(asked: "QueryRun") -> None:
    """The word between its letters."""
    _remark(asked)
    for found in asked:
        report = found.report
        print_line(f"{' '.join(report.before) or '-'}  [{report.word}]  {' '.join(report.after) or '-'}")
        if not report.found:
            remark(f"{report.word} itself is not a word of {report.lexicon}")


def extensions(asked: "QueryRun") -> None:
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


def stems(asked: "QueryRun") -> None:
    """A line for each stem, what completes it, and how often that happens."""
    _remark(asked)
    for found in asked:
        report = found.report
        rows = [
            (stem.letters.upper(), f"+ {stem.with_letters}", f"{stem.words:,}", f"{stem.completed:.0%}")
            for stem in report.stems
        ]
        if rows:
            columns([("stem", "makes a word with", "words", "of draws"), *rows], 2)
        if report.truncated:
            remark(f"{report.count:,} stems, the first {len(report.stems):,} are shown (--limit 0 shows all)")
        elif not report.stems:
            complain(f"{report.lexicon} has no word of {report.length + 1} letters")


def quiz(asked: "QueryRun") -> None:
    """Ask the person at a terminal; elsewhere a line for each question, with its answers."""
    _remark(asked)
    for found in asked:
        report = found.report
        if not report.questions:
            complain(f"{report.lexicon} has no word of {report.length} letters")
        elif sys.stdin.isatty() and sys.stdout.isatty():
            _quiz(report, "fr" if asked.ask.lang == "fr" or report.tiles == "french" else "en")
        else:
            for item in report.questions:
                print_line(f"{item.letters.upper()}  {', '.join(item.answers)}")


_ASK = Message(
    "{number}. {letters} (one of the {rank} likeliest): which words? Enter gives up",
    "{number}. {letters} (parmi les {rank} plus probables) : quels mots ? Entrée pour abandonner",
)
_RIGHT = Message("yes", "oui")
_MISSED = Message("{word} is none of them", "{word} n'en fait pas partie")
_MORE = Message("there was: {words}", "il y avait : {words}")
_SCORE = Message("{found} of {all} words found", "{found} mots trouvés sur {all}")


def _quiz(report: "QuizReport", language: "Language") -> None:
    """Ask one after the other until all words of each are found or the person gives up; the end of input ends it."""
    found = asked = 0
    with suppress(EOFError):
        for number, item in enumerate(report.questions, 1):
            left = {*item.answers}
            asked += len(left)
            say(_ASK.say(language, number=number, letters=item.letters.upper(), rank=item.rank), "bold")
            while left and (typed := input("> ").split()):
                for word in typed:
                    if (folded_word := fold_like(word, left)) in left:
                        left.remove(folded_word)
                        found += 1
                        say(_RIGHT.say(language), "green")
                    else:
                        print_line(_MISSED.say(language, word=word))
            if left:
                print_line(_MORE.say(language, words=", ".join(sorted(left))))
    say(_SCORE.say(language, found=found, all=asked), "bold")


def fold_like(word: str, among: set[str]) -> str:
    """The word among these that is spelt so, whatever its accents, capitals and brackets; else as it is."""
    plain = without_accents(bracketed(word).lower()).translate(_PLAIN)
    same = (one for one in among if without_accents(bracketed(one)).translate(_PLAIN) == plain)
    return next(same, word)


_PLAIN = str.maketrans("", "", "[]")
