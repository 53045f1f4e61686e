"""A CP-SAT model for testing many sets of soft groups for consistency.

The model is built once; a query changes the domains of switches and the assumptions. With assumptions, an infeasible
model names a core, and most queries are fast. Some models need the presolve that assumptions prevent, so an undecided
query is tried again with fixed switches. The way that decided a query comes first in the next one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from entails.encoders.cp_model.check import CpChecker
from entails.models.cp_model import Contents, contents, scope
from entails.solvers.engine import GroupVerdict, Heaviest

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

Attempt: TypeAlias = Callable[["CpModel", float | None, float | None], tuple[str, "CpSolver"]]
"""Function that runs CP-SAT on a model, within some seconds and some deterministic work."""

_ATTEMPTS = ((True, 0.05), (False, 0.2), (True, 2.0), (False, None))
"""Attempts of a test until one decides: with or without assumptions, and the limit of deterministic work."""
_WORK_OF_SEARCH = 0.2
"""Deterministic work of a search for the heaviest consistent set."""
_MOST_READ = 100_000
"""Number of constraints above which those that a solution satisfies are not read."""
_SOLVED = ("OPTIMAL", "FEASIBLE")


class GroupModel:
    """A model without objective, and the selectors of its soft groups; hard groups are always enforced."""

    def __init__(self, model: "CpModel", switches: Mapping[int, "IntVar"]) -> None:
        self._model, self.switches = model, switches
        model.clear_objective()  # type: ignore[no-untyped-call]
        self._domains: dict[int, tuple[int, int]] = {}
        self._first = 0
        self._values: Sequence[int] = ()
        self._held = frozenset[int]()

    def test(self, groups: Collection[int], seconds: float | None, attempt: Attempt) -> GroupVerdict:
        """Return whether some soft groups are consistent, within a time limit."""
        held = frozenset(groups) & self.switches.keys()  # a group without constraints has no switch
        deadline = None if seconds is None else monotonic() + seconds
        for place in sorted(range(len(_ATTEMPTS)), key=lambda place: (place // 2, place % 2 != self._first)):
            assumes, work = _ATTEMPTS[place]
            left = None if deadline is None else deadline - monotonic()
            if left is not None and left <= 0:
                break
            if assumes and not held:
                continue
            self._select(held, (0, 1) if assumes else (1, 1))
            if assumes:
                self._model.proto.assumptions.extend([self.switches[group].index for group in held])
            status, solver = attempt(self._model, left, work)
            if status in _SOLVED:
                self._first = place % 2
                self._keep(solver, held)
                return GroupVerdict(True)
            if status == "INFEASIBLE":
                self._first = place % 2
                return GroupVerdict(False, core=self._core(held, solver) if assumes else None)
        return GroupVerdict(None)

    def heaviest(self, weights: Mapping[int, int], seconds: float | None, attempt: Attempt) -> Heaviest | None:
        """Search for the heaviest consistent set of soft groups; None if no consistent set is found."""
        self._select(self.switches.keys(), (0, 1))
        model: Any = self._model.clone()
        terms = [weights[group] * model.get_bool_var_from_proto_index(on.index) for group, on in self.switches.items()]
        model.maximize(sum(terms))
        status, solver = attempt(model, seconds, _WORK_OF_SEARCH)
        if status not in _SOLVED:
            return None
        chosen = [group for group, on in self.switches.items() if solver.response_proto.solution[on.index]]
        self._keep(solver, chosen)
        return Heaviest(frozenset(chosen), proven=status == "OPTIMAL")

    def _keep(self, solver: "CpSolver", held: Collection[int]) -> None:
        self._values, self._held = list(solver.response_proto.solution), frozenset(held)

    def _select(self, groups: Collection[int], domain: tuple[int, int]) -> None:
        """Set the domain of these groups' selectors, switch all other groups off, and clear assumptions."""
        variables = self._model.proto.variables
        for group, switch in self.switches.items():
            wanted = domain if group in groups else (0, 0)
            if self._domains.get(group) != wanted:
                stored = variables[switch.index].domain
                stored[0], stored[1] = self._domains[group] = wanted
        self._model.proto.assumptions.clear()

    def _core(self, held: frozenset[int], solver: "CpSolver") -> frozenset[int] | None:
        named = set(solver.sufficient_assumptions_for_infeasibility())
        core = frozenset(group for group in held if self.switches[group].index in named)
        return core if len(core) == len(named) else None  # presolve may name an equal literal that was not assumed

    def satisfied(self) -> Collection[int]:
        """Return the soft groups whose constraints the last solution satisfies."""
        if self._reading is None:
            return self._held
        read, places = self._reading
        on = {switch.index: 1 for switch in self.switches.values()}
        check, held = CpChecker(read, {**dict(enumerate(self._values)), **on}), self._held
        return [*held, *(g for g, own in places.items() if g not in held and not any(map(check.broken, own)))]

    @cached_property
    def _reading(self) -> tuple[Contents, dict[int, list[int]]] | None:
        """The constraints of the model, and those of each group whose selector only enforces constraints."""
        if len(self._model.proto.constraints) > _MOST_READ:
            return None
        read = contents(self._model.proto)
        group_of = {switch.index: group for group, switch in self.switches.items()}
        places: dict[int, list[int]] = {group: [] for group in self.switches}
        unreadable = set[int]()
        for place, constraint in enumerate(read.constraints):
            for index in group_of.keys() & set(constraint.enforced):
                places[group_of[index]].append(place)
            unreadable.update(scope(replace(constraint, enforced=()), read))
            unreadable.update(-1 - literal for literal in constraint.enforced)
        for index in group_of.keys() & unreadable:
            del places[group_of[index]]
        return read, places
