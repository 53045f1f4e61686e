"""Parity of interfaces: Python, command line and HTTP return equal reports, except for times and engine names."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails
from click import Context
from pydantic.fields import FieldInfo
from typer.main import get_command

import entails as front_door
from entails.cli.main import app
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.fields import CommandArgument, Document, Option
from entails.models.outcome import ModelCount
from entails.puzzles import own_puzzles, puzzle_type_named, puzzles
from entails.puzzles.base import Example
from entails.queries import (
    all_queries,
    commands_of,
    common_queries,
    count,
    find_query,
    pipeline,
    queries_of,
    subjects,
)
from entails.queries.parse import only_one, parse, query
from entails.queries.query import Query, QueryResult, json_line, yes_no
from entails.queries.sudoku.rate import rate
from entails.queries.sudoku.steps import NEWSPAPER_GRID
from entails.service import calls
from entails.service.answer import TimeLimit, answer
from entails.service.calls import CALLS, Unfinished
from entails.solvers.engine import engine
from entails.solvers.sudoku.difficulty import explainer_nested

_NOTHING = Unfinished(reason="time")
APART = {"seconds", "engine", "file"}
"""Fields that may differ: times, engine names, and the name of the input."""


LARGE = {"sudoku", "wordle", "scrabble", "model", "cnf", "ortools"}
"""Puzzles with code of their own: each query is asked with two of their examples (three of the many models)."""
REPRESENTATIVE = {"hitori", "slitherlink", "futoshiki"}
"""The other puzzles share the code of all common queries. Three of them (shading, a loop, numbers) are asked every one
of these queries, each of the rest a seventh of them in turn, with one example."""
TURNS = 7
ENDLESS = {"quine": {"nodes": 5000}}
"""Reproducible limits for queries that may run very long."""
PATIENT = {("model", "killer", verb) for verb in ("steps", "rate", "minimal")}
"""Examples that take minutes and cover nothing new."""


def alike(name: str) -> bool:
    return name not in LARGE and name in own_puzzles()


def in_turn(name: str, verb: str) -> bool:
    """Return whether this is a common query of a puzzle that shares its code with others."""
    return alike(name) and verb in common_queries()


def in_order(examples: Sequence[Example], verb: str) -> list[Example]:
    """Return the examples of a puzzle, with a different first example for each query."""
    place = sum(map(ord, verb)) % len(examples)
    return [*examples[place:], *examples[:place]]


def cases() -> Iterator[Any]:
    """Yield every query with each of its examples, by default those of the puzzle."""
    turns = {name: place for place, name in enumerate(filter(alike, own_puzzles()))}
    verbs = {verb: place for place, verb in enumerate(dict.fromkeys(verb for _, verb in all_queries()))}
    for name, verb in all_queries():
        if in_turn(name, verb) and name not in REPRESENTATIVE and (turns[name] + verbs[verb]) % TURNS:
            continue
        wanted = find_query(name, verb)
        puzzle_type = None if name in subjects() else puzzle_type_named(name)
        for about, fields in wanted.examples_of(puzzle_type).items():
            if wanted.takes in ("puzzle", "many") and "puzzle" not in fields:
                assert puzzle_type is not None
                for example in in_order(puzzle_type.examples, verb)[
                    : 1 if alike(name) else 3 if name == "model" else 2
                ]:
                    if (name, example.name, verb) in PATIENT:
                        continue
                    request = {**fields, **(ENDLESS.get(verb, {}) if alike(name) else {}), "puzzle": example.text}
                    yield pytest.param(name, verb, request, id=f"{name} {verb}, {example.name}, {about}")
            else:
                yield pytest.param(name, verb, dict(fields), id=f"{name} {verb}, {about}")


CASES = list(cases())
AT_A_TERMINAL = {"sudoku": {"sheet"}, "wordle": {"assist", "play"}, "scrabble": {"play"}}
"""Commands that are not queries: games in the terminal, and printable files."""


def test_no_query_is_left_out() -> None:
    """Every query has an example and a call; only queries that draw for the page have no command."""
    wanted = {(name, verb) for name, verb, _ in (case.values for case in CASES)}
    assert {pair for pair in all_queries() if not in_turn(*pair)} <= wanted
    of_alike = [pair for pair in all_queries() if alike(pair[0])]
    assert {verb for _, verb in of_alike} == {verb for name, verb in wanted if alike(name)}
    assert {name for name, _ in of_alike} == {name for name, _ in wanted if alike(name)}
    assert {pair for pair in of_alike if pair[0] in REPRESENTATIVE} <= wanted
    texts = {(name, request.get("puzzle")) for name, _, request in (case.values for case in CASES)}
    assert {(name, example.text) for name in LARGE for example in puzzle_type_named(name).examples} <= texts
    assert set(CALLS) == {f"{name}/{verb}" for name, verb in all_queries()}
    without = {(name, verb) for name, verb in all_queries() if verb not in commands_of(name)}
    assert without == {("scrabble", "board"), ("scrabble", "turn"), ("sudoku", "rate-many"), ("wordle", "turn")}


@pytest.mark.parametrize("name", puzzles())
def test_every_interface_offers_the_same_queries(name: str) -> None:
    """Python functions, commands and HTTP paths have the same names for every puzzle type."""
    verbs = set(queries_of(name))
    assert {call.partition("/")[2] for call in CALLS if call.partition("/")[0] == name} == verbs
    context = Context(get_command(app))
    group = context.command.get_command(context, name)  # type: ignore[attr-defined]
    assert set(group.list_commands(context)) - AT_A_TERMINAL.get(name, set()) == set(commands_of(name))
    for verb in verbs:
        assert callable(getattr(front_door, verb.replace("-", "_"))), verb


@pytest.mark.parametrize("name", [name for name in puzzles() if "rate" in queries_of(name)])
def test_python_functions_take_every_puzzle_that_the_command_takes(name: str) -> None:
    """A Python function accepts every puzzle type that the command accepts."""
    puzzle = front_door.parse(name, min((example.text for example in puzzle_type_named(name).examples), key=len))
    rated = front_door.rate(puzzle, limits=front_door.Limits(seconds=0.01))
    assert type(rated).__name__ == ("Rating" if name == "sudoku" else "RatingResult")
    assert front_door.hint(puzzle).sentence


def test_a_query_that_a_puzzle_does_not_answer_is_refused() -> None:
    with pytest.raises(UnsupportedCapability, match="cnf has no query 'rate'; available: "):
        query("cnf", "rate", "p cnf 1 0")
    with pytest.raises(InvalidOption, match="puzzle: value is missing; expected a puzzle of type takuzu, or its text"):
        query("takuzu", "rate")
    with pytest.raises(InvalidOption, match="unknown option"):
        query("takuzu", "rate", "0./.1", depth=3)
    with pytest.raises(UnsupportedCapability, match="takuzu does not support option 'quine'; sudoku does"):
        front_door.rate(front_door.parse("takuzu", "0.../..1./..../1..."), quine=True)
    with pytest.raises(AttributeError):
        front_door.no_such_query  # noqa: B018


@pytest.mark.parametrize(("name", "verb", "request_"), CASES)
def test_every_face_reports_the_same(name: str, verb: str, request_: dict[str, Any], tmp_path: Path) -> None:
    request = find_query(name, verb)
    lines, whole = from_python(name, verb, request, request_)
    assert from_http(name, verb, request_) == whole
    if verb in commands_of(name):
        assert from_command_line(name, verb, request, request_, tmp_path) == lines


def from_python(name: str, verb: str, wanted: Query, request: Mapping[str, Any]) -> tuple[list[Any], Any]:
    """Return the reports of a query in Python: the lines, and the combined report."""
    if not wanted.stream:
        report = comparable(json.loads(json_line(query(name, verb, **request).report)))
        return [report], report
    settings, fields, puzzle = parted(name, wanted, request)
    options = wanted.parse_options(fields)
    if puzzle is not None:
        puzzle_type = puzzle_type_named(name)
        read = wanted.input.read or puzzle_type.read
        subject: Any = only_one(read(puzzle.encode(), puzzle_type.read_options(settings)))
    else:
        subject = puzzle_type_named(name) if wanted.takes == "kind" else None
    lines: list[Any] = []

    def collect() -> Iterator[QueryResult[Any]]:
        return (yield from wanted.answer(subject, options, lambda share, text: None))  # noqa: ARG005

    stream = collect()
    while True:
        try:
            lines.append(comparable(json.loads(json_line(next(stream).report))))
        except StopIteration as end:
            return lines, comparable(json.loads(json_line(end.value.report)))


def from_http(name: str, verb: str, request: Mapping[str, Any]) -> Any:
    """Return a worker's response to a call, without parts that only HTTP has."""
    call = CALLS[f"{name}/{verb}"]
    body = call.request.model_validate_json(json.dumps(request))
    document = json.loads(json_line(calls.run_request(body, lambda share, text: None, **call.fixed)))  # noqa: ARG005
    carried = {key for key, artefact in find_query(name, verb).artefacts.items() if artefact.http != "never"}
    return comparable({key: value for key, value in document.items() if key not in carried} if carried else document)


