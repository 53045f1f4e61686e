"""The analysis of a game as a self-contained HTML page (no external files) and as a plot.

A short script of the page steps through the game: buttons, the arrow keys, or a row of the table. Without scripts, the
page shows the final board.
"""

import json
from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor
from typing import Protocol

from entails.models.errors import bracketed
from entails.models.scrabble.board import Board, Notation, square_name
from entails.solvers.scrabble.analysis import GameAnalysis
from entails.studies import common

_WIDTH, _HEIGHT, _EDGE = 720, 240, 40
_TURNS_APART = 5


def lead_plot(game: GameAnalysis) -> str:
    """Return the lead of the first player by event as SVG, with the turning point marked."""
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
        + f'<text x="{_EDGE + 4}" y="14">lead of {first}</text>'
        + f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/>'
        + "".join(_mark(*places[place]) for place in _turning_places(game))
        + "</svg>"
    )


def _level(lead: int, y: float) -> str:
    colour, name = ("e4e4e4", f"{lead:+d}") if lead else ("bbb", "0")
    return (
        f'<line x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#{colour}"/>'
        f'<text x="{_EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{name}</text>'
    )


def _turning_places(game: GameAnalysis) -> Iterator[int]:
    """Yield the index of the turning point among the events, if there is one."""
    for place, replayed in enumerate(game.replay.events, 1):
        if game.turning is not None and replayed.event is game.turning.event:
            yield place


