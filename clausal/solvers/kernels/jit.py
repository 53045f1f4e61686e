"""`kernel`: how every compiled loop here is made.

Machine code is kept on disk, and a running kernel leaves Python's lock to others (`nogil`), so that a clock or a Ctrl-C
in another thread can raise its stop flag. With NUMBA_DISABLE_JIT=1 they run as the plain Python they are.

Two things make numba 0.68 crash when it loads code from its cache, so no kernel does them: kernels that call each other
in a circle, and a kernel that calls itself but was compiled without being told its types. `recursive_kernel` is for the
latter; it compiles when its module is imported.
"""

import os
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core import event

from clausal.solvers import warmth

P = ParamSpec("P")
R = TypeVar("R")

_IMPORTED = re.compile(r"clausal\.solvers\.kernels\.(\w+)")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, or load what an earlier process compiled."""
    return _compiled(function)


def recursive_kernel(result: R, *like: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function that calls itself; its types are given by examples of its result and its arguments."""
    type_of: Callable[[object], Any] = numba.typeof
    signature = type_of(result)(*map(type_of, like))
    return lambda function: _compiled(function, signature)


def _compiled(function: Callable[P, R], *signature: object) -> Callable[P, R]:
    """Where no folder can be written to, each process compiles for itself."""
    settings, compiler, folder = cast("Any", numba.config), cast("Any", numba.njit), code_folder(function.__module__)
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = "" if folder is None else str(folder)
    try:
        made = compiler(*signature, cache=folder is not None, nogil=True)(function)
    finally:
        settings.CACHE_DIR = usual
    return cast("Callable[P, R]", made)


@cache
def code_folder(module: str) -> Path | None:
    """Where the machine code of a module is kept: below the user's cache, named after what the module and all kernels
    that it calls say.

    Numba notices when the file of a kernel changes, but not when that of a kernel it calls does.
    """
    said = sha256(numba.__version__.encode())
    for source in sorted(_sources(module)):
        said.update(b"\0" + source.read_bytes())
    name = module.rpartition(".")[2]
    folder = warmth.cache_of_kernels() / f"{name}-{said.hexdigest()[:16]}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            warmth.forget_old_versions(name)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


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


class _Telling(event.Listener):  # type: ignore[misc, unused-ignore]
    """Tells who wants to know that a kernel is being compiled, not loaded: those that Python calls, and each module
    once."""

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
        lines = sum(source.read_text("utf-8").count("\n") for source in sources if source.name != "jit.py")
        for listener in warmth.listeners:
            listener(module.removeprefix(_KERNELS).replace("_", " "), lines * warmth.SECONDS_A_LINE)

    def on_end(self, event: Any) -> None:
        del event
        self._depth -= 1


_KERNELS = "clausal.solvers.kernels."
if warmth.listeners:
    cast("Any", event).register("numba:compile", _Telling())
