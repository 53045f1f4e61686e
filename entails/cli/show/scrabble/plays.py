"""Plays of a position, for people: all of them, the best, those that lay a whole rack, the rest of the game."""

from typing import TYPE_CHECKING

from entails.cli.output import columns, print_line, say
from entails.cli.show.scrabble.board import place_of, print_board
from entails.models.scrabble.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from entails.cli.answering import Asked
    from entails.models.scrabble.move import Move
    from entails.models.scrabble.notation import Notation
    from entails.questions.scrabble.plays import Play
    from entails.solvers.scrabble.endgame_values import Valued


def moves(asked: "Asked") -> None:
    if not asked.is_one:
        for found in asked:
            print_line("  ".join([asked.kind.write(found.puzzle), *_row(found.value, found.puzzle.notation)]))
        return
    shown = list(asked)
    assert asked.last is not None  # the whole list
    plays = asked.last.value
    total, wanted = len(plays.found), len(plays)
    if not shown:
        say("there is no such play" if total else "no play is possible", "red")
        return
    heading = "one play" if total == 1 else f"{total:,} plays"
    say(heading if wanted == total else f"{wanted:,} of {heading}", "bold")
    _show_plays([found.value for found in shown], plays.position.notation)
    if len(shown) < wanted:
        say(f"{wanted - len(shown):,} more (--all shows them)", "dim")


def _show_plays(plays: "Iterable[Play]", notation: "Notation") -> None:
    rows = [_row(play, notation) for play in plays]
    heading = ["", "score", "", "left", "worth"]
    if rows:
        columns([heading, *rows] if len(rows[0]) == len(heading) else rows, 1)


def _row(play: "Play", notation: "Notation") -> list[str]:
    row = [place_of(play.placement, notation).ljust(4), str(play.score), play.placement.bracketed]
    return row if play.leave is None else [*row, str(play.leave) or "-", f"{play.equity:.1f}"]


def best(asked: "Asked") -> None:
    nothing = True
    for found in asked:
        nothing, position, play = False, found.puzzle, found.value
        print_board(position.board.with_placement(play.placement), position.notation, play.placement.laid_squares)
        worth = "" if play.leave is None else f", worth {play.equity:.1f} with {str(play.leave) or 'nothing'} left"
        place = place_of(play.placement, position.notation)
        say(f"{place} {play.placement.bracketed}: {play.score} points{worth}", "green")
    if nothing:
        say("no play is possible", "red")


def bingo(asked: "Asked") -> None:
    for found in asked:
        count, needed, shown = found.report.count, found.report.tiles, asked.ask.show
        if not count:
            say(f"no: no play lays {needed} tiles", "red")
            continue
        ways = "one play lays" if count == 1 else f"{count:,} plays lay"
        say(f"yes: {ways} {needed} tiles{'' if shown else ' (--show tells which)'}", "green")
        _show_plays(found.value if shown else (), found.puzzle.notation)


def endgame(asked: "Asked") -> None:
    for found in asked:
        solved, notation, report = found.value, found.puzzle.notation, found.report
        say(f"{report.rack} against {report.other}, {_margin(solved.low, solved.high)}", "bold")
        scores = found.puzzle.scores
        if solved.proven and len(scores) > 1:
            end = scores[0] - scores[1] + solved.low
            says = f"ahead by {end}" if end > 0 else f"behind by {-end}" if end < 0 else "a draw"
            print_line(f"the game ends {says} (now {scores[0]} : {scores[1]})")
        rows = [_valued(one, notation) for one in (solved.best, *solved.others)]
        columns([("", "score", "worth", "and then"), *rows], 1)
        if not solved.proven:
            say(f"not proven within the time: a shallow search supposes {solved.estimate:+d} (--seconds)", "dim")


def _valued(valued: "Valued", notation: "Notation") -> tuple[str, ...]:
    def told(move: "Move", score: int) -> str:
        if not isinstance(move, Placement):
            return "pass"
        return f"{place_of(move, notation)} {move.bracketed} {score}"

    first, *later = valued.line
    play = told(first.move, first.score).rsplit(" ", 1)[0] if isinstance(first.move, Placement) else "pass"
    after = ", ".join(told(step.move, step.score) for step in later)
    return play, str(valued.score), _margin(valued.low, valued.high, ""), after or ("the end" if valued.proven else "")


def _margin(low: int | None, high: int | None, what: str = "worth ") -> str:
    """A value between bounds that are proven."""
    if low is None and high is None:
        return "?" if not what else "nothing is proven"
    if low == high:
        return f"{what}{low:+d}"
    if low is None or high is None:
        return f"{what}at most {high:+d}" if low is None else f"{what}at least {low:+d}"
    return f"{what}{low:+d} to {high:+d}"
