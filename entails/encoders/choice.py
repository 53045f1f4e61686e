"""A choice of statements for CP-SAT: one model for each case, built where it is solved.

There are no clauses of a choice: they would say all of its cases at once, which is what it is there to avoid.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from entails.encoders.stated import Answer
from entails.models.encoding import CpParts, CpSat, Decode
from entails.models.statement.choice import Case, Choice
from entails.models.statement.grain import Grain

P = TypeVar("P")
A = TypeVar("A")


def compile_choice(choice: Choice, decode: Decode[A]) -> CpSat[A]:
    """The recipe. Where a single case is left its sentences can be doubted; of several, each would be contradicted for
    reasons of its own, and simply holds."""
    alone = len(choice.parts) == 1
    return CpSat(
        build=partial(build, choice.state, len(choice.names), alone),
        parts=choice.parts,
        names=choice.names,
        groups=Grain.of(choice.state(*choice.parts[0]).statement).groups if alone else (),
        decode=decode,
        about=choice.about,
        bound=choice.bound,
        sense=choice.sense,
    )


def build(state: Callable[..., Case], facts: int, doubting: bool, *part: Any) -> CpParts:
    """The model of one case, told in the facts of the choice. What may be doubted holds, unless `doubting`."""
    from entails.encoders.cpsat import build as build_statement

    case = state(*part)
    built = build_statement(case.statement)
    never, always = (built.model.new_constant(0), 1), (built.model.new_constant(1), 1)
    said = [never] * facts
    for fact in case.always:
        said[fact - 1] = always
    for fact, own in case.facts.items():
        said[fact - 1] = built.facts[own - 1]
    if not doubting:
        built.model.add_bool_and(list(built.switches.values()))
    return CpParts(built.model, said, built.switches if doubting else {})


@dataclass(frozen=True)
class ChosenCpSat(Generic[P, A]):
    """Puzzles that are said as a choice of statements, for CP-SAT."""

    name: str
    choose: Callable[[P], Choice]
    answer: Answer[P, A]
    summary: str = "one model of CP-SAT for each case"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True

    def encode(self, puzzle: P) -> CpSat[A]:
        return compile_choice(self.choose(puzzle), partial(self.answer, puzzle))
