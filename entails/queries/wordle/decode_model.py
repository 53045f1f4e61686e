"""Decode a solver's output for an exported model."""

from entails.queries.decode import QUERY as _COMMON

PANEL = "Files"
PLACE = 60
QUERY = _COMMON
