"""`kernel`: how every compiled loop here is made.

Machine code is kept on disk, and a running kernel leaves Python's lock to others (`nogil`), so that a clock or a Ctrl-C
in another thread can raise its stop flag. With NUMBA_DISABLE_JIT=1 they run as the plain Python they are; where kernels
are made to run either way (`entails.solvers.kernels.jit`), numba is imported when plain Python is not enough.

Two things make numba 0.68 crash when it loads code from its cache, so no kernel does them: kernels that call each other
in a circle, and a kernel that calls itself but was compiled without being told its types. `recursive_kernel` is for the
latter; it compiles when its module is imported.

Whether a loop is worth compiling, or loading, before its answer is known.

A process that is asked one question often has the answer sooner when it runs the loops of `kernels` as the plain Python
that they are: a hint takes a few milliseconds of it, loading numba a third of a second, compiling half a minute. So a
command line makes its kernels able to run `EITHER_WAY`, and for a single puzzle it runs them `plainly`. What takes
longer than it is worth is begun anew by the compiled loop, which is the same function.

Limits of time are kept by `clock`, which stands still meanwhile: a query must not be undecided because its loops were
compiled while its time ran.

What has been compiled on this machine, and what is being compiled: known without loading numba.

Compiling is done once for each version of the kernels. A stamp in the cache says that a piece of work has been done
with the kernels as they are now, so that nobody loads them all to find out.

`EitherWay`: a kernel that runs as plain Python first, and compiled where that is not enough.
"""

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from hashlib import sha1, sha256
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast

T = TypeVar("T")

LOADING = 0.4
"""CPU seconds that importing numba and loading machine code from the cache take."""
SHARE = 0.6
"""How much of the time that compiling takes is tried without it first: what is begun in vain costs no more than that
on top, and what is not saves all of it."""


class Mode:
    """How the kernels of this process run: settings, which a command line makes before it imports any."""

    either_way = False
    plain = False
    spent: ClassVar[dict[str, float]] = {}
    """CPU seconds in plain loops so far, by what would be compiled."""


class _Stopped:
    """How often the clock has been stopped and not started again, since when, and how long it stood still before."""

    state = (0, 0.0, 0.0)
    changing = threading.Lock()


def clock() -> float:
    """Return seconds on a clock that stands still while loops are compiled, loaded, or tried as plain Python."""
    times, since, before = _Stopped.state
    return (since if times else time.monotonic()) - before


@contextmanager
def stopped_clock() -> Iterator[None]:
    """Stop the clock, for all threads: Python compiles in one of them while the others wait."""
    with _Stopped.changing:
        times, since, before = _Stopped.state
        _Stopped.state = (times + 1, since if times else time.monotonic(), before)
    try:
        yield
    finally:
        with _Stopped.changing:
            times, since, before = _Stopped.state
            _Stopped.state = (times - 1, since, before if times > 1 else before + time.monotonic() - since)


class Enough(Exception):
    """Time to load the compiled loop."""


def make_either_way() -> None:
    """Kernels that are imported from now on can run both ways."""
    Mode.either_way = True


def is_either_way() -> bool:
    """Are kernels made so?"""
    return Mode.either_way


def is_plain() -> bool:
    """Are loops run as plain Python now? Only the main thread does it: only there can they be interrupted."""
    return Mode.plain and threading.current_thread() is threading.main_thread()


@contextmanager
def plainly(wanted: bool = True) -> Iterator[None]:
    """Run loops as plain Python as long as that is worth while, where kernels can."""
    before, Mode.plain = Mode.plain, wanted and Mode.either_way and hasattr(signal, "setitimer")
    try:
        yield
    finally:
        Mode.plain = before


def time_for(what: str, compiling: float | None) -> float:
    """CPU seconds that plain loops of this name are still worth. Compiling them would take so long; None when they only
    have to be loaded."""
    return (LOADING if compiling is None else compiling * SHARE) - Mode.spent.get(what, 0.0)


def tried(work: Callable[[], T], what: str, allowed: float, began: float) -> T:
    """What `work` on plain loops gives; when it takes longer than is allowed, `Enough` is raised. `began` is the CPU
    time from which on it counts: to get ready may take longer than the work."""
    before = signal.signal(signal.SIGVTALRM, _end)
    signal.setitimer(signal.ITIMER_VIRTUAL, allowed)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        Mode.spent[what] = Mode.spent.get(what, 0.0) + time.process_time() - began


def waited_for(work: Callable[[], T]) -> T:
    """What `work` gives, done in another thread: a compiled loop would not let this one hear Ctrl-C."""
    result: list[T] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="entails-loop", daemon=True).start()
    done.wait()
    if failure:
        raise failure[0]
    return result[0]


