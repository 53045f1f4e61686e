"""How people state a problem in Python: `Builder`, on which `entails.Problem` stands, and what an answer looks like."""

from entails.models.building.answer import Answer
from entails.models.building.arrays import Array, Grid
from entails.models.building.builder import Builder
from entails.models.building.model import Board, Model
from entails.models.building.rules import Rule

__all__ = ["Answer", "Array", "Board", "Builder", "Grid", "Model", "Rule"]
