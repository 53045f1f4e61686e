"""Commands built from queries: the fields of a query become arguments and options; results go to `entails.cli.run`."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import typer
import typer.main
from pydantic.fields import FieldInfo

from entails.cli.exit import empty_value
from entails.cli.inputs import NO_COLUMNS, Columns, has_rows
from entails.models.errors import Invalid, InvalidOption
from entails.models.fields import CommandArgument, Option
from entails.puzzles import puzzle_type_named
from entails.puzzles.base import AnyPuzzle
from entails.queries import find_query, subjects
from entails.queries.query import Artefact, Query, QueryOptions
from entails.solvers.pool.limits import MOST_WORKERS

_JSON = "Print JSON Lines instead of text."
_PANEL_OF_MANY = "Many puzzles"
_INPUT, _SETTING, _OPTION, _FILE = "input", "setting", "ask", "file"
"""Destination of a parameter: the input, the read options, the query's options, or an output file."""


def function_of(name: str, verb: str) -> Callable[..., None]:
    """Return the command of a query: a function whose signature typer turns into arguments and options."""
    puzzle_type = None if name in subjects() else puzzle_type_named(name)
    query = find_query(name, verb)
    places, parameters = _parameters(query, puzzle_type)

    def run(**values: Any) -> None:
        by_place: dict[str, dict[str, Any]] = {_INPUT: {}, _SETTING: {}, _OPTION: {}, _FILE: {}}
        for parameter, value in values.items():
            place, field = places[parameter]
            if value is not None and by_place[place].get(field) is not None:
                raise InvalidOption("given more than once", where=query.arguments[field].metavar.strip("[]"))
            by_place[place].setdefault(field, None)
            by_place[place][field] = by_place[place][field] if value is None else value
        raise typer.Exit(
            run_command(
                name,
                verb,
                by_place[_INPUT].get("input"),
                settings=by_place[_SETTING],
                fields=by_place[_OPTION],
                files=by_place[_FILE],
                json=by_place[_INPUT]["json"],
                table=Columns(by_place[_INPUT].get("column"), by_place[_INPUT].get("id")),
                workers=by_place[_INPUT].get("workers"),
            )
        )

    return _with_parameters(run, parameters)


def function_for(options: type[QueryOptions], run: Callable[[Any], int]) -> Callable[..., None]:
    """Return a command that is not a query, such as a game in the terminal; its options are the fields of `options`."""
    query = Query(options=options, report=None, answer=lambda *_: None, takes="nothing")
    parameters = [parameter for parameter in _parameters(query, None)[1] if parameter.name != "json"]

    def call(**values: Any) -> None:
        from entails.cli.inputs import contents

        raise typer.Exit(
            run(query.parse_options(contents(options.model_fields, _typed_values(values, options.model_fields))))
        )

    return _with_parameters(call, parameters)


def _with_parameters(function: Callable[..., None], parameters: list[inspect.Parameter]) -> Callable[..., None]:
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def run_command(
    name: str,
    verb: str,
    inputs: str | Sequence[str] | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    files: Mapping[str, str | None] | None = None,
    json: bool = False,
    table: Columns = NO_COLUMNS,
    workers: int | None = None,
) -> int:
    """Run a query on the inputs, print the results and return the exit code. A value of None is not set."""
    from entails.cli.inputs import contents, paths, read_inputs, reject_repeated_standard_input
    from entails.cli.run import QueryRun, run_query

    query = find_query(name, verb)
    puzzle_type = None if name in subjects() else puzzle_type_named(name)
    wanted = {artefact: path for artefact, path in (files or {}).items() if path is not None}
    for flag, value in (*_file_flags(query, wanted), ("--column", table.puzzle), ("--id", table.id)):
        if value == "":
            raise empty_value(flag)
    options = _typed_values(fields or {}, query.options.model_fields)
    options |= {artefact: True for artefact in wanted if artefact in query.options.model_fields}
    read_options = {} if puzzle_type is None else _typed_values(settings or {}, puzzle_type.options.model_fields)
    known = {} if puzzle_type is None else puzzle_type.options.model_fields
    typed = [inputs] if isinstance(inputs, str) else inputs or []
    reject_repeated_standard_input(*typed, *paths(query.options.model_fields, options), *paths(known, read_options))
    try:
        query_options = query.parse_options(contents(query.options.model_fields, options))
        parsed_read_options = None if puzzle_type is None else puzzle_type.read_options(contents(known, read_options))
        sources = read_inputs(query, puzzle_type, inputs, parsed_read_options, query_options, table)
        return run_query(QueryRun(name, verb, query, puzzle_type, query_options, sources, workers), wanted, json=json)
    except Invalid as error:
        raise _by_flag(_with_file_hint(error, query, fields or {}), {**known, **query.options.model_fields}) from None


