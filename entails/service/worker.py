"""`Worker`: a process that answers calls, as the event loop sees it. The loop reads its stream; no thread waits."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from entails.service.answer import Answer
from entails.service.frames import ANSWER, CALL, GRANTED, NEWS, PING, Unpacker, opened, packed
from entails.service.life import START
from entails.service.nursery import Nursery

Hear = Callable[[Any], None]
SLOW_NICENESS, JOB_NICENESS = 5, 10
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_GRACE = 1.0
"""An answer that is told to stop by itself has so long to do so."""


class Died(Exception):
    """The process ended without an answer, and nobody here had ended it."""


class Overrun(Exception):
    """The call was ended because its time was over."""


class Worker(asyncio.Protocol):
    """One process. It answers one call at a time; `on_end` is told when it is gone, however that came."""

    def __init__(self, pid: int, lifeline: int, niceness: int, on_end: Callable[["Worker"], None]) -> None:
        self.pid = pid
        self.niceness = niceness
        self.ended = False
        self._lifeline = lifeline
        self._handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        self._on_end = on_end
        self._unpacker = Unpacker()
        self._transport: asyncio.WriteTransport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._pong: asyncio.Future[None] | None = None
        self._hear: Hear | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def ask(
        self, call: str, body: bytes, seconds: float, memory_mb: int, *, at_once: bool = True, hear: Hear | None = None
    ) -> Answer:
        """The answer to a call. Raises Overrun or Died, with the process ended; cancelling this ends it too."""
        loop = asyncio.get_running_loop()
        self._answer, self._hear = loop.create_future(), hear
        self._cap, self._begun = seconds, loop.time()
        self._timer = loop.call_later(seconds, self._overrun)
        head = {"call": call, "memory_mb": memory_mb, "allowed": seconds if at_once else None}
        try:
            self._write(packed(CALL, head, body))
            return await self._answer
        except asyncio.CancelledError:
            self.end()
            raise
        finally:
            self._timer.cancel()
            self._answer = self._hear = None

    async def ping(self) -> None:
        """Wait until it shows that it is there. Raises Died."""
        self._pong = asyncio.get_running_loop().create_future()
        try:
            self._write(packed(PING, None))
            await self._pong
        finally:
            self._pong = None

    def fail(self, error: Exception) -> None:
        """End the process; who waits for its answer is told this error."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
        self.end()

    def cpu_seconds(self) -> float | None:
        """How long it has had a processor since it was born; None where that cannot be told."""
        try:
            numbers = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
            return (int(numbers[11]) + int(numbers[12])) / _TICKS
        except (OSError, IndexError):
            return None

    def step_back(self) -> None:
        """Go on at a lower priority. It cannot be raised again."""
        self.niceness = SLOW_NICENESS
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, self.pid, SLOW_NICENESS)

    def end(self) -> None:
        """End the process, by a handle where there is one, since another may have got its number meanwhile."""
        if self.ended:
            return
        self.ended = True
        with suppress(OSError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        if self._handle is not None:
            os.close(self._handle)
        os.close(self._lifeline)
        if self._transport is not None:
            self._transport.abort()
        for waiting in (self._answer, self._pong):
            if waiting is not None and not waiting.done():
                waiting.set_exception(Died())
        self._on_end(self)

    def _write(self, frame: bytes) -> None:
        if self.ended or self._transport is None:
            raise Died
        self._transport.write(frame)

    def _overrun(self) -> None:
        self.fail(Overrun())

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for kind, content in self._unpacker.feed(data):
            head, body = opened(content)
            if kind == PING:
                if self._pong is not None and not self._pong.done():
                    self._pong.set_result(None)
            elif self._answer is None or self._answer.done():
                continue
            elif kind == ANSWER:
                head["faults"] = tuple((pointer, detail) for pointer, detail in head["faults"])
                self._answer.set_result(Answer(**{**head, "text": body.decode()}))
            elif kind == NEWS and self._hear is not None:
                self._hear(head)
            elif kind == GRANTED and head + _GRACE < self._cap and self._timer is not None:
                self._timer.cancel()
                loop = asyncio.get_running_loop()
                self._timer = loop.call_at(self._begun + head + _GRACE, self._overrun)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.end()


async def forked(nursery: Nursery, niceness: int, on_end: Callable[[Worker], None]) -> Worker:
    """A worker from the nursery."""
    born = await nursery.birth(niceness)
    worker = Worker(born.pid, born.lifeline, niceness, on_end)
    await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=born.stream)
    return worker


async def spawned(niceness: int, on_end: Callable[[Worker], None]) -> Worker:
    """A worker that is an interpreter of its own, where forking is not safe."""
    ours, theirs = socket.socketpair()
    their_lifeline, our_lifeline = os.pipe()
    try:
        stream = str(theirs.fileno())
        process = subprocess.Popen(
            [sys.executable, "-c", START, json.dumps(sys.path), stream, stream, str(their_lifeline), str(niceness)],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=(theirs.fileno(), their_lifeline),
        )
    finally:
        theirs.close()
        os.close(their_lifeline)

    def gone(worker: Worker) -> None:
        asyncio.get_running_loop().run_in_executor(None, process.wait)
        on_end(worker)

    worker = Worker(process.pid, our_lifeline, niceness, gone)
    await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=ours)
    return worker
