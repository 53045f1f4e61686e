"""The loop under every verb: ask about each puzzle of a source, show the answer, find the exit code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clausal.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, complain, worst
from clausal.cli.output import print_json, progress
from clausal.cli.source import Source
from clausal.models.entry import Entry
from clausal.models.errors import ClausalError, Invalid, UnsupportedPuzzle
from clausal.models.report import ErrorReport

if TYPE_CHECKING:
    from clausal.models.report import Name


@dataclass(frozen=True)
class Answered:
    """What became of one puzzle: the report, the exit code, and the answers to draw."""

    report: Any
    code: int
    answers: tuple[Any, ...] = ()


Ask = Callable[[Any, "Name"], Answered]
Show = Callable[[Answered, Any], None]


def each(source: Source, json: bool, ask: Ask, show: Show, print_json: Callable[[Any], None] = print_json) -> int:
    """Ask about each puzzle; a bad one among many becomes an error line, and the work goes on."""
    codes: set[int] = set()
    for entry in progress(source.entries, source.lines, "working"):
        if entry.error is not None:
            codes.add(BAD_INPUT)
            error_line(source, entry, entry.error, json)
            continue
        try:
            answered = ask(entry.puzzle, source.name(entry.puzzle))
        except UnsupportedPuzzle as error:
            if source.is_one:
                raise
            codes.add(BAD_INPUT)
            error_line(source, entry, error, json)
            continue
        codes.add(answered.code)
        if json:
            print_json(answered.report)
        else:
            show(answered, entry.puzzle)
    return worst(codes)


def error_line(source: Source, entry: Entry[Any], error: ClausalError, json: bool) -> None:
    """Say what is wrong with one line of many."""
    if json:
        print_json(ErrorReport(line=entry.line, error=str(error)))
    else:
        where = source.place(entry.line)
        complain(str(source.at(error, entry.line)) if isinstance(error, Invalid) else f"{where}: {error}")


def yes_no(value: bool | None) -> int:
    """The exit code of a yes, a no, and an undecided."""
    return UNDECIDED if value is None else YES if value else NO
