"""Encoders: functions from a puzzle to an encoding, with names by which users select them.

A puzzle stated as constraints has CNF encoders in several styles and a CP-SAT encoder. Assumed facts can be added to an
encoding, each as a soft group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from entails.encoders.cnf import FORMS, STYLES, Style
from entails.locale.message import DENIED, Message, Sentence, fact_sentence
from entails.models.encoding import Answer, Clauses, Cnf, CnfPlus, CpParts, CpSat, Encoding, Group, Kind, Native
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.numbering import FactNames
from entails.models.statement import Statement

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

P = TypeVar("P")
A = TypeVar("A")

_SAYS = {
    "pruned": "what the given facts leave open",
    "complete": "every rule in full, given facts as unit clauses",
    "minimal": "without implied clauses",
    "listed": "what is left open, rule by rule, with repetitions (the order of Landreau 2025)",
}


@dataclass(frozen=True)
class CnfEncoder(Generic[P, A]):
    """Encoder of a puzzle's statement as CNF, in one style and with one form of at-most-one.

    `pruned` simplifies with the clues, so its encodings cannot explain conflicts.
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
        return f"{_SAYS[self.style]}; {self.at_most_one} at-most-one"

    def encode(self, puzzle: P) -> Cnf[A]:
        from entails.encoders.cnf.compile import compile_cnf

        cnf = compile_cnf(self.state(puzzle), self.style, self.at_most_one, partial(self.answer, puzzle))
        return replace(cnf, about=(*cnf.about, f"encoder {self.name}"))


@dataclass(frozen=True)
class CardinalityEncoder(Generic[P, A]):
    """Encoder of a puzzle's statement as clauses and cardinality constraints, for engines that have both."""

    state: Callable[[P], Statement]
    answer: Answer[P, A]
    name: str = "native-cardinality"
    summary: str = "counts as cardinality constraints of the engine, all other constraints as clauses"
    kind: Literal["cnf+"] = "cnf+"
    explains: bool = True

    def encode(self, puzzle: P) -> CnfPlus[A]:
        from entails.encoders.cnf.cardinality import compile_cnf_plus

        encoding = compile_cnf_plus(self.state(puzzle), partial(self.answer, puzzle))
        return replace(encoding, cnf=replace(encoding.cnf, about=(*encoding.about, f"encoder {self.name}")))


@dataclass(frozen=True)
class CpSatEncoder(Generic[P, A]):
    """Encoder of a puzzle's statement for CP-SAT."""

    name: str
    state: Callable[[P], Statement]
    answer: Answer[P, A]
    summary: str = "a CP-SAT variable for each variable of the puzzle"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    state_to_explain: Callable[[P], Statement] | None = None
    """Function that returns a smaller statement with the same conflicts and repairs."""
    light_presolve: bool = False

    def encode(self, puzzle: P) -> CpSat[A]:
        return self._compiled(puzzle, self.state(puzzle))

    def encode_to_explain(self, puzzle: P) -> CpSat[A]:
        """Encode a puzzle for explanations, from a separate statement if there is one."""
        return self._compiled(puzzle, (self.state_to_explain or self.state)(puzzle))

    def _compiled(self, puzzle: P, statement: Statement) -> CpSat[A]:
        from entails.encoders.cpsat.compile import compile_cpsat

        recipe = compile_cpsat(statement, partial(self.answer, puzzle))
        about = (*recipe.about, f"encoder {self.name}")
        return replace(recipe, about=about, light_presolve=self.light_presolve)


@dataclass(frozen=True)
class NativeEncoder(Generic[P]):
    """Encoder that returns the puzzle itself, for engines that know its rules."""

    name: str = "native"
    kind: Literal["native"] = "native"
    explains: bool = False
    summary: str = "the puzzle itself, for engines that know its rules"

    def encode(self, puzzle: P) -> Native[Any]:
        return Native(puzzle)


