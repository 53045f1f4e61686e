"""The lz-string codec: LZ78 on UTF-16 code units, six bits to a base64 character. Puzzle sites pack links with it.

A stream is a sequence of codes. Codes 0 and 1 announce a new character (8 or 16 bits follow), 2 ends the stream, and
the others name a phrase: an earlier phrase and one more character. Numbers come lowest bit first, and codes grow by a
bit whenever the phrases need it. Reader and writer count phrases in the same way, so neither sends a table.
"""

from entails.models.errors import InvalidPuzzle

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE = {character: value for value, character in enumerate(_ALPHABET)} | {"-": 63}
_NEW_BYTE, _NEW_UNIT, _END = 0, 1, 2
_WHERE = "compressed part of the link"

MOST_PACKED = 100_000
MOST_UNPACKED = 1_000_000
"""Maximum length of the decompressed text, far above any puzzle; a few kilobytes can expand to gigabytes."""


class _CodeWidth:
    """The number of bits per code, which grows by one when the phrases need it."""

    __slots__ = ("_room", "bits")

    def __init__(self) -> None:
        self.bits = 2
        self._room = 2

    def phrase_added(self) -> None:
        self._room -= 1
        if not self._room:
            self._room = 1 << self.bits
            self.bits += 1


def compress_to_base64(text: str) -> str:
    """Compress a text exactly as lz-string's compressToBase64 does."""
    bits: list[str] = []
    width = _CodeWidth()
    codes: dict[str, int] = {}
    unsent: set[str] = set()

    def send(number: int, count: int) -> None:
        bits.append(format(number, f"0{count}b")[::-1])

    def send_phrase(phrase: str) -> None:
        if phrase in unsent:
            unsent.remove(phrase)
            is_byte = ord(phrase) < 256
            send(_NEW_BYTE if is_byte else _NEW_UNIT, width.bits)
            send(ord(phrase), 8 if is_byte else 16)
            width.phrase_added()
        else:
            send(codes[phrase], width.bits)
        width.phrase_added()

    phrase = ""
    for unit in _units(text):
        if unit not in codes:
            codes[unit] = len(codes) + 3
            unsent.add(unit)
        if phrase + unit in codes:
            phrase += unit
            continue
        send_phrase(phrase)
        codes[phrase + unit] = len(codes) + 3
        phrase = unit
    if phrase:
        send_phrase(phrase)
    send(_END, width.bits)

    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)
    packed = "".join(_ALPHABET[int(stream[start : start + 6], 2)] for start in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4)


def decompress_from_base64(packed: str) -> str:
    """Decompress lz-string text; the URL-safe alphabet (- for /, $ for padding) is also accepted."""
    stream = packed.rstrip("=$")
    if len(stream) > MOST_PACKED:
        raise InvalidPuzzle(
            f"{len(stream):,} characters", where=_WHERE, expected=f"at most {MOST_PACKED:,} for a puzzle"
        )
    if not all(character in _VALUE for character in stream):
        raise InvalidPuzzle("not base64 text", where=_WHERE, expected="letters, digits, + and /")
    return _from_units(_unpack("".join(format(_VALUE[character], "06b") for character in stream)))


def _unpack(bits: str) -> str:
    position = 0

    def receive(count: int) -> int:
        nonlocal position
        position += count
        if position > len(bits):
            raise InvalidPuzzle("the link ends too early", where=_WHERE, expected="a complete link")
        return int(bits[position - count : position][::-1], 2)

    width = _CodeWidth()
    phrases = ["", "", ""]
    pieces: list[str] = []
    length = 0
    last = ""
    while (code := receive(width.bits)) != _END:
        if code in (_NEW_BYTE, _NEW_UNIT):
            phrases.append(chr(receive(16 if code == _NEW_UNIT else 8)))
            code = len(phrases) - 1
            width.phrase_added()
        if code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and last:
            phrase = last + last[0]
        else:
            raise InvalidPuzzle("the link is damaged", where=_WHERE, expected="a link as the site made it")
        if last:
            phrases.append(last + phrase[0])
        width.phrase_added()
        pieces.append(phrase)
        last = phrase
        length += len(phrase)
        if length > MOST_UNPACKED:
            raise InvalidPuzzle(
                "the link unpacks to far more than a puzzle",
                where=_WHERE,
                expected=f"at most {MOST_UNPACKED:,} characters",
            )
    return "".join(pieces)


def _units(text: str) -> str:
    """Split a text into UTF-16 code units, one character each."""
    if text.isascii():
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def _from_units(units: str) -> str:
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
