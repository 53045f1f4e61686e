"""Reading and writing of files with size limits and atomic replacement.

Reading stops at a size limit, compressed or not; a wrong path or a damaged archive raises InvalidFile. Writing replaces
a file completely or leaves the old one.
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
"""Bytes read at a time. Objects built from a chunk take many times its size, and larger chunks are not faster."""
_MOST_MEMORY = 1 << 28
"""Memory limit of xz: its strongest preset needs 65 MB, and a crafted file may demand gigabytes."""


def read_file(path: str | Path) -> bytes:
    """Return the bytes of a file as stored (`unpacked` decompresses them)."""
    with _readable(path), Path(path).open("rb") as file:
        return _bounded(_pieces(file), "the file")


def file_pieces(path: str | Path) -> Iterator[bytes]:
    """Yield the bytes of a file as stored, in chunks."""
    with _readable(path), Path(path).open("rb") as file:
        yield from _pieces(file)


@contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    """Convert errors of reading a file in this block to InvalidFile."""
    try:
        yield
        return
    except FileNotFoundError:
        problem = "file not found"
    except IsADirectoryError:
        problem = "a directory, not a file"
    except PermissionError:
        problem = "permission to read the file denied"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid file name"
        problem = f"the file cannot be read ({reason.lower()})"
    raise InvalidFile(problem, where=_shown(path))


def unpacked(data: bytes) -> bytes:
    """Decompress gzip, xz, bzip2 or zstd data; return other data unchanged."""
    name = packing(data)
    return data if name is None else _bounded(_decompress(name, io.BytesIO(data)), f"the decompressed {name} file")


def unpacked_pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decompress chunks of data as they arrive; only a few chunks are in memory at a time."""
    first = b""
    while len(first) < _LONGEST_MAGIC and (piece := next(pieces, None)) is not None:
        first += piece
    name = packing(first)
    if name is None:
        yield first
        yield from pieces
    else:
        yield from _decompress(name, joined(chain([first], pieces)))


def packing(data: bytes) -> str | None:
    """Detect the compression of data by its first bytes; None if it is not compressed."""
    return next((name for magic, (name, _) in _PACKED.items() if data.startswith(magic)), None)


def _decompress(name: str, file: IO[bytes]) -> Iterator[bytes]:
    decompress = next(function for known, function in _PACKED.values() if known == name)
    try:
        yield from decompress(file)
    except (OSError, EOFError, zlib.error):
        raise InvalidFile(f"the {name} data is damaged or truncated", expected=f"a complete {name} file") from None


def joined(pieces: Iterator[bytes]) -> io.BufferedReader:
    """Wrap chunks as a readable binary file."""
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


def _bounded(pieces: Iterator[bytes], name: str) -> bytes:
    """Join chunks, up to a size limit: a small archive can expand to fill the memory."""
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > MOST_BYTES:
            raise TooLarge(f"{name} is too large", expected=f"at most {MOST_BYTES:,} bytes")
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
    """Decompress all streams of an xz file with a memory limit, which `lzma.LZMAFile` lacks."""
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
                expected = f"at most {_MOST_MEMORY >> 20} MB"
                raise TooLarge("decompressing the xz file needs too much memory", expected=expected) from None
            yield piece
            left = packed.read(_CHUNK) if stream.needs_input else b""
            if stream.needs_input and not left:
                raise EOFError
        left = stream.unused_data.lstrip(b"\0")
        while not left and (more := packed.read(_CHUNK)):
            left = more.lstrip(b"\0")


def _zstd(packed: IO[bytes]) -> Iterator[bytes]:
    """Decompress zstd data: with the standard library from Python 3.14, before that with pyarrow."""
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
"""First bytes of compressed data, with the name and the function that decompresses it."""
_LONGEST_MAGIC = max(map(len, _PACKED))


def _shown(path: str | Path) -> str:
    name = str(path).encode("unicode_escape").decode("ascii") if not str(path).isprintable() else str(path)
    return name if len(name) <= 200 else f"{name[:200]}…"


@contextmanager
def whole_file(path: str | Path, *, binary: bool = False, durable: bool = True) -> Iterator[IO[Any]]:
    """Open a temporary file for writing and rename it at the end, so that no reader sees an incomplete file.

    A file that is not `durable`, such as a cache, may be lost if the machine stops.
    """
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
    """Return the real path of a file to write; raise OSError if it is clearly not writable."""
    target = Path(os.path.realpath(path))
    if not str(path) or target.is_dir():
        raise IsADirectoryError(EISDIR, "a directory, not a file")
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, "directory not found")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise PermissionError(EACCES, "permission to write the file denied")
    return target


def _opened(path: Path, mode: str, binary: bool) -> IO[Any]:
    return path.open(f"{mode}b") if binary else path.open(mode, encoding="utf-8", newline="\n")
