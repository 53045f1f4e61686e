"""Helpers of the store tests."""

from entails.service.store import NewJob


def new_job(
    identity: str,
    *,
    client: str = "",
    owner: str = "",
    key: str | None = None,
    request: str = "{}",
    call: str = "sudoku/count",
) -> NewJob:
    """Build a job; by default it counts the solutions of a Sudoku."""
    return NewJob(identity, owner, client, key, call, request)
