"""`Query`: something that can be asked, as a value from which every face is made.

A module of this folder holds its options (such as `CountOptions`), a plain function of its own name (the Python front
door), a report (what a program reads) and

    QUESTION = Query(ask=CountOptions, report=CountReport, answer=answer)

where `answer(puzzle, ask, progress)` gives an `Answer`. It knows nothing of files, terminals or HTTP: documents come as
content, artefacts are made from the answer's value and written by whoever wants them.

What most questions may be told: the engine, the encoding, the limits, the seed.

An `Options` has only the fields that its question obeys; others are refused by name.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar

from pydantic import Field, ValidationError

from entails.locale.message import Language
from entails.models.entry import Entry
from entails.models.errors import EntailsError, InvalidOption, UnsupportedCapability, misfit
from entails.models.fields import CommandArgument, Option, RenamedFields, Value
from entails.models.limits import Limits, Options
from entails.models.report import Place, Report, ReportName
from entails.puzzles import kind_of
from entails.puzzles.base import AnyPuzzle

if TYPE_CHECKING:
    from entails.models.entry import Block

_A_YEAR = 366 * 24 * 3600.0
_MOST_COUNTED = 2**31 - 1
_MOST_MB = 2**40
_MOST_WORKERS = 256

Seconds = Annotated[
    float | None,
    Field(ge=0.001, allow_inf_nan=False, description="Spend so many seconds on each puzzle."),
    Option(metavar="S", panel="Limits"),
]
Encoder = Annotated[
    str | None,
    Field(description="Encoding to use; a wrong name lists them."),
    Option(metavar="NAME", panel="Choices"),
]
Engine = Annotated[
    str | None,
    Field(description="Engine to use; see entails engines (--all lists every name)."),
    Option("--engine", "-e", metavar="NAME", panel="Choices"),
]
Conflicts = Annotated[
    int | None,
    Field(ge=1, description="Stop after so many conflicts of the engine: the same on every machine."),
    Option(metavar="N", panel="Limits"),
]
MemoryMb = Annotated[
    int | None,
    Field(ge=1, description="Use at most so many megabytes beyond what the program itself takes."),
    Option(metavar="N", panel="Limits"),
]
Seed = Annotated[int, Field(description="Seed of every random choice."), Option(metavar="N", panel="Choices")]
Spoken = Annotated[
    Language,
    Field(description="The language of the sentences."),
    Option("--language", "--lang", metavar="LANG", panel="Choices"),
]
Unique = Annotated[
    bool,
    Field(description="Exit with 1 unless there is exactly one solution."),
    Option(command_only=True),
]


class QueryFlags(TypedDict):
    """How the functions of the common questions are to answer: their keywords."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    assume: tuple[str, ...]


