"""A question asked of one place of an input after the other, in their order: by this process, or by several.

A place holds a puzzle, what is wrong with it, or a block of puzzles. Blocks are answered at once, what stands between
them in bulk where the question knows how. Processes get stretches of places that take a part of a second, so that
answers stream: whoever has seen enough ends the work by taking no more of them.

`Job`: what is asked of every row, as plain data that travels to whoever does the work.

A part of a job: some rows in, the bytes of a file out. The same rows give the same bytes, wherever that happens.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from entails.batch.inputs import InputRow
from entails.batch.tables import condition, encode, record_of
from entails.models.entry import Entry
from entails.models.errors import (
    EngineUnavailable,
    EntailsError,
    Invalid,
    InvalidOption,
    UnsupportedCapability,
    UnsupportedPuzzle,
)
from entails.puzzles import kind
from entails.puzzles.base import AnyPuzzle
from entails.queries import question, questions_of, subjects
from entails.queries.parse import only_one
from entails.queries.query import Form, Origin, Progress, Query, QueryResult, Verdict, line_of, unwatched
from entails.solvers.pool.limits import use_cores

if TYPE_CHECKING:
    from entails.models.entry import Block

_STRETCH_SECONDS = 0.25
_LONGEST_STRETCH = 20_000
_GROWTH = 8


ResultRow = tuple[Origin, "Entry[Any] | Block[Any]"]


class Printed(NamedTuple):
    """Answers as lines of text, with their verdicts and remarks; and one alone itself, in the process that gave it."""

    text: str
    verdicts: frozenset[Verdict]
    notes: tuple[str, ...] = ()
    answer: QueryResult[Any] | None = None


class Whole(NamedTuple):
    """The answer to all of a stream, after its answers one by one."""

    answer: QueryResult[Any]


@dataclass(frozen=True)
class QueryTask:
    """A question of a puzzle, or of another subject, and what is said about it. A question that is `known` here need
    not be looked up."""

    subject: str
    verb: str
    ask: Any
    form: Form = "values"
    known: Query | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return QueryTask, (self.subject, self.verb, self.ask, self.form)

    @cached_property
    def question(self) -> Query:
        return self.known or question(self.subject, self.verb)

    @cached_property
    def kind(self) -> AnyPuzzle:
        assert self.subject not in subjects()  # only puzzles stand in blocks
        return kind(self.subject)

    def here(self, rows: Iterable[ResultRow], watch: Progress = unwatched) -> Iterator[tuple[ResultRow, Any]]:
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
            in_bulk = self.question.many is not None
            for row, answer in self._in_bulk(some, watch) if in_bulk else self._one_by_one(some, watch):
                yield row, self._printed(row, answer) if isinstance(answer, QueryResult) else answer

    def by_processes(self, rows: Iterable[ResultRow], workers: int) -> Iterator[tuple[ResultRow, Any]]:
        """The same by several of them."""
        from entails.solvers.pool.pool import Chunks, map_jobs

        under_way: deque[list[ResultRow]] = deque()
        stretches = Chunks(rows, _STRETCH_SECONDS, _LONGEST_STRETCH, _GROWTH, size_of)

        def jobs() -> Iterator[tuple[Any, ...]]:
            for stretch in stretches:
                under_way.append(stretch)
                yield self, stretch

        for answers, seconds in map_jobs(
            "entails.batch.answer:answer_stretch", jobs(), workers, lead=True, in_order=True
        ):
            stretch = under_way.popleft()
            stretches.learn(stretch, seconds)
            yield from zip(stretch, answers, strict=True)

    def _one_by_one(self, rows: Iterable[ResultRow], watch: Progress) -> Iterator[tuple[ResultRow, Any]]:
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
                if isinstance(refusal, InvalidOption):
                    raise
                yield row, refusal

    def _streamed(self, row: ResultRow, watch: Progress) -> Any:
        answers = self.question.answer(row[1].puzzle, self.ask, watch)
        while True:
            try:
                yield row, next(answers)
            except StopIteration as end:
                return end.value

    def _in_bulk(
        self, rows: Iterable[ResultRow], watch: Progress
    ) -> Iterator[tuple[ResultRow, QueryResult[Any] | EntailsError]]:
        """Puzzles go into the bulk, those that are none wait for their turn beside it."""
        waiting: deque[ResultRow] = deque()

        def puzzles() -> Iterator[Any]:
            for row in rows:
                waiting.append(row)
                if _error(row) is None:
                    yield row[1].puzzle

        def bad() -> Iterator[tuple[ResultRow, EntailsError]]:
            while waiting and (error := _error(waiting[0])) is not None:
                yield waiting.popleft(), error

        assert self.question.many is not None
        for result in self.question.many(puzzles(), self.ask, watch):
            yield from bad()
            yield waiting.popleft(), result
        yield from bad()

    def _printed(self, row: ResultRow, answer: QueryResult[Any]) -> QueryResult[Any] | Printed:
        if self.form == "values":
            return answer
        origin, place = row
        assert isinstance(place, Entry)
        line = line_of(answer, self.form, origin, place)
        return Printed(line, frozenset({answer.verdict}), answer.notes, answer)


def answer_stretch(asking: QueryTask, rows: Sequence[ResultRow], tell: Any = None) -> tuple[list[Any], float]:
    """The answers to some places, and how long they took. Other processes have the other cores."""
    del tell
    use_cores(1)
    started = time.perf_counter()
    answers = [_portable(row, answer) for row, answer in asking.here(rows)]
    return answers, time.perf_counter() - started


def _portable(row: ResultRow, answer: Any) -> Any:
    """Only what is wanted of an answer travels."""
    if isinstance(answer, Printed):
        return answer._replace(answer=None)
    return answer if isinstance(row[1], Entry) else list(answer)


def size_of(row: ResultRow) -> int:
    """How many puzzles there are in a place."""
    return 1 if isinstance(row[1], Entry) else len(row[1])


def _error(row: ResultRow) -> Invalid | None:
    assert isinstance(row[1], Entry)
    return row[1].error


_FROM_CLOCK = ("seconds", "deadline")
"""Limits that stop at another place each time, so that no two runs would give the same bytes."""
_FOR_EVER = 1e9


@dataclass(frozen=True)
class BatchJob:
    """A question about puzzles of one kind. `said` are options of the question and settings of the puzzle, by name, as
    text; `where` is what rows that are kept fulfil; `form` is how they are written."""

    puzzle: str
    verb: str
    said: Mapping[str, str] = field(default_factory=dict)
    where: str = ""
    form: str = "parquet"

    def __reduce__(self) -> tuple[object, ...]:
        """Only what was said travels, not what was made of it here."""
        return BatchJob, (self.puzzle, self.verb, dict(self.said), self.where, self.form)

    @cached_property
    def kind(self) -> AnyPuzzle:
        return kind(self.puzzle)

    @cached_property
    def question(self) -> Query:
        known = questions_of(self.puzzle)
        query = question(self.puzzle, self.verb) if self.verb in known else None
        if query is None or query.takes not in ("puzzle", "many"):
            offered = ", ".join(verb for verb in known if question(self.puzzle, verb).takes in ("puzzle", "many"))
            raise UnsupportedCapability(f"{self.puzzle} does not answer {self.verb!r} row by row; it answers {offered}")
        return query

    @cached_property
    def ask(self) -> Any:
        """What the question is told."""
        for name in _FROM_CLOCK:
            if name in self.said:
                raise InvalidOption(
                    "a limit of time stops at another place in each run",
                    where=name,
                    expected="conflicts or nodes, where the question has them",
                )
        ask = self.question.ask_of({name: value for name, value in self.said.items() if name not in self._settings})
        if ask.remembers:
            expected = f"without a batch: entails {self.puzzle} {self.verb} FILE"
            raise InvalidOption("this needs all rows in one process", where=", ".join(self.said), expected=expected)
        return ask

    @cached_property
    def timeless(self) -> Any:
        """The same without a clock of the question's own: explanations look for a few seconds, if nobody says how long,
        and would find more on a faster machine."""
        if "seconds" not in self.question.ask.model_fields:
            return self.ask
        return self.ask.model_copy(update={"seconds": _FOR_EVER})

    @cached_property
    def settings(self) -> Any:
        """What the reader of puzzles is told."""
        return self.kind.read_options({name: value for name, value in self.said.items() if name in self._settings})

    @property
    def _settings(self) -> set[str]:
        """A name that both know belongs to the question."""
        return set(self.kind.options.model_fields) - set(self.question.ask.model_fields)


Record = dict[str, Any]
Said = tuple[Record, str] | EntailsError
"""A report as plain data and its verdict, or why there is none."""


@dataclass(frozen=True)
class Done:
    """A part that is answered: its content, how many rows it had, kept and could not read."""

    number: int
    content: bytes
    rows: int
    kept: int
    bad: int


def answer_parts(
    job: BatchJob, parts: Sequence[tuple[int, Sequence[InputRow]]], tell: Any = None
) -> tuple[list[Done], float]:
    """Each part, and how long all of them took."""
    del tell
    started = time.perf_counter()
    return [answer_part(job, number, rows) for number, rows in parts], time.perf_counter() - started


def answer_part(job: BatchJob, number: int, rows: Sequence[InputRow]) -> Done:
    """The rows that are wanted with their answers, in order."""
    records = list(records_of(job, rows))
    kept = condition(job.where).kept(records)
    return Done(
        number,
        encode(job.puzzle, job.verb, job.form, kept),
        len(rows),
        len(kept),
        sum("error" in record for record in records),
    )


def records_of(job: BatchJob, rows: Sequence[InputRow]) -> Iterator[Record]:
    """Each row with its answer, or with what is wrong with it."""
    for row, cells in zip(rows, _answers(job, rows), strict=True):
        place: Record = {"input": row.input, "line": row.line, "id": row.id}
        if isinstance(cells, EntailsError):
            yield {**place, "error": str(cells), "text": row.text}
        else:
            yield {**place, "verdict": cells[1], **cells[0]}


def _answers(job: BatchJob, rows: Sequence[InputRow]) -> Iterator[Said]:
    """Plain puzzles in blocks where the question knows how, the rest in bulk or one by one."""
    records_by_place: dict[int, Said] = {}
    blocks = None if job.question.blocks is None else job.question.blocks(job.kind, job.ask)
    solver = None if blocks is None or not _is_unshaped(job) else job.kind.block_solver()
    if blocks is not None and solver is not None:
        block = solver.of_texts(["" if row.error else row.text.strip() for row in rows])
        places = [int(line) - 1 for line in block.lines]
        if places:
            records = zip(places, blocks(block).records(), strict=True)
            records_by_place.update((place, cells) for place, cells in records if cells is not None)
    left = [place for place in range(len(rows)) if place not in records_by_place]
    puzzles: dict[int, Any] = {}
    for place in left:
        read = _puzzle(job, rows[place])
        if isinstance(read, EntailsError):
            records_by_place[place] = read
        else:
            puzzles[place] = read
    for place, cells in zip(puzzles, _asked(job, list(puzzles.values())), strict=True):
        records_by_place[place] = cells
    for place in range(len(rows)):
        yield records_by_place.pop(place)


def _is_unshaped(job: BatchJob) -> bool:
    """Nothing was said about how puzzles are read, so that a plain line is what it looks like."""
    return not job.settings.model_fields_set


def _puzzle(job: BatchJob, row: InputRow) -> Any:
    if row.error is not None:
        return Invalid(row.error)
    try:
        read = job.question.input.read or job.kind.read
        return only_one(read(row.text.encode(errors="surrogatepass"), job.settings))
    except Invalid as error:
        return error


def _asked(job: BatchJob, puzzles: Sequence[Any]) -> Iterator[Said]:
    if job.question.many is not None:
        for answer in job.question.many(iter(puzzles), job.ask, unwatched):
            yield answer if isinstance(answer, EntailsError) else _said(answer)
        return
    for puzzle in puzzles:
        try:
            yield _said(_answer(job, puzzle))
        except (InvalidOption, EngineUnavailable):  # the same for every row: say it once
            raise
        except EntailsError as error:
            yield error


def _answer(job: BatchJob, puzzle: Any) -> QueryResult[Any]:
    """The answer; where it is an explanation, one that no clock cut short."""
    has_clock = getattr(job.ask, "seconds", None) is not None
    answer = job.question.asked(puzzle, job.timeless if has_clock else job.ask)
    if has_clock or not getattr(answer.report, "conflicts", ()):
        return answer
    return job.question.asked(puzzle, job.timeless)


def _said(answer: QueryResult[Any]) -> Said:
    return record_of(answer.report), answer.verdict
