"""Decode a solver's output for an exported model."""

from entails.queries.decode import QUESTION as _COMMON

PANEL = "Files"
PLACE = 60
QUESTION = _COMMON
