"""Memory limits of worker processes, and the number of usable cores.

On Linux the kernel enforces a memory limit; elsewhere the parent polls the process.
"""

import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

_MB = 1024 * 1024


def polls_memory() -> bool:
    """Return whether the parent must poll a worker's memory because the kernel does not enforce the limit."""
    return sys.platform != "linux"


def cap_memory(memory_mb: int | None) -> None:
    """Limit this process to `memory_mb` above its present use; None removes the limit. Called in the worker."""
    if sys.platform != "linux":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if memory_mb is None:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return
    wanted = address_space() + memory_mb * _MB
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def address_space() -> int:
    """Return the address space of this process in bytes, which the kernel's limit counts; 0 if unknown.

    Freed memory often stays reserved, so a process that was once large would be allowed too much.
    """
    return _statm(0)


def resident_memory() -> int:
    """Return the resident memory of this process in bytes; 0 if unknown."""
    return _statm(1)


def _statm(column: int) -> int:
    if sys.platform != "linux":
        return 0
    import resource

    return int(Path("/proc/self/statm").read_text().split()[column]) * resource.getpagesize()


_BASELINE_MB = 120
"""Memory of an idle worker, where it can only be measured from outside."""


def memory_over(pid: int, memory_mb: int) -> bool:
    """Return whether a process exceeds its memory limit according to `ps`, for macOS and the BSDs."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(shown.strip()) and int(shown) * 1024 > (memory_mb + _BASELINE_MB) * _MB


MOST_WORKERS = 256
"""Maximum number of worker processes."""


class _Share:
    """The number of cores for this process when other processes of the same run use the others."""

    cores: int | None = None


def cores() -> int:
    """Return the number of cores that this process may use."""
    return _Share.cores or _allowed()


def use_cores(number: int | None) -> None:
    """Set the number of cores that this process may use; None means all."""
    _Share.cores = number


@cache
def _allowed() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def release_memory() -> None:
    """Return freed memory to the system, where the C library can do so (glibc)."""
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
