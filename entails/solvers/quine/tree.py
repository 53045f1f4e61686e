"""The tree of disjunctions as a value: what was supposed, what followed, what was kept.

It is a flat table, one row per disjunction, because trees of hard formulas nest deeper than Python recurses. A row says
in which case of which other disjunction it was made; the rows of one case come in the order in which they were made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from entails.solvers.quine.words import Words

_FEW, _FEW_DENIED = 12, 3
"""So many facts of a stretch are told by name to somebody who wants an outline."""

End = Literal["contradiction", "stuck", "solved", "unfinished"]
Verdict = Literal["shared", "true refuted", "false refuted", "both refuted", "true accepted", "false accepted", "open"]


@dataclass(frozen=True, slots=True)
class Step:
    """An elimination: this literal is all that is left of that clause."""

    literal: int
    clause: int


@dataclass(frozen=True, slots=True)
class Round:
    """A stretch of propagation, begun by the facts that disjunction `after` kept (None: by the assumption)."""

    after: int | None
    gained: tuple[int, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Line:
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
    cases: tuple[Line, Line]
    verdict: Verdict
    kept: tuple[int, ...]
    argument: int


@dataclass(frozen=True, eq=False)
class Tree:
    """The whole course of reasoning: the line outside of all disjunctions, and every disjunction in the order made."""

    root: Line
    disjunctions: tuple[Disjunction, ...]
    words: Words

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

    def _brief(self, line: Line) -> dict[str, Any]:
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

    def _known(self, line: Line) -> dict[int, int]:
        """The clause behind each auxiliary that is settled on a line, or outside of all disjunctions."""
        steps = ((step.literal, step.clause) for part in line.rounds for step in part.steps)
        return self.behind | {literal: clause for literal, clause in steps if not self.words.is_fact(literal)}

    def _line(self, line: Line) -> dict[str, Any]:
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
