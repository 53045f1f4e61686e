"""What the commands about Entails itself do: list, report on the installation, compile, clear the cache."""

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
from entails.models.errors import InvalidFile, InvalidPuzzle
from entails.models.report import SCHEMA_VERSION, EngineReport, HealthReport
from entails.puzzles import kind, puzzles
from entails.queries import commands_of
from entails.solvers.engine import engines
from entails.solvers.kernels.jit import compiler, is_linked

PACKAGES = ("numba", "numpy", "ortools", "platformdirs", "pydantic", "python-sat", "rich", "typer")
EXTRAS = ("matplotlib",)
OUTSIDE = ("cadical", "minisat", "picosat", "cryptominisat5")
MEANINGS = {
    "add": "takes further clauses, and drops them again",
    "assume": "solves under assumed facts",
    "conflicts": "keeps a limit on conflicts",
    "core": "names the statements that contradict",
    "enumerate": "goes on to the next answer",
    "interrupt": "stops inside this process",
    "nodes": "keeps a limit on nodes",
    "optimise": "finds the best answer",
    "proof": "proves that there is none",
    "propagate": "tells what follows",
}


def engine_reports() -> list[EngineReport]:
    """Every engine as a report."""
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
    """Return the first engine of each set of engines that take the same encodings and have the same capabilities."""
    first: dict[object, EngineReport] = {}
    for report in reports:
        first.setdefault((*report.encodings, *report.capabilities, report.isolated), report)
    return list(first.values())


def show_engines(*, json: bool, every: bool = False) -> None:
    """The table of engines: a column for each capability, headed by its name and meaning, one line each, so that the
    table is narrow enough for any terminal."""
    known = engine_reports()
    if json:
        for report in known:
            print_json(report)
        return
    reports = known if every else distinct_engines(known)
    names = _widest(report.name for report in reports)
    takes = _widest(", ".join(report.encodings) for report in reports)
    for number, (capability, meaning) in enumerate(MEANINGS.items()):
        heading = f"{'engine':{names}}  {'takes':{takes}}" if number == len(MEANINGS) - 1 else " " * (names + takes + 2)
        say(f"{heading}  {'│ ' * number}╭ {capability}: {meaning}", "bold")
    for report in reports:
        marks = " ".join("✓" if capability in report.capabilities else "·" for capability in MEANINGS)
        line = f"{report.name:{names}}  {', '.join(report.encodings):{takes}}  {marks}  "
        about = report.summary if report.available else f"not here: {report.missing}"
        say(line + f"\n{'':{len(line)}}".join(folded(about, len(line))), "" if report.available else "dim")
    if len(reports) < len(known):
        say(f"{len(known) - len(reports)} more with the same capabilities: entails engines --all")


def show_puzzles(*, json: bool) -> None:
    """The list of puzzles: for people their rules, questions and forms; for programs a line of JSON each."""
    for name, about in puzzles().items():
        asked, forms = list(commands_of(name)), list(kind(name).formats)
        genres = list(about.constants.get("GENRES", ()))
        if json:
            said = {"name": name, "summary": about.summary, "questions": asked, "forms": forms, "genres": genres}
            print(jsonlib.dumps(said, ensure_ascii=False))
            continue
        say(name, "bold")
        columns([("", "rules", about.summary), ("", "questions", ", ".join(asked)), ("", "forms", ", ".join(forms))])


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts))


def show_schema(name: str | None) -> None:
    """JSON schemas, all of them or one."""
    from entails.queries.parse import documents, reports, schema_of

    known, taken = reports(), documents()
    if name is not None and name not in {**known, **taken}:
        raise InvalidPuzzle(f"there is no report {name!r}", expected=", ".join([*known, *taken]))
    wanted = {key: report for key, report in known.items() if name in (None, key)}
    schemas = {key: schema_of(key, report) for key, report in wanted.items()}
    said = {key: schema for key, schema in taken.items() if name in (None, key)}
    print(jsonlib.dumps({"version": SCHEMA_VERSION, "reports": schemas, "documents": said}, indent=2))


def cache_folder() -> Path:
    """Where built tables are kept (XDG)."""
    from platformdirs import user_cache_path

    return user_cache_path("entails", appauthor=False)


def show_cache() -> None:
    """Where the cache is and what it holds. Files may go away while it looks."""
    folder, files, size = cache_folder(), 0, 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file():
                files, size = files + 1, size + path.stat().st_size
    say(f"{folder}: {files} {'file' if files == 1 else 'files'}, {size / 1e6:.1f} MB")


def clear_cache() -> None:
    """Remove the cache. It is put aside first, so that another process that is using it begins a new one."""
    folder = cache_folder()
    aside = folder.with_name(f"{folder.name}.{os.urandom(6).hex()}.old")
    with suppress(FileNotFoundError):
        folder.rename(aside)
        rmtree(aside, ignore_errors=True)
    say(f"{folder}: cleared")


def refuse_a_cache_that_keeps_nothing() -> None:
    """Where nothing can be kept, a minute of compiling would be in vain."""
    folder = cache_folder()
    if not is_writable(folder):
        raise InvalidFile(
            "the cache cannot be written, so nothing would be kept",
            where=str(folder),
            expected="another XDG_CACHE_HOME",
        )


def is_writable(folder: Path) -> bool:
    """May files be made in a folder, or the folder in the nearest one above it that exists?"""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def warm_up() -> None:
    """Compile every kernel on all cores, so that later processes load machine code instead of making it."""
    from entails.cli.demo import note_demo
    from entails.solvers.pool.limits import cores
    from entails.solvers.pool.pool import map_jobs
    from entails.studies.warm import cold_jobs

    started, waiting = time.perf_counter(), cold_jobs()
    if waiting:
        refuse_a_cache_that_keeps_nothing()
        done = map_jobs("entails.studies.warm:compile_one", ((name,) for name in waiting), cores())
        for _ in progress(done, len(waiting), "compiling", many=1):
            pass
        note_demo()
    say(f"ready in {time.perf_counter() - started:.1f} s")


def health() -> HealthReport:
    """Versions, engines, caches, outside solvers, and what is missing."""
    packages = {name: _version(name) for name in (*PACKAGES, *EXTRAS)}
    reports = engine_reports()
    folder = cache_folder()
    return HealthReport(
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
    """The same for people. Exit code 1 when something that Entails needs is missing."""
    report = health()
    code = NO if report.missing else YES
    if json:
        print_json(report)
        return code
    every = report.engines + len(report.missing_engines)
    outside = [name for name, path in report.outside_solvers.items() if path]
    rows = [(name, found or "not installed", _note(name, report)) for name, found in report.packages.items()]
    rows += [("engines", f"{report.engines} of {every} can run", "see entails engines")]
    rows += [("", name, why) for name, why in report.missing_engines.items()]
    rows += [("outside solvers", f"{len(outside)} of {len(OUTSIDE)}", ", ".join(outside) or "only compared with")]
    rows += [("cache", _state(report.cache), report.cache)]
    if report.packages["numba"] is not None:
        rows += [("kernels", compiler(), "" if is_linked() else "compiling takes about 2.5 times as long")]
    say(f"entails {report.entails} on Python {report.python} ({report.platform})", "bold")
    columns(rows)
    if report.missing:
        say(f"missing: {', '.join(report.missing)}", "red")
    else:
        say("nothing is missing", "green")
    return code


def _state(cache: str) -> str:
    if not is_writable(Path(cache)):
        return "cannot be written"
    return "there" if Path(cache).is_dir() else "none yet"


def _note(package: str, report: HealthReport) -> str:
    return "optional" if package in report.optional else "MISSING" if package in report.missing else ""


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
