"""DIMACS: the text form of a CNF that every SAT solver reads, and the answers they write. Files are read, and unpacked,
by `entails.data.files`.

write.py     Cnf -> `p cnf` or `p gcnf`, streamed
read.py      any `p cnf` or `p gcnf` -> Cnf
comments.py  the comment lines that carry names, groups and what the file is about
foreign.py   names and groups for a file that comes without them
answer.py    `s` and `v` lines, and minisat's result file
proof.py     the steps of DRUP and DRAT proofs
"""

from entails.models.dimacs.answer import Answer, read_answer
from entails.models.dimacs.comments import about_field
from entails.models.dimacs.proof import proof_steps, proof_text, read_proof
from entails.models.dimacs.read import read_dimacs
from entails.models.dimacs.write import write_dimacs, write_gcnf

__all__ = [
    "Answer",
    "about_field",
    "proof_steps",
    "proof_text",
    "read_answer",
    "read_dimacs",
    "read_proof",
    "write_dimacs",
    "write_gcnf",
]
