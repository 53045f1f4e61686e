"""Printed results of the Scrabble queries."""

import sys
from collections import Counter
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING

from entails.cli.files import write_text
from entails.cli.output import columns, draw, folded, print_line, say
from entails.formats.scrabble.gcg import write_gcg
from entails.formats.scrabble.position import draw as drawn
from entails.formats.scrabble.position import draw_markup, record_of, write_cgp, write_json
from entails.models.errors import bracketed, quantity
from entails.models.scrabble.board import Placement, square_name, write_place, write_placement
from entails.models.scrabble.rules import ACROSS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from entails.cli.run import QueryRun
    from entails.formats.scrabble.replay import ReplayedEvent
    from entails.models.scrabble.board import Board, Notation, Square
    from entails.models.scrabble.game import Move, ScrabbleStudyFigure, StudyValue
    from entails.models.scrabble.position import Position
    from entails.models.scrabble.rules import WordScore
    from entails.models.scrabble.tiles import Rack
    from entails.models.wordle.reports import Spread
    from entails.queries.scrabble.check import MarkedPlay, PlayJudgement
    from entails.queries.scrabble.endgame import PreEndgamePlayReport
    from entails.queries.scrabble.plays import PlayReport
    from entails.queries.scrabble.simulate import SimulatedMoveReport, SimulationReport
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
    "simulate",
    "squares",
    "study",
    "tally",
    "tiles",
]


def print_board(board: "Board", notation: "Notation", new: "Sequence[Square]" = ()) -> None:
    """Print a coloured board on a terminal, plain rows elsewhere."""
    if sys.stdout.isatty():
        draw(draw_markup(board, notation, new))
    else:
        print_line(drawn(board, notation))


def rows_of_tiles(tiles: "Rack") -> list[str]:
    """Return tiles grouped by letter, in lines that fit the terminal."""
    rows: list[str] = []
    for group in (bracketed(symbol) * count for symbol, count in tiles.kinds()):
        if rows and len(rows[-1]) + len(group) < 40:
            rows[-1] += f" {group}"
        else:
            rows.append(group)
    return rows


def place_of(placement: "Placement", notation: "Notation") -> str:
    """Return the place and direction of a play as text."""
    return write_place(placement.row, placement.column, placement.across, notation)


_EVENTS = {
    "pass": "passes",
    "withdrawn": "withdraws the play",
    "challenge": "wins a challenge",
    "time": "exceeds the time",
    "exchange": "exchanges {tiles}",
    "out": "gains {tiles}",
    "left": "has {tiles} left",
}
_WORST = 5


def gcg(query: "QueryRun") -> None:
    for result in query:
        replayed, report = result.value, result.report
        if query.options.form == "cgp":
            print_line(report.cgp)
            continue
        if query.options.form == "gcg":
            events = tuple(replayed_event.event for replayed_event in replayed.events)
            write_text([write_gcg(replace(replayed.game, events=events, encoding="utf-8", marked=True))], None)
            continue
        rows = [_event(replayed_event, result.puzzle.notation) for replayed_event in replayed.events]
        if rows:
            columns([("line", "player", "rack", "event", "score", "total", ""), *rows], right=4)
        last = replayed.events[-1].placement if replayed.events else None
        print_board(replayed.board, result.puzzle.notation, () if last is None else last.laid_squares)
        for nick, total in report.totals.items():
            computed = report.computed_totals[nick]
            print_line(f"{nick}: {total}{f' ({computed} by the rules)' if computed != total else ''}")
        if report.differences:
            differ = "events differ" if report.differences > 1 else "event differs"
            say(f"{report.differences} {differ} from the rules", "red")
        if report.faults:
            say(f"{report.faults} event{'s' * (report.faults > 1)} with tiles that the player cannot have", "red")
        for sentence in report.impossible_racks:
            say(sentence, "red")
        if rows and not (report.differences or report.faults or report.impossible_racks):
            say("all scores are correct", "green")


