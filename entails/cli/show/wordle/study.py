"""A study run again, for people: its figures, and ours."""

from typing import TYPE_CHECKING

from entails.cli.output import columns, print_line, say

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.wordle.study_report import StudyFigure


def study(asked: "Asked") -> None:
    """A table for each experiment."""
    for found in asked:
        report = found.report
        say(f"{report.authors}, run again with {report.list}", "bold")
        for experiment in dict.fromkeys(one.experiment for one in report.figures):
            shown = [one for one in report.figures if one.experiment == experiment]
            print_line("")
            print_line(f"{experiment}: {shown[0].quantity}")
            columns([_head(shown), *(_cells(one, shown) for one in shown)])
        print_line("")
        print_line("study: what the study prints; program: what its program gives in a long run on the study's list")


def _head(shown: "list[StudyFigure]") -> list[str]:
    running = ["all so far"] if _has_running(shown) else []
    return [
        "",
        "letters",
        "words",
        *(["word"] if shown[0].quantity == "bits" else ["games", "lost"]),
        "ours",
        *running,
        *_spread_of(shown, "median", "mode", "from", "to"),
        "study",
        "program",
    ]


def _cells(one: "StudyFigure", shown: "list[StudyFigure]") -> list[str]:
    half = "" if one.low is None or one.high is None else f" ± {(one.high - one.low) / 2:.2f}"
    digits = 4 if one.quantity == "bits" else 2
    ours = "-" if one.mean is None else f"{one.mean:.{digits}f}{half}"
    printed = "-" if one.study is None else f"{one.study:g}"
    if one.study_word is not None:
        printed = f"{one.study_word.upper()} {printed}"
    if one.agrees is not None:
        printed += " (agrees)" if one.agrees else " (differs)"
    word = "" if one.word is None else one.word.upper()
    lost = str(one.games - one.solved) if one.solved < one.games else "-"
    return [
        one.algorithm,
        str(one.length),
        f"{one.words:,}",
        *([word] if one.quantity == "bits" else [f"{one.games:,}", lost]),
        ours,
        *([_number(one.running)] if _has_running(shown) else []),
        *_spread_of(shown, *map(_number, (one.median, one.mode, one.min, one.max))),
        printed,
        _number(one.program),
    ]


def _spread_of(shown: "list[StudyFigure]", *cells: str) -> tuple[str, ...]:
    """What only figures over many games have."""
    return () if shown[0].quantity == "bits" else cells


def _has_running(shown: "list[StudyFigure]") -> bool:
    return any(one.running is not None for one in shown)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
