"""Bytes of unknown encoding as text."""

from clausal.models.errors import Invalid, InvalidPuzzle


def decoded(data: bytes, bad: type[Invalid] = InvalidPuzzle) -> str:
    """UTF-8, UTF-16 with its mark, or Latin-1; binary data is refused as a `bad` puzzle, or as data of another kind.

    Latin-1 reads any byte, so a zero byte, which no text has, is what tells binary data.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise bad("this is not valid UTF-16 text", expected="text") from None
    if b"\0" in data:
        where = f"byte {data.index(0) + 1:,}"
        raise bad("this is binary data", where=where, expected="text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