def _event(replayed: "ReplayedEvent", notation: "Notation") -> tuple[str, ...]:
    event, play = replayed.event, replayed.placement
    remarks = [f"should be {replayed.score:+d}"] if replayed.difference else []
    if not replayed.sums_up:
        remarks.append("the total does not add up")
    remarks += [reason.text for reason in replayed.reasons]
    details = f"{place_of(play, notation)} {play.word}" if play else _EVENTS[event.kind].format(tiles=event.tiles)
    if event.kind == "challenge" and event.score < 0:
        details = "loses a challenge"
    score = f"{event.score:+d}"
    return str(event.line), event.nick, event.rack, details, score, str(event.total), "; ".join(remarks)


def analyse(query: "QueryRun") -> None:
    for result in query:
        report, rows = result.report, []
        for move in report.moves:
            lost = "?" if move.lost is None else _lost(move.lost, move.within_chance) if move.lost else "-"
            best = (move.best or "") if move.lost else ""
            marks = ["missed bingo"] if move.missed_bingo and move.lost else []
            if move.phonies:
                challenged = ", challenged off" if move.withdrawn else ""
                marks.append(f"not in lexicon {report.lexicon}: {', '.join(move.phonies)}{challenged}")
            rows.append(
                (str(move.turn), move.player, move.rack, move.played, str(move.score), lost, best, "; ".join(marks))
            )
        if rows:
            columns([("turn", "player", "rack", "played", "score", "lost", "best", ""), *rows])
        say("")
        for player in report.players:
            more = [f"{player.lost_within_chance:.1f} within chance (~)"] if player.lost_within_chance else []
            more += [f"{player.missed_bingos} with a missed bingo"] if player.missed_bingos else []
            more += [f"{player.phonies} with invalid words"] if player.phonies else []
            moves = f"{player.judged} move{'s' * (player.judged != 1)}"
            summary = ", ".join([f"{player.lost:.1f} points lost in {moves}", *more])
            say(f"{player.player}: {summary}", "bold")
        for move in sorted(report.moves, key=lambda move: -(move.lost or 0.0))[:_WORST]:
            if move.why:
                for line in folded(f"turn {move.turn}, {move.player}: {move.why}", 0):
                    print_line(line)
        if report.turning_point is not None:
            say(f"turning point: turn {report.turning_point}", "yellow")


def _lost(points: float, within_chance: bool) -> str:
    """Return the points that a move lost, with ~ if they are fewer than their margin of error."""
    return f"{'~' * within_chance}{points:.1f}"


def selfplay(query: "QueryRun") -> None:
    for result in query:
        report = result.report
        players = report.players
        say(f"{report.games:,} games, {report.lexicon}, {report.tiles} tiles, seed {report.seed}", "bold")
        measures = [
            ("score", [_mean(player.score) for player in players]),
            ("points per turn", [_mean(player.turn, 2) for player in players]),
            ("turns", [_mean(player.turns, 2) for player in players]),
            ("bingos", [_mean(player.bingos, 2) for player in players]),
            ("exchanges", [_mean(player.exchanges, 2) for player in players]),
            ("games won, %", [_mean(player.wins, 1, 100) for player in players]),
            ("lead", [_mean(player.ahead) for player in players]),
            ("best score", [f"{player.best_score}" for player in players]),
            ("best play", [f"{player.best_play}" for player in players]),
        ]
        columns([["", *(player.player for player in players)], *([name, *cells] for name, cells in measures)])
        first, turns = _mean(report.first_wins, 1, 100), _mean(report.turns)
        print_line(f"first player wins {first} %; {turns} turns per game; ± is the 95 % confidence interval")


def _mean(spread: "Spread", places: int = 1, scale: float = 1.0) -> str:
    half = scale * (spread.high - spread.low) / 2
    return f"{scale * spread.mean:.{places}f} ± {half:.{places}f}"


