"""`clausal demo`: the main job on the shipped examples, as the commands a person would type and what they print."""

import shlex
import time

from clausal import api
from clausal.cli import answers, reasons
from clausal.cli.exit import NO, YES, worst
from clausal.cli.output import say
from clausal.cli.source import Source, read_source
from clausal.models.choices import Choices
from clausal.models.limits import Options
from clausal.puzzles import CATALOGUE, kind
from clausal.puzzles.base import Example

_DEFAULT = Choices()
_FEW = 5


def run_demo() -> int:
    """Ask the question that suits each example. One without a solution is an answer, not a failure."""
    started, codes = time.perf_counter(), []
    for name in CATALOGUE:
        for example in kind(name).examples:
            say(f"── {name} {example.name} ── {example.about}", "bold cyan")
            codes.append(_shown(name, example))
            say("")
    seconds = time.perf_counter() - started
    say(f"{len(codes)} examples in {seconds:.1f} s. And now: clausal sudoku --help, clausal engines", "bold")
    return YES if worst(codes) in (YES, NO) else worst(codes)


def _shown(name: str, example: Example) -> int:
    """The command for an example and its output: why there is no solution, the only one, what several share."""
    source = read_source(name, example.text, {})
    puzzle = api.parse(name, example.text)
    solutions = api.count(puzzle, options=Options(max_solutions=_FEW)).value
    questions = CATALOGUE[name].questions
    if not solutions and "check" in questions:
        _say_command(source, "check", example.text)
        return reasons.check(source, _DEFAULT, unique=False, most=_FEW, json=False)
    if solutions > 1 and source.kind.one_line:
        _say_command(source, "forced", example.text)
        return answers.forced(source, _DEFAULT, json=False)
    every = _FEW if solutions > 1 else None
    _say_command(source, f"solve --all {every}" if every else "solve", example.text)
    return answers.solve(source, _DEFAULT, unique=False, every=every, json=False)


def _say_command(source: Source, verb: str, text: str) -> None:
    """The command, fit to be pasted into a shell."""
    quoted = shlex.quote(text) if "\n" not in text else f"$'{text.strip()}'".replace("\n", "\\n")
    say(f"$ clausal {source.kind.name} {verb} {quoted}", "dim")
