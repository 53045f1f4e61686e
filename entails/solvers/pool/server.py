"""The worker process's side of `entails.solvers.pool.process`: it opens sessions and answers calls about them.

What a server and its workers say to each other: frames of a letter, a length and bytes, over a stream.

No pickles: a frame is read with one look at five bytes, whichever side is slow, and the text of an answer goes from the
worker to the client as the bytes that it is.
"""

import json
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
from typing import TYPE_CHECKING, Any

from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.solvers.enumerate import answers
from entails.solvers.pool.limits import address_space, cap_memory

if TYPE_CHECKING:
    from entails.models.outcome import EndReason
    from entails.solvers.engine import Engine, Session

_LEFT_BEHIND = 256 * 1024 * 1024


@dataclass(frozen=True)
class ProgressMessage:
    """Something said before the reply to a call, such as how far it has come."""

    news: Any


def serve(lifeline: int) -> None:
    """Read calls from standard input, write replies to what was standard output, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(lifeline)
    calls, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    _print_to(2)  # an engine that prints must not garble the replies

    def send(reply: object) -> None:
        replies.write(_portable_reply(reply))
        replies.flush()

    served = _Served(lambda news: send(ProgressMessage(news)))
    while True:
        try:
            method, arguments = pickle.load(calls)
        except EOFError:
            return
        try:
            reply = served.method(method)(*arguments)
        except Exception as error:
            reply = error
        send(reply)


def _print_to(descriptor: int) -> None:
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


def _portable_reply(reply: object) -> bytes:
    """A reply, or an error about it, that the parent can certainly read."""
    try:
        data = pickle.dumps(reply)
        if isinstance(reply, BaseException):  # one with arguments of its own may not come back
            pickle.loads(data)
        return data
    except MemoryError as error:
        return pickle.dumps(error)
    except Exception:
        words = f": {reply}" if isinstance(reply, BaseException) else ""
        return pickle.dumps(EngineFault(f"a worker's reply does not pickle: {type(reply).__name__}{words}"))


def end_with_parent(lifeline: int) -> None:
    """Let the kernel end this process when the other end of a pipe closes, however its parent ended: a solver in the
    middle of its search would never look.

    The kernel signals what happens on the pipe, and this signal ends a process that does not handle it.
    """
    if sys.platform != "linux":
        return
    import fcntl

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:
        sys.exit()


class _Served:
    """The one session that is open here, and its list of answers."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._session: Session[Any] | None = None
        self._listing: Generator[Any, None, EndReason | None] | None = None
        self._size = address_space()
        self._errors, self._nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)

    def method(self, name: str) -> Callable[..., Any]:
        own: Callable[..., Any] | None = getattr(self, name, None)
        return own or getattr(self._session, name)

    def solve(self, *arguments: Any) -> Any:
        """Solve in the session, and add the processor time of this process."""
        assert self._session is not None
        began = time.process_time()
        outcome = self._session.solve(*arguments)
        return replace(outcome, stats=replace(outcome.stats, cpu_seconds=time.process_time() - began))

    def wake(self) -> None:
        """Only to show that somebody is there."""

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function `module:name` that is not about a session, with a way to tell how it gets on."""
        module, _, name = function.partition(":")
        return getattr(import_module(module), name)(*arguments, self._tell)

    def prepare(self, engine: bytes) -> None:
        """Import what the engine needs; neither time nor memory counts before that is done."""
        before = address_space()
        _unpickled(engine).load()
        self._size += address_space() - before

    def open(self, engine: bytes, encoding: bytes, limits: Limits, options: Options) -> None:
        chosen: Engine = _unpickled(engine)
        said = _unpickled(encoding)
        seconds = limits.seconds if "interrupt" in chosen.capabilities else None  # else the parent looks at the clock
        kept_here = limits.model_copy(update={"seconds": seconds, "memory_mb": None})
        cap_memory(limits.memory_mb)
        if limits.memory_mb is not None:  # engines have much to say when it is not enough, but the outcome says it
            _print_to(self._nowhere)
        self._session = chosen.open_here(said, kept_here, options)

    def list_answers(self, most: int | None) -> None:
        assert self._session is not None
        self._listing = answers(self._session, most)

    def next_answer(self) -> tuple[bool, Any]:
        """(True, an answer), or (False, what ended the list)."""
        assert self._listing is not None
        try:
            return True, next(self._listing)
        except StopIteration as end:
            return False, end.value

    def close(self) -> bool:
        """Can this process serve another session? Not when this one has left it much larger."""
        if self._listing is not None:
            self._listing.close()
        if self._session is not None:
            self._session.close()
        self._listing = self._session = None
        cap_memory(None)
        _print_to(self._errors)
        return address_space() - self._size < _LEFT_BEHIND


def _unpickled(data: bytes) -> Any:
    try:
        return pickle.loads(data)
    except (AttributeError, ImportError) as error:
        raise EngineFault(f"a worker process cannot load this: {error}; put it in a module of its own") from error


CALL, PING = b"c", b"p"
ANSWER, NEWS, GRANTED = b"a", b"n", b"g"
"""An answer ends a call. Before it come news (how far it is) and the seconds that the request itself grants."""

_HEAD = struct.Struct(">cI")


def packed(kind: bytes, head: Any, body: bytes = b"") -> bytes:
    """A frame: a JSON head and raw bytes after it."""
    said = json.dumps(head).encode()
    return _HEAD.pack(kind, 4 + len(said) + len(body)) + struct.pack(">I", len(said)) + said + body


def opened(content: bytes) -> tuple[Any, bytes]:
    """Head and body of the content of a frame."""
    size = int.from_bytes(content[:4], "big")
    return json.loads(content[4 : 4 + size]), content[4 + size :]


class Unpacker:
    """Frames out of a stream that comes in pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """(kind, content) of every frame that is complete now."""
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            kind, size = _HEAD.unpack_from(self._buffer)
            if len(self._buffer) < _HEAD.size + size:
                return
            content = bytes(self._buffer[_HEAD.size : _HEAD.size + size])
            del self._buffer[: _HEAD.size + size]
            yield kind, content


def read_frame(read: Callable[[int], bytes]) -> tuple[bytes, bytes] | None:
    """The next frame of a blocking stream; None when it has ended."""
    head = _exactly(read, _HEAD.size)
    if head is None:
        return None
    kind, size = _HEAD.unpack(head)
    content = _exactly(read, size)
    return None if content is None else (kind, content)


def _exactly(read: Callable[[int], bytes], size: int) -> bytes | None:
    found = bytearray()
    while len(found) < size:
        more = read(size - len(found))
        if not more:
            return None
        found += more
    return bytes(found)
