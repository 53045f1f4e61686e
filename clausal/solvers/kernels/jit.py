"""`kernel`: how every compiled loop here is made.

Machine code is kept on disk (`cache`), and a running kernel leaves Python's lock to others (`nogil`), so that a clock
or a Ctrl-C in another thread can raise its stop flag. With NUMBA_DISABLE_JIT=1 they run as the plain Python they are.

Two things make numba 0.68 crash when it loads code from its cache, so no kernel does them: kernels that call each other
in a circle, and a kernel that calls itself but was compiled without being told its types. `recursive_kernel` is for the
latter; it compiles when its module is imported.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, or load what an earlier process compiled."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def recursive_kernel(result: R, *like: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function that calls itself; its types are given by examples of its result and its arguments."""
    type_of: Callable[[object], Any] = numba.typeof
    signature = type_of(result)(*map(type_of, like))

    def made(function: Callable[P, R]) -> Callable[P, R]:
        return cast("Callable[P, R]", numba.njit(signature, cache=True, nogil=True)(function))

    return made
