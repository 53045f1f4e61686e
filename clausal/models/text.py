"""Bytes of unknown encoding as text."""

from clausal.models.errors import InvalidPuzzle


def decoded(data: bytes) -> str:
    """UTF-8, UTF-16 with its mark, or Latin-1; binary data is refused.

    Latin-1 reads any byte, so a zero byte, which no text has, is what tells binary data.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InvalidPuzzle("this is not valid UTF-16 text", expected="text") from None
    if b"\0" in data:
        where = f"byte {data.index(0) + 1:,}"
        raise InvalidPuzzle("this is binary data", where=where, expected="text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
