"""The numbers of the techniques that only steps and hints look for, after those of `sudoku_steps_numbers`.

Each group has a finder of its own, which is compiled when somebody first looks that far.
"""

from clausal.solvers.kernels.sudoku_steps_numbers import TECHNIQUES

(
    SKYSCRAPER,
    TWO_STRING_KITE,
    TURBOT_FISH,
    EMPTY_RECTANGLE,
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
    DEATH_BLOSSOM,
    ALIGNED_TRIPLET,
    NISHIO_CHAIN,
    MULTIPLE_CHAINS,
    DYNAMIC_CHAINS,
    NESTED_CHAINS,
) = range(TECHNIQUES, TECHNIQUES + 35)
