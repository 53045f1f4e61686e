"""How common a word is, in one byte: coarse enough to ship for half a million words, fine enough for a prior.

A grade counts steps of 3 centibels (7 %) above the rarest words that were counted: a frequency of 10^-8 has grade 1,
each step up multiplies by 10^0.03. Grade 0 means "never counted". The scale ends at 10^-0.38, nearly one word in two.
"""

import math

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.uint8]

RAREST_CENTIBELS = 800
STEP_CENTIBELS = 3
_ZIPF_OFFSET = 9.0


def grade_of(frequency: float) -> int:
    """The grade of a share of running text."""
    if frequency <= 0:
        return 0
    above = RAREST_CENTIBELS + 100 * math.log10(frequency)
    return min(255, max(1, 1 + round(above / STEP_CENTIBELS)))


def zipf_of(grades: Grades) -> NDArray[np.float64]:
    """log10 of occurrences per billion words; 0 for words that were not counted."""
    return _ZIPF[grades]


def frequency_of(grades: Grades) -> NDArray[np.float64]:
    """The share of running text; 0 for words that were not counted."""
    return _FREQUENCY[grades]


_ZIPF = _ZIPF_OFFSET - (RAREST_CENTIBELS - STEP_CENTIBELS * (np.arange(256) - 1.0)) / 100
_ZIPF[0] = 0.0
_FREQUENCY = 10.0 ** (_ZIPF - _ZIPF_OFFSET)
_FREQUENCY[0] = 0.0
