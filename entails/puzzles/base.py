"""`PuzzleKind`: everything the front door, the command line and the service need to know about a puzzle.

A puzzle that is stated once: its encodings, the way back from facts to an answer and its pictures follow from that.

`stated` makes a `PuzzleKind` of what only the puzzle's own file can know.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import ValidationError

from entails.encoders.encoder import CpSatEncoder, Encoder, every_style
from entails.formats.drawing.svg import svg
from entails.formats.drawing.text import markup, plain
from entails.formats.penpa import is_penpa
from entails.formats.text import boards, is_board
from entails.locale.message import Sentence
from entails.models.drawing import Drawing
from entails.models.entry import Entry
from entails.models.errors import InvalidOption, InvalidPuzzle, UnsupportedCapability, misfit
from entails.models.fields import Value
from entails.models.limits import Limits
from entails.models.outcome import ModelCount
from entails.models.statement import Statement
from entails.puzzles.common.cells import Values

if TYPE_CHECKING:
    from entails.models.entry import InBlocks

P = TypeVar("P")
A = TypeVar("A")
P_contra = TypeVar("P_contra", contravariant=True)


class NoSettings(Value):
    """What a puzzle needs to be told besides its text: nothing."""


@dataclass(frozen=True)
class Example:
    """A puzzle that ships with Entails: shown in the demo, quoted in the docs, solved in the tests."""

    name: str
    text: str
    about: str


@dataclass(frozen=True)
class Route:
    """How a question is answered unless the user chooses: an encoder and an engine."""

    encoder: str
    engine: str


class Persistent(Protocol[P_contra]):
    """Answers one puzzle after the other, faster than one by one: the solution if any, and whether it is unique.
    `engine` and `encoder` name what it works with."""

    engine: str
    encoder: str

    def answer(self, puzzle: P_contra) -> tuple[Any, bool]: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class PuzzleKind(Generic[P, A]):
    """One kind of puzzle, tied together.

    `read` finds the puzzles of an input under what a user said besides, an instance of `settings` (such as the shape of
    a grid); `takes` tells people what an input looks like, and one of `several` words is typed as many, or none, that
    are read as one text; what `is_text` is never taken for the name of a missing file. `rules` checks an answer without
    any engine and says what is wrong, None when nothing is; `from_names` turns the names of the facts that hold, as an
    outside solver gives them back, into an answer.
    `one_line` puzzles are named in reports by what `write` gives, the others by the file they came from.
    `facts_are_sentences` says that the names of facts read as such, and that a drawing does not tell them all. Where it
    `optimises`, or a puzzle of it does, answers differ in worth and `solve` means the best one, found in the way "best"
    where there is one. `state` says the puzzle as a statement. `drawing` describes a picture of which text, SVG and the
    page's board are made; `half_known` is `from_names` for as much of an answer as the facts tell, those with "not "
    before them known not to hold. A `document` is JSON, which HTTP takes as it is or as text. `in_files` is what an
    exported file says of the puzzle, where its encodings do not say it. `exact_depth` is a faster way to the depth of
    disjunctions, `count_all` lists answers only to count them, faster than engines do; both give None for a puzzle that
    they do not know. `mends` tells single changes of a puzzle without an answer after which there is one; `changeable`
    says which statements, by their id, whoever asks can change: repairs name only these. `in_blocks` says how puzzles
    are taken by the thousand.
    """

    name: str
    model: type[P]
    read: Callable[[bytes, Any], Iterator[Entry[P]]]
    write: Callable[[P], str]
    write_answer: Callable[[A], str]
    rules: Callable[[P, A], str | None]
    encoders: Mapping[str, Encoder[P, A]]
    ways: Mapping[str, Route]
    from_names: Callable[[P, Sequence[str]], A]
    draw: Callable[[P, A | None], str]
    state: Callable[[P], Statement] | None = None
    drawing: Callable[[P, A | None], Drawing] | None = None
    half_known: Callable[[P, Sequence[str]], A] | None = None
    takes: str = "a puzzle, a file of puzzles, or - for standard input"
    several: bool = False
    is_text: Callable[[str], bool] = lambda text: False  # noqa: ARG005
    settings: type[Value] = NoSettings
    one_line: bool = True
    facts_are_sentences: bool = False
    persistent: Callable[[], Persistent[P]] | None = None
    in_blocks: "Callable[[], InBlocks[P]] | None" = None
    optimises: bool | Callable[[P], bool] = False
    document: bool = False
    in_files: Callable[[P], str] | None = None
    changeable: Callable[[str], bool] | None = None
    exact_depth: Callable[[P, Limits, int | None], Any] | None = None
    count_all: Callable[[P, Limits], ModelCount | None] | None = None
    mends: Callable[[P], Sequence[Sentence]] | None = None
    examples: Sequence[Example] = ()
    forms: Mapping[str, Callable[[P], str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Puzzles are shown as what they are, at a prompt by `print` and in a notebook, unless they say otherwise."""
        if not (self.drawing or self.one_line):
            return
        for name, shown in (("__str__", self.as_text), ("_repr_html_", self.as_html)):
            if getattr(self.model, name, object.__str__) is object.__str__:
                setattr(self.model, name, _method(shown))

    def as_text(self, puzzle: P) -> str:
        """A puzzle as a picture of characters, or as it is written where it has none."""
        if self.drawing is None:
            return self.write(puzzle)
        from entails.formats.drawing.text import plain

        return plain(self.drawing(puzzle, None))

    def as_html(self, puzzle: P) -> str:
        """The same for a notebook."""
        if self.drawing is None:
            return f"<pre>{escape(self.write(puzzle))}</pre>"
        from entails.formats.drawing.svg import svg

        return svg(self.drawing(puzzle, None))

    def told(self, said: Mapping[str, Any]) -> Value:
        """The settings that somebody gave by name; those that are None were not given."""
        given = {name: value for name, value in said.items() if value is not None}
        try:
            return self.settings.model_validate(given)
        except ValidationError as error:
            first = misfit(error)
            known = ", ".join(self.settings.model_fields) or "none"
            problem = f"{self.name} has no such setting; there are {known}" if first.unknown else first.problem
            refused = InvalidOption(problem, where=first.name, expected=first.expected)
            refused.field = refused.where
            raise refused from None

    def weighs(self, puzzle: P) -> bool:
        """Do the answers of this puzzle differ in worth?"""
        return self.optimises(puzzle) if callable(self.optimises) else self.optimises

    def way(self, question: str) -> Route:
        """The default encoder and engine for a question."""
        if question not in self.ways:
            known = ", ".join(self.ways)
            raise UnsupportedCapability(f"{self.name} does not answer {question!r}; it answers {known}")
        return self.ways[question]

    def encoder(self, name: str) -> Encoder[P, A]:
        if name not in self.encoders:
            known = ", ".join(self.encoders)
            raise UnsupportedCapability(f"{self.name} has no encoder {name!r}; there are {known}")
        return self.encoders[name]


