"""A formula is its own encoding."""

from dataclasses import dataclass
from typing import Literal

from clausal.models.encoding import Cnf

Assignment = tuple[int, ...]
"""The answer to a formula: each variable once, positive when it is true."""


@dataclass(frozen=True)
class AsIs:
    """The formula itself."""

    name: str = "as-is"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "the formula itself"

    def encode(self, puzzle: Cnf[Assignment]) -> Cnf[Assignment]:
        return puzzle


ENCODERS: dict[str, AsIs] = {"as-is": AsIs()}
