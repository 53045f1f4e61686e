"""What the owner of a server chooses."""

from pathlib import Path

from platformdirs import user_state_path
from pydantic import Field

from clausal.models.value import Value
from clausal.solvers.cores import cores


def default_jobs_db() -> Path:
    """Jobs outlive the server, so they are state and not cache."""
    return user_state_path("clausal", appauthor=False) / "jobs.sqlite"


class Settings(Value):
    """All choices of a server, each with a default that suits one machine and few friends."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    token: str | None = None
    jobs_db: Path = Field(default_factory=default_jobs_db)
    workers: int = Field(default_factory=lambda: max(2, cores()), ge=1)
    slow_workers: int = Field(default=8, ge=0, description="further processes for calls that take longer")
    job_workers: int = Field(default=1, ge=1)
    seconds: float = Field(default=5.0, gt=0, description="hard cap of an answer that comes at once")
    job_seconds: float = Field(default=3600.0, gt=0)
    memory_mb: int = Field(default=1024, ge=64)
    body_bytes: int = Field(default=1_000_000, ge=1000)
    waiting: int = Field(default=200, ge=1, description="calls that may wait for a worker")
    queued_jobs: int = Field(default=100, ge=1)
    job_days: float = Field(default=7.0, gt=0, description="how long the result of a job is kept")
    cors_origins: tuple[str, ...] = ()
    warm: bool = Field(default=True, description="let the workers load the compiled kernels before anybody asks")
