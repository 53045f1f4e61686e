"""A statement for CP-SAT: an integer variable for each variable, one file for each kind of constraint."""
