"""The rules that variants of Sudoku add, each stated as constraints, and told in plain code for the referee.

A rule speaks of cells in order, and perhaps of a number or a few. They combine freely, on any size and regions.
"""

from entails.models.variant.rule import Kind
from entails.models.variant.rules import cells, lines, outside, pairs, sums, whole

KINDS: dict[str, Kind] = {
    **cells.KINDS,
    **sums.KINDS,
    **pairs.KINDS,
    **lines.KINDS,
    **outside.KINDS,
    **whole.KINDS,
}
"""Every rule that is known, by its name."""
