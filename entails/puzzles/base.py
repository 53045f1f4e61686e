"""The class `Puzzle`: everything about a puzzle type, from parsing to drawing.

A puzzle's file defines a subclass and its instance `PUZZLE`. The subclass parses and formats a puzzle, states its
rules, decodes and checks a solution, and draws both. Encoders, file formats and pictures follow from these methods.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast

from pydantic import ValidationError

from entails.encoders.encoder import CpSatEncoder, Encoder, all_encoders
from entails.formats.text import boards, is_board, is_penpa
from entails.locale.message import Sentence, fact_sentence
from entails.models.entry import Entry
from entails.models.errors import InvalidOption, InvalidPuzzle, UnsupportedCapability, validation_message
from entails.models.fields import Value
from entails.models.limits import Limits
from entails.models.outcome import ModelCount, Outcome
from entails.models.statement import Statement

if TYPE_CHECKING:
    from entails.models.drawing import Drawing
    from entails.models.entry import InBlocks
    from entails.puzzles.common.cells import Values

P = TypeVar("P")
A = TypeVar("A")
P_contra = TypeVar("P_contra", contravariant=True)


class NoOptions(Value):
    """Read options of a puzzle type without any."""


@dataclass(frozen=True)
class Example:
    """An example puzzle, which `entails demo` shows, the docs quote and the tests solve."""

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
    """A solver that is reused for many puzzles, faster than a new solver for each.

    `answer` returns the solution, or None, and whether it is unique.

    Attributes:
        engine: The name of its engine.
        encoder: The name of its encoder.
    """

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
    """Base class of puzzle types: puzzles of class P, solutions of class A.

    A subclass sets `name`, `model` and `examples`, and overrides `parse`, `format`, `state`, `decode`, `check` and
    `draw`. A type without a statement or a drawing omits these methods and overrides `read`, `encoders` and `markup`
    instead. The module binds the only instance to the name PUZZLE, so that encodings can be pickled.

    Attributes:
        model: The class of a puzzle.
        routes: The default encoder and engine of each query; "best" applies to `solve` if there is an objective.
        options: The options of `read`, such as the shape of a grid.
        text_format: How a puzzle is typed, for help, documentation and errors.
        input_help: Description of the input in help texts.
        multi_word: Whether a puzzle may be typed as several words.
        one_line: Whether reports identify a puzzle by `format`; otherwise they name its file.
        is_document: Whether a puzzle is a JSON document, which HTTP also accepts as an object.
        facts_are_sentences: Whether the names of facts are sentences, and the drawing does not show all of them.
        objective: Whether solutions differ in value, so that `solve` returns the best one.
    """

    name: str
    model: type[P]
    examples: Sequence[Example] = ()
    routes: Mapping[str, Route] = _ROUTES
    options: type[Value] = NoOptions
    text_format: str = "a puzzle"
    multi_word: bool = False
    one_line: bool = True
    is_document: bool = False
    facts_are_sentences: bool = False
    objective: Literal["never", "sometimes", "always"] = "never"

    @property
    def input_help(self) -> str:
        return f"{self.text_format}; a file of puzzles; or - for standard input"

    def __init__(self) -> None:
        """Make `print` and notebooks show puzzles as text or picture, unless their class defines this itself."""
        for name, method in (("__str__", self.as_text), ("_repr_html_", self.as_html)):
            if (self.is_drawn or self.one_line) and getattr(self.model, name, object.__str__) is object.__str__:
                setattr(self.model, name, _method(method))

    def __reduce__(self) -> str:
        return "PUZZLE"

    def _defines(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(Puzzle, method)

    # Text

    def parse(self, text: str) -> P:
        """Parse the text of one puzzle. Raise InvalidPuzzle with the place of an error and the expected text."""
        raise NotImplementedError

    def split(self, data: bytes, parse: Callable[[str], P]) -> Iterator[Entry[P]]:
        """Split a file into the texts of its puzzles, and parse each."""
        return boards(data, parse)

    def read(self, data: bytes, options: Any) -> Iterator[Entry[P]]:
        """Read the puzzles of an input; `options` is an instance of `self.options`."""
        del options
        return self.split(data, lambda text: self.parse(_typed(self.name, text)))

    def read_options(self, values: Mapping[str, Any]) -> Value:
        """Validate the values of read options; None means that a value is missing."""
        present = {name: value for name, value in values.items() if value is not None}
        try:
            return self.options.model_validate(present)
        except ValidationError as error:
            first = validation_message(error)
            known = ", ".join(self.options.model_fields) or "none"
            problem = f"unknown option of {self.name}; available: {known}" if first.unknown else first.problem
            invalid = InvalidOption(problem, where=first.name, expected=first.expected)
            invalid.field = invalid.where
            raise invalid from None

    def is_text(self, text: str) -> bool:
        """Return whether an argument can only be the text of a puzzle, not the name of a missing file."""
        return self._defines("parse") and is_board(text)

    def format(self, puzzle: P) -> str:
        """Return the puzzle as one line that `parse` accepts."""
        raise NotImplementedError

    def format_answer(self, answer: A) -> str:
        """Return a solution as one line; by default its `text()`."""
        return str(cast(Any, answer).text())

    @property
    def formats(self) -> Mapping[str, Callable[[P], str]]:
        """The export formats of a puzzle, by name."""
        url = {"link": self.url} if self._defines("url") else {}
        picture: dict[str, Callable[[P], str]] = {"svg": self.as_svg} if self.is_drawn else {}
        return {"line": self.format, "drawn": self.as_text, **picture, **url}

    def url(self, puzzle: P) -> str:
        """Return the puzz.link address of a puzzle."""
        raise NotImplementedError

    def file_comment(self, puzzle: P) -> str | None:
        """Return a comment that describes the puzzle in exported files, or None if its encodings already have one."""
        del puzzle
        return None

    # Rules

    def state(self, puzzle: P) -> Statement:
        """Build the statement of a puzzle: variables, and constraints grouped under sentences."""
        raise NotImplementedError

    def statement(self, puzzle: P) -> Statement | None:
        """Return the statement of a puzzle, which is cached; None if the type defines no `state`."""
        return self.stated(puzzle) if self._defines("state") else None

    def constraint_model(self, puzzle: P) -> Statement | None:
        """Return the statement that the query `constraints` shows; by default the one for all queries."""
        return self.statement(puzzle)

    def stated(self, puzzle: P) -> Statement:
        """Return the statement of a puzzle, which is cached, with a comment that names the puzzle."""
        return _statement(self, puzzle)

    @cached_property
    def encoders(self) -> Mapping[str, Encoder[P, A]]:
        """The encoders by name: one to CNF for each style, and one to CP-SAT."""
        encoders: dict[str, Encoder[P, A]] = {
            encoder.name: encoder for encoder in all_encoders(self.stated, self.answer)
        }
        return {**encoders, "cpsat": CpSatEncoder("cpsat", self.stated, self.answer)}

    def encoder(self, name: str) -> Encoder[P, A]:
        """Return the encoder of this name."""
        if name not in self.encoders:
            known = ", ".join(self.encoders)
            raise UnsupportedCapability(f"unknown encoder {name!r} of {self.name}; available: {known}")
        return self.encoders[name]

    def route(self, query: str) -> Route:
        """Return the default encoder and engine of a query."""
        if query not in self.routes:
            known = ", ".join(self.routes)
            raise UnsupportedCapability(f"{self.name} does not support {query!r}; supported: {known}")
        return self.routes[query]

    def has_objective(self, puzzle: P) -> bool:
        """Return whether solutions of this puzzle have an objective value."""
        del puzzle
        return self.objective == "always"

    def reported(self, puzzle: P, outcome: Outcome[A]) -> Outcome[A]:
        """Return the outcome of `solve` as reported: with several objectives, it has the value of each."""
        del puzzle
        return outcome

    def beyond_cnf(self, puzzle: P, query: str = "") -> str | None:
        """Return why a puzzle is compiled to CP-SAT rather than CNF by default; None if it is not."""
        del puzzle, query
        return None

    # Answers

    def decode(self, puzzle: P, values: "Values") -> A:
        """Return the solution with these values of the statement's variables; None is an unknown value."""
        raise NotImplementedError

    def answer(self, puzzle: P, literals: Sequence[int]) -> A:
        """Return the solution in which exactly these literals are true."""
        return self.decode(puzzle, self.stated(puzzle).values_of(literals))

    def decode_atoms(self, puzzle: P, names: Sequence[str]) -> A:
        """Return the solution in which exactly the facts with these names are true."""
        return self.answer(puzzle, one_value_each(self.stated(puzzle), names))

    def partial_answer(self, puzzle: P, names: Sequence[str]) -> A | None:
        """Return the partial solution that these facts determine, or None if the type defines no `decode`.

        A name after "not " is a false fact.
        """
        if not self._defines("decode"):
            return None
        statement = self.stated(puzzle)
        known = set(_literals(statement, names))
        values: list[int | None] = []
        for variable, first in zip(statement.variables[: statement.shown], statement.first_literals, strict=False):
            if variable.boolean:
                values.append(1 if first in known else 0 if -first in known else None)
            else:
                held = [value for place, value in enumerate(variable.values) if first + place in known]
                left = [value for place, value in enumerate(variable.values) if -first - place not in known]
                values.append(held[0] if held else left[0] if len(left) == 1 else None)
        return self.decode(puzzle, values)

    def check(self, puzzle: P, answer: A) -> str | None:
        """Return why a solution is invalid, or None. The checker shares no code with the statement."""
        raise NotImplementedError

    # Pictures

    @property
    def is_drawn(self) -> bool:
        """Whether puzzles of this type have a drawing."""
        return self._defines("draw")

    def draw(self, puzzle: P, answer: A | None) -> "Drawing":
        """Draw a puzzle, with or without a solution, as a value that text, SVG and web interface show."""
        del puzzle, answer
        raise UnsupportedCapability(f"{self.name} has no drawing")

    def fact_sentence(self, name: str) -> Sentence:
        """Return the sentence of a fact, given by name."""
        return fact_sentence(name)

    def markup(self, puzzle: P, answer: A | None) -> str:
        """Return a puzzle, or its solution, as text with Rich's markup."""
        from entails.formats.drawing.text import markup

        return markup(self.draw(puzzle, answer))

    def as_text(self, puzzle: P) -> str:
        """Return a puzzle drawn in characters, or on one line if its type has no drawing."""
        from entails.formats.drawing.text import plain

        return plain(self.draw(puzzle, None)) if self.is_drawn else self.format(puzzle)

    def as_svg(self, puzzle: P) -> str:
        """Return a puzzle drawn as SVG."""
        from entails.formats.drawing.svg import svg

        return svg(self.draw(puzzle, None), title=self.name)

    def as_html(self, puzzle: P) -> str:
        """Return a puzzle as HTML for a notebook."""
        from html import escape

        from entails.formats.drawing.svg import svg

        return svg(self.draw(puzzle, None)) if self.is_drawn else f"<pre>{escape(self.format(puzzle))}</pre>"

    # Faster or better answers to some queries

    def persistent(self) -> Persistent[P] | None:
        """Return a solver that is reused for many puzzles, or None if the type has none."""
        return None

    def block_solver(self) -> "InBlocks[P] | None":
        """Return a solver for thousands of puzzles at once, or None if the type has none."""
        return None

    def exact_depth(self, puzzle: P, limits: Limits, cap: int | None) -> Any:
        """Return the disjunction depth by a method of this type; None if there is only the common one."""
        del puzzle, limits, cap

    def count_all(self, puzzle: P, limits: Limits) -> ModelCount | None:
        """Return the number of solutions by a fast method of this type, or None if it has none."""
        del puzzle, limits
        return None

    def single_repairs(self, puzzle: P) -> Sequence[Sentence]:
        """Return single changes, each of which makes an inconsistent puzzle consistent."""
        del puzzle
        return ()

    def is_editable(self, group: str) -> bool:
        """Return whether the user can change the constraint with this id, so that a repair may name it."""
        del group
        return True


