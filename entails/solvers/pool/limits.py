"""Keeping a worker process within its memory: by the kernel on Linux, by looking at it elsewhere.

How much can really run at once.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

_MB = 1024 * 1024


def polls_memory() -> bool:
    """Does the parent have to look, because the kernel does not hold the limit?"""
    return sys.platform != "linux"


def cap_memory(memory_mb: int | None) -> None:
    """Allow this process `memory_mb` more than it uses now; None lifts the limit. Called inside the worker."""
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
    """Bytes that this process has reserved, which is what the kernel's limit counts; 0 where it cannot be told.

    What was freed often stays reserved, so a process that once was large would be given more than it may use."""
    return _statm(0)


def resident_memory() -> int:
    """Bytes that this process holds in memory; 0 where that is not known."""
    return _statm(1)


def _statm(column: int) -> int:
    if sys.platform != "linux":
        return 0
    import resource

    return int(Path("/proc/self/statm").read_text().split()[column]) * resource.getpagesize()


_BASELINE_MB = 120
"""What a worker holds before it begins, where it can only be looked at from outside."""


def memory_over(pid: int, memory_mb: int) -> bool:
    """Does this process hold more than it may? Asked of `ps`, which macOS and the BSDs have."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(shown.strip()) and int(shown) * 1024 > (memory_mb + _BASELINE_MB) * _MB


MOST_WORKERS = 256
"""Processes that may be asked for: far more than help anywhere."""


class _Share:
    """How many cores are ours, where other processes of the same work have the rest."""

    cores: int | None = None


def cores() -> int:
    """How many cores this process may use."""
    return _Share.cores or _allowed()


def use_cores(number: int | None) -> None:
    """Use so many from now on; None: all that there are."""
    _Share.cores = number


@cache
def _allowed() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
