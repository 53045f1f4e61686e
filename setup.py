"""Build step that setuptools does not have: the OpenAPI document of the service is made once and put into the wheel."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_SCRIPT = "import sys; from entails.service.app import openapi_text; sys.stdout.write(openapi_text())"


class BuildWithDocument(build_py):
    """Copy the package, then write the document; a server without it makes its own on the first request for it."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        environment = {**os.environ, "PYTHONPATH": str(Path(self.build_lib).resolve())}
        command = [sys.executable, "-X", "utf8", "-B", "-c", _SCRIPT]
        made = subprocess.run(command, capture_output=True, cwd=self.build_lib, env=environment)
        if made.returncode:  # in an isolated build, the packages of the service are missing
            self.announce("the OpenAPI document is not built: the packages of the service are not installed", 3)
        else:
            Path(self.build_lib, "entails", "service", "openapi.json").write_bytes(made.stdout)


setup(cmdclass={"build_py": BuildWithDocument})
