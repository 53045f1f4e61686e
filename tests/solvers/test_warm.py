"""`entails warm` compiles every kernel that the package calls from Python."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import entails
from entails.studies.warm import cold_jobs

KERNELS = "entails.solvers.kernels"
PACKAGE = Path(entails.__file__).parent

NOT_COMPILED = """
import importlib, json, sys
from entails.solvers.kernels import jit
jit.enable_dual_kernels()
missing = []
for module, name in json.loads(sys.argv[1]):
    kernel = getattr(importlib.import_module(module), name)
    if isinstance(kernel, jit.DualKernel) and kernel.compile_seconds is not None:
        missing.append(f"{module}.{name}")
print(json.dumps(missing))
"""


def used_from_kernels() -> Iterator[tuple[str, str]]:
    """Yield the kernel names that modules outside `kernels` import or look up."""
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "kernels":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if node.module.startswith(f"{KERNELS}."):
                yield from ((node.module, alias.name) for alias in node.names)
            elif node.module == KERNELS:
                modules |= {alias.asname or alias.name: f"{KERNELS}.{alias.name}" for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                yield modules[node.value.id], node.attr


def test_every_kernel_that_python_calls_is_compiled_ahead() -> None:
    if cold_jobs():
        pytest.skip("kernels are not compiled: run entails warm first")
    names = sorted(set(used_from_kernels()))
    assert len(names) > 100
    # In a new process: kernels must be made dual before they are imported.
    command = [sys.executable, "-c", NOT_COMPILED, json.dumps(names)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
