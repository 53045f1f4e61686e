"""The command line: commands built from the queries, and further commands of single puzzle types."""
