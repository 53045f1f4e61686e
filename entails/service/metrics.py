"""Metrics for Prometheus."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

MEDIA_TYPE = "text/plain; version=0.0.4"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_JOB_SECONDS = (0.1, 1, 10, 60, 600, 3600)
disable_created_metrics()  # type: ignore[no-untyped-call]  # a third of all lines, and of no use


class Metrics:
    """The metrics of one server, in a registry of its own, so that servers in one process do not share metrics."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "entails_requests", "Requests by route and status.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "entails_request_seconds", "Time to respond.", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self._outcomes = Counter("entails_calls", "Calls by outcome.", ["call", "outcome"], registry=self._registry)
        self._jobs = Counter("entails_jobs", "Jobs by outcome.", ["call", "outcome"], registry=self._registry)
        self._job_seconds = Histogram(
            "entails_job_seconds", "Run time of jobs.", ["call"], buckets=_JOB_SECONDS, registry=self._registry
        )
        self._refused = Counter(
            "entails_connections_refused", "Connections closed by the server.", ["why"], registry=self._registry
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method if method in _METHODS else "other", route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def call(self, name: str, outcome: str) -> None:
        self._outcomes.labels(name, outcome).inc()

    def job(self, call: str, outcome: str, seconds: float) -> None:
        self._jobs.labels(call, outcome).inc()
        if outcome != "cancelled":
            self._job_seconds.labels(call).observe(seconds)

    def connection_refused(self, why: str) -> None:
        self._refused.labels(why).inc()

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a gauge whose value is read on each scrape."""
        Gauge(name, about, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        return generate_latest(self._registry)


_METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"})


_REQUEST_SECONDS, _MOST_REQUEST_BYTES = 5.0, 8192


async def serve_metrics(metrics: Metrics, listener: socket.socket) -> None:
    """Serve the metrics on a separate port until cancelled; every other path is not found."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_REQUEST_SECONDS):
                request = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0].split(b" ")
                known = request[:2] in ([b"GET", b"/metrics"], [b"HEAD", b"/metrics"])
                body = metrics.text() if known else b"address not found\n"
                head = f"HTTP/1.1 {'200 OK' if known else '404 Not Found'}\r\nContent-Type: {MEDIA_TYPE}\r\n"
                head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode() + (b"" if request[0] == b"HEAD" else body))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, sock=listener.dup(), limit=_MOST_REQUEST_BYTES)
    async with server:
        await server.serve_forever()