def moves(query: "QueryRun") -> None:
    if not query.is_one:
        for result in query:
            print_line(
                "  ".join([query.puzzle_type.format(result.puzzle), *_row(result.value, result.puzzle.notation)])
            )
        return
    shown = list(query)
    assert query.last is not None  # the whole list
    plays = query.last.value
    total, wanted = len(plays.placements), len(plays)
    if not shown:
        say("no matching play" if total else "no play is possible", "red")
        return
    heading = "one play" if total == 1 else f"{total:,} plays"
    say(heading if wanted == total else f"{wanted:,} of {heading}", "bold")
    _show_plays([result.value for result in shown], plays.position.notation)
    if len(shown) < wanted:
        say(f"{wanted - len(shown):,} more (--all lists them)", "dim")


def _show_plays(plays: "Iterable[PlayReport]", notation: "Notation") -> None:
    rows = [_row(play, notation) for play in plays]
    heading = ["", "score", "", "leave", "equity"]
    if rows:
        columns([heading, *rows] if len(rows[0]) == len(heading) else rows, 1)


def _row(play: "PlayReport", notation: "Notation") -> list[str]:
    row = [place_of(play.placement, notation).ljust(4), str(play.score), play.placement.bracketed]
    return row if play.leave is None else [*row, str(play.leave) or "-", f"{play.equity:.1f}"]


def best(query: "QueryRun") -> None:
    nothing = True
    for result in query:
        nothing, position, play = False, result.puzzle, result.value
        print_board(position.board.with_placement(play.placement), position.notation, play.placement.laid_squares)
        equity = "" if play.leave is None else f", equity {play.equity:.1f} with leave {str(play.leave) or 'empty'}"
        place = place_of(play.placement, position.notation)
        say(f"{place} {play.placement.bracketed}: {play.score} points{equity}", "green")
    if nothing:
        say("no play is possible", "red")


def bingo(query: "QueryRun") -> None:
    for result in query:
        count, needed, shown = result.report.count, result.report.tiles, query.options.show
        if not count:
            say(f"no: no play lays {needed} tiles", "red")
            continue
        plays = "one play lays" if count == 1 else f"{count:,} plays lay"
        say(f"yes: {plays} {needed} tiles{'' if shown else ' (--show lists them)'}", "green")
        _show_plays(result.value if shown else (), result.puzzle.notation)


def endgame(query: "QueryRun") -> None:
    for result in query:
        solved, notation, report = result.value, result.puzzle.notation, result.report
        say(f"{report.rack} against {report.other}, {_margin(solved.low, solved.high)}", "bold")
        scores = result.puzzle.scores
        if solved.proven and len(scores) > 1:
            end = scores[0] - scores[1] + solved.low
            outcome = f"ahead by {end}" if end > 0 else f"behind by {-end}" if end < 0 else "a draw"
            print_line(f"the game ends {outcome} (now {scores[0]} : {scores[1]})")
        others = sorted(
            solved.others, key=lambda valued: float("-inf") if valued.low is None else valued.low, reverse=True
        )
        rows = [_valued(valued, notation) for valued in (solved.best, *others)]
        columns([("", "score", "value", "continuation"), *rows], 1)
        if not solved.proven:
            say(f"not proven within the time limit (--seconds); estimate {solved.estimate:+d}", "dim")


