"""The front door: what type checkers are told is what there is, and each name stands in one place."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

from entails.listing import exports


def test_the_block_for_type_checkers_is_up_to_date() -> None:
    script = Path(__file__).parents[1] / "scripts" / "exports.py"
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0, "run make exports"


def test_every_name_is_where_it_is_said_to_be() -> None:
    for name, module in exports().items():
        assert hasattr(import_module(module), name), f"{module} has no {name}"
