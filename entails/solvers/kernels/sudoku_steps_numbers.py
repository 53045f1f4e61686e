"""The numbers by which kernels know the techniques, in the default order; singles come first.

`entails.solvers.sudoku.steps.technique` gives them names. Nothing here is compiled, so importing it costs nothing.
"""

(
    FULL_HOUSE,
    LAST_IN_BOX,
    LAST_IN_ROW,
    LAST_IN_COLUMN,
    LAST_NUMBER,
    NAKED_SINGLE,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    POINTING_PAIR,
    POINTING_TRIPLE,
    BOX_LINE,
    NAKED_PAIR,
    HIDDEN_PAIR,
    NAKED_TRIPLE,
    HIDDEN_TRIPLE,
    NAKED_QUAD,
    HIDDEN_QUAD,
    X_WING,
    SWORDFISH,
    JELLYFISH,
    Y_WING,
    XYZ_WING,
    COLOURING,
    UNIQUE_RECTANGLE,
    X_CHAIN,
    XY_CHAIN,
    DISJUNCTION,
    NESTED_DISJUNCTION,
    BACKTRACKING,
) = range(29)

TECHNIQUES = 29
SINGLES = 8
"""Techniques below this number place a digit."""