def pre_endgame(query: "QueryRun") -> None:
    for result in query:
        report = result.report
        tiles = "1 tile" if report.bag == 1 else f"{report.bag} tiles"
        lead = f"lead {report.lead:+d}" if result.puzzle.scores else "lead 0 assumed (the position has no scores)"
        say(f"{report.rack}, {lead}, {tiles} of {report.unseen} in the bag", "bold")
        columns([("", "score", "wins", "spread", "bags"), *map(_pre_endgame_row, report.plays)], 1)
        if report.proven:
            say(f"{report.best} is proven: no move has a higher winning probability", "green")
        else:
            bounds = _bounds(report.win_low, report.win_high, 3, " and ")
            bounds = f"is {bounds}" if report.win_low == report.win_high else f"lies between {bounds}"
            named = bool(query.options.moves)
            which = "of the named moves, " if named else "not proven within the limit; "
            say(f"{which}the best winning probability {bounds}", "yellow")
        if report.unvalued:
            say(f"{report.unvalued:,} moves were not searched (they leave tiles in the bag, or score less)", "dim")


def _pre_endgame_row(play: "PreEndgamePlayReport") -> tuple[str, ...]:
    """Return the table row of a move: bounds of its winning probability, and the bags after which it does not win."""
    wins = _bounds(play.win_low, play.win_high, 3)
    kept = [("loses to", play.losses), ("ties with", play.ties), ("undecided", play.undecided)]
    bags = "; ".join(f"{text} {', '.join(tiles[:8])}{' ...' * (len(tiles) > 8)}" for text, tiles in kept if tiles)
    move = "pass" if play.move == "-" else play.move
    if not bags and not play.exact:
        bags = "not the same for all draws"
    return move, str(play.score), wins, "" if play.spread is None else f"{play.spread:+.1f}", bags


_TINY = 1e-6


def _bounds(low: float, high: float, digits: int, between: str = " to ") -> str:
    """Return an interval as text, rounded outwards so that it contains the bounds; equal bounds are one number."""
    if low == high:
        return f"{low:.{digits}f}"
    unit = 10**digits
    return f"{floor(low * unit + _TINY) / unit:.{digits}f}{between}{ceil(high * unit - _TINY) / unit:.{digits}f}"


def simulate(query: "QueryRun") -> None:
    for result in query:
        report = result.report
        say(f"{report.rack}, {_racks_tried(report)}", "bold")
        columns([("", "score", "leave", "value", "behind", "wins"), *map(_simulated_row, report.moves)], 1)
        if report.inference is not None:
            tried, fitting = report.inference.drawn, report.inference.accepted
            say(
                f"the opponent's rack is inferred from {report.inference.play}: {fitting:,} of {tried:,} racks fit it",
                "dim",
            )
        if report.order == "win":
            say("ordered by winning probability; bounds without ~ are proven", "dim")
        if report.clear:
            proven = " (proven)" if report.judge == "endgame" else ""
            say(f"{report.best} is ahead{proven}", "green")
        else:
            say("no move is clearly ahead (more --racks or --seconds may decide)", "yellow")


def _racks_tried(report: "SimulationReport") -> str:
    """Return a sentence about the racks of the opponent in a simulation."""
    if report.judge == "endgame":
        return f"empty bag: exact values against {report.opponent}"
    racks = f"every rack ({report.racks:,})" if report.every_rack else f"{report.racks:,} racks"
    known = f" with {report.opponent}" if report.opponent else ""
    turns = "to the end of the game" if report.every_rack else f"{report.plies} turn{'s' * (report.plies > 1)}"
    return f"{racks} of the opponent{known}, {turns}, {report.bag} tile{'s' * (report.bag != 1)} in the bag"


def _simulated_row(move: "SimulatedMoveReport") -> tuple[str, ...]:
    """Return the table row of a move: value, difference to the best move and winning probability, with intervals."""
    behind = "" if not move.behind else f"{move.behind:.1f} ± {move.behind_error:.1f}"
    value = "?"
    if move.value is not None and move.racks:
        value = f"{move.value:.1f} ± {(move.high or 0.0) - move.value:.1f}"
    elif move.low is not None or move.high is not None:
        low, high = (None if bound is None else round(bound) for bound in (move.low, move.high))
        value = _margin(low, high, "")
    wins = ""
    if move.win_low is not None and move.win_high is not None:
        bounds = _bounds(100 * move.win_low, 100 * move.win_high, 1)
        wins = f"{'' if move.win_proven else '~'}{bounds} %"
    name = "pass" if move.move == "-" else move.move
    return name, str(move.score), move.leave or "-", value, behind, wins