def _mark(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#a02020"><title>turning point</title></circle>'


def leads_of(game: GameAnalysis) -> list[int]:
    """Return the lead of the first player after each event of the game."""
    first = game.replay.game.players[0].nick
    totals: dict[str, int] = {}
    leads = []
    for replayed in game.replay.events:
        totals[replayed.event.nick] = replayed.event.total
        others = [points for nick, points in totals.items() if nick != first]
        leads.append(totals.get(first, 0) - max(others, default=0))
    return leads


def board_table(board: Board, notation: Notation) -> str:
    """Return the board as an HTML table with row and column names and premium squares."""
    layout = board.layout
    columns = "".join(f"<th>{_line_name(column, 0, notation)}</th>" for column in range(layout.columns))
    rows = [f"<tr><th></th>{columns}</tr>"]
    for number, row in enumerate(board.rows):
        cells = "".join(_square(board, number, column, tile) for column, tile in enumerate(row))
        rows.append(f"<tr><th>{_line_name(number, 1, notation)}</th>{cells}</tr>")
    return f'<table class="board">{"".join(rows)}</table>'


def _line_name(number: int, down: int, notation: Notation) -> str:
    """Return the name of a row or column, which is part of the names of its squares."""
    name = square_name(number if down else 0, 0 if down else number, notation)
    letters = bool(down) == (notation == "french")
    return "".join(symbol for symbol in name if symbol.isalpha() == letters)


def _square(board: Board, row: int, column: int, tile: str) -> str:
    premium = _premium(board, row, column)
    if board.letters[row, column] < 0:
        return f'<td class="{premium}"></td>' if premium else "<td></td>"
    return f'<td class="tile{" blank" if board.blanks[row, column] else ""}">{escape(_face(tile))}</td>'


def _premium(board: Board, row: int, column: int) -> str:
    """Return the CSS class of a premium square, or an empty text for other squares."""
    letter, word = int(board.layout.letter[row, column]), int(board.layout.word[row, column])
    return f"w{word}" if word > 1 else f"l{letter}" if letter > 1 else ""


def _face(tile: str) -> str:
    return bracketed(tile).strip("[]").upper()


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
.board .new { background: #ffc95c; } .steps button { font: inherit; padding: .2rem .8rem; }
tr[data-step] { cursor: pointer; } tr.now { outline: 2px solid #2b6cb0; }
"""

_SCRIPT = """
(() => {
  const { premiums, steps } = JSON.parse(document.getElementById("steps").textContent);
  const cells = [...document.querySelectorAll(".board td")], about = document.getElementById("about");
  const rows = [...document.querySelectorAll("tr[data-step]")];
  let at = steps.length - 1;
  const show = (step) => {
    at = Math.max(0, Math.min(steps.length - 1, step));
    const before = new Set(at ? steps[at - 1].tiles.map(([square]) => square) : []);
    cells.forEach((cell, square) => { cell.className = premiums[square]; cell.textContent = ""; });
    for (const [square, face, blank] of steps[at].tiles) {
      cells[square].className = `tile${blank ? " blank" : ""}${before.has(square) ? "" : " new"}`;
      cells[square].textContent = face;
    }
    about.textContent = `${at} / ${steps.length - 1}: ${steps[at].text}`;
    rows.forEach((row) => row.classList.toggle("now", Number(row.dataset.step) === at));
  };
  const go = { first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => steps.length - 1 };
  for (const [name, target] of Object.entries(go)) document.getElementById(name).onclick = () => show(target());
  const keys = { Home: go.first, ArrowLeft: go.previous, ArrowRight: go.next, End: go.last };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(keys[event.key]());
  });
  rows.forEach((row) => {
    row.onclick = (event) => event.target.closest("details") || show(Number(row.dataset.step));
  });
  document.querySelector(".steps").hidden = false;
  show(at);
})();
"""


class CandidateView(Protocol):
    """The fields of a candidate move that the HTML page shows."""

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
    def win_proven(self) -> bool: ...
    @property
    def exact(self) -> int | None: ...


class MoveView(Protocol):
    """The fields of a turn that the HTML page shows."""

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
    def within_chance(self) -> bool: ...
    @property
    def why(self) -> str: ...
    @property
    def made(self) -> CandidateView: ...
    @property
    def candidates(self) -> Sequence[CandidateView]: ...
    @property
    def missed_bingo(self) -> str | None: ...
    @property
    def phonies(self) -> tuple[str, ...]: ...
    @property
    def withdrawn(self) -> bool: ...


class PlayerView(Protocol):
    """The fields of a player that the HTML page shows."""

    @property
    def player(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def lost(self) -> float: ...
    @property
    def lost_within_chance(self) -> float: ...
    @property
    def missed_bingos(self) -> int: ...
    @property
    def phonies(self) -> int: ...


class PageData(Protocol):
    """The fields of an analysed game that the HTML page shows."""

    @property
    def lexicon(self) -> str: ...
    @property
    def moves(self) -> Sequence[MoveView]: ...
    @property
    def players(self) -> Sequence[PlayerView]: ...


def page(game: GameAnalysis, report: PageData, notation: Notation = "gcg") -> str:
    """Return the analysis of a game as an HTML page."""
    title = game.replay.game.title or " against ".join(player.nick for player in game.replay.game.players)
    body = [f"<h1>{escape(title)}</h1>", *_players(report), lead_plot(game), *_turning(game, report)]
    body += [*_stepper(game, report, notation), *_table(game, report)]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + f"\n<script>{_SCRIPT}</script>\n</body></html>\n"
    )


def _players(report: PageData) -> Iterator[str]:
    heads = ("player", "score", "points lost", "within chance (~)", "missed bingos", "phonies")
    yield "<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for player in report.players:
        lost = f"{player.lost:.1f}", f"{player.lost_within_chance:.1f}"
        cells = (escape(player.player), player.total, *lost, player.missed_bingos, player.phonies)
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield f"</table><p>Lexicon: {escape(report.lexicon)}.</p>"


def _turning(game: GameAnalysis, report: PageData) -> Iterator[str]:
    turning = game.turning
    if turning is not None:
        move = next(candidate for candidate in report.moves if candidate.turn == turning.turn)
        yield f"<p>Turning point: turn {move.turn}, {escape(move.player)}. {escape(move.why)}.</p>"


def _stepper(game: GameAnalysis, report: PageData, notation: Notation) -> Iterator[str]:
    """Yield the HTML of the final board and the controls, and the boards after each event as data for the script."""
    board = game.replay.board
    rows, columns = board.layout.rows, board.layout.columns
    empty = Board.empty(board.layout, board.alphabet)
    texts = ["start of the game", *_texts(game, report)]
    boards = [empty, *(replayed.board for replayed in game.replay.events)]
    data = {
        "premiums": [_premium(board, row, column) for row in range(rows) for column in range(columns)],
        "steps": [{"text": text, "tiles": [*_tiles(after)]} for text, after in zip(texts, boards, strict=True)],
    }
    yield '<p class="steps" hidden>'
    for name, label in (("first", "|◀"), ("previous", "◀ previous"), ("next", "next ▶"), ("last", "▶|")):
        yield f'<button type="button" id="{name}">{label}</button>'
    yield '<span id="about" role="status"></span></p>'
    yield board_table(board, notation)
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    yield f'<script type="application/json" id="steps">{content}</script>'


def _tiles(board: Board) -> Iterator[tuple[int, str, int]]:
    """Yield for each square with a tile its number, its letter, and whether the tile is a blank."""
    for row, tiles in enumerate(board.rows):
        for column, tile in enumerate(tiles):
            if board.letters[row, column] >= 0:
                yield row * board.layout.columns + column, _face(tile), int(board.blanks[row, column])


def _texts(game: GameAnalysis, report: PageData) -> Iterator[str]:
    """Yield a line for each event of the game."""
    analysed = {id(move.event): view for move, view in zip(game.moves, report.moves, strict=True)}
    for replayed in game.replay.events:
        event, view = replayed.event, analysed.get(id(replayed.event))
        if view is None:
            what = f"{event.place} {event.word}".strip() or event.kind
            yield f"{event.nick}: {what} {event.score:+d} ({event.total})"
            continue
        better = ""
        if view.lost:
            better = f"; {view.best} is {'perhaps ' * view.within_chance}{view.lost:.1f} better"
        rack = view.rack or "an unknown rack"
        yield f"{view.player} with {rack}: {view.played} {event.score:+d} ({event.total}){better}"


def _table(game: GameAnalysis, report: PageData) -> Iterator[str]:
    steps = {id(replayed.event): number for number, replayed in enumerate(game.replay.events, 1)}
    heading = ("turn", "player", "rack", "played", "score", "lost", "best", "")
    yield "<table><tr>" + "".join(f"<th>{name}</th>" for name in heading) + "</tr>"
    for analysed, move in zip(game.moves, report.moves, strict=True):
        lost = "?" if move.lost is None else f"{'~' * move.within_chance}{move.lost:.1f}" if move.lost else ""
        best = move.best if move.lost else ""
        remarks = [move.why] if move.why else []
        if move.missed_bingo and move.lost:
            remarks.append(f"missed bingo: {move.missed_bingo}")
        if move.phonies:
            remarks.append(
                f"not in the lexicon: {', '.join(move.phonies)} ({'challenged' if move.withdrawn else 'stayed'})"
            )
        style = ' class="number bad"' if move.lost and move.lost >= 10 else ' class="number"'
        cells = (move.turn, escape(move.player), escape(move.rack), escape(move.played), move.score)
        yield (
            f'<tr data-step="{steps[id(analysed.event)]}">'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + f"<td{style}>{lost}</td><td>{escape(best or '')}</td>"
            f'<td class="why">{escape("; ".join(remarks))}{_candidates(move)}</td></tr>'
        )
    yield "</table>"


def _candidates(move: MoveView) -> str:
    """Return the candidate moves of a turn as a collapsed HTML table."""
    if len(move.candidates) < 2:
        return ""
    heading = ("", "score", "leave", "equity", "value", "wins")
    rows = ["".join(f"<th>{name}</th>" for name in heading)]
    for candidate in move.candidates:
        value = (
            f"{candidate.exact:+d}"
            if candidate.exact is not None
            else ""
            if candidate.simulated is None
            else f"{candidate.simulated:.1f}"
        )
        name = f"<b>{escape(candidate.move)}</b>" if candidate.move == move.made.move else escape(candidate.move)
        cells = (
            name,
            candidate.score,
            escape(candidate.leave) or "empty",
            f"{candidate.equity:.1f}",
            value,
            _chance(candidate),
        )
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    return (
        "<details><summary>comparison</summary><table>"
        + "".join(f"<tr>{row}</tr>" for row in rows)
        + "</table></details>"
    )


def _chance(move: CandidateView) -> str:
    if move.win is None or move.win_low is None or move.win_high is None:
        return ""
    bounds = f"{floor(100 * move.win_low)} to {ceil(100 * move.win_high)}"
    if move.win_proven:
        return f"{100 * move.win_low:.0f} %" if move.win_low == move.win_high else f"{bounds} %"
    return f"~{100 * move.win:.0f} % ({bounds})"


def drawn(game: GameAnalysis, kind: str) -> bytes:
    """Draw the lead of the first player and the points lost; return the file in this format."""
    figure = common.sheet(8, 6)
    lead, lost = figure.subplots(2, 1)
    leads = [0, *leads_of(game)]
    lead.plot(range(len(leads)), leads, color="C0")
    lead.axhline(0, color="0.7", linewidth=0.8)
    lead.set_title(f"lead of {game.replay.game.players[0].nick}", fontsize="medium", loc="left")
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
