"""Write the re-exports of the package, for type checkers, into entails/__init__.py, from entails/listing.py.

python scripts/exports.py          write them
python scripts/exports.py --check  check whether they are up to date
"""

import sys
from itertools import groupby
from pathlib import Path

from entails.listing import exports

TARGET = Path(__file__).parents[1] / "entails" / "__init__.py"
_BEGIN, _END = "    # written by scripts/exports.py\n", "    # end\n"


def block() -> str:
    """Return the imports as `name as name`, which marks them as re-exported."""
    by_module = sorted((module, name) for name, module in exports().items())
    lines = []
    for module, pairs in groupby(by_module, key=lambda pair: pair[0]):
        names = [name for _, name in pairs]
        lines += [f"    from {module} import {name} as {name}\n" for name in names]
    return "".join(lines)


def written() -> str:
    """Return the whole file with the generated block."""
    head, _, rest = TARGET.read_text("utf-8").partition(_BEGIN)
    return f"{head}{_BEGIN}{block()}{_END}{rest.partition(_END)[2]}"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text("utf-8") != written())
    TARGET.write_text(written(), "utf-8")
