"""The command line: generic verbs made from the catalogue, and one file per puzzle for its own."""
