"""What `solve`, `count`, `forced` and `export` do: ask the front door, and say the answer in words or in JSON."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from clausal import api
from clausal.cli.asking import Answered, each, error_line, yes_no
from clausal.cli.exit import BAD_INPUT, STATUS_CODES, UNDECIDED, YES, worst
from clausal.cli.files import write_text
from clausal.cli.output import draw, print_line, say
from clausal.cli.source import Source
from clausal.models.choices import Choices
from clausal.models.errors import Invalid, InvalidPuzzle, UnsupportedCapability
from clausal.models.report import ForcedReport, Name, SolveReport
from clausal.reporting import count_report, forced_report, solve_report

__all__ = ["Answered", "count", "each", "export", "forced", "solve"]


def solve(source: Source, choices: Choices, *, unique: bool, every: int | None, json: bool) -> int:
    """The solution of each puzzle, and whether it is the only one."""
    if unique and source.kind.optimises:
        every = every or 1  # the best answer alone does not tell
    many = source.kind.persistent if not source.is_one and every is None and choices.are_default else None

    def ask(puzzle: Any, name: Name) -> Answered:
        if persistent is not None:
            answer, only = persistent.answer(puzzle)
            report = _persistent_report(source, name, answer, only)
            answers: tuple[Any, ...] = ()
        else:
            report, answers = solve_report(puzzle, name, choices, every=every)
        code = STATUS_CODES[report.status]
        return Answered(report, yes_no(report.unique) if code == YES and unique else code, answers)

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        if not source.is_one:
            solutions = report.solutions or filter(None, [report.solution])
            print_line("  ".join([*solutions, _verdict(source, report)[0]]))
            return
        for number, answer in enumerate(answered.answers, 1):
            if len(answered.answers) > 1 and source.kind.one_line:
                say(f"solution {number}", "dim")
            draw(source.kind.draw(puzzle, answer))
        say(*_verdict(source, report))

    with ExitStack() as stack:
        persistent = many() if many else None
        if persistent is not None:
            stack.callback(persistent.close)
        return each(source, json, ask, show)


def _persistent_report(source: Source, name: Name, answer: Any, only: bool) -> SolveReport:
    return SolveReport(
        **name,
        status="unsatisfiable" if answer is None else "satisfied",
        solution=None if answer is None else source.kind.write_answer(answer),
        unique=only,
        engine="persistent",
        encoder="complete",
    )


def _verdict(source: Source, report: SolveReport) -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.objective is not None:
        worth = "" if source.is_one else f", worth {report.objective:g}"
        return (f"the best{worth}", "green") if report.complete else (f"the best found in time{worth}", "yellow")
    if report.status == "undecided":
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if report.status == "unsatisfiable":
        return "no solution" + (f" (clausal {source.kind.name} explain says why)" if source.is_one else ""), "red"
    if report.unique:
        return "the only solution", "green"
    if report.unique is None:
        return f"not decided whether it is the only solution: stopped by the limit on {report.reason}", "yellow"
    if report.solutions is None or len(report.solutions) < 2:
        return "not the only solution", "yellow"
    more = "and there may be more" if report.reason not in (None, "maximum") else "and there are more"
    return f"{len(report.solutions)} solutions, {'and no other' if report.complete else more}", "yellow"


def count(source: Source, choices: Choices, *, most: int, json: bool) -> int:
    """How many solutions."""

    def ask(puzzle: Any, name: Name) -> Answered:
        report = count_report(puzzle, name, choices, most=most)
        decided = report.exact or report.reason == "maximum"
        return Answered(report, yes_no(report.count > 0 if decided else None))

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        words = str(report.count) if report.exact else f"at least {report.count}"
        if report.reason not in (None, "maximum"):
            words += f" (stopped by the limit on {report.reason})"
        say(words if source.is_one else f"{source.kind.write(puzzle)}  {words}")

    return each(source, json, ask, show)


def forced(source: Source, choices: Choices, *, json: bool) -> int:
    """What holds in every solution."""

    def ask(puzzle: Any, name: Name) -> Answered:
        report = forced_report(puzzle, name, choices)
        code = yes_no(report.consistent)
        return Answered(report, UNDECIDED if code == YES and not report.complete else code)

    def show(answered: Answered, puzzle: Any) -> None:
        report, kind = answered.report, source.kind
        words, colour = _about_forced(report)
        shared = kind.from_names(puzzle, _positive(report.forced)) if kind.one_line and report.forced else None
        if not source.is_one:
            found = [] if shared is None else [kind.write_answer(shared)]
            print_line("  ".join([kind.write(puzzle), *found, words]))
            return
        if shared is not None:
            draw(kind.draw(puzzle, shared))
        elif report.forced:
            print_line(" ".join(report.forced))
        for name in report.forced if kind.facts_are_sentences else ():
            print_line(f"  • {name}")
        say(words, colour)

    return each(source, json, ask, show)


def _positive(names: Sequence[str]) -> list[str]:
    return [name for name in names if not name.startswith("not ")]


def _about_forced(report: ForcedReport) -> tuple[str, str]:
    """The answer in words, and their colour."""
    if report.consistent is None:
        return f"undecided: stopped by the limit on {report.reason}", "yellow"
    if not report.consistent:
        return "no solution, so there is nothing to force", "red"
    facts = len(report.forced)
    words = "nothing holds" if not facts else "1 fact holds" if facts == 1 else f"{facts:,} facts hold"
    if report.complete:
        return f"{words} in every solution", "green"
    return f"{words} in every solution, and maybe more: stopped by the limit on {report.reason}", "yellow"


def export(source: Source, *, to: str, encoder: str | None, output: str | None) -> int:
    """Puzzles in another form. A DIMACS file holds one formula, the puzzle's own forms can follow each other."""
    if to not in source.kind.forms and not source.is_one:
        raise InvalidPuzzle("there is more than one puzzle", where=source.label, expected=f"exactly one for {to}")
    codes: set[int] = set()

    def pieces() -> Iterator[str]:
        for entry in source.entries:
            try:
                if entry.error is not None:
                    raise entry.error
                yield from api.export(entry.puzzle, form=to, encoder=encoder)
            except (Invalid, UnsupportedCapability) as error:
                if source.is_one:
                    raise
                codes.add(BAD_INPUT)
                error_line(source, entry, error, json=False)

    write_text(pieces(), output)
    return worst(codes)
