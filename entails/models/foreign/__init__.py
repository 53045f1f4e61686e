"""Models that were written for other programs.

formats.py    which format a content is, told by its first lines
wcnf.py       clauses with weights, for MaxSAT; wcnf_file.py reads and writes them
opb.py        pseudo-Boolean constraints

Models of OR-Tools have a folder of their own: entails/models/cp_model.
"""
