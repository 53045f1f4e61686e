"""What `wordle openers` does."""

import re
import time
from collections.abc import Iterable, Iterator, Sequence

from clausal.cli.exit import YES
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import console, print_json, progress, say
from clausal.cli.wordle_choice import chosen_words
from clausal.models.errors import InvalidPuzzle
from clausal.models.letters import LONGEST, SHORTEST
from clausal.models.wordle import COLOURS, SCORINGS, Words
from clausal.models.wordle.report import OpenersReport, StudyOpener
from clausal.puzzles.wordle_suggest import suggestion_report
from clausal.solvers.wordle.criteria import criterion_named
from clausal.studies.wordle.openers import Opening, opening

_EQUAL = 1e-5
_LANGUAGES: tuple[Language, ...] = ("en", "fr")


def show_openers(
    language: Language | None,
    lengths: str,
    strategy: str,
    feedback: str | None,
    *,
    answers: str | None,
    allowed: str | None,
    top: int,
    shuffles: int,
    seed: int,
    json: bool,
) -> int:
    """A line for each language and length."""
    criterion_named(strategy)
    wanted = list(read_lengths(lengths))
    named = (language or "en",) if answers is not None else (language,) if language else _LANGUAGES
    jobs = [(lang, length) for lang in named for length in wanted]
    reports = []
    for lang, length in progress(jobs, len(jobs), "reading words", many=2):
        words = chosen_words(lang, length, answers, allowed)
        report = _report(words, lang, feedback or COLOURS.name, strategy, top, shuffles, seed)
        reports.append(report)
        if json:
            print_json(report)
    if not json:
        _show(reports)
    return YES


def read_lengths(text: str) -> Iterator[int]:
    """`5` or `3-9`."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not SHORTEST <= first <= last <= LONGEST:
        expected = f"{SHORTEST} to {LONGEST}, as 5 or 3-9"
        raise InvalidPuzzle(f"{text[:30]!r} is no length of words", where="--length", expected=expected)
    yield from range(first, last + 1)


def _report(
    words: Words, language: Language, feedback: str, strategy: str, top: int, shuffles: int, seed: int
) -> OpenersReport:
    started = time.perf_counter()
    found = opening(words, SCORINGS[feedback], strategy=strategy, top=top, shuffles=shuffles, seed=seed & 0x7FFFFFFF)
    return OpenersReport(
        language=language,
        length=words.length,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=feedback,
        strategy=strategy,
        openers=tuple(suggestion_report(one) for one in found.best),
        degenerate=tuple((round(low, 6), round(high, 6)) for low, high in found.degenerate),
        study=_study(found),
        seconds=round(time.perf_counter() - started, 3),
    )


def _study(found: Opening) -> StudyOpener | None:
    if found.study is None:
        return None
    return StudyOpener(
        word=found.study.word,
        study_bits=found.study.bits,
        study_seconds=found.study.seconds,
        degenerate_bits=_rounded(found.study_degenerate_bits),
        bits=_rounded(found.study_word.bits if found.study_word else None),
    )


def _rounded(bits: float | None) -> float | None:
    return None if bits is None else round(bits, 6)


def _show(reports: list[OpenersReport]) -> None:
    """The best words with the study's beside them; then what the study's words are worth on the same lists."""
    rows = []
    for report in reports:
        best = ", ".join(f"{one.word.upper()} {_value(report, number)}" for number, one in enumerate(report.openers))
        study = report.study
        beside = (f"{study.word.upper()} {study.study_bits:g}", f"{study.study_seconds:g}") if study else ("", "")
        rows.append((_name(report), f"{report.answers:,}", best, f"{report.seconds:.2f}", *beside))
    _table(("", ">words", "best first words", ">s", "study", ">s"), rows)
    studied = [(report, report.study) for report in reports if report.study]
    if not studied:
        return
    say("")
    _table(
        ("", "the study's word", ">its bits", ">its way, on our list", ">truly, on our list"),
        [
            (
                _name(report),
                study.word.upper(),
                f"{study.study_bits:g}",
                _bits(study.degenerate_bits),
                _bits(study.bits),
            )
            for report, study in studied
        ],
    )
    say("")
    say("study: Kalaydjian & Duhem 2022, on lists and a machine of their own", "dim")


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Columns whose heading begins with > are set to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading.lstrip(">"), justify="right" if heading.startswith(">") else "left")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def _name(report: OpenersReport) -> str:
    return f"{report.language} {report.length}"


def _bits(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _value(report: OpenersReport, number: int) -> str:
    """What the strategy looks at."""
    one = report.openers[number]
    if report.strategy == "entropy-degenerate":
        low, high = report.degenerate[number]
        return f"{low:.2f}" if high - low < _EQUAL else f"{low:.2f} to {high:.2f}"
    shown = {
        "expected-size": f"{one.expected_size:,.1f} left",
        "minimax": f"{one.worst:,} at worst",
        "most-parts": f"{one.parts:,} parts",
    }
    return shown.get(report.strategy, f"{one.bits:.2f}")
