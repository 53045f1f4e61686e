"""Disjunction trees as values, with the names of their facts and reasons.

A tree is a flat table with one row per disjunction, because trees of hard formulas nest deeper than Python recursion
allows. A row names the case of another disjunction that it was made in. The rows of a case are in the order in which
they were made.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from entails.models.encoding import Clauses, Cnf, Group
from entails.models.statement import DEFINITIONS

Status = Literal["satisfied", "unsatisfiable", "undecided"]


@dataclass(frozen=True, eq=False)
class TreeWords:
    """Names of facts and reasons, looked up in a `Cnf`.

    Auxiliary variables have no name. A fact derived through them is explained with the sentences that they depend on.
    """

    cnf: Cnf[Any]

    def is_fact(self, literal: int) -> bool:
        """Return whether a literal is about a fact of the puzzle rather than an auxiliary variable."""
        return abs(literal) <= self.cnf.answers

    def name(self, variable: int) -> str:
        """Return the name of a variable (from 1)."""
        return self.cnf.names[variable - 1] if self.is_fact(variable) else "an internal variable"

    def facts(self, literals: Iterable[int]) -> list[str]:
        """Return the names of the literals that are facts."""
        return [self.fact(literal) for literal in literals if self.is_fact(literal)]

    def with_reasons(
        self, steps: Iterable[tuple[int, int]], known: Mapping[int, int]
    ) -> tuple[list[tuple[str, str]], dict[int, int]]:
        """Return (literal, clause) eliminations as facts with reasons, and the clause behind each auxiliary literal.

        `known` are the auxiliary literals that earlier eliminations settled.
        """
        facts, behind = list[tuple[str, str]](), dict(known)
        for literal, clause in steps:
            if self.is_fact(literal):
                facts.append((self.fact(literal), self.because(clause, behind)))
            else:
                behind[literal] = clause
        return facts, behind

    def because(self, clause: int, behind: Mapping[int, int]) -> str:
        """Return the sentences of a clause and of clauses behind its auxiliary literals, without definitions."""
        waiting, seen = [clause], {clause}
        reasons: dict[str, None] = {}
        while waiting:
            current = waiting.pop(0)
            if self._group(current) != DEFINITIONS:
                reasons[self.reason(current)] = None
            further = [behind[-literal] for literal in self.literals(current) if -literal in behind]
            waiting += [earlier for earlier in further if earlier not in seen]
            seen.update(further)
        return " and ".join(reasons) or "what is known by then"

    def fact(self, literal: int) -> str:
        """Return the name of a literal: r4c7=2, or r4c7≠2 or "not x" if it is negative."""
        name = self.name(abs(literal))
        if literal > 0:
            return name
        return name.replace("=", "≠") if name.count("=") == 1 else f"not {name}"

    def reason(self, clause: int) -> str:
        """Return the sentence of the clause's group; without a group, the clause itself."""
        if (group := self._group(clause)) is not None:
            return group.text
        return " or ".join(self.facts(self.literals(clause))) or "the empty clause"

    def _group(self, clause: int) -> Group | None:
        number = int(self._clauses.group_of[clause])
        return self.cnf.groups[number] if 0 <= number < len(self.cnf.groups) else None

    def literals(self, clause: int) -> list[int]:
        """Return the literals of a clause, given its index."""
        starts = self._clauses.starts
        literals: list[int] = self._clauses.lits[starts[clause] : starts[clause + 1]].tolist()
        return literals

    @cached_property
    def _clauses(self) -> Clauses:
        return self.cnf.clauses


_FEW, _FEW_DENIED = 12, 3
"""The number of true facts, and of false ones, that an outline names per round."""

End = Literal["contradiction", "stuck", "solved", "unfinished"]
Verdict = Literal["shared", "true refuted", "false refuted", "both refuted", "true accepted", "false accepted", "open"]


@dataclass(frozen=True, slots=True)
class TreeStep:
    """An elimination: the last open literal of a clause becomes true."""

    literal: int
    clause: int


