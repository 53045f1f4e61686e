"""What numba does while it compiles a kernel that no kernel needs, left undone: about a sixth of the time.

Like all of `linking`, this is for the versions of numba that it was tried with.
"""

# mypy: disable-error-code="no-untyped-call"

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags


@contextmanager
def uncollected() -> Iterator[None]:
    """Python looks for garbage again and again while hundreds of thousands of values are made that all stay until the
    end; here once, afterwards."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


def spaciously(call: Callable[[Any], Any], argument: Any) -> Any:
    """The call, with room for all the calls below it.

    CPython keeps its frames in chunks of 16 KB and gives a chunk back when its last frame ends: what is called again
    and again where one is just full asks the system for memory each time. A frame that claims much gets a chunk of
    its own size, and those below it share what is left.
    """
    return call(argument)


spaciously.__code__ = spaciously.__code__.replace(co_stacksize=70_000)


class QuickFlags(Flags):  # type: ignore[misc, unused-ignore]
    """The same options. Numba compares them at every call that it gives types to, one after the other."""

    __slots__ = ()
    _hash = hash(Flags())

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Flags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))


class QuickLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """Code whose functions are optimised by one set of passes; numba makes one for each function, and for each that
    is only named."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
