"""Commands about Entails itself: list engines and puzzles, check the installation, compile kernels, clear the cache."""

import json as jsonlib
import os
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree, which

from entails import __version__
from entails.cli.exit import NO, YES
from entails.cli.output import columns, folded, print_json, progress, say
from entails.models.errors import EngineUnavailable, InvalidFile, InvalidOption, InvalidPuzzle
from entails.models.report import SCHEMA_VERSION, EngineReport, HealthReport
from entails.puzzles import loadable, puzzle_type_named, puzzles
from entails.queries import commands_of
from entails.solvers.engine import engines
from entails.solvers.kernels.jit import compiler, is_linked
from entails.studies.warm import cold_jobs

PACKAGES = ("numba", "numpy", "ortools", "platformdirs", "pydantic", "python-sat", "rich", "typer")
EXTRAS = ("matplotlib",)
OUTSIDE = ("cadical", "minisat", "picosat", "cryptominisat5")
CAPABILITIES = {
    "add": "adds and removes clauses",
    "assume": "solves under assumptions",
    "conflicts": "supports a conflict limit",
    "core": "names conflicting constraints",
    "enumerate": "lists further solutions",
    "interrupt": "can be stopped in this process",
    "nodes": "supports a node limit",
    "optimise": "finds the best solution",
    "proof": "proves that there is no solution",
    "propagate": "derives consequences",
}


def engine_reports() -> list[EngineReport]:
    """Return a report on every engine."""
    return [
        EngineReport(
            name=engine.name,
            summary=engine.summary,
            encodings=sorted(engine.accepts),
            capabilities=sorted(engine.capabilities),
            isolated=engine.isolated,
            available=engine.missing() is None,
            missing=engine.missing(),
        )
        for engine in engines().values()
    ]


def distinct_engines(reports: Sequence[EngineReport]) -> list[EngineReport]:
    """Return one engine of each group of engines with the same encodings and capabilities."""
    first: dict[object, EngineReport] = {}
    for report in reports:
        first.setdefault((*report.encodings, *report.capabilities, report.isolated), report)
    return list(first.values())


def show_engines(*, json: bool, every: bool = False) -> None:
    """Print the engines as a table with a narrow column per capability, or as JSON Lines."""
    known = engine_reports()
    if json:
        for report in known:
            print_json(report)
        return
    reports = known if every else distinct_engines(known)
    names = _widest(report.name for report in reports)
    takes = _widest(", ".join(report.encodings) for report in reports)
    for number, (capability, meaning) in enumerate(CAPABILITIES.items()):
        heading = (
            f"{'engine':{names}}  {'takes':{takes}}" if number == len(CAPABILITIES) - 1 else " " * (names + takes + 2)
        )
        say(f"{heading}  {'│ ' * number}╭ {capability}: {meaning}", "bold")
    for report in reports:
        marks = " ".join("✓" if capability in report.capabilities else "·" for capability in CAPABILITIES)
        line = f"{report.name:{names}}  {', '.join(report.encodings):{takes}}  {marks}  "
        about = report.summary if report.available else f"not available: {report.missing}"
        say(line + f"\n{'':{len(line)}}".join(folded(about, len(line))), "" if report.available else "dim")
    if len(reports) < len(known):
        say(f"{len(known) - len(reports)} more with the same capabilities: entails engines --all")


def show_puzzles(*, json: bool) -> None:
    """Print the puzzle types with their rules, commands and formats, or as JSON Lines."""
    for name in loadable():
        about = puzzles()[name]
        queries, formats = list(commands_of(name)), list(puzzle_type_named(name).formats)
        genres = list(about.constants.get("GENRES", ()))
        if json:
            entry = {"name": name, "summary": about.summary, "questions": queries, "forms": formats, "genres": genres}
            print(jsonlib.dumps(entry, ensure_ascii=False))
            continue
        say(name, "bold")
        rows = [("rules", about.summary), ("commands", ", ".join(queries)), ("formats", ", ".join(formats))]
        columns([("", *row) for row in rows])


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts))


def show_schema(name: str | None) -> None:
    """Print the JSON schemas of all reports and input documents, or of one."""
    from entails.queries.parse import documents, reports, schema_of

    known, inputs = reports(), documents()
    if name is not None and name not in {**known, **inputs}:
        raise InvalidPuzzle(f"unknown report {name!r}", expected=", ".join([*known, *inputs]))
    wanted = {key: report for key, report in known.items() if name in (None, key)}
    schemas = {key: schema_of(key, report) for key, report in wanted.items()}
    schemas_read = {key: schema for key, schema in inputs.items() if name in (None, key)}
    print(jsonlib.dumps({"version": SCHEMA_VERSION, "reports": schemas, "documents": schemas_read}, indent=2))


def cache_folder() -> Path:
    """Return the cache directory (XDG)."""
    from platformdirs import user_cache_path

    return user_cache_path("entails", appauthor=False)


