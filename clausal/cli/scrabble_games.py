"""What `scrabble gcg` does: a game replayed, line by line."""

from dataclasses import replace as changed
from typing import Literal

from clausal.cli.exit import NO, YES
from clausal.cli.files import label, read_input, write_text
from clausal.cli.output import columns, print_json, print_line, say
from clausal.cli.scrabble_referee import laid_squares, print_board
from clausal.data.scrabble.positions import Setting
from clausal.data.scrabble.reading import replay_of_bytes
from clausal.models.errors import Invalid
from clausal.models.scrabble.cgp import write_cgp
from clausal.models.scrabble.gcg import GcgGame
from clausal.models.scrabble.gcg_text import write_gcg
from clausal.models.scrabble.notation import Notation, write_place
from clausal.models.scrabble.replay import Replay, ReplayedEvent
from clausal.models.scrabble.report import GameEventReport, GameReport
from clausal.puzzles.scrabble_reports import reason_reports

_WORDS = {
    "pass": "passes",
    "withdrawn": "takes the play back",
    "challenge": "was challenged in vain",
    "time": "loses time",
}


def show_game(
    file: str,
    said: Setting,
    turn: int | None,
    notation: Notation,
    form: Literal["gcg", "cgp"] | None,
    *,
    json: bool,
) -> int:
    """Replay the game of a file, up to some event when that is asked for."""
    data = read_input(file)
    try:
        replayed = replay_of_bytes(data, said)
    except Invalid as error:
        raise error.at(label(file)) from None
    if turn is not None:
        replayed = changed(replayed, events=replayed.events[:turn])
    if json:
        print_json(_report(replayed, notation))
    elif form == "cgp":
        print_line(write_cgp(replayed.record))
    elif form == "gcg":
        write_text([write_gcg(_as_utf8(replayed))], None)
    else:
        _print(replayed, notation)
    return NO if replayed.differences else YES


def _as_utf8(replayed: Replay) -> GcgGame:
    """The events that were replayed, in the encoding that every terminal and every reader of today knows."""
    events = tuple(one.event for one in replayed.events)
    return changed(replayed.game, events=events, encoding="utf-8", marked=True)


def _print(replayed: Replay, notation: Notation) -> None:
    rows = [_row(event, notation) for event in replayed.events]
    if rows:
        columns([("line", "player", "rack", "event", "score", "total", ""), *rows], right=4)
    last = replayed.events[-1].placement if replayed.events else None
    print_board(replayed.board, notation, laid_squares(last) if last is not None else ())
    written, computed = _totals(replayed)
    for nick, total in written.items():
        by_rules = f" (by the rules {computed[nick]})" if computed[nick] != total else ""
        print_line(f"{nick}: {total}{by_rules}")
    count = len(replayed.differences)
    if count:
        say(f"{count} event{'s differ' if count > 1 else ' differs'} from the rules", "red")
    elif rows:
        say("all scores are right", "green")


def _row(one: ReplayedEvent, notation: Notation) -> tuple[str, ...]:
    event = one.event
    remarks = [f"should be {one.score:+d}"] if one.difference else []
    if not one.sums_up:
        remarks.append("the total does not add up")
    remarks += [reason.text for reason in one.reasons]
    score, total = f"{event.score:+d}", str(event.total)
    return str(event.line), event.nick, event.rack, _happening(one, notation), score, total, "; ".join(remarks)


def _happening(one: ReplayedEvent, notation: Notation) -> str:
    event = one.event
    if one.placement is not None:
        return f"{_place(one, notation)} {one.placement.word}"
    if event.kind == "exchange":
        return f"exchanges {event.tiles}"
    if event.kind in ("out", "left"):
        return f"{'gains' if event.kind == 'out' else 'is left with'} {event.tiles}"
    return _WORDS[event.kind]


def _place(one: ReplayedEvent, notation: Notation) -> str | None:
    placement = one.placement
    return None if placement is None else write_place(placement.row, placement.column, placement.across, notation)


def _totals(replayed: Replay) -> tuple[dict[str, int], dict[str, int]]:
    """The last total of each player, as written and as computed."""
    written = {player.nick: 0 for player in replayed.game.players}
    computed = dict(written)
    for one in replayed.events:
        written[one.event.nick], computed[one.event.nick] = one.event.total, one.total
    return written, computed


def _report(replayed: Replay, notation: Notation) -> GameReport:
    written, computed = _totals(replayed)
    return GameReport(
        players=tuple(written),
        events=tuple(_event_report(one, notation) for one in replayed.events),
        differences=len(replayed.differences),
        totals=written,
        computed_totals=computed,
        cgp=write_cgp(replayed.record),
    )


def _event_report(one: ReplayedEvent, notation: Notation) -> GameEventReport:
    event = one.event
    return GameEventReport(
        line=event.line,
        player=event.nick,
        kind=event.kind,
        rack=event.rack,
        position=_place(one, notation),
        word=None if one.placement is None else one.placement.word,
        tiles=event.tiles if one.placement is None else one.placement.tiles,
        score=event.score,
        computed_score=one.score,
        total=event.total,
        computed_total=one.total,
        sums_up=one.sums_up,
        reasons=reason_reports(one.reasons),
    )
