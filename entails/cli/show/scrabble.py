"""Scrabble's own questions, for people.

A board on the terminal, and where a play lies on it.

Whole games, for people: read, analysed, played by programs.

Plays of a position, for people: all of them, the best, those that lay a whole rack, the rest of the game.

One position or one play, for people.

The study's search square by square, for people.
"""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from entails.cli.files import write_text
from entails.cli.output import columns, draw, folded, print_line, say
from entails.formats.scrabble.gcg import write_gcg
from entails.formats.scrabble.position import draw as drawn
from entails.formats.scrabble.position import draw_markup, record_of, write_cgp, write_json
from entails.models.errors import bracketed
from entails.models.scrabble.board import Placement, square_name, write_place, write_placement
from entails.models.scrabble.rules import ACROSS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from entails.cli.run import QueryRun
    from entails.formats.scrabble.replay import ReplayedEvent
    from entails.models.scrabble.board import Board, Notation
    from entails.models.scrabble.game import Move
    from entails.models.scrabble.layout import Square
    from entails.models.scrabble.position import Position
    from entails.models.scrabble.rules import WordScore
    from entails.models.scrabble.tiles import Rack
    from entails.models.wordle.reports import Spread
    from entails.queries.scrabble.check import PlayJudgement
    from entails.queries.scrabble.mark import MarkedPlay
    from entails.queries.scrabble.plays import PlayReport
    from entails.solvers.scrabble.arrangements import ArrangementSearch, SquareSearch
    from entails.solvers.scrabble.endgame import ValuedMove

__all__ = [
    "analyse",
    "best",
    "bingo",
    "check",
    "endgame",
    "gcg",
    "mark",
    "moves",
    "selfplay",
    "show",
    "squares",
    "tally",
    "tiles",
]


def print_board(board: "Board", notation: "Notation", new: "Sequence[Square]" = ()) -> None:
    """A picture in colours on a terminal, plain rows elsewhere."""
    if sys.stdout.isatty():
        draw(draw_markup(board, notation, new))
    else:
        print_line(drawn(board, notation))


def rows_of_tiles(tiles: "Rack") -> list[str]:
    """Tiles in rows of equal letters, none too long for a terminal."""
    rows: list[str] = []
    for group in (bracketed(symbol) * count for symbol, count in tiles.kinds()):
        if rows and len(rows[-1]) + len(group) < 40:
            rows[-1] += f" {group}"
        else:
            rows.append(group)
    return rows


def place_of(placement: "Placement", notation: "Notation") -> str:
    """Where a play begins, and which way it goes."""
    return write_place(placement.row, placement.column, placement.across, notation)


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


def gcg(asked: "QueryRun") -> None:
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


def analyse(asked: "QueryRun") -> None:
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


def selfplay(asked: "QueryRun") -> None:
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


def moves(asked: "QueryRun") -> None:
    if not asked.is_one:
        for found in asked:
            print_line("  ".join([asked.kind.format(found.puzzle), *_row(found.value, found.puzzle.notation)]))
        return
    shown = list(asked)
    assert asked.last is not None  # the whole list
    plays = asked.last.value
    total, wanted = len(plays.placements), len(plays)
    if not shown:
        say("there is no such play" if total else "no play is possible", "red")
        return
    heading = "one play" if total == 1 else f"{total:,} plays"
    say(heading if wanted == total else f"{wanted:,} of {heading}", "bold")
    _show_plays([found.value for found in shown], plays.position.notation)
    if len(shown) < wanted:
        say(f"{wanted - len(shown):,} more (--all shows them)", "dim")


def _show_plays(plays: "Iterable[PlayReport]", notation: "Notation") -> None:
    rows = [_row(play, notation) for play in plays]
    heading = ["", "score", "", "left", "worth"]
    if rows:
        columns([heading, *rows] if len(rows[0]) == len(heading) else rows, 1)


def _row(play: "PlayReport", notation: "Notation") -> list[str]:
    row = [place_of(play.placement, notation).ljust(4), str(play.score), play.placement.bracketed]
    return row if play.leave is None else [*row, str(play.leave) or "-", f"{play.equity:.1f}"]


