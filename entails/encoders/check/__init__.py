"""Checker of assignments against statements, independent of the compilers."""