class ChosenRoute(TypedDict, total=False):
    """The same, any of which may be left out."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    assume: Sequence[str]
    also: Sequence[str]


class QueryOptions(RenamedFields):
    """Options of a query: everything besides the puzzle."""

    @property
    def remembers(self) -> bool:
        """Does an answer depend on the puzzles before it, so that one process has to see all of them?"""
        return False


class TimedOptions(QueryOptions):
    """A question that keeps a limit of time."""

    seconds: Seconds = None

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds)


class EngineOptions(TimedOptions):
    """A question that goes to an engine."""

    engine: Engine = None
    encoder: Encoder = None
    conflicts: Conflicts = None
    memory_mb: MemoryMb = None
    seed: Seed = 0
    workers: Annotated[
        int,
        Field(ge=1, description="Threads of CP-SAT."),
        Option("--threads", "--workers", metavar="N", panel="Choices"),  # where no processes are called so
    ] = 1

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, self.conflicts, self.memory_mb)

    def options(self, max_solutions: int | None = None) -> Options:
        return Options(
            seed=self.seed & _MOST_COUNTED, workers=min(self.workers, _MOST_WORKERS), max_solutions=max_solutions
        )

    @property
    def is_usual(self) -> bool:
        """Engine, encoding and limits are left to us."""
        return not any((self.engine, self.encoder, self.seconds, self.conflicts, self.memory_mb))


class AssumptionOptions(EngineOptions):
    """A question that takes facts of one's own besides the puzzle."""

    assume: Annotated[
        tuple[str, ...],
        Field(description='Assume a fact: r1c1=5 or "not r1c1=5".'),
        Option("--assume", "--also", metavar="FACT"),
    ] = ()

    def how(self, max_solutions: int | None = None) -> QueryFlags:
        """All of it, as a function takes it."""
        return {
            "encoder": self.encoder,
            "engine": self.engine,
            "limits": self.limits,
            "options": self.options(max_solutions),
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
    """Limits as people give them. Engines count with numbers of a certain size, so "no limit at all", said with a huge
    number, becomes the largest limit that all of them understand."""
    return Limits(
        seconds=None if seconds is None else min(seconds, _A_YEAR),
        conflicts=None if conflicts is None else min(conflicts, _MOST_COUNTED),
        nodes=None if nodes is None else min(nodes, _MOST_COUNTED),
        memory_mb=None if memory_mb is None else min(memory_mb, _MOST_MB),
    )


V = TypeVar("V")

Verdict = Literal["yes", "no", "undecided", "bad"]
"""`bad`: something among what was asked about is not what it should be, and the report says so in its place."""
Pace = Literal["now", "job"]
Takes = Literal["puzzle", "many", "nothing", "kind"]


class Progress(Protocol):
    """How a long answer tells how far it has come: a share between 0 and 1, None when that is not known."""

    def __call__(self, share: float | None, text: str) -> None: ...


def unwatched(share: float | None, text: str) -> None:
    """Progress that nobody looks at."""
    del share, text


def counted(progress: Progress, total: int, text: str) -> Callable[..., None]:
    """Progress of work that comes in `total` pieces: call it with how many more are done, one unless you say."""
    done = 0

    def more(pieces: int = 1) -> None:
        nonlocal done
        done += pieces
        progress(done / total, text)

    return more


class QueryResult(Generic[V]):
    """What was found: the value that Python sees, the report that programs read, and yes, no or undecided.

    A report is a pydantic value, or a list of them. One that is dear to make may be given as a function and is then
    made when it is read. `notes` are remarks beside the answer, which a command line says on standard error.
    """

    def __init__(
        self, value: V, report: Any | Callable[[], Any], verdict: Verdict = "yes", notes: tuple[str, ...] = ()
    ) -> None:
        self.value = value
        self._report = report
        self.verdict: Verdict = verdict
        self.notes = notes

    def __reduce__(self) -> tuple[object, ...]:
        """It travels with its report made."""
        return QueryResult, (self.value, self.report, self.verdict, self.notes)

    @cached_property
    def report(self) -> Any:
        return self._report() if callable(self._report) else self._report


Form = Literal["values", "json", "solutions"]
"""What is wanted of a result: all of it, its line of JSON, or the line of the solution alone."""
NO_SOLUTION = "no solution"


class Origin(NamedTuple):
    """The `number`th input: its name where there are several, the file that names a puzzle without a line of its own,
    and whether lines of JSON tell the places of its puzzles."""

    number: int
    input: str | None = None
    file: str | None = None
    is_placed: bool = True


def report_of(result: QueryResult[Any], file: str | None) -> Any:
    """Return the report of a result. It names the file of a puzzle that has no line of its own."""
    report = result.report
    if file is not None and isinstance(report, Report) and report.file is None:
        return report.model_copy(update={"file": file})
    return report


def json_line(report: Value | Sequence[Value]) -> str:
    """Return a report as one line; a list of reports is one line too."""
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(part.json_line() for part in report)}]"


def line_of(result: QueryResult[Any], form: Form, origin: Origin, entry: Entry[Any]) -> str:
    """Return a result as one line: its solution, or its report as JSON with the place of the puzzle."""
    if form == "solutions":
        return result.report.solution or NO_SOLUTION
    line = json_line(report_of(result, origin.file))
    return Place(input=origin.input, line=entry.line, id=entry.id).before(line) if origin.is_placed else line


