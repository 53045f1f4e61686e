"""DIMACS: the text form of a CNF that every SAT solver reads, and the answers they write. Files are read, and unpacked,
by `entails.data.files`.

write.py     Cnf -> `p cnf` or `p gcnf`, streamed
read.py      any `p cnf` or `p gcnf` -> Cnf
comments.py  the comment lines that carry names, groups and what the file is about
foreign.py   names and groups for a file that comes without them
answer.py    `s` and `v` lines, and minisat's result file
proof.py     the steps of DRUP and DRAT proofs
"""
