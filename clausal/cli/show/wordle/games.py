"""Whole games, for people: looked at afterwards, several boards at once, shared grids read backwards."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clausal.cli.exit import remark
from clausal.cli.output import console, draw, folded, print_line, say
from clausal.models.wordle.share import rows_of_tiles

if TYPE_CHECKING:
    from clausal.cli.answering import Asked
    from clausal.models.wordle.game_report import AnalyseReport, BoardReport, BoardsReport, TurnAnalysis
    from clausal.questions.wordle.analyse import Analysis

SPARE_GUESSES = 5
"""Games of several boards allow so many guesses more than they have boards."""
_SHOWN_BITS = 8
_SHOWN_WORDS = 8


def analyse(asked: "Asked") -> None:
    for found in asked:
        if asked.is_one:
            _show_analysis(found.value, asked)
        else:
            print_line(f"{found.report.puzzle}  {_skill(found.report)}")


def _show_analysis(found: "Analysis", asked: "Asked") -> None:
    report = found.report
    if not report.turns:
        say("there is no guess to look at")
        return
    draw(asked.kind.draw(found.game, None))
    say("")
    _turns_table(report.turns)
    say("")
    for turn in report.turns:
        if not turn.allowed:
            remark(f"{turn.word.upper()} may not be guessed here; it is taken as it is")
    for line in folded(_skill(report), 2):
        say(line, "bold" if report.consistent else "red")


def _turns_table(turns: "Sequence[TurnAnalysis]") -> None:
    """Guesses to the end after each guess and after the best one, then what the feedback told in bits; the verdicts
    in sentences below."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "guess", "words", "left", "to go", "best guess", "to go", "skill", "bits", "expected", "luck"):
        table.add_column(heading, justify="left" if "guess" in heading else "right")
    for number, turn in enumerate(turns, 1):
        table.add_row(
            f"{number}.",
            turn.guess.upper(),
            f"{turn.before:,}",
            f"{turn.after:,}",
            _to_go(turn.expected),
            "as good" if turn.skill == 100 else turn.best.upper(),
            _to_go(turn.best_expected),
            f"{turn.skill}",
            "-" if turn.bits_won is None else f"{turn.bits_won:.2f}",
            f"{turn.bits:.2f}",
            "-" if turn.luck_turns is None else f"{round(turn.luck_turns, 2) + 0.0:+.2f}",
        )
    console().print(table)
    say("")
    for number, turn in enumerate(turns, 1):
        for line in folded(f"{number}. {turn.verdict}", 3):
            say(line)


def _to_go(expected: float | None) -> str:
    return "-" if expected is None else f"{expected:.2f}"


def _skill(report: "AnalyseReport") -> str:
    """The game in a sentence."""
    if report.problem is not None:
        return report.problem
    guesses = f"{len(report.turns)} guess{'' if len(report.turns) == 1 else 'es'}"
    if report.solved:
        end = f"{(report.secret or '').upper()} found in {guesses}"
    elif report.turns:
        left = report.turns[-1].after
        end = f"{left:,} word{' is' if left == 1 else 's are'} left after {guesses}"
    else:
        return "no guess"
    skill = [] if report.skill is None else [f"skill {report.skill}"]
    skill += [] if report.lost is None else [f"{report.lost:.2f} guesses lost"]
    luck = [] if report.luck_turns is None else [f"luck {round(report.luck_turns, 2) + 0.0:+.2f} guesses"]
    told = f"{report.bits_won:.2f} bits, {report.bits:.2f} expected"
    return f"{end}: {', '.join([*skill, *luck, told])}"


def boards(asked: "Asked") -> None:
    for found in asked:
        _show_boards(found.report)


def _show_boards(report: "BoardsReport") -> None:
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


def _words(board: "BoardReport") -> str:
    if board.solved and board.count:
        return f"{board.candidates[0].upper()} solved"
    return " ".join(board.candidates).upper() + (" ..." if board.truncated else "") or "none"


def _show_suggestions(report: "BoardsReport") -> None:
    from rich.table import Table

    columns = [board.board for board in report.boards if not board.solved][:_SHOWN_BITS]
    table = Table(box=None, pad_edge=False)
    searched = ["to go"] if any(found.expected is not None for found in report.suggestions) else []
    for heading in ("", "guess", *searched, "bits", *(f"#{number}" for number in columns)):
        table.add_column(heading, justify="left" if heading == "guess" else "right")
    for place, found in enumerate(report.suggestions, 1):
        bits = [f"{found.board_bits[number - 1]:.2f}" for number in columns]
        bold = "bold" if place == 1 else None
        to_go = ["-" if found.expected is None else f"{found.expected:.2f}"] if searched else []
        table.add_row(f"{place}.", found.word.upper(), *to_go, f"{found.bits:.3f}", *bits, style=bold)
    console().print(table)
    best = report.suggestions[0]
    sure = [str(number) for number, chance in enumerate(best.chances, 1) if chance == 1]
    if sure:
        which = f"board {sure[0]}" if len(sure) == 1 else f"boards {' and '.join(sure)}"
        say("")
        say(f"{best.word.upper()} is the only word left on {which}.")


def decode(asked: "Asked") -> None:
    from rich.table import Table

    listed = _SHOWN_WORDS if asked.ask.show is None else None
    for found in asked:
        report, share = found.report, found.puzzle.share
        if report.answer is None:
            some = report.answers[:listed]
            rest = " ..." if (report.count or 0) > len(some) else ""
            if report.possible:
                are = "1 word" if report.count == 1 else f"{report.count:,} words"
                say(f"{are} can be the answer: {' '.join(some).upper()}{rest}")
        else:
            table = Table(box=None, pad_edge=False)
            for heading in ("", "row", "words", ""):
                table.add_column(heading, justify="right" if heading == "words" else "left", overflow="fold")
            for row, drawn in zip(report.rows, rows_of_tiles(share.rows, share.length), strict=True):
                words = row.words[:listed]
                told = " ".join(words).upper() + (" ..." if row.count > len(words) else "")
                table.add_row(f"{row.row}.", drawn, f"{row.count:,}", told, style=None if row.count else "red")
            console().print(table)
        if report.problem is not None:
            say(f"\n{report.problem}" if report.rows else report.problem, "red")
