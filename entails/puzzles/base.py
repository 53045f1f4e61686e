"""`Puzzle`: a puzzle type, from its text to its drawing.

A puzzle's file defines a subclass and its instance `PUZZLE`. The subclass parses and formats a puzzle, states its
rules, decodes and checks an answer, and draws both; encoders, file formats and pictures follow from that.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

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


class NoOptions(Value):
    """The read options of a puzzle that has none."""


@dataclass(frozen=True)
class Example:
    """A puzzle that ships with Entails: shown in the demo, quoted in the docs, solved in the tests."""

    name: str
    text: str
    about: str


@dataclass(frozen=True)
class Route:
    """The default encoder and engine of a query.

    Attributes:
        confirm: The encoder and the engine that confirm the result; None for another engine on the same encoding.
    """

    encoder: str
    engine: str
    confirm: tuple[str, str] | None = None


class Persistent(Protocol[P_contra]):
    """Answers one puzzle after the other, faster than one by one: the solution if any, and whether it is unique.
    `engine` and `encoder` name what it works with."""

    engine: str
    encoder: str

    def answer(self, puzzle: P_contra) -> tuple[Any, bool]: ...

    def close(self) -> None: ...


_ROUTES = {
    **dict.fromkeys(("solve", "check", "count", "forced", "export"), Route("complete", "cadical195")),
    "explain": Route("complete", "minisat22"),
    "quine": Route("complete", "quine"),
}
_DENIED = "not "
_KEPT = 16


class Puzzle(Generic[P, A]):
    """A puzzle type: puzzles of class P, answers of class A.

    A subclass sets `name`, `model` and `examples`, and overrides `parse`, `format`, `state`, `decode`, `check` and
    `draw`. A puzzle that is not stated, or not drawn, leaves these out and overrides `read`, `encoders` and `markup`
    instead. The module holds the only instance under the name PUZZLE, so that encodings pickle.

    Attributes:
        model: The class of a puzzle.
        routes: The default encoder and engine of each query; "best" is that of `solve` where there is an objective.
        options: What `read` may be told besides the text, such as the shape of a grid.
        input_help: What an input looks like.
        multi_word: Whether a puzzle may be typed as several words.
        one_line: Whether reports name a puzzle by what `format` returns; otherwise by the file that it came from.
        is_document: Whether a puzzle is JSON, which HTTP takes as an object too.
        facts_are_sentences: Whether the names of facts read as sentences and the drawing does not show them all.
        objective: Whether answers differ in value, so that `solve` means the best one.
    """

    name: str
    model: type[P]
    examples: Sequence[Example] = ()
    routes: Mapping[str, Route] = _ROUTES
    options: type[Value] = NoOptions
    input_help: str = "a puzzle, a file of puzzles, or - for standard input"
    multi_word: bool = False
    one_line: bool = True
    is_document: bool = False
    facts_are_sentences: bool = False
    objective: Literal["never", "sometimes", "always"] = "never"

    def __init__(self) -> None:
        """Let `print` and notebooks show a puzzle as text or as a picture, unless its class does so itself."""
        for name, method in (("__str__", self.as_text), ("_repr_html_", self.as_html)):
            if (self.is_drawn or self.one_line) and getattr(self.model, name, object.__str__) is object.__str__:
                setattr(self.model, name, _method(method))

    def __reduce__(self) -> str:
        return "PUZZLE"

    def _defines(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(Puzzle, method)

    # Text

    def parse(self, text: str) -> P:
        """Parse the text of one puzzle; raise InvalidPuzzle with the place and what was expected."""
        raise NotImplementedError

    def split(self, data: bytes, parse: Callable[[str], P]) -> Iterator[Entry[P]]:
        """Find the texts of the puzzles in a file and parse each."""
        return boards(data, parse)

    def read(self, data: bytes, options: Any) -> Iterator[Entry[P]]:
        """Read the puzzles of an input, with an instance of `options`."""
        del options
        return self.split(data, lambda text: self.parse(_typed(self.name, text)))

    def read_options(self, values: Mapping[str, Any]) -> Value:
        """Return the options of `read` that have these values; None stands for a missing value."""
        present = {name: value for name, value in values.items() if value is not None}
        try:
            return self.options.model_validate(present)
        except ValidationError as error:
            first = misfit(error)
            known = ", ".join(self.options.model_fields) or "none"
            problem = f"{self.name} has no such setting; there are {known}" if first.unknown else first.problem
            refused = InvalidOption(problem, where=first.name, expected=first.expected)
            refused.field = refused.where
            raise refused from None

    def is_text(self, text: str) -> bool:
        """Return whether this can only be the text of a puzzle, never the name of a missing file."""
        return self._defines("parse") and is_board(text)

    def format(self, puzzle: P) -> str:
        """Return the puzzle on one line, as `parse` reads it."""
        raise NotImplementedError

    def format_answer(self, answer: A) -> str:
        """Return an answer on one line; by default its `text()`."""
        return str(cast(Any, answer).text())

    @property
    def formats(self) -> Mapping[str, Callable[[P], str]]:
        """The formats that a puzzle is exported in, by name."""
        url = {"link": self.url} if self._defines("url") else {}
        return {"line": self.format, "drawn": self.as_text, "svg": self.as_svg, **url}

    def url(self, puzzle: P) -> str:
        """Return the address of a puzzle at puzz.link."""
        raise NotImplementedError

    def file_comment(self, puzzle: P) -> str | None:
        """Return what an exported file says about the puzzle, where its encodings do not say it."""
        del puzzle
        return None

    # Rules

    def state(self, puzzle: P) -> Statement:
        """State the puzzle: variables, and constraints under their sentences."""
        raise NotImplementedError

    def statement(self, puzzle: P) -> Statement | None:
        """Return the statement of a puzzle, made once for all its queries; None where it is not stated."""
        return self.stated(puzzle) if self._defines("state") else None

    def stated(self, puzzle: P) -> Statement:
        """Return the statement, with a comment that names the puzzle."""
        return _statement(self, puzzle)

    @cached_property
    def encoders(self) -> Mapping[str, Encoder[P, A]]:
        """Clauses in every style, and CP-SAT."""
        encoders: dict[str, Encoder[P, A]] = {one.name: one for one in every_style(self.stated, self.answer)}
        return {**encoders, "cpsat": CpSatEncoder("cpsat", self.stated, self.answer)}

    def encoder(self, name: str) -> Encoder[P, A]:
        """Return the encoder of this name."""
        if name not in self.encoders:
            known = ", ".join(self.encoders)
            raise UnsupportedCapability(f"{self.name} has no encoder {name!r}; there are {known}")
        return self.encoders[name]

    def route(self, query: str) -> Route:
        """Return the default encoder and engine of a query."""
        if query not in self.routes:
            known = ", ".join(self.routes)
            raise UnsupportedCapability(f"{self.name} does not answer {query!r}; it answers {known}")
        return self.routes[query]

    def has_objective(self, puzzle: P) -> bool:
        """Return whether the answers of this puzzle differ in value."""
        del puzzle
        return self.objective == "always"

    # Answers

    def decode(self, puzzle: P, values: Values) -> A:
        """Return the answer in which the statement's variables have these values; None is an unknown value."""
        raise NotImplementedError

    def answer(self, puzzle: P, literals: Sequence[int]) -> A:
        """Return the answer in which exactly these literals are true."""
        return self.decode(puzzle, self.stated(puzzle).values_of(literals))

    def decode_atoms(self, puzzle: P, names: Sequence[str]) -> A:
        """Return the answer in which exactly the facts of these names are true."""
        return self.answer(puzzle, one_value_each(self.stated(puzzle), names))

    def partial_answer(self, puzzle: P, names: Sequence[str]) -> A | None:
        """Return as much of an answer as these facts tell, those after "not " being false; None if not decoded."""
        if not self._defines("decode"):
            return None
        statement = self.stated(puzzle)
        known = set(_literals(statement, names))
        values: list[int | None] = []
        for variable, first in zip(statement.variables[: statement.shown], statement.firsts, strict=False):
            if variable.boolean:
                values.append(1 if first in known else 0 if -first in known else None)
            else:
                held = [value for place, value in enumerate(variable.values) if first + place in known]
                left = [value for place, value in enumerate(variable.values) if -first - place not in known]
                values.append(held[0] if held else left[0] if len(left) == 1 else None)
        return self.decode(puzzle, values)

    def check(self, puzzle: P, answer: A) -> str | None:
        """Return why an answer is wrong, or None. It shares no code with the statement."""
        raise NotImplementedError

    # Pictures

    @property
    def is_drawn(self) -> bool:
        """Whether `draw` returns a drawing."""
        return self._defines("draw")

    def draw(self, puzzle: P, answer: A | None) -> Drawing:
        """Return the picture of a puzzle, with an answer or without: text, SVG and the page's board follow from it."""
        del puzzle, answer
        raise UnsupportedCapability(f"{self.name} has no drawing")

    def markup(self, puzzle: P, answer: A | None) -> str:
        """Return a puzzle, or its answer, as text in rich's markup."""
        return markup(self.draw(puzzle, answer))

    def as_text(self, puzzle: P) -> str:
        """Return a puzzle drawn in characters, or formatted where it has no drawing."""
        return plain(self.draw(puzzle, None)) if self.is_drawn else self.format(puzzle)

    def as_svg(self, puzzle: P) -> str:
        """Return a puzzle drawn as SVG."""
        return svg(self.draw(puzzle, None), title=self.name)

    def as_html(self, puzzle: P) -> str:
        """Return a puzzle for a notebook."""
        return svg(self.draw(puzzle, None)) if self.is_drawn else f"<pre>{escape(self.format(puzzle))}</pre>"

    # Faster or better answers to some queries

    def persistent(self) -> Persistent[P] | None:
        """Return a solver that answers one puzzle after the other; None where there is none."""
        return None

    def block_solver(self) -> "InBlocks[P] | None":
        """Return what solves puzzles by the thousand; None where nothing does."""
        return None

    def exact_depth(self, puzzle: P, limits: Limits, cap: int | None) -> Any:
        """Return the depth of disjunctions; None where there is no faster method than the common one."""
        del puzzle, limits, cap

    def count_all(self, puzzle: P, limits: Limits) -> ModelCount | None:
        """Count the answers by listing them; None where there is no faster method than the engines."""
        del puzzle, limits
        return None

    def single_repairs(self, puzzle: P) -> Sequence[Sentence]:
        """Return single changes of a puzzle without an answer after which it has one."""
        del puzzle
        return ()

    def is_editable(self, group: str) -> bool:
        """Return whether a user can change the group of this id: repairs name only such groups."""
        del group
        return True


