"""What `wordle boards` does: several games with the same guesses."""

from collections.abc import Sequence

from clausal.cli.exit import NO, YES, complain
from clausal.cli.files import read_input
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import console, print_json, say
from clausal.cli.source import gathered
from clausal.cli.wordle_choice import chosen_words
from clausal.data.wordle import Prior
from clausal.models.text import decoded
from clausal.models.wordle.boards import read_boards
from clausal.models.wordle.game_report import BoardReport, BoardsReport
from clausal.solvers.wordle.boards import study_boards

SPARE_GUESSES = 5
"""Such games allow so many guesses more than they have boards."""
_SHOWN_BITS = 8


def show_boards(
    texts: Sequence[str],
    number: int | None,
    feedback: str | None,
    lists: tuple[Language | None, int | None, str | None, str | None],
    *,
    prior: Prior,
    top: int,
    shown: int | None,
    json: bool,
) -> int:
    """What is left on each board, and the next guess."""
    language, length, answers, allowed = lists
    boards = read_boards(_text(texts), feedback, length, number)
    words = chosen_words(language, boards.length, answers, allowed, prior=prior, quiet=json)
    report = study_boards(words, boards, top=top, shown=shown)
    for word in report.unknown:
        complain(f"{word.upper()} is not among the allowed guesses; it is taken as it is")
    if json:
        print_json(report)
    else:
        _show(report)
    return YES if report.consistent else NO


def _text(texts: Sequence[str]) -> str:
    """The guesses: as typed, or out of files."""
    if len(texts) == 1 and not any(mark in texts[0] for mark in ":={["):
        return decoded(read_input(texts[0]))
    return gathered(texts) if texts else ""


def _show(report: BoardsReport) -> None:
    from rich.table import Table

    most = len(report.boards) + SPARE_GUESSES
    say(f"{report.guesses} of {most} guesses, {report.solved} of {len(report.boards)} boards solved", "bold")
    say("")
    table = Table(box=None, pad_edge=False)
    for heading in ("board", "left", "words"):
        table.add_column(heading, justify="left" if heading == "words" else "right", overflow="fold")
    for board in report.boards:
        colour = "red" if not board.count else "green" if board.solved else None
        table.add_row(
            str(board.board), "-" if board.solved and board.count else f"{board.count:,}", _words(board), style=colour
        )
    console().print(table)
    say("")
    if not report.consistent:
        wrong = next(board for board in report.boards if not board.count)
        say(f"board {wrong.board} has no word left: see clausal wordle check {wrong.history}", "red")
    elif report.suggestions:
        _show_suggestions(report)
    else:
        say("all boards are solved", "green")


def _words(board: BoardReport) -> str:
    if board.solved and board.count:
        return f"{board.candidates[0].upper()} solved"
    return " ".join(board.candidates).upper() + (" ..." if board.truncated else "") or "none"


def _show_suggestions(report: BoardsReport) -> None:
    from rich.table import Table

    columns = [board.board for board in report.boards if not board.solved][:_SHOWN_BITS]
    table = Table(box=None, pad_edge=False)
    for heading in ("", "guess", "bits", *(f"#{number}" for number in columns)):
        table.add_column(heading, justify="left" if heading == "guess" else "right")
    for place, found in enumerate(report.suggestions, 1):
        bits = [f"{found.board_bits[number - 1]:.2f}" for number in columns]
        bold = "bold" if place == 1 else None
        table.add_row(f"{place}.", found.word.upper(), f"{found.bits:.3f}", *bits, style=bold)
    console().print(table)
    best = report.suggestions[0]
    sure = [str(number) for number, chance in enumerate(best.chances, 1) if chance == 1]
    if sure:
        which = f"board {sure[0]}" if len(sure) == 1 else f"boards {' and '.join(sure)}"
        say("")
        say(f"{best.word.upper()} is the only word left on {which}.")
