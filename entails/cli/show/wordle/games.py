"""Whole games, for people: looked at afterwards, several boards at once, shared grids read backwards."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from entails.cli.exit import remark
from entails.cli.output import console, draw, folded, print_line, say
from entails.cli.wordle_sentences import said
from entails.models.wordle.boards import SPARE_GUESSES
from entails.models.wordle.share import rows_of_tiles
from entails.models.wordle.spoken import spoken

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.wordle.game_report import AnalyseReport, BoardReport, BoardsReport, TurnAnalysis
    from entails.questions.wordle.analyse import Analysis
    from entails.solvers.wordle.refusals import Speech

_GUESS_COLUMNS = (1, 5)
_SHOWN_BITS = 8
_SHOWN_WORDS = 8


def analyse(asked: "Asked") -> None:
    for found in asked:
        speech = _speech(found.value, asked)
        if asked.is_one:
            _show_analysis(found.value, asked, speech)
        else:
            print_line(f"{found.report.puzzle}  {_skill(found.report, speech)}")


def _speech(found: "Analysis", asked: "Asked") -> "Speech":
    """The language that was asked for, else that of the words."""
    lexicon = found.game.lexicon
    asked_for: Speech | None = asked.ask.language
    return asked_for or ("fr" if lexicon is not None and lexicon.language == "fr" else "en")


def _show_analysis(found: "Analysis", asked: "Asked", speech: "Speech") -> None:
    report = found.report
    if not report.turns:
        say(said("no guess", speech))
        return
    draw(asked.kind.draw(found.game, None))
    say("")
    _turns_table(report.turns, speech)
    say("")
    for turn in report.turns:
        if not turn.allowed:
            remark(said("not here", speech, word=turn.word.upper()))
    for line in folded(_skill(report, speech), 2):
        say(line, "bold" if report.consistent else "red")


def _turns_table(turns: "Sequence[TurnAnalysis]", speech: "Speech") -> None:
    """Guesses to the end after each guess and after the best one, then what the feedback told in bits; the verdicts
    in sentences below."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(["", *said("analysed", speech).split("|")]):
        table.add_column(heading, justify="left" if place in _GUESS_COLUMNS else "right")
    for number, turn in enumerate(turns, 1):
        table.add_row(
            f"{number}.",
            turn.guess.upper(),
            _whole(turn.before, speech),
            _whole(turn.after, speech),
            _number(turn.expected, speech),
            said("as good as any", speech) if turn.skill == 100 else turn.best.upper(),
            _number(turn.best_expected, speech),
            f"{turn.skill}",
            _number(turn.bits_won, speech),
            _number(turn.bits, speech),
            _signed(turn.luck_turns, speech),
        )
    console().print(table)
    say("")
    for number, turn in enumerate(turns, 1):
        for line in folded(f"{number}. {turn.verdict}", 3):
            say(line)


def _number(value: float | None, speech: "Speech") -> str:
    return "-" if value is None else spoken(value, speech)


def _signed(value: float | None, speech: "Speech") -> str:
    """With its sign; nothing is +0."""
    if value is None:
        return "-"
    rounded = round(value, 2) + 0.0
    return ("+" if rounded >= 0 else "") + spoken(rounded, speech)


def _whole(value: int, speech: "Speech") -> str:
    return f"{value:,}" if speech == "en" else f"{value:,}".replace(",", "\u202f")


def _skill(report: "AnalyseReport", speech: "Speech") -> str:
    """The game in a sentence."""
    if report.problem is not None:
        return report.problem
    number = len(report.turns)
    guesses = said("one guess", speech) if number == 1 else said("guesses", speech, count=number)
    if report.solved:
        end = said("game found", speech, word=(report.secret or "").upper(), guesses=guesses)
    elif report.turns:
        left = report.turns[-1].after
        end = said("game nearly" if left == 1 else "game open", speech, left=_whole(left, speech), guesses=guesses)
    else:
        return said("no guess at all", speech)
    skill = [] if report.skill is None else [said("game skill", speech, skill=report.skill)]
    skill += [] if report.lost is None else [said("game lost", speech, lost=_number(report.lost, speech))]
    luck = [] if report.luck_turns is None else [said("game luck", speech, luck=_signed(report.luck_turns, speech))]
    bits = said("game bits", speech, won=_number(report.bits_won, speech), bits=_number(report.bits, speech))
    return f"{end}{' :' if speech == 'fr' else ':'} {', '.join([*skill, *luck, bits])}"


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
        say(f"board {wrong.board} has no word left: see entails wordle check {wrong.history}", "red")
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
