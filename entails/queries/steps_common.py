"""What the questions about steps share: the puzzle as statements, a player's position, a step as programs read it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.encoder import claiming
from entails.formats.drawing.text import with_marks
from entails.locale.message import Language
from entails.models.drawing import Drawing
from entails.models.encoding import Cnf, Group
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Option, Value
from entails.models.limits import Limits
from entails.models.outcome import ReasonedStep, Tier, WrongEntry
from entails.puzzles import as_puzzle, kind_of
from entails.queries.pipeline import as_cnf
from entails.queries.query import Seconds, Seed, Spoken, TimedOptions
from entails.solvers.steps.path import Walk, open_path

Entries = Annotated[
    tuple[str, ...],
    Field(description="What you have entered: a fact as `forced` names them; `not` and a fact is crossed out."),
    Option("--also", metavar="FACT"),
]


class ReasonedResult(TimedOptions):
    """A question about steps, from the position of a player."""

    also: Entries = ()
    smallest: Annotated[bool, Field(description="Prove that steps are as small as can be: takes seconds for each.")] = (
        False
    )
    language: Spoken = "en"
    seconds: Seconds = 60.0
    seed: Seed = 0


class StatementText(Value):
    """A statement: its id and its sentence."""

    id: str
    text: str

    @classmethod
    def of(cls, groups: Sequence[Group], language: Language = "en") -> "tuple[StatementText, ...]":
        return tuple(cls(id=group.id, text=group.say(language)) for group in groups)


class ReasonReport(Value):
    """A step: `statements`, with `facts` known before, force `forces`. `minimal`: none of the statements can be left
    out for the first of these; `smallest`: no fewer statements force anything. `cells` are where to look.
    `by_propagation`: unit propagation is enough. `verified`: a second engine agrees."""

    statements: tuple[StatementText, ...]
    facts: tuple[str, ...]
    forces: tuple[str, ...]
    tier: Tier
    minimal: bool
    smallest: bool
    by_propagation: bool
    verified: bool
    cells: tuple[str, ...]
    sentence: str

    @classmethod
    def of(cls, step: ReasonedStep, language: Language = "en") -> "ReasonReport":
        return cls(
            statements=StatementText.of(step.statements, language),
            facts=step.facts,
            forces=step.forces,
            tier=step.tier,
            minimal=step.minimal,
            smallest=step.smallest,
            by_propagation=step.by_propagation,
            verified=step.verified,
            cells=step.cells,
            sentence=step.say(language),
        )


class WrongReport(Value):
    """An entry of the player that cannot be, with what refutes it."""

    entry: str
    statements: tuple[StatementText, ...]
    facts: tuple[str, ...]
    minimal: bool
    sentence: str

    @classmethod
    def of(cls, wrong: WrongEntry, language: Language = "en") -> "WrongReport":
        return cls(
            entry=wrong.entry,
            statements=StatementText.of(wrong.statements, language),
            facts=wrong.facts,
            minimal=wrong.minimal,
            sentence=wrong.say(language),
        )


@contextmanager
def walked(
    puzzle: Any, verb: str, limits: Limits, also: Sequence[str] = (), seed: int = 0, *, smallest: bool = False
) -> Iterator[Walk]:
    """The walk through a puzzle, from what a player has entered."""
    cnf, statement = stated(puzzle, verb)
    claimed = claiming(cnf, also)
    assert isinstance(claimed, Cnf)  # clauses stay clauses
    entries = tuple(group.id for group in claimed.groups[len(cnf.groups) :])
    with open_path(claimed, statement, limits, entries=entries, seed=seed, smallest=smallest) as walk:
        yield walk


def stated(puzzle: Any, verb: str) -> tuple[Cnf[Any], Any]:
    """The clauses of a puzzle that is stated, with all its groups, and the statement."""
    puzzle = as_puzzle(puzzle)
    of_kind = kind_of(puzzle)
    statement = of_kind.statement(puzzle)
    if statement is None:
        raise UnsupportedCapability(f"{of_kind.name} does not answer {verb!r}: it is not said in statements")
    return as_cnf(puzzle, "complete", "explain"), statement


def pictured(puzzle: Any, known: Sequence[str], marked: Sequence[str]) -> Drawing:
    """The board with what is known, and the places marked where the step is."""
    of_kind = kind_of(puzzle)
    answer = of_kind.partial_answer(puzzle, known)
    if answer is None:
        raise UnsupportedCapability(f"{of_kind.name} has no drawing")
    return with_marks(of_kind.draw(puzzle, answer), marked)
