"""Terminal output of the queries about words."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from entails.cli.exit import print_error, remark
from entails.cli.output import columns, console, folded, print_line, say
from entails.data.lexicons import partial_notes
from entails.data.lexicons.store import opened
from entails.locale.message import Message
from entails.models.alphabet import without_accents
from entails.models.errors import bracketed
from entails.models.report import ErrorReport

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.locale.message import Language
    from entails.queries.lexicon.check import LexiconReport, QuizReport, WordReport


def list(query: "QueryRun") -> None:
    """Print one line for each shipped lexicon and for each list of the user."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("lexicon", "language"):
        table.add_column(heading)
    table.add_column("words", justify="right")
    for heading in ("letters", "about"):
        table.add_column(heading)
    for result in query:
        report = result.report
        shortest, longest = min(report.counts), max(report.counts)
        letters = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        about = f"{report.about} (partial, {report.recall:.0f} %)" if report.partial else report.about
        about = about if report.lines is None else "your word list (lexicon add)"
        table.add_row(report.name, report.language, f"{report.words:,}", letters, about)
    console().print(table)


def info(query: "QueryRun") -> None:
    """Print the details of a lexicon or word list."""
    for result in query:
        report, lines = result.report, result.value[1]
        rows = {
            "about": report.about,
            "language": report.language,
            "source": report.source,
            "licence": report.licence,
            "frequencies": report.frequency_licence,
            "coverage": _coverage(report),
            "lines": None if lines is None else str(lines),
        }
        print_line(f"{report.name}: {report.words:,} words")
        for label, value in rows.items():
            if value:
                print_line(f"  {label:12}{value}")
        for length, count in report.counts.items():
            print_line(f"  {length:>2} letters  {count:>8,}")


def _coverage(report: "LexiconReport") -> str | None:
    """Describe recall and precision of a lexicon, if they are known."""
    if report.recall is None:
        return None
    figures = f"{report.recall} % of {report.measured_against}, precision {report.precision} %"
    return f"{'partial: ' * report.partial}{figures}"


def coverage(query: "QueryRun") -> None:
    """Print recall and precision, and the words by length."""
    _remark(query)
    for result in query:
        report = result.report
        print_line(f"{report.lexicon} against {report.against}:")
        print_line(f"  recall     {report.recall:5.1f} %  ({report.common:,} of {report.list_words:,} words)")
        print_line(f"  precision  {report.precision:5.1f} %  ({report.common:,} of {report.words:,} words)")
        for line in report.lengths:
            print_line(
                f"  {line.length:>2} letters  {line.words:>8,}  {line.list_words:>8,}  {line.common:>8,} in both"
            )


def check(query: "QueryRun") -> None:
    """Print whether each word is valid, one line per word; errors go to standard error."""
    _remark(query)
    for result in query:
        if isinstance(result.report, ErrorReport):
            print_error(result.report.error)
        else:
            print_line(_word_line(result.report))


def _remark(query: "QueryRun") -> None:
    """Print which lines of the user's word list were skipped, or that a lexicon is incomplete."""
    words, notes = opened(query.options.lexicon, query.options.lang)
    for note in (*notes, *partial_notes(words.name)):
        remark(note)


def _word_line(report: "WordReport") -> str:
    if not report.found:
        return f"{report.folded}: not in lexicon {report.lexicon}"
    common = "" if report.zipf is None else f" (zipf {report.zipf:.1f})" if report.zipf else " (rare)"
    return f"{report.folded}: in lexicon {report.lexicon}{common}"


def search(query: "QueryRun") -> None:
    """Print words in columns on a terminal, one per line elsewhere."""
    _remark(query)
    for result in query:
        report = result.report
        if sys.stdout.isatty():
            from rich.columns import Columns

            console().print(Columns(report.words, padding=(0, 2)))
        else:
            sys.stdout.writelines(f"{word}\n" for word in report.words)
        if report.truncated:
            remark(f"{report.count:,} words match; the first {len(report.words):,} are shown (--limit 0 shows all)")
        elif not report.words:
            print_error(f"no word of lexicon {report.lexicon} matches")