def from_command_line(name: str, verb: str, wanted: Query, request: Mapping[str, Any], folder: Path) -> list[Any]:
    """Return the lines of `entails NAME VERB ... --json`."""
    settings, fields, puzzle = parted(name, wanted, request)
    words: list[object] = [] if puzzle is None else [puzzle]
    words += [settings.pop(key) for key in wanted.arguments if key in settings]
    options: list[object] = []
    for key, value in fields.items():
        field = wanted.options.model_fields[key]
        if field.annotation in (Document, Document | None):
            (folder / key).write_text(value, encoding="utf-8")
            value = folder / key
        if any(isinstance(marker, CommandArgument) for marker in field.metadata):
            words += value if isinstance(value, list | tuple) else [value]
        elif key in wanted.artefacts:
            options += [wanted.flag(key), folder / f"{key}.{wanted.artefacts[key].endings[0]}"]
        else:
            options += typed(wanted.flag(key), value, field)
    for key, value in settings.items():
        options += [f"--{key}", value]
    ran = entails(name, verb, *options, "--json", "--", *words)
    assert ran.code in (0, 1, 3), ran.err
    return [comparable(line) for line in ran.lines]


def typed(flag: str, value: Any, field: FieldInfo) -> list[object]:
    """Return an option as command-line arguments."""
    if isinstance(value, bool):
        return [flag] if value else []
    if any(isinstance(marker, Option) and marker.commas for marker in field.metadata):
        return [flag, ",".join(map(str, value))]
    if isinstance(value, list | tuple):
        return [word for item in value for word in (flag, item)]
    return [flag, value]


