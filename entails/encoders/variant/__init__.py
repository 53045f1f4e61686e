"""The rules that variants of Sudoku add, each stated as constraints, and told in plain code for the referee.

A rule speaks of cells in order, and perhaps of a number or a few. They combine freely, on any size and regions.
"""

from entails.encoders.variant import board, cells, lines
from entails.encoders.variant.board import WHOLE_KINDS
from entails.encoders.variant.cells import PAIR_KINDS, SUM_KINDS
from entails.models.variant import RuleType

KINDS: dict[str, RuleType] = {
    **cells.CELL_KINDS,
    **SUM_KINDS,
    **PAIR_KINDS,
    **lines.LINE_KINDS,
    **board.OUTSIDE_KINDS,
    **WHOLE_KINDS,
}
"""Every rule that is known, by its name."""
