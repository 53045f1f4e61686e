"""How much can really run at once."""

import os
from functools import cache

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
