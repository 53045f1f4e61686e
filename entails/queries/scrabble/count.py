"""Count the legal plays, by any engine."""

from dataclasses import replace

from entails.queries.count import QUERY as _COMMON
from entails.queries.count import count

PLACE = 3
__all__ = ["count"]

QUERY = replace(_COMMON, schema="count")
