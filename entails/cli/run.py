"""Run a query on the command line: answer it, show the results, write files, return the exit code.

The query about a single puzzle is answered first, then shown. Queries about many puzzles go through `entails.batch`,
and each result is shown as it arrives.
"""

import json as json_format
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from entails.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, print_error, remark, worst
from entails.cli.files import folder, label, reject_unwritable, write_bytes, write_text
from entails.cli.inputs import Source, has_rows
from entails.cli.output import DETECTED, print_line, progress, say, watching, with_detected_type
from entails.models.entry import Entry
from entails.models.errors import EntailsError, Invalid, InvalidOption
from entails.models.fields import Value
from entails.models.report import ErrorReport, Place
from entails.puzzles import puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.query import (
    Artefact,
    Folder,
    Form,
    Origin,
    Pages,
    Query,
    QueryResult,
    Stream,
    line_of,
    report_of,
    unwatched,
)
from entails.solvers.kernels.jit import Mode
from entails.solvers.pool.limits import use_cores

if TYPE_CHECKING:
    from entails.batch.answer import ResultRow
    from entails.queries.query import Progress

CODES = {"yes": YES, "no": NO, "undecided": UNDECIDED, "bad": BAD_INPUT}


@dataclass(frozen=True)
class PuzzleResult:
    """The result of a query about one puzzle.

    Attributes:
        number: Position of the puzzle among the inputs, from 1.
        puzzle: The puzzle, or None if the query reads none.
        answer: The result of the query.
        file: File of a puzzle that has no one-line format, for its report.
    """

    number: int
    puzzle: Any
    answer: QueryResult[Any]
    file: str | None = None

    @property
    def puzzle_type(self) -> AnyPuzzle:
        """The puzzle type of the result. It may differ from that of the command: `model` also reads OR-Tools models."""
        return puzzle_type_of(self.puzzle)

    @property
    def value(self) -> Any:
        return self.answer.value

    @cached_property
    def report(self) -> Any:
        return report_of(self.answer, self.file)


