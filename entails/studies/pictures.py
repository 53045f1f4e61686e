"""What every plot needs: a sheet to draw on without any window system, and the file made of it.

Needs matplotlib (the extra `plots`), which is imported when the first sheet is asked for.
"""

from importlib.util import find_spec
from io import BytesIO
from typing import Any

from entails.models.errors import UnsupportedCapability

KINDS = ("png", "svg", "pdf")
"""The kinds of files that can be made."""


def refuse_without_matplotlib() -> None:
    """Say what is missing before any work is done."""
    if find_spec("matplotlib") is None:
        raise UnsupportedCapability("drawing a plot needs matplotlib: pip install entails[plots]")


def sheet(width: float, height: float, dpi: float = 100) -> Any:
    """An empty matplotlib figure of this size in inches."""
    refuse_without_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(width, height), layout="constrained", dpi=dpi)
    FigureCanvasAgg(figure)
    return figure


def drawn(figure: Any, kind: str) -> bytes:
    """The figure as a file of this kind, the same each time: an SVG does not say when it was made."""
    content = BytesIO()
    figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return content.getvalue()
