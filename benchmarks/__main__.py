"""`python -m benchmarks [NAME...]`: all benchmarks, or those named."""

import sys
from importlib import import_module

NAMES = (
    "startup",
    "core",
    "core_engines",
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
    "scrabble_strength",
    "wordle_tree",
    "wordle_small",
    "wordle_check",
    "forms",
    "scrabble_cpsat",
    "scrabble_study",
)


def main() -> int:
    """Run them one after the other."""
    wanted = sys.argv[1:] or NAMES
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in wanted:
        print(f"== {name}")
        import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
