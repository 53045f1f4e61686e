"""A puzzle in another package: written by `entails new`, installed by hand as pip would."""

import os
import subprocess
import sys
from pathlib import Path

from cli.runner import entails

SOURCE = Path(__file__).resolve().parent.parent


def installed(name: str, folder: Path, *options: str) -> Path:
    """Return a folder that, on the path, is a package with a puzzle of this name."""
    home = folder / f"entails-{name}"
    ran = entails("new", name, "--in", home, *options)
    assert ran.code == 0, ran.err
    module = f"entails_{name.replace('-', '_')}"
    about = home / f"{module}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: entails-{name}\nVersion: 0.1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[entails.puzzles]\n{name} = {module}\n", "utf-8")
    return home


def outside(folder: Path, *command: str, stdin: str = "", source: Path = SOURCE) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process that sees the package, beside Entails or a copy of it."""
    path = os.pathsep.join(map(str, (source, source / "tests", folder)))
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        input=stdin,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")} | {"PYTHONPATH": path},
        cwd=source,
        check=False,
    )
