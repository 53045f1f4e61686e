"""Entry point of `entails` and of `python -m entails`."""

import gc
import os

_OBJECTS_BEFORE_COLLECTION = 100_000
"""Most objects of a short command belong to loaded modules. Searching them for garbage takes a tenth of its time."""


def main() -> None:
    """Set up the process before anything large is imported, then run the command line."""
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # finding them reads the metadata of every package
    from entails.cli.main import main as run

    gc.freeze()
    run()


if __name__ == "__main__":
    main()
