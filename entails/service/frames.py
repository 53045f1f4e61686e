"""What a server and its workers say to each other: frames of a letter, a length and bytes, over a stream.

No pickles: a frame is read with one look at five bytes, whichever side is slow, and the text of an answer goes from the
worker to the client as the bytes that it is.
"""

import json
import struct
from collections.abc import Callable, Iterator
from typing import Any

CALL, PING = b"c", b"p"
ANSWER, NEWS, GRANTED = b"a", b"n", b"g"
"""An answer ends a call. Before it come news (how far it is) and the seconds that the request itself grants."""

_HEAD = struct.Struct(">cI")


def packed(kind: bytes, head: Any, body: bytes = b"") -> bytes:
    """A frame: a JSON head and raw bytes after it."""
    said = json.dumps(head).encode()
    return _HEAD.pack(kind, 4 + len(said) + len(body)) + struct.pack(">I", len(said)) + said + body


def opened(content: bytes) -> tuple[Any, bytes]:
    """Head and body of the content of a frame."""
    size = int.from_bytes(content[:4], "big")
    return json.loads(content[4 : 4 + size]), content[4 + size :]


class Unpacker:
    """Frames out of a stream that comes in pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """(kind, content) of every frame that is complete now."""
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            kind, size = _HEAD.unpack_from(self._buffer)
            if len(self._buffer) < _HEAD.size + size:
                return
            content = bytes(self._buffer[_HEAD.size : _HEAD.size + size])
            del self._buffer[: _HEAD.size + size]
            yield kind, content


def read_frame(read: Callable[[int], bytes]) -> tuple[bytes, bytes] | None:
    """The next frame of a blocking stream; None when it has ended."""
    head = _exactly(read, _HEAD.size)
    if head is None:
        return None
    kind, size = _HEAD.unpack(head)
    content = _exactly(read, size)
    return None if content is None else (kind, content)


def _exactly(read: Callable[[int], bytes], size: int) -> bytes | None:
    found = bytearray()
    while len(found) < size:
        more = read(size - len(found))
        if not more:
            return None
        found += more
    return bytes(found)
