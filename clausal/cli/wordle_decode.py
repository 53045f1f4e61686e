"""What `wordle decode` does: which words can have made a shared grid."""

from collections.abc import Sequence
from dataclasses import replace

from clausal.cli.exit import NO, YES, complain
from clausal.cli.files import read_input
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import console, print_json, say
from clausal.cli.source import gathered
from clausal.cli.wordle_choice import chosen_words
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.letters import SHORTEST
from clausal.models.text import decoded
from clausal.models.wordle import COLOURS, Words
from clausal.models.wordle.game_report import DecodedRow, DecodeReport
from clausal.models.wordle.guess_text import LONGEST_TEXT
from clausal.models.wordle.history import checked_length, checked_word
from clausal.models.wordle.share import Share, is_share, read_share, rows_of_tiles
from clausal.solvers.wordle.analysis import with_answer
from clausal.solvers.wordle.decode import green_row_that_breaks, possible_answers, words_of_rows

_SHOWN = 8


def decode_share(
    texts: Sequence[str],
    answer: str | None,
    lists: tuple[Language | None, str | None, str | None],
    *,
    show: int | None,
    json: bool,
) -> int:
    """The words of each row, or the answers that fit."""
    share = _share(texts)
    language, answers, allowed = lists
    words = chosen_words(language, checked_length(share.length), answers, allowed, quiet=json)
    shown = (None if json else _SHOWN) if show is None else show or None
    report = _report_of_answers(words, share, shown) if answer is None else _report(words, share, answer, shown)
    if json:
        print_json(report)
    else:
        _show(report, share)
    return YES if report.possible else NO


def _share(texts: Sequence[str]) -> Share:
    """A share text, typed or in a file; or rows of colours as they are typed elsewhere, such as bybbg."""
    text = gathered(texts)
    if len(texts) == 1 and not is_share(text[:LONGEST_TEXT]) and _as_tiles(text) is None:
        text = decoded(read_input(text))
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle(f"there are {len(text):,} characters in it", expected="a share text")
    return read_share(_as_tiles(text) or text)


def _as_tiles(text: str) -> str | None:
    """Rows of colours as rows of tiles; None when it is no such thing."""
    tokens = text[:LONGEST_TEXT].split()
    if not tokens or len(tokens[0]) < SHORTEST:  # "-" is standard input
        return None
    try:
        codes = [COLOURS.read(token, len(tokens[0])) for token in tokens]
    except Invalid:
        return None
    return "\n".join(rows_of_tiles(codes, len(tokens[0])))


def _report(words: Words, share: Share, answer: str, shown: int | None) -> DecodeReport:
    try:
        secret = checked_word(answer, share.length)
    except Invalid as error:
        raise error.at("--answer") from None
    if words.row_of(secret) is None:
        complain(f"{secret.upper()} is not in {words.name}; it is taken as it is")
        words = with_answer(words, secret)
    made = words_of_rows(words, share, secret)
    rows = tuple(
        DecodedRow(
            row=number,
            marks=COLOURS.write(code, share.length),
            count=len(found),
            words=tuple(words.words(found[:shown])),
            truncated=shown is not None and len(found) > shown,
        )
        for number, (code, found) in enumerate(zip(share.rows, made, strict=True), 1)
    )
    problem = _problem(rows, words, share, secret)
    return DecodeReport(
        answer=secret, hard=share.hard, words=words.name, possible=problem is None, problem=problem, rows=rows
    )


def _problem(rows: Sequence[DecodedRow], words: Words, share: Share, secret: str) -> str | None:
    """What is wrong with the first row that nothing makes."""
    row = next((row for row in rows if not row.count), None)
    if row is None:
        return None
    this = f"row {row.row}, {rows_of_tiles([share.rows[row.row - 1]], share.length)[0]}"
    if not len(words_of_rows(words, replace(share, hard=False), secret)[row.row - 1]):
        return f"{this}: no allowed word gets this from {secret.upper()}"
    if green_row_that_breaks(share) == row.row:
        return f"{this}: it loses a green of the row before, which hard mode forbids"
    return f"{this}: no allowed word gets this from {secret.upper()} and uses all that was shown, as in hard mode"


def _report_of_answers(words: Words, share: Share, shown: int | None) -> DecodeReport:
    found = possible_answers(words, share)
    return DecodeReport(
        answer=None,
        hard=share.hard,
        words=words.name,
        possible=bool(len(found)),
        problem=None if len(found) else "no word can be the answer: for each, some row cannot be made",
        answers=tuple(words.words(found[:shown])),
        count=len(found),
    )


def _show(report: DecodeReport, share: Share) -> None:
    from rich.table import Table

    if report.answer is None:
        rest = " ..." if (report.count or 0) > len(report.answers) else ""
        if report.possible:
            are = "1 word" if report.count == 1 else f"{report.count:,} words"
            say(f"{are} can be the answer: {' '.join(report.answers).upper()}{rest}")
    else:
        table = Table(box=None, pad_edge=False)
        for heading in ("", "row", "words", ""):
            table.add_column(heading, justify="right" if heading == "words" else "left", overflow="fold")
        tiles = rows_of_tiles(share.rows, share.length)
        for row, drawn in zip(report.rows, tiles, strict=True):
            some = " ".join(row.words).upper() + (" ..." if row.truncated else "")
            table.add_row(f"{row.row}.", drawn, f"{row.count:,}", some, style=None if row.count else "red")
        console().print(table)
    if report.problem is not None:
        say(f"\n{report.problem}" if report.rows else report.problem, "red")
