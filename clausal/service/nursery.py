"""`Nursery`: a process that has loaded everything once and forks workers in a few milliseconds.

A worker that has overrun is ended; the next one must not take seconds to load numpy, the engines and the compiled
kernels, or a few hostile requests would slow everybody. Forked workers also share the memory of what was loaded. The
nursery itself never answers anything, so it stays a process without threads, which is what makes forking safe.
"""

import array
import importlib
import json
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import IO, NoReturn

from clausal.solvers.serve import serve

_START = "import sys; sys.path[:] = eval(sys.argv[1]); from clausal.service.nursery import tend; tend(int(sys.argv[2]))"
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_FDS = 3
_PRIMING_MB = 4096


class NurseryLost(Exception):
    """The nursery has ended."""


class Nursery:
    """Started once by a server; `birth` gives the process of a new worker."""

    def __init__(self, modules: Sequence[str], primed: Sequence[str]) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._lock = Lock()
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
        self._socket.sendall(_framed((tuple(modules), tuple(primed))))

    def birth(self, lifeline: int) -> "ForkedChild":
        """A worker; waits for the nursery to be ready."""
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        try:
            with self._lock:
                fds = array.array("i", [their_in, their_out, lifeline])
                self._socket.sendmsg([b"w"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
                told = _received(self._socket, 4)
        except OSError:
            os.close(our_out)
            os.close(our_in)
            raise NurseryLost from None
        finally:
            os.close(their_in)
            os.close(their_out)
        if told is None:
            os.close(our_out)
            os.close(our_in)
            raise NurseryLost
        return ForkedChild(int.from_bytes(told, "big"), our_out, our_in)

    def close(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()


class ForkedChild:
    """A grandchild of ours: the nursery reaps it, we only talk to it and end it."""

    def __init__(self, pid: int, out: int, into: int) -> None:
        self.pid = pid
        self.stdin: IO[bytes] | None = os.fdopen(out, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(into, "rb")
        self._handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None

    def kill(self) -> None:
        """By a handle where there is one, since another process may have got the number meanwhile."""
        with suppress(OSError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        if self._handle is not None:
            select.select([self._handle], [], [], 5.0)
            os.close(self._handle)
            self._handle = None
        return 0


def can_fork() -> bool:
    """Is there a safe way to fork workers here?"""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


def tend(descriptor: int) -> NoReturn:
    """The life of the nursery: load everything, then fork whenever it is asked, until its server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps the children
    with socket.socket(fileno=descriptor) as asked:
        size = _received(asked, 4)
        wanted = None if size is None else _received(asked, int.from_bytes(size, "big"))
        if wanted is not None:
            _load(*pickle.loads(wanted))
        while True:
            letter, ancillary, _, _ = asked.recvmsg(1, socket.CMSG_SPACE(_FDS * array.array("i").itemsize))
            if not letter:
                os._exit(0)
            fds = array.array("i")
            for level, kind, data in ancillary:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
            pid = os.fork()
            if not pid:
                asked.close()
                _live(*fds)
            for fd in fds:
                os.close(fd)
            asked.sendall(pid.to_bytes(4, "big"))


def _live(calls: int, replies: int, lifeline: int) -> NoReturn:
    """The life of a worker."""
    code = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        os.dup2(calls, 0)
        os.dup2(replies, 1)
        os.close(calls)
        os.close(replies)
        sys.stdin = os.fdopen(0, "r", closefd=False)
        serve(lifeline)
        code = 0
    finally:
        os._exit(code)


def _load(modules: Sequence[str], primed: Sequence[str]) -> None:
    """Import the modules and answer the examples of these calls; what fails here will fail where somebody is told."""
    from clausal.service.answer import answer, prepare
    from clausal.service.calls import CALLS

    for module in modules:
        with suppress(Exception):
            importlib.import_module(module)
    prepare(0, _nobody)
    for name in primed:
        for example in CALLS[name].examples.values() if name in CALLS else ():
            with suppress(Exception):
                answer(name, json.dumps(example), _PRIMING_MB, _nobody)


def _nobody(news: object) -> None:
    """Nobody listens yet."""


def _framed(thing: object) -> bytes:
    data = pickle.dumps(thing)
    return len(data).to_bytes(4, "big") + data


def _received(from_socket: socket.socket, size: int) -> bytes | None:
    """So many bytes, None when the other side is gone."""
    data = b""
    while len(data) < size:
        more = from_socket.recv(size - len(data))
        if not more:
            return None
        data += more
    return data
