"""Rows of the tree while they are being written."""

from dataclasses import dataclass, field

from entails.solvers.kernels.cnf import I32
from entails.solvers.quine.cases import Case
from entails.solvers.quine.tree import Disjunction, Tree, Verdict
from entails.solvers.quine.words import Words
from entails.solvers.quine.workspace import decode


@dataclass(slots=True)
class Row:
    """A disjunction in progress, and then what came of it. Literals are codes."""

    id: int
    variable: int
    depth: int
    parent: int | None
    side: bool | None
    cases: tuple[Case, Case]
    verdict: Verdict = "open"
    kept: list[int] = field(default_factory=list)
    reached: tuple[bool, bool] = (False, False)
    argument: int = 0

    @property
    def refuted(self) -> bool:
        """Both cases are contradictory, so what surrounds it is."""
        return self.verdict == "both refuted"


def finished_tree(root: Case, rows: list[Row], words: Words, clause_of: I32) -> Tree:
    """The rows as a value."""
    return Tree(
        root.line(True, clause_of),
        tuple(
            Disjunction(
                id=row.id,
                variable=row.variable + 1,
                depth=row.depth,
                parent=row.parent,
                side=row.side,
                cases=(
                    row.cases[0].line(row.reached[0], clause_of),
                    row.cases[1].line(row.reached[1], clause_of),
                ),
                verdict=row.verdict,
                kept=tuple(decode(row.kept)),
                argument=row.argument,
            )
            for row in rows
        ),
        words,
    )
