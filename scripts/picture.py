"""Generate docs/terminal.svg, the picture in the README, from commands run in a pseudo-terminal.

python scripts/picture.py
"""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).parent.parent
WIDTH = 84
CLASH = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.279"
COMMANDS = (["entails", "sudoku", "check", CLASH],)


def in_terminal(command: list[str]) -> str:
    """Return the output of a command in a pseudo-terminal."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env=environment):
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # error by which a Linux terminal reports that the other end is closed
            pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def main() -> None:
    """Run the commands and draw their output."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command in COMMANDS:
        console.print(Text.assemble(("$ ", "green"), (" ".join(command), "bold")), overflow="fold")
        console.print(Text.from_ansi(in_terminal(command)))
    svg = console.export_svg(title="entails", theme=MONOKAI)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # a self-contained picture
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    svg = "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
    (ROOT / "docs" / "terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