def parted(name: str, wanted: Query, request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any], str | None]:
    """Split a request into puzzle settings, options of the query, and the puzzle."""
    known = {} if wanted.takes not in ("puzzle", "many") else puzzle_type_named(name).options.model_fields
    settings = {key: value for key, value in request.items() if key in known}
    fields = {key: value for key, value in request.items() if key not in known and key != "puzzle"}
    return settings, fields, request.get("puzzle") if wanted.takes in ("puzzle", "many") else None


def comparable(report: Any) -> Any:
    """Return a report without parts that may differ."""
    if isinstance(report, list):
        return [comparable(item) for item in report]
    if not isinstance(report, dict):
        return report
    return {key: comparable(value) for key, value in report.items() if key not in APART}


HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LIMITED = [
    ("sudoku", "rate", HARDEST),
    ("sudoku", "count", "." * 81),
    ("takuzu", "rate", puzzle_type_named("takuzu").examples[0].text),
    ("takuzu", "steps", puzzle_type_named("takuzu").examples[0].text),
    ("takuzu", "minimal", puzzle_type_named("takuzu").examples[0].text),
    ("takuzu", "forced", puzzle_type_named("takuzu").examples[0].text),
    ("sudoku", "explain", "55" + "." * 79),
]
"""Queries that report partial results at a limit."""