def _valued(valued: "ValuedMove", notation: "Notation") -> tuple[str, ...]:
    def write(move: "Move", score: int) -> str:
        if not isinstance(move, Placement):
            return "pass"
        return f"{place_of(move, notation)} {move.bracketed} {score}"

    first, *later = valued.line
    play = write(first.move, first.score).rsplit(" ", 1)[0] if isinstance(first.move, Placement) else "pass"
    after = ", ".join(write(step.move, step.score) for step in later)
    return (
        play,
        str(valued.score),
        _margin(valued.low, valued.high, ""),
        after or ("end of game" if valued.proven else ""),
    )


def _margin(low: int | None, high: int | None, prefix: str = "value ") -> str:
    """Return a value with its proven bounds as text."""
    if low is None and high is None:
        return "?" if not prefix else "nothing is proven"
    if low == high:
        return f"{prefix}{low:+d}"
    if low is None or high is None:
        return f"{prefix}at most {high:+d}" if low is None else f"{prefix}at least {low:+d}"
    return f"{prefix}{low:+d} to {high:+d}"


_TALLY = "{:>6}  {:>10}  {:>5}  {:>9}"


def check(query: "QueryRun") -> None:
    for result in query:
        _show_judgement(result.value)


def _show_judgement(judged: "PlayJudgement") -> None:
    play, sheet = judged.placement, judged.sheet
    verdict = "legal" if judged.legal else "illegal"
    points = "" if sheet is None else f", {sheet.total} points" if judged.legal else f" (would score {sheet.total})"
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
    """Return how the score of a word adds up: (3 + 1x2 + 1) x 3 = 18."""
    added = " + ".join(f"{value}x{premium}" if premium > 1 else f"{value}" for _, value, premium in word.letters)
    return f"({added}) x {word.multiplier} = {word.points}" if word.multiplier > 1 else f"{added} = {word.points}"


def show(query: "QueryRun") -> None:
    for result in query:
        position, form = result.value, query.options.form
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


def tiles(query: "QueryRun") -> None:
    for result in query:
        report, tile_set = result.report, result.puzzle.tile_set
        say(f"{report.count} unseen of {tile_set.total} ({tile_set.name})", "bold")
        for line in rows_of_tiles(result.value):
            print_line(f"  {line}")
        blanks = f"{report.blanks} blank{'s' if report.blanks != 1 else ''}"
        print_line(f"{report.vowels} vowels, {report.consonants} consonants, {blanks}, {report.points} points")


def mark(query: "QueryRun") -> None:
    for result in query:
        if hasattr(result.value, "sheet"):
            _show_judgement(result.value)
        elif result.value is not None:
            _show_mark(result.value, result.puzzle.notation)


def _show_mark(mark: "MarkedPlay", notation: "Notation") -> None:
    say(f"{place_of(mark.placement, notation)} {mark.placement.bracketed}: {mark.score} points", "bold")
    tied = f" (tied with {mark.equal:,})" if mark.equal else ""
    say(f"rank {mark.better + 1:,} of {mark.placements:,}{tied}", "" if mark.better else "green")
    say(f"the best play scores {mark.best}, {mark.best - mark.score} more" if mark.better else "no play scores more")
    if mark.ways > 1:
        say(f"the word has {mark.ways:,} plays; this one scores most", "dim")


def tally(query: "QueryRun") -> None:
    positions = placements = 0
    say(_TALLY.format("line", "plays", "best", "sum"), "bold")
    for result in query:
        counted = result.value
        positions, placements = positions + 1, placements + counted.placements
        print_line(_TALLY.format(result.report.line, f"{counted.placements:,}", counted.best, f"{counted.sum:,}"))
    say(f"{placements:,} plays in {positions:,} position{'s' * (positions != 1)}", "dim")


