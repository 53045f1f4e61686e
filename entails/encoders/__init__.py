"""Encoders: from puzzles to constraints, and from assignments to solutions."""