AnyPuzzle = Puzzle[Any, Any]


def _method(shown: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda puzzle: shown(puzzle)


def _typed(name: str, text: str) -> str:
    """Return the puzzle text inside a Penpa+ link for this puzzle type; return any other text unchanged."""
    if not is_penpa(text):
        return text
    from entails.formats.penpa.genre import typed_text

    return typed_text(name, text)


@lru_cache(_KEPT)
def _statement(puzzle_type: AnyPuzzle, puzzle: Any) -> Statement:
    comment = f"puzzle {puzzle_type.name} {puzzle_type.format(puzzle)}"
    return replace(puzzle_type.state(puzzle), about=(comment,))


_MOST_LISTED = 40


def listing(sentences: Sequence[str]) -> list[str]:
    """Return sentences as indented lines; of many, the first ones and their number."""
    more = [f"  … ({len(sentences):,} in all)"] if len(sentences) > _MOST_LISTED else []
    return [*(f"  {sentence}" for sentence in sentences[:_MOST_LISTED]), *more]


def one_value_each(statement: Statement, names: Sequence[str]) -> list[int]:
    """Return the literals of these facts; raise an error if a variable has two values."""
    literals = _literals(statement, names)
    named: dict[int, int] = {}
    for literal in literals:
        variable = bisect_right(statement.first_literals, abs(literal)) - 1
        if literal > 0 and named.setdefault(variable, literal) != literal:
            first, second = (statement.names[number - 1] for number in (named[variable], literal))
            raise InvalidPuzzle(f"{first} and {second} cannot both be true", expected="one value for each variable")
    return literals


def _literals(statement: Statement, names: Sequence[str]) -> list[int]:
    number = {name: literal for literal, name in enumerate(statement.names, 1)}
    number |= {f"{_DENIED}{name}": -literal for name, literal in number.items()}
    if unknown := [name for name in names if name not in number]:
        raise InvalidPuzzle("unknown fact", where=unknown[0][:40], expected=f"a fact such as {statement.names[0]}")
    return [number[name] for name in names]
