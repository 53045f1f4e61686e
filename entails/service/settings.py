"""Settings of the service. Each is an option of `entails serve` and an environment variable `ENTAILS_...`."""

import re
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

_NEVER_EMPTY = ("host", "token", "tokens", "jobs_db", "jobs_backup", "metrics_address")
_MOST = {"S": 366 * 24 * 3600.0, "DAYS": 100 * 366.0, "N": 2**40}
"""Default upper bounds by metavar, below which clocks and counters of the system do not overflow."""
_MOST_PORT = 65535
_HOST = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s]+")

LIMITS, JOBS, HTTP = "Request limits", "Jobs", "HTTP"


def default_jobs_db() -> str:
    """Return the default file of the job database, in the user's state directory."""
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
    aliases: tuple[str, ...] = (),
) -> Any:
    """Return a dataclass field for a setting, with the help text and bounds of its option.

    Args:
        default: Default value, or a function that returns it.
        about: Help text of the option.
        for_owner: Whether the setting is an option; others are set by tests and benchmarks.
        aliases: Further names of the option and the environment variable.
    """
    metadata: dict[str, Any] = {"about": about, "metavar": metavar, "panel": panel, "least": least, "most": most}
    metadata |= {"for_owner": for_owner, "aliases": aliases}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class ServiceSettings:
    """Settings of a server; the defaults suit one machine with few users."""

    host: str = _choice("127.0.0.1", "Address to listen on.", metavar="ADDRESS")
    port: int = _choice(8000, "Port; 0 means any free port.", least=0, most=65535)
    root_path: str = _choice("", "Path prefix behind a proxy.", metavar="/PREFIX", panel=HTTP)
    proxies: str = _choice(
        "127.0.0.1,::1",
        "Trusted proxies (comma-separated addresses; * for all).",
        metavar="LIST",
        panel=HTTP,
    )
    cors: tuple[str, ...] = _choice(
        (), "Allowed CORS origin (repeatable; default: none).", metavar="ORIGIN", panel=HTTP
    )
    allowed_host: tuple[str, ...] = _choice(
        (),
        "Accepted Host header, such as example.org or *.example.org (repeatable; default: any).",
        metavar="NAME",
        panel=HTTP,
    )
    metrics_address: str | None = _choice(
        None, "Separate address for /metrics, without a token: PORT or HOST:PORT.", metavar="ADDRESS", panel=HTTP
    )
    token: str | None = _choice(None, "Required bearer token.", metavar="TEXT", panel=HTTP)
    tokens: str | None = _choice(
        None,
        "File of tokens, one per line: NAME sha256:HEX; reread when it changes (see docs/service.md).",
        metavar="PATH",
        panel=HTTP,
    )

    workers: int = _choice(
        lambda: max(2, _cores()), "Number of processes for fast requests.", panel=LIMITS, least=1, most=256
    )
    slow_workers: int = _choice(
        lambda: 2 * _cores(), "Number of processes for slow requests.", panel=LIMITS, least=1, most=256
    )
    seconds: float = _choice(5.0, "Time limit per request, in seconds.", metavar="S", panel=LIMITS, least=0.1)
    queue_seconds: float = _choice(
        5.0, "Queue timeout, in seconds.", metavar="S", panel=LIMITS, least=0.1, aliases=("patience",)
    )
    memory_mb: int = _choice(1024, "Memory limit per request, in MB.", panel=LIMITS, least=64)
    body_bytes: int = _choice(1_000_000, "Maximum size of a request body.", panel=LIMITS, least=1000)
    waiting: int = _choice(1000, "Maximum number of queued requests.", panel=LIMITS, least=1)
    client_waiting: int = _choice(500, "Maximum number of queued requests per client.", panel=LIMITS, least=1)
    client_slow: int = _choice(_cores, "Maximum number of running slow requests per client.", panel=LIMITS, least=1)
    waiting_bytes: int = _choice(100_000_000, "Maximum total size of queued requests.", panel=LIMITS, least=1_000_000)
    connections: int = _choice(1000, "Maximum number of open connections.", panel=LIMITS, least=20)
    header_bytes: int = _choice(32_768, "Maximum size of request headers.", panel=LIMITS, least=1024)
    header_seconds: float = _choice(
        10.0, "Timeout for receiving request headers, in seconds.", metavar="S", panel=LIMITS, least=0.1
    )
    body_seconds: float = _choice(
        20.0, "Timeout for receiving a request body, in seconds.", metavar="S", panel=LIMITS, least=0.1
    )
    idle_seconds: float = _choice(
        15.0, "Timeout of idle connections, in seconds.", metavar="S", panel=LIMITS, least=0.1
    )

    jobs_db: str = _choice(default_jobs_db, "Job database: a file, or postgresql://...", metavar="PATH", panel=JOBS)
    jobs_backup: str | None = _choice(
        None, "Copy of the job database (SQLite), written every hour.", metavar="PATH", panel=JOBS
    )
    database_seconds: float = _choice(
        15.0, "Timeout for reaching the job database at the start, in seconds.", metavar="S", panel=JOBS, least=0.1
    )
    job_workers: int = _choice(
        lambda: max(1, _cores() // 2),
        "Number of jobs run at once; 0 leaves jobs to `entails worker`.",
        panel=JOBS,
        least=0,
        most=256,
    )
    job_seconds: float = _choice(3600.0, "Time limit per job, in seconds.", metavar="S", panel=JOBS, least=0.1)
    queued_jobs: int = _choice(1000, "Maximum number of queued jobs.", panel=JOBS, least=1)
    client_jobs: int = _choice(100, "Maximum number of queued jobs per client.", panel=JOBS, least=1)
    job_days: float = _choice(7.0, "Retention of job results, in days.", metavar="DAYS", panel=JOBS, least=0.0)
    watchers: int = _choice(200, "Maximum number of clients that watch jobs.", panel=JOBS, least=1)
    lease: float = _choice(
        15.0,
        "Time without a heartbeat after which a job is reassigned, in seconds.",
        metavar="S",
        panel=JOBS,
        least=0.5,
    )
    warm: bool = _choice(True, "Load kernels at the start.", for_owner=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "jobs_db", str(self.jobs_db))  # accepts a Path
        object.__setattr__(self, "cors", tuple(self.cors))
        object.__setattr__(self, "allowed_host", tuple(name.lower() for name in self.allowed_host))
        for choice in fields(self):
            value, least, most = getattr(self, choice.name), choice.metadata["least"], choice.metadata["most"]
            if least is not None:
                most = most or _MOST[choice.metadata["metavar"]]
            if least is not None and not least <= value <= most:
                raise ValueError(f"{choice.name} is {str(value)[:40]}; must be from {least:g} to {most:,.0f}")
            if choice.name in _NEVER_EMPTY and value is not None and not value.strip():
                wanted = choice.metadata["metavar"].lower()
                raise ValueError(f"{choice.name} is empty; must be {'an' if wanted[0] == 'a' else 'a'} {wanted}")
        if self.root_path and (not self.root_path.startswith("/") or self.root_path.endswith("/")):
            raise ValueError(f"root_path is {self.root_path!r}; must start with a slash and not end with one")
        for proxy in filter(None, map(str.strip, self.proxies.split(","))):
            if proxy != "*" and not _is_address(proxy):
                raise ValueError(f"proxies is {proxy[:60]!r}; must be addresses such as 10.0.0.1 or 10.0.0.0/8, or *")
        for name in self.allowed_host:
            if not _HOST.fullmatch(name):
                raise ValueError(f"allowed_host is {name[:60]!r}; must be a name such as example.org or *.example.org")
        if self.metrics_address is not None:
            _ = self.metrics_host_and_port
        if self.jobs_backup is not None and self.jobs_are_elsewhere:
            raise ValueError("jobs_backup is set; must be unset for PostgreSQL, whose own pg_dump makes copies")
        for origin in self.cors:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(f"cors is {origin[:60]!r}; must be an origin such as https://example.org, or *")

    @property
    def jobs_are_elsewhere(self) -> bool:
        """Whether jobs are in a database that several machines can share."""
        return self.jobs_db.startswith(("postgresql://", "postgres://"))

    @property
    def metrics_host_and_port(self) -> tuple[str, int]:
        """The address of the metrics; a port alone means this machine only."""
        host, _, port = (self.metrics_address or "").rpartition(":")
        if not port.isascii() or not port.isdigit() or int(port) > _MOST_PORT:
            raise ValueError(f"metrics_address is {str(self.metrics_address)[:60]!r}; must be PORT or HOST:PORT")
        return host.strip("[]") or "127.0.0.1", int(port)

    @property
    def jobs_file(self) -> Path:
        return Path(self.jobs_db).expanduser()
