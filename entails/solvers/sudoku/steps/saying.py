"""How cells, digits and eliminations are said, wherever a sentence needs them."""

from collections.abc import Iterable, Sequence

from entails.solvers.sudoku.steps.argument import Argument, Candidate
from entails.solvers.sudoku.steps.technique import technique

_VOWELS = ("X", "M", "S-", "L-", "ALS", "a", "e", "u")
"""How names begin whose first sound is a vowel; "unique" does not."""


def listed(words: Iterable[object], joint: str = "and") -> str:
    """ "1", "1 and 2", "1, 2 and 3"."""
    *head, last = map(str, words)
    return f"{', '.join(head)} {joint} {last}" if head else last


def a_technique(step: Argument) -> str:
    """ "an X-wing", "a swordfish"."""
    name = technique(step.technique).name
    if name.endswith("chains") or name == "Nishio":
        return name
    vowel = name.startswith(_VOWELS) and not name.startswith("unique")
    return f"{'an' if vowel else 'a'} {name}"


def cells_in_words(step: Argument, cells: Iterable[int], joint: str = "and") -> str:
    """ "r1c1, r1c2 and r1c3"."""
    return listed(map(step.shape.cell_name, cells), joint)


def named(step: Argument, *candidates: Candidate) -> str:
    """ "r1c1=5, r1c2=4"."""
    return ", ".join(step.shape.candidate_name(*candidate) for candidate in candidates)


def ruled_out(step: Argument, removes: Sequence[Candidate] | None = None) -> str:
    """ "r1c1 and r1c2 are not 5; r1c3 is not 5 or 8"."""
    return "; ".join(
        f"{cells_in_words(step, cells)} {'is' if len(cells) == 1 else 'are'} not {listed(digits, 'or')}"
        for digits, cells in not_any_more(step, removes).items()
    )


def not_any_more(step: Argument, removes: Sequence[Candidate] | None = None) -> dict[tuple[int, ...], list[int]]:
    """What is ruled out, the cells together that lose the same digits."""
    lost: dict[int, list[int]] = {}
    for cell, digit in step.removes if removes is None else removes:
        lost.setdefault(cell, []).append(digit)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in lost.items():
        alike.setdefault(tuple(digits), []).append(cell)
    return alike
