"""`kernel`: how every compiled loop here is made.

Machine code is kept on disk (`cache`), and a running kernel leaves Python's lock to others (`nogil`), so that a clock
or a Ctrl-C in another thread can raise its stop flag. Kernels never call each other in a circle: numba 0.68 crashes
when it loads such code from its cache. With NUMBA_DISABLE_JIT=1 they all run as the plain Python they are.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, or load what an earlier process compiled."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))
