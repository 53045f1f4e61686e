"""What the owner of a server chooses. Every choice is an option of `entails serve` and an environment variable
`ENTAILS_...` of the same name; both are made from this one list."""

import re
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

_NEVER_EMPTY = ("host", "token", "tokens", "jobs_db")
_MOST = {"S": 366 * 24 * 3600.0, "DAYS": 100 * 366.0, "N": 2**40}
"""Beyond this, clocks and the system's own counters overflow: by what is counted, where a choice names no bound."""
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s]+")

LIMITS, JOBS, HTTP = "Limits of calls", "Jobs", "HTTP"


def default_jobs_db() -> str:
    """Jobs outlive the server, so they are state and not cache."""
    from platformdirs import user_state_path

    return str(user_state_path("entails", appauthor=False) / "jobs.sqlite")


def _is_address(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _cores() -> int:
    from entails.solvers.pool.limits import cores

    return cores()


def _choice(
    default: Any,
    about: str,
    *,
    metavar: str = "N",
    panel: str | None = None,
    least: float | None = None,
    most: float | None = None,
    for_owner: bool = True,
) -> Any:
    """A field: its default (or what makes it), what help says, and its bounds. One that is not for the owner is not an
    option: tests and benchmarks choose it."""
    metadata = {"about": about, "metavar": metavar, "panel": panel, "least": least, "most": most, "for_owner": for_owner}
    return field(default_factory=default, metadata=metadata) if callable(default) else field(default=default, metadata=metadata)


@dataclass(frozen=True)
class ServiceSettings:
    """All choices of a server, each with a default that suits one machine and few friends."""

    host: str = _choice("127.0.0.1", "Address to listen on.", metavar="ADDRESS")
    port: int = _choice(8000, "Port; 0 takes any free one.", least=0, most=65535)
    root_path: str = _choice("", "Prefix under which a proxy shows the service.", metavar="/PREFIX", panel=HTTP)
    proxies: str = _choice(
        "127.0.0.1,::1",
        "Addresses of proxies whose X-Forwarded-For is believed, with commas; * for all.",
        metavar="LIST",
        panel=HTTP,
    )
    cors: tuple[str, ...] = _choice(
        (), "Let pages of this origin call (repeatable); none by default.", metavar="ORIGIN", panel=HTTP
    )
    token: str | None = _choice(None, "Answer only those who send this as bearer token.", metavar="TEXT", panel=HTTP)
    tokens: str | None = _choice(
        None,
        "A file with several tokens, a line each: NAME sha256:HEX (see docs/service.md).",
        metavar="PATH",
        panel=HTTP,
    )

    workers: int = _choice(lambda: max(2, _cores()), "Processes for quick calls.", panel=LIMITS, least=1, most=256)
    slow_workers: int = _choice(
        lambda: 2 * _cores(), "Further processes for calls that take longer.", panel=LIMITS, least=1, most=256
    )
    seconds: float = _choice(5.0, "Hard cap of an answer that comes at once.", metavar="S", panel=LIMITS, least=0.1)
    patience: float = _choice(5.0, "How long a call may wait for a process.", metavar="S", panel=LIMITS, least=0.1)
    memory_mb: int = _choice(1024, "Memory of one answer.", panel=LIMITS, least=64)
    body_bytes: int = _choice(1_000_000, "Size of a request.", panel=LIMITS, least=1000)
    waiting: int = _choice(1000, "Calls that may wait for a process.", panel=LIMITS, least=1)
    client_waiting: int = _choice(500, "The same, of one client.", panel=LIMITS, least=1)
    client_slow: int = _choice(_cores, "Long calls of one client that run at once.", panel=LIMITS, least=1)
    waiting_bytes: int = _choice(100_000_000, "Size of all requests that wait.", panel=LIMITS, least=1_000_000)
    connections: int = _choice(1000, "Connections that are open at once.", panel=LIMITS, least=20)
    header_bytes: int = _choice(32_768, "Size of the headers of a request.", panel=LIMITS, least=1024)
    header_seconds: float = _choice(
        10.0, "How long the headers of a request may take to come.", metavar="S", panel=LIMITS, least=0.1
    )
    body_seconds: float = _choice(
        20.0, "How long the body of a request may take to come.", metavar="S", panel=LIMITS, least=0.1
    )
    idle_seconds: float = _choice(
        15.0, "How long a connection may be silent between requests.", metavar="S", panel=LIMITS, least=0.1
    )

    jobs_db: str = _choice(
        default_jobs_db, "Keep jobs and their results in this file, or in postgresql://...", metavar="PATH", panel=JOBS
    )
    job_workers: int = _choice(
        lambda: max(1, _cores() // 2),
        "Jobs that run at once here; 0 leaves them to others.",
        panel=JOBS,
        least=0,
        most=256,
    )
    job_seconds: float = _choice(3600.0, "Hard cap of one job.", metavar="S", panel=JOBS, least=0.1)
    queued_jobs: int = _choice(1000, "Jobs that may wait.", panel=JOBS, least=1)
    client_jobs: int = _choice(100, "The same, of one client.", panel=JOBS, least=1)
    job_days: float = _choice(7.0, "How long the result of a job is kept.", metavar="DAYS", panel=JOBS, least=0.0)
    watchers: int = _choice(200, "Clients that watch jobs at once.", panel=JOBS, least=1)
    lease: float = _choice(
        15.0,
        "A job whose worker has not been heard of for so long is given to another.",
        metavar="S",
        panel=JOBS,
        least=0.5,
    )
    warm: bool = _choice(True, "Load the compiled kernels before anybody asks.", for_owner=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "jobs_db", str(self.jobs_db))  # a path will do
        object.__setattr__(self, "cors", tuple(self.cors))
        for choice in fields(self):
            value, least, most = getattr(self, choice.name), choice.metadata["least"], choice.metadata["most"]
            if least is not None and not least <= value <= (most := most or _MOST[choice.metadata["metavar"]]):
                raise ValueError(f"{choice.name} is {str(value)[:40]}, but must be from {least:g} to {most:,.0f}")
            if choice.name in _NEVER_EMPTY and value is not None and not value.strip():
                wanted = choice.metadata["metavar"].lower()
                raise ValueError(f"{choice.name} is empty, but must be {'an' if wanted[0] == 'a' else 'a'} {wanted}")
        if self.root_path and (not self.root_path.startswith("/") or self.root_path.endswith("/")):
            raise ValueError(f"root_path is {self.root_path!r}, but must be like /entails: a slash first, none last")
        for proxy in filter(None, map(str.strip, self.proxies.split(","))):
            if proxy != "*" and not _is_address(proxy):
                raise ValueError(
                    f"proxies is {proxy[:60]!r}, but must be addresses such as 10.0.0.1 or 10.0.0.0/8, or *"
                )
        for origin in self.cors:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(f"cors is {origin[:60]!r}, but must be an origin such as https://example.org, or *")

    @property
    def jobs_are_elsewhere(self) -> bool:
        """Are jobs kept in a database that other machines use too?"""
        return self.jobs_db.startswith(("postgresql://", "postgres://"))

    @property
    def jobs_file(self) -> Path:
        return Path(self.jobs_db).expanduser()
