"""What the commands about Clausal itself do."""

import json as jsonlib
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree, which

from clausal import __version__
from clausal.cli.exit import NO, YES
from clausal.cli.output import console, print_json
from clausal.models.errors import InvalidPuzzle
from clausal.models.report import REPORTS, SCHEMA_VERSION, EngineReport
from clausal.solvers.registry import engines

_PACKAGES = ("numpy", "ortools", "pydantic", "python-sat", "rich", "typer")
_EXTRAS = ("numba", "matplotlib")
_OUTSIDE = ("cadical", "minisat", "picosat", "cryptominisat5")


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


def show_engines(*, json: bool) -> None:
    """The table of engines."""
    reports = engine_reports()
    if json:
        for report in reports:
            print_json(report)
        return
    from rich.table import Table

    capabilities = sorted({name for report in reports for name in report.capabilities})
    table = Table(box=None, pad_edge=False)
    for heading in ("engine", "takes"):
        table.add_column(heading)
    for capability in capabilities:
        table.add_column(capability, justify="center")
    table.add_column("about")
    for report in reports:
        marks = ["✓" if capability in report.capabilities else "·" for capability in capabilities]
        about = report.summary if report.available else f"not here: {report.missing}"
        table.add_row(report.name, ", ".join(report.encodings), *marks, about)
    console().print(table)


def show_schema(name: str | None) -> None:
    """JSON schemas, all of them or one."""
    if name is not None and name not in REPORTS:
        raise InvalidPuzzle(f"there is no report {name!r}", expected=", ".join(REPORTS))
    wanted = REPORTS if name is None else {name: REPORTS[name]}
    schemas = {key: report.model_json_schema(mode="serialization") for key, report in wanted.items()}
    print(jsonlib.dumps({"version": SCHEMA_VERSION, "reports": schemas}, indent=2))


def cache_folder() -> Path:
    """Where compiled code and built tables are kept (XDG)."""
    from platformdirs import user_cache_path

    return user_cache_path("clausal", appauthor=False)


def show_cache() -> None:
    folder = cache_folder()
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    print(f"{folder}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")


def clear_cache() -> None:
    folder = cache_folder()
    if folder.is_dir():
        rmtree(folder)
    print(f"{folder}: cleared")


def warm_up() -> None:
    """Nothing is compiled yet in this version: import what is slow to import, so that it is in the disk cache."""
    from clausal.puzzles import CATALOGUE, kind

    for name in CATALOGUE:
        kind(name)
    print("ready")


def show_health(*, json: bool) -> int:
    """Versions, engines, caches, outside solvers, and what is missing."""
    packages = {name: _version(name) for name in (*_PACKAGES, *_EXTRAS)}
    missing_engines = {report.name: report.missing for report in engine_reports() if not report.available}
    folder = cache_folder()
    health = {
        "clausal": __version__,
        "python": platform.python_version(),
        "packages": packages,
        "engines": len(engines()) - len(missing_engines),
        "missing_engines": missing_engines,
        "cache": str(folder),
        "cache_exists": folder.is_dir(),
        "outside_solvers": {name: which(name) for name in _OUTSIDE},
    }
    lacking = [name for name in _PACKAGES if packages[name] is None]
    if json:
        print(jsonlib.dumps(health))
        return NO if lacking else YES
    print(f"clausal {__version__} on Python {health['python']} ({sys.platform})")
    for name, found in packages.items():
        optional = " (optional)" if name in _EXTRAS else ""
        print(f"  {name:14} {found or 'not installed'}{optional}")
    print(f"  {'engines':14} {health['engines']} of {len(engines())} can run")
    for name, why in missing_engines.items():
        print(f"    {name}: {why}")
    outside = [name for name in _OUTSIDE if which(name)]
    print(f"  {'outside':14} {', '.join(outside) or 'none'} (only for comparing exported files)")
    print(f"  {'cache':14} {folder}{'' if folder.is_dir() else ' (empty)'}")
    print("Missing: " + ", ".join(lacking) if lacking else "Nothing is missing.")
    return NO if lacking else YES


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
