"""`entails demo`: the main job on the shipped examples, as the commands a person would type and what they print."""

import shlex
import time
from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

import entails
from entails.cli.commands import answered
from entails.cli.exit import NO, YES, remark, worst
from entails.cli.output import say
from entails.models.limits import Options
from entails.models.outcome import Satisfied
from entails.puzzles import kind, loadable, puzzle
from entails.puzzles.base import Example
from entails.queries import questions_of
from entails.solvers.kernels.jit import is_warm, note_warm
from entails.solvers.pool.limits import cores
from entails.solvers.pool.pool import map_jobs

MADE: Any = {"difficulty": "hard", "technique": "naked-pair"}
_FEW = 5
_LOOK = 0.2
_LONGEST = 200
"""Characters of an example that somebody would paste into a shell; longer ones are files."""


def run_demo(only: str | None = None) -> int:
    """Ask the question that suits each example. One without a solution is an answer, not a failure. Of the puzzles that
    do not ask for a place at the top, all together show one example each. What needs compiled loops comes last: they
    are compiled meanwhile, on all cores, where that has not been done yet."""
    started, codes = time.perf_counter(), []
    with _Compiling(_needed(only)) as compiling:
        for about in map(puzzle, sorted(loadable(), key=_NEEDED.__contains__) if only is None else [only]):
            compiling.wait_for(about.name)
            examples = [example for example in kind(about.name).examples if len(example.text) <= _LONGEST]
            for example in examples if only or "PLACE" in about.constants else examples[:1]:
                say(f"── {about.name} {example.name} ── {example.about}", "bold cyan")
                codes.append(_shown(about.name, example))
                say("")
        if only is None:
            codes.append(_forbidden_word())
            codes += _for_people(compiling)
    seconds = time.perf_counter() - started
    more = f"entails {only} --help" if only else "entails sudoku --help, entails demo takuzu, entails engines"
    say(f"{len(codes)} examples in {seconds:.1f} s. And now: {more}", "bold")
    return YES if worst(codes) in (YES, NO) else worst(codes)


def _hint() -> None:
    entails.hint(entails.parse("sudoku", kind("sudoku").examples[0].text))


def _generate() -> None:
    next(iter(entails.generate(1, difficulty=MADE["difficulty"], technique=MADE["technique"])))


def _scrabble() -> None:
    entails.solve(entails.parse("scrabble", kind("scrabble").examples[0].text))


_NEEDED = {"hint": _hint, "scrabble": _scrabble, "generate": _generate}
"""What the demo shows of compiled loops, in the order in which they are begun to be compiled: by doing it once."""


def _needed(only: str | None) -> list[str]:
    return [name for name in _NEEDED if only in (None, name) and not is_warm(f"demo {name}")]


def compile_one(name: str, tell: object = None) -> str:
    """Do in another process what the demo will do here, so that its loops are there."""
    del tell
    _NEEDED[name]()
    note_warm(f"demo {name}")
    return name


def note_demo() -> None:
    """Everything has been compiled, and so what the demo needs."""
    for name in _NEEDED:
        note_warm(f"demo {name}")


class _Compiling:
    """Compiling in other processes while answers are shown here."""

    def __init__(self, names: Sequence[str]) -> None:
        self._waiting = {name: Event() for name in names}
        self._results = map_jobs(f"{__name__}:compile_one", ((name,) for name in names), max(2, cores()))

    def __enter__(self) -> "_Compiling":
        if self._waiting:
            several = f"the fast loops of {', '.join(self._waiting)} are compiled meanwhile, once on this machine"
            remark(several)
            Thread(target=self._work, name="entails-demo", daemon=True).start()
        return self

    def _work(self) -> None:
        try:
            for name in self._results:
                self._waiting[name].set()
        finally:  # whatever went wrong there will be said where it is needed
            for event in self._waiting.values():
                event.set()

    def wait_for(self, name: str) -> None:
        """Until its loops are there."""
        if name in self._waiting and not self._waiting[name].is_set():
            remark(f"waiting for the loops of {name}")
            while not self._waiting[name].wait(_LOOK):  # a wait without end would not hear Ctrl-C
                pass

    def __exit__(self, *_: object) -> None:
        """Workers end with this process; those that are idle have been ended."""


def _shown(name: str, example: Example) -> int:
    """The command for an example and its output: why there is no solution, the only one, what several share."""
    if name == "wordle":
        _say_command(name, "check", example.text)  # tells all of it at once
        return answered(name, "check", example.text, fields={"most": 1})
    if kind(name).objective == "always":
        return _best(name, example)
    shown = entails.parse(name, example.text)
    solutions = entails.count(shown, options=Options(max_solutions=_FEW)).value
    if not solutions and "check" in questions_of(name):
        return _asked(name, "check", example.text)
    if solutions > 1 and kind(name).one_line:
        return _asked(name, "forced", example.text)
    return _asked(name, "solve", example.text, **({"all": _FEW} if solutions > 1 else {}))


def _asked(name: str, verb: str, text: str, **fields: object) -> int:
    """Say the command, and do it."""
    options = "".join(f" --{field} {value}" for field, value in fields.items())
    _say_command(name, f"{verb}{options}", text)
    return answered(name, verb, text, fields=fields)


def _best(name: str, example: Example) -> int:
    """The best answer; only that of the first example is drawn."""
    if example is kind(name).examples[0]:
        return _asked(name, "solve", example.text)
    _say_command(name, "solve", example.text)
    shown = entails.parse(name, example.text)
    outcome = entails.solve(shown)
    if not isinstance(outcome, Satisfied):
        return NO
    say(kind(name).markup(shown, outcome.answer).splitlines()[-1])
    return YES


def _forbidden_word() -> int:
    """Why a word cannot be played, in the words of the rules."""
    board, word = kind("scrabble").examples[1].text, "9E LIEN"
    say("── scrabble explain ── why a word cannot be played there", "bold cyan")
    _say_command("scrabble", f"explain --word {shlex.quote(word)}", board)
    code = answered("scrabble", "explain", board, settings={"word": word}, fields={"most": _FEW})
    say("")
    return code


def _for_people(compiling: _Compiling) -> list[int]:
    """What nobody but Sudoku has: a hint, and a grid made to order."""
    compiling.wait_for("hint")
    say("── sudoku hint ── the next step of a person, as much of it as you want to hear", "bold cyan")
    codes = [_asked("sudoku", "hint", kind("sudoku").examples[0].text, strength="step")]
    say("")
    compiling.wait_for("generate")
    say("── sudoku generate ── a grid made to order, rated by how long people take", "bold cyan")
    say("$ entails sudoku generate --difficulty hard --technique naked-pair", "dim")
    codes.append(answered("sudoku", "generate", "", fields=MADE))
    say("")
    return codes


def _say_command(name: str, verb: str, text: str) -> None:
    """The command, fit to be pasted into a shell."""
    quoted = shlex.quote(text) if "\n" not in text else f"$'{text.strip()}'".replace("\n", "\\n")
    say(f"$ entails {name} {verb} {quoted}", "dim")
