"""A question asked of one place of an input after the other, in their order: by this process, or by several.

A place holds a puzzle, what is wrong with it, or a block of puzzles. Blocks are answered at once, what stands between
them in bulk where the question knows how. Processes get stretches of places that take a part of a second, so that
answers stream: whoever has seen enough ends the work by taking no more of them.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from entails.models.entry import Entry
from entails.models.errors import EntailsError, Invalid, InvalidOption, UnsupportedPuzzle
from entails.models.report import Place, Report
from entails.models.value import Value
from entails.puzzles import kind
from entails.puzzles.base import AnyKind
from entails.questions import question, subjects
from entails.questions.base import Answer, Progress, Question, Verdict, unwatched
from entails.solvers.cores import use_cores

if TYPE_CHECKING:
    from entails.models.block import Block

Form = Literal["values", "json", "solutions"]
"""What is wanted of an answer: all of it, its line of JSON, or the line of the solution alone."""
_STRETCH_SECONDS = 0.25
_LONGEST_STRETCH = 20_000
_GROWTH = 8


class Origin(NamedTuple):
    """The `number`th input: its name where there are several, the file that names a puzzle without a line of its own,
    and whether lines of JSON tell the places of its puzzles."""

    number: int
    input: str | None = None
    file: str | None = None
    is_placed: bool = True


Row = tuple[Origin, "Entry[Any] | Block[Any]"]


class Printed(NamedTuple):
    """Answers as lines of text, with their verdicts and remarks; and one alone itself, in the process that gave it."""

    text: str
    verdicts: frozenset[Verdict]
    notes: tuple[str, ...] = ()
    answer: Answer[Any] | None = None


class Whole(NamedTuple):
    """The answer to all of a stream, after its answers one by one."""

    answer: Answer[Any]


@dataclass(frozen=True)
class Asking:
    """A question of a puzzle, or of another subject, and what is said about it. Where it `is_one` puzzle, an error ends
    it. A question that is `known` here need not be looked up."""

    subject: str
    verb: str
    ask: Any
    form: Form = "values"
    is_one: bool = False
    known: Question | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Asking, (self.subject, self.verb, self.ask, self.form, self.is_one)

    @cached_property
    def question(self) -> Question:
        return self.known or question(self.subject, self.verb)

    @cached_property
    def kind(self) -> AnyKind:
        assert self.subject not in subjects()  # only puzzles stand in blocks
        return kind(self.subject)

    def here(self, rows: Iterable[Row], watch: Progress = unwatched) -> Iterator[tuple[Row, Any]]:
        """The answer to each place, or the error; those of a block together."""
        for is_entry, some in groupby(rows, lambda row: isinstance(row[1], Entry)):
            if not is_entry:
                at_once = None if self.question.blocks is None else self.question.blocks(self.kind, self.ask)
                assert at_once is not None  # else nobody would have read blocks
                for row in some:
                    answers = at_once(row[1])  # type: ignore[arg-type]
                    if self.form == "json":
                        text = answers.json_lines(row[0].input)
                        yield row, Printed(text.removesuffix("\n"), frozenset(answers.verdicts))
                    elif self.form == "solutions":
                        text = answers.solution_lines()
                        yield row, Printed(text.removesuffix("\n"), frozenset(answers.verdicts))
                    else:
                        yield row, answers
                continue
            in_bulk = self.question.many is not None and not self.is_one
            for row, answer in self._in_bulk(some, watch) if in_bulk else self._one_by_one(some, watch):
                yield row, self._printed(row, answer) if isinstance(answer, Answer) else answer

    def by_processes(self, rows: Iterable[Row], workers: int) -> Iterator[tuple[Row, Any]]:
        """The same by several of them."""
        from entails.solvers.crew import each_job

        under_way: deque[list[Row]] = deque()
        stretches = _Stretches(rows)

        def jobs() -> Iterator[tuple[Any, ...]]:
            for stretch in stretches:
                under_way.append(stretch)
                yield self, stretch

        for answers, seconds in each_job(
            "entails.batch.asking:answer_stretch", jobs(), workers, lead=True, in_order=True
        ):
            stretch = under_way.popleft()
            stretches.learn(stretch, seconds)
            yield from zip(stretch, answers, strict=True)

    def _one_by_one(self, rows: Iterable[Row], watch: Progress) -> Iterator[tuple[Row, Any]]:
        for row in rows:
            place = row[1]
            assert isinstance(place, Entry)
            if place.error is not None:
                yield row, place.error
                continue
            try:
                if self.question.stream:
                    whole = yield from self._streamed(row, watch)
                    yield row, Whole(whole)
                else:
                    yield row, self.question.answer(place.puzzle, self.ask, watch)
            except (Invalid, UnsupportedPuzzle) as refusal:
                if self.is_one or isinstance(refusal, InvalidOption):
                    raise
                yield row, refusal

    def _streamed(self, row: Row, watch: Progress) -> Any:
        answers = self.question.answer(row[1].puzzle, self.ask, watch)
        while True:
            try:
                yield row, next(answers)
            except StopIteration as end:
                return end.value

    def _in_bulk(self, rows: Iterable[Row], watch: Progress) -> Iterator[tuple[Row, Answer[Any] | EntailsError]]:
        """Puzzles go into the bulk, those that are none wait for their turn beside it."""
        waiting: deque[Row] = deque()

        def puzzles() -> Iterator[Any]:
            for row in rows:
                waiting.append(row)
                if _error(row) is None:
                    yield row[1].puzzle

        def bad() -> Iterator[tuple[Row, EntailsError]]:
            while waiting and (error := _error(waiting[0])) is not None:
                yield waiting.popleft(), error

        assert self.question.many is not None
        for found in self.question.many(puzzles(), self.ask, watch):
            yield from bad()
            yield waiting.popleft(), found
        yield from bad()

    def _printed(self, row: Row, answer: Answer[Any]) -> Answer[Any] | Printed:
        if self.form == "values":
            return answer
        if self.form == "solutions":
            from entails.questions.blocks import NO_SOLUTION

            return Printed(answer.report.solution or NO_SOLUTION, frozenset({answer.verdict}), answer.notes, answer)
        origin, place = row
        assert isinstance(place, Entry)
        line = json_line(report_of(answer, origin.file))
        if origin.is_placed:
            line = Place(input=origin.input, line=place.line, id=place.id).before(line)
        return Printed(line, frozenset({answer.verdict}), answer.notes, answer)


def answer_stretch(asking: Asking, rows: Sequence[Row], tell: Any = None) -> tuple[list[Any], float]:
    """The answers to some places, and how long they took. Other processes have the other cores."""
    del tell
    use_cores(1)
    started = time.perf_counter()
    found = [_portable(row, one) for row, one in asking.here(rows)]
    return found, time.perf_counter() - started


def _portable(row: Row, answer: Any) -> Any:
    """Only what is wanted of an answer travels."""
    if isinstance(answer, Printed):
        return answer._replace(answer=None)
    return answer if isinstance(row[1], Entry) else list(answer)


class _Stretches:
    """Places gathered into stretches that take about as long as they should, once it is known how long one takes."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows
        self._size = 1

    def learn(self, stretch: Sequence[Row], seconds: float) -> None:
        fitting = round(_STRETCH_SECONDS * sum(map(size_of, stretch)) / max(seconds, 1e-6))
        self._size = max(1, min(fitting, self._size * _GROWTH, _LONGEST_STRETCH))

    def __iter__(self) -> Iterator[list[Row]]:
        stretch: list[Row] = []
        size = 0
        for row in self._rows:
            stretch.append(row)
            size += size_of(row)
            if size >= self._size:
                yield stretch
                stretch, size = [], 0
        if stretch:
            yield stretch


def size_of(row: Row) -> int:
    """How many puzzles there are in a place."""
    return 1 if isinstance(row[1], Entry) else len(row[1])


def _error(row: Row) -> Invalid | None:
    assert isinstance(row[1], Entry)
    return row[1].error


def report_of(answer: Answer[Any], file: str | None) -> Any:
    """The report of an answer, which names the file that a puzzle came from where it has no line of its own."""
    report = answer.report
    if file is not None and isinstance(report, Report) and report.file is None:
        return report.model_copy(update={"file": file})
    return report


def json_line(report: Value | Sequence[Value]) -> str:
    """A report as one line; a list of them is one line too."""
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(one.json_line() for one in report)}]"
