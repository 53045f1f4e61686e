"""`fzn-entails`: the solver that MiniZinc starts, with its options: `minizinc --solver entails model.mzn data.dzn`."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from entails.models.errors import EntailsError
from entails.models.limits import Limits, Options
from entails.models.outcome import Satisfied, Unsatisfiable

_SOLUTION_END, _SEARCH_END = "----------", "=========="
_NONE, _UNKNOWN = "=====UNSATISFIABLE=====", "=====UNKNOWN====="


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve a FlatZinc file and print solutions as MiniZinc expects them; return the exit code."""
    parser = ArgumentParser(prog="fzn-entails", description="Solve a FlatZinc file.")
    parser.add_argument("-a", "--all", action="store_true", help="all solutions")
    parser.add_argument("-n", type=int, default=1, help="maximum number of solutions")
    parser.add_argument("-s", "--statistics", action="store_true", help="print statistics")
    parser.add_argument("-p", "--parallel", type=int, default=1, help="number of threads")
    parser.add_argument("-r", "--seed", type=int, default=0, help="random seed")
    parser.add_argument("-t", "--time", type=int, help="time limit in milliseconds")
    parser.add_argument("-f", "--free", action="store_true", help="ignored: search annotations are never followed")
    parser.add_argument("-v", "--verbose", action="store_true", help="ignored")
    parser.add_argument("--paths", help="ignored: paths are read from the file")
    parser.add_argument("file")
    options = parser.parse_args(arguments)
    try:
        return _run(
            Path(options.file).read_bytes(),
            Limits(seconds=None if options.time is None else max(options.time, 1) / 1000),
            Options(workers=max(options.parallel, 1), seed=options.seed),
            most=None if options.all else options.n,
            statistics=options.statistics,
        )
    except (EntailsError, OSError) as error:
        print(f"fzn-entails: {error}", file=sys.stderr)
        return 2


def _run(content: bytes, limits: Limits, options: Options, *, most: int | None, statistics: bool) -> int:
    import entails
    from entails.formats.flatzinc.problem import read_flatzinc

    started, count = time.perf_counter(), 0
    model = read_flatzinc(content)
    if model.statement.objective is not None:
        outcome = entails.solve(model, limits=limits, options=options)
        if isinstance(outcome, Satisfied):
            count = 1
            _print(model.solution_text(outcome.answer), _SOLUTION_END)
            if outcome.optimal:
                _print(_SEARCH_END)
        else:
            _print(_NONE if isinstance(outcome, Unsatisfiable) else _UNKNOWN)
    else:
        listing = entails.solutions(model, limits=limits, options=options.model_copy(update={"max_solutions": most}))
        for answer in listing:
            count += 1
            _print(model.solution_text(answer), _SOLUTION_END)
        if listing.complete:
            _print(_SEARCH_END if count else _NONE)
        elif not count:
            _print(_UNKNOWN)
    if statistics:
        _print(f"%%%mzn-stat: nSolutions={count}", f"%%%mzn-stat: solveTime={time.perf_counter() - started:.3f}")
        _print("%%%mzn-stat-end")
    return 0


def _print(*lines: str) -> None:
    """Print lines and flush them, so that MiniZinc sees each solution at once."""
    print("\n".join(filter(None, lines)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
