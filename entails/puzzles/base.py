"""`PuzzleKind`: everything the front door, the command line and the service need to know about a puzzle."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import ValidationError

from entails.encoders.base import Encoder
from entails.models.drawing import Drawing
from entails.models.entry import Entry
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.misfit import misfit
from entails.models.outcome import Count
from entails.models.sentence import Sentence
from entails.models.statement import Statement
from entails.models.value import Value

if TYPE_CHECKING:
    from entails.models.block import InBlocks

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
class Way:
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
    ways: Mapping[str, Way]
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
    count_all: Callable[[P, Limits], Count | None] | None = None
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
        from entails.models.drawing.text import plain

        return plain(self.drawing(puzzle, None))

    def as_html(self, puzzle: P) -> str:
        """The same for a notebook."""
        if self.drawing is None:
            return f"<pre>{escape(self.write(puzzle))}</pre>"
        from entails.models.drawing.svg import svg

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

    def way(self, question: str) -> Way:
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
