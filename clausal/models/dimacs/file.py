"""Bytes from a file and out of gzip, never too many; a bad path or a damaged archive is bad input like any other."""

import gzip
import io
import zlib
from pathlib import Path

from clausal.models.errors import InvalidFile, TooLarge

MOST_BYTES = 1 << 30
_CHUNK = 1 << 24
_GZIP_MAGIC = b"\x1f\x8b"


def read_file(path: str | Path) -> bytes:
    """What the file holds, as it is (gzip is undone by `unpacked`)."""
    try:
        with Path(path).open("rb") as file:
            return _bounded(file, "the file")
    except FileNotFoundError:
        problem = "there is no such file"
    except IsADirectoryError:
        problem = "this is a directory, not a file"
    except PermissionError:
        problem = "the file may not be read"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not a file name"
        problem = f"the file cannot be read ({reason.lower()})"
    raise InvalidFile(problem, where=_shown(path))


def unpacked(data: bytes) -> bytes:
    """The data itself, or what is inside when it is gzip."""
    if not data.startswith(_GZIP_MAGIC):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _bounded(file, "what the gzip file unpacks to")
    except (OSError, EOFError, zlib.error):
        raise InvalidFile("the gzip data is damaged or cut short", expected="a whole gzip file") from None


def _bounded(file: io.BufferedIOBase, what: str) -> bytes:
    """Read by chunks, so that a small archive of endless zeros stops at the limit instead of filling the memory."""
    content = bytearray()
    while chunk := file.read(_CHUNK):
        content += chunk
        if len(content) > MOST_BYTES:
            raise TooLarge(f"{what} is too large", expected=f"at most {MOST_BYTES:,} bytes")
    return bytes(content)


def _shown(path: str | Path) -> str:
    name = str(path).encode("unicode_escape").decode("ascii") if not str(path).isprintable() else str(path)
    return name if len(name) <= 200 else f"{name[:200]}…"
