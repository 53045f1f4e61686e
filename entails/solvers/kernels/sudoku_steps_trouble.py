"""What is wrong with a board, as one number, so that kernels can hand it on. Nothing here is compiled."""

FINE = 0
NO_CANDIDATE = 1
"""NO_CANDIDATE + cell: nothing can go there."""
NO_PLACE = 100
"""NO_PLACE + 9 * unit + digit - 1: no cell of the unit can take the digit."""
CLASH = 400
"""CLASH + 9 * unit + digit - 1: the unit holds the digit twice."""


def split(code: int) -> tuple[int, int]:
    """The kind of trouble and what was added to it."""
    kind = next(kind for kind in (CLASH, NO_PLACE, NO_CANDIDATE) if code >= kind)
    return kind, code - kind