def best(asked: "QueryRun") -> None:
    nothing = True
    for found in asked:
        nothing, position, play = False, found.puzzle, found.value
        print_board(position.board.with_placement(play.placement), position.notation, play.placement.laid_squares)
        worth = "" if play.leave is None else f", worth {play.equity:.1f} with {str(play.leave) or 'nothing'} left"
        place = place_of(play.placement, position.notation)
        say(f"{place} {play.placement.bracketed}: {play.score} points{worth}", "green")
    if nothing:
        say("no play is possible", "red")


def bingo(asked: "QueryRun") -> None:
    for found in asked:
        count, needed, shown = found.report.count, found.report.tiles, asked.ask.show
        if not count:
            say(f"no: no play lays {needed} tiles", "red")
            continue
        ways = "one play lays" if count == 1 else f"{count:,} plays lay"
        say(f"yes: {ways} {needed} tiles{'' if shown else ' (--show tells which)'}", "green")
        _show_plays(found.value if shown else (), found.puzzle.notation)


def endgame(asked: "QueryRun") -> None:
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


def _valued(valued: "ValuedMove", notation: "Notation") -> tuple[str, ...]:
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


_TALLY = "{:>6}  {:>10}  {:>5}  {:>9}"


def check(asked: "QueryRun") -> None:
    for found in asked:
        _show_judgement(found.value)


def _show_judgement(judged: "PlayJudgement") -> None:
    play, sheet = judged.placement, judged.sheet
    verdict = "legal" if judged.legal else "not legal"
    points = "" if sheet is None else f", {sheet.total} points" if judged.legal else f" (it would score {sheet.total})"
    place = place_of(play, judged.position.notation)
    say(f"{place} {play.word}: {verdict}{points}", "green" if judged.legal else "red")
    for reason in judged.reasons:
        print_line(f"  - {reason}")
    if sheet is None:
        return
    rows = [(word.word, _sum_of(word)) for word in sheet.words]
    if sheet.bonus:
        rows.append(("bonus", f"{play.used.total} tiles = {sheet.bonus}"))
    if len(rows) > 1:
        rows.append(("total", str(sheet.total)))
    columns([(f"  {name}", added) for name, added in rows])


def _sum_of(word: "WordScore") -> str:
    """As people add it up: (3 + 1x2 + 1) x 3 = 18."""
    added = " + ".join(f"{value}x{premium}" if premium > 1 else f"{value}" for _, value, premium in word.letters)
    return f"({added}) x {word.multiplier} = {word.points}" if word.multiplier > 1 else f"{added} = {word.points}"


def show(asked: "QueryRun") -> None:
    for found in asked:
        position, form = found.value, asked.ask.form
        if form in ("cgp", "json"):
            print_line((write_cgp if form == "cgp" else write_json)(record_of(position)))
        elif form == "drawn":
            print_line(drawn(position.board, position.notation))
        else:
            print_board(position.board, position.notation)
            if position.rack.total:
                print_line(f"rack {position.rack}")
            if any(position.scores):
                print_line(f"scores {' : '.join(map(str, position.scores))}, the player to move first")


def tiles(asked: "QueryRun") -> None:
    for found in asked:
        report, tile_set = found.report, found.puzzle.tile_set
        say(f"{report.count} unseen of {tile_set.total} ({tile_set.name})", "bold")
        for line in rows_of_tiles(found.value):
            print_line(f"  {line}")
        blanks = f"{report.blanks} blank{'s' if report.blanks != 1 else ''}"
        print_line(f"{report.vowels} vowels, {report.consonants} consonants, {blanks}, {report.points} points")


def mark(asked: "QueryRun") -> None:
    for found in asked:
        if hasattr(found.value, "sheet"):
            _show_judgement(found.value)
        elif found.value is not None:
            _show_mark(found.value, found.puzzle.notation)


