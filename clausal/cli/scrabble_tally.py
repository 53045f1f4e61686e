"""What `scrabble tally` does: many positions, three numbers each."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from clausal.cli.exit import BAD_INPUT, YES, complain, worst
from clausal.cli.files import label, read_input
from clausal.cli.output import print_json, print_line, progress, say
from clausal.data.scrabble.positions import Setting, position_of
from clausal.models.errors import ClausalError, Invalid, InvalidPuzzle
from clausal.models.report import ErrorReport
from clausal.models.scrabble.cgp import read_cgp
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.report import TallyReport
from clausal.models.scrabble.rules import score
from clausal.models.text import decoded
from clausal.solvers.scrabble.generator import Tally, tally

_EXPECTED = "a CGP board, a tab and a rack"
_WIDTHS = "{:>6}  {:>10}  {:>5}  {:>9}"


def tally_file(path: str, said: Setting, engine: Literal["generator", "cpsat"], *, json: bool) -> int:
    """Count each line; a bad line is said and the work goes on."""
    lines = list(_lines(_text(path)))
    if not lines:
        raise InvalidPuzzle("there is no position in it", where=label(path), expected=f"{_EXPECTED} on each line")
    counted = tally if engine == "generator" else _tally_by_constraints
    codes: set[int] = set()
    total = 0
    if not json:
        say(_WIDTHS.format("line", "placements", "best", "sum"), "bold")
    for number, line in progress(lines, len(lines), "counting", many=10):
        try:
            found = counted(_position(line, said))
        except ClausalError as error:
            codes.add(BAD_INPUT)
            _complain(error, label(path), number, json=json)
            continue
        total += found.placements
        codes.add(YES)
        if json:
            print_json(TallyReport(line=number, placements=found.placements, best=found.best, sum=found.sum))
        else:
            print_line(_WIDTHS.format(number, f"{found.placements:,}", found.best, f"{found.sum:,}"))
    if not json:
        say(f"{total:,} placements of {len(lines):,} positions", "dim")
    return worst(codes)


def _text(path: str) -> str:
    try:
        return decoded(read_input(path))
    except Invalid as error:
        raise error if error.where.startswith(label(path)) else error.at(label(path)) from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; # begins a remark."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _position(line: str, said: Setting) -> Position:
    board, tab, rest = line.partition("\t")
    if not tab:
        raise InvalidPuzzle("there is no tab on this line", expected=_EXPECTED)
    rack = Rack.read(rest.partition("\t")[0])
    return position_of(read_cgp(board), replace(said, rack=rack))[0]


def _tally_by_constraints(position: Position) -> Tally:
    """The same three numbers from CP-SAT and the referee."""
    from clausal.questions.solve import solutions

    scores = [
        score(position.board, placement, position.tile_set, position.rules).total
        for placement in solutions(position, engine="cpsat")
    ]
    return Tally(len(scores), max(scores, default=-1), sum(scores))


def _complain(error: ClausalError, name: str, number: int, *, json: bool) -> None:
    if json:
        print_json(ErrorReport(line=number, error=str(error)))
    else:
        complain(f"{name}, line {number}: {error}")