class BlockResults(Protocol):
    """The results about a block of puzzles, in order (see `entails.queries.blocks`)."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[tuple[Any, QueryResult[Any]]]: ...
    @property
    def verdicts(self) -> set[Verdict]: ...
    def json_lines(self, source: str | None = None) -> str: ...
    def solution_lines(self) -> str: ...
    def records(self) -> Iterator[tuple[dict[str, Any], Verdict] | None]: ...


Stream = Generator[QueryResult[Any], None, QueryResult[Any]]
"""Answers as they are found, each with the report of its own line; then the whole, with a report of all of it."""


class Pages(tuple[str, ...]):
    """An artefact of several pages, each a file of its own: `grids.svg`, `grids-2.svg`."""


@dataclass(frozen=True)
class Artefact:
    """A file that is made from an answer: a plot, a tree, a sheet to print.

    `make(value, ask, ending)` gives its content. Where the ask has a flag of the same name, it is set when the artefact
    is wanted. `endings` are the forms that it can have, told by the file's name, the first being the usual one; `what`
    completes "this is no ...". An artefact that is `alone` belongs to exactly one puzzle; a function may say so, with
    the words for what there is only one of. One that is the `answer` goes to standard output when no file is named, and
    those of many puzzles follow each other. Over HTTP it may be a field of the answer, in its usual form: when it is
    asked for, or always. Where an answer has none, `make` gives None; where `others` is set, a name with another ending
    gets the usual form. `ready` refuses, before any work is done, where something that it needs is not installed.
    """

    make: Callable[[Any, Any, str], str | bytes | Pages | Iterable[str] | None]
    help: str
    option: Option = field(default_factory=lambda: Option(metavar="FILE"))
    endings: tuple[str, ...] = ()
    what: str = "file of this kind"
    alone: bool | Callable[[Any, AnyPuzzle], str] = True
    answer: bool = False
    http: Literal["never", "asked", "always"] = "never"
    others: bool = False
    ready: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Input:
    """How INPUT is called and read, where it is not simply a puzzle of the kind: `read` finds its entries. Words that
    are `gathered` make one input, as those of a puzzle do that is typed in several; they may be left out where brackets
    stand around the `metavar`."""

    metavar: str = "INPUT"
    help: str = ""
    read: Callable[[bytes, Any], Iterator[Entry[Any]]] | None = None
    gathered: bool = False


Examples = Mapping[str, Mapping[str, Any]]
"""Requests by what they show: the fields of the ask, and `puzzle` where the puzzle's own examples do not suit."""


@dataclass(frozen=True)
class Query:
    """Something that can be asked.

    It `takes` one puzzle (a command line asks it of each puzzle of an input), `many` inputs at once, `nothing`, or the
    puzzle's `kind` alone; `answer` gets the puzzle, None or the kind. A `stream` gives answers as they are found,
    `whole` is the report of all of it. `many` answers puzzles in bulk, faster than one by one: an answer or an error
    for each, in order; `blocks` says how a block of them is answered at once, None where that cannot be. `pace` tells
    whether an answer comes at once, or is work for a job. Where `travels` is not set, an answer holds too much to leave
    its process; only its report does.

    `arguments` are settings of the puzzle that are given as words after INPUT instead of options, `unused` those that
    do not matter here. `schema` is another name for the report than the verb.
    """

    ask: type[QueryOptions]
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

    def asked(self, puzzle: Any, ask: Any = None, progress: Progress = unwatched) -> QueryResult[Any]:
        """The answer; of a stream, the whole."""
        result = self.answer(puzzle, self.ask() if ask is None else ask, progress)
        if not self.stream:
            return result  # type: ignore[no-any-return]
        while True:
            try:
                next(result)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    def ask_of(self, fields: Mapping[str, Any]) -> Any:
        """The ask that these fields make; one that is not what it should be is refused by its name."""
        try:
            return self.ask.model_validate(fields)
        except ValidationError as error:
            first = misfit(error)
            problem = "there is no such option" if first.unknown else first.problem
            refused = InvalidOption(problem, where=self.flag(first.name), expected=first.expected)
            refused.field = first.name
            raise refused from None

    def flag(self, name: str) -> str:
        """How a command line calls a field."""
        if name not in self.ask.model_fields:
            return name
        markers = self.ask.model_fields[name].metadata
        option = next((marker for marker in markers if isinstance(marker, Option)), None)
        argument = next((marker for marker in markers if isinstance(marker, CommandArgument)), None)
        if argument is not None:
            return argument.metavar
        return option.flags[0] if option is not None and option.flags else f"--{name.replace('_', '-')}"

    def examples_of(self, kind: AnyPuzzle | None) -> Examples:
        """Requests that are answered, by what they show."""
        if not callable(self.examples):
            return self.examples
        assert kind is not None  # only questions about a kind ask it for examples
        return self.examples(kind)


def named(puzzle: Any) -> ReportName:
    """How a report names a puzzle: by its line of text, where it has one."""
    of_kind = kind_of(puzzle)
    return {"puzzle": of_kind.format(puzzle)} if of_kind.one_line else {}


def refuse_others(puzzle: Any, name: str, verb: str) -> None:
    """Refuse a puzzle of another kind than the one whose own question this is."""
    of_kind = kind_of(puzzle)
    if of_kind.name != name:
        raise UnsupportedCapability(f"{of_kind.name} does not answer {verb!r}; {name} does")


def yes_no(value: bool | None) -> Verdict:
    """A verdict: undecided when it is None."""
    return "undecided" if value is None else "yes" if value else "no"
