"""`kernel`: how every compiled loop here is made.

Machine code is kept on disk, and a running kernel leaves Python's lock to others (`nogil`), so that a clock or a Ctrl-C
in another thread can raise its stop flag. With NUMBA_DISABLE_JIT=1 they run as the plain Python they are; where kernels
are made to run either way (`entails.solvers.patience`), numba is imported when plain Python is not enough.

Two things make numba 0.68 crash when it loads code from its cache, so no kernel does them: kernels that call each other
in a circle, and a kernel that calls itself but was compiled without being told its types. `recursive_kernel` is for the
latter; it compiles when its module is imported.
"""

import os
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha1, sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from entails.solvers import patience, warmth

P = ParamSpec("P")
R = TypeVar("R")

_IMPORTED = re.compile(r"entails\.solvers\.kernels\.(\w+)")
_KERNELS = "entails.solvers.kernels."


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, or load what an earlier process compiled."""
    return _made(function)


def thorough_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The same, optimised twice: for the few loops that gain by it, since compiling takes longer."""
    return _made(function, thorough=True)


def kernel_beside(in_arrays: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function that `in_arrays` does too, with whole arrays: much faster than a loop in plain Python."""
    return lambda function: _made(function, in_arrays=in_arrays)


def recursive_kernel(result: R, *like: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function that calls itself; its types are given by examples of its result and its arguments. They
    are optimised twice as well."""
    return lambda function: _made(function, (result, *like), thorough=True)


def _made(
    function: Callable[P, R],
    like: tuple[object, ...] = (),
    in_arrays: Callable[P, R] | None = None,
    thorough: bool = False,
) -> Callable[P, R]:
    if not patience.is_either_way():
        return _compiled(function, like, thorough)
    from entails.solvers.kernels.either_way import EitherWay

    return EitherWay(function, lambda seeing: _compiled(seeing, like, thorough), _cost, in_arrays)


def _compiled(function: Callable[P, R], like: tuple[object, ...], thorough: bool) -> Callable[P, R]:
    """Return the compiled function. It compiles on its first call, if not here; limits of time do not count that."""
    with patience.stopped_clock():
        made = _compiled_anyhow(function, like, thorough)
    if hasattr(made, "compile"):  # with NUMBA_DISABLE_JIT=1 it is the plain function
        made.compile = patience.stopped_clock()(made.compile)
    return cast("Callable[P, R]", made)


def _compiled_anyhow(function: Callable[P, R], like: tuple[object, ...], thorough: bool) -> Any:
    """Where no folder can be written to, each process compiles for itself."""
    import numba

    from entails.solvers.kernels.linking import Kernel, is_possible

    _tell_of_compiling()
    settings, folder = cast("Any", numba.config), code_folder(function.__module__)
    type_of: Callable[[object], Any] = numba.typeof
    result, *arguments = map(type_of, like) if like else (None,)
    signature = None if result is None else result(*arguments)
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = "" if folder is None else str(folder)
    try:
        if is_possible():
            made = Kernel(function, signature, cached=folder is not None, thorough=thorough)
        else:
            made = cast("Any", numba.njit)(signature, cache=folder is not None, nogil=True)(function)
    finally:
        settings.CACHE_DIR = usual
    return made


def _cost(function: Callable[..., Any]) -> float | None:
    """About how many seconds of CPU time compiling takes; None where an earlier process has done it."""
    module, name = function.__module__, function.__qualname__
    here = sha1(str(Path(__file__).parent).encode(), usedforsecurity=False).hexdigest()  # numba's name for this folder
    if any(_folder(module).glob(f"*_{here}/*.{name}-*.nbi")):
        return None
    return _seconds(_sources(module))


def _seconds(sources: set[Path]) -> float:
    lines = sum(source.read_text("utf-8").count("\n") for source in sources if source.name not in _UNCOMPILED)
    return lines * warmth.SECONDS_A_LINE


_UNCOMPILED = ("jit.py", "either_way.py", "linking.py", "hastening.py")


@cache
def code_folder(module: str) -> Path | None:
    """Where the machine code of a module is kept, made where it is not there."""
    folder = _folder(module)
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            warmth.forget_old_versions(module.rpartition(".")[2])
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def _folder(module: str) -> Path:
    """Below the user's cache, named after what the module and all kernels that it calls say.

    Numba notices when the file of a kernel changes, but not when that of a kernel it calls does.
    """
    said = sha256(version("numba").encode())
    for source in sorted(_sources(module)):
        said.update(b"\0" + source.read_bytes())
    name = module.rpartition(".")[2]
    return warmth.cache_of_kernels() / f"{name}-{said.hexdigest()[:16]}"


def _sources(module: str) -> set[Path]:
    """The file of a kernel module and those of the kernel modules it imports, directly or not."""
    here = Path(__file__).parent
    found: set[Path] = set()
    waiting = [here / f"{module.rpartition('.')[2]}.py"]
    while waiting:
        source = waiting.pop()
        if source in found or not source.exists():
            continue
        found.add(source)
        waiting += [here / f"{name}.py" for name in _IMPORTED.findall(source.read_text("utf-8"))]
    return found


@cache
def _tell_of_compiling() -> None:
    """Tell who wants to know that a kernel is being compiled, not loaded: those that Python calls, and each module
    once."""
    if not warmth.listeners:
        return
    from numba.core import event as events

    class Telling(events.Listener):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            self._depth = 0
            self._told: set[str] = set()

        def on_start(self, event: Any) -> None:
            self._depth += 1
            module = event.data["dispatcher"].py_func.__module__
            if self._depth > 1 or module in self._told or not module.startswith(_KERNELS):
                return
            sources = _sources(module)
            self._told |= {_KERNELS + source.stem for source in sources}
            for listener in warmth.listeners:
                listener(module.removeprefix(_KERNELS).replace("_", " "), _seconds(sources))

        def on_end(self, event: Any) -> None:
            del event
            self._depth -= 1

    cast("Any", events).register("numba:compile", Telling())
