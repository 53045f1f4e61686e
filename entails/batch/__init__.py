"""Any question about one puzzle, asked of millions: files in, files out, on the cores of this machine or a cluster.

`run` has the whole; `inputs` reads rows, `answer` answers a part of them, `tables` writes it, `manifest` says which
parts are done, and `pools` has the processes and clusters that do the work.
"""
