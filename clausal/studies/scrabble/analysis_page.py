"""The analysis of a game as one HTML page to keep: no scripts, nothing loaded from anywhere."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Protocol

from clausal.models.scrabble.board import Board
from clausal.solvers.scrabble.analysed import GameAnalysis

_WIDTH, _HEIGHT, _EDGE = 720, 220, 30
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .2rem .6rem; text-align: left; vertical-align: top; }
tr:nth-child(even) { background: #f5f3ee; } .number { text-align: right; } .bad { color: #a02020; font-weight: 600; }
.why { color: #555; }
.board td { width: 1.6rem; height: 1.6rem; padding: 0; text-align: center; border: 1px solid #ddd; }
.board .tile { background: #f0d9a0; font-weight: 600; } .board .blank { color: #888; }
"""


class MoveTold(Protocol):
    """What the page shows of a move: fields of its report."""

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


class Told(Protocol):
    """The report, as far as the page shows it."""

    @property
    def lexicon(self) -> str: ...
    @property
    def moves(self) -> Sequence[MoveTold]: ...
    @property
    def players(self) -> Sequence[PlayerTold]: ...


def page(game: GameAnalysis, report: Told) -> str:
    """The whole page."""
    title = game.replay.game.title or " against ".join(player.nick for player in game.replay.game.players)
    body = [f"<h1>{escape(title)}</h1>", *_players(report), _plot(game), *_turning(game, report), *_table(report)]
    body.append(_board(game.replay.board))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _players(report: Told) -> Iterator[str]:
    yield "<table><tr><th>player</th><th>score</th><th>points lost</th><th>bingos missed</th><th>phonies</th></tr>"
    for one in report.players:
        cells = (escape(one.player), one.total, f"{one.lost:.1f}", one.missed_bingos, one.phonies)
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield f"</table><p>Words of {escape(report.lexicon)}.</p>"


def _turning(game: GameAnalysis, report: Told) -> Iterator[str]:
    turning = game.turning
    if turning is not None:
        told = next(one for one in report.moves if one.turn == turning.turn)
        yield f"<p>The turning point: turn {told.turn}, {escape(told.player)}. {escape(told.why)}.</p>"


def _table(report: Told) -> Iterator[str]:
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
            f'<td class="why">{escape("; ".join(remarks))}</td></tr>'
        )
    yield "</table>"


def _plot(game: GameAnalysis) -> str:
    """The lead of the first player, turn by turn, as SVG."""
    leads = [0, *leads_of(game)]
    most = max(50, *map(abs, leads))
    across = (_WIDTH - 2 * _EDGE) / max(len(leads) - 1, 1)
    middle = _HEIGHT / 2
    places = [(_EDGE + turn * across, middle - lead / most * (middle - 15)) for turn, lead in enumerate(leads)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    first = escape(game.replay.game.players[0].nick)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" aria-label="the lead of {first}, by turn">'
        f'<line x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{middle}" y2="{middle}" stroke="#bbb"/>'
        f'<text x="2" y="14" font-size="12">{first} +{most}</text>'
        f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/></svg>'
    )


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


def _board(board: Board) -> str:
    rows = []
    for row in board.rows:
        cells = "".join(
            f'<td class="tile{" blank" if tile.islower() else ""}">{tile.upper()}</td>'
            if tile.isalpha()
            else "<td></td>"
            for tile in row
        )
        rows.append(f"<tr>{cells}</tr>")
    return f'<table class="board">{"".join(rows)}</table>'
