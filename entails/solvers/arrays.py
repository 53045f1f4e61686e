"""Array types that several engines share."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
