"""Find a play with the highest score, by any engine."""

from dataclasses import replace

from entails.queries.solve import QUERY as _COMMON
from entails.queries.solve import solve

PLACE = 2
__all__ = ["solve"]

QUERY = replace(_COMMON, schema="solve")
