"""Functions that print results for people: a module per puzzle type, and `common` for the queries of all puzzles.

A module defines a function for each verb, which iterates over a run (`entails.cli.run.QueryRun`) and prints its
results; and `WRITTEN`, the sentences about written files by "verb.artefact".
"""