def all_encoders(state: Callable[[P], Statement], answer: Answer[P, A]) -> Iterator[CnfEncoder[P, A]]:
    """Yield a CNF encoder for each combination of style and at-most-one form: `complete`, `complete+ladder`, ..."""
    for form in FORMS:
        for style in STYLES:
            name = style if form == "pairwise" else f"{style}+{form}"
            yield CnfEncoder(name, state, answer, style, form)


P_contra = TypeVar("P_contra", contravariant=True)


class Encoder(Protocol[P_contra, A]):
    """Protocol of encoders: a name and a function from a puzzle to an encoding.

    `explains` is true if the encoding keeps the clues as soft groups, so that conflicts can be explained. It is
    false for encoders that simplify with the clues.
    """

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def summary(self) -> str: ...

    @property
    def explains(self) -> bool: ...

    def encode(self, puzzle: P_contra) -> Encoding[A]: ...


ASSUMED = Message("you assume {fact}", "vous supposez {fact}")


def with_assumptions(
    encoding: Encoding[A], names: Sequence[str], in_words: Callable[[str], Sentence] = fact_sentence
) -> Encoding[A]:
    """Add assumptions to an encoding, each as a soft group; "not r1c1=5" assumes the negation of a fact.

    `in_words` returns the sentence of a fact.
    """
    if not names:
        return encoding
    if isinstance(encoding, Native):
        raise UnsupportedCapability(
            "this engine does not support assumptions; choose a CNF or CP-SAT encoder, or another engine"
        )
    if isinstance(encoding, CnfPlus):
        cnf = with_assumptions(encoding.cnf, names, in_words)
        assert isinstance(cnf, Cnf)
        return replace(encoding, cnf=cnf)
    facts = [_fact(encoding.names, name.strip()) for name in names] if isinstance(encoding.names, FactNames) else []
    if not facts:
        number = {name: fact for fact, name in enumerate(encoding.names, 1)}
        facts = [_fact(number, name.strip()) for name in names]
    groups = (*encoding.groups, *(_group(name, in_words) for name in names))
    first = len(encoding.groups)
    if isinstance(encoding, CpSat):
        return replace(encoding, groups=groups, build=partial(_build, encoding.build, tuple(facts), first))
    units = Clauses.of([[fact] for fact in facts], [first + place for place in range(len(facts))])
    rival = None if encoding.rival is None else with_assumptions(encoding.rival, names, in_words)
    assert rival is None or isinstance(rival, CpSat)
    return replace(encoding, groups=groups, added=encoding.added + units, rival=rival)


def _fact(number: Mapping[str, int] | FactNames, name: str) -> int:
    """Return the literal with this name; "not " negates a fact."""
    wanted = name.removeprefix(DENIED)
    fact = number.facts.find(wanted) if isinstance(number, FactNames) else number.get(wanted)
    if fact is None:
        first = next(iter(number), "")
        expected = f"one such as {first}, or not {first}" if first else "none: the puzzle has no facts"
        raise InvalidOption(f"unknown fact {wanted[:40]!r}", where="--assume", expected=expected)
    return -fact if name != wanted else fact


def _group(name: str, in_words: Callable[[str], Sentence]) -> Group:
    sentence = ASSUMED(fact=in_words(name.strip()))
    return Group(f"said {name}", sentence.say(), soft=True, sentence=sentence)


def _build(build: Callable[..., CpParts], facts: tuple[int, ...], first: int, *arguments: Any) -> CpParts:
    """Build the CP-SAT model with a selector for each assumption."""
    parts = build(*arguments)
    switches: dict[int, IntVar] = dict(parts.switches)
    for group, fact in enumerate(facts, first):
        variable, value = parts.facts[abs(fact) - 1]
        switch = switches[group] = parts.model.new_bool_var(f"said {group}")
        holds = variable == value if fact > 0 else variable != value
        parts.model.add(holds).only_enforce_if(switch)
    return replace(parts, switches=switches)
