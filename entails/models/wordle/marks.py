"""How people write colours: letters, digits and the tiles of every theme."""

from collections.abc import Mapping
from typing import Final

_BLANK = dict.fromkeys("-._x", 0)

_LETTERS = {"g": 2, "y": 1, "b": 0, "w": 0, **_BLANK}
"""Green, yellow, black (or white)."""
_STUDY = {"o": 2, "z": 1, **_BLANK}
"""O well placed, Z elsewhere, X not there, as in Kalaydjian & Duhem 2022."""
_FRENCH = {"v": 2, "j": 1, "n": 0, **_BLANK}
"""Vert, jaune, noir."""
_MOTUS = {"r": 2, "j": 1, "b": 0, **_BLANK}
"""Rouge, jaune, bleu, as on television."""
_SIGNS = {"+": 2, "?": 1, "~": 1, **_BLANK}
_DIGITS = {"2": 2, "1": 1, "0": 0}
_EMOJI = {"🟩": 2, "🟧": 2, "🟨": 1, "🟦": 1, "⬛": 0, "⬜": 0}
"""Green, yellow, black (dark theme) or white (light); orange and blue are the high-contrast green and yellow."""

ALPHABETS: Final[tuple[Mapping[str, int], ...]] = (_LETTERS, _STUDY, _DIGITS, _EMOJI, _FRENCH, _MOTUS, _SIGNS)
"""A row of colours keeps to one of these."""
MARKS_HELP: Final = "g, y and b (or o, z and x; or 2, 1 and 0; or 🟩, 🟨 and ⬛)"

TILES: Final = ("⬛", "🟨", "🟩")
THEMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "dark": TILES,
    "light": ("⬜", "🟨", "🟩"),
    "contrast": ("⬛", "🟦", "🟧"),
    "contrast-light": ("⬜", "🟦", "🟧"),
}
"""The tiles of each theme: grey, yellow, green."""

IS_TILE: Final = frozenset(_EMOJI)
_SUTOM = str.maketrans("🟥🟡🟦", "🟩🟨⬛")
"""Sutom's tiles; its blue is grey, which only the red and the yellow beside it tell."""
_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F, 0x200D), None)


def without_selectors(text: str) -> str:
    """Without the invisible characters that tell a terminal how to draw the tile before them, and in Wordle's tiles."""
    if text.isascii():
        return text
    text = text.translate(_SELECTORS)
    return text.translate(_SUTOM) if "🟥" in text or "🟡" in text else text
