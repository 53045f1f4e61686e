"""The report of `wordle tree`."""

from clausal.models.wordle.tree_report import TreeReport
from clausal.solvers.wordle.tree.value import Tree


def tree_report(tree: Tree, seconds: float | None = None) -> TreeReport:
    """The figures of a tree."""
    return TreeReport(
        opener=tree.opener,
        total=tree.total,
        mean=round(tree.mean, 4),
        max=tree.max,
        distribution=tree.distribution,
        exact=tree.exact,
        all_openers=tree.all_openers,
        secrets=tree.secrets,
        hard=tree.hard,
        feedback=tree.scoring.name,
        length=tree.length,
        history=tree.history.line,
        max_depth=tree.max_depth,
        beam=tree.beam,
        answers=tree.answers.name,
        allowed=tree.allowed.name,
        seconds=seconds,
    )
