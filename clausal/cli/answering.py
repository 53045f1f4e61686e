"""The loop under every verb: ask about each puzzle of the inputs, show the answers, write files, find the exit code."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from clausal.cli.exit import BAD_INPUT, NO, UNDECIDED, YES, complain, remark, worst
from clausal.cli.files import label, write_bytes, write_text
from clausal.cli.output import print_line, progress, say, watching
from clausal.cli.source import Source
from clausal.cli.unnamed import RECOGNISED, named_line
from clausal.models.entry import Entry
from clausal.models.errors import ClausalError, Invalid, InvalidOption, UnsupportedPuzzle
from clausal.models.report import ErrorReport, Report
from clausal.models.value import Value
from clausal.puzzles import kind_of
from clausal.puzzles.base import AnyKind
from clausal.questions.base import Answer, Artefact, Pages, Progress, Question, Stream, unwatched
from clausal.solvers.patience import plainly

if TYPE_CHECKING:
    from clausal.models.block import Block

CODES = {"yes": YES, "no": NO, "undecided": UNDECIDED, "bad": BAD_INPUT}
Row = tuple[Source, Any]
"""An input, and an entry or a block of it."""


@dataclass(frozen=True)
class Found:
    """An answer, and the puzzle that it is about (None where a question is about none), the `number`th of the inputs.
    A puzzle without a line of its own is named in its report by the `file` it came from."""

    number: int
    puzzle: Any
    answer: Answer[Any]
    file: str | None = None

    @property
    def kind(self) -> AnyKind:
        """The kind of the puzzle, which is not always that of the command: a model may be one of OR-Tools."""
        return kind_of(self.puzzle)

    @property
    def value(self) -> Any:
        return self.answer.value

    @cached_property
    def report(self) -> Any:
        report = self.answer.report
        if self.file is not None and isinstance(report, Report) and report.file is None:
            return report.model_copy(update={"file": self.file})
        return report


class Asked:
    """A question under way. Iterating asks about one puzzle after the other and gives the answers; what is no puzzle
    becomes a line of error among many, and the work goes on.

    `is_one` puzzle gets the full picture, many get a line each. `last` is the latest answer; after a stream, its whole.
    `code` is the exit code so far.
    """

    def __init__(
        self, subject: str, verb: str, question: Question, kind: AnyKind | None, ask: Any, sources: Sequence[Source]
    ) -> None:
        self.subject = subject
        self.verb = verb
        self.question = question
        self.ask = ask
        self.sources = sources
        self.is_one = len(sources) == 1 and sources[0].is_one
        self.json = False
        self.last: Answer[Any] | None = None
        self._kind = kind
        self._codes: set[int] = set()
        self._remarks: set[str] = set()

    @property
    def kind(self) -> AnyKind:
        """The kind of the puzzles."""
        assert self._kind is not None  # a question of a puzzle
        return self._kind

    @property
    def code(self) -> int:
        return worst(self._codes)

    def __iter__(self) -> Iterator[Found]:
        number = 0
        for source, entry, answer in self._answers():
            if not isinstance(entry, Entry):
                for puzzle, one in answer:
                    number += 1
                    self._ended(one)
                    yield Found(number, puzzle, one)
                continue
            number += 1
            if isinstance(answer, ClausalError):
                self._refuse(source, entry, answer)
                continue
            if not self.question.stream:
                self._ended(answer)
            yield Found(number, entry.puzzle, answer, self._file(source))

    def json_lines(self) -> Iterator[str]:
        """The reports, a line each; those of a block in one piece."""
        for source, entry, answer in self._answers():
            if not isinstance(entry, Entry):
                self._codes |= {CODES[verdict] for verdict in answer.verdicts}
                yield answer.json_lines().removesuffix("\n")
            elif isinstance(answer, ClausalError):
                self._refuse(source, entry, answer)
            else:
                if not self.question.stream:
                    self._ended(answer)
                yield json_line(Found(1, entry.puzzle, answer, self._file(source)).report)

    def solution_lines(self) -> Iterator[str]:
        """The solutions alone, a line each; those of a block in one piece."""
        from clausal.questions.blocks import NO_SOLUTION

        for source, entry, answer in self._answers():
            if not isinstance(entry, Entry):
                self._codes |= {CODES[verdict] for verdict in answer.verdicts}
                yield answer.solution_lines().removesuffix("\n")
            elif isinstance(answer, ClausalError):
                self._refuse(source, entry, answer)
            else:
                self._ended(answer)
                yield answer.report.solution or NO_SOLUTION

    def _answers(self) -> Iterator[tuple[Source, "Entry[Any] | Block[Any]", Any]]:
        """Each place of the inputs with its answer, or what is wrong there; a block with all of its answers."""
        rows = ((source, entry) for source in self.sources for entry in source.entries)
        lines = sum(source.lines for source in self.sources)
        with watching() if self.is_one else _unwatched() as watch:
            for (source, entry), answer in progress(self._in_order(rows, watch), lines, "working", size=_size):
                yield source, entry, answer

    def _in_order(self, rows: Iterable[Row], watch: Progress) -> Iterator[tuple[Row, Any]]:
        """Blocks as they are, what stands between them in bulk."""
        for is_entry, some in groupby(rows, lambda row: isinstance(row[1], Entry)):
            if not is_entry:
                at_once = None if self.question.blocks is None else self.question.blocks(self.kind, self.ask)
                assert at_once is not None  # else nobody would have read blocks
                yield from ((row, at_once(row[1])) for row in some)
            elif self.is_one or self.question.many is None:
                yield from self._one_by_one(some, watch)
            else:
                yield from self._in_bulk(some, watch)

    def _one_by_one(self, rows: Iterable[Row], watch: Progress) -> Iterator[tuple[Row, Answer[Any] | ClausalError]]:
        for row in rows:
            puzzle, error = row[1].puzzle, row[1].error
            self._remark(row[1])
            if error is not None:
                yield row, error
                continue
            try:
                if self.question.stream:
                    for answer in self._streamed(puzzle, watch):
                        yield row, answer
                else:
                    yield row, self.question.answer(puzzle, self.ask, watch)
            except (Invalid, UnsupportedPuzzle) as refusal:
                if self.is_one or isinstance(refusal, InvalidOption):
                    raise
                yield row, refusal

    def _streamed(self, puzzle: Any, watch: Progress) -> Stream:
        whole: Answer[Any] = yield from self.question.answer(puzzle, self.ask, watch)
        self._ended(whole)
        return whole

    def _in_bulk(self, rows: Iterable[Row], watch: Progress) -> Iterator[tuple[Row, Answer[Any] | ClausalError]]:
        """Puzzles go into the bulk, those that are none wait for their turn beside it."""
        waiting: deque[Row] = deque()

        def puzzles() -> Iterator[Any]:
            for row in rows:
                self._remark(row[1])
                waiting.append(row)
                if row[1].error is None:
                    yield row[1].puzzle

        def bad() -> Iterator[tuple[Row, ClausalError]]:
            while waiting and (error := waiting[0][1].error) is not None:
                yield waiting.popleft(), error

        assert self.question.many is not None
        for found in self.question.many(puzzles(), self.ask, watch):
            yield from bad()
            yield waiting.popleft(), found
        yield from bad()

    def _file(self, source: Source) -> str | None:
        is_read = self.question.takes in ("puzzle", "many")
        return source.label if is_read and not self.kind.one_line else None

    def _ended(self, answer: Answer[Any]) -> None:
        self.last = answer
        self._codes.add(CODES[answer.verdict])
        for note in answer.notes:
            remark(note)

    def _remark(self, entry: Entry[Any]) -> None:
        """Say what is odd about an input, each thing once."""
        for note in () if self.json else entry.notes:
            if note not in self._remarks:
                self._remarks.add(note)
                remark(note)

    def _refuse(self, source: Source, entry: Entry[Any], error: ClausalError) -> None:
        """Say what is wrong with one of many."""
        self._codes.add(BAD_INPUT)
        if not self.json:
            place = source.place(entry.line)
            said = str(source.at(error, entry.line)) if isinstance(error, Invalid) else f"{place}: {error}"
            complain(said)
            return
        if len(self.sources) > 1:
            error = error.at(source.label) if isinstance(error, Invalid) else type(error)(f"{source.label}: {error}")
        print_line(ErrorReport(line=entry.line, error=str(error)).json_line())


def run(asked: Asked, files: Mapping[str, str], *, json: bool) -> int:
    """Ask; then the exit code. `files` are the artefacts that are wanted, by name, and where to. A single answer is
    tried without compiled loops: loading them takes longer than most answers do, and compiling them far longer."""
    with plainly(asked.is_one and asked.question.pace == "now" and not _is_limited(asked.ask)):
        return _run(asked, files, json=json)


def _is_limited(ask: Any) -> bool:
    """Is there a limit in seconds? It is for the answer, which may then have no time to begin twice."""
    limits = getattr(ask, "limits", None)
    return limits is not None and limits.seconds is not None


def _run(asked: Asked, files: Mapping[str, str], *, json: bool) -> int:
    asked.json = json
    artefacts = asked.question.artefacts
    endings = {name: _ending(artefacts[name], path) for name, path in files.items()}
    for name in files:
        artefacts[name].ready()
    _refuse_many(asked, files)
    main = next((name for name, artefact in artefacts.items() if artefact.answer), None)
    if main is not None and not json:
        pieces = _pieces(asked, artefacts[main])
        for first in pieces:  # where there is nothing to write, no file is touched
            write_text(chain([first], pieces), files.get(main))
            if files.get(main, "-") != "-":
                _say_written(asked, main, [files[main]])
        return asked.code
    is_shown = not json and "-" not in files.values()
    if json:
        genre = RECOGNISED.get()
        for lines in asked.json_lines():
            print_line(lines if genre is None else "\n".join(named_line(line, genre) for line in lines.split("\n")))
    elif is_shown:
        from clausal.cli.show import show_of

        show_of(asked.subject, asked.verb)(asked)
    else:
        deque(asked, 0)
    for name, path in files.items():
        made = None if asked.last is None else artefacts[name].make(asked.last.value, asked.ask, endings[name])
        if made is not None:
            written = write_pages(made, path)
            if is_shown:
                _say_written(asked, name, written)
    return asked.code


def _refuse_many(asked: Asked, files: Mapping[str, str]) -> None:
    """An artefact of one puzzle cannot be made of many."""
    for name, artefact in () if asked.is_one else asked.question.artefacts.items():
        if name in files or (artefact.answer and not asked.json):
            flag = (artefact.option.flags or (f"--{name.replace('_', '-')}",))[0]
            alone = flag if artefact.alone is True else artefact.alone and artefact.alone(asked.ask, asked.kind)
            if alone:
                where, expected = asked.sources[0].label, f"exactly one for {alone}"
                raise InvalidOption("there is more than one puzzle", where=where, expected=expected)


def _ending(artefact: Artefact, path: str) -> str:
    """The form of an artefact, as the name of its file tells it."""
    if not artefact.endings or path == "-":
        return artefact.endings[0] if artefact.endings else ""
    ending = path.rpartition(".")[2].lower()
    if ending not in artefact.endings and artefact.others:
        return artefact.endings[0]
    if ending not in artefact.endings:
        known = ", ".join(f".{one}" for one in artefact.endings)
        raise InvalidOption(f"this is no {artefact.what}", where=path[:200], expected=f"a name that ends in {known}")
    return ending


def _pieces(asked: Asked, artefact: Artefact) -> Iterator[str]:
    for found in asked:
        made = artefact.make(found.value, asked.ask, "")
        yield from [made] if isinstance(made, str) else made or ()  # type: ignore[misc]


def write_pages(made: str | bytes | Pages | Iterable[str], path: str) -> list[str]:
    """The files that were written: each page but the first is a file of its own."""
    if isinstance(made, bytes):
        write_bytes(made, path)
        return [path]
    if not isinstance(made, Pages):
        write_text([made] if isinstance(made, str) else made, path)
        return [path]
    name = PurePath(path)
    paths = [path, *(str(name.with_name(f"{name.stem}-{number}{name.suffix}")) for number in range(2, len(made) + 1))]
    for page, target in zip(made, paths, strict=True):
        write_text([page], target)
    return paths


def _say_written(asked: Asked, artefact: str, files: Sequence[str]) -> None:
    from clausal.cli.show import written_of

    sentence = written_of(asked.subject, asked.verb, artefact)
    if sentence is not None:
        report = None if asked.last is None else asked.last.report
        say(sentence[0].format(files=", ".join(map(label, files)), report=report), sentence[1])


def json_line(report: Value | Sequence[Value]) -> str:
    """A report as one line; a list of them is one line too."""
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(one.json_line() for one in report)}]"


def _size(answered: tuple[Row, Any]) -> int:
    """How many puzzles that was."""
    entry = answered[0][1]
    return 1 if isinstance(entry, Entry) else len(entry)


@contextmanager
def _unwatched() -> Iterator[Progress]:
    yield unwatched


Show = Callable[[Asked], None]
"""Shows the answers to a question as they come: it iterates over them."""
