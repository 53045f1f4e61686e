"""The analysis of a game as one HTML page to keep: no scripts, nothing loaded from anywhere."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Protocol

from entails.models.scrabble.notation import Notation
from entails.solvers.scrabble.analysed import GameAnalysis
from entails.studies.scrabble.analysis_pictures import board_table, lead_plot

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


class Told(Protocol):
    """The report, as far as the page shows it."""

    @property
    def lexicon(self) -> str: ...
    @property
    def moves(self) -> Sequence[MoveTold]: ...
    @property
    def players(self) -> Sequence[PlayerTold]: ...


def page(game: GameAnalysis, report: Told, notation: Notation = "gcg") -> str:
    """The whole page."""
    title = game.replay.game.title or " against ".join(player.nick for player in game.replay.game.players)
    body = [f"<h1>{escape(title)}</h1>", *_players(report), lead_plot(game), *_turning(game, report), *_table(report)]
    body.append(board_table(game.replay.board, notation))
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
