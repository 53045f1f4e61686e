"""Entry point `python -m benchmarks [NAME...]`: all benchmarks, or those named."""

import os
import sys
from importlib import import_module

NAMES = (
    "startup",
    "core",
    "core_engines",
    "modelling",
    "pencil",
    "genres",
    "pencil_rival",
    "agree",
    "reasons",
    "sudoku",
    "quine",
    "bits",
    "bulk",
    "difficulty",
    "steps",
    "wordle",
    "service",
    "page",
    "scrabble",
    "scrabble_pre_endgame",
    "scrabble_strength",
    "wordle_tree",
    "wordle_small",
    "wordle_check",
    "forms",
    "scrabble_cpsat",
    "scrabble_study",
)


def main() -> int:
    """Run the benchmarks in turn."""
    wanted = sys.argv[1:] or NAMES
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"unknown benchmark {unknown[0]!r}; available: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each command would compile all modules again
    for name in wanted:
        print(f"== {name}")
        import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
