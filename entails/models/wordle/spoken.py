"""Numbers as they are said in a sentence."""

from entails.models.sentence import Language

_HALF_UP = 1e-9
"""So that 1.425 is said in one way, however it was computed."""


def spoken(value: float, language: Language) -> str:
    """With two digits, and the comma of the language."""
    text = f"{value + _HALF_UP:.2f}"
    return text.replace(".", ",") if language == "fr" else text
