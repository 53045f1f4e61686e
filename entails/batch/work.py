"""A part of a job: some rows in, the bytes of a file out. The same rows give the same bytes, wherever that happens."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entails.batch.inputs import Row
from entails.batch.job import Job
from entails.batch.tables import encode, record_of
from entails.batch.where import condition
from entails.models.errors import EntailsError, EngineUnavailable, Invalid, InvalidOption
from entails.questions.base import Answer, unwatched
from entails.questions.reading import only_one

Record = dict[str, Any]
Said = tuple[Record, str] | EntailsError
"""A report as plain data and its verdict, or why there is none."""


@dataclass(frozen=True)
class Done:
    """A part that is answered: its content, how many rows it had, kept and could not read."""

    number: int
    content: bytes
    rows: int
    kept: int
    bad: int


def answer_parts(job: Job, parts: Sequence[tuple[int, Sequence[Row]]], tell: Any = None) -> tuple[list[Done], float]:
    """Each part, and how long all of them took."""
    del tell
    started = time.perf_counter()
    return [answer_part(job, number, rows) for number, rows in parts], time.perf_counter() - started


def answer_part(job: Job, number: int, rows: Sequence[Row]) -> Done:
    """The rows that are wanted with their answers, in order."""
    records = list(records_of(job, rows))
    kept = condition(job.where).kept(records)
    return Done(number, encode(job, kept), len(rows), len(kept), sum("error" in record for record in records))


def records_of(job: Job, rows: Sequence[Row]) -> Iterator[Record]:
    """Each row with its answer, or with what is wrong with it."""
    for row, said in zip(rows, _answers(job, rows), strict=True):
        place: Record = {"input": row.input, "line": row.line, "id": row.id}
        if isinstance(said, EntailsError):
            yield {**place, "error": str(said), "text": row.text}
        else:
            yield {**place, "verdict": said[1], **said[0]}


def _answers(job: Job, rows: Sequence[Row]) -> Iterator[Said]:
    """Plain puzzles in blocks where the question knows how, the rest in bulk or one by one."""
    found: dict[int, Said] = {}
    blocks = None if job.question.blocks is None else job.question.blocks(job.kind, job.ask)
    if blocks is not None and job.kind.in_blocks is not None and _is_unshaped(job):
        block = job.kind.in_blocks().of_texts(["" if row.error else row.text.strip() for row in rows])
        places = [int(line) - 1 for line in block.lines]
        if places:
            records = zip(places, blocks(block).records(), strict=True)
            found.update((place, said) for place, said in records if said is not None)
    left = [place for place in range(len(rows)) if place not in found]
    puzzles: dict[int, Any] = {}
    for place in left:
        read = _puzzle(job, rows[place])
        if isinstance(read, EntailsError):
            found[place] = read
        else:
            puzzles[place] = read
    for place, said in zip(puzzles, _asked(job, list(puzzles.values())), strict=True):
        found[place] = said
    for place in range(len(rows)):
        yield found.pop(place)


def _is_unshaped(job: Job) -> bool:
    """Nothing was said about how puzzles are read, so that a plain line is what it looks like."""
    return not job.settings.model_fields_set


def _puzzle(job: Job, row: Row) -> Any:
    if row.error is not None:
        return Invalid(row.error)
    try:
        read = job.question.input.read or job.kind.read
        return only_one(read(row.text.encode(errors="surrogatepass"), job.settings))
    except Invalid as error:
        return error


def _asked(job: Job, puzzles: Sequence[Any]) -> Iterator[Said]:
    if job.question.many is not None:
        for answer in job.question.many(iter(puzzles), job.ask, unwatched):
            yield answer if isinstance(answer, EntailsError) else _said(answer)
        return
    for puzzle in puzzles:
        try:
            yield _said(_answer(job, puzzle))
        except (InvalidOption, EngineUnavailable):  # the same for every row: say it once
            raise
        except EntailsError as error:
            yield error


def _answer(job: Job, puzzle: Any) -> Answer[Any]:
    """The answer; where it is an explanation, one that no clock cut short."""
    has_clock = getattr(job.ask, "seconds", None) is not None
    answer = job.question.asked(puzzle, job.timeless if has_clock else job.ask)
    if has_clock or not getattr(answer.report, "conflicts", ()):
        return answer
    return job.question.asked(puzzle, job.timeless)


def _said(answer: Answer[Any]) -> Said:
    return record_of(answer.report), answer.verdict
