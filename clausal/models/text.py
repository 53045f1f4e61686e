"""Text: out of bytes of unknown encoding, and in columns."""

from collections.abc import Iterator, Sequence

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


def aligned(rows: Sequence[Sequence[str]], right: int | None = None) -> Iterator[str]:
    """Rows of text under each other; the column `right` is set to the right. Nothing is folded or cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number == right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
