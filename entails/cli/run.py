"""What a verb does once its inputs are read: answer the query, show the results, write files, return the exit code.

The query about a single puzzle is answered first, then shown. Those about many go through `entails.batch`, and each
result is shown as it comes.
"""

import json as json_format
import signal
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
from typing import Any

from entails.batch.answer import QueryTask, ResultRow, Whole, size_of
from entails.cli.autodetect import RECOGNISED, named_line
from entails.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, complain, remark, worst
from entails.cli.files import label, refuse_unwritable, write_bytes, write_text
from entails.cli.inputs import Source, has_rows
from entails.cli.output import print_line, progress, say, watching
from entails.models.entry import Entry
from entails.models.errors import EntailsError, Invalid, InvalidOption
from entails.models.report import ErrorReport, Place
from entails.puzzles import kind_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.query import (
    Artefact,
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

CODES = {"yes": YES, "no": NO, "undecided": UNDECIDED, "bad": BAD_INPUT}


@dataclass(frozen=True)
class PuzzleResult:
    """An answer, and the puzzle that it is about (None where a question is about none), the `number`th of the inputs.
    A puzzle without a line of its own is named in its report by the `file` it came from."""

    number: int
    puzzle: Any
    answer: QueryResult[Any]
    file: str | None = None

    @property
    def kind(self) -> AnyPuzzle:
        """The kind of the puzzle, which is not always that of the command: a model may be one of OR-Tools."""
        return kind_of(self.puzzle)

    @property
    def value(self) -> Any:
        return self.answer.value

    @cached_property
    def report(self) -> Any:
        return report_of(self.answer, self.file)


class QueryRun:
    """A question under way. Iterating asks about one puzzle after the other and gives the answers; what is no puzzle
    becomes a line of error among many, and the work goes on.

    `is_one` puzzle gets the full picture: `answer` answers the query about it, before anything is shown. Many get a
    line each, and may be shared out to `workers`: processes.
    `last` is the latest answer; after a stream, its whole; it is there for certain where files are made of it, which
    `keeps` says. `code` is the exit code so far.
    """

    def __init__(
        self,
        subject: str,
        verb: str,
        question: Query,
        kind: AnyPuzzle | None,
        ask: Any,
        sources: Sequence[Source],
        workers: int | None = None,
    ) -> None:
        self.subject = subject
        self.verb = verb
        self.question = question
        self.ask = ask
        self.sources = sources
        self.is_one = len(sources) == 1 and sources[0].is_one
        self.json = False
        self.keeps = False
        self.last: QueryResult[Any] | None = None
        self._kind = kind
        self._workers = workers
        self._codes: set[int] = set()
        self._remarks: set[str] = set()

    @property
    def kind(self) -> AnyPuzzle:
        """The kind of the puzzles."""
        assert self._kind is not None  # a question of a puzzle
        return self._kind

    @property
    def code(self) -> int:
        return worst(self._codes)

    def answer(self) -> None:
        """Answer the query about a single puzzle; the results of a stream are found when they are shown."""
        if not self.question.stream:
            with watching() as watch, _on_cores(self._workers):
                self._ended(self.question.answer(self._only_entry().puzzle, self.ask, watch))

    def _results(self) -> Iterator[QueryResult[Any]]:
        """The result about a single puzzle, which `answer` found, or the results of a stream as they are found."""
        if not self.question.stream:
            assert self.last is not None  # `answer` was called
            yield self.last
            return
        with watching() as watch, _on_cores(self._workers):
            stream: Stream = self.question.answer(self._only_entry().puzzle, self.ask, watch)
            whole = yield from stream
        self._ended(whole)

    def _only_entry(self) -> Entry[Any]:
        """The entry of a single puzzle. What is odd about it is said."""
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
                    self._ended(result)
                    yield PuzzleResult(number, puzzle, result)
                continue
            number += 1
            if isinstance(answer, EntailsError):
                self._refuse(origin, entry, answer)
                continue
            if not self.question.stream:
                self._ended(answer)
            yield PuzzleResult(number, entry.puzzle, answer, origin.file)

    def lines(self, form: Form) -> Iterator[str]:
        """The reports as JSON, or the solutions alone, a line each; those of a block in one piece."""
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
                self._refuse(origin, entry, answer)
                continue
            if answer.answer is None:
                self._codes |= {CODES[verdict] for verdict in answer.verdicts}
                for note in answer.notes:
                    remark(note)
            elif not self.question.stream:
                self._ended(answer.answer)
            yield answer.text

    def _answers(self, form: Form) -> Iterator[tuple[ResultRow, Any]]:
        """Each place of the inputs with its answer, or what is wrong there; a block with all of its answers."""
        asking = QueryTask(self.subject, self.verb, self.ask, form, self.question)
        lines = sum(source.lines for source in self.sources)
        alone = self.question.stream or self.ask.remembers or self.keeps
        spread = not alone and (form != "values" or self.question.travels)
        with _on_cores(self._workers):
            if self._workers is not None and self._workers > 1 and spread:
                answers = asking.by_processes(self._rows(), self._workers)
            else:
                answers = asking.here(self._rows(), unwatched)
            for row, answer in progress(answers, lines, "working", size=_size):
                if isinstance(answer, Whole):
                    self._ended(answer.answer)
                else:
                    yield row, answer

    def _rows(self) -> Iterator[ResultRow]:
        """Every place of the inputs. What is odd about one is said when it is read, each thing once."""
        for number, source in enumerate(self.sources):
            origin = self._origin(number, source)
            for entry in source.entries:
                for note in entry.notes if isinstance(entry, Entry) and not self.json else ():
                    if note not in self._remarks:
                        self._remarks.add(note)
                        remark(note)
                yield origin, entry

    def _origin(self, number: int, source: Source) -> Origin:
        is_read = self.question.takes in ("puzzle", "many")
        return Origin(
            number,
            input=source.label if len(self.sources) > 1 else None,
            file=source.label if is_read and not self.kind.one_line else None,
            is_placed=has_rows(self.question, self._kind) and not (self.is_one and source.is_typed),
        )

    def _ended(self, answer: QueryResult[Any]) -> None:
        self.last = answer
        self._codes.add(CODES[answer.verdict])
        for note in answer.notes:
            remark(note)

    def _refuse(self, origin: Origin, entry: Entry[Any], error: EntailsError) -> None:
        """Say what is wrong with one of many."""
        self._codes.add(BAD_INPUT)
        source = self.sources[origin.number]
        if not self.json:
            sentence = str(source.at(error, entry.line)) if isinstance(error, Invalid) else ""
            sentence = sentence or f"{source.place(entry.line)}: {error}"
            complain(sentence)
            return
        if origin.input is not None:
            error = error.at(source.label) if isinstance(error, Invalid) else type(error)(f"{source.label}: {error}")
        if not origin.is_placed:
            print_line(ErrorReport(line=entry.line, error=str(error)).json_line())
        else:
            place = Place(input=origin.input, line=entry.line, id=entry.id)
            print_line(place.before(ErrorReport(error=str(error)).json_line()))


def run(query_run: QueryRun, files: Mapping[str, str], *, json: bool) -> int:
    """Ask; then the exit code. `files` are the artefacts that are wanted, by name, and where to. A single answer is
    tried without compiled loops: loading them takes longer than most answers do, and compiling them far longer."""
    is_quick = query_run.is_one and query_run.question.pace == "now" and not _is_limited(query_run.ask)
    before, Mode.plain = Mode.plain, is_quick and Mode.either_way and hasattr(signal, "setitimer")
    try:
        return _run(query_run, files, json=json)
    finally:
        Mode.plain = before


def _is_limited(ask: Any) -> bool:
    """Is there a limit in seconds? It is for the answer, which may then have no time to begin twice."""
    limits = getattr(ask, "limits", None)
    return limits is not None and limits.seconds is not None


def _run(query_run: QueryRun, files: Mapping[str, str], *, json: bool) -> int:
    query_run.json = json
    query_run.keeps = bool(files)
    artefacts = query_run.question.artefacts
    endings = {name: _ending(artefacts[name], path) for name, path in files.items()}
    for name, path in files.items():
        artefacts[name].ready()
        refuse_unwritable(path)
    _refuse_many(query_run, files)
    if query_run.is_one:
        query_run.answer()
    main = next((name for name, artefact in artefacts.items() if artefact.answer), None)
    if main is not None and not json:
        pieces = _pieces(query_run, artefacts[main])
        for first in pieces:  # where there is nothing to write, no file is touched
            write_text(chain([first], pieces), files.get(main))
            if files.get(main, "-") != "-":
                _say_written(query_run, main, [files[main]])
        return query_run.code
    is_shown = not json and "-" not in files.values()
    if json:
        genre = RECOGNISED.get()
        for lines in query_run.lines("json"):
            print_line(lines if genre is None else "\n".join(named_line(line, genre) for line in lines.split("\n")))
    elif is_shown:
        view_of(query_run.subject, query_run.verb)(query_run)
    else:
        deque(query_run, 0)
    for name, path in files.items():
        content = None if query_run.last is None else artefacts[name].make(query_run.last.value, query_run.ask, endings[name])
        if content is not None:
            written = write_pages(content, path)
            if is_shown:
                _say_written(query_run, name, written)
    return query_run.code


def _refuse_many(query_run: QueryRun, files: Mapping[str, str]) -> None:
    """An artefact of one puzzle cannot be made of many."""
    for name, artefact in () if query_run.is_one else query_run.question.artefacts.items():
        if name in files or (artefact.answer and not query_run.json):
            flag = (artefact.option.flags or (f"--{name.replace('_', '-')}",))[0]
            alone = flag if artefact.alone is True else artefact.alone and artefact.alone(query_run.ask, query_run.kind)
            if alone:
                where, expected = query_run.sources[0].label, f"exactly one for {alone}"
                raise InvalidOption("there is more than one puzzle", where=where, expected=expected)


def _ending(artefact: Artefact, path: str) -> str:
    """The form of an artefact, as the name of its file tells it."""
    if not artefact.endings or path == "-":
        return artefact.endings[0] if artefact.endings else ""
    ending = path.rpartition(".")[2].lower()
    if ending not in artefact.endings and artefact.others:
        return artefact.endings[0]
    if ending not in artefact.endings:
        known = ", ".join(f".{ending_known}" for ending_known in artefact.endings)
        raise InvalidOption(f"this is no {artefact.what}", where=path[:200], expected=f"a name that ends in {known}")
    return ending


def _pieces(query_run: QueryRun, artefact: Artefact) -> Iterator[str]:
    for result in query_run:
        content = artefact.make(result.value, query_run.ask, "")
        yield from [content] if isinstance(content, str) else content or ()  # type: ignore[misc]


def write_pages(content: str | bytes | Pages | Iterable[str], path: str) -> list[str]:
    """The files that were written: each page but the first is a file of its own."""
    if isinstance(content, bytes):
        write_bytes(content, path)
        return [path]
    if not isinstance(content, Pages):
        write_text([content] if isinstance(content, str) else content, path)
        return [path]
    name = PurePath(path)
    paths = [path, *(str(name.with_name(f"{name.stem}-{number}{name.suffix}")) for number in range(2, len(content) + 1))]
    for page, target in zip(content, paths, strict=True):
        write_text([page], target)
    return paths


def _say_written(query_run: QueryRun, artefact: str, files: Sequence[str]) -> None:
    sentence = written_of(query_run.subject, query_run.verb, artefact)
    if sentence is not None:
        report = None if query_run.last is None else query_run.last.report
        say(sentence[0].format(files=", ".join(map(label, files)), report=report), sentence[1])


def _size(answered: tuple[ResultRow, Any]) -> int:
    """How many puzzles that was."""
    return size_of(answered[0])


@contextmanager
def _on_cores(workers: int | None) -> Iterator[None]:
    """So many processes have a core each; where nobody says how many, this one has all of them."""
    if workers is None:
        yield
        return
    use_cores(1)
    try:
        yield
    finally:
        use_cores(None)


View = Callable[[QueryRun], None]
"""Prints the results of a query for people: it iterates over them."""


def view_of(subject: str, verb: str) -> View:
    """Return the view of a query: that of the puzzle, else the one that all puzzles share, else the plain report.

    The modules of `entails.cli.show` have a function for each verb; one that a module imports is not a view.
    """
    name = verb.replace("-", "_")
    for module in _view_modules(subject):
        view: View | None = getattr(module, name, None)
        if view is not None and view.__module__.startswith(_VIEWS):
            return view
    return _plain_view


def written_of(subject: str, verb: str, artefact: str) -> tuple[str, str] | None:
    """Return the sentence about files that were written, and its colour."""
    for module in _view_modules(subject):
        sentences: dict[str, tuple[str, str]] = getattr(module, "WRITTEN", {})
        if f"{verb}.{artefact}" in sentences:
            return sentences[f"{verb}.{artefact}"]
    return None


def _plain_view(run: QueryRun) -> None:
    """Print the report itself as JSON: the view of a query that has none."""
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
