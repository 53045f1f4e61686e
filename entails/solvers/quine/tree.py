"""The tree of disjunctions as a value: what was supposed, what followed, what was kept.

It is a flat table, one row per disjunction, because trees of hard formulas nest deeper than Python recurses. A row says
in which case of which other disjunction it was made; the rows of one case come in the order in which they were made.

The words of a formula: what its literals and clauses are called when a person reads about them.

`QuineResult`: what the disjunction engine found, and what it took.
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
    """Names of facts and reasons, from a `Cnf`. Auxiliary variables have no name, and nobody is told about them: what
    follows by way of them is told with the sentences that it rests on."""

    cnf: Cnf[Any]

    def is_fact(self, literal: int) -> bool:
        """Does it speak of the puzzle, and not of an auxiliary?"""
        return abs(literal) <= self.cnf.answers

    def name(self, variable: int) -> str:
        """The name of a variable (from 1)."""
        return self.cnf.names[variable - 1] if self.is_fact(variable) else "what no fact tells"

    def facts(self, literals: Iterable[int]) -> list[str]:
        """Those that speak of the puzzle, in words."""
        return [self.fact(literal) for literal in literals if self.is_fact(literal)]

    def told(
        self, steps: Iterable[tuple[int, int]], known: Mapping[int, int]
    ) -> tuple[list[tuple[str, str]], dict[int, int]]:
        """Eliminations, each a literal and its clause, as facts with their reasons; and what is behind each auxiliary
        that they went by (its literal and clause), those known before included."""
        said, behind = list[tuple[str, str]](), dict(known)
        for literal, clause in steps:
            if self.is_fact(literal):
                said.append((self.fact(literal), self.because(clause, behind)))
            else:
                behind[literal] = clause
        return said, behind

    def because(self, clause: int, behind: Mapping[int, int]) -> str:
        """The sentence of a clause, and those of clauses that its auxiliaries rest on; definitions are no reason."""
        waiting, seen = [clause], {clause}
        reasons: dict[str, None] = {}
        while waiting:
            one = waiting.pop(0)
            if self._group(one) != DEFINITIONS:
                reasons[self.reason(one)] = None
            further = [behind[-literal] for literal in self.literals(one) if -literal in behind]
            waiting += [other for other in further if other not in seen]
            seen.update(further)
        return " and ".join(reasons) or "what is known by then"

    def fact(self, literal: int) -> str:
        """r4c7=2, and r4c7≠2 or "not x" for the opposite."""
        name = self.name(abs(literal))
        if literal > 0:
            return name
        return name.replace("=", "≠") if name.count("=") == 1 else f"not {name}"

    def reason(self, clause: int) -> str:
        """The sentence of the clause's group; the clause itself where there is none."""
        if (group := self._group(clause)) is not None:
            return group.text
        return " or ".join(self.facts(self.literals(clause))) or "the empty clause"

    def _group(self, clause: int) -> Group | None:
        number = int(self._clauses.group_of[clause])
        return self.cnf.groups[number] if 0 <= number < len(self.cnf.groups) else None

    def literals(self, clause: int) -> list[int]:
        """The literals of a clause of the formula."""
        starts = self._clauses.starts
        found: list[int] = self._clauses.lits[starts[clause] : starts[clause + 1]].tolist()
        return found

    @cached_property
    def _clauses(self) -> Clauses:
        return self.cnf.clauses


_FEW, _FEW_DENIED = 12, 3
"""So many facts of a stretch are told by name to somebody who wants an outline."""

End = Literal["contradiction", "stuck", "solved", "unfinished"]
Verdict = Literal["shared", "true refuted", "false refuted", "both refuted", "true accepted", "false accepted", "open"]


@dataclass(frozen=True, slots=True)
class TreeStep:
    """An elimination: this literal is all that is left of that clause."""

    literal: int
    clause: int


