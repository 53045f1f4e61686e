"""Whole games, for people: read, analysed, played by programs."""

from dataclasses import replace
from typing import TYPE_CHECKING

from entails.cli.files import write_text
from entails.cli.output import columns, folded, print_line, say
from entails.cli.show.scrabble.board import place_of, print_board
from entails.models.scrabble.gcg_text import write_gcg

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.scrabble.notation import Notation
    from entails.models.scrabble.replay import ReplayedEvent
    from entails.models.wordle.race_report import Spread

_HAPPENED = {
    "pass": "passes",
    "withdrawn": "takes the play back",
    "challenge": "was challenged in vain",
    "time": "loses time",
    "exchange": "exchanges {tiles}",
    "out": "gains {tiles}",
    "left": "is left with {tiles}",
}
_WORST = 5


def gcg(asked: "Asked") -> None:
    for found in asked:
        replayed, report = found.value, found.report
        if asked.ask.form == "cgp":
            print_line(report.cgp)
            continue
        if asked.ask.form == "gcg":
            events = tuple(one.event for one in replayed.events)
            write_text([write_gcg(replace(replayed.game, events=events, encoding="utf-8", marked=True))], None)
            continue
        rows = [_event(one, found.puzzle.notation) for one in replayed.events]
        if rows:
            columns([("line", "player", "rack", "event", "score", "total", ""), *rows], right=4)
        last = replayed.events[-1].placement if replayed.events else None
        print_board(replayed.board, found.puzzle.notation, () if last is None else last.laid_squares)
        for nick, total in report.totals.items():
            computed = report.computed_totals[nick]
            print_line(f"{nick}: {total}{f' (by the rules {computed})' if computed != total else ''}")
        if report.differences:
            many = "events differ" if report.differences > 1 else "event differs"
            say(f"{report.differences} {many} from the rules", "red")
        if report.faults:
            say(f"{report.faults} event{'s' * (report.faults > 1)} with tiles that are not on the rack", "red")
        if rows and not report.differences and not report.faults:
            say("all scores are right", "green")


def _event(one: "ReplayedEvent", notation: "Notation") -> tuple[str, ...]:
    event, play = one.event, one.placement
    remarks = [f"should be {one.score:+d}"] if one.difference else []
    if not one.sums_up:
        remarks.append("the total does not add up")
    remarks += [reason.text for reason in one.reasons]
    happened = f"{place_of(play, notation)} {play.word}" if play else _HAPPENED[event.kind].format(tiles=event.tiles)
    if event.kind == "challenge" and event.score < 0:
        happened = "challenges in vain"
    score = f"{event.score:+d}"
    return str(event.line), event.nick, event.rack, happened, score, str(event.total), "; ".join(remarks)


def analyse(asked: "Asked") -> None:
    for found in asked:
        report, rows = found.report, []
        for move in report.moves:
            lost = "?" if move.lost is None else f"{move.lost:.1f}" if move.lost else "-"
            best = (move.best or "") if move.lost else ""
            marks = ["bingo missed"] if move.missed_bingo and move.lost else []
            if move.phonies:
                noticed = ", challenged off" if move.withdrawn else ""
                marks.append(f"not a word of {report.lexicon}: {', '.join(move.phonies)}{noticed}")
            rows.append(
                (str(move.turn), move.player, move.rack, move.played, str(move.score), lost, best, "; ".join(marks))
            )
        if rows:
            columns([("turn", "player", "rack", "played", "score", "lost", "best", ""), *rows])
        say("")
        for one in report.players:
            more = [f"{one.missed_bingos} with a bingo missed"] if one.missed_bingos else []
            more += [f"{one.phonies} with words that are none"] if one.phonies else []
            moves = f"{one.judged} move{'s' * (one.judged != 1)}"
            said = ", ".join([f"{one.lost:.1f} points lost in {moves}", *more])
            say(f"{one.player}: {said}", "bold")
        for move in sorted(report.moves, key=lambda move: -(move.lost or 0.0))[:_WORST]:
            if move.why:
                for line in folded(f"turn {move.turn}, {move.player}: {move.why}", 0):
                    print_line(line)
        if report.turning_point is not None:
            say(f"the turning point was turn {report.turning_point}", "yellow")


def selfplay(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        players = report.players
        say(f"{report.games:,} games, {report.lexicon}, {report.tiles} tiles, seed {report.seed}", "bold")
        measures = [
            ("score", [_mean(player.score) for player in players]),
            ("points per turn", [_mean(player.turn, 2) for player in players]),
            ("turns", [_mean(player.turns, 2) for player in players]),
            ("bingos", [_mean(player.bingos, 2) for player in players]),
            ("exchanges", [_mean(player.exchanges, 2) for player in players]),
            ("games won, %", [_mean(player.wins, 1, 100) for player in players]),
            ("ahead by", [_mean(player.ahead) for player in players]),
            ("best score", [f"{player.best_score}" for player in players]),
            ("best play", [f"{player.best_play}" for player in players]),
        ]
        columns([["", *(player.player for player in players)], *([name, *cells] for name, cells in measures)])
        first, turns = _mean(report.first_wins, 1, 100), _mean(report.turns)
        print_line(f"who begins wins {first} %; {turns} turns a game; ± is for 95 % confidence")


def _mean(spread: "Spread", places: int = 1, scale: float = 1.0) -> str:
    half = scale * (spread.high - spread.low) / 2
    return f"{scale * spread.mean:.{places}f} ± {half:.{places}f}"
