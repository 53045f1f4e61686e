"""Printed results of the Wordle queries about strategies, openers, trees, proofs and studies."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from entails.cli.exit import remark
from entails.cli.output import columns, console, print_line, say
from entails.models.errors import quantity

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.models.wordle.reports import RaceReport, Spread, StudyFigure
    from entails.queries.wordle.certificate import CertificateVerdict, WordleProveReport
    from entails.queries.wordle.evaluate import EvaluateReport
    from entails.queries.wordle.study import OpenersReport
    from entails.queries.wordle.trees import TreeReport
    from entails.solvers.wordle.tree.value import GuessTree

_BAR = 40
_EQUAL = 1e-5


def evaluate(run: "QueryRun") -> None:
    for result in run:
        _show_evaluation(result.report)


def _show_evaluation(report: "EvaluateReport") -> None:
    """Print the mean and the worst number of guesses, and a bar chart of the games by number of guesses."""
    games = sum(report.distribution.values())
    often = f", {report.repeats} times each" if report.repeats > 1 else ""
    rules = [report.feedback, *([f"{report.mode} mode"] if report.mode != "normal" else [])]
    rules += ["candidates only"] if report.pool == "candidates" else []
    print_line(f"{report.words}: {report.answers:,} secrets, {report.allowed:,} guesses ({', '.join(rules)}){often}")
    sample = report.sample
    if sample is None:
        means = f"{report.mean:.4f} guesses on average ({report.total:,} in all), {report.max} at most"
    else:
        half = (sample.high - sample.low) / 2
        means = f"{report.mean:.3f} ± {half:.3f} guesses on average, {report.max} in the longest game"
    say(f"{report.strategy} from {report.opener.upper()}: {means}", "bold")
    if sample is not None:
        print_line(
            f"{sample.games:,} games of {sample.boards} boards: {sample.won:.1%} within {sample.within} guesses "
            f"({sample.won_low:.1%} to {sample.won_high:.1%})"
        )
    if report.expected is not None:
        print_line(f"{report.expected:.4f} guesses on average, weighted by the prior")
    most = max(report.distribution.values())
    for guesses in range(1, report.max + 1):
        secrets = report.distribution.get(guesses, 0)
        bar = "█" * round(_BAR * secrets / most) or ("▏" if secrets else "")
        print_line(f"{guesses:>4}  {secrets:>{len(f'{most:,}')},}  {secrets / games:>6.1%}  {bar}".rstrip())


def openers(run: "QueryRun") -> None:
    """Print the best first words beside those of the study, and the study's words rated on the same lists."""
    reports = [result.report for result in run]
    rows = []
    for report in reports:
        best = ", ".join(
            f"{opener.word.upper()} {_value(report, number)}" for number, opener in enumerate(report.openers)
        )
        study = report.study
        beside = (f"{study.word.upper()} {study.study_bits:g}", f"{study.study_seconds:g}") if study else ("", "")
        rows.append((_name(report), f"{report.answers:,}", best, f"{report.seconds:.2f}", *beside))
    _table(("", ">words", "best first words", ">s", "study", ">s"), rows)
    studied = [(report, report.study) for report in reports if report.study]
    if not studied:
        return
    say("")
    _table(
        ("", "study's word", ">study's bits", ">on our list", ">true bits on our list"),
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
    say("study: Kalaydjian & Duhem 2022, with their own lists and machine", "dim")


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; columns whose heading begins with > are right-aligned."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading.lstrip(">"), justify="right" if heading.startswith(">") else "left")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def _name(report: "OpenersReport") -> str:
    return f"{report.language} {report.length}"


def _bits(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _value(report: "OpenersReport", number: int) -> str:
    """Return the quantity that a strategy maximises or minimises, as text."""
    opener = report.openers[number]
    if report.strategy == "entropy-degenerate":
        low, high = report.degenerate[number]
        return f"{low:.2f}" if high - low < _EQUAL else f"{low:.2f} to {high:.2f}"
    shown = {
        "expected-size": f"{opener.expected_size:,.1f} left",
        "minimax": f"{opener.worst:,} at worst",
        "most-parts": quantity(opener.parts, "part"),
    }
    return shown.get(report.strategy, f"{opener.bits:.2f}")


def race(run: "QueryRun") -> None:
    """Print a table with one row for each strategy and word length."""
    from entails.studies.wordle.race import games_in

    if run.options.output is not None and (there := len(games_in(Path(run.options.output)))):
        remark(f"{run.options.output} already has {there:,} games")
    for _ in run:
        pass
    assert run.last is not None
    raced = run.last.value
    summary = raced.summary
    head = ["strategy", "letters", "words", "games", "lost", "mean guesses", "median", "max", "mean time"]
    table = [head, *(_cells(report) for report in summary.results)]
    print_line(f"{summary.feedback} feedback, {summary.lang}")
    columns(table)
    if any(report.cheats for report in summary.results):
        print_line("* cheats: asks questions that the rules forbid; each counts as a guess")
    if raced.files:
        print(f"written to {run.options.output}: {', '.join(path.name for path in raced.files)}", file=sys.stderr)


def _cells(report: "RaceReport") -> list[str]:
    guesses = report.guesses
    return [
        f"{report.strategy}{' *' if report.cheats else ''}",
        str(report.length),
        f"{report.words:,}",
        f"{report.games:,}",
        str(report.games - report.solved) if report.solved < report.games else "-",
        "-" if guesses is None else f"{guesses.mean:.3f} ± {(guesses.high - guesses.low) / 2:.3f}",
        "-" if guesses is None else f"{guesses.median:g}",
        "-" if guesses is None else f"{guesses.max:g}",
        _time(report.seconds),
    ]


def _time(seconds: "Spread") -> str:
    half = (seconds.high - seconds.low) / 2
    if seconds.mean >= 1:
        return f"{seconds.mean:.2f} ± {half:.2f} s"
    return f"{1000 * seconds.mean:.2f} ± {1000 * half:.2f} ms"


def strategies(run: "QueryRun") -> None:
    """Print all strategies as a table, or one strategy with its options."""
    reports = [result.report for result in run]
    if run.options.name is None:
        head = ["strategy", "source", "", "description"]
        columns([head, *([row.name, row.source, "cheats" if row.cheats else "", row.about] for row in reports)])
        return
    (report,) = reports
    print_line(f"{report.name}: {report.about} ({report.source}{', cheats' if report.cheats else ''})")
    if report.options:
        columns([[f"  {row.name}", str(row.default), row.about] for row in report.options])


def tree(run: "QueryRun") -> None:
    for result in run:
        if result.value is None:
            _show_no_tree(result.report)
        else:
            _show_tree(result.value)


def _show_tree(tree: "GuessTree") -> None:
    after = f" after {tree.history.line}" if len(tree.history) else ""
    say(
        f"{tree.opener.upper()}{after}: {tree.total:,} guesses for {tree.secrets:,} words, "
        f"{tree.mean:.4f} on average, {tree.max} at most"
    )
    _show_distribution(tree.distribution)
    if tree.weights is not None:
        print_line(f"weighted by the prior: {tree.expected:.4f} on average")
    say(*_standing(tree))


def _show_no_tree(report: "TreeReport") -> None:
    if not report.secrets:
        say("no word of the list fits this history", "red")
    elif report.exact:
        say("proven: no tree wins within the limit on guesses (--max-depth 0 removes it)", "red")
    else:
        say("no tree found within the limit on guesses (try a larger --beam, or --exact)", "yellow")


def verify(run: "QueryRun") -> None:
    for result in run:
        tree, verdict = result.value.tree, result.value.verdict
        if verdict.fault is not None:
            say(f"fault: {verdict.fault}", "red")
            continue
        games = sum(verdict.distribution.values())
        print_line(f"{tree.opener.upper()}: {verdict.total:,} guesses for {games:,} answers, {verdict.mean:.4f} each")
        _show_distribution(verdict.distribution)
        if verdict.expected is not None:
            print_line(f"weighted: {verdict.expected:.4f} on average")
        say(f"verified: every answer was replayed{', in hard mode' if tree.hard else ''}", "green")


def _show_distribution(distribution: Mapping[int, int]) -> None:
    """Print a bar chart of the games by number of guesses."""
    most, width = max(distribution.values()), len(str(max(distribution.values())))
    for guesses, secrets in distribution.items():
        bar = "█" * max(1, round(_BAR * secrets / most))
        print_line(f"{guesses:3}  {secrets:{width}}  {bar}")


def _standing(tree: "GuessTree") -> tuple[str, str]:
    """Return a sentence about what is proven of the tree, and its colour."""
    rules = " in hard mode" if tree.hard else ""
    within = f" within {tree.max_depth} guesses{rules}" if tree.max_depth else rules
    less = "a smaller total" if tree.weights is None else "a smaller mean under the prior"
    if tree.all_openers:
        return f"proven: no tree{within} has {less}", "green"
    if tree.exact:
        return f"proven: no tree{within} with opener {tree.opener.upper()} has {less}", "green"
    return f"not proven: best tree of a beam of {tree.beam}{within} (--exact proves it for an opener)", "yellow"


def prove(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if report.better is not None:
            problem = (
                f"{report.better.upper()} takes {_guesses(report, report.better_total)}, fewer than the total to prove"
            )
            say(f"disproven: {problem}", "red")
            continue
        of = f"{report.refuted:,} of {report.openers:,} openers that counting does not refute"
        if report.complete:
            say(f"proven: no tree{_mode(report)} takes fewer than {_guesses(report, report.at_least)} ({of})", "green")
        else:
            fewer = f"takes fewer than {_guesses(report, report.at_least)}{_mode(report)}"
            say(f"proven in part: no tree with one of {of} {fewer}")
        if report.file is not None:
            say(f"written to {report.file}; check it with entails wordle check-proof {report.file}", "dim")


def check_proof(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if report.fault is not None:
            say(f"not proven: {report.fault}", "red")
        elif report.complete:
            fewer = f"takes fewer than {_guesses(report, report.at_least)}"
            say(f"checked: no tree{_mode(report)} {fewer} ({report.lemmas:,} lemmas)", "green")
        else:
            say(
                f"checked: no tree{_mode(report)} with one of these {report.openers:,} openers takes fewer "
                f"than {_guesses(report, report.at_least)} ({report.lemmas:,} lemmas; {report.missing:,} openers are "
                "not covered)",
                "yellow",
            )


def _mode(report: "WordleProveReport | CertificateVerdict") -> str:
    return " in hard mode" if report.hard else ""


def _guesses(report: "WordleProveReport | CertificateVerdict", total: int) -> str:
    """Return the total number of guesses as text; with a prior, the weighted mean."""
    if report.weight is None:
        return f"{total:,} guesses"
    return f"{total / report.weight:.4f} guesses on average under the prior"


def absurdle(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        for number, (guess, marks) in enumerate(zip(report.guesses, report.marks, strict=True), 1):
            say(f"{number:>3}. {guess.upper()}  {marks}")
        if report.survive is not None:
            most = (
                "no game is longer"
                if report.proven
                else f"not proven to be the longest; at most {report.bound:,} are possible"
            )
            say(f"{report.count} guesses until {report.survive.upper()} is found: {most}", "bold")
        elif report.proven:
            say(f"{report.count} guesses force a win; fewer do not", "green")
        else:
            say(
                f"undecided: fewer than {report.bound} guesses do not force a win (--sets N searches further)", "yellow"
            )


def study(run: "QueryRun") -> None:
    """Print a table for each experiment."""
    for result in run:
        report = result.report
        say(f"{report.authors}, rerun with {report.list}", "bold")
        for experiment in dict.fromkeys(figure.experiment for figure in report.figures):
            shown = [figure for figure in report.figures if figure.experiment == experiment]
            print_line("")
            print_line(f"{experiment}: {shown[0].quantity}")
            columns([_head(shown), *(_study_cells(figure, shown) for figure in shown)])
        print_line("")
        print_line("study: figure of the study; program: figure of its program in a long run on the study's list")


def _head(shown: "list[StudyFigure]") -> list[str]:
    running = ["running mean"] if _has_running(shown) else []
    return [
        "",
        "letters",
        "words",
        *(["word"] if shown[0].quantity == "bits" else ["games", "lost"]),
        "ours",
        *running,
        *_spread_of(shown, "median", "mode", "min", "max"),
        "study",
        "program",
    ]


def _study_cells(figure: "StudyFigure", shown: "list[StudyFigure]") -> list[str]:
    half = "" if figure.low is None or figure.high is None else f" ± {(figure.high - figure.low) / 2:.2f}"
    digits = 4 if figure.quantity == "bits" else 2
    ours = "-" if figure.mean is None else f"{figure.mean:.{digits}f}{half}"
    printed = "-" if figure.study is None else f"{figure.study:g}"
    if figure.study_word is not None:
        printed = f"{figure.study_word.upper()} {printed}"
    if figure.agrees is not None:
        printed += " (agrees)" if figure.agrees else " (differs)"
    word = "" if figure.word is None else figure.word.upper()
    lost = str(figure.games - figure.solved) if figure.solved < figure.games else "-"
    return [
        figure.algorithm,
        str(figure.length),
        f"{figure.words:,}",
        *([word] if figure.quantity == "bits" else [f"{figure.games:,}", lost]),
        ours,
        *([_number(figure.running)] if _has_running(shown) else []),
        *_spread_of(shown, *map(_number, (figure.median, figure.mode, figure.min, figure.max))),
        printed,
        _number(figure.program),
    ]


def _spread_of(shown: "list[StudyFigure]", *cells: str) -> tuple[str, ...]:
    """Return the table cells for the spread of a figure; empty for figures in bits, which have none."""
    return () if shown[0].quantity == "bits" else cells


def _has_running(shown: "list[StudyFigure]") -> bool:
    return any(figure.running is not None for figure in shown)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
