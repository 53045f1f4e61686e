"""The child's side of a worker process: it answers calls until the parent ends. Also the wire protocol.

A message is a length and a pickle. The parent sends calls, `(method, arguments)`. The child sends any number of
`ProgressMessage`s and then one reply for each call; the reply to a call that failed is its exception.
"""

import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any

from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.solvers.pool.limits import address_space, cap_memory

if TYPE_CHECKING:
    from entails.models.outcome import EndReason

_KEPT_GROWTH = 256 * 1024 * 1024
_SIZE = struct.Struct(">Q")


@dataclass(frozen=True)
class ProgressMessage:
    """A message that precedes the reply to a call, such as its progress."""

    progress: Any


def pack(message: object) -> bytes:
    """Encode a message for the wire."""
    data = pickle.dumps(message)
    return _SIZE.pack(len(data)) + data


def read_message(stream: IO[bytes]) -> Any:
    """Read the next message from a blocking stream. Raise EOFError at its end."""
    (size,) = _SIZE.unpack(_read(stream, _SIZE.size))
    return pickle.loads(_read(stream, size))


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


class Unpacker:
    """Parser of messages from a stream read in pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Any]:
        """Yield every message that this data completes."""
        self._buffer += data
        while len(self._buffer) >= _SIZE.size:
            end = _SIZE.size + _SIZE.unpack_from(self._buffer)[0]
            if len(self._buffer) < end:
                return
            content = bytes(self._buffer[_SIZE.size : end])
            del self._buffer[:end]
            yield pickle.loads(content)


def load_function(path: str) -> Callable[..., Any]:
    """Import the function `module:name`."""
    module, _, name = path.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


def serve(lifeline: int, niceness: int = 0) -> None:
    """Answer calls from standard input on the original standard output, until the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent(lifeline)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    _print_to(2)  # the output of an engine must not mix with the replies

    def send(packed: bytes) -> None:
        replies.write(packed)
        replies.flush()

    server = _Server(nothing, lambda progress: send(pack(ProgressMessage(progress))))
    while True:
        try:
            method, arguments = read_message(calls)
        except EOFError:
            return
        try:
            reply = server.method(method)(*arguments)
        except Exception as error:
            reply = error
        send(_pack_reply(reply))


def _print_to(descriptor: int) -> None:
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


def _pack_reply(reply: object) -> bytes:
    """Encode a reply, or an error if it cannot be pickled."""
    try:
        if isinstance(reply, BaseException):  # one whose constructor takes other arguments fails to load
            pickle.loads(pickle.dumps(reply))
        return pack(reply)
    except MemoryError as error:
        return pack(error)
    except Exception:
        words = f": {reply}" if isinstance(reply, BaseException) else ""
        return pack(EngineFault(f"a worker's reply cannot be pickled: {type(reply).__name__}{words}"))


def end_with_parent(lifeline: int) -> None:
    """Let the kernel end this process when the other end of a pipe closes; a busy solver would not notice.

    The kernel sends a signal on each event of the pipe, and the signal ends a process that does not handle it.
    """
    if sys.platform != "linux":
        return
    import fcntl

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:
        sys.exit()


class _Server:
    """The methods that a parent can call. At most one session, with one list of solutions, is open."""

    def __init__(self, nothing: int, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._session: Any = None
        self._listing: Generator[Any, None, EndReason | None] | None = None
        self._size = address_space()
        self._errors, self._nothing = os.dup(2), nothing

    def method(self, name: str) -> Callable[..., Any]:
        """Return a method of this object, or else of the open session."""
        own: Callable[..., Any] | None = getattr(self, name, None)
        return own or getattr(self._session, name)

    def solve(self, *arguments: Any) -> Any:
        """Solve in the session and return the outcome with the CPU time of this process."""
        began = time.process_time()
        outcome = self._session.solve(*arguments)
        return replace(outcome, stats=replace(outcome.stats, cpu_seconds=time.process_time() - began))

    def ping(self) -> None:
        """Do nothing; the reply proves that this process responds."""

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function `module:name` with arguments and a callback for progress."""
        return load_function(function)(*arguments, self._tell)

    def prepare(self, engine: bytes) -> None:
        """Import the packages of the engine, before time and memory are limited."""
        before = address_space()
        _unpickle(engine).load_fully()
        self._size += address_space() - before

    def open(self, engine: bytes, encoding: bytes, limits: Limits, options: Options) -> None:
        """Open a session within the memory limit, and within the time limit if the engine can be interrupted."""
        loaded, content = _unpickle(engine), _unpickle(encoding)
        seconds = limits.seconds if "interrupt" in loaded.capabilities else None  # else the parent looks at the clock
        kept_here = limits.model_copy(update={"seconds": seconds, "memory_mb": None})
        cap_memory(limits.memory_mb)
        if limits.memory_mb is not None:  # engines print much when memory is short, but the outcome says it
            _print_to(self._nothing)
        self._session = loaded.open_here(content, kept_here, options)

    def list_answers(self, most: int | None) -> None:
        """Start a list of solutions in the session."""
        self._listing = self._session.answers(most)

    def next_answer(self) -> tuple[bool, Any]:
        """Return (True, a solution), or (False, the reason why the list ended)."""
        assert self._listing is not None
        try:
            return True, next(self._listing)
        except StopIteration as end:
            return False, end.value

    def close(self) -> bool:
        """Close the session; return whether this process can be reused, which is False if it has grown much."""
        if self._listing is not None:
            self._listing.close()
        if self._session is not None:
            self._session.close()
        self._listing = self._session = None
        cap_memory(None)
        _print_to(self._errors)
        return address_space() - self._size < _KEPT_GROWTH


def _unpickle(data: bytes) -> Any:
    try:
        return pickle.loads(data)
    except (AttributeError, ImportError) as error:
        raise EngineFault(f"a worker process cannot import this: {error}; define it in a module") from error
