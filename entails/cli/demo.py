"""`entails demo`: run commands on the shipped examples, and print each command with its output."""

import shlex
import time
from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

import entails
from entails.cli.commands import run_command
from entails.cli.exit import NO, YES, remark, worst
from entails.cli.output import say
from entails.models.limits import Options
from entails.models.outcome import Satisfied
from entails.puzzles import loadable, puzzle, puzzle_type_named
from entails.puzzles.base import Example
from entails.queries import queries_of
from entails.solvers.kernels.jit import is_warm, note_warm
from entails.solvers.pool.limits import cores
from entails.solvers.pool.pool import map_jobs

GENERATED: Any = {"difficulty": "hard", "technique": "naked-pair"}
_FEW = 5
_LOOK = 0.2
_LONGEST = 200
"""Longest example, in characters, that is shown as an argument."""


def run_demo(only: str | None = None) -> int:
    """Run one or two commands on each example and return the exit code.

    An example without a solution is not a failure. Puzzle types without a `PLACE` show one example each. Examples that
    need kernels come last, so that missing kernels can be compiled in the meantime.
    """
    started, codes = time.perf_counter(), []
    with _Compiling(_needed(only)) as compiling:
        for about in map(puzzle, sorted(loadable(), key=_NEEDED.__contains__) if only is None else [only]):
            compiling.wait_for(about.name)
            examples = [example for example in puzzle_type_named(about.name).examples if len(example.text) <= _LONGEST]
            for example in examples if only or "PLACE" in about.constants else examples[:1]:
                say(f"── {about.name} {example.name} ── {example.about}", "bold cyan")
                codes.append(_shown(about.name, example))
                say("")
        if only is None:
            codes.append(_forbidden_word())
            codes += _for_people(compiling)
    seconds = time.perf_counter() - started
    more = f"entails {only} --help" if only else "entails sudoku --help, entails demo takuzu, entails engines"
    say(f"{len(codes)} examples in {seconds:.1f} s. Next: {more}", "bold")
    return YES if worst(codes) in (YES, NO) else worst(codes)


def _hint() -> None:
    entails.hint(entails.parse("sudoku", puzzle_type_named("sudoku").examples[0].text))


def _generate() -> None:
    next(iter(entails.generate(1, difficulty=GENERATED["difficulty"], technique=GENERATED["technique"])))


def _scrabble() -> None:
    entails.solve(entails.parse("scrabble", puzzle_type_named("scrabble").examples[0].text))


_NEEDED = {"hint": _hint, "scrabble": _scrabble, "generate": _generate}
"""Examples that need kernels, which are compiled in this order by running them once."""


def _needed(only: str | None) -> list[str]:
    return [name for name in _NEEDED if only in (None, name) and not is_warm(f"demo {name}")]


def compile_one(name: str, tell: object = None) -> str:
    """Run the named example, which stores its compiled kernels in the cache; called in another process."""
    del tell
    _NEEDED[name]()
    note_warm(f"demo {name}")
    return name


def note_demo() -> None:
    """Record in the cache that the kernels of the demo are compiled."""
    for name in _NEEDED:
        note_warm(f"demo {name}")


class _Compiling:
    """Processes that compile the kernels of the next examples while earlier examples are shown."""

    def __init__(self, names: Sequence[str]) -> None:
        self._waiting = {name: Event() for name in names}
        self._results = map_jobs(f"{__name__}:compile_one", ((name,) for name in names), max(2, cores()))

    def __enter__(self) -> "_Compiling":
        if self._waiting:
            remark(f"compiling the kernels of {', '.join(self._waiting)} in the meantime (once per machine)")
            Thread(target=self._work, name="entails-demo", daemon=True).start()
        return self

    def _work(self) -> None:
        try:
            for name in self._results:
                self._waiting[name].set()
        finally:  # an error will occur again where the kernels are used
            for event in self._waiting.values():
                event.set()

    def wait_for(self, name: str) -> None:
        """Wait until the kernels of an example are compiled."""
        if name in self._waiting and not self._waiting[name].is_set():
            remark(f"waiting for the kernels of {name}")
            while not self._waiting[name].wait(_LOOK):  # an unlimited wait would ignore Ctrl-C
                pass

    def __exit__(self, *_: object) -> None:
        """Do nothing: the processes end with this process."""


def _shown(name: str, example: Example) -> int:
    """Run `check`, `solve` or `forced` on an example with no, one or several solutions; return the exit code."""
    if name == "wordle":
        _say_command(name, "check", example.text)
        return run_command(name, "check", example.text, fields={"most": 1})
    if puzzle_type_named(name).objective == "always":
        return _best(name, example)
    shown = entails.parse(name, example.text)
    solutions = entails.count(shown, options=Options(max_solutions=_FEW)).value
    if not solutions and "check" in queries_of(name):
        return _run_command(name, "check", example.text)
    if solutions > 1 and puzzle_type_named(name).one_line:
        return _run_command(name, "forced", example.text)
    return _run_command(name, "solve", example.text, **({"all": _FEW} if solutions > 1 else {}))


def _run_command(name: str, verb: str, text: str, **fields: object) -> int:
    """Print a command, run it and return the exit code."""
    options = "".join(f" --{field} {value}" for field, value in fields.items())
    _say_command(name, f"{verb}{options}", text)
    return run_command(name, verb, text, fields=fields)


def _best(name: str, example: Example) -> int:
    """Find the best solution of an example; draw it only for the first example."""
    if example is puzzle_type_named(name).examples[0]:
        return _run_command(name, "solve", example.text)
    _say_command(name, "solve", example.text)
    shown = entails.parse(name, example.text)
    outcome = entails.solve(shown)
    if not isinstance(outcome, Satisfied):
        return NO
    say(puzzle_type_named(name).markup(shown, outcome.answer).splitlines()[-1])
    return YES


def _forbidden_word() -> int:
    """Explain why a word cannot be played in the Scrabble example."""
    board, word = puzzle_type_named("scrabble").examples[1].text, "9E LIEN"
    say("── scrabble explain ── why a word cannot be played there", "bold cyan")
    _say_command("scrabble", f"explain --word {shlex.quote(word)}", board)
    code = run_command("scrabble", "explain", board, settings={"word": word}, fields={"most": _FEW})
    say("")
    return code


def _for_people(compiling: _Compiling) -> list[int]:
    """Show a hint and generate a grid, if the example is a Sudoku."""
    compiling.wait_for("hint")
    say("── sudoku hint ── the next step of a human solver", "bold cyan")
    codes = [_run_command("sudoku", "hint", puzzle_type_named("sudoku").examples[0].text, strength="step")]
    say("")
    compiling.wait_for("generate")
    say("── sudoku generate ── a grid of a given difficulty", "bold cyan")
    say("$ entails sudoku generate --difficulty hard --technique naked-pair", "dim")
    codes.append(run_command("sudoku", "generate", "", fields=GENERATED))
    say("")
    return codes


def _say_command(name: str, verb: str, text: str) -> None:
    """Print a command so that it can be pasted into a shell."""
    quoted = shlex.quote(text) if "\n" not in text else f"$'{text.strip()}'".replace("\n", "\\n")
    say(f"$ entails {name} {verb} {quoted}", "dim")
