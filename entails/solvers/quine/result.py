"""`QuineResult`: what the disjunction engine found, and what it took."""

from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from entails.models.outcome import Reason
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.tree import Tree

Status = Literal["satisfied", "unsatisfiable", "undecided"]


@dataclass(frozen=True)
class QuineResult:
    """The verdict of one run and its measures.

    `several` is True when two answers are known, False when there is only one, None when that was not decided. With
    several answers the run ends at the second one, so its measures tell the way to it and not a difficulty.

    Depth 0 is outside of all disjunctions. `disjunctions[d]` counts those made at depth d, `true_eliminations[d]` and
    `false_eliminations[d]` the variables that unit propagation set there, `failed[d]` its calls that found nothing or
    a contradiction (annex 5 does not count them, the C program does). `longest_argument` is the largest number of
    eliminations that any one disjunction at depth 0 really rests on, `longest_chain` the longest chain of eliminations
    outside of disjunctions.
    """

    status: Status
    several: bool | None
    solution: tuple[int, ...] | None
    depth: int
    disjunctions: tuple[int, ...]
    true_eliminations: tuple[int, ...]
    false_eliminations: tuple[int, ...]
    failed: tuple[int, ...]
    longest_argument: int
    longest_chain: int
    options: QuineOptions
    seconds: float
    stopped: Reason | Literal["depth"] | None = None
    known: str = ""
    tree: Tree | None = None

    @property
    def eliminations(self) -> tuple[int, ...]:
        """Eliminations per depth, failed calls among them if the options count those."""
        extra = self.failed if self.options.count_failed else (0,) * len(self.failed)
        return tuple(map(sum, zip(self.true_eliminations, self.false_eliminations, extra, strict=True)))

    @property
    def work(self) -> int:
        """Everything that was done: eliminations and disjunctions at all depths."""
        return sum(self.eliminations) + sum(self.disjunctions)

    def __str__(self) -> str:
        made = sum(self.disjunctions)
        several = "disjunction" if made == 1 else "disjunctions"
        return f"{self.status}: depth {self.depth}, {made} {several}, work {self.work}"

    def _repr_html_(self) -> str:
        """In words, and the tree where it was kept."""
        from entails.solvers.quine.draw import to_svg

        return f"<p>{escape(str(self))}</p>{'' if self.tree is None else to_svg(self.tree)}"

    def as_json(self, *, tree: bool = False) -> dict[str, Any]:
        """The result for JSON, without the tree unless asked for."""
        told: dict[str, Any] = {
            "status": self.status,
            "several": self.several,
            "depth": self.depth,
            "disjunctions": list(self.disjunctions),
            "eliminations": list(self.eliminations),
            "true_eliminations": list(self.true_eliminations),
            "false_eliminations": list(self.false_eliminations),
            "failed": list(self.failed),
            "work": self.work,
            "longest_argument": self.longest_argument,
            "longest_chain": self.longest_chain,
            "options": self.options.model_dump(mode="json"),
            "stopped": self.stopped,
            "known": self.known,
        }
        if tree and self.tree is not None:
            told["tree"] = self.tree.as_json()
        return told
