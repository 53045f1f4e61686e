"""`Query`: a query as a value, from which the command, the HTTP call, the Python function and the schemas are made.

A module of this folder defines its options (such as `CountOptions`), a function of its own name (the Python
interface), a report (for programs) and

    QUERY = Query(options=CountOptions, report=CountReport, answer=answer)

where `answer(puzzle, options, progress)` returns a `QueryResult`. It knows nothing of files, terminals or HTTP:
documents arrive as content; artefacts are made from the result and written by the caller.

An options class has only the fields that its query uses; other fields are rejected with their names.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar

from pydantic import Field, ValidationError

from entails.locale.message import Language
from entails.models.entry import Entry
from entails.models.errors import EntailsError, InvalidOption, UnsupportedCapability, validation_message
from entails.models.fields import CommandArgument, Option, RenamedFields, Value
from entails.models.limits import Limits, Options
from entails.models.report import Place, Report, ReportName
from entails.puzzles import puzzle_type_of
from entails.puzzles.base import AnyPuzzle

if TYPE_CHECKING:
    from entails.models.entry import Block

_A_YEAR = 366 * 24 * 3600.0
_MOST_COUNTED = 2**31 - 1
_MOST_MB = 2**40
_MOST_WORKERS = 256

Seconds = Annotated[
    float | None,
    Field(ge=0.001, allow_inf_nan=False, description="Time limit per puzzle, in seconds."),
    Option(metavar="S", panel="Limits"),
]
Encoder = Annotated[
    str | None,
    Field(description="Encoder; see entails encoders."),
    Option(metavar="NAME", panel="Solver options"),
]
Engine = Annotated[
    str | None,
    Field(description="Engine; see entails engines (--all lists every name)."),
    Option("--engine", "-e", metavar="NAME", panel="Solver options"),
]
Conflicts = Annotated[
    int | None,
    Field(ge=1, description="Conflict limit of the engine (reproducible)."),
    Option(metavar="N", panel="Limits"),
]
MemoryMb = Annotated[
    int | None,
    Field(ge=1, description="Memory limit in megabytes, beyond the program's own use."),
    Option(metavar="N", panel="Limits"),
]
Seed = Annotated[int, Field(description="Random seed."), Option(metavar="N", panel="Solver options")]
LanguageOption = Annotated[
    Language,
    Field(description="Language of the sentences: en or fr."),
    Option("--language", "--lang", metavar="LANG", panel="Solver options"),
]
Unique = Annotated[
    bool,
    Field(description="Exit with 1 unless there is exactly one solution."),
    Option(command_only=True),
]


class QueryFlags(TypedDict):
    """Keyword arguments of the functions of common queries, all required."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    assume: tuple[str, ...]


class ChosenRoute(TypedDict, total=False):
    """Keyword arguments that choose encoder, engine and limits in the functions of common queries; all optional."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    assume: Sequence[str]
    also: Sequence[str]


class QueryOptions(RenamedFields):
    """Base of the options of queries: everything besides the puzzle."""

    @property
    def remembers(self) -> bool:
        """Return whether a result depends on earlier puzzles, so that one process must read them all."""
        return False


class TimedOptions(QueryOptions):
    """Base of the options of queries with a time limit."""

    seconds: Seconds = None

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds)


class EngineOptions(TimedOptions):
    """Base of the options of queries that run an engine."""

    engine: Engine = None
    encoder: Encoder = None
    conflicts: Conflicts = None
    memory_mb: MemoryMb = None
    seed: Seed = 0
    workers: Annotated[
        int,
        Field(ge=1, description="Number of CP-SAT threads."),
        Option(
            "--threads", "--workers", metavar="N", panel="Solver options"
        ),  # --workers only where it does not mean processes
    ] = 1

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, self.conflicts, self.memory_mb)

    def solver_options(self, max_solutions: int | None = None) -> Options:
        return Options(
            seed=self.seed & _MOST_COUNTED, workers=min(self.workers, _MOST_WORKERS), max_solutions=max_solutions
        )

    @property
    def is_usual(self) -> bool:
        """Return whether engine, encoder and limits have their defaults."""
        return not any((self.engine, self.encoder, self.seconds, self.conflicts, self.memory_mb))


class AssumptionOptions(EngineOptions):
    """Base of the options of queries that take assumed facts."""

    assume: Annotated[
        tuple[str, ...],
        Field(description='Assume a fact: r1c1=5, "black r1c1", "not black r1c1" (forced --json names facts).'),
        Option("--assume", "--also", metavar="FACT"),
    ] = ()

    def keywords(self, max_solutions: int | None = None) -> QueryFlags:
        """Return the options as keyword arguments of the query's function."""
        return {
            "encoder": self.encoder,
            "engine": self.engine,
            "limits": self.limits,
            "options": self.solver_options(max_solutions),
            "assume": self.assume,
        }

    @property
    def is_usual(self) -> bool:
        return super().is_usual and not self.assume