def show_cache() -> None:
    """Print the place and size of the cache. Files may vanish while they are counted."""
    folder, files, size = cache_folder(), 0, 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file():
                files, size = files + 1, size + path.stat().st_size
    say(f"{folder}: {files} {'file' if files == 1 else 'files'}, {size / 1e6:.1f} MB")


def clear_cache() -> None:
    """Remove the cache. It is renamed first, so that another process that uses it starts a new one."""
    folder = cache_folder()
    aside = folder.with_name(f"{folder.name}.{os.urandom(6).hex()}.old")
    with suppress(FileNotFoundError):
        folder.rename(aside)
        rmtree(aside, ignore_errors=True)
    say(f"{folder}: cleared")


def reject_unwritable_cache() -> None:
    """Raise an error if the cache is not writable, so that no kernels are compiled in vain."""
    folder = cache_folder()
    if not is_writable(folder):
        raise InvalidFile(
            "the cache is not writable",
            where=str(folder),
            expected="another XDG_CACHE_HOME",
        )


def is_writable(folder: Path) -> bool:
    """Return whether files can be created in a folder; if it is missing, whether it can be created."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def warm_up() -> None:
    """Compile every kernel, using all cores; later processes load the machine code from the cache."""
    from entails.cli.demo import note_demo
    from entails.solvers.pool.limits import cores
    from entails.solvers.pool.pool import map_jobs

    started, waiting = time.perf_counter(), cold_jobs()
    if waiting:
        reject_unwritable_cache()
        done = map_jobs("entails.studies.warm:compile_one", ((name,) for name in waiting), cores())
        for _ in progress(done, len(waiting), "compiling", many=1):
            pass
        note_demo()
    say(f"ready in {time.perf_counter() - started:.1f} s")


def health() -> HealthReport:
    """Return a report on the installation: versions, engines, cache, external solvers and missing packages."""
    packages = {name: _version(name) for name in (*PACKAGES, *EXTRAS)}
    reports = engine_reports()
    folder = cache_folder()
    return HealthReport(
        version=__version__,
        entails=__version__,
        python=platform.python_version(),
        platform=sys.platform,
        packages=packages,
        optional=EXTRAS,
        missing=tuple(name for name in PACKAGES if packages[name] is None),
        engines=sum(report.available for report in reports),
        missing_engines={report.name: report.missing or "" for report in reports if not report.available},
        cache=str(folder),
        cache_exists=folder.is_dir(),
        outside_solvers={name: which(name) for name in OUTSIDE},
    )


def show_health(*, json: bool) -> int:
    """Print the report on the installation; return exit code 1 if a required package is missing."""
    report = health()
    code = NO if report.missing else YES
    if json:
        print_json(report)
        return code
    every = report.engines + len(report.missing_engines)
    outside = [name for name, path in report.outside_solvers.items() if path]
    rows = [(name, installed or "not installed", _note(name, report)) for name, installed in report.packages.items()]
    rows += [("engines", f"{report.engines} of {every} available", "see entails engines")]
    rows += [("", name, why) for name, why in report.missing_engines.items()]
    rows += [
        ("external solvers", f"{len(outside)} of {len(OUTSIDE)}", ", ".join(outside) or "used for comparison only")
    ]
    rows += [("cache", _state(report.cache), report.cache)]
    if report.packages.get("numba") is not None:
        slower = "" if is_linked() else "; compiling takes about 2.5 times as long"
        rows += [("kernels", "compiled", f"{compiler()}{slower}")]
    say(f"entails {report.version} on Python {report.python} ({report.platform})", "bold")
    columns(rows)
    if report.missing:
        say(f"missing: {', '.join(report.missing)}", "red")
    else:
        say("nothing is missing", "green")
    return code


def show_service(address: str, token: str | None, *, json: bool) -> int:
    """Check the service at an address and print the results; return exit code 1 if a check failed."""
    if not address.startswith(("http://", "https://")):
        raise InvalidOption(
            f"invalid address {address[:80]!r}", where="--service", expected="a URL such as https://example.org/entails"
        )
    try:
        from entails.service.checkup import check_service
    except ModuleNotFoundError as error:
        raise EngineUnavailable(f"the service needs {error.name}: pip install entails[service]") from None
    report = check_service(address, token)
    if json:
        print_json(report)
    else:
        columns([(check.name, check.state, check.text) for check in report.checks])
        say("the deployment works" if report.ok else "the deployment has problems", "green" if report.ok else "red")
    return YES if report.ok else NO


def _state(cache: str) -> str:
    if not is_writable(Path(cache)):
        return "not writable"
    return "exists" if Path(cache).is_dir() else "none yet"


def _note(package: str, report: HealthReport) -> str:
    return "optional" if package in report.optional else "MISSING" if package in report.missing else ""


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
