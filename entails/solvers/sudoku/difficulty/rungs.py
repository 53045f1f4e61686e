"""The rungs of Sudoku Explainer's ladder that have one value each, and where both ladders part."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from entails.solvers.kernels import sudoku_steps_numbers as number
from entails.solvers.kernels.sudoku_ladder import ANY, DIRECT
from entails.solvers.kernels.sudoku_steps import I64


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique as Sudoku Explainer meets it."""

    level: float
    technique: int
    condition: int = ANY


RUNGS: tuple[Rung, ...] = (
    Rung(1.0, number.FULL_HOUSE),
    Rung(1.2, number.HIDDEN_SINGLE_BOX),
    Rung(1.5, number.HIDDEN_SINGLE_LINE),
    Rung(1.7, number.POINTING_PAIR, DIRECT),
    Rung(1.7, number.POINTING_TRIPLE, DIRECT),
    Rung(1.9, number.BOX_LINE, DIRECT),
    Rung(2.0, number.HIDDEN_PAIR, DIRECT),
    Rung(2.3, number.NAKED_SINGLE),
    Rung(2.5, number.HIDDEN_TRIPLE, DIRECT),
    Rung(2.6, number.POINTING_PAIR),
    Rung(2.6, number.POINTING_TRIPLE),
    Rung(2.8, number.BOX_LINE),
    Rung(3.0, number.NAKED_PAIR),
    Rung(3.2, number.X_WING),
    Rung(3.4, number.HIDDEN_PAIR),
    Rung(3.6, number.NAKED_TRIPLE),
    Rung(3.8, number.SWORDFISH),
    Rung(4.0, number.HIDDEN_TRIPLE),
    Rung(4.2, number.Y_WING),
    Rung(4.4, number.XYZ_WING),
)
"""The lower rungs, from below."""

TECHNIQUES: Final = np.array([rung.technique for rung in RUNGS], np.int64)
CONDITIONS: Final = np.array([rung.condition for rung in RUNGS], np.int64)
LEVELS: Final = np.array([rung.level for rung in RUNGS])
WANTED: Final = np.bincount(TECHNIQUES, minlength=number.TECHNIQUES).clip(max=1).astype(np.int64)

WINGS: Final = "wings"
QUADS: Final = "quads"
"""Finders that look for several counted techniques in turn."""
WING_TECHNIQUES: Final = np.array([number.Y_WING, number.XYZ_WING], np.int64)
QUAD_TECHNIQUES: Final = np.array([number.NAKED_QUAD, number.JELLYFISH, number.HIDDEN_QUAD], np.int64)
TENTHS: Final = {
    number.Y_WING: 42,
    number.XYZ_WING: 44,
    number.NAKED_QUAD: 50,
    number.JELLYFISH: 52,
    number.HIDDEN_QUAD: 54,
}
"""Ten times the ratings of counted techniques that stand among the upper rungs."""
MEMBERS: Final = {
    (WINGS, 42): "y-wing",
    (WINGS, 44): "xyz-wing",
    (QUADS, 50): "naked-quad",
    (QUADS, 52): "jellyfish",
    (QUADS, 54): "hidden-quad",
}
"""What a finder that looks for several techniques in turn has found, by its rating."""


SAME_UP_TO: Final = 4.0
"""Up to this Sudoku Explainer and its successor have the same rungs: the last are hidden triples."""
SAME: Final = sum(rung.level <= SAME_UP_TO for rung in RUNGS)


def highest_of(uses: I64) -> float:
    """The level of the highest rung that was used; 0 for none."""
    used = uses.nonzero()[0].tolist()
    return RUNGS[used[-1]].level if used else 0.0
