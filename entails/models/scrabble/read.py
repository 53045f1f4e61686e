"""Reading a position from text whose form nobody told us: JSON, CGP, or a drawn board.

JSON begins with a brace, a CGP has slashes in its first word, the rest is a drawing. (For the last position of a game
see `entails.data.scrabble.reading`.)
"""

from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.cgp import looks_like_cgp, read_cgp
from entails.models.scrabble.drawing import read_drawn
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.record import LONGEST_TEXT, PositionRecord, read_json

_EXPECTED = "a CGP, a drawn board, a GCG game or JSON"


def read_record(text: str, layout: Layout | None = None) -> PositionRecord:
    """The position of a text; of a CGP file with remarks the first line that is none."""
    content = text.removeprefix("\ufeff").strip()
    if not content:
        raise InvalidPuzzle("the text is empty", expected=_EXPECTED)
    if content.startswith("{"):
        return read_json(content)
    if len(content) > LONGEST_TEXT:
        raise InvalidPuzzle("the text is too long for a position", expected=_EXPECTED)
    if "\n" not in content and not looks_like_cgp(content):
        raise InvalidPuzzle("this is no position", expected=_EXPECTED)
    lines = [line for line in content.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if lines and looks_like_cgp(lines[0]):
        return _one_cgp(lines)
    return PositionRecord(board=read_drawn(text, layout))


def _one_cgp(lines: list[str]) -> PositionRecord:
    if len(lines) > 1:
        raise InvalidPuzzle("there is more than one position", expected="exactly one line")
    return read_cgp(lines[0])
