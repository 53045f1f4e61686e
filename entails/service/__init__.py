"""The HTTP service: the verbs of the command line as calls, long work as jobs, and a page for people.

    entails serve

The event loop only ever passes texts on: parsing and solving happen in worker processes that are ended and replaced
when they take too long or too much (`pool`). What a verb is called, takes and answers is listed once, in `calls`.
"""
