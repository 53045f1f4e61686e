"""Wordle for CP-SAT: a letter for each position, the lexicon as a table, each claim as a constraint on a switch."""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from clausal.encoders.wordle.claims import AtLeast, AtMost, Claim, InCommon, Is, IsNot, WellPlaced
from clausal.encoders.wordle.rules import LETTERS, about, fact_names, statements, word_of
from clausal.models.encoding import CpParts, CpSat
from clausal.models.letters import ALPHABET
from clausal.models.wordle import Wordle

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


def build(puzzle: Wordle) -> CpParts:
    """The model. Every claim and the lexicon hang on switches, so that they can be doubted."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    secret = _Secret(model, puzzle.length)
    switches = {}
    for index, (group, claim) in enumerate(statements(puzzle)):
        if not group.doubtable:
            continue
        switches[index] = switch = model.new_bool_var(group.id)
        if claim is None:
            table = model.add_allowed_assignments(secret.letters, puzzle.letters.tolist())
            table.only_enforce_if(switch)
        else:
            model.add(secret.meets(claim)).only_enforce_if(switch)
    facts = [(letter, value) for letter in secret.letters for value in range(LETTERS)]
    return CpParts(model, [*facts, *((there, 1) for there in secret.has)], switches)


class _Secret:
    """The unknown word, and what can be said about it."""

    def __init__(self, model: "CpModel", length: int) -> None:
        self.model = model
        self.letters = [model.new_int_var(0, LETTERS - 1, f"position {place}") for place in range(1, length + 1)]
        self._is = {
            (position, letter): self._equals(position, value)
            for position in range(length)
            for value, letter in enumerate(ALPHABET)
        }
        self.has = [model.new_bool_var(f"has {letter}") for letter in ALPHABET]
        for there, letter in zip(self.has, ALPHABET, strict=True):
            model.add_max_equality(there, [self._is[position, letter] for position in range(length)])

    def _equals(self, position: int, value: int) -> "IntVar":
        """A Boolean for "this position holds this letter"."""
        equal = self.model.new_bool_var("")
        self.model.add(self.letters[position] == value).only_enforce_if(equal)
        self.model.add(self.letters[position] != value).only_enforce_if(~equal)
        return equal

    def meets(self, claim: Claim) -> Any:
        """The claim as a linear constraint."""
        match claim:
            case Is(position, letter):
                return self.letters[position] == ALPHABET.index(letter)
            case IsNot(position, letter):
                return self.letters[position] != ALPHABET.index(letter)
            case AtLeast(letter, copies):
                return self._copies(letter) >= copies
            case AtMost(letter, copies):
                return self._copies(letter) <= copies
            case WellPlaced(word, count):
                return sum(self._is[place] for place in enumerate(word)) == count
            case InCommon(word, count):
                return sum(self._shared(letter, copies) for letter, copies in Counter(word).items()) == count
        raise NotImplementedError(type(claim).__name__)

    def _copies(self, letter: str) -> Any:
        return sum(self._is[position, letter] for position in range(len(self.letters)))

    def _shared(self, letter: str, copies: int) -> "IntVar":
        """How many of these copies the secret has too: no more than there are, no more than it has."""
        shared = self.model.new_int_var(0, copies, "")
        self.model.add_min_equality(shared, [self._copies(letter), copies])
        return shared


@dataclass(frozen=True)
class WordleCpSat:
    """The model of letters as an encoder."""

    name: str = "cpsat"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    summary: str = "a letter for each position, the lexicon as a table (CP-SAT)"

    def encode(self, puzzle: Wordle) -> CpSat[str]:
        return CpSat(
            build=build,
            parts=((puzzle,),),
            names=fact_names(puzzle.length),
            groups=tuple(group for group, _ in statements(puzzle)),
            decode=partial(word_of, puzzle.length),
            one_hot=True,
            about=about(puzzle, self.name),
        )