@pytest.mark.parametrize(("name", "verb", "text"), LIMITED)
def test_a_limited_call_reports_what_is_known(name: str, verb: str, text: str) -> None:
    """Every interface reports partial results at a tiny limit, rather than losing them to a kill."""
    news: list[Any] = []
    body = json.dumps({"puzzle": text, "seconds": 0.001})
    over_http = answer(f"{name}/{verb}", body, 4000, news.append, allowed=60.0)
    assert over_http.kind == "report"
    assert not any(isinstance(new, TimeLimit) for new in news)
    item, puzzle = (
        find_query(name, verb),
        only_one(puzzle_type_named(name).read(text.encode(), puzzle_type_named(name).read_options({}))),
    )
    in_python = json.loads(item.run(puzzle, item.parse_options({"seconds": 0.001})).report.json_line())
    on_command_line = entails(name, verb, text, "--seconds", 0.001, "--json").lines[-1]
    report = json.loads(over_http.text)
    carried = {name for name, artefact in item.artefacts.items() if artefact.http != "never"}
    by_progress = {"exact_depth_at_least"}  # only if the search got that far
    assert (
        report.keys() - carried - by_progress == in_python.keys() - by_progress == on_command_line.keys() - by_progress
    )
    if (name, verb) == ("sudoku", "rate"):
        for face in (report, in_python, on_command_line):
            assert (face["solutions"], face["band"], face["er"]) == ("one", "diabolical", None)
            assert face["difficulty"] > 4


def test_a_call_without_a_limit_ends_before_the_cap_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float | None] = []
    monkeypatch.setattr(calls, "run_request", lambda request, _, **__: seen.append(request.seconds) or _NOTHING)
    puzzle = json.dumps({"puzzle": "." * 81})
    for call, body in (
        ("sudoku/rate", puzzle),
        ("sudoku/count", puzzle),
        ("sudoku/rate", json.dumps({"puzzle": "." * 81, "seconds": 3})),
        ("sudoku/rate", json.dumps({"puzzle": "." * 81, "seconds": 30})),
        ("sudoku/solve", puzzle),
    ):
        assert answer(call, body, 4000, lambda _: None, allowed=5.0).kind == "report"
    assert seen == [4.0, 4.0, 3.0, 4.0, None]
    answer("sudoku/rate", puzzle, 4000, lambda _: None)
    assert seen[-1] is None, "a job has its own time"


def test_an_answer_that_is_all_or_nothing_is_ended_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "run_request", lambda *_, **__: _NOTHING)
    news: list[Any] = []
    for call in ("sudoku/canonical", "sudoku/solve"):
        body = json.dumps({"puzzle": "." * 81, "seconds": 2})
        assert answer(call, body, 4000, news.append, allowed=5.0).kind == "report"
    assert news == [TimeLimit(2.0)] * 2


def test_a_count_that_was_stopped_keeps_what_was_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped count keeps the larger lower bound of counter and list."""
    stopped = [ModelCount(0, False, "time"), ModelCount(10**9, False, "time")]
    monkeypatch.setattr(count, "by_counter", lambda *_: stopped.pop(0))
    monkeypatch.setattr(count, "_by_listing_fast", lambda *_: None)
    grid = parse("sudoku", "." * 81)
    first, second = count.count(grid), count.count(grid)
    assert (first.value > 0, first.exact) == (True, False)
    assert (second.value, second.exact) == (10**9, False)


def test_a_chosen_engine_gets_an_encoder_that_suits_the_query() -> None:
    sudoku, minisat = puzzle_type_named("sudoku"), engine("minisat22")
    assert pipeline._accepted(sudoku, minisat, "explain").explains
    first = next(encoder for encoder in sudoku.encoders.values() if encoder.kind == "cnf")
    assert not first.explains
    assert pipeline._accepted(sudoku, minisat, "solve") is first


def test_verdicts_have_three_values() -> None:
    assert [yes_no(value) for value in (True, False, None)] == ["yes", "no", "undecided"]


def test_chains_within_chains_are_looked_for_only_where_the_rating_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explainer_nested, "nested_rating", lambda *_: 99.0)
    easy = rate(parse("sudoku", NEWSPAPER_GRID), quine=False, nested=False)
    assert easy.er is not None
    assert easy.with_nested() is easy
