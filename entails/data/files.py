"""Bytes from files and into them.

Reading never takes too many, packed or not, and a bad path or a damaged archive is bad input like any other. Writing
puts the whole file in its place or leaves what was there.
"""

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ENOENT
from itertools import chain
from pathlib import Path
from typing import IO, Any

from entails.models.errors import InvalidFile, TooLarge

MOST_BYTES = 1 << 30
_CHUNK = 1 << 18
"""Of a file that is read piece by piece. What is made of a piece takes many times its room, and larger ones gain no
time."""
_MOST_MEMORY = 1 << 28
"""What xz may take to unpack; its strongest preset takes 65 MB, and a file may ask for gigabytes."""


def read_file(path: str | Path) -> bytes:
    """What the file holds, as it is (packing is undone by `unpacked`)."""
    with _readable(path), Path(path).open("rb") as file:
        return _bounded(_pieces(file), "the file")


def file_pieces(path: str | Path) -> Iterator[bytes]:
    """What the file holds, as it is, piece after piece."""
    with _readable(path), Path(path).open("rb") as file:
        yield from _pieces(file)


@contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    """A file that cannot be read is bad input."""
    try:
        yield
        return
    except FileNotFoundError:
        problem = "file not found"
    except IsADirectoryError:
        problem = "this is a directory, not a file"
    except PermissionError:
        problem = "the file may not be read"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not a file name"
        problem = f"the file cannot be read ({reason.lower()})"
    raise InvalidFile(problem, where=_shown(path))


def unpacked(data: bytes) -> bytes:
    """The data itself, or what is inside when it is gzip, xz, bzip2 or zstd."""
    name = packing(data)
    return data if name is None else _bounded(_undone(name, io.BytesIO(data)), f"what the {name} file unpacks to")


def unpacked_pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same of data that comes in pieces, of which few are in memory at a time."""
    first = b""
    while len(first) < _LONGEST_MAGIC and (piece := next(pieces, None)) is not None:
        first += piece
    name = packing(first)
    if name is None:
        yield first
        yield from pieces
    else:
        yield from _undone(name, joined(chain([first], pieces)))


def packing(data: bytes) -> str | None:
    """How data is packed that begins like this; None when it is not."""
    return next((name for magic, (name, _) in _PACKED.items() if data.startswith(magic)), None)


def _undone(name: str, file: IO[bytes]) -> Iterator[bytes]:
    undo = next(undo for known, undo in _PACKED.values() if known == name)
    try:
        yield from undo(file)
    except (OSError, EOFError, zlib.error):
        raise InvalidFile(f"the {name} data is damaged or cut short", expected=f"a whole {name} file") from None


def joined(pieces: Iterator[bytes]) -> io.BufferedReader:
    """Pieces as a file to read from."""
    return io.BufferedReader(_Joined(pieces), _CHUNK)


class _Joined(io.RawIOBase):
    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def _bounded(pieces: Iterator[bytes], what: str) -> bytes:
    """Taken by pieces, so that a small archive of endless zeros stops at the limit instead of filling the memory."""
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > MOST_BYTES:
            raise TooLarge(f"{what} is too large", expected=f"at most {MOST_BYTES:,} bytes")
    return bytes(content)


def _pieces(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while piece := file.read(_CHUNK):
        yield piece


def _gzip(packed: IO[bytes]) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=packed) as file:
        yield from _pieces(file)


def _bzip2(packed: IO[bytes]) -> Iterator[bytes]:
    import bz2

    with bz2.BZ2File(packed) as file:
        yield from _pieces(file)


def _xz(packed: IO[bytes]) -> Iterator[bytes]:
    """Stream after stream, zeros between them. `lzma.LZMAFile` would do, but it knows no limit of memory."""
    import lzma

    left = packed.read(_CHUNK)
    while left:
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_MEMORY)
        while not stream.eof:
            try:
                piece = stream.decompress(left, _CHUNK)
            except lzma.LZMAError as error:
                if "emory" not in str(error):
                    raise OSError from error
                expected = f"one that needs at most {_MOST_MEMORY >> 20} MB"
                raise TooLarge("the xz file needs too much memory to be unpacked", expected=expected) from None
            yield piece
            left = packed.read(_CHUNK) if stream.needs_input else b""
            if stream.needs_input and not left:
                raise EOFError
        left = stream.unused_data.lstrip(b"\0")
        while not left and (more := packed.read(_CHUNK)):
            left = more.lstrip(b"\0")


def _zstd(packed: IO[bytes]) -> Iterator[bytes]:
    """By Python itself from 3.14 on, before that by pyarrow."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        yield from _zstd_by_pyarrow(packed)
        return
    try:
        with zstd.ZstdFile(packed) as file:
            yield from _pieces(file)
    except zstd.ZstdError as error:
        raise OSError from error


def _zstd_by_pyarrow(packed: IO[bytes]) -> Iterator[bytes]:
    try:
        import pyarrow
    except ImportError:
        raise InvalidFile("reading zstd needs pyarrow: pip install entails[batch]") from None
    with pyarrow.CompressedInputStream(pyarrow.PythonFile(packed, "r"), "zstd") as file:
        yield from _pieces(file)


_PACKED: dict[bytes, tuple[str, Callable[[IO[bytes]], Iterator[bytes]]]] = {
    b"\x1f\x8b": ("gzip", _gzip),
    b"\xfd7zXZ\0": ("xz", _xz),
    b"BZh": ("bzip2", _bzip2),
    b"\x28\xb5\x2f\xfd": ("zstd", _zstd),
}
"""How packed data begins, what the packing is called, and how it is undone."""
_LONGEST_MAGIC = max(map(len, _PACKED))


def _shown(path: str | Path) -> str:
    name = str(path).encode("unicode_escape").decode("ascii") if not str(path).isprintable() else str(path)
    return name if len(name) <= 200 else f"{name[:200]}…"


@contextmanager
def whole_file(path: str | Path, *, binary: bool = False, durable: bool = True) -> Iterator[IO[Any]]:
    """Write beside, then rename: whoever looks sees the old file or the whole new one, never half of it. What is not
    `durable` may be lost when the machine stops, as a cache may."""
    target = writable_target(path)
    if target.exists() and not target.is_file():  # such as /dev/null or a pipe, which nothing can replace
        with _opened(target, "w", binary) as file:
            yield file
        return
    part = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.part")
    try:
        with _opened(part, "x", binary) as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def writable_target(path: str | Path) -> Path:
    """The file that a name stands for, which can be written as far as can be told without doing so."""
    target = Path(os.path.realpath(path))
    if not str(path) or target.is_dir():
        raise IsADirectoryError(EISDIR, "this is a directory, not a file")
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, "there is no such directory")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise PermissionError(EACCES, "the file may not be written")
    return target


def _opened(path: Path, mode: str, binary: bool) -> IO[Any]:
    return path.open(f"{mode}b") if binary else path.open(mode, encoding="utf-8", newline="\n")
