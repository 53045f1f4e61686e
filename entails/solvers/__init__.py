"""Engines: whatever answers an encoding.

Names for arrays that several engines speak of.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