class QueryRun:
    """A query about the puzzles of a command; iterating over it yields their results.

    Among many puzzles, an invalid one is reported and the run goes on.

    Attributes:
        is_one: Whether there is a single puzzle, which is shown in full; many get a line each.
        json: Whether results are printed as JSON.
        keeps: Whether files are written from `last`, so that it must be kept in this process.
        last: The latest result; after a stream, its final result.
        code: The exit code so far.
    """

    def __init__(
        self,
        subject: str,
        verb: str,
        query: Query,
        puzzle_type: AnyPuzzle | None,
        options: Any,
        sources: Sequence[Source],
        workers: int | None = None,
    ) -> None:
        self.subject = subject
        self.verb = verb
        self.query = query
        self.options = options
        self.sources = sources
        self.is_one = len(sources) == 1 and sources[0].is_one
        self.json = False
        self.keeps = False
        self.last: QueryResult[Any] | None = None
        self._puzzle_type = puzzle_type
        self._workers = workers
        self._codes: set[int] = set()
        self._remarks: set[str] = set()

    @property
    def puzzle_type(self) -> AnyPuzzle:
        """The puzzle type of the command."""
        assert self._puzzle_type is not None  # a query of a puzzle type
        return self._puzzle_type

    @property
    def streams_parts(self) -> bool:
        """Whether parts of the report are printed as JSON Lines when they are found."""
        return getattr(self.options, "stream", False) is True

    @property
    def code(self) -> int:
        return worst(self._codes)

    def answer(self) -> None:
        """Answer the query about a single puzzle, which may print parts of its report.

        The results of a stream are computed when they are shown.
        """
        if not self.query.stream:
            with watching() as watch, _on_cores(self._workers):
                watch = _PartPrinter(watch) if self.streams_parts else watch
                self._record(self.query.answer(self._only_entry().puzzle, self.options, watch))

    def _results(self) -> Iterator[QueryResult[Any]]:
        """Yield the result about a single puzzle, if `answer` computed it, or the results of a stream."""
        if not self.query.stream:
            assert self.last is not None  # `answer` was called
            yield self.last
            return
        with watching() as watch, _on_cores(self._workers):
            stream: Stream = self.query.answer(self._only_entry().puzzle, self.options, watch)
            whole = yield from stream
        self._record(whole)

    def _only_entry(self) -> Entry[Any]:
        """Return the entry of a single puzzle after printing its notes."""
        ((_, entry),) = self._rows()
        assert isinstance(entry, Entry)
        return entry

    def __iter__(self) -> Iterator[PuzzleResult]:
        if self.is_one:
            (source,) = self.sources
            (entry,) = source.entries
            origin = self._origin(0, source)
            for number, result in enumerate(self._results(), 1):
                yield PuzzleResult(number, entry.puzzle, result, origin.file)
            return
        number = 0
        for (origin, entry), answer in self._answers("values"):
            if not isinstance(entry, Entry):
                for puzzle, result in answer:
                    number += 1
                    self._record(result)
                    yield PuzzleResult(number, puzzle, result)
                continue
            number += 1
            if isinstance(answer, EntailsError):
                self._report_invalid(origin, entry, answer)
                continue
            if not self.query.stream:
                self._record(answer)
            yield PuzzleResult(number, entry.puzzle, answer, origin.file)

    def lines(self, form: Form) -> Iterator[str]:
        """Yield the reports as JSON, or only the solutions, one per line; a block of puzzles is one text."""
        if self.is_one:
            (source,) = self.sources
            (entry,) = source.entries
            assert isinstance(entry, Entry)
            for result in self._results():
                yield line_of(result, form, self._origin(0, source), entry)
            return
        for (origin, entry), answer in self._answers(form):
            if isinstance(answer, EntailsError):
                assert isinstance(entry, Entry)
                self._report_invalid(origin, entry, answer)
                continue
            if answer.answer is None:
                self._codes |= {CODES[verdict] for verdict in answer.verdicts}
                for note in answer.notes:
                    remark(note)
            elif not self.query.stream:
                self._record(answer.answer)
            yield answer.text

    def _answers(self, form: Form) -> Iterator[tuple["ResultRow", Any]]:
        """Yield each entry or block of the inputs with its result; an invalid entry has its error."""
        from entails.batch.answer import QueryTask, Whole

        task = QueryTask(self.subject, self.verb, self.options, form, self.query)
        lines = sum(source.lines for source in self.sources)
        alone = self.query.stream or self.options.remembers or self.keeps
        spread = not alone and (form != "values" or self.query.travels)
        with _on_cores(self._workers):
            if self._workers is not None and self._workers > 1 and spread:
                answers = task.by_processes(self._rows(), self._workers)
            else:
                answers = task.here(self._rows(), unwatched)
            for row, answer in progress(answers, lines, "working", size=_size):
                if isinstance(answer, Whole):
                    self._record(answer.answer)
                else:
                    yield row, answer

    def _rows(self) -> Iterator["ResultRow"]:
        """Yield every entry or block of the inputs; print each distinct note when it first occurs."""
        for number, source in enumerate(self.sources):
            origin = self._origin(number, source)
            for entry in source.entries:
                for note in entry.notes if isinstance(entry, Entry) and not self.json else ():
                    if note not in self._remarks:
                        self._remarks.add(note)
                        remark(note)
                yield origin, entry

    def _origin(self, number: int, source: Source) -> Origin:
        is_read = self.query.takes in ("puzzle", "many")
        return Origin(
            number,
            input=source.label if len(self.sources) > 1 else None,
            file=source.label if is_read and not self.puzzle_type.one_line else None,
            is_placed=has_rows(self.query, self._puzzle_type) and not (self.is_one and source.is_typed),
        )

    def _record(self, answer: QueryResult[Any]) -> None:
        self.last = answer
        self._codes.add(CODES[answer.verdict])
        for note in answer.notes:
            remark(note)

    def _report_invalid(self, origin: Origin, entry: Entry[Any], error: EntailsError) -> None:
        """Report an invalid puzzle among many."""
        self._codes.add(BAD_INPUT)
        source = self.sources[origin.number]
        if not self.json:
            sentence = str(source.at(error, entry.line)) if isinstance(error, Invalid) else ""
            sentence = sentence or f"{source.place(entry.line)}: {error}"
            print_error(sentence)
            return
        if origin.input is not None:
            error = error.at(source.label) if isinstance(error, Invalid) else type(error)(f"{source.label}: {error}")
        if not origin.is_placed:
            print_line(ErrorReport(line=entry.line, error=str(error)).json_line())
        else:
            place = Place(input=origin.input, line=entry.line, id=entry.id)
            print_line(place.before(ErrorReport(error=str(error)).json_line()))


