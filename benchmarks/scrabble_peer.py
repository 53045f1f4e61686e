"""npm's scrabble-solver as a peer, if node and npm are available, in a temporary folder.

SCRABBLE_SOLVER may name a folder with the unpacked package instead, for a machine without a network.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VERSION = "2.18.4"
ROUNDS = 3
_PARTS = ("solver", "types", "configs", "constants")
_TIMEOUT_SECONDS = 120


@contextmanager
def peer() -> Iterator[Path | None]:
    """Yield a folder in which `node` finds the package; print a note and yield None if it is unavailable."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        try:
            _lay_out(_packages(there), there / "node_modules")
        except (OSError, subprocess.SubprocessError, tarfile.TarError):
            print(f"skip: scrabble-solver {VERSION} needs node and npm, or SCRABBLE_SOLVER", file=sys.stderr)
            yield None
        else:
            yield there


def _packages(folder: Path) -> Path:
    """Return the folder of the packages inside npm's folder."""
    if value := os.environ.get("SCRABBLE_SOLVER"):
        return Path(value) / "packages"
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise FileNotFoundError("npm")
    command = [npm, "pack", "--silent", f"scrabble-solver@{VERSION}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=_TIMEOUT_SECONDS)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package" / "packages"


def _lay_out(packages: Path, modules: Path) -> None:
    for name in _PARTS:
        target = modules / "@scrabble-solver" / name
        shutil.copytree(packages / name / "build", target / "build")
        shutil.copy(packages / name / "package.json", target)
    gaddag = modules / "@kamilmielnik" / "gaddag"
    shutil.copytree(packages / "gaddag" / "build", gaddag / "build")
    (gaddag / "package.json").write_text('{"name": "@kamilmielnik/gaddag", "main": "build/index.js"}')


def solve(folder: Path, words: Path, language: str, positions: Sequence[tuple[Sequence[str], str]]) -> list[Any]:
    """Return placements, best, sum and CPU milliseconds per round for each position (rows, rack)."""
    script = folder / "peer.cjs"
    shutil.copy(Path(__file__).with_name("scrabble_peer.cjs"), script)
    task = {"words": str(words), "language": language, "positions": positions, "rounds": ROUNDS}
    run = subprocess.run(
        ["node", str(script)], input=json.dumps(task), capture_output=True, text=True, check=True, cwd=folder
    )
    answers: list[Any] = json.loads(run.stdout)
    return answers
