"""Commands and calls derived from queries of every form: fields as options, words and files; streams; many inputs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import typer
from click.testing import Result
from pydantic import Field, ValidationError
from typer.testing import CliRunner

from entails.cli import commands
from entails.cli.main import EntailsGroup
from entails.models.entry import Entry
from entails.models.errors import EntailsError, InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import CommandArgument, Document, Named, Option, Value
from entails.queries.parse import parse
from entails.queries.query import Artefact, Input, Pages, Progress, Query, QueryOptions, QueryResult, json_line
from entails.service import calls

GRID = "..4..3...2....1."
OTHER = "1.....3..4....2."


class Fields(QueryOptions):
    """A query with a field of every supported type."""

    strategy: Annotated[str, CommandArgument("STRATEGY", "What to play.")]
    play: Annotated[str, CommandArgument("PLAY", words=True)] = ""
    top: Annotated[int, Field(ge=1, le=9, description="So many."), Option("--top", "-n", metavar="N")] = 3
    mode: Annotated[Literal["normal", "hard"], Field(description="How.")] = "normal"
    quine: Annotated[bool | None, Field(description="With it.")] = None
    plots: Annotated[bool, Field(description="Draw.")] = True
    techniques: Annotated[tuple[str, ...], Option(metavar="A,B", commas=True)] = ()
    set: Annotated[tuple[str, ...], Option("--set")] = ()
    words: Annotated[int | Literal["smallest"] | None, Option(metavar="N|smallest")] = None
    weights: Annotated[Document | None, Option(metavar="FILE")] = None
    lexicon: Annotated[str | Document | None, Named("lexicon", lambda: ("fr", "en"), "a file"), Option()] = None
    folder: Annotated[Path | None, Option("--output", "-o", metavar="DIR")] = None


class Echo(Value):
    """A report that echoes the options."""

    said: dict[str, Any]


def echo(puzzle: Any, options: Fields, progress: Progress) -> QueryResult[Any]:
    del puzzle
    progress(0.5, "half")
    text = options.model_dump(mode="json")
    return QueryResult(options, Echo(said=text), notes=("noted",))


ECHO = Query(options=Fields, report=Echo, answer=echo, takes="nothing")


def run(monkeypatch: pytest.MonkeyPatch, query: Query, *words: object) -> Result:
    """Run the command derived from a query with these arguments."""
    monkeypatch.setattr(commands, "find_query", lambda *_: query)
    app = typer.Typer(cls=EntailsGroup, add_completion=False)
    app.callback()(lambda: None)
    app.command("toy")(commands.function_of("sudoku", "toy"))
    return CliRunner().invoke(app, ["toy", *map(str, words)])


def echoed(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return Echo.model_validate_json(result.stdout).said


def test_fields_become_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text("{}")
    usual = echoed(run(monkeypatch, ECHO, "entropy", "--json"))
    assert usual == ECHO.parse_options({"strategy": "entropy"}).model_dump(mode="json")
    everything = echoed(
        run(
            monkeypatch,
            ECHO,
            *("entropy", "8D", "MARS", "-n", 5, "--mode", "hard", "--no-quine", "--no-plots"),
            *(
                "--techniques",
                "a, b,",
                "--set",
                "x=1",
                "--set",
                "y=2",
                "--words",
                500,
                "--weights",
                tmp_path / "w.json",
            ),
            *("--lexicon", "fr", "-o", "here", "--json"),
        )
    )
    assert everything == {
        "strategy": "entropy",
        "play": "8D MARS",
        "top": 5,
        "mode": "hard",
        "quine": False,
        "plots": False,
        "techniques": ["a", "b"],
        "set": ["x=1", "y=2"],
        "words": 500,
        "weights": "{}",
        "lexicon": "fr",
        "folder": "here",
    }
    assert echoed(run(monkeypatch, ECHO, "e", "--words", "smallest", "--quine", "--json"))["words"] == "smallest"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["e", "--top", "0"], "--top: "),
        (["e", "--words", "many"], "--words: "),
        (["e", "--weights", "nowhere"], "nowhere: file not found"),
        (["e", "--lexicon", "nowhere"], "nowhere: file not found; expected fr, en, or a file"),
        (["e", "--lexicon", "-", "--weights", "-"], "standard input is given more than once"),
        ([], "missing argument 'STRATEGY'"),
        (["e", "--bogus"], "no such option"),
    ],
)
def test_an_error_is_one_sentence(monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str) -> None:
    result = run(monkeypatch, ECHO, *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_a_show_the_report_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(monkeypatch, ECHO, "entropy")
    assert '"strategy": "entropy"' in result.stdout
    assert result.stderr == "entails: noted\n"


def test_a_request_has_what_the_server_grants() -> None:
    request = calls.request_of(ECHO, None, "toy/echo")
    assert "folder" not in request.model_fields, "a request must not name a place on the disk"
    assert request.model_validate({"strategy": "e", "lexicon": {"text": "word"}, "weights": "{}"})
    for wrong in (
        {"lexicon": "/etc/passwd"},
        {"lexicon": {"path": "x"}},
        {"weights": {"path": "x"}},
        {"top": 10},
        {"strategy": "x" * 3000},
        {"set": ["x"] * 200},
        {"folder": "x"},
        {"nonsense": 1},
    ):
        with pytest.raises(ValidationError):
            request.model_validate({"strategy": "e", **wrong})


class Length(Value):
    """A report with a puzzle and its number of cells."""

    puzzle: str
    cells: int


class Lengths(Value):
    """A report with the lengths of all puzzles."""

    cells: tuple[int, ...]


class NoFields(QueryOptions):
    """Options without fields."""


def measured(grid: Any, options: Any, progress: Progress) -> QueryResult[int]:
    del options, progress
    if grid.line.startswith("1"):
        raise UnsupportedPuzzle("this grid begins with 1")
    return QueryResult(len(grid.cells), Length(puzzle=grid.line, cells=len(grid.cells)), "no")


def in_bulk(grids: Iterator[Any], options: Any, progress: Progress) -> Iterator[QueryResult[Any] | EntailsError]:
    """Read all grids in advance, as parallel work does."""
    for grid in list(grids):
        try:
            yield measured(grid, options, progress)
        except UnsupportedPuzzle as error:
            yield error


@pytest.mark.parametrize("many", [None, in_bulk])
def test_bad_ones_among_many_keep_their_places(monkeypatch: pytest.MonkeyPatch, many: Any, tmp_path: Path) -> None:
    query = Query(options=NoFields, report=Length, answer=measured, many=many)
    path = tmp_path / "grids.txt"
    path.write_text("\n".join(["nonsense", GRID, "", OTHER, "junk", GRID, "x"]))
    result = run(monkeypatch, query, path, "--json")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert [(line[:9], '"error"' in line) for line in lines] == [
        ('{"line":1', True),
        ('{"line":2', False),
        ('{"line":4', True),
        ('{"line":5', True),
        ('{"line":6', False),
        ('{"line":7', True),
    ]
    assert "this grid begins with 1" in lines[2]
    assert run(monkeypatch, query, GRID).exit_code == 1
    alone = run(monkeypatch, query, OTHER)
    assert (alone.exit_code, alone.stderr) == (2, "entails: this grid begins with 1\n")


def test_several_inputs_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    query = Query(options=NoFields, report=Length, answer=measured, takes="many", many=in_bulk)
    result = run(monkeypatch, query, GRID, "53..7", "--json")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[1].startswith('{"input":"input 2","line":1,"id":null,"error":"input 2: ')


def streamed(grid: Any, options: Any, progress: Progress) -> Any:
    del options
    for cells in range(3):
        progress(cells / 3, "counting")
        yield QueryResult(cells, Length(puzzle=grid.line, cells=cells))
    return QueryResult((0, 1, 2), Lengths(cells=(0, 1, 2)), "undecided", ("not all of them",))


def pages(values: tuple[int, ...], options: Any, ending: str) -> Any:
    del options
    return Pages(f"{ending} {value}" for value in values) if ending == "svg" else b"%PDF"


STREAM = Query(
    options=NoFields,
    report=Length,
    whole=Lengths,
    answer=streamed,
    stream=True,
    artefacts={"sheet": Artefact(pages, "Print it.", endings=("svg", "pdf"), what="sheet")},
)


def test_a_stream_gives_lines_and_then_the_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = run(monkeypatch, STREAM, GRID, "--sheet", tmp_path / "s.svg", "--json")
    assert result.exit_code == 3
    assert [Length.model_validate_json(line).cells for line in result.stdout.splitlines()] == [0, 1, 2]
    assert result.stderr == "entails: not all of them\n"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "s.svg": "svg 0",
        "s-2.svg": "svg 1",
        "s-3.svg": "svg 2",
    }
    assert run(monkeypatch, STREAM, GRID, "--sheet", tmp_path / "s.pdf").exit_code == 3
    assert (tmp_path / "s.pdf").read_bytes() == b"%PDF"
    wrong = run(monkeypatch, STREAM, GRID, "--sheet", tmp_path / "s.txt")
    assert wrong.exit_code == 2
    assert "unsupported file extension; expected a name that ends in .svg, .pdf" in wrong.stderr
    assert json_line(STREAM.run(parse("sudoku", GRID)).report) == '{"cells":[0,1,2]}'


def test_a_reader_of_its_own_and_settings_as_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def numbered(data: bytes, settings: Any) -> Iterator[Entry[Any]]:
        for number, line in enumerate(data.decode().splitlines(), 1):
            if line.isdigit():
                yield Entry(number, (number, int(line), settings.shape), notes=("numbers are odd",))
            else:
                yield Entry(number, None, InvalidPuzzle("no number"))

    def answer(entry: Any, options: Any, progress: Progress) -> QueryResult[Any]:
        del options, progress
        return QueryResult(entry, Length(puzzle=str(entry[2]), cells=entry[1]))

    query = Query(
        options=NoFields,
        report=Length,
        answer=answer,
        input=Input("FILE.tsv", "Numbers.", numbered),
        arguments={"shape": CommandArgument("[SHAPE]", "Its shape.")},
    )
    path = tmp_path / "n.txt"
    path.write_text("4\nfour\n9\n")
    result = run(monkeypatch, query, path, "x9", "--json")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        '{"puzzle":"x9","cells":4}',
        '{"line":2,"error":"no number"}',
        '{"puzzle":"x9","cells":9}',
    ]
    shown = run(monkeypatch, query, path)
    assert shown.stderr == f"entails: numbers are odd\nentails: {path}, line 2: no number\n"