def _by_flag(error: Invalid, fields: Mapping[str, FieldInfo]) -> Invalid:
    """Return an error about a field as an error about its option on the command line."""
    if error.where not in fields or _marker(fields[error.where], CommandArgument) is not None:
        return error
    return type(error)(error.problem, where=_flags(error.where, fields[error.where])[0], expected=error.expected)


def _file_flags(query: Query, files: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(_artefact_flags(key, query.artefacts[key])[0], path) for key, path in files.items()]


def _with_file_hint(error: Invalid, query: Query, fields: Mapping[str, Any]) -> Invalid:
    """Add "no such file" to an error about an argument that may be meant as a file name."""
    from entails.cli.inputs import with_file_hint

    field, words = query.options.model_fields.get(error.field), fields.get(error.field)
    argument = None if field is None else _marker(field, CommandArgument)
    if argument is None or not argument.gathered or words is None or len(words) != 1:
        return error
    return with_file_hint(error, words[0])


def _typed_values(values: Mapping[str, Any], fields: Mapping[str, FieldInfo]) -> dict[str, Any]:
    """Return the values that are set, converted to the types of the fields."""
    options: dict[str, Any] = {}
    for name, value in values.items():
        marker = _marker(fields[name], CommandArgument) or _marker(fields[name], Option)
        if value is None or value == []:
            continue
        if value == "" and isinstance(marker, Option | None) and fields[name].get_default() != "":
            raise empty_value(_flags(name, fields[name])[0])
        if isinstance(marker, Option) and marker.commas and isinstance(value, str):
            value = tuple(filter(None, map(str.strip, value.split(","))))
        elif isinstance(marker, CommandArgument) and marker.gathered:
            from entails.cli.inputs import put_together

            value = put_together(value)
        elif isinstance(marker, CommandArgument) and marker.words:
            value = " ".join(value).strip()
        options[name] = tuple(value) if isinstance(value, list) else value
    return options


def _parameters(
    query: Query, puzzle_type: AnyPuzzle | None
) -> tuple[dict[str, tuple[str, str]], list[inspect.Parameter]]:
    """Return the destination of each parameter (see `_INPUT`) with its field, and the parameters of the command."""
    places: dict[str, tuple[str, str]] = {}
    arguments: list[inspect.Parameter] = []
    options: list[inspect.Parameter] = []

    def add(place: str, field: str, parameter: inspect.Parameter, *, is_argument: bool = False) -> None:
        places[parameter.name] = (place, field)
        (arguments if is_argument else options).append(parameter)

    if query.takes in ("puzzle", "many"):
        assert puzzle_type is not None  # only puzzle types read an input
        add(_INPUT, "input", _input(query, puzzle_type), is_argument=True)
        settings = {key: field for key, field in puzzle_type.options.model_fields.items() if key not in query.unused}
        for key, argument in query.arguments.items():
            setting = settings.pop(key)
            add(_SETTING, key, _argument(f"setting_{key}", setting, argument), is_argument=True)
            if (
                argument.metavar.startswith("[") and _marker(setting, Option) is not None
            ):  # optional: accepted as an option too
                add(_SETTING, key, _option(f"option_{key}", key, setting))
    else:
        settings = {}
    taken = {flag for key, field in settings.items() for flag in _flags(key, field)}
    of_many = _of_many() if has_rows(query, puzzle_type) else {}
    taken |= {f"--{key}" for key in of_many}
    for key, field in query.options.model_fields.items():
        if (argument := _marker(field, CommandArgument)) is not None:
            add(_OPTION, key, _argument(key, field, argument), is_argument=True)
        elif key not in query.artefacts:
            add(_OPTION, key, _option(key, key, field, taken))
    for key, artefact in query.artefacts.items():
        add(_FILE, key, _artefact(key, artefact))
    for key, field in settings.items():
        add(_SETTING, key, _option(f"setting_{key}", key, field))
    for key, parameter in of_many.items():
        add(_INPUT, key, parameter)
    wanted = Annotated[bool, typer.Option("--json", metavar="", help=_JSON)]
    add(_INPUT, "json", _parameter("json", wanted, False))
    return places, [*arguments, *options]