def _method(shown: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda puzzle: shown(puzzle)


AnyKind = PuzzleKind[Any, Any]

_WAYS = {
    **dict.fromkeys(("solve", "check", "count", "forced", "export"), Route("complete", "cadical195")),
    "explain": Route("complete", "minisat22"),
    "quine": Route("complete", "quine"),
}
_DENIED = "not "
_KEPT = 16


def stated(
    name: str,
    model: type[P],
    *,
    read: Callable[[str], P],
    write: Callable[[P], str],
    state: Callable[[P], Statement],
    solution: Callable[[P, Values], A],
    write_answer: Callable[[A], str],
    rules: Callable[[P, A], str | None],
    drawing: Callable[[P, A | None], Drawing],
    examples: Sequence[Example],
    split: Callable[[bytes, Callable[[str], P]], Iterator[Entry[P]]] = boards,
    settings: type[Value] = NoSettings,
    told: Callable[[P, Any], P] = lambda puzzle, _: puzzle,
    forms: Mapping[str, Callable[[P], str]] | None = None,
) -> PuzzleKind[P, A]:
    """A kind of puzzle. `read` reads the text of one, as `split` finds it in a file; `write` gives it on one line, and
    `read` reads that again. `told` makes of it what the `settings` say.

    `solution` makes an answer of the values of the statement's variables, None being unknown; `rules` is a referee of
    its own, in plain code, that says what is wrong with an answer.
    """
    said = _Said(name, write, state, solution)

    def read_all(data: bytes, chosen: Any) -> Iterator[Entry[P]]:
        return split(data, lambda text: told(read(_typed(name, text)), chosen))

    return PuzzleKind(
        name=name,
        model=model,
        settings=settings,
        is_text=is_board,
        read=read_all,
        write=write,
        write_answer=write_answer,
        rules=rules,
        encoders={encoder.name: encoder for encoder in said.encoders()},
        ways=_WAYS,
        from_names=said.from_names,
        half_known=said.half_known,
        state=said.statement,
        draw=lambda puzzle, answer: markup(drawing(puzzle, answer)),
        drawing=drawing,
        examples=examples,
        forms={
            "line": write,
            "drawn": lambda puzzle: plain(drawing(puzzle, None)),
            "svg": lambda puzzle: svg(drawing(puzzle, None), title=name),
            **(forms or {}),
        },
    )


def _typed(name: str, text: str) -> str:
    """A text, or what a link of Penpa+ says of this puzzle."""
    if not is_penpa(text):
        return text
    from entails.formats.penpa.genre import typed_text

    return typed_text(name, text)


@dataclass(frozen=True)
class _Said(Generic[P, A]):
    """What every encoder of a kind needs."""

    name: str
    write: Callable[[P], str]
    state: Callable[[P], Statement]
    solution: Callable[[P, Values], A]

    def encoders(self) -> Iterator[Encoder[P, A]]:
        """Clauses in every style, and CP-SAT."""
        yield from every_style(self.statement, self.answer)
        yield CpSatEncoder("cpsat", self.statement, self.answer)

    def statement(self, puzzle: P) -> Statement:
        """What the puzzle says, and which puzzle it is."""
        return _statement(self, puzzle)

    def answer(self, puzzle: P, true: Sequence[int]) -> A:
        """The answer in which exactly these facts hold."""
        return self.solution(puzzle, self.statement(puzzle).values_of(true))

    def from_names(self, puzzle: P, names: Sequence[str]) -> A:
        """The answer in which exactly the facts of these names hold."""
        return self.answer(puzzle, one_value_each(self.statement(puzzle), names))

    def half_known(self, puzzle: P, names: Sequence[str]) -> A:
        """As much of an answer as these facts tell, those with "not " before them being known not to hold."""
        statement = self.statement(puzzle)
        known = set(_facts(statement, names))
        values: list[int | None] = []
        for variable, first in zip(statement.variables[: statement.shown], statement.firsts, strict=False):
            if variable.boolean:
                values.append(1 if first in known else 0 if -first in known else None)
            else:
                held = [value for place, value in enumerate(variable.values) if first + place in known]
                left = [value for place, value in enumerate(variable.values) if -first - place not in known]
                values.append(held[0] if held else left[0] if len(left) == 1 else None)
        return self.solution(puzzle, values)


@lru_cache(_KEPT)
def _statement(said: _Said[Any, Any], puzzle: Any) -> Statement:
    """Made once for all answers of a puzzle."""
    return replace(said.state(puzzle), about=(f"puzzle {said.name} {said.write(puzzle)}",))


def one_value_each(statement: Statement, names: Sequence[str]) -> list[int]:
    """Return the facts of these names; reject two values of one variable."""
    facts = _facts(statement, names)
    named: dict[int, int] = {}
    for fact in facts:
        variable = bisect_right(statement.firsts, abs(fact)) - 1
        if fact > 0 and named.setdefault(variable, fact) != fact:
            first, second = (statement.names[number - 1] for number in (named[variable], fact))
            raise InvalidPuzzle(f"{first} and {second} cannot both hold", expected="one value for each variable")
    return facts


def _facts(statement: Statement, names: Sequence[str]) -> list[int]:
    """The literals of these names."""
    number = {name: fact for fact, name in enumerate(statement.names, 1)}
    number |= {f"{_DENIED}{name}": -fact for name, fact in number.items()}
    if unknown := [name for name in names if name not in number]:
        raise InvalidPuzzle("unknown fact", where=unknown[0][:40])
    return [number[name] for name in names]
