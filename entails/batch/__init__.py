"""Batches: one query about every puzzle of large files, on the cores of one machine or on a Dask cluster.

`run` runs a batch; `inputs` reads rows, `answer` answers a part of them, `tables` writes it, `manifest` records the
finished parts, and `pools` provides processes and clusters.
"""