def _of_many() -> dict[str, inspect.Parameter]:
    """Return the options for files with many puzzles: --workers, --column and --id."""

    def option(name: str, type_: Any, metavar: str, help: str, **more: Any) -> inspect.Parameter:
        shown = typer.Option(f"--{name}", metavar=metavar, help=help, rich_help_panel=_PANEL_OF_MANY, **more)
        return _parameter(f"of_many_{name}", Annotated[type_ | None, shown], None)

    return {
        "workers": option("workers", int, "N", "Number of processes, one core each.", min=1, max=MOST_WORKERS),
        "column": option("column", str, "NAME", "Table column with the puzzles (default: detected)."),
        "id": option("id", str, "NAME", "Table column with the ids of the puzzles."),
    }


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _input(query: Query, puzzle_type: AnyPuzzle) -> inspect.Parameter:
    """Return the parameter INPUT; it is repeatable for queries about many puzzles and for multi-word puzzles."""
    takes = f"{puzzle_type.input_help[0].upper()}{puzzle_type.input_help[1:]}"
    metavar = query.input.metavar
    if puzzle_type.multi_word and (query.input.read is None or query.input.gathered):
        words = typer.Argument(metavar=metavar, help=query.input.help or f"{takes}.", show_default=False)
        if query.input.gathered and not metavar.startswith("["):
            return _parameter("input", Annotated[list[str], words])
        return _parameter("input", Annotated[list[str] | None, words], None)
    if query.takes == "many":
        help = query.input.help or f"{takes} (repeatable)."
        return _parameter("input", Annotated[list[str], typer.Argument(metavar=f"{metavar}...", help=help)])
    argument = typer.Argument(metavar=metavar, help=query.input.help or f"{takes}.", show_default=False)
    return _parameter("input", Annotated[str, argument])


def _argument(name: str, field: FieldInfo, argument: CommandArgument) -> inspect.Parameter:
    shown = typer.Argument(
        metavar=argument.metavar, help=argument.help or field.description, show_default=False, **_bounds(field)
    )
    several = argument.words or argument.gathered or _is_several(field)
    type_ = list[str] if several else _type(field)
    if field.is_required():
        return _parameter(name, Annotated[type_, shown])
    return _parameter(name, Annotated[type_ | None, shown], None)


def _option(name: str, key: str, field: FieldInfo, taken: Collection[str] = ()) -> inspect.Parameter:
    """Return an option with those of its names that are not `taken`.

    A flag that is off by default can be switched on; any other flag gets `--NAME` and `--no-NAME`.
    """
    marker = _marker(field, Option) or Option()
    type_, default = _type(field), None if field.is_required() else field.get_default()
    if type_ is bool:
        flags = _flags(key, field)
        flags = flags if default is False else (f"{flags[0]}/--no-{flags[0].removeprefix('--')}",)
        shown = typer.Option(*flags, metavar="", help=field.description, rich_help_panel=marker.panel)
        return _parameter(name, Annotated[bool if default is not None else bool | None, shown], default)
    shown = typer.Option(
        *(flag for flag in _flags(key, field) if flag not in taken),
        metavar=marker.metavar or ("N" if type_ in (int, float) else None),
        help=field.description,
        rich_help_panel=marker.panel,
        **_bounds(field),
    )
    if _is_several(field):
        if marker.commas:
            return _parameter(name, Annotated[str | None, shown], ",".join(map(str, default or ())) or None)
        return _parameter(name, Annotated[list[str] | None, shown], None)
    if field.is_required():
        return _parameter(name, Annotated[type_, shown])
    if default is None:
        return _parameter(name, Annotated[type_ | None, shown], None)
    return _parameter(name, Annotated[type_, shown], str(default) if type_ is str else default)


def _artefact(key: str, artefact: Artefact) -> inspect.Parameter:
    option, flags = artefact.option, _artefact_flags(key, artefact)
    shown = typer.Option(*flags, metavar=option.metavar, help=artefact.help, rich_help_panel=option.panel)
    return _parameter(f"file_{key}", Annotated[str | None, shown], None)


def _artefact_flags(key: str, artefact: Artefact) -> tuple[str, ...]:
    return artefact.option.flags or (f"--{key.replace('_', '-')}",)


def _flags(key: str, field: FieldInfo) -> tuple[str, ...]:
    marker = _marker(field, Option)
    return (marker.flags if marker is not None else ()) or (f"--{key.replace('_', '-')}",)


def _marker(field: FieldInfo, kind: type[Any]) -> Any:
    return next((marker for marker in field.metadata if isinstance(marker, kind)), None)


def _plain(annotation: Any) -> Any:
    """Return an annotation without its None part."""
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        return parts[0] if len(parts) == 1 else str
    return annotation


def _type(field: FieldInfo) -> Any:
    """Return the type that typer parses: number, flag or choice; text for all other types, which pydantic parses."""
    plain = _plain(field.annotation)
    if plain in (bool, int, float) or get_origin(plain) is Literal:
        return plain
    return str


def _is_several(field: FieldInfo) -> bool:
    return get_origin(_plain(field.annotation)) in (tuple, list)


def _bounds(field: FieldInfo) -> dict[str, Any]:
    """Return the minimum and maximum of a number as typer's `min` and `max`."""
    if _type(field) not in (int, float):
        return {}
    bounds: dict[str, Any] = {}
    for marker in field.metadata:
        for word, bound in (("ge", "min"), ("le", "max")):
            if getattr(marker, word, None) is not None:
                bounds[bound] = getattr(marker, word)
    return bounds
