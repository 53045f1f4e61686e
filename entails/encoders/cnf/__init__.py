"""From a statement to clauses: one small file for each kind of constraint, and the definitions that they share."""
