"""The connectives that join conditions, and their truth tables."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

Joint: TypeAlias = Literal["and", "or", "not", "implies", "iff", "xor"]


def holds(joint: Joint, parts: Sequence[bool]) -> bool:
    """Evaluate a connective; "iff" is true if all parts are equal, "xor" if an odd number of parts is true."""
    match joint:
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "not":
            return not parts[0]
        case "implies":
            return not parts[0] or parts[1]
        case "iff":
            return len(set(parts)) <= 1
        case "xor":
            return sum(parts) % 2 == 1
