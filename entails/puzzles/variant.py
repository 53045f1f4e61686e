"""Sudoku with additional rules: cages, thermometers, arrows, dots, lines, clues outside and others.

The rules combine freely. Puzzles are read from f-puzzles documents and links, which SudokuPad uses too, and from ipuz.
A rule that is not supported is rejected with its name.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from entails.encoders.variant import RULE_TYPES
from entails.formats.text import in_rows, joined, number_text
from entails.formats.variant.fpuzzles import SUM_MARKS, read_variant, write_link, write_variant
from entails.formats.variant.text import has_usual_boxes, read_typed, write_ipuz_variant, write_typed
from entails.locale.message import Message, Sentence
from entails.models.drawing import Drawing, DrawnCage, DrawnLine, Edge
from entails.models.lattice import CellLine, Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.models.variant import Variant, VariantRule, reject_repeated_cells
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import (
    Values,
    digit_cells,
    digit_choices,
    digit_variables,
    every_digit_once,
    give_digits,
)
from entails.puzzles.common.checks import OTHER_SIZE, first

ALIASES = ("sudoku-variant",)
SUM = Message(" (sum {value})", " (somme {value})")
NOTHING = Message("", "")


@lru_cache(64)
def rules(size: int, regions: tuple[int, ...]) -> Statement:
    """Return the statement of the usual Sudoku rules on this board."""
    board = Lattice(size, size)
    builder = StatementBuilder(digit_variables(board, range(1, size + 1)))
    every_digit_once(builder, (*board.lines, *_regions(board, regions)))
    return builder.statement()


def _regions(board: Lattice, regions: tuple[int, ...]) -> tuple[CellLine, ...]:
    return board.regions(["" if region < 0 else str(region + 1) for region in regions])


def rule_sentence(rule: VariantRule, puzzle: Variant) -> Sentence:
    """Return the sentence of an additional rule."""
    values = rule.values or ((rule.value,) if rule.value is not None else ())
    return RULE_TYPES[rule.kind].words(
        cell=puzzle.board.name(rule.cells[0]) if rule.cells else "",
        value=rule.value or 0,
        values=", ".join(map(str, values)),
        size=puzzle.size,
        sum=NOTHING() if rule.value is None else SUM(value=rule.value),
    )


def _outside_clues(puzzle: Variant) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the clues outside the board by side, with an arrow if the clue is about a diagonal."""
    sides: dict[str, list[tuple[str, ...]]] = {side: [()] * puzzle.size for side in ("top", "right", "bottom", "left")}
    for rule in puzzle.rules:
        if rule.kind not in _OUTSIDE or len(rule.cells) < 2:
            continue
        (row, column), (to_row, to_column) = map(puzzle.board.place, rule.cells[:2])
        down, right = to_row - row, to_column - column
        row, column = row - down, column - right
        side = "top" if row < 0 else "bottom" if row >= puzzle.size else "left" if column < 0 else "right"
        line = min(max(column if side in ("top", "bottom") else row, 0), puzzle.size - 1)
        sides[side][line] += (f"{rule.value}{_ARROWS.get((down, right), '')}",)
    return {side: tuple(clues) if any(clues) else () for side, clues in sides.items()}


_OUTSIDE = {"sandwich", "x-sum", "skyscraper", "numbered room", "little killer"}
_ARROWS = {(1, 1): "↘", (1, -1): "↙", (-1, 1): "↗", (-1, -1): "↖"}
_DRAWN = {
    "thermometer",
    "slow thermometer",
    "palindrome",
    "renban",
    "whispers",
    "between",
    "lockout",
    "region sums",
    "zipper",
    "modular",
    "entropic",
}


