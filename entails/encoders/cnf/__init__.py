"""Compiler from statements to CNF.

The names of its styles and of the forms of at-most-one are here, so that encoders are listed without the compiler.
"""

from typing import Literal

Style = Literal["complete", "minimal", "pruned", "listed"]
STYLES: tuple[Style, ...] = ("pruned", "complete", "minimal")
"""Styles that every puzzle type offers; `listed` serves to reproduce a study."""
FORMS = ("pairwise", "sequential", "ladder", "bitwise", "product", "commander")
"""Forms of at-most-one constraints."""
