"""The views: what people see of a result, one module per puzzle and `common` for the queries that all puzzles share.

A module has a function for each verb, which takes the query under way (`entails.cli.run.QueryRun`) and prints its
results as it iterates over them; and `WRITTEN`, the sentence about files that were written, by "verb.artefact".
"""
