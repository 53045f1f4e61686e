"""How long the command line takes to answer, against a bare interpreter."""

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import figure, wall

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def main() -> None:
    """`clausal --help`, and what solving one grid imports."""
    clausal = str(Path(sys.executable).parent / "clausal")
    bare = wall([sys.executable, "-c", "pass"])
    help_ = wall([clausal, "--help"])
    figure("clausal --help over a bare python", f"{help_ - bare:.2f} s more", "0.35 s", help_ - bare <= 0.35)
    solve = wall([clausal, "sudoku", "solve", GRID])
    print(f"     clausal sudoku solve GRID: {solve:.2f} s")
    code = f"import sys; from clausal.cli.main import app; app(['sudoku', 'solve', '{GRID}'], standalone_mode=False); "
    code += "sys.exit(any(name in sys.modules for name in ('ortools', 'numba')))"
    light = subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
    figure("clausal sudoku solve GRID imports", "neither" if light else "one", "neither ortools nor numba", light)
