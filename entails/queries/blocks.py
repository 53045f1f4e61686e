"""Results for a block of puzzles at once; each equals the result for the puzzle alone.

Reports of such results differ in few fields: the puzzle, its solution and the number of solutions. So one report is
built for each number, and its JSON line serves as a stencil for the others. The output is byte for byte what the
reports themselves would print, without building them.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from entails.models.entry import Block, Counted, InBlocks, Rows
from entails.models.report import Place, Report
from entails.puzzles.base import AnyPuzzle
from entails.queries.query import NO_SOLUTION, AssumptionOptions, QueryResult, Verdict

_PUZZLE, _SOLUTION = b"?", b"!"
"""Placeholders in a stencil, one per cell: of the puzzle, and of the solution."""
_ID = b',"id":'
_POWERS = 10 ** np.arange(18, dtype=np.int64)
"""Powers of ten, for counting the digits of a number."""


def block_solver_for(puzzle_type: AnyPuzzle, options: AssumptionOptions) -> InBlocks[Any] | None:
    """Return the block solver of a puzzle type, or None if an option requires another method."""
    way = puzzle_type.block_solver()
    if way is None:
        return None
    rest = options.model_copy(update={"engine": None}) if options.engine == way.engine else options
    return way if rest.is_usual else None


@dataclass(frozen=True)
class BlockAnswers:
    """Results for a block of puzzles, in order.

    Attributes:
        tell: Build a report from a puzzle's line, its solution's line and the number of solutions.
        value: Build the Python value from the solution and the number of solutions.
        verdict: Return the verdict for a number of solutions.
        alone: Answer a puzzle without a solution by itself; None if the report is enough.
    """

    block: Block[Any]
    way: InBlocks[Any]
    counted: Counted
    tell: Callable[[str, str | None, int], Report]
    value: Callable[[Any, int], Any]
    verdict: Callable[[int], Verdict]
    alone: Callable[[Any], QueryResult[Any]] | None = None

    def __len__(self) -> int:
        return len(self.block)

    def __iter__(self) -> Iterator[tuple[Any, QueryResult[Any]]]:
        """Yield each puzzle with its result."""
        texts = zip(_lines(self.way.text(self.block.rows)), _lines(self.way.text(self.counted.solutions)), strict=True)
        for row, (puzzle_text, solution_text) in enumerate(texts):
            count, puzzle = int(self.counted.counts[row]), self.block.puzzle(self.block.rows[row])
            if count == 0 and self.alone is not None:
                yield puzzle, self.alone(puzzle)
                continue
            solution = self.block.puzzle(self.counted.solutions[row]) if count else None
            report = self.tell(puzzle_text, solution_text if count else None, count)
            yield puzzle, QueryResult(self.value(solution, count), report, self.verdict(count))

    @cached_property
    def counts(self) -> list[int]:
        """The distinct solution counts in the block, in ascending order."""
        return [int(count) for count in np.unique(self.counted.counts)]

    @property
    def verdicts(self) -> set[Verdict]:
        return {self.verdict(count) for count in self.counts}

    def json_lines(self, source: str | None = None) -> str:
        """Return all reports as JSON lines with the places of their puzzles; `source` names one of several inputs."""
        lines = [b""] * len(self)
        numbers = np.asarray(self.block.lines, np.int64)
        lengths = np.searchsorted(_POWERS, numbers, side="right")
        for count in self.counts:
            for length in np.unique(lengths).tolist():
                rows = np.flatnonzero((self.counted.counts == count) & (lengths == length))
                if count == 0 and self.alone is not None:
                    for alone in rows.tolist():
                        lines[alone] = f"{self._answered_alone(alone, source)}\n".encode()
                    continue
                printed = self._printed(rows, count, length, source)
                if len(rows) == len(self) and self.block.ids is None:
                    return printed.tobytes().decode()
                for row, line in zip(rows, printed, strict=True):
                    lines[row] = line.tobytes()
        return b"".join(lines if self.block.ids is None else map(_named, lines, self.block.ids)).decode()

    def _answered_alone(self, row: int, source: str | None) -> str:
        assert self.alone is not None
        return Place(input=source, line=int(self.block.lines[row])).before(
            self.alone(self.block.puzzle(self.block.rows[row])).report.json_line()
        )

    def solution_lines(self) -> str:
        """Return one line per puzzle: its solution, or a note that there is none."""
        texts = self.way.text(self.counted.solutions)
        if self.counted.counts.all():
            ended = np.full((len(self), texts.shape[1] + 1), ord("\n"), np.uint8)
            ended[:, :-1] = texts
            return ended.tobytes().decode("ascii")
        counted_lines = zip(_lines(texts), self.counted.counts.tolist(), strict=True)
        return "".join(f"{solution if count else NO_SOLUTION}\n" for solution, count in counted_lines)

    def records(self) -> Iterator[tuple[dict[str, Any], Verdict] | None]:
        """Yield each report as plain data, with its verdict; None for a puzzle that is answered alone."""
        puzzles, solutions = _lines(self.way.text(self.block.rows)), _lines(self.way.text(self.counted.solutions))
        known: dict[int, tuple[dict[str, Any], Verdict]] = {}
        for puzzle, solution, count in zip(puzzles, solutions, self.counted.counts.tolist(), strict=True):
            if count == 0 and self.alone is not None:
                yield None
                continue
            if count not in known:
                known[count] = self.tell("", "" if count else None, count).model_dump(mode="json"), self.verdict(count)
            record, verdict = known[count]
            has_solution = record.get("solution") is not None
            yield {**record, "puzzle": puzzle, **({"solution": solution} if has_solution else {})}, verdict

    def _printed(self, rows: Any, count: int, length: int, source: str | None) -> Rows:
        """Fill the template of a JSON line for rows whose line numbers have `length` digits; return the characters."""
        puzzles, solutions = self.way.text(self.block.rows[rows]), self.way.text(self.counted.solutions[rows])
        width = puzzles.shape[1]
        blank = {mark: (mark * width).decode() for mark in (_PUZZLE, _SOLUTION)}
        report = self.tell(blank[_PUZZLE], blank[_SOLUTION] if count else None, count)
        stencil = f"{Place(input=source, line=10 ** (length - 1)).before(report.json_line())}\n".encode()
        printed = np.tile(np.frombuffer(stencil, np.uint8), (len(puzzles), 1))
        for mark, texts in ((_PUZZLE, puzzles), (_SOLUTION, solutions)):
            if (at := stencil.find(mark * width)) >= 0:
                printed[:, at : at + width] = texts
        ones = stencil.index(_ID) - 1  # where the last digit of the line's number stands
        numbers = np.asarray(self.block.lines, np.int64)[rows]
        for place in range(length):
            printed[:, ones - place] = ord("0") + numbers // 10**place % 10
        return printed


def _named(line: bytes, own: str | None) -> bytes:
    """Return a JSON line with the id of its puzzle added."""
    return line if own is None else line.replace(_ID + b"null", _ID + json.dumps(own, ensure_ascii=False).encode(), 1)


def _lines(characters: Rows) -> Iterator[str]:
    width = characters.shape[1]
    text = characters.tobytes().decode("ascii")
    return (text[at : at + width] for at in range(0, len(text), width))
