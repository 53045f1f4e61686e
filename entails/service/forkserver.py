"""`ForkServer`: a process that has loaded everything once and forks workers in a few milliseconds.

A worker that has overrun is ended; the next one must not take seconds to load numpy, the engines and the compiled
kernels, or a few hostile requests would slow everybody. Forked workers also share the memory of what was loaded. The
nursery itself never answers anything, so it stays a process without threads, which is what makes forking safe.

It is the parent of the workers, so only it can tell how one ended, and how large it was then.
"""

import array
import asyncio
import gc
import importlib
import json
import os
import pickle
import select
import signal
import socket
import struct
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from entails.service.answer import live

_START = (
    "import sys; sys.path[:] = eval(sys.argv[1]); from entails.service.forkserver import tend; tend(int(sys.argv[2]))"
)
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_FDS = 2
_PRIMING_MB = 4096
_MOST = 1 << 16
_BIRTH, _DEATH = b"b", b"d"
_READY, _LOADING = b"r", b"l"
_DEATH_NOTE = struct.Struct(">iiq")
_DEATHS_KEPT = 1000
_REAP_SECONDS = 1.0


class NurseryLost(Exception):
    """The nursery has ended, or does not answer."""


@dataclass(frozen=True)
class ExitRecord:
    """How a process ended: by which signal (0: by itself), and how much memory it held at most."""

    signal: int
    most_mb: int


@dataclass(frozen=True)
class ForkedWorker:
    """A new worker: its process, and our end of the stream to it."""

    pid: int
    stream: socket.socket
    lifeline: int


def can_fork() -> bool:
    """Is there a safe way to fork workers here?"""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


class ForkServer:
    """The server's side: the loop reads what the nursery says, and nobody ever waits for it longer than it wants."""

    def __init__(self, modules: Sequence[str], primed: Sequence[str]) -> None:
        self._loop = asyncio.get_running_loop()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setblocking(False)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, repr(sys.path), str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=(theirs.fileno(),),
                env={**os.environ, **_ONE_THREAD},
            )
        finally:
            theirs.close()
        self.loading = "the modules are being loaded"
        self.ready = asyncio.Event()
        self.lost = asyncio.Event()
        self._asked: deque[asyncio.Future[bytes]] = deque()
        self._loop.add_reader(self._socket.fileno(), self._hear)
        self._socket.send(pickle.dumps((tuple(modules), tuple(primed))))

    async def birth(self, niceness: int) -> ForkedWorker:
        """A worker."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        their_lifeline, our_lifeline = os.pipe()  # nothing is ever written to it: its end tells them that we are gone
        try:
            told = await self._ask(_BIRTH + bytes([niceness]), [theirs.fileno(), their_lifeline])
        except BaseException:
            ours.close()
            os.close(our_lifeline)
            raise
        finally:
            theirs.close()
            os.close(their_lifeline)
        return ForkedWorker(int.from_bytes(told, "big"), ours, our_lifeline)

    async def death(self, pid: int) -> ExitRecord | None:
        """How a worker that was ended, or has ended, came to its end; None when that is not known."""
        known, signal_number, kilobytes = _DEATH_NOTE.unpack(await self._ask(_DEATH + pid.to_bytes(4, "big")))
        return ExitRecord(signal_number, kilobytes // 1024) if known else None

    def close(self) -> None:
        self._end()
        self._process.kill()
        self._process.wait()

    def _ask(self, letter: bytes, descriptors: Sequence[int] = ()) -> "asyncio.Future[bytes]":
        if self.lost.is_set():
            raise NurseryLost
        future: asyncio.Future[bytes] = self._loop.create_future()
        try:
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))
            self._socket.sendmsg([letter], [rights] if descriptors else [])
        except OSError:
            raise NurseryLost from None
        self._asked.append(future)
        return future

    def _hear(self) -> None:
        try:
            said = self._socket.recv(_MOST)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self._end()
        elif said[:1] == _LOADING:
            self.loading = said[1:].decode()
        elif said[:1] == _READY:
            self.ready.set()
        else:
            asked = self._asked.popleft()
            if not asked.done():  # else nobody waits any more; a worker that was born finds its stream closed
                asked.set_result(said[1:])

    def _end(self) -> None:
        if self.lost.is_set():
            return
        self.lost.set()
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()
        for asked in self._asked:
            if not asked.done():
                asked.set_exception(NurseryLost())
        self._asked.clear()


def tend(descriptor: int) -> NoReturn:
    """The life of the nursery: load everything, then fork whenever it is asked, until its server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    deaths: dict[int, tuple[int, int]] = {}
    with socket.socket(fileno=descriptor) as server:
        wanted = server.recv(_MOST)
        if wanted:
            modules, primed = pickle.loads(wanted)
            try:
                _load(modules, primed, server)
                gc.collect()
                gc.freeze()  # workers share what was loaded, and need not look for garbage in it
                server.send(_READY)
            except (BrokenPipeError, ConnectionResetError):  # its server was killed meanwhile
                os._exit(0)
        while True:
            is_asked = select.select([server], [], [], _REAP_SECONDS)[0]
            _reap(deaths)
            if not is_asked:
                continue
            letter, ancillary, _, _ = server.recvmsg(_MOST, socket.CMSG_SPACE(_FDS * array.array("i").itemsize))
            if not letter:
                os._exit(0)
            if letter[:1] == _DEATH:
                pid = int.from_bytes(letter[1:], "big")
                server.send(_DEATH + _DEATH_NOTE.pack(*_death(pid, deaths)))
                continue
            fds = array.array("i")
            for level, kind, data in ancillary:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
            pid = os.fork()
            if not pid:
                server.close()
                _live(fds[0], fds[1], letter[1])
            for fd in fds:
                os.close(fd)
            server.send(_BIRTH + pid.to_bytes(4, "big"))


def _reap(deaths: dict[int, tuple[int, int]]) -> None:
    """Note how children ended, of the last thousand of them."""
    with suppress(ChildProcessError):
        while True:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                break
            deaths[pid] = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, usage.ru_maxrss
    while len(deaths) > _DEATHS_KEPT:
        del deaths[next(iter(deaths))]


def _death(pid: int, deaths: dict[int, tuple[int, int]]) -> tuple[int, int, int]:
    if pid not in deaths:  # its stream has ended or it was killed, so this takes no time
        with suppress(ChildProcessError):
            _, status, usage = os.wait4(pid, 0)
            deaths[pid] = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, usage.ru_maxrss
    return (1, *deaths.pop(pid)) if pid in deaths else (0, 0, 0)


def _live(stream: int, lifeline: int, niceness: int) -> NoReturn:
    """The life of a worker."""
    code = 1
    try:
        os.setsid()
        live(stream, stream, lifeline, niceness)
        code = 0
    finally:
        os._exit(code)


def _load(modules: Sequence[str], primed: Sequence[str], server: socket.socket) -> None:
    """Import the modules and answer the examples of these calls; what fails here will fail where somebody is told."""
    from entails.queries import every_question, question
    from entails.service.answer import answer, prepare
    from entails.service.calls import CALLS

    for asked in every_question():
        with suppress(Exception):
            question(*asked)
    for module in modules:
        with suppress(Exception):
            importlib.import_module(module)
    prepare(0)
    for number, name in enumerate(primed, 1):
        server.send(_LOADING + f"the kernels are being loaded or compiled: {number} of {len(primed)}, {name}".encode())
        for example in CALLS[name].examples.values() if name in CALLS else ():
            with suppress(Exception):
                answer(name, json.dumps(example), _PRIMING_MB, _nobody)


def _nobody(news: object) -> None:
    """Nobody listens yet."""