@dataclass(frozen=True, slots=True)
class Round:
    """A run of propagation caused by the results of disjunction `after` (None: by the assumption)."""

    after: int | None
    gained: tuple[int, ...]
    steps: tuple[TreeStep, ...]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of reasoning: a case, or the formula itself if there is no assumption.

    `conflict` is the clause found empty. A contradiction without one comes from the last disjunction.
    """

    assumed: int | None
    rounds: tuple[Round, ...]
    end: End
    conflict: int | None = None

    @property
    def literals(self) -> Iterator[int]:
        """All true literals of the line, in order."""
        if self.assumed is not None:
            yield self.assumed
        for part in self.rounds:
            yield from part.gained
            yield from (step.literal for step in part.steps)


@dataclass(frozen=True, slots=True)
class Disjunction:
    """A case split on one variable, with the results of both cases.

    Attributes:
        parent: The disjunction that it was made in; None outside all disjunctions.
        side: The case of the parent.
        cases: The true case and the false case.
        kept: The literals kept.
        argument: The number of eliminations that the verdict depends on, including inner disjunctions.
    """

    id: int
    variable: int
    depth: int
    parent: int | None
    side: bool | None
    cases: tuple[TreeLine, TreeLine]
    verdict: Verdict
    kept: tuple[int, ...]
    argument: int


@dataclass(frozen=True, eq=False)
class DisjunctionTree:
    """A whole run: the line outside all disjunctions, and every disjunction in order."""

    root: TreeLine
    disjunctions: tuple[Disjunction, ...]
    words: TreeWords

    @cached_property
    def inside(self) -> dict[tuple[int | None, bool | None], tuple[int, ...]]:
        """The ids of the disjunctions directly inside each case; (None, None) is outside all cases."""
        ids_by_case: dict[tuple[int | None, bool | None], list[int]] = {}
        for row in self.disjunctions:
            ids_by_case.setdefault((row.parent, row.side), []).append(row.id)
        return {case: tuple(ids) for case, ids in ids_by_case.items()}

    @cached_property
    def _within(self) -> dict[int, int]:
        """The number of disjunctions in each subtree. Inner disjunctions have higher ids."""
        sizes = dict.fromkeys((row.id for row in self.disjunctions), 1)
        for row in reversed(self.disjunctions):
            if row.parent is not None:
                sizes[row.parent] += sizes[row.id]
        return sizes

    def within(self, disjunction: int) -> int:
        """Return the number of disjunctions in the subtree of a disjunction, including itself."""
        return self._within[disjunction]

    @cached_property
    def behind(self) -> dict[int, int]:
        """The clause behind each auxiliary literal that is fixed outside all disjunctions."""
        steps = ((step.literal, step.clause) for part in self.root.rounds for step in part.steps)
        return {literal: clause for literal, clause in steps if not self.words.is_fact(literal)}

    def __getitem__(self, disjunction: int) -> Disjunction:
        return self.disjunctions[disjunction]

    @property
    def depth(self) -> int:
        """The nesting depth: 0 without disjunctions, 1 for cases without inner disjunctions."""
        return max((row.depth for row in self.disjunctions), default=0)

    def as_json(self) -> dict[str, Any]:
        """Return the tree as JSON, with the names of all facts."""
        return {
            "depth": self.depth,
            "root": self._line(self.root),
            "disjunctions": [
                {
                    "id": row.id,
                    "on": self.words.name(row.variable),
                    "depth": row.depth,
                    "parent": row.parent,
                    "side": row.side,
                    "true": self._line(row.cases[0]),
                    "false": self._line(row.cases[1]),
                    "verdict": row.verdict,
                    "kept": self.words.facts(row.kept),
                    "argument": row.argument,
                }
                for row in self.disjunctions
            ],
        }

    def outline(self) -> dict[str, Any]:
        """Return a shortened tree for the web interface: the first facts of each round, and the number of others.

        For a hard grid, this is a tenth of the size of `as_json`.
        """
        return {
            "depth": self.depth,
            "root": self._brief(self.root),
            "disjunctions": [
                {
                    "id": row.id,
                    "on": self.words.name(row.variable),
                    "parent": row.parent,
                    "side": row.side,
                    "true": self._brief(row.cases[0]),
                    "false": self._brief(row.cases[1]),
                    "verdict": row.verdict,
                    "kept": self._few(row.kept),
                }
                for row in self.disjunctions
            ],
        }

    def _brief(self, line: TreeLine) -> dict[str, Any]:
        stretches = (
            (part.after, self._few((*part.gained, *(step.literal for step in part.steps)))) for part in line.rounds
        )
        conflict = line.conflict
        return {
            "assumed": None if line.assumed is None else self.words.fact(line.assumed),
            "rounds": [{"after": after, **few} for after, few in stretches if few["told"]],
            "end": line.end,
            "conflict": None if conflict is None else self.words.because(conflict, self._known(line)),
        }

    def _few(self, literals: Iterable[int]) -> dict[str, Any]:
        """Return the first true facts by name (or else the first false ones), and the number of others."""
        facts = [literal for literal in literals if self.words.is_fact(literal)]
        holding = [literal for literal in facts if literal > 0]
        shown = holding[:_FEW] or facts[:_FEW_DENIED]
        denied = len(facts) - len(holding) - (0 if holding else len(shown))
        return {"told": self.words.facts(shown), "more": max(0, len(holding) - _FEW), "gone": denied}

    def _known(self, line: TreeLine) -> dict[int, int]:
        """Return the clause behind each auxiliary literal fixed on a line or outside all disjunctions."""
        steps = ((step.literal, step.clause) for part in line.rounds for step in part.steps)
        return self.behind | {literal: clause for literal, clause in steps if not self.words.is_fact(literal)}

    def _line(self, line: TreeLine) -> dict[str, Any]:
        words, behind, rounds = self.words, self.behind, list[dict[str, Any]]()
        for part in line.rounds:
            steps, behind = words.with_reasons(((step.literal, step.clause) for step in part.steps), behind)
            rounds.append(
                {
                    "after": part.after,
                    "gained": words.facts(part.gained),
                    "steps": [{"fact": fact, "because": reason} for fact, reason in steps],
                }
            )
        return {
            "assumed": None if line.assumed is None else words.fact(line.assumed),
            "rounds": rounds,
            "end": line.end,
            "conflict": None if line.conflict is None else words.because(line.conflict, behind),
        }
