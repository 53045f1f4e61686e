"""`clausal demo`: the main job on the shipped examples, as the commands a person would type and what they print."""

import shlex
import time

import clausal
from clausal.cli.exit import NO, YES, worst
from clausal.cli.made import answered
from clausal.cli.output import say
from clausal.models.limits import Options
from clausal.models.outcome import Satisfied
from clausal.puzzles import kind, loadable, puzzle
from clausal.puzzles.base import Example
from clausal.questions import questions_of

_FEW = 5
_LONGEST = 200
"""Characters of an example that somebody would paste into a shell; longer ones are files."""


def run_demo(only: str | None = None) -> int:
    """Ask the question that suits each example. One without a solution is an answer, not a failure. Of the puzzles that
    do not ask for a place at the top, all together show one example each."""
    started, codes = time.perf_counter(), []
    for about in map(puzzle, loadable() if only is None else [only]):
        examples = [one for one in kind(about.name).examples if len(one.text) <= _LONGEST]
        for example in examples if only or "PLACE" in about.constants else examples[:1]:
            say(f"── {about.name} {example.name} ── {example.about}", "bold cyan")
            codes.append(_shown(about.name, example))
            say("")
    if only is None:
        codes.append(_forbidden_word())
        codes += _for_people()
    seconds = time.perf_counter() - started
    more = f"clausal {only} --help" if only else "clausal sudoku --help, clausal demo takuzu, clausal engines"
    say(f"{len(codes)} examples in {seconds:.1f} s. And now: {more}", "bold")
    return YES if worst(codes) in (YES, NO) else worst(codes)


def _shown(name: str, example: Example) -> int:
    """The command for an example and its output: why there is no solution, the only one, what several share."""
    if name == "wordle":
        _say_command(name, "check", example.text)  # tells all of it at once
        return answered(name, "check", example.text, fields={"most": 1})
    if kind(name).optimises is True:
        return _best(name, example)
    shown = clausal.parse(name, example.text)
    solutions = clausal.count(shown, options=Options(max_solutions=_FEW)).value
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
    shown = clausal.parse(name, example.text)
    outcome = clausal.solve(shown)
    if not isinstance(outcome, Satisfied):
        return NO
    say(kind(name).draw(shown, outcome.answer).splitlines()[-1])
    return YES


def _forbidden_word() -> int:
    """Why a word cannot be played, in the words of the rules."""
    board, word = kind("scrabble").examples[1].text, "9E LIEN"
    say("── scrabble explain ── why a word cannot be played there", "bold cyan")
    _say_command("scrabble", f"explain --word {shlex.quote(word)}", board)
    code = answered("scrabble", "explain", board, settings={"word": word}, fields={"most": _FEW})
    say("")
    return code


def _for_people() -> list[int]:
    """What nobody but Sudoku has: a hint, and a grid made to order."""
    say("── sudoku hint ── the next step of a person, as much of it as you want to hear", "bold cyan")
    codes = [_asked("sudoku", "hint", kind("sudoku").examples[0].text, strength="step")]
    say("")
    say("── sudoku generate ── a grid made to order, rated by how long people take", "bold cyan")
    say("$ clausal sudoku generate --difficulty hard --technique naked-pair", "dim")
    codes.append(answered("sudoku", "generate", "", fields={"difficulty": "hard", "technique": "naked-pair"}))
    say("")
    return codes


def _say_command(name: str, verb: str, text: str) -> None:
    """The command, fit to be pasted into a shell."""
    quoted = shlex.quote(text) if "\n" not in text else f"$'{text.strip()}'".replace("\n", "\\n")
    say(f"$ clausal {name} {verb} {quoted}", "dim")
