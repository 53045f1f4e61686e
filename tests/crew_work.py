"""Work for the processes of `clausal.solvers.crew` in tests."""

import os


def process(_job: int, _tell: object) -> int:
    """The process that does it."""
    return os.getpid()


def size(number: int, _tell: object) -> int:
    return abs(number)
