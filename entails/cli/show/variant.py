"""Printed results of the queries about Sudoku variants."""

from typing import TYPE_CHECKING

from entails.cli.output import draw, print_line, say
from entails.formats.variant.fpuzzles import write_link
from entails.puzzles.variant import PUZZLE, rule_sentence

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.solvers.steps.path import Difficulty


def generate(run: "QueryRun") -> None:
    """Print a generated puzzle: board, rules, rating and link."""
    for number, result in enumerate(run):
        puzzle = result.value.puzzle
        if number:
            print_line("")
        draw(PUZZLE.markup(puzzle, None))
        for rule in puzzle.rules:
            print_line(f"  • {rule_sentence(rule, puzzle).say()}")
        digits = sum(digit is not None for digit in puzzle.given)
        say(f"{digits} given digits, {len(puzzle.rules)} rules, one solution", "green")
        if result.value.rating is not None:
            say(_rating_text(result.value.rating), "dim")
        print_line(PUZZLE.format(puzzle))
        print_line(write_link(puzzle))


def _rating_text(rating: "Difficulty") -> str:
    """Return the rating of a puzzle as a sentence."""
    if rating.status != "solved":
        return f"not rated: time limit reached after {rating.steps} steps"
    most = "one constraint each" if rating.largest <= 1 else f"up to {rating.largest} constraints each"
    return f"effort {rating.effort}: {rating.steps} steps of {most}, in {rating.rounds} rounds"
