"""How people state a problem in Python: `Builder`, on which `clausal.Problem` stands, and what an answer looks like."""

from clausal.models.building.answer import Answer
from clausal.models.building.arrays import Array, Grid
from clausal.models.building.builder import Builder
from clausal.models.building.model import Board, Model
from clausal.models.building.rules import Rule

__all__ = ["Answer", "Array", "Board", "Builder", "Grid", "Model", "Rule"]