def run_query(query_run: QueryRun, files: Mapping[str, str], *, json: bool) -> int:
    """Run the query and return the exit code. `files` maps the requested artefacts to paths.

    A query about a single puzzle is first tried without kernels: loading or compiling them takes longer than most
    answers.
    """
    is_quick = query_run.is_one and query_run.query.pace == "now" and not _is_limited(query_run.options)
    before, Mode.plain = Mode.plain, is_quick and Mode.dual and hasattr(signal, "setitimer")
    try:
        return _answer_and_show(query_run, files, json=json)
    finally:
        Mode.plain = before


def _is_limited(options: Any) -> bool:
    """Return whether the options set a time limit. Then the run is not repeated with compiled kernels."""
    limits = getattr(options, "limits", None)
    return limits is not None and limits.seconds is not None


def _answer_and_show(query_run: QueryRun, files: Mapping[str, str], *, json: bool) -> int:
    query_run.json = json = json or query_run.streams_parts
    query_run.keeps = bool(files)
    artefacts = query_run.query.artefacts
    endings = {name: _ending(artefacts[name], path) for name, path in files.items()}
    for name, path in files.items():
        artefacts[name].ready()
        if endings[name] != "/":
            reject_unwritable(path)
    _reject_many(query_run, files)
    if query_run.is_one:
        query_run.answer()
    main = next((name for name, artefact in artefacts.items() if artefact.answer), None)
    if main is not None and not json:
        pieces = _pieces(query_run, artefacts[main], endings.get(main, ""))
        for first in pieces:  # if there is nothing to write, no file is created
            written = [files.get(main, "-")]
            if isinstance(first, str):
                write_text(chain([first], cast("Iterator[str]", pieces)), files.get(main))
            else:
                written = write_pages(first, written[0])
            if files.get(main, "-") != "-":
                _say_written(query_run, main, written)
        return query_run.code
    is_shown = not json and "-" not in files.values()
    if query_run.streams_parts:
        for line in query_run.lines("json"):
            _print_event("result", line)
    elif json:
        detected = DETECTED.get()
        for lines in query_run.lines("json"):
            print_line(
                lines
                if detected is None
                else "\n".join(with_detected_type(line, detected) for line in lines.split("\n"))
            )
    elif is_shown:
        view_of(query_run.subject, query_run.verb)(query_run)
    else:
        deque(query_run, 0)
    for name, path in files.items():
        content = (
            None
            if query_run.last is None
            else artefacts[name].make(query_run.last.value, query_run.options, endings[name])
        )
        if content is not None:
            written = write_pages(content, path)
            if is_shown:
                _say_written(query_run, name, written)
    return query_run.code


class _PartPrinter:
    """The progress of a query that prints parts of its report as JSON Lines."""

    def __init__(self, show_progress: "Progress") -> None:
        self._show_progress = show_progress

    def __call__(self, share: float | None, text: str) -> None:
        self._show_progress(share, text)

    def part(self, event: str, report: Value) -> None:
        _print_event(event, report.json_line())


def _print_event(event: str, fields: str) -> None:
    print_line(f'{{"event":"{event}",{fields.removeprefix("{")}')
    sys.stdout.flush()


def _reject_many(query_run: QueryRun, files: Mapping[str, str]) -> None:
    """Raise an error if an artefact of a single puzzle, or a stream of its parts, is requested for many puzzles."""
    if query_run.streams_parts and not query_run.is_one:
        raise InvalidOption("more than one puzzle", where="--stream", expected="exactly one")
    for name, artefact in () if query_run.is_one else query_run.query.artefacts.items():
        if name in files or (artefact.answer and not query_run.json):
            flag = (artefact.option.flags or (f"--{name.replace('_', '-')}",))[0]
            alone = (
                flag
                if artefact.alone is True
                else artefact.alone and artefact.alone(query_run.options, query_run.puzzle_type)
            )
            if alone:
                where, expected = query_run.sources[0].label, f"exactly one puzzle for {alone}"
                raise InvalidOption("more than one puzzle", where=where, expected=expected)


