"""Distribution of tests: those that share a server stay in one process, others are divided without loss."""

from together import LONG, PART, SHARED, Together, next_piece, scopes


def test_pieces_of_work() -> None:
    long = [f"tests/golden/test_golden.py::test_it[{n}]" for n in range(2 * PART + 1)]
    page = [f"tests/browser/test_page_{name}.py::test_it" for name in ("accessible", "home")]
    calls = ["tests/service/test_service_calls.py::test_one", "tests/service/test_service_jobs.py::test_two"]
    result = scopes([*long, *page, *calls, "tests/service/test_service_http.py::test_three"])
    assert len({result[item] for item in long}) == 3
    assert {result[item] for item in page} == {"page server"}
    assert scopes(["tests/browser/test_page_wordle.py::test_it"]).popitem()[1] == "second page server"
    assert {result[call] for call in calls} == {"open server"}
    assert result["tests/service/test_service_http.py::test_three"] == "guarded server"


def test_long_pieces_begin_first() -> None:
    files = ["tests/cli/test_cli_help.py 0", "tests/test_api.py 0", "tests/test_recipes.py 0"]
    waiting = [*files[:1], "guarded server", "page server", "open server", *files[1:]]
    begun = []
    while waiting:
        begun.append(next_piece(waiting))
        waiting.remove(begun[-1])
    assert begun[:3] == ["page server", "open server", "guarded server"]
    assert begun[3:] == ["tests/test_recipes.py 0", "tests/cli/test_cli_help.py 0", "tests/test_api.py 0"]


def test_the_test_in_which_a_process_crashed_is_not_run_again() -> None:
    together = Together.__new__(Together)
    together.workqueue = {}
    together.assigned_work = {"first": {"done": {"a": True}, "open": {"b": True, "c": False, "d": False}}}
    assert together.remove_node("first") == "c"
    assert together.workqueue == {"open": {"b": True, "c": True, "d": False}}
    together.assigned_work = {"second": {"done": {"a": True}}}
    assert together.remove_node("second") is None


def test_the_files_are_there() -> None:
    from pathlib import Path

    root = Path(__file__).parents[1]
    assert [start for start in (*SHARED, *LONG) if not list(root.glob(f"{start}*"))] == []
