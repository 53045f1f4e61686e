"""A drawing is a description: `text` makes it characters for a terminal, `svg` a picture, and the board of the page
draws its JSON."""

from entails.models.drawing.values import Cage, Cell, Choice, Drawing, Edge, Kind, Line, Place, Point, Shade, blocks

__all__ = ["Cage", "Cell", "Choice", "Drawing", "Edge", "Kind", "Line", "Place", "Point", "Shade", "blocks"]
