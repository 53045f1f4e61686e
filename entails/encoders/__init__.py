"""Encoders: puzzles as constraints, and assignments as solutions."""
