"""The names of techniques, as questions about steps take them."""

from typing import Annotated

from pydantic import Field

from entails.models.asking import Option
from entails.models.errors import blaming
from entails.models.report import OneOf

NEWSPAPER_GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""An example for questions that only classic grids answer."""

Techniques = Annotated[
    tuple[str, ...] | None,
    Field(description="Only these techniques, in this order; study is a list, a wrong name shows them."),
    Option(metavar="A,B,C", commas=True),
]


def _technique_ids() -> list[str]:
    from entails.solvers.sudoku.steps.technique import TECHNIQUES

    return [technique.id for technique in TECHNIQUES]


TechniqueId = Annotated[str | None, OneOf(_technique_ids)]


def chosen_techniques(said: tuple[str, ...] | None) -> tuple[str, ...]:
    """The ids that were meant; all of them, easiest first, where none is named."""
    from entails.solvers.sudoku.steps.technique import DEFAULT, chosen

    if said is None:
        return DEFAULT
    with blaming("techniques"):
        return tuple(one.id for one in chosen(said))
