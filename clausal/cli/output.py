"""What people and programs see: JSON Lines, or text with colours where the output is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

    from clausal.models.value import Value

T = TypeVar("T")


def print_json(report: "Value") -> None:
    """One report, one line."""
    print(report.model_dump_json(), flush=not sys.stdout.isatty())


def console() -> "Console":
    """Rich when it is a terminal, plain when it is a pipe; never cuts a line in a pipe."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, no_color=True, width=10_000, soft_wrap=True)


def progress(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The items, with a progress bar on standard error when there are many and somebody is watching."""
    if total < 50 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total=total, console=Console(stderr=True), transient=True)


@contextmanager
def whole_file(path: str) -> Iterator[Any]:
    """Write beside, then rename: whoever looks sees the old file or the whole new one, never half of it."""
    import tempfile

    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(21, "is a directory", path)
    if target.exists() and not target.is_file():  # such as /dev/null or a pipe
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", suffix=".part", delete=False
    ) as file:
        part = Path(file.name)
        try:
            yield file
            file.flush()
            file.close()
            part.chmod(0o666 & ~_umask())
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _umask() -> int:
    import os

    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(pieces: Iterable[str], path: str | None) -> None:
    """Text to a file or to standard output."""
    if path is None or path == "-":
        for piece in pieces:
            sys.stdout.write(piece)
        return
    with whole_file(path) as file:
        for piece in pieces:
            file.write(piece)
