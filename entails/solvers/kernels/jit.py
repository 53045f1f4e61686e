"""JIT policy and kernel cache: how kernels are compiled, stored on disk, and run.

**Decorators.** `kernel`, `thorough_kernel`, `kernel_beside` and `recursive_kernel` compile a function with numba on its
first call, or load the machine code that an earlier process stored. A running kernel releases the GIL, so that another
thread can raise its stop flag on a time limit or Ctrl-C. With NUMBA_DISABLE_JIT=1, kernels run as plain Python.

**Compiler.** `linking` compiles in 40 % of the CPU time that `njit(cache=True)` needs (122 s against 307 s for all
kernels) and stores a quarter of the machine code, but it subclasses private classes of numba. It is used only with the
versions of numba in `LINKED_NUMBA`. With any other version, or with ENTAILS_NJIT=1, kernels are compiled by `njit`.

**Two rules for kernels.** Numba 0.68 crashes when it loads mutually recursive functions from its cache, or a recursive
function compiled without a signature. So no two kernels call each other, and a recursive kernel gives its types to
`recursive_kernel`, which compiles it when its module is imported.

**Plain Python first.** A process that answers one query is often faster without numba: a hint needs a few milliseconds
of plain Python, while loading the machine code takes up to a second and compiling it half a minute. A command line
therefore creates `DualKernel`s (`Mode.dual`), and for a single puzzle runs them as plain Python
(`plain_python_first`). A loop that takes too long is interrupted by a timer on CPU time and restarted as machine code.
CPU seconds, cache filled:

    query                         plain first   machine code only   plain Python only
    sudoku hint, easy grid        0.6           1.6                 0.6
    scrabble best                 0.8           1.9                 0.8
    sudoku hint, hardest grids    3.5           2.0                 5.5

A choice made once per process would have to know the effort of a puzzle in advance, so the timer stays: all steps of
the hardest grids take 7 s as machine code and more than 80 s as plain Python.

**Clock.** Time limits are measured with `clock`, which is stopped while loops are compiled, loaded or tried as plain
Python: a query must not run out of time because its kernels were compiled meanwhile.

**Cache.** Machine code is stored below the user's cache, by a hash of the sources. Stamps record which work has been
compiled, so that a process can tell without loading numba.
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

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

LINKED_NUMBA = ("0.68.",)
"""Prefixes of the numba versions that `linking` was tested with."""
LOADING = 0.9
"""CPU seconds that importing numba and loading machine code from the cache take in a process."""
SHARE = 0.6
"""Share of the compile time for which a loop is tried as plain Python first.

