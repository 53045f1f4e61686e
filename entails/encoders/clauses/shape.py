"""`Shape`: what a constraint says, apart from the variables and the literals it says it of."""

from collections.abc import Hashable
from typing import NamedTuple


class Shape(NamedTuple):
    """Constraints of one pattern say the same, each of its own variables and literals."""

    pattern: Hashable
    variables: tuple[int, ...] = ()
    literals: tuple[int, ...] = ()
