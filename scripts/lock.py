"""Write requirements.lock: a pinned version of every dependency in pyproject.toml with its hashes, for all platforms.

The file serves Linux, macOS and Windows and every supported Python; environment markers select different versions. The
build backend is pinned too, so that set-up downloads nothing that is not in the file. No address is written: each
machine uses its configured package index, and pip rejects a file whose sha256 is not listed.

    make lock                   keep the pins that still fit, add missing ones
    make lock ARGS=--upgrade    use the newest versions
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
HEADER = "# Everything that Entails, its extras and its tests install. Made from pyproject.toml by `make lock`.\n"
HEADER += "# What running it needs comes first: `make demo` and `make serve` install no more.\n"
BESIDES = "# Besides: other extras, tests and checks.\n"
RUNNING = ("--extra", "service")
EVERYTHING = ("--all-extras",)


def divided(known: str, *options: str) -> str:
    """Return all pins as text, run-time dependencies first."""
    pins = resolve(known, *EVERYTHING, *options)
    needed = {name_of(pin) for pin in pins_in(resolve(pins, *RUNNING))}
    first = [pin for pin in pins_in(pins) if name_of(pin) in needed]
    return HEADER + "".join(first) + BESIDES + "".join(pin for pin in pins_in(pins) if pin not in first)


def pins_in(text: str) -> list[str]:
    """Return the pins of a lock file, each with the lines of its hashes."""
    return re.findall(r"^[^#\s].*\n(?:[ ].*\n)*", text, re.MULTILINE)


def name_of(pin: str) -> str:
    """Return the name of the package that a line pins."""
    return pin.partition("==")[0].strip()


def resolve(known: str, *options: str) -> str:
    """Resolve all dependencies with uv; return pins with hashes, keeping pins in `known` that still fit."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "-", "--universal"]
    oldest_python = pyproject["project"]["requires-python"].removeprefix(">=")
    command += ["--python-version", oldest_python, "--no-annotate", "--no-header", "--quiet", "--generate-hashes"]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, LOCK.name)
        output.write_text(known, encoding="utf-8")
        subprocess.run(
            [*command, "--output-file", str(output), *options],
            input="\n".join(pyproject["build-system"]["requires"]),
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            text=True,
            check=True,
        )
        return output.read_text(encoding="utf-8")


def main() -> int:
    before = LOCK.read_text(encoding="utf-8") if LOCK.exists() else ""
    try:
        after = divided(before, *sys.argv[1:])
    except subprocess.CalledProcessError as failure:
        return int(failure.returncode)
    beside = LOCK.with_suffix(".new")
    beside.write_text(after, encoding="utf-8")
    beside.replace(LOCK)
    old, new = ({pin.splitlines()[0].rstrip("\\ ") for pin in pins_in(text)} for text in (before, after))
    for line in sorted(old ^ new, key=str.casefold):
        print("+" if line in new else "-", line)
    print(f"{LOCK.name}: {after.count('==')} pinned packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
