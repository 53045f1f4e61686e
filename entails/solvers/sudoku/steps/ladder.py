"""Ladders with their techniques: the order of a search, and the score of a path."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from entails.data.sudoku import LADDER, ladder_named, read_ladder
from entails.models.errors import InvalidData, InvalidOption
from entails.models.fields import Document
from entails.models.rating import Ladder
from entails.solvers.sudoku.steps.technique import chosen, without_direction


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique of a ladder: its id, its cost (None if the ladder has none), and the index of its level."""

    technique: str
    cost: float | None
    level: int


@dataclass(frozen=True, slots=True)
class LadderScore:
    """The score of a path on a ladder.

    Attributes:
        ladder: The name of the ladder.
        status: How the path ends.
        hardest: The technique of the path that comes last in the ladder; None for an empty path.
        level: The highest level of a step, raised if the score is above the most of that level; None unless solved.
        score: The sum or the maximum of the costs; None unless the path is solved and the ladder has costs.
        uses: The number of steps of each technique.
    """

    ladder: str
    status: str
    hardest: str | None
    level: str | None
    score: float | None
    uses: dict[str, int]

    @property
    def without_direction(self) -> "LadderScore":
        """The same score with rows and columns counted together, as ratings do."""
        uses = Counter[str]()
        for name, count in self.uses.items():
            uses[without_direction(name)] += count
        hardest = None if self.hardest is None else without_direction(self.hardest)
        return replace(self, hardest=hardest, uses=dict(uses))

    def as_json(self) -> dict[str, Any]:
        """Return the score as plain data."""
        return {name: getattr(self, name) for name in ("ladder", "status", "hardest", "level", "score", "uses")}


@dataclass(frozen=True, slots=True)
class TechniqueLadder:
    """A ladder whose names are resolved to techniques."""

    ladder: Ladder
    rungs: tuple[Rung, ...]

    @classmethod
    def of(cls, ladder: object) -> "TechniqueLadder":
        """Return a ladder from its name, a document, or a value."""
        if isinstance(ladder, TechniqueLadder):
            return ladder
        where = ladder.name[:200] if isinstance(ladder, Document | Ladder) else "ladder"
        if isinstance(ladder, str):
            if ladder not in LADDER.names():
                raise InvalidOption(f"unknown ladder {ladder[:40]!r}", where=where, expected=LADDER.expected)
            ladder = ladder_named(ladder)
        elif isinstance(ladder, Document):
            ladder = read_ladder(ladder)
        elif not isinstance(ladder, Ladder):
            expected = "a name, entails.Document.of_file(path), or a Ladder"
            raise InvalidOption(f"not a ladder: {str(ladder)[:40]!r}", where="ladder", expected=expected)
        rungs: dict[str, Rung] = {}
        for index, level in enumerate(ladder.levels):
            for name, cost in level.techniques.items():
                if ladder.score is not None and cost is None:
                    expected = f"a number, because the score is {ladder.score}"
                    raise InvalidData(f"{name[:40]!r} has no cost", where=where, expected=expected)
                for technique in _techniques(name, where):
                    if technique in rungs:
                        raise InvalidData(f"{technique} occurs twice", where=where, expected="each technique once")
                    rungs[technique] = Rung(technique, cost, index)
        return cls(ladder, tuple(rungs.values()))

    @property
    def techniques(self) -> tuple[str, ...]:
        """The ids of the techniques, easiest first."""
        return tuple(rung.technique for rung in self.rungs)

    def up_to(self, technique: str) -> tuple[str, ...]:
        """Return the techniques of the ladder up to and including one."""
        techniques = self.techniques
        if technique not in techniques:
            raise InvalidOption(
                f"the ladder {self.ladder.name[:40]} has no {technique}",
                where="technique",
                expected=f"one of {', '.join(techniques)}",
            )
        return techniques[: techniques.index(technique) + 1]

    def level_name(self, rung: Rung) -> str:
        """Return the name of the level of a rung."""
        return self.ladder.levels[rung.level].name

    def score(self, uses: Mapping[str, int], status: str) -> LadderScore:
        """Return the score of a path, given how often it uses each technique and its final status."""
        used = [rung for rung in self.rungs if rung.technique in uses]
        solved = status == "solved"
        score = self._combined(used, uses) if solved else None
        return LadderScore(
            self.ladder.name,
            status,
            used[-1].technique if used else None,
            self._level(used, score) if solved else None,
            score,
            {rung.technique: uses[rung.technique] for rung in used},
        )

    def _combined(self, used: Iterable[Rung], uses: Mapping[str, int]) -> float | None:
        if self.ladder.score is None:
            return None
        costs = [(rung.cost or 0.0, uses[rung.technique]) for rung in used]
        if self.ladder.score == "max":
            return max((cost for cost, _ in costs), default=0.0)
        return sum(cost * count for cost, count in costs)

    def _level(self, used: Sequence[Rung], score: float | None) -> str | None:
        levels = self.ladder.levels
        index = max((rung.level for rung in used), default=0)
        while score is not None and (most := levels[index].most) is not None and score > most:
            if index + 1 == len(levels):
                break
            index += 1
        return levels[index].name or None


def _techniques(name: str, where: str) -> list[str]:
    try:
        return [technique.id for technique in chosen([name], where) if not technique.criterion]
    except InvalidOption as error:
        raise InvalidData(error.problem, where=where, expected="names that entails sudoku techniques lists") from None