A try in vain adds at most this share; a
try that succeeds saves all of it.
"""


class Mode:
    """Kernel settings of this process, set by the command line before it imports kernels.

    Attributes:
        dual: Whether kernels can run as plain Python and as machine code (`DualKernel`).
        plain: Whether they run as plain Python first.
        spent: CPU seconds spent in plain loops, by account (see `plain_allowance`).
        compiles: Whether kernels may be compiled; otherwise one that is not in the cache raises `KernelMissing`.
        plain_seconds: CPU seconds that plain loops may use in all, in a process that does not compile: only kernels
            that are not in the cache run as plain Python. None in a process that compiles.
        on_plain: Called before each plain loop in such a process.
    """

    dual = False
    plain = False
    compiles = True
    plain_seconds: float | None = None
    on_plain: ClassVar[Callable[[], None] | None] = None
    spent: ClassVar[dict[str, float]] = {}


class _Stopped:
    """State of the clock: the number of active stops, the start of the first, and the seconds stopped before it."""

    state = (0, 0.0, 0.0)
    changing = threading.Lock()


def clock() -> float:
    """Return seconds on a clock that stops while kernels are compiled, loaded, or tried as plain Python."""
    stops, since, before = _Stopped.state
    return (since if stops else time.monotonic()) - before


@contextmanager
def stopped_clock() -> Iterator[None]:
    """Stop the clock for all threads: while one compiles, the others wait."""
    with _Stopped.changing:
        stops, since, before = _Stopped.state
        _Stopped.state = (stops + 1, since if stops else time.monotonic(), before)
    try:
        yield
    finally:
        with _Stopped.changing:
            stops, since, before = _Stopped.state
            _Stopped.state = (stops - 1, since, before if stops > 1 else before + time.monotonic() - since)


class PlainTooSlow(Exception):
    """Signal that a plain loop has used its allowance, so that machine code is to run instead."""


class KernelMissing(BaseException):
    """A kernel is not in the cache, and this process must not compile. Not an `Exception`, so no handler hides it.

    Attributes:
        module, name: The kernel.
        signature: The numba types of its arguments.
    """

    def __init__(self, module: str, name: str, signature: tuple[Any, ...]) -> None:
        super().__init__(f"{module}.{name} is not compiled")
        self.module, self.name, self.signature = module, name, signature


def enable_dual_kernels() -> None:
    """Make all kernels imported from now on dual, with a plain Python form and a compiled form."""
    Mode.dual = True


def runs_plain_python() -> bool:
    """Return whether kernels run as plain Python now: only in the main thread, where a timer can interrupt them."""
    return Mode.plain and threading.current_thread() is threading.main_thread()


@contextmanager
def plain_python_first(wanted: bool = True) -> Iterator[None]:
    """Run kernels in this block as plain Python first, if this process supports it."""
    before, Mode.plain = Mode.plain, wanted and Mode.dual and hasattr(signal, "setitimer")
    try:
        yield
    finally:
        Mode.plain = before


def plain_allowance(module: str, compile_seconds: float | None) -> tuple[str, float]:
    """Return the account of a kernel, and the CPU seconds that plain loops may still spend on it.

    Each module that would have to be compiled has its own account. Modules whose machine code is in the cache
    (`compile_seconds` is None) share one, because most of the loading time is spent only once.
    """
    if Mode.plain_seconds is not None:
        return "", Mode.plain_seconds - Mode.spent.get("", 0.0)
    account = "" if compile_seconds is None else module
    total = LOADING if compile_seconds is None else compile_seconds * SHARE
    return account, total - Mode.spent.get(account, 0.0)


def run_with_timer(work: Callable[[], T], account: str, allowed: float, began: float) -> T:
    """Run `work` as plain Python; raise `PlainTooSlow` after `allowed` CPU seconds.

    The CPU time since `began` is charged to the account: preparing the call may take longer than the call.
    """
    before = signal.signal(signal.SIGVTALRM, _interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, allowed)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        Mode.spent[account] = Mode.spent.get(account, 0.0) + time.process_time() - began


def run_in_thread(work: Callable[[], T]) -> T:
    """Run `work` in another thread and return its result, so that this thread can still receive Ctrl-C."""
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


def _interrupt(number: int, frame: FrameType | None) -> Any:
    del number, frame
    raise PlainTooSlow


listeners: list[Callable[[str, float], None]] = []
"""Functions called with a name and an estimate in CPU seconds when this process starts to compile kernels."""

SECONDS_PER_LINE = 0.006
"""Approximate CPU time of compiling a line of a kernel."""

_KERNEL_FOLDER = Path(__file__).parent
KEPT_VERSIONS = 3
"""Versions of each module that stay in the cache; several versions of Entails may be in use."""


CACHE_VARIABLE = "ENTAILS_KERNEL_CACHE"
"""Environment variable that names another folder for the machine code."""


def cache_of_kernels() -> Path:
    """Return the folder in which machine code is cached."""
    from platformdirs import user_cache_path

    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    return user_cache_path("entails", appauthor=False) / "kernels"


def is_warm(name: str) -> bool:
    """Return whether a task with this name has been compiled with the present kernels."""
    return _stamp(name).is_file()


def note_warm(name: str) -> None:
    """Record that a task with this name has been compiled, if the cache can be written."""
    with suppress(OSError):
        _stamp(name).parent.mkdir(parents=True, exist_ok=True)
        _stamp(name).touch()


def _stamp(name: str) -> Path:
    return cache_of_kernels() / f"ready-{_version()}" / name.replace(" ", "-")


@cache
def _version() -> str:
    """Return a hash of all kernels, their locations and times, and the compiler, as in numba's cache keys."""
    digest = sha256(f"{sys.implementation.cache_tag} {_KERNEL_FOLDER} {compiler()}\n".encode())
    from importlib.metadata import PackageNotFoundError, version

    for package in ("llvmlite", "numpy"):
        with suppress(PackageNotFoundError):
            digest.update(f"{package} {version(package)}\n".encode())
    for source in sorted(_KERNEL_FOLDER.glob("*.py")):
        digest.update(f"{source.name} {source.stat().st_mtime_ns}".encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def forget_old_versions(name: str) -> None:
    """Remove all but the newest folders of the module `name`, by creation time."""
    from shutil import rmtree

    with suppress(OSError):
        folders = sorted(cache_of_kernels().glob(f"{name}-{'?' * 16}"), key=lambda folder: folder.stat().st_mtime)
        for old in folders[:-KEPT_VERSIONS]:
            rmtree(old, ignore_errors=True)


def is_linked() -> bool:
    """Return whether `linking` compiles the kernels; otherwise `numba.njit` does."""
    return os.environ.get("ENTAILS_NJIT", "") in ("", "0") and version("numba").startswith(LINKED_NUMBA)


def compiler() -> str:
    """Return the name and version of the kernel compiler, by which machine code is stored."""
    return f"numba {version('numba')}, {'linked' if is_linked() else 'njit'}"


@cache
def version(package: str) -> str:
    """Return the installed version of a package; cached, because each look-up reads a file."""
    from importlib.metadata import version as look_up

    return look_up(package)


_IMPORTED = re.compile(r"entails\.solvers\.kernels\.(\w+)")
_KERNELS = "entails.solvers.kernels."
_NOT_COMPILED = ("jit.py", "linking.py")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` as a kernel on its first call, or load its machine code from the cache."""
    return _create(function)


def thorough_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` as a kernel that is optimised twice, for the few loops that repay the longer compilation."""
    return _create(function, thorough=True)


def kernel_beside(in_arrays: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a kernel with `in_arrays`, which uses whole numpy arrays, as its plain form."""
    return lambda function: _create(function, in_arrays=in_arrays)


def recursive_kernel(result: R, *arguments: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a recursive kernel, optimised twice. The example values determine its types."""
    return lambda function: _create(function, (result, *arguments), thorough=True)


def _create(
    function: Callable[P, R],
    examples: tuple[object, ...] = (),
    in_arrays: Callable[P, R] | None = None,
    thorough: bool = False,
) -> Callable[P, R]:
    if not Mode.dual:
        return _compiled(function, examples, thorough)
    return DualKernel(function, lambda copy: _compiled(copy, examples, thorough), _compile_seconds, in_arrays)


def _compiled(function: Callable[P, R], examples: tuple[object, ...], thorough: bool) -> Callable[P, R]:
    """Return the dispatcher of a kernel. Its compilation, now or on the first call, does not count for time limits."""
    with stopped_clock():
        dispatcher = _dispatcher(function, examples, thorough)
    if hasattr(dispatcher, "compile"):  # with NUMBA_DISABLE_JIT=1 it is the plain function
        dispatcher.compile = stopped_clock()(dispatcher.compile)
    return cast("Callable[P, R]", dispatcher)


def _dispatcher(function: Callable[P, R], examples: tuple[object, ...], thorough: bool) -> Any:
    """Return numba's dispatcher of a function. Without a writable cache, each process compiles separately."""
    import numba

    _report_compiling()
    settings, folder = cast("Any", numba.config), code_folder(function.__module__)
    type_of: Callable[[object], Any] = numba.typeof
    result, *arguments = map(type_of, examples) if examples else (None,)
    signature = None if result is None else result(*arguments)
    cached, usual = folder is not None, settings.CACHE_DIR
    settings.CACHE_DIR = "" if folder is None else str(folder)
    try:
        if not settings.DISABLE_JIT and is_linked():
            from entails.solvers.kernels.linking import Kernel

            return Kernel(function, signature, cached=cached, thorough=thorough)
        return cast("Any", numba.njit)(signature, cache=cached, nogil=True)(function)
    finally:
        settings.CACHE_DIR = usual


def _compile_seconds(function: Callable[..., Any]) -> float | None:
    """Estimate the CPU seconds to compile a kernel; None if its machine code is in the cache."""
    module, name = function.__module__, function.__qualname__
    here = sha1(str(_KERNEL_FOLDER).encode(), usedforsecurity=False).hexdigest()  # numba's name for this folder
    if any(_folder(module).glob(f"*_{here}/*.{name}-*.nbi")):
        return None
    return _seconds(_sources(module))


def _seconds(sources: set[Path]) -> float:
    lines = sum(source.read_text("utf-8").count("\n") for source in sources if source.name not in _NOT_COMPILED)
    return lines * SECONDS_PER_LINE


@cache
def code_folder(module: str) -> Path | None:
    """Return the folder of a module's machine code, created if missing; None if it cannot be written."""
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
    """Return a cache folder named after a hash of the module and all kernels that it imports.

    Numba notices when the file of a kernel changes, but not when the file of a kernel that it calls does.
    """
    digest = sha256(compiler().encode())
    for source in sorted(_sources(module)):
        digest.update(b"\0" + source.read_bytes())
    name = module.rpartition(".")[2]
    return cache_of_kernels() / f"{name}-{digest.hexdigest()[:16]}"


def _has_code(module: str) -> bool:
    """Return whether machine code of a module is in the cache."""
    return any(_folder(module).glob("*.nbi"))


def _sources(module: str) -> set[Path]:
    """Return the files of a kernel module and of all kernel modules that it imports, directly or indirectly."""
    sources: set[Path] = set()
    waiting = [_KERNEL_FOLDER / f"{module.rpartition('.')[2]}.py"]
    while waiting:
        source = waiting.pop()
        if source in sources or not source.exists():
            continue
        sources.add(source)
        waiting += [_KERNEL_FOLDER / f"{name}.py" for name in _IMPORTED.findall(source.read_text("utf-8"))]
    return sources


@cache
def _report_compiling() -> None:
    """Notify the listeners that a kernel is being compiled (not loaded), once for each module.

    In a process that does not compile, raise `KernelMissing` instead.
    """
    if not listeners and Mode.compiles:
        return
    from numba.core import event as events

    class CompileListener(events.Listener):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            self._depth = 0
            self._reported: set[str] = set()

        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            module = function.__module__
            if not Mode.compiles and module.startswith(_KERNELS):
                raise KernelMissing(module, function.__qualname__, tuple(event.data["args"]))
            self._depth += 1
            if self._depth > 1 or module in self._reported or not module.startswith(_KERNELS):
                return
            sources = {source for source in _sources(module) if _KERNELS + source.stem not in self._reported}
            self._reported |= {_KERNELS + source.stem for source in sources}
            name = module.removeprefix(_KERNELS)
            missing = {source for source in sources if source.stem == name or not _has_code(_KERNELS + source.stem)}
            for listener in listeners:
                listener(name.replace("_", " "), _seconds(missing))

        def on_end(self, event: Any) -> None:
            del event
            self._depth -= 1

    cast("Any", events).register("numba:compile", CompileListener())


_plain_globals: dict[str, dict[str, Any]] = {}
_compiled_globals: dict[str, dict[str, Any]] = {}
"""The global names of each kernel module, as its plain and as its compiled functions see them."""
_building = threading.RLock()
"""Lock that is held while global names are gathered, so that no other thread sees an incomplete table."""


class DualKernel(Generic[P, R]):
    """A kernel in two forms, plain Python and machine code; each form calls kernels of the same form.

    Both forms have the same code object, but different globals.

    Attributes:
        function: The decorated function.
        compile_seconds: CPU seconds of compiling it; None if its machine code is in the cache.
        plain: The plain form: `in_arrays` if given, a function of whole numpy arrays, otherwise the loop itself.
        compiled: The compiled form, created by `compile_it`.
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
        if not runs_plain_python() or (Mode.plain_seconds is not None and self.compile_seconds is None):
            return self.compiled(*arguments, **named)
        import numpy as np

        account, allowed = plain_allowance(self.__module__, self.compile_seconds)
        if allowed > 0:
            if Mode.on_plain is not None:
                Mode.on_plain()
            began = time.process_time()
            saved = [(array, array.copy()) for array in _writable_arrays(arguments)]
            try:
                with stopped_clock(), np.errstate(all="ignore"):  # compiled code does not warn either
                    return run_with_timer(lambda: self.plain(*arguments, **named), account, allowed, began)
            except PlainTooSlow:
                self._is_long = True
                for array, before in saved:
                    array[...] = before
        if self._is_long:
            return run_in_thread(lambda: self.compiled(*arguments, **named))
        return self.compiled(*arguments, **named)

    @cached_property
    def compile_seconds(self) -> float | None:
        return self._cost(cast("Callable[P, R]", self.function))

    @property
    def plain(self) -> Callable[P, R]:
        if self._plain is None:
            with _building:
                names = _globals_of(self, _plain_globals, "plain")
                self._plain = self._plain or self.create("plain", names)
        return self._plain

    @property
    def compiled(self) -> Callable[P, R]:
        if self._compiled is None:
            with _building:
                names = _globals_of(self, _compiled_globals, "compiled")
                self._compiled = self._compiled or self.create("compiled", names)
        return self._compiled

    def create(self, form: str, names: dict[str, Any]) -> Callable[P, R]:
        """Return a copy of this kernel's form, "plain" or "compiled", with the global names `names`."""
        if form == "plain":
            return self._in_arrays or self._with_globals(names)
        return self._compile_it(self._with_globals(names))

    def publish(self, form: str, function: Callable[P, R]) -> None:
        """Publish `function` as the form that all threads call from now on. It must be complete: no lock is taken."""
        if form == "plain":
            self._plain = function
        else:
            self._compiled = function

    def _with_globals(self, names: dict[str, Any]) -> Callable[P, R]:
        """Return a copy of the function with `names` as its globals."""
        own = self.function
        copy = FunctionType(own.__code__, names, own.__name__, own.__defaults__, own.__closure__)
        copy.__module__, copy.__qualname__, copy.__doc__ = own.__module__, own.__qualname__, own.__doc__
        copy.__kwdefaults__, copy.__annotations__ = own.__kwdefaults__, own.__annotations__
        return cast("Callable[P, R]", copy)


def _globals_of(dual: DualKernel[Any, Any], views: dict[str, dict[str, Any]], form: str) -> dict[str, Any]:
    """Return the globals of a kernel's module, in which each kernel is replaced by one of its forms.

    The module's kernels are published only when all names are there: another thread could call one of them at once,
    and numba looks names up when it compiles. A recursive kernel is compiled here, and finds the kernels defined
    before it.
    """
    module = dual.function.__module__
    if module in views:
        return views[module]
    names = vars(sys.modules[module])
    view = {name: value for name, value in names.items() if not isinstance(value, DualKernel)}
    own: list[tuple[DualKernel[Any, Any], Callable[..., Any]]] = []
    for name, value in names.items():
        if isinstance(value, DualKernel):
            if value.function.__module__ == module:
                view[name] = value.create(form, view)
                own.append((value, view[name]))
            else:
                view[name] = getattr(value, form)
    views[module] = view
    for value, function in own:
        value.publish(form, function)
    return view


def _writable_arrays(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the arrays that a kernel may write to, to be restored if its plain form is interrupted."""
    import numpy as np

    for argument in arguments:
        if isinstance(argument, np.ndarray):
            if argument.flags.writeable:
                yield argument
        elif isinstance(argument, tuple):
            yield from _writable_arrays(argument)
