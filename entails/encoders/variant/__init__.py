"""The rule types of Sudoku variants: each with constraints, a sentence and an independent check.

A rule has cells in order and possibly numbers. Rules combine freely on boards of any size and with any regions.
"""

from entails.encoders.variant import cells, lines
from entails.encoders.variant.cells import BOARD_RULES, PAIR_RULES, SUM_RULES
from entails.models.variant import RuleType

RULE_TYPES: dict[str, RuleType] = {
    **cells.CELL_RULES,
    **SUM_RULES,
    **PAIR_RULES,
    **lines.LINE_RULES,
    **cells.OUTSIDE_RULES,
    **BOARD_RULES,
}
"""Every rule type by name."""
