"""Answer a query for every row of an input, in order, in this process or in several.

`QueryTask` answers entries and blocks of puzzles for the command line. Blocks are answered at once, other entries in
bulk if the query supports it. Processes get stretches of rows that take a fraction of a second, so that results
stream; a consumer that takes no more results ends the work.

`BatchJob` is the query of `entails batch`, as plain data that is sent to workers. A part of a job turns rows into the
bytes of a file; equal rows give equal bytes on every machine.
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
from entails.models.entry import Entry, only_one
from entails.models.errors import (
    EngineUnavailable,
    EntailsError,
    Invalid,
    InvalidOption,
    UnsupportedCapability,
    UnsupportedPuzzle,
)
from entails.puzzles import puzzle_type_named
from entails.puzzles.base import AnyPuzzle
from entails.queries import find_query, queries_of, subjects
from entails.queries.query import Form, Origin, Progress, Query, QueryResult, Verdict, line_of, unwatched
from entails.solvers.pool.limits import use_cores

if TYPE_CHECKING:
    from entails.models.entry import Block

_STRETCH_SECONDS = 0.25
_LONGEST_STRETCH = 20_000
_GROWTH = 8


ResultRow = tuple[Origin, "Entry[Any] | Block[Any]"]


class Printed(NamedTuple):
    """Results of some rows as lines of text, with their verdicts and notes.

    `answer` is the result itself if there is only one and it was computed in this process.
    """

    text: str
    verdicts: frozenset[Verdict]
    notes: tuple[str, ...] = ()
    answer: QueryResult[Any] | None = None


class Whole(NamedTuple):
    """The summary that ends a stream of results."""

    answer: QueryResult[Any]


@dataclass(frozen=True)
class QueryTask:
    """A query of a puzzle type or other subject, with its options.

    Attributes:
        form: Whether results are values, JSON lines or solution lines.
        known: The query itself, if it is loaded already; it is not sent to other processes.
    """

    subject: str
    verb: str
    options: Any
    form: Form = "values"
    known: Query | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return QueryTask, (self.subject, self.verb, self.options, self.form)

    @cached_property
    def query(self) -> Query:
        return self.known or find_query(self.subject, self.verb)

    @cached_property
    def puzzle_type(self) -> AnyPuzzle:
        assert self.subject not in subjects()  # only puzzles are read in blocks
        return puzzle_type_named(self.subject)

    def here(self, rows: Iterable[ResultRow], watch: Progress = unwatched) -> Iterator[tuple[ResultRow, Any]]:
        """Yield each row with its result or error, computed in this process; a block of rows has one item."""
        for is_entry, some in groupby(rows, lambda row: isinstance(row[1], Entry)):
            if not is_entry:
                at_once = None if self.query.blocks is None else self.query.blocks(self.puzzle_type, self.options)
                assert at_once is not None  # else the input is not read in blocks
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
            in_bulk = self.query.many is not None
            for row, answer in self._in_bulk(some, watch) if in_bulk else self._one_by_one(some, watch):
                yield row, self._printed(row, answer) if isinstance(answer, QueryResult) else answer

    def by_processes(self, rows: Iterable[ResultRow], workers: int) -> Iterator[tuple[ResultRow, Any]]:
        """Yield each row with its result or error, computed by `workers` processes."""
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
                if self.query.stream:
                    whole = yield from self._streamed(row, watch)
                    yield row, Whole(whole)
                else:
                    yield row, self.query.answer(place.puzzle, self.options, watch)
            except (Invalid, UnsupportedPuzzle) as refusal:
                if isinstance(refusal, InvalidOption):
                    raise
                yield row, refusal

    def _streamed(self, row: ResultRow, watch: Progress) -> Any:
        answers = self.query.answer(row[1].puzzle, self.options, watch)
        while True:
            try:
                yield row, next(answers)
            except StopIteration as end:
                return end.value

    def _in_bulk(
        self, rows: Iterable[ResultRow], watch: Progress
    ) -> Iterator[tuple[ResultRow, QueryResult[Any] | EntailsError]]:
        """Answer all valid puzzles with one call; yield errors of invalid rows in between, in order."""
        waiting: deque[ResultRow] = deque()

        def puzzles() -> Iterator[Any]:
            for row in rows:
                waiting.append(row)
                if _error(row) is None:
                    yield row[1].puzzle

        def bad() -> Iterator[tuple[ResultRow, EntailsError]]:
            while waiting and (error := _error(waiting[0])) is not None:
                yield waiting.popleft(), error

        assert self.query.many is not None
        for result in self.query.many(puzzles(), self.options, watch):
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


def answer_stretch(task: QueryTask, rows: Sequence[ResultRow], tell: Any = None) -> tuple[list[Any], float]:
    """Return the results for some rows, and the seconds they took, on one core of this process."""
    del tell
    use_cores(1)
    started = time.perf_counter()
    answers = [_portable(row, answer) for row, answer in task.here(rows)]
    return answers, time.perf_counter() - started


def _portable(row: ResultRow, answer: Any) -> Any:
    """Return the part of a result that can be sent between processes."""
    if isinstance(answer, Printed):
        return answer._replace(answer=None)
    return answer if isinstance(row[1], Entry) else list(answer)


def size_of(row: ResultRow) -> int:
    """Return the number of puzzles in a row, which may be a block of many."""
    return 1 if isinstance(row[1], Entry) else len(row[1])


def _error(row: ResultRow) -> Invalid | None:
    assert isinstance(row[1], Entry)
    return row[1].error


_FROM_CLOCK = ("seconds", "deadline")
"""Options with a time limit: with them, two runs may write different bytes."""
_FOR_EVER = 1e9


@dataclass(frozen=True)
class BatchJob:
    """The work of a batch: a query with its options, about puzzles of one type.

    Attributes:
        puzzle: Name of the puzzle type.
        verb: Name of the query.
        options: Options of the query and read options of the puzzle type, as text by name.
        where: Condition on the rows to keep; empty keeps all.
        form: Output format: parquet, csv or jsonl.
    """

    puzzle: str
    verb: str
    options: Mapping[str, str] = field(default_factory=dict)
    where: str = ""
    form: str = "parquet"

    def __reduce__(self) -> tuple[object, ...]:
        """Return the state to pickle: the fields, without the cached properties."""
        return BatchJob, (self.puzzle, self.verb, dict(self.options), self.where, self.form)

    @cached_property
    def puzzle_type(self) -> AnyPuzzle:
        return puzzle_type_named(self.puzzle)

    @cached_property
    def query(self) -> Query:
        known = queries_of(self.puzzle)
        query = find_query(self.puzzle, self.verb) if self.verb in known else None
        if query is None or query.takes not in ("puzzle", "many"):
            offered = ", ".join(verb for verb in known if find_query(self.puzzle, verb).takes in ("puzzle", "many"))
            raise UnsupportedCapability(f"{self.puzzle} has no batch command {self.verb!r}; available: {offered}")
        return query

    @cached_property
    def query_options(self) -> Any:
        """The parsed options of the query."""
        for name in _FROM_CLOCK:
            if name in self.options:
                raise InvalidOption(
                    "time limits are not reproducible",
                    where=name,
                    expected="conflicts or nodes, if the command has them",
                )
        query_options = self.query.parse_options(
            {name: value for name, value in self.options.items() if name not in self._settings}
        )
        if query_options.remembers:
            expected = f"without a batch: entails {self.puzzle} {self.verb} FILE"
            problem = "this option needs all rows in one process"
            raise InvalidOption(problem, where=", ".join(self.options), expected=expected)
        return query_options

    @cached_property
    def timeless(self) -> Any:
        """The parsed options without a default time limit, with which results would depend on the machine."""
        if "seconds" not in self.query.options.model_fields:
            return self.query_options
        return self.query_options.model_copy(update={"seconds": _FOR_EVER})

    @cached_property
    def settings(self) -> Any:
        """The parsed read options of the puzzle type."""
        return self.puzzle_type.read_options(
            {name: value for name, value in self.options.items() if name in self._settings}
        )

    @property
    def _settings(self) -> set[str]:
        """The names of the read options; a name that the query also has counts as an option of the query."""
        return set(self.puzzle_type.options.model_fields) - set(self.query.options.model_fields)


Record = dict[str, Any]
RowResult = tuple[Record, str] | EntailsError
"""A report as plain data with its verdict, or the error of an invalid row."""


@dataclass(frozen=True)
class Done:
    """A finished part: its content, and how many rows were read, kept and invalid."""

    number: int
    content: bytes
    rows: int
    kept: int
    bad: int


def answer_parts(
    job: BatchJob, parts: Sequence[tuple[int, Sequence[InputRow]]], tell: Any = None
) -> tuple[list[Done], float]:
    """Answer parts of a batch, one after the other; return them with the seconds they took together."""
    del tell
    started = time.perf_counter()
    return [answer_part(job, number, rows) for number, rows in parts], time.perf_counter() - started


def answer_part(job: BatchJob, number: int, rows: Sequence[InputRow]) -> Done:
    """Answer the rows of a part in order, and encode those that meet the condition."""
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
    """Yield a record for each row: its place in the input, and its report or error."""
    for row, cells in zip(rows, _answers(job, rows), strict=True):
        place: Record = {"input": row.input, "line": row.line, "id": row.id}
        if isinstance(cells, EntailsError):
            yield {**place, "error": str(cells), "text": row.text}
        else:
            yield {**place, "verdict": cells[1], **cells[0]}


def _answers(job: BatchJob, rows: Sequence[InputRow]) -> Iterator[RowResult]:
    """Yield the results of the rows: in blocks or in bulk where possible, otherwise one by one."""
    records_by_place: dict[int, RowResult] = {}
    blocks = None if job.query.blocks is None else job.query.blocks(job.puzzle_type, job.query_options)
    solver = None if blocks is None or not _is_unshaped(job) else job.puzzle_type.block_solver()
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
    for place, cells in zip(puzzles, _results(job, list(puzzles.values())), strict=True):
        records_by_place[place] = cells
    for place in range(len(rows)):
        yield records_by_place.pop(place)


def _is_unshaped(job: BatchJob) -> bool:
    """Return whether no read option is set, so that the fast block reader may read the lines."""
    return not job.settings.model_fields_set


def _puzzle(job: BatchJob, row: InputRow) -> Any:
    if row.error is not None:
        return Invalid(row.error)
    try:
        read = job.query.input.read or job.puzzle_type.read
        return only_one(read(row.text.encode(errors="surrogatepass"), job.settings))
    except Invalid as error:
        return error


def _results(job: BatchJob, puzzles: Sequence[Any]) -> Iterator[RowResult]:
    if job.query.many is not None:
        for answer in job.query.many(iter(puzzles), job.query_options, unwatched):
            yield answer if isinstance(answer, EntailsError) else _row_result(answer)
        return
    for puzzle in puzzles:
        try:
            yield _row_result(_answer(job, puzzle))
        except (InvalidOption, EngineUnavailable):  # true of every row: end the batch
            raise
        except EntailsError as error:
            yield error


def _answer(job: BatchJob, puzzle: Any) -> QueryResult[Any]:
    """Answer the query about one puzzle; an explanation runs again without its default time limit."""
    has_clock = getattr(job.query_options, "seconds", None) is not None
    answer = job.query.run(puzzle, job.timeless if has_clock else job.query_options)
    if has_clock or not getattr(answer.report, "conflicts", ()):
        return answer
    return job.query.run(puzzle, job.timeless)


def _row_result(answer: QueryResult[Any]) -> RowResult:
    return record_of(answer.report), answer.verdict
