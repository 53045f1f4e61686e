"""DIMACS: the text form of a CNF that every SAT solver reads, and the answers they write. Files are read, and unpacked,
by `entails.data.files`.

write.py     Cnf -> `p cnf` or `p gcnf`, streamed; comment lines that carry names, groups and the subject of the file;
             names and groups for a file that comes without them
read.py      any `p cnf` or `p gcnf` -> Cnf
answer.py    `s` and `v` lines, minisat's result file, and the steps of DRUP and DRAT proofs
"""
