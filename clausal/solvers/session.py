"""`BaseSession`: the small parts that every session shares."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from clausal.models.errors import UnsupportedCapability


class BaseSession:
    """Closes itself at the end of a `with` block; refuses what its engine cannot do."""

    engine_name = "this engine"

    def close(self) -> None:
        """Give back what the session holds; harmless when called twice."""

    def cannot(self, what: str) -> UnsupportedCapability:
        return UnsupportedCapability(f"engine {self.engine_name} cannot {what}")

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        del assume
        raise self.cannot("propagate")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
