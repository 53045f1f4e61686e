"""`Position`: a puzzle's statements behind switches, and what is known so far, ready for very many small questions.

Four solvers hold the same clauses: one searches, one only propagates, one knows nothing but what every statement takes
for granted, and one of another make confirms what the first claims.
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
"""Conflicts after which a long search looks at the clock."""
_CONFIRMED_WITHIN = 20_000
"""Conflicts that the second engine may spend on one claim."""


class PropagationState:
    """Statements are groups, by their number in the encoding. What is given outright (a digit that stands already, an
    entry of a player) is a fact, not a statement. Groups of `without` are left out. `holding` are groups that say of a
    variable with so many values that it has one: that it has no two of them is taken for granted, and where there are
    two, that it has one of them.

    `known` are literals that hold: those given, and whatever was told since.
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
        """The literal of each group that gives it outright."""
        self._twin: dict[int, int] = {}
        """Of two values one holds: that it is not the one is said by the other."""
        hard: list[list[int]] = []
        said: dict[int, list[list[int]]] = {}
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
                said.setdefault(group, []).append(clause)
        self.statements = tuple(said)
        self.switch = {group: cnf.variables + place for place, group in enumerate(said, 1)}
        self.group_at = {switch: group for group, switch in self.switch.items()}
        guarded = [[*clause, -self.switch[group]] for group, own in said.items() for clause in own]
        self.search: Any = Minisat22(bootstrap_with=[*hard, *guarded])
        self.propagation: Any = Minisat22(bootstrap_with=[*hard, *guarded])
        self.granted: Any = Minisat22(bootstrap_with=hard)
        self.second: Any = Glucose4(bootstrap_with=[*hard, *guarded])
        self.scope = _scopes(said, hard, cnf.answers)
        self.needs_search = {
            group for group, own in said.items() if any(abs(literal) > cnf.answers for one in own for literal in one)
        }
        self.touching: dict[int, list[int]] = {}
        for group, facts in self.scope.items():
            for fact in facts:
                self.touching.setdefault(fact, []).append(group)
        self.known: set[int] = set()
        self.changed: dict[int, None] = dict.fromkeys(self.statements)
        """Statements that may force something new."""
        self.broken = False
        units = [clause[0] for clause in hard if len(clause) == 1 and abs(clause[0]) <= cnf.answers]
        self.learn([*self.given.values(), *units])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for solver in (self.search, self.propagation, self.granted, self.second):
            solver.delete()

    def _is_given(self, group: Group, literal: int) -> bool:
        """Does this group give a fact outright, under its own name?"""
        if not group.doubtable or abs(literal) > self.cnf.answers:
            return False
        return group.id in (f"given {self.name(literal)}", f"said {self.name(literal)}")

    @property
    def open(self) -> list[int]:
        """The facts that are neither known to hold nor not to."""
        return [fact for fact in range(1, self.cnf.answers + 1) if fact not in self.known and -fact not in self.known]

    def learn(self, literals: Iterable[int]) -> None:
        """These hold, and what everything takes for granted then holds too."""
        told = [*self.known, *literals]
        fits, closed = self.granted.propagate(told)
        new = {literal for literal in (*told, *closed) if abs(literal) <= self.cnf.answers} - self.known
        self.broken = self.broken or not fits or any(-literal in new or -literal in self.known for literal in new)
        for literal in sorted(new, key=abs):
            self.search.add_clause([literal])
            self.propagation.add_clause([literal])
            for group in self.touching.get(abs(literal), ()):
                self.changed[group] = None
        self.known |= new

    def follows(self, groups: Iterable[int], *assumed: int) -> list[int] | None:
        """What unit propagation of these statements adds to what is known; None when they contradict."""
        fits, literals = self.propagation.propagate([*assumed, *(self.switch[group] for group in groups)])
        if not fits:
            return None
        facts = self.cnf.answers
        return [literal for literal in literals if abs(literal) <= facts and literal not in self.known]

    def refuted(self, literal: int, groups: Sequence[int], conflicts: int | None) -> list[int] | None:
        """Those of these statements that refute a literal; None when they do not, or not within so many conflicts."""
        assumed = [literal, *(self.switch[group] for group in groups)]
        if conflicts is None:
            verdict: bool | None = self.decided(assumed)
        else:
            self.search.conf_budget(conflicts)
            verdict = self.search.solve_limited(assumptions=assumed)
        if verdict is not False:
            return None
        return [self.group_at[one] for one in self.search.get_core() or () if one in self.group_at]

    def decided(self, assumed: Sequence[int]) -> bool:
        """Can these hold, with what is known? The search goes on until it knows, or the time is over."""
        while True:
            self.search.conf_budget(_AT_A_TIME)
            verdict: bool | None = self.search.solve_limited(assumptions=list(assumed))
            if verdict is not None:
                return verdict
            if self.budget.out_of_time:
                raise LimitReached("time")

    def confirmed(self, literal: int, groups: Collection[int]) -> tuple[bool | None, list[int]]:
        """Does a second engine refute the literal with these statements and what is known, and by which known facts?"""
        known = [one for one in self.known if one != literal]
        self.second.conf_budget(_CONFIRMED_WITHIN)
        verdict = self.second.solve_limited(assumptions=[literal, *(self.switch[group] for group in groups), *known])
        if verdict is not False:
            return (None if verdict is None else False), []
        core = self.second.get_core() or ()
        return True, [one for one in core if abs(one) <= self.cnf.answers and one != literal]

    def worth_saying(self, literals: Sequence[int]) -> list[int]:
        """What holds before what does not, and nothing that goes without saying once the former is said."""
        _, closed = self.granted.propagate([*self.known, *literals])
        new = dict.fromkeys([*literals, *closed])
        holding = [literal for literal in new if 0 < literal <= self.cnf.answers and literal not in self.known]
        said = set(self.granted.propagate([*self.known, *holding])[1])
        return [*holding, *(literal for literal in literals if literal < 0 and literal not in said)]

    def needed_facts(self, literal: int, groups: Collection[int], facts: list[int]) -> list[int]:
        """Those of these known facts that it takes: none can be left out."""
        switches, needed = [self.switch[group] for group in groups], list(facts)
        for fact in facts:
            fewer = [one for one in needed if one != fact]
            self.second.conf_budget(_CONFIRMED_WITHIN)
            if fact in needed and self.second.solve_limited(assumptions=[literal, *switches, *fewer]) is False:
                core = set(self.second.get_core() or ())
                needed = [one for one in fewer if one in core]
        return needed

    def needs_all(self, literal: int, groups: Sequence[int]) -> bool | None:
        """Is each of these statements needed to refute the literal? The second engine looks for an answer without it;
        None when it cannot tell."""
        answers = [self.confirmed(literal, [other for other in groups if other != group])[0] for group in groups]
        return False if True in answers else None if None in answers else True

    def name(self, literal: int) -> str:
        """A fact, or "not " and a fact."""
        return self.cnf.names[literal - 1] if literal > 0 else f"not {self.cnf.names[-literal - 1]}"

    def names(self, literals: Iterable[int]) -> tuple[str, ...]:
        """Names in the order of the puzzle, what holds before what does not."""
        said = {self._twin.get(literal, literal) for literal in literals}
        return tuple(self.name(literal) for literal in sorted(said, key=lambda one: (one < 0, abs(one))))

    def groups(self, numbers: Iterable[int]) -> tuple[Group, ...]:
        return tuple(self.cnf.groups[number] for number in sorted(numbers))


def _scopes(said: dict[int, list[list[int]]], hard: list[list[int]], facts: int) -> dict[int, set[int]]:
    """The facts that each statement speaks of, be it by way of auxiliaries."""
    behind: dict[int, set[int]] = {}
    for clause in hard:
        for literal in clause:
            if abs(literal) > facts:
                behind.setdefault(abs(literal), set()).update(abs(other) for other in clause)
    reached: dict[int, frozenset[int]] = {}

    def of(variable: int) -> Iterator[int]:
        """Facts that hang on an auxiliary."""
        if variable not in reached:
            seen, waiting = {variable}, [variable]
            while waiting:
                for other in behind.get(waiting.pop(), ()):
                    if other not in seen:
                        seen.add(other)
                        if other > facts:
                            waiting.append(other)
            found = frozenset(one for one in seen if one <= facts)
            for one in seen:
                if one > facts:
                    reached[one] = found
        yield from reached[variable]

    return {
        group: {
            fact
            for clause in own
            for literal in clause
            for fact in ((abs(literal),) if abs(literal) <= facts else of(abs(literal)))
        }
        for group, own in said.items()
    }