def _end(number: int, frame: FrameType | None) -> Any:
    del number, frame
    raise Enough


listeners: list[Callable[[str, float], None]] = []
"""Told which kernels a process begins to compile, and about how many seconds of CPU time that takes."""

SECONDS_A_LINE = 0.006
"""About what compiling takes, in CPU time."""

_KERNEL_FOLDER = Path(__file__).parent / "kernels"
KEPT_VERSIONS = 3
"""Of each module; a machine may have several versions of Entails in use."""


def cache_of_kernels() -> Path:
    """Where machine code is kept."""
    from platformdirs import user_cache_path

    return user_cache_path("entails", appauthor=False) / "kernels"


def is_warm(name: str) -> bool:
    """Has this been done with the kernels as they are now?"""
    return _stamp(name).is_file()


def note_warm(name: str) -> None:
    """It has. Where nothing can be kept, nothing is."""
    with suppress(OSError):
        _stamp(name).parent.mkdir(parents=True, exist_ok=True)
        _stamp(name).touch()


def _stamp(name: str) -> Path:
    return cache_of_kernels() / f"ready-{_version()}" / name.replace(" ", "-")


@cache
def _version() -> str:
    """All kernels, where they lie and since when, and what compiles them: numba keeps its code by all of that."""
    from importlib.metadata import PackageNotFoundError, version

    said = sha256(f"{sys.implementation.cache_tag} {_KERNEL_FOLDER}\n".encode())
    for package in ("numba", "llvmlite", "numpy"):
        with suppress(PackageNotFoundError):
            said.update(f"{package} {version(package)}\n".encode())
    for source in sorted(_KERNEL_FOLDER.glob("*.py")):
        said.update(f"{source.name} {source.stat().st_mtime_ns}".encode() + b"\0" + source.read_bytes())
    return said.hexdigest()[:16]


def forget_old_versions(name: str) -> None:
    """Keep the folders of the newest versions of `name`, by when they were last begun."""
    from shutil import rmtree

    with suppress(OSError):
        folders = sorted(cache_of_kernels().glob(f"{name}-{'?' * 16}"), key=lambda one: one.stat().st_mtime)
        for old in folders[:-KEPT_VERSIONS]:
            rmtree(old, ignore_errors=True)


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
    if not is_either_way():
        return _compiled(function, like, thorough)

    return EitherWay(function, lambda seeing: _compiled(seeing, like, thorough), _cost, in_arrays)


def _compiled(function: Callable[P, R], like: tuple[object, ...], thorough: bool) -> Callable[P, R]:
    """Return the compiled function. It compiles on its first call, if not here; limits of time do not count that."""
    with stopped_clock():
        made = _compiled_anyhow(function, like, thorough)
    if hasattr(made, "compile"):  # with NUMBA_DISABLE_JIT=1 it is the plain function
        made.compile = stopped_clock()(made.compile)
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
    return lines * SECONDS_A_LINE


_UNCOMPILED = ("jit.py", "either_way.py", "linking.py", "hastening.py")


@cache
def code_folder(module: str) -> Path | None:
    """Where the machine code of a module is kept, made where it is not there."""
    folder = _folder(module)
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            forget_old_versions(module.rpartition(".")[2])
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def _folder(module: str) -> Path:
    """Below the user's cache, named after what the module and all kernels that it calls say.

    Numba notices when the file of a kernel changes, but not when that of a kernel it calls does.
    """
    from importlib.metadata import version

    said = sha256(version("numba").encode())
    for source in sorted(_sources(module)):
        said.update(b"\0" + source.read_bytes())
    name = module.rpartition(".")[2]
    return cache_of_kernels() / f"{name}-{said.hexdigest()[:16]}"


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
    if not listeners:
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
            for listener in listeners:
                listener(module.removeprefix(_KERNELS).replace("_", " "), _seconds(sources))

        def on_end(self, event: Any) -> None:
            del event
            self._depth -= 1

    cast("Any", events).register("numba:compile", Telling())


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
        if not is_plain():
            return self.compiled(*arguments, **named)
        import numpy as np

        allowed = time_for(self.__module__, self.cost)
        if allowed > 0:
            began = time.process_time()
            kept = [(array, array.copy()) for array in _written(arguments)]
            try:
                with stopped_clock(), np.errstate(all="ignore"):  # compiled code does not warn either
                    return tried(lambda: self.plain(*arguments, **named), self.__module__, allowed, began)
            except Enough:
                self._is_long = True
                for array, before in kept:
                    array[...] = before
        if self._is_long:
            return waited_for(lambda: self.compiled(*arguments, **named))
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
    import numpy as np

    for one in arguments:
        if isinstance(one, np.ndarray):
            if one.flags.writeable:
                yield one
        elif isinstance(one, tuple):
            yield from _written(one)