_DIRECTIONS = ("0 none", "1 down", "2 across")
_MOST_PLAYS = 10
_ACROSS, _DOWN, _BOTH, _FREE = "-", "|", "+", "."


def squares(query: "QueryRun") -> None:
    rows = [(result.puzzle, _square(result.value, result.puzzle)) for result in query]
    if not query.is_one:
        for position, row in rows:
            print_line("  ".join([query.puzzle_type.format(position), *row]))
        return
    assert query.last is not None  # the whole search
    (position, first), search = rows[0], query.last.value
    pictures = draw_markup(position.board, position.notation).splitlines(), _map(position.board, search)
    draw("\n".join(f"{left}   {right}" for left, right in zip(*pictures, strict=True)))
    legend = f"({_ACROSS} across, {_DOWN} down)"
    say(f"right: the direction of each tile, and the squares of a word through it {legend}", "dim")
    say("")
    heading = ["square", "tile", "where", "around", "direction", "before", "after", "arrangements", "plays"]
    columns([heading[: len(first)], *(row for _, row in rows)])
    if not position.rack.total:
        return
    say("")
    if search.length is None:
        say("no word of 5, 4 or 6 letters can be played", "red")
        return
    plays = sorted((play for searched in search.squares for play in searched.plays), key=lambda play: -play.score)
    say(f"{quantity(len(plays), 'play')} of {search.length} letters, the first length with a play; the best:", "green")
    best = plays[:_MOST_PLAYS]
    columns([(write_placement(play, position.notation), play.word, str(points)) for play, points in best], 2)


def _square(searched: "SquareSearch", position: "Position") -> list[str]:
    square = searched.square
    name, around = square_name(square.row, square.column, position.notation), "".join(map(str, square.around))
    direction, reach = _DIRECTIONS[square.direction], (str(square.before), str(square.after))
    row = [name, square.letter or "start", square.kind, around, direction, *reach]
    return [*row, f"{searched.arranged:,}", str(len(searched.plays))] if position.rack.total else row


def _map(board: "Board", search: "ArrangementSearch") -> list[str]:
    """Draw the board of `squares`: the directions of tiles, and the squares on which a word may be placed."""
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


def study(query: "QueryRun") -> None:
    for result in query:
        report = result.report
        say(f"{report.authors}, with lexicon {report.lexicon} ({report.words:,} words)", "bold")
        for section in dict.fromkeys(figure.section for figure in report.figures):
            say("")
            say(section, "bold")
            for figure in (figure for figure in report.figures if figure.section == section):
                print_line(f"  {figure.example}")
                columns([(f"    {name.ljust(14)}", text) for name, text in _study_rows(figure)])
        say("")
        statuses = Counter(figure.status for figure in report.figures)
        counts = (f"{status} {count}" for status, count in statuses.most_common())
        say(f"{len(report.figures)} figures: {', '.join(counts)}", "bold")


def _study_rows(figure: "ScrabbleStudyFigure") -> "Iterator[tuple[str, str]]":
    """Yield the rows of a figure: whether it agrees with the study; if not, both values and the reason."""
    if figure.status in ("reproduced", "reconstructed"):
        yield figure.status, _study_value(figure.computed)
        if figure.reason:
            yield "", figure.reason
    else:
        yield figure.status, figure.reason
        for name, value in (("study", figure.printed), ("ours", figure.computed)):
            if value is not None:
                yield name, _study_value(value)
    if figure.status == "reconstructed":
        yield "board", figure.board or ""


def _study_value(value: "StudyValue | None") -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_study_value, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


WRITTEN = {
    "selfplay.plot": ("plot in {files}", ""),
    "analyse.plot": ("plot in {files}", ""),
    "analyse.page": ("page in {files}", ""),
}
