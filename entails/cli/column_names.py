"""What the columns of a table are called, where somebody said so."""

from typing import NamedTuple


class Columns(NamedTuple):
    """Which columns of a table hold the puzzles and their names, where somebody said so."""

    puzzle: str | None = None
    id: str | None = None


NO_COLUMNS = Columns()
