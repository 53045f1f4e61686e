"""What has been compiled on this machine, and what is being compiled: known without loading numba.

Compiling is done once for each version of the kernels. A stamp in the cache says that a piece of work has been done
with the kernels as they are now, so that nobody loads them all to find out.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

listeners: list[Callable[[str, float], None]] = []
"""Told which kernels a process begins to compile, and about how many seconds of CPU time that takes."""

SECONDS_A_LINE = 0.006
"""About what compiling takes, in CPU time."""

_KERNELS = Path(__file__).parent / "kernels"
KEPT_VERSIONS = 3
"""Of each module; a machine may have several versions of Entails in use."""


def cache_of_kernels() -> Path:
    """Where machine code is kept."""
    from platformdirs import user_cache_path

    return user_cache_path("entails", appauthor=False) / "kernels"


def is_warm(name: str) -> bool:
    """Has this been done with the kernels as they are now?"""
    return _stamp(name).is_file()


def note_warm(name: str) -> None:
    """It has. Where nothing can be kept, nothing is."""
    with suppress(OSError):
        _stamp(name).parent.mkdir(parents=True, exist_ok=True)
        _stamp(name).touch()


def _stamp(name: str) -> Path:
    return cache_of_kernels() / f"ready-{_version()}" / name.replace(" ", "-")


@cache
def _version() -> str:
    """All kernels, where they lie and since when, and what compiles them: numba keeps its code by all of that."""
    from importlib.metadata import PackageNotFoundError, version

    said = sha256(f"{sys.implementation.cache_tag} {_KERNELS}\n".encode())
    for package in ("numba", "llvmlite", "numpy"):
        with suppress(PackageNotFoundError):
            said.update(f"{package} {version(package)}\n".encode())
    for source in sorted(_KERNELS.glob("*.py")):
        said.update(f"{source.name} {source.stat().st_mtime_ns}".encode() + b"\0" + source.read_bytes())
    return said.hexdigest()[:16]


def forget_old_versions(name: str) -> None:
    """Keep the folders of the newest versions of `name`, by when they were last begun."""
    from shutil import rmtree

    with suppress(OSError):
        folders = sorted(cache_of_kernels().glob(f"{name}-{'?' * 16}"), key=lambda one: one.stat().st_mtime)
        for old in folders[:-KEPT_VERSIONS]:
            rmtree(old, ignore_errors=True)
