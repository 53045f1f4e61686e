"""The analysis of a game as one HTML page to keep: no scripts, nothing loaded from anywhere.

The pictures of the page of an analysed game: the lead as SVG, the last board as a table.

A game that was analysed, drawn: the lead of the first player, and what each move lost.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Protocol

from entails.models.errors import bracketed
from entails.models.scrabble.board import Board, Notation, square_name
from entails.solvers.scrabble.analysis import GameAnalysis
from entails.studies import common

_WIDTH, _HEIGHT, _EDGE = 720, 240, 40
_TURNS_APART = 5


def lead_plot(game: GameAnalysis) -> str:
    """The lead of the first player, event by event, with the turning point marked."""
    leads = [0, *leads_of(game)]
    most = max(50, *map(abs, leads))
    across = (_WIDTH - 2 * _EDGE) / max(len(leads) - 1, 1)
    middle = _HEIGHT / 2
    places = [(_EDGE + turn * across, middle - lead / most * (middle - 25)) for turn, lead in enumerate(leads)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    first = escape(game.replay.game.players[0].nick)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" font-size="12" fill="#555" '
        f'aria-label="the lead of {first}, by turn">'
        + "".join(_level(lead, middle - lead / most * (middle - 25)) for lead in (most, 0, -most))
        + "".join(
            f'<text x="{_EDGE + turn * across:.1f}" y="{_HEIGHT - 4}" text-anchor="middle">{turn}</text>'
            for turn in range(0, len(leads), _TURNS_APART)
        )
        + f'<text x="{_EDGE + 4}" y="14">{first} ahead by</text>'
        + f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/>'
        + "".join(_mark(*places[place]) for place in _page_turning(game))
        + "</svg>"
    )


def _level(lead: int, y: float) -> str:
    colour, name = ("e4e4e4", f"{lead:+d}") if lead else ("bbb", "0")
    return (
        f'<line x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#{colour}"/>'
        f'<text x="{_EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{name}</text>'
    )


def _page_turning(game: GameAnalysis) -> Iterator[int]:
    """Where the event of the turning point stands."""
    for place, one in enumerate(game.replay.events, 1):
        if game.turning is not None and one.event is game.turning.event:
            yield place


def _mark(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#a02020"><title>the turning point</title></circle>'


def leads_of(game: GameAnalysis) -> list[int]:
    """By how much the first player is ahead after each event."""
    first = game.replay.game.players[0].nick
    totals: dict[str, int] = {}
    leads = []
    for one in game.replay.events:
        totals[one.event.nick] = one.event.total
        others = [points for nick, points in totals.items() if nick != first]
        leads.append(totals.get(first, 0) - max(others, default=0))
    return leads


def board_table(board: Board, notation: Notation) -> str:
    """The board with the names of its rows and columns, and its premium squares."""
    layout = board.layout
    columns = "".join(f"<th>{_without(column, 0, notation)}</th>" for column in range(layout.columns))
    rows = [f"<tr><th></th>{columns}</tr>"]
    for number, row in enumerate(board.rows):
        cells = "".join(_square(board, number, column, tile) for column, tile in enumerate(row))
        rows.append(f"<tr><th>{_without(number, 1, notation)}</th>{cells}</tr>")
    return f'<table class="board">{"".join(rows)}</table>'


def _without(number: int, down: int, notation: Notation) -> str:
    """The name of a row or column, out of that of a square: letters are columns, but rows in France."""
    name = square_name(number if down else 0, 0 if down else number, notation)
    letters = bool(down) == (notation == "french")
    return "".join(symbol for symbol in name if symbol.isalpha() == letters)


def _square(board: Board, row: int, column: int, tile: str) -> str:
    letter, word = int(board.layout.letter[row, column]), int(board.layout.word[row, column])
    premium = f"w{word}" if word > 1 else f"l{letter}" if letter > 1 else ""
    if board.letters[row, column] < 0:
        return f'<td class="{premium}"></td>' if premium else "<td></td>"
    shown = escape(bracketed(tile).strip("[]").upper())
    return f'<td class="tile{" blank" if board.blanks[row, column] else ""}">{shown}</td>'


_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .2rem .6rem; text-align: left; vertical-align: top; }
tr:nth-child(even) { background: #f5f3ee; } .number { text-align: right; } .bad { color: #a02020; font-weight: 600; }
.why { color: #555; }
td { white-space: nowrap; } .why { white-space: normal; }
summary { cursor: pointer; color: #2b6cb0; } details table { margin: .3rem 0; font-size: 13px; }
.board th { font-weight: 400; color: #777; padding: 0 .3rem; text-align: center; }
.board td { width: 1.7rem; height: 1.7rem; padding: 0; text-align: center; border: 1px solid #ddd; background: #fff; }
.board .l2 { background: #d6e8f5; } .board .l3, .board .l4 { background: #8fbbdd; }
.board .w2 { background: #f8d9d6; } .board .w3, .board .w4 { background: #e59a92; }
.board .tile { background: #f0d9a0; font-weight: 600; } .board .blank { color: #a02020; font-style: italic; }
"""


