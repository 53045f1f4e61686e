"""Entry point of the command `entails` and of `python -m entails`.

The process is set up before anything large is imported. Most objects of a short command belong to loaded modules, and
searching them for garbage takes a tenth of its time. NumPy's linear algebra starts no threads, because it is used on
small arrays only and starting them takes 0.02 s.
"""

import gc
import os

gc.set_threshold(100_000)
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # finding them reads the metadata of every package
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from entails.cli.main import main  # noqa: E402

gc.freeze()

__all__ = ["main"]

if __name__ == "__main__":
    main()
