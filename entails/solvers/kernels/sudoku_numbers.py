"""Technique numbers and their default order, shared by kernels and steps; imports no kernel."""

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
"""Number below which a technique places a digit."""
(
    SKYSCRAPER,
    TWO_STRING_KITE,
    TURBOT_FISH,
    EMPTY_RECTANGLE,
    MULTI_COLOURING,
    REMOTE_PAIR,
    W_WING,
    FINNED_X_WING,
    FINNED_SWORDFISH,
    FINNED_JELLYFISH,
    SASHIMI_X_WING,
    SASHIMI_SWORDFISH,
    SASHIMI_JELLYFISH,
    RECTANGLE_5,
    RECTANGLE_6,
    HIDDEN_RECTANGLE,
    AVOIDABLE_RECTANGLE,
    UNIQUE_LOOP,
    BUG,
    M_WING,
    S_WING,
    L_WING,
    ALIGNED_PAIR,
    SUE_DE_COQ,
    ALS_XZ,
    ALS_XY_WING,
    AIC,
    AIC_LOOP,
    GROUPED_AIC,
    GROUPED_LOOP,
    ALS_CHAIN,
    ALS_AIC,
    ALS_LOOP,
    DEATH_BLOSSOM,
    ALIGNED_TRIPLET,
    NISHIO_CHAIN,
    MULTIPLE_CHAINS,
    DYNAMIC_CHAINS,
    NESTED_CHAINS,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    FRANKEN_X_WING,
    FRANKEN_SWORDFISH,
    FRANKEN_JELLYFISH,
    FINNED_FRANKEN_X_WING,
    FINNED_FRANKEN_SWORDFISH,
    FINNED_FRANKEN_JELLYFISH,
    MUTANT_X_WING,
    MUTANT_SWORDFISH,
    MUTANT_JELLYFISH,
    FINNED_MUTANT_X_WING,
    FINNED_MUTANT_SWORDFISH,
    FINNED_MUTANT_JELLYFISH,
    TEMPLATE,
) = range(TECHNIQUES, TECHNIQUES + 54)

LOOP_TENTHS = (45, 46, 47, 50)
"""Ten times the ratings of unique loops of 4, 6, 8 and more cells; naked subsets add their size less one."""
BUG_TENTHS, BUG_SEVERAL_TENTHS = 56, 57
"""Ten times the ratings of a BUG with extras in one cell, and in several; a subset adds its size less one."""
ALIGNED_PAIR_TENTHS, ALIGNED_TRIPLET_TENTHS = 62, 75
X_CYCLE_TENTHS, X_CHAIN_TENTHS, XY_TENTHS = 65, 66, 70
"""Ten times the ratings of unary chains.

X- and Y-cycles; X-chains; XY-cycles and XY-chains. Longer chains add `length_tenths`.
"""
NISHIO_TENTHS, MULTIPLE_TENTHS, DYNAMIC_TENTHS, LEVEL_TENTHS = 75, 80, 85, 5
"""Ten times the ratings of branching chains; each level of dynamic chains adds LEVEL_TENTHS."""
