"""Links of Penpa+, which contain drawings.

This module unpacks a link: lines of text, raw deflate, base64. `drawing` reads the elements in each cell, and `genre`
converts a drawing to a puzzle if its meaning is certain. Unknown elements are rejected with their names.
"""

import base64
import re
import zlib
from urllib.parse import unquote

from entails.formats.text import is_penpa as is_penpa
from entails.models.errors import InvalidPuzzle

_LINK = "Penpa link"
_PACKED = re.compile(r"(?:^|[#?&])p=([^&#]*)")
MOST_PACKED = 100_000
MOST_UNPACKED = 2_000_000
"""Maximum length of an unpacked drawing, far above any real one. A few kilobytes could unpack to gigabytes."""


def unpacked(text: str) -> list[str]:
    """Return the lines of text that a Penpa+ link encodes."""
    words = text.split(maxsplit=1)
    match = _PACKED.search(words[0]) if words else None
    if match is None or not match[1]:
        problem = "this link does not contain a puzzle; nothing is downloaded"
        raise InvalidPuzzle(problem, where=_LINK, expected="an address with p= and the puzzle")
    packed = unquote(match[1]).replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    if len(packed) > MOST_PACKED:
        expected = f"at most {MOST_PACKED:,}"
        raise InvalidPuzzle(f"{len(packed):,} characters", where=_LINK, expected=expected)
    if len(packed) % 4 == 1:
        raise _truncated()
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
        inflate = zlib.decompressobj(-15)
        lines = inflate.decompress(data, MOST_UNPACKED)
    except ValueError:
        raise InvalidPuzzle("not base64 text", where=_LINK, expected="letters, digits, + and /") from None
    except zlib.error:
        raise InvalidPuzzle("damaged link", where=_LINK, expected="an unchanged link") from None
    if len(lines) >= MOST_UNPACKED:
        expected = f"at most {MOST_UNPACKED:,} characters"
        raise InvalidPuzzle("too much data", where=_LINK, expected=expected)
    if not inflate.eof:
        raise _truncated()
    return lines.decode("utf-8", "replace").split("\n")


def _truncated() -> InvalidPuzzle:
    return InvalidPuzzle("the link is truncated: it ends too early", where=_LINK, expected="the whole link")
