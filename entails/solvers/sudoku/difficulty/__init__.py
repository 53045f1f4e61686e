"""Difficulty of Sudoku grids for people.

`criteria` measures many grids at once, `model` turns the criteria into a rating with calibrated weights, and
`search_cost` holds the slow criteria. `entails.studies.sudoku.calibrate` fits weights to other ratings. See
docs/difficulty.md for figures.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
