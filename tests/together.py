"""Scheduling of tests on several processes: those that share a slow resource run in one process.

pytest-xdist hands out tests by their number, so that a server of a session would be started in every process. Here a
file stays together, which makes its fixtures once; a long file is cut into parts; files that share a server stay
together however long they are. (xdist's own `--dist loadgroup` would say the same with marks, but it renames tests in a
way that pytest 9.2 no longer takes notice of.)
"""

from collections.abc import Iterable, Mapping
from typing import Any

from xdist.scheduler import LoadScopeScheduling

SHARED = {
    "tests/service/test_service_schema.py": "described server",
    "tests/browser/test_page_a": "page server",
    "tests/browser/test_page_h": "page server",
    "tests/browser/": "second page server",
    "tests/service/test_service_calls.py": "open server",
    "tests/service/test_service_models.py": "open server",
    "tests/service/test_service_jobs.py": "open server",
    "tests/service/test_service_faults.py": "open server",
    "tests/service/test_service_load.py": "open server",
    "tests/service/test_service_cluster.py": "database",
    "tests/service/test_service_store.py": "database",
    "tests/service/test_service_connections.py": "strict server",
    "tests/service/test_service_http.py": "guarded server",
}
"""The longest files, which start first: one that starts late would keep a single process busy at the end."""
LONG = (
    "tests/test_recipes.py",
    "tests/puzzles/test_outside_puzzle.py",
    "tests/cli/test_cli_new.py",
    "tests/cli/test_cli_cold.py",
    "tests/solvers/test_nested_rating.py",
    "tests/solvers/test_jit_policy.py",
)
"""Files with few long tests, which start next for the same reason."""
PART = 40
"""Number of tests of a long file that are assigned at once."""


class Together(LoadScopeScheduling):
    """Scheduler that treats tests with a shared resource as one piece of work."""

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = (
            False  # not by the number of tests, since those that share a server are few and slow
        )
        self._scopes: dict[str, str] = {}

    def _assign_work_unit(self, node: Any) -> None:
        self.workqueue.move_to_end(next_piece(self.workqueue), last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        if not self._scopes:
            self._scopes = scopes(self.collection or [])
        return self._scopes[nodeid]

    def remove_node(self, node: Any) -> str | None:
        """Reassign the work of a crashed process, except the test in which it crashed."""
        pieces = self.assigned_work.pop(node)
        left = [nodeid for piece in pieces.values() for nodeid, done in piece.items() if not done]
        for piece in pieces.values():
            piece.update({nodeid: True for nodeid in left[:1] if nodeid in piece})
        self.workqueue.update({name: piece for name, piece in pieces.items() if not all(piece.values())})
        for second in self.assigned_work:
            self._reschedule(second)
        return left[0] if left else None

    def _pending_of(self, workload: Mapping[str, Mapping[str, bool]]) -> int:
        """Return the number of open tests, which are at the end because work is done in order."""
        pending = 0
        for piece in reversed(workload.values()):  # type: ignore[call-overload]
            still = list(piece.values()).count(False)
            if not still:
                break
            pending += still
        return pending


def next_piece(waiting: Iterable[str]) -> str:
    """Return the next piece of work to start."""
    order = [*SHARED.values(), *(f"{file} 0" for file in LONG)]
    return min(waiting, key=lambda piece: order.index(piece) if piece in order else len(order))


def scopes(nodeids: list[str]) -> dict[str, str]:
    """Return the piece of work to which each test belongs."""
    result: dict[str, str] = {}
    seen: dict[str, int] = {}
    for nodeid in nodeids:
        file = nodeid.partition("::")[0]
        shared = next((name for start, name in SHARED.items() if file.startswith(start)), None)
        if shared is None:
            number = seen[file] = seen.get(file, -1) + 1
            shared = f"{file} {number // PART}"
        result[nodeid] = shared
    return result
