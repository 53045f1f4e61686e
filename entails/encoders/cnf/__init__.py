"""Compiler from statements to CNF."""