@dataclass(frozen=True, slots=True)
class Round:
    """A stretch of propagation, begun by the facts that disjunction `after` kept (None: by the assumption)."""

    after: int | None
    gained: tuple[int, ...]
    steps: tuple[TreeStep, ...]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of reasoning: a case, or (without assumption) the formula itself. `conflict` is the clause found empty; a
    contradiction without one comes from the disjunction made last."""

    assumed: int | None
    rounds: tuple[Round, ...]
    end: End
    conflict: int | None = None

    @property
    def literals(self) -> Iterator[int]:
        """Everything that holds on this line, in order."""
        if self.assumed is not None:
            yield self.assumed
        for part in self.rounds:
            yield from part.gained
            yield from (step.literal for step in part.steps)


@dataclass(frozen=True, slots=True)
class Disjunction:
    """Reasoning by cases on one variable. `parent` and `side` name the case it was made in (None: in no case).

    `argument` is how many eliminations the reason for what was kept consists of, inner disjunctions included.
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
    """The whole course of reasoning: the line outside of all disjunctions, and every disjunction in the order made."""

    root: TreeLine
    disjunctions: tuple[Disjunction, ...]
    words: TreeWords

    @cached_property
    def inside(self) -> dict[tuple[int | None, bool | None], tuple[int, ...]]:
        """The ids of the disjunctions made directly in each case; in no case: (None, None)."""
        found: dict[tuple[int | None, bool | None], list[int]] = {}
        for row in self.disjunctions:
            found.setdefault((row.parent, row.side), []).append(row.id)
        return {case: tuple(ids) for case, ids in found.items()}

    @cached_property
    def _within(self) -> dict[int, int]:
        """How many disjunctions each has inside, itself counted. Inner ones come later."""
        found = dict.fromkeys((row.id for row in self.disjunctions), 1)
        for row in reversed(self.disjunctions):
            if row.parent is not None:
                found[row.parent] += found[row.id]
        return found

    def within(self, disjunction: int) -> int:
        """How many disjunctions there are in the cases of this one, itself counted."""
        return self._within[disjunction]

    @cached_property
    def behind(self) -> dict[int, int]:
        """The clause behind each auxiliary that is settled outside of all disjunctions."""
        steps = ((step.literal, step.clause) for part in self.root.rounds for step in part.steps)
        return {literal: clause for literal, clause in steps if not self.words.is_fact(literal)}

    def __getitem__(self, disjunction: int) -> Disjunction:
        return self.disjunctions[disjunction]

    @property
    def depth(self) -> int:
        """How deep disjunctions nest: 0 without any, 1 for cases without inner cases."""
        return max((row.depth for row in self.disjunctions), default=0)

    def as_json(self) -> dict[str, Any]:
        """The tree for JSON, every fact by its name."""
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
        """The tree for somebody who unfolds it: of each stretch the first facts that it places, and how many there are.
        A hard grid's takes a tenth of what the whole one takes."""
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
        """What holds first, by name; where nothing does, what does not. And how many more do, and do not."""
        told = [literal for literal in literals if self.words.is_fact(literal)]
        holding = [literal for literal in told if literal > 0]
        shown = holding[:_FEW] or told[:_FEW_DENIED]
        denied = len(told) - len(holding) - (0 if holding else len(shown))
        return {"told": self.words.facts(shown), "more": max(0, len(holding) - _FEW), "gone": denied}

    def _known(self, line: TreeLine) -> dict[int, int]:
        """The clause behind each auxiliary that is settled on a line, or outside of all disjunctions."""
        steps = ((step.literal, step.clause) for part in line.rounds for step in part.steps)
        return self.behind | {literal: clause for literal, clause in steps if not self.words.is_fact(literal)}

    def _line(self, line: TreeLine) -> dict[str, Any]:
        words, behind, rounds = self.words, self.behind, list[dict[str, Any]]()
        for part in line.rounds:
            steps, behind = words.told(((step.literal, step.clause) for step in part.steps), behind)
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
