"""`steps` and `hint`: what a person does next, and why."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from clausal.cli.asking import Answered, each
from clausal.cli.exit import NO, UNDECIDED, YES
from clausal.cli.output import draw, folded, print_json, print_line, say
from clausal.cli.source import Source
from clausal.models.errors import InvalidPuzzle
from clausal.models.report import Name
from clausal.models.sudoku import Grid
from clausal.models.sudoku.forms.drawing import draw_markup
from clausal.models.sudoku_report import HintReport, StepReport
from clausal.solvers.sudoku.steps.ask import hint, steps, steps_now
from clausal.solvers.sudoku.steps.hint import Strength
from clausal.solvers.sudoku.steps.path import Path, contradiction
from clausal.solvers.sudoku.steps.step import Step
from clausal.solvers.sudoku.steps.technique import DEFAULT, chosen, technique

_CODES = {"solved": YES, "stuck": UNDECIDED, "contradiction": NO}
_COLOURS = {"solved": "green", "stuck": "yellow", "contradiction": "red"}


def technique_list(text: str | None) -> tuple[str, ...]:
    """The ids that `--techniques a,b,c` means; all of them, easiest first, without it."""
    return DEFAULT if text is None else tuple(one.id for one in chosen(text.split(",")))


def run_steps(source: Source, *, techniques: str | None, available: bool, json: bool) -> int:
    """The path of each grid, or all that could be done now."""
    names = technique_list(techniques)

    def ask(puzzle: Any, name: Name) -> Answered:
        del name
        if available:
            now = steps_now(puzzle, names)
            return Answered(now, YES if now else _CODES[_status_now(puzzle)], now)
        path = steps(puzzle, names)
        return Answered(path.steps, _CODES[path.status], (path,))

    def show(answered: Answered, puzzle: Any) -> None:
        if available:
            _show_available(source, puzzle, answered.report)
        elif source.is_one:
            _show_path(answered.answers[0])
        else:
            path = answered.answers[0]
            print_line(f"{source.kind.write(puzzle)}  {_ending(path)}; {_hardest(path)}")

    return each(source, json, ask, show, print_json=_print_list)


def _print_list(found: Sequence[Step]) -> None:
    """The steps of one grid, a JSON list on one line."""
    print_line(f"[{','.join(step_report(step).json_line() for step in found)}]")


def step_report(step: Step) -> StepReport:
    return StepReport(**step.as_json())


def _status_now(grid: Grid) -> str:
    """Why there is no step."""
    return "contradiction" if contradiction(grid) else "solved" if all(grid.cells) else "stuck"


def _show_available(source: Source, grid: Grid, found: Sequence[Step]) -> None:
    if not source.is_one:
        print_line(f"{source.kind.write(grid)}  {_summary(found) or 'no step'}")
        return
    _say_steps(found)
    if found:
        many = "1 step can" if len(found) == 1 else f"{len(found)} steps can"
        _say_folded(f"{many} be taken now: {_summary(found)}", "bold")
    else:
        why = {"contradiction": f"none: {contradiction(grid)}", "solved": "the grid is full"}
        say(why.get(_status_now(grid), "none of these techniques finds a step here"), _COLOURS[_status_now(grid)])


def _show_path(path: Path) -> None:
    _say_steps(path.steps)
    draw(draw_markup(path.final, path.puzzle))
    if path.steps:
        _say_folded(_summary(path.steps), "dim")
    say(_ending(path), _COLOURS[path.status])


def _say_steps(found: Sequence[Step]) -> None:
    """A sentence each; the technique stands behind it where the sentence does not name it."""
    width = len(str(len(found))) + 2
    for number, step in enumerate(found, 1):
        name = technique(step.technique).name
        behind = "" if name in step.sentence else f" ({name})"
        lines = folded(step.sentence + behind, width)
        print_line(f"{number:{width - 2}}  " + f"\n{'':{width}}".join(lines))


def _say_folded(text: str, colour: str) -> None:
    say("\n".join(folded(text, 0)), colour)


def _summary(found: Sequence[Step]) -> str:
    """ "3 × naked single, 1 × X-wing", easiest first."""
    counts = Counter(step.technique for step in found)
    return ", ".join(f"{counts[name]} × {technique(name).name}" for name in DEFAULT if name in counts)


def _ending(path: Path) -> str:
    steps_taken = "1 step" if len(path.steps) == 1 else f"{len(path.steps)} steps"
    if path.status == "solved":
        return f"solved in {steps_taken}"
    if path.status == "contradiction":
        return f"no solution: after {steps_taken}, {path.contradiction}"
    rest = "" if path.guesses is None else f"; {path.guesses:,} guesses finish it"
    return f"stuck after {steps_taken}: none of these techniques finds more{rest}"


def _hardest(path: Path) -> str:
    used = {step.technique for step in path.steps}
    last = [name for name in path.techniques if name in used]
    return technique(last[-1]).name if last else "no step"


def run_hint(source: Source, *, strength: str, techniques: str | None, json: bool) -> int:
    """The next step of each grid, or as much of it as one wants to hear."""
    names = technique_list(techniques)
    known = get_args(Strength)
    if strength not in known:
        raise InvalidPuzzle(f"there is no strength {strength[:20]!r}", where="--strength", expected=", ".join(known))
    asked: Strength = strength  # type: ignore[assignment]

    def ask(puzzle: Any, name: Name) -> Answered:
        del name
        told = hint(puzzle, asked, names)
        report = HintReport(
            puzzle=source.kind.write(puzzle),
            strength=asked,
            found=told.step is not None,
            sentence=told.sentence,
            technique=told.step.technique if told.step and strength != "where" else None,
            step=step_report(told.step) if told.step and strength == "step" else None,
        )
        return Answered(report, YES if told.step else _CODES[_status_now(puzzle)])

    def show(answered: Answered, puzzle: Any) -> None:
        if not source.is_one:
            print_line(f"{source.kind.write(puzzle)}  {answered.report.sentence}")
            return
        draw(source.kind.draw(puzzle, None))
        _say_folded(answered.report.sentence, "")

    return each(source, json, ask, show, print_json=print_json)
