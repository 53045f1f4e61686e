"""`clausal demo`: the main job on the shipped examples, shown as the commands a person would type."""

import shlex

from clausal.cli.exit import NO, YES, worst
from clausal.cli.options import Choices
from clausal.cli.output import console
from clausal.cli.source import read_source
from clausal.puzzles import CATALOGUE, kind

_DEFAULT = Choices(None, None, None, None, None, 0, 1)


def run_demo() -> int:
    """Check every example of every puzzle. An example without a solution is an answer, not a failure."""
    from clausal.cli import answers

    out = console()
    codes = []
    for name, entry in CATALOGUE.items():
        for example in kind(name).examples:
            out.rule(f"[bold]{name}: {example.name}[/], {example.about}", align="left")
            verb = "check" if "check" in entry.questions else "solve"
            if kind(name).one_line:
                out.print(f"$ clausal {name} {verb} {shlex.quote(example.text)}", style="dim", markup=False)
            source = read_source(name, example.text, {})
            if verb == "check":
                codes.append(answers.check(source, _DEFAULT, unique=False, most=3, json=False))
            else:
                codes.append(answers.solve(source, _DEFAULT, unique=False, every=None, json=False))
            out.print()
    return YES if worst(codes) in (YES, NO) else worst(codes)
