"""The CP-SAT models of an encoding, and copies of them that take what one question adds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isinf
from typing import TYPE_CHECKING, Any

from entails.models.encoding import Cnf, CpParts, CpSat

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


class Models:
    """The models of an encoding, each built when it is first needed: with a bound most of them never are."""

    def __init__(self, encoding: Cnf[Any] | CpSat[Any]) -> None:
        self._encoding = encoding
        self._asked: set[int] = set()
        self._kept: dict[int, CpParts] = {}

    def __len__(self) -> int:
        return 1 if isinstance(self._encoding, Cnf) else len(self._encoding.parts)

    def copy(self, index: int) -> "ModelCopy":
        """A copy of a model for one question. Most models are asked once, so the first question gets the model itself;
        from the second on one is kept to be copied."""
        if index not in self._asked:
            self._asked.add(index)
            parts = self._build(index)
            return ModelCopy(parts, parts.model, self._auxiliaries)
        if index not in self._kept:
            self._kept[index] = self._build(index)
        return ModelCopy(self._kept[index], self._kept[index].model.clone(), self._auxiliaries)

    @property
    def _auxiliaries(self) -> int:
        encoding = self._encoding
        return encoding.variables - encoding.answers if isinstance(encoding, Cnf) else 0

    def _build(self, index: int) -> CpParts:
        encoding = self._encoding
        return cnf_parts(encoding) if isinstance(encoding, Cnf) else encoding.build(*encoding.parts[index])

    def deniable(self, parts: CpParts) -> tuple[int, ...]:
        """Facts of a model that have to be denied to tell an answer from others."""
        return () if self._encoding.one_hot else parts.deniable

    @property
    def maximises(self) -> bool:
        """Is more better? All models of an encoding agree in that."""
        encoding = self._encoding
        if isinstance(encoding, Cnf):
            return encoding.objective is None or encoding.objective.sense == "maximise"
        return encoding.sense == "maximise"

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """What no answer of each model can surpass."""
        encoding = self._encoding
        if isinstance(encoding, Cnf) or encoding.bound is None:
            return (inf if self.maximises else -inf,) * len(self)
        return tuple(encoding.bound(*part) for part in encoding.parts)

    @cached_property
    def promising_first(self) -> tuple[int, ...]:
        """The models in the order of what they promise, where that is known."""
        return tuple(sorted(range(len(self)), key=self.bounds.__getitem__, reverse=self.maximises))

    def in_turn(self, known: "Record") -> Iterator[int]:
        """The models to ask for a better answer than the best known, which changes while they are asked."""
        for index in self.promising_first:
            if known.reaches(self.bounds[index]):
                yield index


class Record:
    """What is known about the best answer while models are asked one after the other."""

    def __init__(self, models: Models) -> None:
        self._better = max if models.maximises else min
        self._best: float | None = None
        self._bounds = dict(enumerate(models.bounds))

    def reaches(self, worth: float) -> bool:
        """Would this be better than what is known?"""
        return self._best is None or (worth != self._best and self._better(worth, self._best) == worth)

    def settle(self, index: int, worth: float | None = None, bound: float | None = None) -> None:
        """A model has an answer of this worth and none beyond the bound; or no answer at all."""
        if worth is None or bound is None:
            del self._bounds[index]
            return
        self._bounds[index] = bound
        self._best = worth if self.reaches(worth) else self._best

    @property
    def bound(self) -> float | None:
        """What no answer of any model can surpass, None when nothing is known about that."""
        known = self._better((*self._bounds.values(), *(() if self._best is None else (self._best,))))
        return None if isinf(known) else known


def cnf_parts(cnf: Cnf[Any]) -> CpParts:
    """The clauses of a `Cnf` as a CP-SAT model."""
    from ortools.sat.python.cp_model import CpModel, LinearExpr

    model = CpModel()
    variables = [model.new_bool_var("") for _ in range(cnf.variables)]
    switches = {group: model.new_bool_var("") for group in cnf.doubtable}
    literal: dict[int, Any] = {index + 1: variable for index, variable in enumerate(variables)}
    literal |= {-index: ~variable for index, variable in literal.items()}
    clauses = cnf.clauses
    for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True):
        constraint = model.add_bool_or([literal[lit] for lit in clause])
        if group in switches:
            constraint.only_enforce_if(switches[group])
    if cnf.objective is not None:
        worths, facts = [worth for worth, _ in cnf.objective.facts], [literal[fact] for _, fact in cnf.objective.facts]
        better = model.maximize if cnf.objective.sense == "maximise" else model.minimize
        better(LinearExpr.weighted_sum(facts, worths) + cnf.objective.fixed)
    return CpParts(model, [(variable, 1) for variable in variables[: cnf.answers]], switches)


@dataclass
class ModelCopy:
    """One built model, and a copy of it that takes this call's extra constraints. Beyond its facts come the auxiliaries
    that the model has itself (`auxiliaries`, for a CNF), then those of what is added."""

    parts: CpParts
    copy: "CpModel"
    auxiliaries: int = 0
    _literals: dict[int, Any] = field(default_factory=dict)

    def literal(self, fact: int) -> Any:
        """A Boolean of the copy that says `fact`."""
        number = abs(fact)
        if number not in self._literals:
            self._literals[number] = self._says(number)
        return self._literals[number] if fact > 0 else ~self._literals[number]

    def _says(self, number: int) -> Any:
        if number > len(self.parts.facts):
            own = number <= len(self.parts.facts) + self.auxiliaries
            return self.copy.get_bool_var_from_proto_index(number - 1) if own else self.copy.new_bool_var("")
        variable, value = self.parts.facts[number - 1]
        if tuple(self.copy.proto.variables[variable.index].domain) == (0, 1):
            holds: Any = self.copy.get_bool_var_from_proto_index(variable.index)
            return holds if value == 1 else ~holds
        here, holds = self.copy.get_int_var_from_proto_index(variable.index), self.copy.new_bool_var("")
        self.copy.add(here == value).only_enforce_if(holds)
        self.copy.add(here != value).only_enforce_if(~holds)
        return holds

    def switch(self, group: int) -> Any:
        return self.copy.get_bool_var_from_proto_index(self.parts.switches[group].index)

    def tell(self, clauses: Iterable[tuple[int, Sequence[int]]]) -> dict[int, int]:
        """Further clauses, each with the number of what it belongs to, 0 for nothing: these simply hold. The others
        hang on a switch for each number; the number of each switch, by its index."""
        switches: dict[int, Any] = {}
        for number, clause in clauses:
            said = self.copy.add_bool_or([self.literal(fact) for fact in clause])
            if number:
                if number not in switches:
                    switches[number] = self.copy.new_bool_var("")
                said.only_enforce_if(switches[number])
        return {switch.index: number for number, switch in switches.items()}


def by_index(model: "CpModel", index: int) -> Any:
    """The literal with this index; negated literals have negative ones."""
    literal = model.get_bool_var_from_proto_index(index if index >= 0 else -index - 1)
    return literal if index >= 0 else ~literal
