"""Shared parts of the queries about steps: the puzzle as constraints, a player's position, reports of steps."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.encoder import with_assumptions
from entails.formats.drawing.text import with_marks
from entails.locale.message import Language
from entails.models.drawing import Drawing
from entails.models.encoding import Cnf, Group
from entails.models.errors import UnsupportedCapability
from entails.models.fields import Option, Value
from entails.models.limits import Limits
from entails.models.outcome import ReasonedStep, Tier, WrongEntry
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.pipeline import as_cnf
from entails.queries.query import LanguageOption, Seconds, Seed, TimedOptions
from entails.solvers.steps.path import Walk, open_path

Entries = Annotated[
    tuple[str, ...],
    Field(description='Your entry: a fact such as r1c1=5; "not r1c1=5" for a crossed-out value.'),
    Option("--assume", "--also", metavar="FACT"),
]


class StepsPositionOptions(TimedOptions):
    """Options of the queries about steps, which start from the position of a player."""

    assume: Entries = ()
    smallest: Annotated[bool, Field(description="Prove that each step is as small as possible (seconds per step).")] = (
        False
    )
    language: LanguageOption = "en"
    seconds: Seconds = 60.0
    seed: Seed = 0


class StatementText(Value):
    """A constraint: its id and its sentence."""

    id: str
    text: str

    @classmethod
    def of(cls, groups: Sequence[Group], language: Language = "en") -> "tuple[StatementText, ...]":
        return tuple(cls(id=group.id, text=group.say(language)) for group in groups)


class ReasonReport(Value):
    """A step: `statements` and the known `facts` force `forces`.

    Attributes:
        minimal: Whether the first forced fact needs all of the constraints.
        smallest: Whether no smaller set of constraints forces a fact.
        by_propagation: Whether unit propagation is enough.
        verified: Whether a second engine confirmed it.
        cells: The cells to look at.
    """

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
    """An entry of the player that contradicts the puzzle, with the constraints and facts that refute it."""

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
    puzzle: Any, verb: str, limits: Limits, assume: Sequence[str] = (), seed: int = 0, *, smallest: bool = False
) -> Iterator[Walk]:
    """Open the path through a puzzle, from the entries of a player."""
    cnf, statement = stated(puzzle, verb)
    claimed = with_assumptions(cnf, assume)
    assert isinstance(claimed, Cnf)  # clauses stay clauses
    entries = tuple(group.id for group in claimed.groups[len(cnf.groups) :])
    with open_path(claimed, statement, limits, entries=entries, seed=seed, smallest=smallest) as walk:
        yield walk


def stated(puzzle: Any, verb: str) -> tuple[Cnf[Any], Any]:
    """Return the CNF of a puzzle with all its groups, and its statement."""
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    statement = puzzle_type.statement(puzzle)
    if statement is None:
        raise UnsupportedCapability(f"{puzzle_type.name} does not answer {verb!r}: it has no constraint model")
    return as_cnf(puzzle, "complete", "explain"), statement


def pictured(puzzle: Any, known: Sequence[str], marked: Sequence[str]) -> Drawing:
    """Draw the board with the known facts and marked cells."""
    puzzle_type = puzzle_type_of(puzzle)
    answer = puzzle_type.partial_answer(puzzle, known)
    if answer is None:
        raise UnsupportedCapability(f"{puzzle_type.name} has no drawing")
    return with_marks(puzzle_type.draw(puzzle, answer), marked)
