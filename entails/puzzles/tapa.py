"""Tapa: clues are the lengths of the black runs in the eight cells around them; all black cells are connected.
No 2x2 square is all black, and cells with a clue are white. A ? is a run of unknown length.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import Body, Cells, value_of
from entails.locale.message import Message, Plural, all_of
from entails.models.constraints import Count, Table, TupleRows
from entails.models.errors import InvalidPuzzle
from entails.models.lattice import Lattice, OnBoard
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import (
    BLACK_CONNECTED,
    NOT_ALL_BLACK,
    Marks,
    clue_text,
    connected,
    no_square,
    white_clues,
    yes_no_variables,
)
from entails.puzzles.common.checks import OTHER_SIZE, first, pieces, squares
from entails.puzzles.common.links import ShadingPuzzle

GENRES = ("tapa",)
RUNS = Plural(
    Message(
        "the black run around {cell} has length {lengths}", "la suite noire autour de {cell} est de longueur {lengths}"
    ),
    Message(
        "the black runs around {cell} have lengths {lengths}",
        "les suites noires autour de {cell} sont de longueurs {lengths}",
    ),
)
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_FORMS = ((360, (6, 1)), (396, (16, 4, 1)), (460, (8, 4, 2, 1)))
"""Clues of two, three and four numbers in two characters: the smallest value, and the factor of each number."""

Runs = tuple[int, ...]


def _clue(character: str, body: Body) -> Runs:
    if character == ".":
        return (-1,)
    if character == "9":
        return (1, 1, 1, 1)
    if (value := value_of(character, 36)) < 9:
        return (value,)
    value = value_of(character + body.take(), 36)
    start, bases = next(form for form in reversed(_FORMS) if value >= form[0])
    sizes = [6, 6] if len(bases) == 2 else [4] * 3 if len(bases) == 3 else [2] * 4
    return tuple((value - start) // base % size or -1 for base, size in zip(bases, sizes, strict=True))


def _clue_text(runs: Runs) -> str:
    if len(runs) == 1:
        return "." if runs[0] < 0 else str(runs[0])
    if runs == (1, 1, 1, 1):
        return "9"
    start, bases = _FORMS[len(runs) - 2]
    value = start + sum(max(run, 0) * base for run, base in zip(runs, bases, strict=True))
    return "".join("0123456789abcdefghijklmnopqrstuvwxyz"[digit] for digit in divmod(value, 36))


def _word(word: str, where: str) -> Runs:
    """Parse a typed clue: 3, 31 or 1?."""
    if not set(word) <= set("012345678?") or len(word) > 4:
        raise InvalidPuzzle(f"unexpected {word[:12]!r}", where=where, expected="a clue such as 3, 11 or 2?")
    clue = tuple(-1 if run == "?" else int(run) for run in word)
    runs = [max(run, 1) for run in clue]
    if len(clue) > 1 and (0 in clue or sum(runs) + len(runs) > 8):
        raise InvalidPuzzle(f"impossible clue {word!r}", where=where, expected="runs that fit in eight cells")
    return clue


@dataclass(frozen=True)
class Tapa(OnBoard):
    """The clues of a grid, row by row: lengths of runs in any order, -1 for a question mark."""

    clues: tuple[Runs | None, ...]


def _around(board: Lattice, cell: int) -> tuple[int | None, ...]:
    """Return the eight neighbours of a cell in a ring; None is outside the grid."""
    row, column = board.place(cell)
    return tuple(
        board.cell(row + down, column + right)
        if 0 <= row + down < board.rows and 0 <= column + right < board.columns
        else None
        for down, right in _AROUND
    )


@lru_cache(None)
def _runs(ring: tuple[int, ...]) -> Runs:
    """Return the lengths of the runs of 1 in a ring of eight values."""
    if 0 not in ring:
        return (8,)
    start = ring.index(0)
    turned = "".join(map(str, ring[start:] + ring[:start]))
    return tuple(sorted(map(len, turned.replace("0", " ").split()))) or (0,)


def _fits(runs: Runs, clue: Runs) -> bool:
    """Return whether these lengths match a clue in any order."""
    return len(runs) == len(clue) and any(
        all(wanted in (-1, run) for wanted, run in zip(clue, order, strict=True)) for order in permutations(runs)
    )


@lru_cache(1024)
def _rows(inside: tuple[bool, ...], clue: Runs) -> TupleRows | None:
    """Return the allowed values of the cells around a clue, or None if there are none."""
    rings = product(*((0, 1) if here else (0,) for here in inside))
    rows = [
        [mark for mark, here in zip(ring, inside, strict=True) if here] for ring in rings if _fits(_runs(ring), clue)
    ]
    return TupleRows(rows) if rows and rows[0] else None


def _clue_label(clue: Runs | None) -> str:
    return "".join("?" if run < 0 else str(run) for run in clue or ())


class TapaPuzzle(ShadingPuzzle[Tapa]):
    name = "tapa"
    link = PuzzleLink(Tapa, GENRES, (Cells(16, _clue, _clue_text, word=_word, signs="., 3, 31 and 1?"),))
    settled = True
    examples = (
        Example("small", "tapa/5/5/gael.ka8.3h.j2", "one solution"),
        Example("several", "tapa/5/5/n.ka8.3h.j2", "several solutions"),
        Example("clash", "tapa/5/5/a7ael.ka8.3h.j2", "no solution"),
    )

    def state(self, puzzle: Tapa) -> Statement:
        board, builder = puzzle.board, StatementBuilder(yes_no_variables(puzzle.board, "black {name}"))
        black = builder.facts(board.cells)
        no_square(builder, board, black, NOT_ALL_BLACK)
        connected(builder, board, black, BLACK_CONNECTED())
        white_clues(builder, board, black, [cell for cell in board.cells if puzzle.clues[cell] is not None])
        for cell, clue in enumerate(puzzle.clues):
            if clue is not None:
                ring = _around(board, cell)
                rows = _rows(tuple(neighbour is not None for neighbour in ring), clue)
                cells = tuple(neighbour for neighbour in ring if neighbour is not None)
                fits = Table(cells, rows) if rows else Count((), "=", 1)
                name = board.name(cell)
                builder.given(name, RUNS(len(clue), cell=name, lengths=all_of(map(clue_text, clue))), fits, at=[cell])
        return builder.statement()

    def check(self, puzzle: Tapa, answer: Marks) -> str | None:
        board = puzzle.board
        if len(answer.cells) != len(puzzle.clues):
            return OTHER_SIZE
        black = {cell for cell in board.cells if answer.cells[cell]}

        def runs() -> Iterator[str]:
            for cell, clue in enumerate(puzzle.clues):
                if clue is None:
                    continue
                row, column = divmod(cell, board.columns)
                ring = [
                    (row + down) * board.columns + column + right in black and 0 <= column + right < board.columns
                    for down, right in _AROUND
                ]
                start = ring.index(False) if False in ring else 0
                text = "".join(".#"[mark] for mark in ring[start:] + ring[:start])
                lengths = [len(run) for run in text.split(".") if run] or [0]
                known, unknown = sorted(run for run in clue if run >= 0), clue.count(-1)
                left = list(lengths)
                fits = len(lengths) == len(known) + unknown
                for run in known:
                    fits = fits and run in left
                    left.remove(run) if run in left else None
                if cell in black or not fits:
                    yield f"the black runs around {board.name(cell)} have length {lengths}, not {_clue_label(clue)}"

        return first(squares(board, black, "black"), runs(), pieces(board, black, "black"))

    def clues(self, puzzle: Tapa) -> Sequence[str]:
        return list(map(_clue_label, puzzle.clues))


PUZZLE = TapaPuzzle()
