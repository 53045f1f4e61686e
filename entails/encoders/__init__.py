"""Encoders from puzzles to constraints, and decoders from assignments to solutions."""
