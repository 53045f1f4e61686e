"""What tests of stores share."""

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
    """A job; by default it counts a Sudoku."""
    return NewJob(identity, owner, client, key, call, request)
