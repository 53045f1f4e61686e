"""`ForkServer`: a process that loads everything once and then forks workers within milliseconds.

A worker that exceeds its time limit is killed. Loading numpy, the engines and the kernels for the next one would take
seconds, so a few hostile requests could slow down all others. Forked workers also share the loaded memory. The
forkserver itself answers no calls, so it has no threads, which makes forking safe.

It is the parent of the workers, so only it knows how a worker ended and how much memory it used.
"""

import asyncio
import gc
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from entails.solvers.pool.limits import release_memory
from entails.solvers.pool.process import ChildProcess, lifeline, start_python
from entails.solvers.pool.server import ProgressMessage, load_function, serve

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_MOST_BYTES = 1 << 16
_FDS = 2
_RECORDS_KEPT = 1000
_REAP_SECONDS = 1.0
_STEP_PAUSE = 0.05
_END = object()


class ForkServerLost(Exception):
    """Error: the forkserver has ended or does not respond."""


@dataclass(frozen=True)
class ExitRecord:
    """How a process ended: the signal (0 if none), and the peak memory."""

    signal: int
    most_mb: int


def can_fork() -> bool:
    """Return whether workers can be forked safely on this system."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


class ForkServer:
    """The parent's side of a forkserver, for an event loop. Callers set their own timeouts.

    Attributes:
        loading: What is being loaded, in words.
        ready: Set when workers can be forked.
        loaded: Set when all further steps have been taken; until then, a fork may wait for the end of one.
        lost: Set when the process has ended.
    """

    def __init__(self, preload: str, *arguments: Any) -> None:
        """Start the forkserver process, which first calls `preload`, a function `module:name`.

        `preload` gets these arguments and a function that sets the text of `loading`. It returns further steps, which
        the process takes one by one when it is ready and has no request.
        """
        self._loop = asyncio.get_running_loop()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setblocking(False)
        with theirs:
            self._process = start_python(
                __name__,
                "run",
                theirs.fileno(),
                descriptors=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **_ONE_THREAD},
            )
        self.loading = "the modules are being loaded"
        self.ready = asyncio.Event()
        self.loaded = asyncio.Event()
        self.lost = asyncio.Event()
        self._requests: deque[asyncio.Future[Any]] = deque()
        self._loop.add_reader(self._socket.fileno(), self._receive)
        self._socket.send(pickle.dumps((preload, arguments)))

    async def fork(self, niceness: int) -> ChildProcess:
        """Fork a new worker."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs, lifeline() as (their_lifeline, our_lifeline):
            try:
                pid = await self._request("fork", niceness, theirs.fileno(), their_lifeline)
            except BaseException:
                ours.close()
                raise
        return ChildProcess(pid, ours, our_lifeline)

    async def exit_record(self, pid: int) -> ExitRecord | None:
        """Return the exit record of a worker; None if unknown."""
        record: ExitRecord | None = await self._request("exit", pid)
        return record

    def close(self) -> None:
        """End the forkserver process."""
        self._end()
        self._process.kill()
        self._process.wait()

    def _request(self, method: str, number: int, *descriptors: int) -> "asyncio.Future[Any]":
        if self.lost.is_set():
            raise ForkServerLost
        try:
            socket.send_fds(self._socket, [pickle.dumps((method, number))], descriptors)
        except OSError:
            raise ForkServerLost from None
        future: asyncio.Future[Any] = self._loop.create_future()
        self._requests.append(future)
        return future

    def _receive(self) -> None:
        try:
            data = self._socket.recv(_MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._end()
            return
        message = pickle.loads(data)
        if isinstance(message, ProgressMessage):
            self.loading = message.progress
            if self.ready.is_set():
                self.loaded.set()
            return
        if not self.ready.is_set():
            self.ready.set()
            return
        request = self._requests.popleft()
        if not request.done():  # else it was given up; a worker forked for it finds its stream closed
            request.set_result(message)

    def _end(self) -> None:
        if self.lost.is_set():
            return
        self.lost.set()
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()
        for request in self._requests:
            if not request.done():
                request.set_exception(ForkServerLost())
        self._requests.clear()


def run(descriptor: int) -> NoReturn:
    """Load everything, then fork on request until the parent ends. Runs in the forkserver."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    records: dict[int, ExitRecord] = {}
    steps: Iterator[None] | None = None
    with socket.socket(fileno=descriptor) as parent:

        def send(message: object) -> None:
            parent.send(pickle.dumps(message))

        if first := parent.recv(_MOST_BYTES):
            preload, arguments = pickle.loads(first)
            gc.disable()  # what is loaded stays, so looking for garbage in it would only take time
            try:
                steps = load_function(preload)(*arguments, lambda text: send(ProgressMessage(text)))
                _settle_memory()
                send(None)
            except (BrokenPipeError, ConnectionResetError):  # the parent was killed meanwhile
                os._exit(0)
        while True:
            is_requested = select.select([parent], [], [], _REAP_SECONDS if steps is None else _STEP_PAUSE)[0]
            _reap(records)
            if not is_requested:
                if steps is not None and next(steps, _END) is _END:
                    steps = None
                    _settle_memory()
                    with suppress(OSError):
                        send(ProgressMessage(""))
                continue
            data, descriptors, _, _ = socket.recv_fds(parent, _MOST_BYTES, _FDS)
            if not data:
                os._exit(0)
            method, number = pickle.loads(data)
            if method == "exit":
                if number not in records:  # its stream has ended or it was killed, so this takes no time
                    _reap(records, number, 0)
                send(records.pop(number, None))
                continue
            pid = os.fork()
            if not pid:
                parent.close()
                gc.enable()
                _serve(number, *descriptors)
            for end in descriptors:
                os.close(end)
            send(pid)


def _settle_memory() -> None:
    """Collect garbage once and freeze the rest, so that workers share it and need not scan it."""
    gc.collect()
    release_memory()
    gc.freeze()


def _reap(records: dict[int, ExitRecord], pid: int = -1, flags: int = getattr(os, "WNOHANG", 0)) -> None:
    """Record how children ended, for the last thousand of them."""
    with suppress(ChildProcessError):
        while True:
            ended, status, usage = os.wait4(pid, flags)
            if not ended:
                break
            by_signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            records[ended] = ExitRecord(by_signal, usage.ru_maxrss // 1024)
    while len(records) > _RECORDS_KEPT:
        del records[next(iter(records))]


def _serve(niceness: int, stream: int, lifeline: int) -> NoReturn:
    """Serve calls in a forked process, on its standard streams."""
    code = 1
    try:
        os.setsid()
        os.dup2(stream, 0)
        os.dup2(stream, 1)
        os.close(stream)
        serve(lifeline, niceness)
        code = 0
    finally:
        os._exit(code)
