"""`PropagationState`: constraints behind selectors and the known facts, for many small queries.

Four solvers hold the clauses: one searches, one propagates, one has only the clauses that belong to no constraint, and
a solver of another family confirms results.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

import numpy as np

from entails.models.encoding import Cnf, Group
from entails.models.expressions.linearize import MEANINGS
from entails.models.statement import DEFINITIONS, DOMAINS
from entails.solvers.engine import Budget
from entails.solvers.soft import LimitReached

_TAKEN_FOR_GRANTED = frozenset({DEFINITIONS.id, MEANINGS.id, DOMAINS.id})
_YES_OR_NO = 2
_AT_A_TIME = 2_000
"""Conflicts between two checks of the clock in a long search."""
_CONFIRMED_WITHIN = 20_000
"""Conflict limit of the second engine for one confirmation."""


class PropagationState:
    """Constraints with selectors, and known literals. A constraint is a group, by its number in the encoding.

    A given fact, such as a digit or an entry of a player, is a known literal, not a constraint.

    Args:
        without: Groups to leave out.
        holding: Groups that give a variable a value, with the size of its domain. That it has at most one value is
            taken for granted; for a domain of two values, so is that it has one.
    """

    def __init__(
        self,
        cnf: Cnf[Any],
        budget: Budget,
        *,
        without: Collection[int] = (),
        holding: Mapping[int, int] | None = None,
        seed: int = 0,
    ) -> None:
        from pysat.solvers import Glucose4, Minisat22

        self.cnf, self.budget, self.dice, holding = cnf, budget, random.Random(seed), holding or {}
        clauses, group_of = cnf.clauses.lists, cnf.clauses.group_of.tolist()
        sizes = np.bincount(cnf.clauses.group_of, minlength=len(cnf.groups)).tolist() if clauses else []
        self.given: dict[int, int] = {}
        """The literal of each group that consists of one given fact."""
        self._twin: dict[int, int] = {}
        """The literal of the other value of a two-valued variable, by the negated literal of each."""
        hard: list[list[int]] = []
        clauses_of: dict[int, list[list[int]]] = {}
        for clause, group in zip(clauses, group_of, strict=True):
            if group in without:
                continue
            if len(clause) == 1 == sizes[group] and self._is_given(cnf.groups[group], clause[0]):
                self.given[group] = clause[0]
            elif cnf.groups[group].id in _TAKEN_FOR_GRANTED or (
                group in holding and (holding[group] == _YES_OR_NO or all(literal < 0 for literal in clause))
            ):
                hard.append(clause)
                if holding.get(group) == _YES_OR_NO and len(clause) == _YES_OR_NO and min(clause) > 0:
                    self._twin |= {-clause[0]: clause[1], -clause[1]: clause[0]}
            else:
                clauses_of.setdefault(group, []).append(clause)
        self.statements = tuple(clauses_of)
        self.switch = {group: cnf.variables + place for place, group in enumerate(clauses_of, 1)}
        self.group_at = {switch: group for group, switch in self.switch.items()}
        guarded = [[*clause, -self.switch[group]] for group, own in clauses_of.items() for clause in own]
        self.search: Any = Minisat22(bootstrap_with=[*hard, *guarded])
        self.propagation: Any = Minisat22(bootstrap_with=[*hard, *guarded])
        self.granted: Any = Minisat22(bootstrap_with=hard)
        self.second: Any = Glucose4(bootstrap_with=[*hard, *guarded])
        self.scope = _scopes(clauses_of, hard, cnf.answers)
        self.needs_search = {
            group
            for group, own in clauses_of.items()
            if any(abs(literal) > cnf.answers for member in own for literal in member)
        }
        self.touching: dict[int, list[int]] = {}
        for group, facts in self.scope.items():
            for fact in facts:
                self.touching.setdefault(fact, []).append(group)
        self.known: set[int] = set()
        self.changed: dict[int, None] = dict.fromkeys(self.statements)
        """Constraints that may force a new fact."""
        self._models: dict[int, list[frozenset[int]]] = {}
        """Facts of models of one constraint alone, that show which literals it does not refute."""
        self.broken = False
        units = [clause[0] for clause in hard if len(clause) == 1 and abs(clause[0]) <= cnf.answers]
        self.learn([*self.given.values(), *units])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for solver in (self.search, self.propagation, self.granted, self.second):
            solver.delete()

    def _is_given(self, group: Group, literal: int) -> bool:
        """Return whether a group consists of one given fact, under the fact's own name."""
        if not group.soft or abs(literal) > self.cnf.answers:
            return False
        return group.id in (f"given {self.name(literal)}", f"said {self.name(literal)}")

    @property
    def open(self) -> list[int]:
        """Return the facts that are neither known to be true nor known to be false."""
        return [fact for fact in range(1, self.cnf.answers + 1) if fact not in self.known and -fact not in self.known]

    def learn(self, literals: Iterable[int]) -> None:
        """Add known literals, and those that follow from them by the hard rules."""
        holding = [*self.known, *literals]
        fits, closed = self.granted.propagate(holding)
        new = {literal for literal in (*holding, *closed) if abs(literal) <= self.cnf.answers} - self.known
        self.broken = self.broken or not fits or any(-literal in new or -literal in self.known for literal in new)
        for literal in sorted(new, key=abs):
            self.search.add_clause([literal])
            self.propagation.add_clause([literal])
            for group in self.touching.get(abs(literal), ()):
                self.changed[group] = None
        self.known |= new

    def follows(self, groups: Iterable[int], *assumed: int) -> list[int] | None:
        """Return the literals that unit propagation of these constraints adds; None on a conflict."""
        fits, literals = self.propagation.propagate([*assumed, *(self.switch[group] for group in groups)])
        if not fits:
            return None
        facts = self.cnf.answers
        return [literal for literal in literals if abs(literal) <= facts and literal not in self.known]

    def refuted(self, literal: int, groups: Sequence[int], conflicts: int | None) -> list[int] | None:
        """Return the constraints of a core that refutes a literal; None if none is found within `conflicts`.

        With 0 conflicts, only unit propagation refutes. With None, there is no limit.
        """
        assumed = [literal, *(self.switch[group] for group in groups)]
        if conflicts == 0:
            fits, _ = self.search.propagate(assumed)
            verdict: bool | None = None if fits else self.search.solve(assumptions=assumed)
        elif conflicts is None:
            verdict = self.decided(assumed)
        else:
            self.search.conf_budget(conflicts)
            verdict = self.search.solve_limited(assumptions=assumed)
        if verdict is not False:
            return None
        return [self.group_at[switch] for switch in self.search.get_core() or () if switch in self.group_at]

    def refuted_alone(self, group: int, conflicts: int) -> list[int]:
        """Return the open literals that one constraint alone refutes. Its known models settle most of the others."""
        models = [model for model in self._models.get(group, ()) if self.known <= model]
        possible = set().union(*models)
        refuted = []
        for fact in sorted(self.scope[group]):
            for literal in (fact, -fact):
                if literal in possible or literal in self.known or -literal in self.known:
                    continue
                if self.refuted(literal, [group], conflicts) is not None:
                    refuted.append(literal)
                elif (model := self.search.get_model()) is not None:
                    models.append(frozenset(model[: self.cnf.answers]))
                    possible |= models[-1]
        self._models[group] = models
        return refuted

    def propagations(self) -> int:
        """Return the number of propagations of the search so far: a measure of work that no clock changes."""
        return int(self.search.accum_stats()["propagations"])

    def decided(self, assumed: Sequence[int]) -> bool:
        """Return whether assumptions are consistent with the known facts; raise LimitReached at the time limit."""
        while True:
            self.search.conf_budget(_AT_A_TIME)
            verdict: bool | None = self.search.solve_limited(assumptions=list(assumed))
            if verdict is not None:
                return verdict
            if self.budget.out_of_time:
                raise LimitReached("time")

    def confirmed(self, literal: int, groups: Collection[int]) -> tuple[bool | None, list[int]]:
        """Return whether a second engine refutes the literal (None: undecided), and the known facts that it used."""
        known = [fact for fact in self.known if fact != literal]
        self.second.conf_budget(_CONFIRMED_WITHIN)
        verdict = self.second.solve_limited(assumptions=[literal, *(self.switch[group] for group in groups), *known])
        if verdict is not False:
            return (None if verdict is None else False), []
        core = self.second.get_core() or ()
        return True, [fact for fact in core if abs(fact) <= self.cnf.answers and fact != literal]

    def without_implied(self, literals: Sequence[int]) -> list[int]:
        """Return the positive literals, then those negative ones that do not follow from them."""
        _, closed = self.granted.propagate([*self.known, *literals])
        new = dict.fromkeys([*literals, *closed])
        holding = [literal for literal in new if 0 < literal <= self.cnf.answers and literal not in self.known]
        implied = set(self.granted.propagate([*self.known, *holding])[1])
        return [*holding, *(literal for literal in literals if literal < 0 and literal not in implied)]

    def needed_facts(self, literal: int, groups: Collection[int], facts: list[int]) -> list[int]:
        """Return a minimal subset of these known facts that suffices for a refutation."""
        switches, needed = [self.switch[group] for group in groups], list(facts)
        for fact in facts:
            fewer = [kept for kept in needed if kept != fact]
            self.second.conf_budget(_CONFIRMED_WITHIN)
            if fact in needed and self.second.solve_limited(assumptions=[literal, *switches, *fewer]) is False:
                core = set(self.second.get_core() or ())
                needed = [kept for kept in fewer if kept in core]
        return needed

    def only_needed(self, literal: int, groups: Sequence[int]) -> tuple[list[int], bool]:
        """Return a minimal part of constraints that refute the literal.

        The second value is false if the second engine could not decide whether each of them is needed.
        """
        needed, minimal = list(groups), True
        for group in groups if len(groups) > 1 else ():
            fewer = [kept for kept in needed if kept != group]
            refuted, _ = self.confirmed(literal, fewer)
            if refuted:
                needed = fewer
            minimal = minimal and refuted is not None
        return needed, minimal

    def name(self, literal: int) -> str:
        """Return the name of a literal: the fact's name, after "not " if it is negative."""
        return self.cnf.names[literal - 1] if literal > 0 else f"not {self.cnf.names[-literal - 1]}"

    def names(self, literals: Iterable[int]) -> tuple[str, ...]:
        """Return the names of literals in the order of the puzzle, positive ones first."""
        named = {self._twin.get(literal, literal) for literal in literals}
        return tuple(self.name(literal) for literal in sorted(named, key=lambda literal: (literal < 0, abs(literal))))

    def groups(self, numbers: Iterable[int]) -> tuple[Group, ...]:
        return tuple(self.cnf.groups[number] for number in sorted(numbers))


def _scopes(clauses_of: dict[int, list[list[int]]], hard: list[list[int]], facts: int) -> dict[int, set[int]]:
    """Return the facts that each constraint is about, directly or through auxiliary variables."""
    behind: dict[int, set[int]] = {}
    for clause in hard:
        for literal in clause:
            if abs(literal) > facts:
                behind.setdefault(abs(literal), set()).update(abs(member) for member in clause)
    reached: dict[int, frozenset[int]] = {}

    def of(variable: int) -> Iterator[int]:
        """Yield the facts in the definition of an auxiliary variable."""
        if variable not in reached:
            seen, waiting = {variable}, [variable]
            while waiting:
                for member in behind.get(waiting.pop(), ()):
                    if member not in seen:
                        seen.add(member)
                        if member > facts:
                            waiting.append(member)
            facts_behind = frozenset(variable_seen for variable_seen in seen if variable_seen <= facts)
            for variable_seen in seen:
                if variable_seen > facts:
                    reached[variable_seen] = facts_behind
        yield from reached[variable]

    return {
        group: {
            fact
            for clause in own
            for literal in clause
            for fact in ((abs(literal),) if abs(literal) <= facts else of(abs(literal)))
        }
        for group, own in clauses_of.items()
    }
