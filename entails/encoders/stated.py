"""Encoders of puzzles that are said as a statement: the clauses in one of their styles, or the model for CP-SAT."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from entails.encoders.at_most_one import AT_MOST_ONE
from entails.encoders.clauses import STYLES, Style, compile_cnf
from entails.models.encoding import Cnf, CpSat, Literals, Native
from entails.models.statement import Statement

P = TypeVar("P")
A = TypeVar("A")

Answer = Callable[[P, Literals], A]
"""Makes an answer of a puzzle and the facts that hold in it. A function of a module, so that encodings pickle."""

_SAYS = {
    "pruned": "what is left to decide once the stated facts are placed",
    "complete": "every rule in full, stated facts as unit clauses",
    "minimal": "only what is needed: the rest follows",
    "listed": "what is left to decide, rule by rule, said as often as rules say it (the order of Landreau 2025)",
}


@dataclass(frozen=True)
class StatedCnf(Generic[P, A]):
    """The clauses of a puzzle's statement in one style, with one form of at-most-one.

    `pruned` simplifies with what the puzzle states, so it cannot tell which of that is in the way.
    """

    name: str
    state: Callable[[P], Statement]
    answer: Answer[P, A]
    style: Style = "complete"
    at_most_one: str = "pairwise"
    kind: Literal["cnf"] = "cnf"

    @property
    def explains(self) -> bool:
        return self.style not in ("pruned", "listed")

    @property
    def summary(self) -> str:
        return f"{_SAYS[self.style]}; at most one said {self.at_most_one}"

    def encode(self, puzzle: P) -> Cnf[A]:
        cnf = compile_cnf(self.state(puzzle), self.style, self.at_most_one, partial(self.answer, puzzle))
        return replace(cnf, about=(*cnf.about, f"encoder {self.name}"))


@dataclass(frozen=True)
class StatedCpSat(Generic[P, A]):
    """The same statement for CP-SAT."""

    name: str
    state: Callable[[P], Statement]
    answer: Answer[P, A]
    summary: str = "a variable of CP-SAT for each of the puzzle's own"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True

    def encode(self, puzzle: P) -> CpSat[A]:
        from entails.encoders.cpsat import compile_cpsat

        recipe = compile_cpsat(self.state(puzzle), partial(self.answer, puzzle))
        return replace(recipe, about=(*recipe.about, f"encoder {self.name}"))


@dataclass(frozen=True)
class AsItself(Generic[P]):
    """The puzzle as it stands, for engines that know its rules."""

    name: str = "native"
    kind: Literal["native"] = "native"
    explains: bool = False
    summary: str = "the puzzle itself, for engines that know its rules"

    def encode(self, puzzle: P) -> Native[Any]:
        return Native(puzzle)


def every_style(state: Callable[[P], Statement], answer: Answer[P, A]) -> Iterator[StatedCnf[P, A]]:
    """Each style with each form of at-most-one: `complete`, `complete+ladder`, ..."""
    for form in AT_MOST_ONE:
        for style in STYLES:
            name = style if form == "pairwise" else f"{style}+{form}"
            yield StatedCnf(name, state, answer, style, form)
