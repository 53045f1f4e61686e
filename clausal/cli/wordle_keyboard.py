"""The keyboard below the guesses: what is known of each letter."""

from collections.abc import Sequence

from clausal.models.wordle.scoring import COLOURS, GREEN, GREY, YELLOW

_STYLES = {GREEN: "bold white on green", YELLOW: "bold black on yellow", GREY: "dim"}
_ABSENT = "·"


def best_colours(facts: Sequence[tuple[str, int]]) -> dict[str, int]:
    """The best colour that each letter has got."""
    best: dict[str, int] = {}
    for word, code in facts:
        for letter, colour in zip(word, COLOURS.colours(code, len(word)), strict=True):
            best[letter] = max(colour, best.get(letter, GREY))
    return best


def keyboard(rows: Sequence[str], facts: Sequence[tuple[str, int]]) -> str:
    """The keys in rich's markup. Without colours too one sees what is known: letters that are in the secret are
    capitals, those that are not are dots."""
    best = best_colours(facts)
    lines = ["".join(_key(letter, best.get(letter)) for letter in row) for row in rows]
    return "\n".join(f"{' ' * (2 + 2 * number)}{line}" for number, line in enumerate(lines))


def _key(letter: str, colour: int | None) -> str:
    if colour is None:
        return f" {letter} "
    return f"[{_STYLES[colour]}] {_ABSENT if colour == GREY else letter.upper()} [/]"