def _ending(artefact: Artefact, path: str) -> str:
    """Return the format of an artefact by the extension of its file name."""
    if not artefact.endings or path == "-":
        return artefact.endings[0] if artefact.endings else ""
    if "/" in artefact.endings and path.endswith("/"):
        return "/"
    ending = path.rpartition(".")[2].lower()
    if ending not in artefact.endings and artefact.others:
        return artefact.endings[0]
    if ending not in artefact.endings:
        known = ", ".join(f".{extension}" for extension in artefact.endings)
        raise InvalidOption("unsupported file extension", where=path[:200], expected=f"a name that ends in {known}")
    return ending


def _pieces(query_run: QueryRun, artefact: Artefact, ending: str) -> Iterator[str | bytes | Folder]:
    for result in query_run:
        content = artefact.make(result.value, query_run.options, ending)
        yield from [content] if isinstance(content, str | bytes | Folder) else content or ()


def write_pages(content: str | bytes | Pages | Folder | Iterable[str], path: str) -> list[str]:
    """Write the content of an artefact and return the paths. Later pages go to the files NAME-2, NAME-3 and so on."""
    if isinstance(content, Folder):
        return [written for name, file in content.files for written in write_pages(file, folder(path) + name)]
    if isinstance(content, bytes):
        write_bytes(content, path)
        return [path]
    if not isinstance(content, Pages):
        write_text([content] if isinstance(content, str) else content, path)
        return [path]
    name = PurePath(path)
    paths = [
        path,
        *(str(name.with_name(f"{name.stem}-{number}{name.suffix}")) for number in range(2, len(content) + 1)),
    ]
    for page, target in zip(content, paths, strict=True):
        write_text([page], target)
    return paths


def _say_written(query_run: QueryRun, artefact: str, files: Sequence[str]) -> None:
    sentence = written_of(query_run.subject, query_run.verb, artefact)
    if sentence is not None:
        report = None if query_run.last is None else query_run.last.report
        say(sentence[0].format(files=", ".join(map(label, files)), report=report), sentence[1])


def _size(answered: tuple["ResultRow", Any]) -> int:
    """Return the number of puzzles in a row, which may be a block."""
    from entails.batch.answer import size_of

    return size_of(answered[0])


@contextmanager
def _on_cores(workers: int | None) -> Iterator[None]:
    """Use one core in this process if `workers` is set, as each worker process does; else use all cores."""
    if workers is None:
        yield
        return
    use_cores(1)
    try:
        yield
    finally:
        use_cores(None)


View = Callable[[QueryRun], None]
"""A function that prints the results of a query for people by iterating over them."""


def view_of(subject: str, verb: str) -> View:
    """Return the function that prints the result of a query, by order: the puzzle type's, the common one, plain JSON.

    The modules of `entails.cli.show` define a function for each verb; imported functions are not views.
    """
    name = verb.replace("-", "_")
    for module in _view_modules(subject):
        view: View | None = getattr(module, name, None)
        if view is not None and view.__module__.startswith(_VIEWS):
            return view
    return _plain_view


def written_of(subject: str, verb: str, artefact: str) -> tuple[str, str] | None:
    """Return a sentence that names a written artefact, and its colour; None for no sentence."""
    for module in _view_modules(subject):
        sentences: dict[str, tuple[str, str]] = getattr(module, "WRITTEN", {})
        if f"{verb}.{artefact}" in sentences:
            return sentences[f"{verb}.{artefact}"]
    return None


def _plain_view(run: QueryRun) -> None:
    """Print the report as indented JSON: the view of queries without their own."""
    for result in run:
        reports: Any = result.report if isinstance(result.report, (list, tuple)) else [result.report]
        for report in reports:
            print_line(json_format.dumps(json_format.loads(report.json_line()), indent=2, ensure_ascii=False))


_VIEWS = "entails.cli.show"


@cache
def _view_modules(subject: str) -> tuple[ModuleType, ...]:
    own = f"{_VIEWS}.{subject.replace('-', '_')}"
    names = [own] if find_spec(own) is not None else []
    return tuple(import_module(name) for name in [*names, f"{_VIEWS}.common"])
