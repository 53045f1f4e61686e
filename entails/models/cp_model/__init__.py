"""Models of OR-Tools CP-SAT, taken in as they are.

value.py        `OrToolsModel`: the model as text, which pickles, and what it holds as plain data
constraints.py  every kind of constraint as a small value
read.py         from a CpModel object, from its proto as text or binary
words.py        a constraint as people would write it: x + 2*y <= 5
"""

from entails.models.cp_model.read import from_object, read_cp_model
from entails.models.cp_model.value import OrToolsModel

__all__ = ["OrToolsModel", "from_object", "read_cp_model"]