anagrams = subanagrams = search


def hooks(query: "QueryRun") -> None:
    """Print the hooks of a word: those before it, the word, those after it."""
    _remark(query)
    for result in query:
        report = result.report
        print_line(f"{' '.join(report.before) or '-'}  [{report.word}]  {' '.join(report.after) or '-'}")
        if not report.found:
            remark(f"{report.word} itself is not in lexicon {report.lexicon}")


def extensions(query: "QueryRun") -> None:
    """Print the longer words in three lists, each after its heading."""
    _remark(query)
    for result in query:
        report = result.report
        headings = (f"{report.word}...", f"...{report.word}", f"...{report.word}...")
        lists = (report.after, report.before, report.both)
        for heading, words, count in zip(headings, lists, report.counts, strict=True):
            more = f", {count - len(words):,} more (--limit 0)" if count > len(words) else ""
            for line in folded(f"{heading} {', '.join(words) or 'none'}{more}", 0):
                print_line(line)


def stems(query: "QueryRun") -> None:
    """Print one line per stem: the letters that complete it, the number of words, and the share of racks that fit."""
    _remark(query)
    for result in query:
        report = result.report
        rows = [
            (stem.letters.upper(), f"+ {stem.with_letters}", f"{stem.words:,}", f"{stem.completed:.0%}")
            for stem in report.stems
        ]
        if rows:
            columns([("stem", "completed by", "words", "of draws"), *rows], 2)
        if report.truncated:
            remark(f"{report.count:,} stems; the first {len(report.stems):,} are shown (--limit 0 shows all)")
        elif not report.stems:
            print_error(f"lexicon {report.lexicon} has no words of {report.length + 1} letters")


def quiz(query: "QueryRun") -> None:
    """Ask the questions at a terminal; elsewhere print them with their answers."""
    _remark(query)
    for result in query:
        report = result.report
        if not report.questions:
            print_error(f"lexicon {report.lexicon} has no words of {report.length} letters")
        elif sys.stdin.isatty() and sys.stdout.isatty():
            _quiz(report, "fr" if query.options.lang == "fr" or report.tiles == "french" else "en")
        else:
            for item in report.questions:
                print_line(f"{item.letters.upper()}  {', '.join(item.answers)}")


_QUESTION = Message(
    "{number}. {letters} (rank {rank} by probability): type the words, or Enter to skip",
    "{number}. {letters} (rang {rank} par probabilité) : tapez les mots, ou Entrée pour passer",
)
_RIGHT = Message("yes", "oui")
_MISSED = Message("{word} is not an answer", "{word} n'en fait pas partie")
_MORE = Message("missed: {words}", "oubliés : {words}")
_SCORE = Message("{found} of {all} words found", "{found} mots trouvés sur {all}")


def _quiz(report: "QuizReport", language: "Language") -> None:
    """Ask each question until its words are all typed or an empty line is typed; the end of input ends the quiz."""
    correct = total = 0
    with suppress(EOFError):
        for number, item in enumerate(report.questions, 1):
            left = {*item.answers}
            total += len(left)
            say(_QUESTION.say(language, number=number, letters=item.letters.upper(), rank=item.rank), "bold")
            while left and (typed := input("> ").split()):
                for word in typed:
                    if (folded_word := fold_like(word, left)) in left:
                        left.remove(folded_word)
                        correct += 1
                        say(_RIGHT.say(language), "green")
                    else:
                        print_line(_MISSED.say(language, word=word))
            if left:
                print_line(_MORE.say(language, words=", ".join(sorted(left))))
    say(_SCORE.say(language, found=correct, all=total), "bold")


def fold_like(word: str, among: set[str]) -> str:
    """Return the word in a list that equals `word` without accents, capitals and brackets; else `word`."""
    plain = without_accents(bracketed(word).lower()).translate(_PLAIN)
    same = (candidate for candidate in among if without_accents(bracketed(candidate)).translate(_PLAIN) == plain)
    return next(same, word)


_PLAIN = str.maketrans("", "", "[]")
