"""Gantt charts as SVG: a row for each task, grouped by resource; clashes are hatched in red with their sentences."""

from html import escape
from itertools import groupby

from entails.models.schedule import Schedule

_ROW, _BAR, _LABEL, _WIDTH, _TOP = 24, 16, 170, 560, 34
_COLOURS = ("#4c78a8", "#72b7b2", "#eeca3b", "#9d755d", "#b279a2", "#54a24b", "#79706e")
_MOST_LINES = 20


def gantt_svg(schedule: Schedule) -> str:
    """Return a schedule as a Gantt chart."""
    low = min((bar.start for bar in schedule.bars), default=0)
    high = max((bar.end for bar in schedule.bars), default=1)
    scale = _WIDTH / max(high - low, 1)

    def across(time: int) -> float:
        return round(_LABEL + (time - low) * scale, 2)

    parts: list[str] = []
    row = 0
    for place, (resource, bars) in enumerate(groupby(schedule.bars, key=lambda bar: bar.resource)):
        colour = _COLOURS[place % len(_COLOURS)]
        if resource:
            parts.append(_text(4, _middle(row), resource, "font-weight:bold"))
            row += 1
        first = row
        for bar in bars:
            y = _TOP + row * _ROW + (_ROW - _BAR) / 2
            edge = ' stroke="#d62728" stroke-width="2"' if bar.clashes else ""
            shape = f'<rect x="{across(bar.start)}" y="{y}" width="{round((bar.end - bar.start) * scale, 2)}"'
            title = escape(f"{bar.task}: {bar.start} - {bar.end}")
            parts.append(f'{shape} height="{_BAR}" rx="3" fill="{colour}"{edge}><title>{title}</title></rect>')
            parts.append(_text(12, _middle(row), bar.task))
            row += 1
        for clash in schedule.clashes:
            if clash.resource == resource:
                area = f'<rect x="{across(clash.start)}" y="{_TOP + first * _ROW}" height="{(row - first) * _ROW}"'
                wide = round((clash.end - clash.start) * scale, 2)
                title = escape(str(clash))
                parts.append(f'{area} width="{wide}" fill="url(#clash)"><title>{title}</title></rect>')
    bottom = _TOP + row * _ROW
    step = max(1, -(-(high - low) // 10))
    lines = [
        f'<line x1="{across(time)}" y1="{_TOP - 4}" x2="{across(time)}" y2="{bottom}" stroke="#ddd"/>'
        + _text(across(time), _TOP - 10, str(time), "text-anchor:middle")
        for time in range(low, high + 1, step)
    ]
    notes = [*map(str, schedule.clashes), *(f"✗ {sentence}" for sentence in schedule.removed)][:_MOST_LINES]
    below = [_text(4, bottom + 18 * number, note, "fill:#d62728") for number, note in enumerate(notes, 1)]
    height = bottom + 18 * len(notes) + 12
    pattern = (
        '<defs><pattern id="clash" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<line x1="0" y1="0" x2="0" y2="6" stroke="#d62728" stroke-width="3" stroke-opacity="0.6"/></pattern></defs>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LABEL + _WIDTH + 20}" height="{height}"'
    style = ' font-family="sans-serif" font-size="12">'
    return "\n".join([f"{head}{style}", pattern, *lines, *parts, *below, "</svg>"])


def _middle(row: int) -> float:
    return _TOP + row * _ROW + _ROW / 2 + 4


def _text(x: float, y: float, words: str, style: str = "") -> str:
    styled = f' style="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{styled}>{escape(words)}</text>'