def _show_mark(mark: "MarkedPlay", notation: "Notation") -> None:
    say(f"{place_of(mark.placement, notation)} {mark.placement.bracketed}: {mark.score} points", "bold")
    shared = f", shared with {mark.equal:,} other{'s' if mark.equal > 1 else ''}" if mark.equal else ""
    say(f"number {mark.better + 1:,} of {mark.placements:,}{shared}", "" if mark.better else "green")
    say(f"the best scores {mark.best}, {mark.best - mark.score} more" if mark.better else "no play scores more")
    if mark.ways > 1:
        say(f"this word can be played in {mark.ways:,} ways; this one scores most", "dim")


def tally(asked: "QueryRun") -> None:
    positions = placements = 0
    say(_TALLY.format("line", "placements", "best", "sum"), "bold")
    for found in asked:
        counted = found.value
        positions, placements = positions + 1, placements + counted.placements
        print_line(_TALLY.format(found.report.line, f"{counted.placements:,}", counted.best, f"{counted.sum:,}"))
    say(f"{placements:,} placements of {positions:,} positions", "dim")


_WAYS = ("0 none", "1 down", "2 across")
_MOST_PLAYS = 10
_ACROSS, _DOWN, _BOTH, _FREE = "-", "|", "+", "."


def squares(asked: "QueryRun") -> None:
    rows = [(found.puzzle, _square(found.value, found.puzzle)) for found in asked]
    if not asked.is_one:
        for position, row in rows:
            print_line("  ".join([asked.kind.format(position), *row]))
        return
    assert asked.last is not None  # the whole search
    (position, first), search = rows[0], asked.last.value
    pictures = draw_markup(position.board, position.notation).splitlines(), _map(position.board, search)
    draw("\n".join(f"{left}   {right}" for left, right in zip(*pictures, strict=True)))
    legend = f"({_ACROSS} across, {_DOWN} down)"
    say(f"right: the direction of each tile, and where a word through it may lie {legend}", "dim")
    say("")
    heading = ["square", "tile", "where", "around", "direction", "before", "after", "arrangements", "plays"]
    columns([heading[: len(first)], *(row for _, row in rows)])
    if not position.rack.total:
        return
    say("")
    if search.length is None:
        say("no word of 5, 4 or 6 letters can be played", "red")
        return
    plays = sorted((play for one in search.squares for play in one.plays), key=lambda play: -play.score)
    say(f"{len(plays)} plays of {search.length} letters, the first length that has any; the best:", "green")
    best = plays[:_MOST_PLAYS]
    columns([(write_placement(play, position.notation), play.word, str(points)) for play, points in best], 2)


def _square(searched: "SquareSearch", position: "Position") -> list[str]:
    square = searched.square
    name, around = square_name(square.row, square.column, position.notation), "".join(map(str, square.around))
    direction, reach = _WAYS[square.direction], (str(square.before), str(square.after))
    row = [name, square.letter or "start", square.kind, around, direction, *reach]
    return [*row, f"{searched.arranged:,}", str(len(searched.plays))] if position.rack.total else row


def _map(board: "Board", search: "ArrangementSearch") -> list[str]:
    """The board as the strategy sees it: directions for tiles, and the squares of the cylinders."""
    marks: dict[Square, str] = {}
    squares = [searched.square for searched in search.squares]
    for square in squares:
        for step in range(-square.before, square.after + 1):
            across = square.direction == ACROSS
            place = (square.row, square.column + step) if across else (square.row + step, square.column)
            mark = _ACROSS if across else _DOWN
            marks[place] = mark if marks.get(place, mark) == mark else _BOTH
    marks |= {(square.row, square.column): str(square.direction) for square in squares}
    wide, high = range(board.layout.columns), range(board.layout.rows)
    return ["", *(" ".join(marks.get((row, column), _FREE) for column in wide) for row in high)]


WRITTEN = {
    "selfplay.plot": ("plot in {files}", ""),
    "analyse.plot": ("plot in {files}", ""),
    "analyse.page": ("page in {files}", ""),
}
