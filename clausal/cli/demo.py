"""`clausal demo`: the main job on the shipped examples, as the commands a person would type and what they print."""

import shlex
import time

from clausal import api
from clausal.cli import answers, reasons
from clausal.cli.exit import NO, STATUS_CODES, YES, worst
from clausal.cli.output import say
from clausal.cli.source import Source, read_source
from clausal.models.choices import Choices
from clausal.models.limits import UNLIMITED, Options
from clausal.models.outcome import Satisfied
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
    codes.append(_forbidden_word())
    codes += _for_people()
    seconds = time.perf_counter() - started
    say(f"{len(codes)} examples in {seconds:.1f} s. And now: clausal sudoku --help, clausal engines", "bold")
    return YES if worst(codes) in (YES, NO) else worst(codes)


def _shown(name: str, example: Example) -> int:
    """The command for an example and its output: why there is no solution, the only one, what several share."""
    source = read_source(name, example.text, {})
    if "check" in CATALOGUE[name].own:
        return _checked(source, example)
    if source.kind.optimises:
        return _best(source, example)
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


def _best(source: Source, example: Example) -> int:
    """The best answer; only that of the first example is drawn."""
    _say_command(source, "solve", example.text)
    if example is source.kind.examples[0]:
        return answers.solve(source, _DEFAULT, unique=False, every=None, json=False)
    puzzle = api.parse(source.kind.name, example.text)
    outcome = api.solve(puzzle)
    if not isinstance(outcome, Satisfied):
        return STATUS_CODES[outcome.status]
    say(source.kind.draw(puzzle, outcome.answer).splitlines()[-1])
    return YES


def _forbidden_word() -> int:
    """Why a word cannot be played, in the words of the rules."""
    board, word = kind("scrabble").examples[1].text, "9E LIEN"
    source = read_source("scrabble", board, {"word": word})
    say("── scrabble explain ── why a word cannot be played there", "bold cyan")
    _say_command(source, f"explain --word {shlex.quote(word)}", board)
    code = reasons.explain(source, _DEFAULT, most=_FEW, coarse=False, json=False)
    say("")
    return code


def _for_people() -> list[int]:
    """What nobody but Sudoku has: a hint, and a grid made to order."""
    from clausal.cli.sudoku_generate import run_generate
    from clausal.cli.sudoku_steps import run_hint
    from clausal.solvers.sudoku.generate import DEFAULT_LIMITS

    classic = kind("sudoku").examples[0].text
    source = read_source("sudoku", classic, {})
    say("── sudoku hint ── the next step of a person, as much of it as you want to hear", "bold cyan")
    _say_command(source, "hint --strength step", classic)
    codes = [run_hint(source, strength="step", techniques=None, json=False)]
    say("")
    say("── sudoku generate ── a grid made to order, rated by how long people take", "bold cyan")
    say("$ clausal sudoku generate --difficulty hard --technique naked-pair", "dim")
    codes.append(
        run_generate(
            1,
            size=9,
            difficulty="hard",
            technique="naked-pair",
            clues=None,
            symmetry="rotational",
            minimal=False,
            seed=0,
            limits=DEFAULT_LIMITS,
            sheet=None,
            json=False,
        )
    )
    say("")
    return codes


def _checked(source: Source, example: Example) -> int:
    """Wordle's own `check` tells all of it at once."""
    from clausal.cli.wordle_check_answers import check_histories

    _say_command(source, "check", example.text)
    return check_histories(source, show=None, most=1, limits=UNLIMITED, json=False)


def _say_command(source: Source, verb: str, text: str) -> None:
    """The command, fit to be pasted into a shell."""
    quoted = shlex.quote(text) if "\n" not in text else f"$'{text.strip()}'".replace("\n", "\\n")
    say(f"$ clausal {source.kind.name} {verb} {quoted}", "dim")