def bounded(
    seconds: float | None = None,
    conflicts: int | None = None,
    memory_mb: int | None = None,
    nodes: int | None = None,
) -> Limits:
    """Return limits that are cut to the largest numbers which all engines accept."""
    return Limits(
        seconds=None if seconds is None else min(seconds, _A_YEAR),
        conflicts=None if conflicts is None else min(conflicts, _MOST_COUNTED),
        nodes=None if nodes is None else min(nodes, _MOST_COUNTED),
        memory_mb=None if memory_mb is None else min(memory_mb, _MOST_MB),
    )


V = TypeVar("V")

Verdict = Literal["yes", "no", "undecided", "bad"]
"""Verdict of a query; `bad` means that part of the input is invalid, as the report states."""
Pace = Literal["now", "job"]
Takes = Literal["puzzle", "many", "nothing", "kind"]


class Progress(Protocol):
    """Receiver of the progress of a query: a share between 0 and 1, or None if unknown, and a text."""

    def __call__(self, share: float | None, text: str) -> None: ...


def unwatched(share: float | None, text: str) -> None:
    """Ignore progress: the default receiver."""
    del share, text


Watcher = Callable[[str, Value], None]
"""A function of the name of a part of the report (`conflict`, `step`, ...) and the part, called when it is found."""


def watcher_of(progress: Progress) -> Watcher | None:
    """Return the receiver of parts of the report that are ready early; None if nothing reads them."""
    return getattr(progress, "part", None)


def counted(progress: Progress, total: int, text: str) -> Callable[..., None]:
    """Return a function that reports progress by the number of finished pieces out of `total`."""
    done = 0

    def more(pieces: int = 1) -> None:
        nonlocal done
        done += pieces
        progress(done / total, text)

    return more


class QueryResult(Generic[V]):
    """The result of a query: value for Python, report for programs, and verdict.

    A report is a pydantic value or a list of them. One that is expensive to build may be given as a function, which is
    called when the report is read. `notes` are remarks that the command line prints on standard error.
    """

    def __init__(
        self, value: V, report: Any | Callable[[], Any], verdict: Verdict = "yes", notes: tuple[str, ...] = ()
    ) -> None:
        self.value = value
        self._report = report
        self.verdict: Verdict = verdict
        self.notes = notes

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the result after building its report."""
        return QueryResult, (self.value, self.report, self.verdict, self.notes)

    @cached_property
    def report(self) -> Any:
        return self._report() if callable(self._report) else self._report


Form = Literal["values", "json", "solutions"]
"""Requested part of a result: the whole result, its JSON line, or the line of the solution."""
NO_SOLUTION = "no solution"


class Origin(NamedTuple):
    """The place of a puzzle in the inputs.

    Attributes:
        number: Number of the input.
        input: Name of the input if there are several.
        file: File that names a puzzle without a line of text.
        is_placed: Whether JSON lines include the place of the puzzle.
    """

    number: int
    input: str | None = None
    file: str | None = None
    is_placed: bool = True


def report_of(result: QueryResult[Any], file: str | None) -> Any:
    """Return the report of a result, with the name of its file if the puzzle has no line of text."""
    report = result.report
    if file is not None and isinstance(report, Report) and report.file is None:
        return report.model_copy(update={"file": file})
    return report


def json_line(report: Value | Sequence[Value]) -> str:
    """Return a report, or a list of reports, as one JSON line."""
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(part.json_line() for part in report)}]"


def line_of(result: QueryResult[Any], form: Form, origin: Origin, entry: Entry[Any]) -> str:
    """Return a result as one line: its solution, or its report as JSON with the puzzle's place."""
    if form == "solutions":
        return result.report.solution or NO_SOLUTION
    line = json_line(report_of(result, origin.file))
    return Place(input=origin.input, line=entry.line, id=entry.id).before(line) if origin.is_placed else line