class CandidateTold(Protocol):
    """What the page shows of a move that could have been made."""

    @property
    def move(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def leave(self) -> str: ...
    @property
    def equity(self) -> float: ...
    @property
    def simulated(self) -> float | None: ...
    @property
    def win(self) -> float | None: ...
    @property
    def win_low(self) -> float | None: ...
    @property
    def win_high(self) -> float | None: ...
    @property
    def exact(self) -> int | None: ...


class MoveTold(Protocol):
    """What the page shows of a turn: fields of its report."""

    @property
    def turn(self) -> int: ...
    @property
    def player(self) -> str: ...
    @property
    def rack(self) -> str: ...
    @property
    def played(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def best(self) -> str | None: ...
    @property
    def lost(self) -> float | None: ...
    @property
    def why(self) -> str: ...
    @property
    def made(self) -> CandidateTold: ...
    @property
    def candidates(self) -> Sequence[CandidateTold]: ...
    @property
    def missed_bingo(self) -> str | None: ...
    @property
    def phonies(self) -> tuple[str, ...]: ...
    @property
    def withdrawn(self) -> bool: ...


class PlayerTold(Protocol):
    """And of a player."""

    @property
    def player(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def lost(self) -> float: ...
    @property
    def missed_bingos(self) -> int: ...
    @property
    def phonies(self) -> int: ...


class PageData(Protocol):
    """The report, as far as the page shows it."""

    @property
    def lexicon(self) -> str: ...
    @property
    def moves(self) -> Sequence[MoveTold]: ...
    @property
    def players(self) -> Sequence[PlayerTold]: ...


def page(game: GameAnalysis, report: PageData, notation: Notation = "gcg") -> str:
    """The whole page."""
    title = game.replay.game.title or " against ".join(player.nick for player in game.replay.game.players)
    body = [f"<h1>{escape(title)}</h1>", *_players(report), lead_plot(game), *_turning(game, report), *_table(report)]
    body.append(board_table(game.replay.board, notation))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _players(report: PageData) -> Iterator[str]:
    yield "<table><tr><th>player</th><th>score</th><th>points lost</th><th>bingos missed</th><th>phonies</th></tr>"
    for one in report.players:
        cells = (escape(one.player), one.total, f"{one.lost:.1f}", one.missed_bingos, one.phonies)
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield f"</table><p>Words of {escape(report.lexicon)}.</p>"


def _turning(game: GameAnalysis, report: PageData) -> Iterator[str]:
    turning = game.turning
    if turning is not None:
        told = next(one for one in report.moves if one.turn == turning.turn)
        yield f"<p>The turning point: turn {told.turn}, {escape(told.player)}. {escape(told.why)}.</p>"


def _table(report: PageData) -> Iterator[str]:
    heading = ("turn", "player", "rack", "played", "score", "lost", "best", "")
    yield "<table><tr>" + "".join(f"<th>{name}</th>" for name in heading) + "</tr>"
    for one in report.moves:
        lost = "?" if one.lost is None else f"{one.lost:.1f}" if one.lost else ""
        best = one.best if one.lost else ""
        remarks = [one.why] if one.why else []
        if one.missed_bingo and one.lost:
            remarks.append(f"missed bingo: {one.missed_bingo}")
        if one.phonies:
            remarks.append(
                f"not in the lexicon: {', '.join(one.phonies)} ({'challenged' if one.withdrawn else 'stayed'})"
            )
        style = ' class="number bad"' if one.lost and one.lost >= 10 else ' class="number"'
        cells = (one.turn, escape(one.player), escape(one.rack), escape(one.played), one.score)
        yield (
            "<tr>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + f"<td{style}>{lost}</td><td>{escape(best or '')}</td>"
            f'<td class="why">{escape("; ".join(remarks))}{_candidates(one)}</td></tr>'
        )
    yield "</table>"


def _candidates(one: MoveTold) -> str:
    """The moves that were compared, folded away."""
    if len(one.candidates) < 2:
        return ""
    heading = ("", "score", "keeps", "score and leave", "worth", "wins")
    rows = ["".join(f"<th>{name}</th>" for name in heading)]
    for move in one.candidates:
        worth = (
            f"{move.exact:+d}" if move.exact is not None else "" if move.simulated is None else f"{move.simulated:.1f}"
        )
        name = f"<b>{escape(move.move)}</b>" if move.move == one.made.move else escape(move.move)
        cells = (name, move.score, escape(move.leave) or "nothing", f"{move.equity:.1f}", worth, _chance(move))
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    return (
        "<details><summary>compared</summary><table>"
        + "".join(f"<tr>{row}</tr>" for row in rows)
        + "</table></details>"
    )


def _chance(move: CandidateTold) -> str:
    if move.win is None or move.win_low is None or move.win_high is None:
        return ""
    return f"{100 * move.win:.0f} % ({100 * move.win_low:.0f} to {100 * move.win_high:.0f})"


def drawn(game: GameAnalysis, kind: str) -> bytes:
    """The picture as a file of this kind."""
    figure = common.sheet(8, 6)
    lead, lost = figure.subplots(2, 1)
    leads = [0, *leads_of(game)]
    lead.plot(range(len(leads)), leads, color="C0")
    lead.axhline(0, color="0.7", linewidth=0.8)
    lead.set_title(f"{game.replay.game.players[0].nick} ahead by", fontsize="medium", loc="left")
    for number, player in enumerate(game.replay.game.players):
        moves = [move for move in game.of(player.nick) if move.lost is not None]
        turns = [move.turn for move in moves]
        lost.bar(turns, [move.lost for move in moves], color=f"C{number}", label=player.nick)
    lost.set_title("points lost", fontsize="medium", loc="left")
    lost.set_xlabel("turn")
    if game.moves:
        lost.legend(fontsize="small")
    for axis in (lead, lost):
        axis.grid(alpha=0.25)
    return common.drawn(figure, kind)
