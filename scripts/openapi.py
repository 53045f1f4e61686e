"""Write docs/openapi.json, the description of the service for programs. A test says when it is out of date.

make openapi
"""

import sys
from pathlib import Path

from clausal.service.document import openapi_text

TARGET = Path(__file__).resolve().parent.parent / "docs" / "openapi.json"


def main() -> int:
    TARGET.write_text(openapi_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