AnyPuzzle = Puzzle[Any, Any]


def _method(shown: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda puzzle: shown(puzzle)


def _typed(name: str, text: str) -> str:
    """Return a text, or what a link of Penpa+ says of this puzzle."""
    if not is_penpa(text):
        return text
    from entails.formats.penpa.genre import typed_text

    return typed_text(name, text)


@lru_cache(_KEPT)
def _statement(puzzle_type: AnyPuzzle, puzzle: Any) -> Statement:
    comment = f"puzzle {puzzle_type.name} {puzzle_type.format(puzzle)}"
    return replace(puzzle_type.state(puzzle), about=(comment,))


def one_value_each(statement: Statement, names: Sequence[str]) -> list[int]:
    """Return the literals of these names; reject two values of one variable."""
    literals = _literals(statement, names)
    named: dict[int, int] = {}
    for literal in literals:
        variable = bisect_right(statement.firsts, abs(literal)) - 1
        if literal > 0 and named.setdefault(variable, literal) != literal:
            first, second = (statement.names[number - 1] for number in (named[variable], literal))
            raise InvalidPuzzle(f"{first} and {second} cannot both hold", expected="one value for each variable")
    return literals


def _literals(statement: Statement, names: Sequence[str]) -> list[int]:
    number = {name: literal for literal, name in enumerate(statement.names, 1)}
    number |= {f"{_DENIED}{name}": -literal for name, literal in number.items()}
    if unknown := [name for name in names if name not in number]:
        raise InvalidPuzzle("unknown fact", where=unknown[0][:40])
    return [number[name] for name in names]
