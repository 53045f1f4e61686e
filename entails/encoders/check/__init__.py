"""Checker of assignments against statements, which shares no code with the compilers."""
