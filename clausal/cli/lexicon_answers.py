"""What the verbs of `clausal lexicon` do."""

import sys
from collections.abc import Sequence

from clausal.cli.exit import BAD_INPUT, NO, YES, complain, worst
from clausal.cli.lexicon_choice import Language, chosen_lexicon, open_lexicon
from clausal.cli.output import console, print_json
from clausal.data.lexicons import NAMES, entry, lexicons
from clausal.models.letters import fold, is_word
from clausal.models.lexicon import Lexicon
from clausal.models.lexicon_report import LexiconReport, SearchReport, SkippedLines, WordReport
from clausal.models.report import ErrorReport
from clausal.models.word_list import WordListReport
from clausal.models.word_pattern import read_pattern

_LONGEST_SHOWN = 60


def show_list(*, json: bool) -> int:
    """Every shipped lexicon, one line each."""
    reports = [_report(Lexicon(one.name, one.language, one)) for one in lexicons()]
    if json:
        for report in reports:
            print_json(report)
        return YES
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("lexicon", "language"):
        table.add_column(heading)
    table.add_column("words", justify="right")
    for heading in ("letters", "about"):
        table.add_column(heading)
    for report in reports:
        shortest, longest = min(report.counts), max(report.counts)
        letters = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        table.add_row(report.name, report.language, f"{report.words:,}", letters, report.about)
    console().print(table)
    return YES


def show_info(name: str | None, language: Language | None, *, json: bool) -> int:
    """One lexicon or file in full."""
    lexicon, lines = open_lexicon(name, language)
    report = _report(lexicon, lines)
    if json:
        print_json(report)
        return YES
    out = console()
    rows = {
        "about": report.about,
        "language": report.language,
        "source": report.source,
        "licence": report.licence,
        "frequencies": report.frequency_licence,
        "lines": None if lines is None else str(lines),
    }
    out.print(f"{report.name}: {report.words:,} words", markup=False)
    for label, value in rows.items():
        if value:
            out.print(f"  {label:12}{value}", markup=False)
    for length, count in report.counts.items():
        out.print(f"  {length:>2} letters  {count:>8,}", markup=False)
    return YES


def check_words(words: Sequence[str], name: str | None, language: Language | None, *, json: bool) -> int:
    """Is each of them a word? What cannot be a word at all is an error of its own, and the rest is still answered."""
    lexicon = chosen_lexicon(name, language, quiet=json)
    codes: set[int] = set()
    for number, word in enumerate(words, 1):
        folded = fold(word.strip())
        if not is_word(folded):
            codes.add(BAD_INPUT)
            _complain_of_word(number, word, json=json)
            continue
        report = _word_report(lexicon, word.strip(), folded)
        codes.add(YES if report.found else NO)
        if json:
            print_json(report)
        else:
            print(_word_line(report))
    return worst(codes)


def search_words(
    pattern: str, name: str | None, language: Language | None, *, length: int | None, limit: int, json: bool
) -> int:
    """The words that match, shortest first."""
    wanted = read_pattern(pattern)
    lexicon = chosen_lexicon(name, language, quiet=json)
    lengths = [one for one in lexicon.lengths if one in wanted.lengths and length in (None, one)]
    found = [word for one in lengths for word in wanted.filter(lexicon.words(one))]
    shown = found[:limit] if limit else found
    truncated = len(shown) < len(found)
    if json:
        print_json(
            SearchReport(
                pattern=_printable(pattern),
                lexicon=_printable(lexicon.name),
                count=len(found),
                words=tuple(shown),
                truncated=truncated,
            )
        )
    else:
        _print_words(shown)
        if truncated:
            complain(f"{len(found):,} words match, the first {len(shown):,} are shown (--limit 0 shows all)")
        elif not found:
            complain(f"no word of {lexicon.name} matches")
    return YES if found else NO


def _report(lexicon: Lexicon, lines: WordListReport | None = None) -> LexiconReport:
    shipped = entry(lexicon.name) if lines is None and lexicon.name in NAMES else None
    return LexiconReport(
        name=_printable(lexicon.name),
        language=lexicon.language,
        words=len(lexicon),
        counts=dict(lexicon.counts),
        frequencies=lexicon.has_frequencies,
        about=shipped.about if shipped else "a list of your own",
        source=shipped.origin if shipped else "",
        licence=shipped.licence if shipped else "",
        frequency_licence=f"{shipped.frequency_origin}, {shipped.frequency_licence}" if shipped else None,
        lines=lines.lines if lines else None,
        skipped=_skipped(lines) if lines else None,
    )


def _skipped(report: WordListReport) -> tuple[SkippedLines, ...]:
    return tuple(
        SkippedLines(reason=reason, lines=count, first_line=report.first_skipped[reason])
        for reason, count in report.skipped.items()
    )


def _word_report(lexicon: Lexicon, word: str, folded: str) -> WordReport:
    index = lexicon.index_of(folded)
    zipf = None if index is None else lexicon.zipf(len(folded))
    return WordReport(
        word=word[:_LONGEST_SHOWN],
        folded=folded[:_LONGEST_SHOWN],
        lexicon=_printable(lexicon.name),
        found=index is not None,
        zipf=None if zipf is None or index is None else round(float(zipf[index]), 2),
    )


def _word_line(report: WordReport) -> str:
    if not report.found:
        return f"{report.folded}: not in {report.lexicon}"
    common = "" if report.zipf is None else f" (zipf {report.zipf:.1f})" if report.zipf else " (rare)"
    return f"{report.folded}: a word of {report.lexicon}{common}"


def _complain_of_word(number: int, word: str, *, json: bool) -> None:
    sentence = f"{_printable(word[:_LONGEST_SHOWN])!r} is not made of letters; expected one word"
    if json:
        print_json(ErrorReport(line=number, error=sentence))
    else:
        complain(sentence)


def _print_words(words: Sequence[str]) -> None:
    """In columns for a person, one a line for a program."""
    if not sys.stdout.isatty():
        sys.stdout.writelines(f"{word}\n" for word in words)
        return
    from rich.columns import Columns

    console().print(Columns(words, padding=(0, 2)))


def _printable(text: str) -> str:
    """Without the half characters that a broken argument may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
