"""The kernels against brute force, on thousands of random small formulas: none, one and several solutions."""

import random
from collections import Counter

import pytest

from clausal.models.limits import Limits
from clausal.solvers.quine.depth import exact_depth
from clausal.solvers.quine.options import HEURISTICS, PRESETS, QuineOptions
from clausal.solvers.quine.run import quine
from tests.solvers import quine_reference as reference

