"""The pictures of the page of an analysed game: the lead as SVG, the last board as a table."""

from collections.abc import Iterator
from html import escape

from entails.models.brackets import bracketed
from entails.models.scrabble.board import Board
from entails.models.scrabble.notation import Notation, square_name
from entails.solvers.scrabble.analysed import GameAnalysis

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
        + "".join(_mark(*places[place]) for place in _turning(game))
        + "</svg>"
    )


def _level(lead: int, y: float) -> str:
    colour, name = ("e4e4e4", f"{lead:+d}") if lead else ("bbb", "0")
    return (
        f'<line x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#{colour}"/>'
        f'<text x="{_EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{name}</text>'
    )


def _turning(game: GameAnalysis) -> Iterator[int]:
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
