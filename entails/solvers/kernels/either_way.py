"""`EitherWay`: a kernel that runs as plain Python first, and compiled where that is not enough (see `patience`)."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from entails.solvers import patience

P = ParamSpec("P")
R = TypeVar("R")

_plain_views: dict[str, dict[str, Any]] = {}
_compiled_views: dict[str, dict[str, Any]] = {}
"""The names of each kernel module, as its plain and as its compiled functions see them."""
_making = threading.RLock()
"""Held while names are put together: half of them are no use to another thread."""


class EitherWay(Generic[P, R]):
    """A function of a kernel module. Called as plain Python it calls others as plain Python, and compiled it calls
    compiled ones: each way is a function with names of its own, but one and the same code.

    `compile_it` makes the compiled one, `cost` says how long that would take (None: it has been done before).
    `in_arrays` is what to run instead of the plain loop, where whole arrays do the same much faster.
    """

    def __init__(
        self,
        function: Callable[P, R],
        compile_it: Callable[[Callable[P, R]], Callable[P, R]],
        cost: Callable[[Callable[P, R]], float | None],
        in_arrays: Callable[P, R] | None = None,
    ) -> None:
        self.function = cast("FunctionType", function)
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__
        self._compile_it = compile_it
        self._cost = cost
        self._in_arrays = in_arrays
        self._is_long = False
        self._plain: Callable[P, R] | None = None
        self._compiled: Callable[P, R] | None = None

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        if not patience.is_plain():
            return self.compiled(*arguments, **named)
        allowed = patience.time_for(self.__module__, self.cost)
        if allowed > 0:
            began = time.process_time()
            kept = [(array, array.copy()) for array in _written(arguments)]
            try:
                with patience.stopped_clock(), np.errstate(all="ignore"):  # compiled code does not warn either
                    return patience.tried(lambda: self.plain(*arguments, **named), self.__module__, allowed, began)
            except patience.Enough:
                self._is_long = True
                for array, before in kept:
                    array[...] = before
        if self._is_long:
            return patience.waited_for(lambda: self.compiled(*arguments, **named))
        return self.compiled(*arguments, **named)

    @cached_property
    def cost(self) -> float | None:
        """CPU seconds that compiling takes; None when it has been done before."""
        return self._cost(cast("Callable[P, R]", self.function))

    @property
    def plain(self) -> Callable[P, R]:
        if self._plain is None:
            with _making:
                names = _view(self, _plain_views, "plain")
                self._plain = self._plain or self._in_arrays or self._seeing(names)
        return self._plain

    @property
    def compiled(self) -> Callable[P, R]:
        if self._compiled is None:
            with _making:
                names = _view(self, _compiled_views, "compiled")  # which may have made this one on its way
                self._compiled = self._compiled or self._compile_it(self._seeing(names))
        return self._compiled

    def _seeing(self, names: dict[str, Any]) -> Callable[P, R]:
        """The same function with other names around it."""
        own = self.function
        made = FunctionType(own.__code__, names, own.__name__, own.__defaults__, own.__closure__)
        made.__module__, made.__qualname__, made.__doc__ = own.__module__, own.__qualname__, own.__doc__
        made.__kwdefaults__, made.__annotations__ = own.__kwdefaults__, own.__annotations__
        return cast("Callable[P, R]", made)


def _view(of: EitherWay[Any, Any], views: dict[str, dict[str, Any]], way: str) -> dict[str, Any]:
    """The names of a kernel's module, with the kernels among them run one way. Those that a compiled function needs
    are there before it: numba looks them up when it compiles, for a recursive kernel at once."""
    module = of.function.__module__
    if module in views:
        return views[module]
    names = vars(sys.modules[module])
    views[module] = view = {name: value for name, value in names.items() if not isinstance(value, EitherWay)}
    for name, value in names.items():
        if isinstance(value, EitherWay):
            view[name] = getattr(value, way)
    return view


def _written(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """The arrays that a kernel may write to: what is begun in vain must leave no trace."""
    for one in arguments:
        if isinstance(one, np.ndarray):
            if one.flags.writeable:
                yield one
        elif isinstance(one, tuple):
            yield from _written(one)
