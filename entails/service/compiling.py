"""Compilation of kernels in the background: the state of each capability, and the processes that compile.

No call compiles a kernel, since a call is killed at its time limit and the work would be lost. Processes without a
limit compile the jobs of `entails warm`, those first that most calls need. A call that meets a kernel which is not
compiled ends at once, and the kernel is compiled next, by its name and the types of its arguments.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal, Protocol

from entails.solvers.kernels.jit import CACHE_VARIABLE, cache_of_kernels
from entails.studies.warm import cold_jobs, compile_kernel, compile_one, jobs

_log = logging.getLogger("entails.service")
_FIRST = (
    "bit solver",
    "feedback of guesses",
    "Scrabble",
    "steps and ratings",
    "patterns and chains",
    "model counter",
    "quine search",
    "exact depth",
    "chains within chains",
)
"""Jobs in the order in which they are compiled; the others follow."""
_COMPILE_JOB, _COMPILE_KERNEL = (f"{call.__module__}:{call.__name__}" for call in (compile_one, compile_kernel))
_MOST_FAILURES = 3
_MOST_KERNELS = 1000
NO_KERNEL = "requests without kernels"
"""Capability that needs no kernel: models, CNF files, pencil puzzles, checks and explanations."""

CapabilityState = Literal["ready", "compiling", "waiting", "failed"]
MissingKernel = tuple[str, str, bytes]
"""Module and name of a kernel, and the pickled types of its arguments."""


class CompilerProcess(Protocol):
    """A process that runs a function `module:name` without a time limit."""

    async def run(self, function: str, *arguments: object) -> Any: ...

    def end(self) -> None: ...


class KernelCompiler:
    """The kernels of a server and the processes that compile them; for use on the event loop.

    Attributes:
        states: State of each compile job.
        is_cold: Whether jobs were missing at the start and are not all compiled yet.
        finished: Set when every job is compiled.
        compiled: Number of jobs and kernels compiled here.
    """

    def __init__(self, start: Callable[[], Any], processes: int) -> None:
        """Compile in at most `processes` processes; the coroutine function `start` starts one."""
        cold = set(cold_jobs())
        self.states: dict[str, CapabilityState] = {name: "waiting" if name in cold else "ready" for name, _ in jobs()}
        self.compiled = 0
        self.finished = asyncio.Event()
        self._start = start
        self._processes = min(processes, len(cold) or 1)
        self._kernels: dict[MissingKernel, int] = {}
        self._failed: set[MissingKernel] = set()
        self._failures: dict[str, int] = {}
        self._work = asyncio.Event()
        self._change = asyncio.Event()
        if not cold:
            self.finished.set()
        else:
            use_writable_cache()

    @property
    def is_cold(self) -> bool:
        return not self.finished.is_set()

    @property
    def missing(self) -> str | None:
        """A phrase about the progress of compilation; None if everything is compiled."""
        if not self.is_cold:
            return None
        done = sum(state == "ready" for state in self.states.values())
        now = [name for name, state in self.states.items() if state == "compiling"]
        failed = [name for name, state in self.states.items() if state == "failed"]
        text = f"kernels are being compiled: {done} of {len(self.states)} ready"
        return (
            text + (f", now {' and '.join(now)}" if now else "") + (f", failed: {', '.join(failed)}" if failed else "")
        )

    def capabilities(self) -> dict[str, str]:
        """Return the state of each capability."""
        return {NO_KERNEL: "ready", **self.states}

    def open(self, keep: Callable[[str, Callable[[], Any]], None]) -> None:
        """Start to compile. `keep` runs a background task, and restarts it when it fails."""
        for number in range(self._processes):
            keep(f"compiler {number + 1}", self._compile)

    def demand(self, kernel: MissingKernel) -> None:
        """Compile this kernel next, unless its compilation has failed before."""
        if kernel not in self._failed and len(self._kernels) < _MOST_KERNELS:
            self._kernels.setdefault(kernel, 0)
            self._work.set()

    async def changed(self, since: int, seconds: float | None = None) -> bool:
        """Wait until `compiled` differs from `since`, for at most `seconds`; return whether it does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.compiled == since:
                    await self._change.wait()
        return self.compiled != since

    async def _compile(self) -> None:
        """Compile the kernels that calls wait for, else the next job, in a process that ends when all are compiled."""
        process: CompilerProcess | None = None
        try:
            while True:
                kernel = next((known for known, running in self._kernels.items() if not running), None)
                name = None if kernel is not None else self._next_job()
                if kernel is None and name is None:
                    if process is not None:
                        process.end()
                        process = None
                    self._work.clear()
                    await self._work.wait()
                    continue
                if process is None:
                    process = await self._start()
                if kernel is not None:
                    await self._compile_kernel(process, kernel)
                elif name is not None:
                    await self._compile_job(process, name)
                self._announce()
        finally:
            if process is not None:
                process.end()

    def _next_job(self) -> str | None:
        waiting = [name for name, state in self.states.items() if state == "waiting"]
        return next((name for name in (*_FIRST, *waiting) if name in waiting), None)

    async def _compile_job(self, process: CompilerProcess, name: str) -> None:
        self.states[name] = "compiling"
        try:
            await process.run(_COMPILE_JOB, name)
            self.states[name] = "ready"
        finally:
            if self.states[name] != "ready":
                self._failures[name] = self._failures.get(name, 0) + 1
                self.states[name] = "waiting" if self._failures[name] < _MOST_FAILURES else "failed"

    async def _compile_kernel(self, process: CompilerProcess, kernel: MissingKernel) -> None:
        self._kernels[kernel] = 1
        self._failed.add(kernel)  # until it is compiled: a kernel that cannot be compiled is tried once
        try:
            await process.run(_COMPILE_KERNEL, *kernel)
            self._failed.discard(kernel)
            _log.info("a kernel was compiled on demand", extra={"kernel": f"{kernel[0]}.{kernel[1]}"})
        finally:
            del self._kernels[kernel]

    def _announce(self) -> None:
        """Wake the calls that wait for a kernel."""
        self.compiled += 1
        change, self._change = self._change, asyncio.Event()
        if all(state == "ready" for state in self.states.values()):
            self.finished.set()
        change.set()


def use_writable_cache() -> None:
    """Use a temporary folder for machine code if the usual one cannot be written; all processes must share it."""
    folder = cache_of_kernels()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        usable = os.access(folder, os.W_OK)
    except OSError:
        usable = False
    if not usable:
        os.environ[CACHE_VARIABLE] = mkdtemp(prefix="entails-kernels-")
        _log.warning("the kernel cache cannot be written; a temporary one is used", extra={"cache": str(Path(folder))})
