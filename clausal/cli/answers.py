"""What the generic verbs do: ask the front door about each puzzle of a source, show the answer, find the exit code."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from clausal import api
from clausal.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, complain, worst
from clausal.cli.options import Choices
from clausal.cli.output import console, print_json, progress, write_text
from clausal.cli.source import Source
from clausal.models.errors import InvalidPuzzle
from clausal.models.outcome import Explanation
from clausal.models.report import CheckReport, CountReport, ErrorReport, ExplainReport, ForcedReport, Name, SolveReport


@dataclass(frozen=True)
class Answered:
    """What became of one puzzle: the report, the exit code, and the answers to draw."""

    report: Any
    code: int
    answers: tuple[Any, ...] = ()


Ask = Callable[[Any, Name], Answered]
Show = Callable[[Answered, Any], None]


def each(source: Source, json: bool, ask: Ask, show: Show) -> int:
    """Ask about each puzzle; a bad one among many becomes an error line, and the work goes on."""
    codes: set[int] = set()
    for entry in progress(source.entries, len(source.entries), "working"):
        if entry.error is not None:
            codes.add(BAD_INPUT)
            error_line(entry.line, str(entry.error), json)
            continue
        answered = ask(entry.puzzle, source.name(entry.puzzle))
        codes.add(answered.code)
        if json:
            print_json(answered.report)
        else:
            show(answered, entry.puzzle)
    return worst(codes)


def error_line(line: int, sentence: str, json: bool) -> None:
    """Say what is wrong with one line of many."""
    if json:
        print_json(ErrorReport(line=line, error=sentence))
    else:
        complain(f"line {line}: {sentence}")


def yes_no(value: bool | None) -> int:
    """The exit code of a yes, a no, and an undecided."""
    return UNDECIDED if value is None else YES if value else NO


def solve(source: Source, choices: Choices, *, unique: bool, every: int | None, json: bool) -> int:
    """The solution of each puzzle, and whether it is the only one."""
    out = console()
    many = source.kind.persistent if not source.is_one and every is None and choices.are_default else None

    def ask(puzzle: Any, name: Name) -> Answered:
        if persistent is not None:
            answer, only = persistent.answer(puzzle)
            report = _persistent_report(source, name, answer, only)
            answers: tuple[Any, ...] = ()
        else:
            report, answers = _solve_one(source, choices, puzzle, name, every)
        code = {"satisfied": YES, "unsatisfiable": NO, "undecided": UNDECIDED}[report.status]
        return Answered(report, yes_no(report.unique) if code == YES and unique else code, answers)

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        if not source.is_one:
            out.print(f"{report.solution or report.status}  {_about_uniqueness(report)}".rstrip(), markup=False)
            return
        if not answered.answers:
            out.print(_no_solution(report))
            return
        for answer in answered.answers:
            out.print(source.kind.draw(puzzle, answer))
        out.print(_about_uniqueness(report) or _uniqueness_unknown(report))

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


def _solve_one(
    source: Source, choices: Choices, puzzle: Any, name: Name, every: int | None
) -> tuple[SolveReport, tuple[Any, ...]]:
    """Solve one puzzle. Uniqueness is part of the answer: it is what people ask next."""
    started = time.perf_counter()
    question = api.Question.of("solve", puzzle, choices.encoder, choices.engine)
    listing = api.solutions(
        puzzle,
        encoder=question.encoder,
        engine=question.engine.name,
        limits=choices.limits,
        options=choices.options(every or 1),
    )
    answers = tuple(listing)
    found = [source.kind.write_answer(answer) for answer in answers]
    several = len(found) > 1 or listing.reason == "maximum"
    report = SolveReport(
        **name,
        status="satisfied" if found else "unsatisfiable" if listing.complete else "undecided",
        solution=found[0] if found else None,
        unique=False if several else bool(found) if listing.complete else None,
        solutions=found if every else None,
        complete=listing.complete if every else None,
        reason=None if listing.reason == "maximum" and not every else listing.reason,
        engine=question.engine.name,
        encoder=question.encoder,
        seconds=round(time.perf_counter() - started, 6),
    )
    return report, answers


def _about_uniqueness(report: SolveReport) -> str:
    if report.solutions is not None and len(report.solutions) > 1:
        return (
            f"{len(report.solutions)} solutions" if report.complete else f"{len(report.solutions)} solutions, and more"
        )
    return {True: "the only solution", False: "not the only solution", None: ""}[report.unique]


def _uniqueness_unknown(report: SolveReport) -> str:
    return f"not decided whether it is the only one ({report.reason})"


def _no_solution(report: SolveReport) -> str:
    if report.status == "undecided":
        return f"undecided: stopped by the limit on {report.reason}"
    return "no solution (clausal explain says why)"


def check(source: Source, choices: Choices, *, unique: bool, most: int, json: bool) -> int:
    """Is each puzzle consistent and unique; if not consistent, why."""
    out = console()

    def ask(puzzle: Any, name: Name) -> Answered:
        found = api.check(
            puzzle,
            encoder=choices.encoder,
            engine=choices.engine,
            limits=choices.limits,
            options=choices.options(),
            most=most,
        )
        explanation = found.explanation or Explanation(found.consistent, complete=found.consistent is not None)
        solution = None if found.answer is None else source.kind.write_answer(found.answer)
        report = CheckReport.of(explanation, name, unique=found.unique, solution=solution)
        return Answered(report, yes_no(found.unique if unique and found.consistent else found.consistent))

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        if not source.is_one:
            out.print(f"{source.kind.write(puzzle)}  {_verdict(report)}", markup=False)
            return
        out.print(source.kind.draw(puzzle, None))
        out.print(_verdict(report))
        show_explanation(out, report)

    return each(source, json, ask, show)


def _verdict(report: CheckReport) -> str:
    if report.consistent is None:
        return f"undecided ({report.reason or 'limit'})"
    if not report.consistent:
        return "inconsistent: no solution"
    words = {True: "one solution", False: "more than one solution", None: "uniqueness not decided"}
    return f"consistent: {words[report.unique]}"


def show_explanation(out: Any, report: ExplainReport) -> None:
    """Conflicts and repairs as sentences."""
    for number, texts in enumerate(report.texts, 1):
        heading = "These cannot all hold" if report.minimal else "Among these is a contradiction"
        out.print(f"\n{heading}" + (f" ({number} of {len(report.texts)}):" if len(report.texts) > 1 else ":"))
        for text in texts or ["the rules themselves"]:
            out.print(f"  • {text}", markup=False)
    if report.repair_texts:
        out.print("\nWhat to give up so that the rest is consistent (one line is enough):")
        for texts in report.repair_texts:
            out.print(f"  • {', and '.join(texts)}", markup=False)
    if report.consistent is False and not report.complete:
        words = "there may be more" if report.reason == "maximum" else f"cut short by the limit on {report.reason}"
        out.print(f"\n({words})")


def explain(source: Source, choices: Choices, *, most: int, coarse: bool, json: bool) -> int:
    """Why there is no solution."""
    out = console()

    def ask(puzzle: Any, name: Name) -> Answered:
        explanation = api.explain(
            puzzle,
            encoder=choices.encoder,
            engine=choices.engine,
            limits=choices.limits,
            options=choices.options(),
            most=most,
            grain="coarse" if coarse else "fine",
        )
        return Answered(ExplainReport.of(explanation, name), yes_no(explanation.consistent))

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        if not source.is_one:
            out.print(f"\n{source.kind.write(puzzle)}", markup=False)
        if report.consistent is None:
            out.print(f"undecided: stopped by the limit on {report.reason}")
        elif report.consistent:
            out.print("There is a solution: nothing to explain.")
        show_explanation(out, report)

    return each(source, json, ask, show)


def count(source: Source, choices: Choices, *, most: int, json: bool) -> int:
    """How many solutions."""
    out = console()

    def ask(puzzle: Any, name: Name) -> Answered:
        found = api.count(
            puzzle,
            encoder=choices.encoder,
            engine=choices.engine,
            limits=choices.limits,
            options=choices.options(most),
        )
        code = YES if found.value else NO if found.exact else UNDECIDED
        if found.value and not found.exact and found.reason != "maximum":
            code = UNDECIDED
        return Answered(CountReport.of(found, name), code)

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        words = str(report.count) if report.exact else f"at least {report.count}"
        out.print(words if source.is_one else f"{source.kind.write(puzzle)}  {words}", markup=False)

    return each(source, json, ask, show)


def forced(source: Source, choices: Choices, *, json: bool) -> int:
    """What holds in every solution."""
    out = console()

    def ask(puzzle: Any, name: Name) -> Answered:
        found = api.forced(
            puzzle,
            encoder=choices.encoder,
            engine=choices.engine,
            limits=choices.limits,
            options=choices.options(),
        )
        code = yes_no(found.consistent)
        return Answered(ForcedReport.of(found, name), UNDECIDED if code == YES and not found.complete else code)

    def show(answered: Answered, puzzle: Any) -> None:
        report = answered.report
        head = "" if source.is_one else f"{source.kind.write(puzzle)}  "
        if report.consistent is False:
            out.print(f"{head}no solution, so there is nothing to force", markup=False)
            return
        if source.is_one and source.kind.one_line and report.forced:
            out.print(source.kind.draw(puzzle, source.kind.from_names(puzzle, _positive(report.forced))))
        out.print(f"{head}{' '.join(report.forced) or 'nothing is forced'}", markup=False)
        if not report.complete:
            out.print(f"(cut short by the limit on {report.reason}: there may be more)")

    return each(source, json, ask, show)


def _positive(names: Sequence[str]) -> list[str]:
    return [name for name in names if not name.startswith("not ")]


def export(source: Source, *, to: str, encoder: str | None, output: str | None) -> int:
    """Puzzles in another form. A DIMACS file holds one formula, the puzzle's own forms can follow each other."""
    if to not in source.kind.forms and not source.is_one:
        raise InvalidPuzzle(
            f"there are {len(source.entries)} puzzles", where=source.label, expected=f"exactly one for {to}"
        )
    codes: set[int] = set()

    def pieces() -> Iterator[str]:
        for entry in source.entries:
            if entry.error is not None:
                codes.add(BAD_INPUT)
                error_line(entry.line, str(entry.error), json=False)
            else:
                yield from api.export(entry.puzzle, form=to, encoder=encoder)

    write_text(pieces(), output)
    return worst(codes)
