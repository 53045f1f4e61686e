"""Stated puzzles by what their answers are; those that puzz.link has too are read from an address and written as one.

`shaded` are those whose answer is black and white, `looped` those with a line through cells, `divided` those with
borders, `numbered` those with a number for each cell, `number_path` those with
a path of numbers. They differ in the answer and in its picture.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import walled
from entails.models.drawing import Cell, Drawing, Shade
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement
from entails.puzzles.base import Example, PuzzleKind, stated
from entails.puzzles.common import loops
from entails.puzzles.common.cells import (
    Digits,
    Marks,
    Values,
    digit_cells,
    digit_choices,
    loose_walls,
    marked_cells,
    yes_or_no,
)
from entails.puzzles.common.loops import Paths, step_edges
from entails.puzzles.common.number_path import (
    NumberPath,
    draw_path,
    path_solution,
    read_path,
    write_path,
    write_path_answer,
)
from entails.puzzles.common.regions import CHOICES, Division, border_edges

P = TypeVar("P", bound=OnBoard)
A = TypeVar("A")

Clues = Callable[[P], Sequence[str]]
"""What is printed in each cell."""


def linked(
    name: str,
    link: PuzzleLink[P],
    *,
    state: Callable[[P], Statement],
    solution: Callable[[P, Values], A],
    write_answer: Callable[[A], str],
    rules: Callable[[P, A], str | None],
    drawing: Callable[[P, A | None], Drawing],
    examples: Sequence[Example],
) -> PuzzleKind[P, A]:
    """As `stated`; its text forms follow from the `link`."""
    return stated(
        name,
        link.model,
        read=link.read,
        write=link.write,
        state=state,
        solution=solution,
        write_answer=write_answer,
        rules=rules,
        drawing=drawing,
        examples=examples,
        forms={"link": link.url},
    )


def _marks(puzzle: OnBoard, values: Values) -> Marks:
    return Marks(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))


def _paths(puzzle: OnBoard, values: Values) -> Paths:
    return Paths(puzzle.rows, puzzle.columns, tuple(values[: len(puzzle.board.borders)]))


def _division(puzzle: OnBoard, values: Values) -> Division:
    return Division(puzzle.rows, puzzle.columns, tuple(values[: len(puzzle.board.borders)]))


def _digits(puzzle: OnBoard, values: Values) -> Digits:
    return Digits(puzzle.columns, tuple(values[: puzzle.rows * puzzle.columns]))


def _no_clues(puzzle: OnBoard) -> Sequence[str]:
    return [""] * (puzzle.rows * puzzle.columns)


def _no_walls(puzzle: OnBoard) -> Sequence[int]:
    return [0] * len(puzzle.board.borders)


def shaded(
    name: str,
    link: PuzzleLink[P],
    *,
    state: Callable[[P], Statement],
    rules: Callable[[P, Marks], str | None],
    examples: Sequence[Example],
    clues: Clues[P] = _no_clues,
    walls: Callable[[P], Sequence[int]] = _no_walls,
    settled: bool = False,
    sign: str = "",
    word: str = "black",
    blocks: Callable[[P, int], bool] = lambda puzzle, cell: False,  # noqa: ARG005
    signs: str = ".#",
) -> PuzzleKind[P, Marks]:
    """Cells that are black or white, or have a `sign` or none; the fact is called by its `word`. Clues that are
    `settled` leave nothing to decide in their cell, and a cell that `blocks` is printed black."""

    def drawing(puzzle: P, answer: Marks | None) -> Drawing:
        board, said = puzzle.board, walls(puzzle)
        shade: Shade = "" if sign else "black"
        cells = marked_cells(board, answer, sign=sign, shade=shade, clues=clues(puzzle), settled=settled)
        printed = tuple(
            one.model_copy(update={"shade": "black", "kind": "given", "text": ""}) if blocks(puzzle, cell) else one
            for cell, one in enumerate(cells)
        )
        regions = walled(board, said)
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=printed,
            regions=regions if any(regions) else (),
            edges=loose_walls(board, said, regions),
            choices=yes_or_no(sign or "■", f"{word} {{name}}", shade),
        )

    return linked(
        name,
        link,
        state=state,
        solution=_marks,
        write_answer=lambda answer: answer.text(signs),
        rules=rules,
        drawing=drawing,
        examples=examples,
    )


def clue_cells(board: Lattice, clues: Sequence[str]) -> tuple[Cell, ...]:
    """Cells that nobody decides, with what is printed in them."""
    return tuple(
        Cell(row=row, column=column, name=board.name(cell), clue=clues[cell], kind="given")
        for cell, (row, column) in enumerate(map(board.place, board.cells))
    )


def looped(
    name: str,
    link: PuzzleLink[P],
    *,
    state: Callable[[P], Statement],
    rules: Callable[[P, Paths], str | None],
    examples: Sequence[Example],
    clues: Clues[P] = _no_clues,
    walls: Callable[[P], Sequence[int]] = _no_walls,
) -> PuzzleKind[P, Paths]:
    """A line from cell to cell."""

    def drawing(puzzle: P, answer: Paths | None) -> Drawing:
        board, borders = puzzle.board, walls(puzzle)
        regions = walled(board, borders)
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=clue_cells(board, clues(puzzle)),
            regions=regions if any(regions) else (),
            edges=(*step_edges(board, answer.lines if answer else None), *loose_walls(board, borders, regions)),
            lines=answer.drawn() if answer else (),
            choices=loops.CHOICES,
        )

    return linked(
        name,
        link,
        state=state,
        solution=_paths,
        write_answer=lambda answer: answer.text(),
        rules=rules,
        drawing=drawing,
        examples=examples,
    )


def divided(
    name: str,
    link: PuzzleLink[P],
    *,
    state: Callable[[P], Statement],
    rules: Callable[[P, Division], str | None],
    examples: Sequence[Example],
    clues: Clues[P] = _no_clues,
    shades: Callable[[P], Sequence[Shade]] | None = None,
) -> PuzzleKind[P, Division]:
    """A board cut into pieces."""

    def drawing(puzzle: P, answer: Division | None) -> Drawing:
        board, cells = puzzle.board, clue_cells(puzzle.board, clues(puzzle))
        if shades is not None:
            cells = tuple(
                one.model_copy(update={"shade": shade}) for one, shade in zip(cells, shades(puzzle), strict=True)
            )
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=cells,
            edges=border_edges(board, answer.walls if answer else None),
            choices=CHOICES,
        )

    return linked(
        name,
        link,
        state=state,
        solution=_division,
        write_answer=lambda answer: answer.text(),
        rules=rules,
        drawing=drawing,
        examples=examples,
    )


def numbered(
    name: str,
    link: PuzzleLink[P],
    *,
    state: Callable[[P], Statement],
    rules: Callable[[P, Digits], str | None],
    examples: Sequence[Example],
    given: Callable[[P], Values],
    choices: Callable[[P], range],
    walls: Callable[[P], Sequence[int]] = _no_walls,
    outside: Callable[[P], dict[str, Any]] = lambda puzzle: {},  # noqa: ARG005
    solution: Callable[[P, Values], Digits] = _digits,
) -> PuzzleKind[P, Digits]:
    """A number for each cell; clues outside are what `outside` says of a drawing."""

    def drawing(puzzle: P, answer: Digits | None) -> Drawing:
        board, borders = puzzle.board, walls(puzzle)
        regions = walled(board, borders)
        return Drawing(
            rows=board.rows,
            columns=board.columns,
            cells=digit_cells(board, given(puzzle), answer.cells if answer else ()),
            regions=regions if any(regions) else (),
            edges=loose_walls(board, borders, regions),
            choices=digit_choices(choices(puzzle)),
            **outside(puzzle),
        )

    return linked(
        name,
        link,
        state=state,
        solution=solution,
        write_answer=lambda answer: answer.text(),
        rules=rules,
        drawing=drawing,
        examples=examples,
    )


N = TypeVar("N", bound=NumberPath)


def number_path(
    name: str,
    model: type[N],
    *,
    state: Callable[[N], Statement],
    rules: Callable[[N, Digits], str | None],
    examples: Sequence[Example],
) -> PuzzleKind[N, Digits]:
    """The numbers from 1 on, each beside the next. puzz.link has none of these."""
    return stated(
        name,
        model,
        read=lambda text: read_path(model, text),
        write=write_path,
        state=state,
        solution=path_solution,
        write_answer=write_path_answer,
        rules=rules,
        drawing=draw_path,
        examples=examples,
    )
