"""Text on a terminal whose locale lacks some characters: the nearest that it has stand for them, never a question mark
where something says it better."""

import codecs

HANDLER = "entails-plain-letters"
_WORDS = {
    "✓": "x",
    "✗": "-",
    "…": "...",
    "→": "->",
    "←": "<-",
    "↔": "<->",
    "⇒": "=>",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "−": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "⬛": "b",
    "⬜": "b",
    "🟨": "y",
    "🟩": "g",
    "╭": "+",
    "╮": "+",
    "╰": "+",
    "╯": "+",
    "█": "#",
    "░": ":",
    "•": "*",
    "²": "2",
    "³": "3",
}


def plain_letters(text: str) -> str:
    """The text in ASCII."""
    return "".join(character if character.isascii() else _plain(character) for character in text)


def _plain(character: str) -> str:
    import unicodedata

    from entails.models.drawing.text import ascii_only

    if (word := _WORDS.get(character) or ascii_only(character)).isascii():
        return word
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return "+"
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or "?"


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_letters(error.object[error.start : error.end]), error.end


def use_plain_letters() -> None:
    """Let streams do so that are opened, or configured, with `HANDLER` for errors."""
    codecs.register_error(HANDLER, _stand_in)