class VariantPuzzle(Puzzle[Variant, Variant]):
    name = "variant"
    model = Variant
    text_format = "rows of digits, then rules such as cage=7 r1c1 r1c2; anti-knight; or an f-puzzles or SudokuPad link"
    examples = (
        Example(
            "small",
            "..../..../..../.... cage=4 r4c1 r4c2; renban r2c4 r3c4; between r1c4 r2c4 r2c3 r2c2",
            "one solution",
        ),
        Example(
            "several",
            "..../..../..../2... anti-knight; whispers=1 r1c1 r2c1 r2c2 r3c3; renban r1c4 r2c3",
            "four solutions",
        ),
        Example(
            "clash",
            "..../..../..../.... anti-knight; renban r3c4 r3c3 r3c2; thermometer r3c3 r2c4 r3c4 r4c3",
            "no solution",
        ),
    )

    def state(self, puzzle: Variant) -> Statement:
        """State the puzzle: the rules of Sudoku, then given digits and additional rules as soft constraints."""
        board, builder = puzzle.board, StatementBuilder(base=rules(puzzle.size, puzzle.regions))
        give_digits(builder, board, puzzle.given)
        for number, rule in enumerate(puzzle.rules, 1):
            cells = rule.cells or tuple(board.cells)
            claims = tuple(RULE_TYPES[rule.kind].state(rule, puzzle, builder))
            at = dict.fromkeys((*cells, *rule.others))
            builder.given(f"{rule.kind} {number}", rule_sentence(rule, puzzle), *claims, at=tuple(at))
        return builder.statement()

    def decode(self, puzzle: Variant, values: Values) -> Variant:
        return replace(puzzle, given=tuple(values))

    def check(self, puzzle: Variant, answer: Variant) -> str | None:
        if answer.size != puzzle.size or None in answer.given:
            return OTHER_SIZE
        digits = [digit or 0 for digit in answer.given]
        board, every = puzzle.board, set(range(1, puzzle.size + 1))

        def changed() -> Iterator[str]:
            for cell, (clue, digit) in enumerate(zip(puzzle.given, digits, strict=True)):
                if clue not in (None, digit):
                    yield f"the digit in {board.name(cell)} has changed"

        def units() -> Iterator[str]:
            for line in (*board.lines, *_regions(board, puzzle.regions)):
                held = [digits[cell] for cell in line.cells]
                if len(set(held)) < len(held) or not set(held) <= every:
                    yield f"{line.name.say()} holds {', '.join(map(str, held))}"

        def broken() -> Iterator[str]:
            for rule in puzzle.rules:
                if not RULE_TYPES[rule.kind].holds(rule, puzzle, digits):
                    yield f"violated rule: {rule_sentence(rule, puzzle).say()}"

        return first(changed(), units(), broken())

    def parse(self, text: str) -> Variant:
        """Parse a document, a link, or rows of digits followed by rules such as `cage=7 r1c1 r1c2; anti-knight`."""
        start = text.lstrip()
        is_document = start.startswith("{") or "fpuz" in start or "load=" in start or "://" in start
        puzzle = read_variant(text) if is_document else read_typed(text)
        reject_repeated_cells(puzzle)
        return puzzle

    def format(self, puzzle: Variant) -> str:
        """Return the puzzle as typed text if its regions are the usual boxes, otherwise as a document."""
        return write_typed(puzzle) if has_usual_boxes(puzzle) else write_variant(puzzle)

    def format_answer(self, answer: Variant) -> str:
        return joined(in_rows(("." if not digit else number_text(digit) for digit in answer.given), answer.size))

    @property
    def formats(self) -> Mapping[str, Callable[[Variant], str]]:
        return {**super().formats, "fpuzzles": write_link, "json": write_variant, "ipuz": write_ipuz_variant}

    def draw(self, puzzle: Variant, answer: Variant | None) -> Drawing:
        board, place = puzzle.board, puzzle.board.place
        cages, lines, edges = [], [], []
        for rule in puzzle.rules:
            if rule.kind in ("cage", "sum", "region"):
                clue = "" if rule.value is None else str(rule.value)
                cages.append(DrawnCage(cells=tuple(map(place, sorted(rule.cells))), clue=clue))
            elif rule.kind in ("difference", "ratio", "sum of two", "greater"):
                row, column = place(max(rule.cells))
                across = place(min(rule.cells))[0] == row
                total = SUM_MARKS.get(rule.value or 0, str(rule.value))
                text = {"difference": "○", "ratio": "●", "greater": "<", "sum of two": total}[rule.kind]
                edges.append(Edge(row=row, column=column, way="down" if across else "across", text=text, kind="given"))
            elif len(rule.cells) > 1 and rule.kind in _DRAWN:
                lines.append(DrawnLine(through=tuple(map(place, rule.cells))))
            elif rule.kind == "arrow":
                lines.append(DrawnLine(through=tuple(map(place, (rule.cells[0], *rule.others)))))
        shaded = {cell: "grey" for rule in puzzle.rules if rule.kind in ("odd", "even") for cell in rule.cells}
        cells, beside = digit_cells(board, puzzle.given, answer.given if answer else ()), _outside_clues(puzzle)
        return Drawing(
            rows=puzzle.size,
            columns=puzzle.size,
            cells=tuple(cell.model_copy(update={"shade": shaded.get(at, cell.shade)}) for at, cell in enumerate(cells)),
            top=beside["top"],
            right=beside["right"],
            bottom=beside["bottom"],
            left=beside["left"],
            regions=puzzle.regions,
            cages=tuple(cages),
            lines=tuple(lines),
            edges=tuple(edges),
            choices=digit_choices(range(1, puzzle.size + 1)),
        )


PUZZLE = VariantPuzzle()
