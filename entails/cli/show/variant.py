"""What people see of questions that only variants of Sudoku answer."""

from typing import TYPE_CHECKING

from entails.cli.output import draw, print_line, say
from entails.formats.variant.fpuzzles import write_link
from entails.puzzles.variant import PUZZLE, said

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.solvers.steps.path import Difficulty


def generate(asked: "QueryRun") -> None:
    """The board, its rules in words, and where it can be opened."""
    for number, found in enumerate(asked):
        puzzle = found.value.puzzle
        if number:
            print_line("")
        draw(PUZZLE.markup(puzzle, None))
        for rule in puzzle.rules:
            print_line(f"  • {said(rule, puzzle).say()}")
        digits = sum(digit is not None for digit in puzzle.given)
        say(f"{digits} digits and {len(puzzle.rules)} rules, one solution", "green")
        if found.value.rating is not None:
            say(_hardness(found.value.rating), "dim")
        print_line(PUZZLE.format(puzzle))
        print_line(write_link(puzzle))


def _hardness(rating: "Difficulty") -> str:
    """How hard a puzzle is, as `rate` says it."""
    if rating.status != "solved":
        return f"not rated within the time: {rating.steps} steps were found"
    most = "one statement each" if rating.largest <= 1 else f"up to {rating.largest} statements each"
    return f"effort {rating.effort}: {rating.steps} steps of {most}, in {rating.rounds} rounds"
