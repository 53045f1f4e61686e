"""The HTTP service: the commands as requests, long work as jobs, and the web interface.

    entails serve

The event loop only passes text on. Parsing and solving happen in worker processes (`workers`), which are killed and
replaced if they exceed a limit. The name, request and report of every call are defined in `calls`.
"""
