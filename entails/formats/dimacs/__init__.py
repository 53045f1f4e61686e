"""DIMACS, the text format of CNF that SAT solvers read, and their output. Files are unpacked by `entails.data.files`.

write.py     write `p cnf` or `p gcnf` in pieces; comment lines with names, groups and the subject of the file
read.py      read any `p cnf` or `p gcnf`
answer.py    read `s` and `v` lines, minisat's result file, and DRUP and DRAT proofs
"""
