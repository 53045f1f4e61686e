"""From a statement to clauses: one small file for each kind of constraint, and the definitions that they share."""

from entails.encoders.clauses.compile import STYLES, Style, compile_cnf
from entails.encoders.clauses.size import MOST, Size

__all__ = ["MOST", "STYLES", "Size", "Style", "compile_cnf"]
