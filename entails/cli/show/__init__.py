"""Views: results printed for people, in a module per puzzle type and `common` for queries that all puzzles share.

A module defines a function for each verb, which iterates over a run (`entails.cli.run.QueryRun`) and prints its
results; and `WRITTEN`, the sentences about written files by "verb.artefact".
"""
