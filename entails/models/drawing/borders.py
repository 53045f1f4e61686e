"""How heavy each border of a drawing is, and the characters for borders that meet."""

from functools import cached_property

from entails.models.drawing.values import Drawing, Edge, Place

BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""The character whose arms up, right, down and left are 0 absent, 1 light or 2 heavy, read as a number in base 3."""
NOTHING, LIGHT, HEAVY = range(3)


def box(up: int, right: int, down: int, left: int) -> str:
    """The character with these arms."""
    return BOX[27 * up + 9 * right + 3 * down + left]


class Borders:
    """Boxes get one light frame each and nothing inside. Regions of other forms, which are harder to see, get heavy
    borders with light ones between their cells; cages, the light borders only where they end."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def wall(self, row: int, gap: int) -> int:
        """The weight of the border before column `gap` in a row."""
        return self._weight(self.edges.get(("down", row, gap)), (row, gap - 1), (row, gap))

    def rule(self, gap: int, column: int) -> int:
        """The weight of the border above row `gap` in a column."""
        return self._weight(self.edges.get(("across", gap, column)), (gap - 1, column), (gap, column))

    def corner(self, row: int, column: int) -> str:
        """The character where four borders meet."""
        up, down = self.wall(row - 1, column), self.wall(row, column)
        left, right = self.rule(row, column - 1), self.rule(row, column)
        return "·" if self.drawing.dots and not up + down + left + right else box(up, right, down, left)

    def walled(self, gap: int) -> bool:
        """Is there anything before column `gap`?"""
        pointed = any(point.column == 2 * gap for point in self.drawing.points)
        return self.drawing.dots or pointed or any(self.wall(row, gap) for row in range(self.drawing.rows))

    def ruled(self, gap: int) -> bool:
        """Is there anything above row `gap`?"""
        pointed = any(point.row == 2 * gap for point in self.drawing.points)
        return self.drawing.dots or pointed or any(self.rule(gap, column) for column in range(self.drawing.columns))

    @cached_property
    def edges(self) -> dict[tuple[str, int, int], Edge]:
        """What is drawn on borders, by the way it runs, row and column."""
        return {(edge.way, edge.row, edge.column): edge for edge in self.drawing.edges}

    def _weight(self, edge: Edge | None, here: Place, there: Place) -> int:
        if edge is not None and edge.line:
            return HEAVY
        if self.drawing.dots or not (self._inside(here) or self._inside(there)):
            return NOTHING
        if self.drawing.between(here, there):
            return HEAVY if self._heavy else LIGHT
        if self.drawing.cages:
            return LIGHT if self._cages.get(here) != self._cages.get(there) else NOTHING
        return LIGHT if self._heavy or self._crowded else NOTHING

    def _inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.drawing.rows and 0 <= place[1] < self.drawing.columns

    @cached_property
    def _cages(self) -> dict[Place, int]:
        return {place: number for number, cage in enumerate(self.drawing.cages) for place in cage.cells}

    @cached_property
    def _crowded(self) -> bool:
        """Would cells be hard to tell apart without lines between them?"""
        signs = any(edge.text for edge in self.drawing.edges)
        return signs or any(cell.shade == "black" and (cell.text or cell.clue) for cell in self.drawing.cells)

    @cached_property
    def _heavy(self) -> bool:
        """Must thick borders differ from thin ones? Not where every thick border goes all the way."""
        drawing = self.drawing
        if not drawing.regions or self._crowded or drawing.cages:
            return bool(drawing.regions)
        rows, columns = range(drawing.rows), range(drawing.columns)
        walls = ({drawing.between((row, gap - 1), (row, gap)) for row in rows} for gap in columns)
        rules = ({drawing.between((gap - 1, column), (gap, column)) for column in columns} for gap in rows)
        return any(len(found) > 1 for found in (*walls, *rules))