class BlockResults(Protocol):
    """Results for a block of puzzles, in order (see `entails.queries.blocks`)."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[tuple[Any, QueryResult[Any]]]: ...
    @property
    def verdicts(self) -> set[Verdict]: ...
    def json_lines(self, source: str | None = None) -> str: ...
    def solution_lines(self) -> str: ...
    def records(self) -> Iterator[tuple[dict[str, Any], Verdict] | None]: ...


Stream = Generator[QueryResult[Any], None, QueryResult[Any]]
"""Results as they are found, each with the report of its line; then the final result with a report of everything."""


class Pages(tuple[str, ...]):
    """An artefact of several pages, each in its own file: `grids.svg`, `grids-2.svg`."""


@dataclass(frozen=True)
class Folder:
    """An artefact of several files in a folder: names and contents, produced one after the other."""

    files: Iterable[tuple[str, str | bytes]]


@dataclass(frozen=True)
class Artefact:
    """A file made from a result: a plot, a tree, a printable sheet.

    Attributes:
        make: Return the content for (value, options, file ending), or None if there is none.
        help: Description of the option.
        option: Command-line option. If the query has a flag of the same name, it is set when the artefact is requested.
        endings: Supported file endings; the first is the default format, and "/" stands for a folder.
        what: Noun for the file in error messages.
        alone: Whether it needs exactly one puzzle; or a function that returns the noun for the error message.
        answer: Whether it goes to standard output if no file is named; with several puzzles, one after another.
        http: When it is a field of the HTTP response, in its default format.
        others: Whether a file name with another ending gets the default format.
        ready: Raise an error, before any work, if a required package is missing.
    """

    make: Callable[[Any, Any, str], str | bytes | Pages | Folder | Iterable[str] | None]
    help: str
    option: Option = field(default_factory=lambda: Option(metavar="FILE"))
    endings: tuple[str, ...] = ()
    what: str = "file of this type"
    alone: bool | Callable[[Any, AnyPuzzle], str] = True
    answer: bool = False
    http: Literal["never", "asked", "always"] = "never"
    others: bool = False
    ready: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Input:
    """The INPUT argument of a query's command.

    Attributes:
        metavar: Its name; in brackets if it is optional.
        help: Its description.
        read: Reader of its entries, if they are not simply puzzles of the type.
        gathered: Whether several words make one input.
    """

    metavar: str = "INPUT"
    help: str = ""
    read: Callable[[bytes, Any], Iterator[Entry[Any]]] | None = None
    gathered: bool = False


Examples = Mapping[str, Mapping[str, Any]]
"""Example requests by title: option fields, and `puzzle` if the examples of the puzzle type do not fit."""


@dataclass(frozen=True)
class Query:
    """A query: its name, options, report and function, and how interfaces offer it.

    Attributes:
        options: Options class.
        report: Report class of one result.
        answer: Function of (puzzle, options, progress); the puzzle is None or its type if `takes` says so.
        takes: Its argument: one puzzle, `many` inputs, `nothing`, or the puzzle type (`puzzle_type`).
        pace: Whether it is answered at once or as a job.
        stream: Whether it yields results as they are found.
        travels: Whether the value may leave its process; otherwise only the report does.
        many: Answer puzzles in bulk: a result or an error for each, in order.
        blocks: Return a function that answers a block of puzzles at once; None if that is impossible.
        input: The INPUT argument.
        arguments: Options for reading the puzzle that are words after INPUT on the command line.
        unused: Options for reading the puzzle that do not matter here.
        artefacts: Files made from the result, by option name.
        examples: Example requests.
        whole: Report class of a whole stream.
        schema: Name of the report's schema, if it is not the verb.
    """

    options: type[QueryOptions]
    report: Any
    answer: Callable[[Any, Any, Progress], Any]
    takes: Takes = "puzzle"
    pace: Pace = "now"
    stream: bool = False
    travels: bool = True
    many: Callable[[Iterator[Any], Any, Progress], Iterator[QueryResult[Any] | EntailsError]] | None = None
    blocks: "Callable[[AnyPuzzle, Any], Callable[[Block[Any]], BlockResults] | None] | None" = None
    input: Input = field(default_factory=Input)
    arguments: Mapping[str, CommandArgument] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    artefacts: Mapping[str, Artefact] = field(default_factory=dict)
    examples: Examples | Callable[[AnyPuzzle], Examples] = field(default_factory=lambda: {"as it is": {}})
    whole: Any = None
    schema: str = ""

    def run(self, puzzle: Any, options: Any = None, progress: Progress = unwatched) -> QueryResult[Any]:
        """Run the query and return its result; of a stream, return the last result."""
        result = self.answer(puzzle, self.options() if options is None else options, progress)
        if not self.stream:
            return result  # type: ignore[no-any-return]
        watch = watcher_of(progress)
        while True:
            try:
                line = next(result)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if watch is not None:
                watch("item", line.report)

    def parse_options(self, fields: Mapping[str, Any]) -> Any:
        """Return the options with these values; reject an invalid value by the name of its field."""
        try:
            return self.options.model_validate(fields)
        except ValidationError as error:
            first = validation_message(error)
            problem = "unknown option" if first.unknown else first.problem
            refused = InvalidOption(problem, where=self.flag(first.name), expected=first.expected)
            refused.field = first.name
            raise refused from None

    def flag(self, name: str) -> str:
        """Return the command-line option of a field."""
        if name not in self.options.model_fields:
            return name
        markers = self.options.model_fields[name].metadata
        option = next((marker for marker in markers if isinstance(marker, Option)), None)
        argument = next((marker for marker in markers if isinstance(marker, CommandArgument)), None)
        if argument is not None:
            return argument.metavar
        return option.flags[0] if option is not None and option.flags else f"--{name.replace('_', '-')}"

    def examples_of(self, puzzle_type: AnyPuzzle | None) -> Examples:
        """Return example requests by title."""
        if not callable(self.examples):
            return self.examples
        assert puzzle_type is not None  # only queries of a puzzle type have examples that depend on it
        return self.examples(puzzle_type)


def named(puzzle: Any) -> ReportName:
    """Return the name of a puzzle in reports: its one-line text, if it has one."""
    puzzle_type = puzzle_type_of(puzzle)
    return {"puzzle": puzzle_type.format(puzzle)} if puzzle_type.one_line else {}


def require_puzzle_type(puzzle: Any, name: str, verb: str) -> None:
    """Raise an error if the type of a puzzle does not have this query."""
    puzzle_type = puzzle_type_of(puzzle)
    if puzzle_type.name != name:
        raise UnsupportedCapability(f"{puzzle_type.name} has no query {verb!r}; {name} does")


def yes_no(value: bool | None) -> Verdict:
    """Return the verdict for True, False or None (undecided)."""
    return "undecided" if value is None else "yes" if value else "no"
